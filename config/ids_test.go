package config

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoRulebookStandsInTheCode: what a rulebook is, its file says; the code
// knows none by its id.
func TestNoRulebookStandsInTheCode(t *testing.T) {
	entries, err := BuiltIn().List()
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	err = filepath.WalkDir("..", func(path string, file fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if file.IsDir() && (file.Name() == "node_modules" || file.Name() == ".git") {
			return filepath.SkipDir
		}
		if file.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Logf("%s: %v", path, err)
			return nil
		}
		read++
		ast.Inspect(parsed, func(node ast.Node) bool {
			words, ok := node.(*ast.BasicLit)
			if !ok || words.Kind != token.STRING {
				return true
			}
			if strings.Contains(words.Value, " ") {
				return true // a sentence, such as an example in a help text
			}
			for _, entry := range entries {
				if strings.Contains(words.Value, entry.Book.ID) {
					t.Errorf("%s has the rulebook %s in %s", path, entry.Book.ID, words.Value)
				}
			}
			return true
		})
		return nil
	})
	if err != nil || read < 50 {
		t.Fatal(read, err)
	}
}
