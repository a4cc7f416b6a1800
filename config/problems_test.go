package config

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/template"
	"text/template/parse"

	"kiosk/scoresheet"
)

// refusalCalls are the functions that make a refusal, and which argument is its
// code. The arguments after it are names and values by turns.
var refusalCalls = map[string]int{"refuse": 0, "conflict": 0, "newProblem": 1, "tooMany": 0, "nothing": 0}

// refusals finds the codes of all refusals in the sources of a package, with
// the names of the arguments that each place gives.
func refusals(t *testing.T, dir string) map[string][][]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][][]string{}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Logf("%s: %v", path, err)
			continue
		}
		ast.Inspect(file, func(node ast.Node) bool {
			if code, args, ok := refusal(node); ok {
				found[code] = append(found[code], args)
			}
			return true
		})
	}
	return found
}

// refusal reads refuse("code", "name", value), problem{code: "code"},
// Error{Code: "code"} and the values of a map[int]string.
func refusal(node ast.Node) (code string, args []string, ok bool) {
	switch node := node.(type) {
	case *ast.CallExpr:
		name, isName := node.Fun.(*ast.Ident)
		at, known := refusalCalls[fmt.Sprint(name)]
		if !isName || !known || at >= len(node.Args) {
			return "", nil, false
		}
		code, ok = text(node.Args[at])
		if name.Name == "tooMany" {
			return code, []string{"seconds"}, ok
		}
		for i := at + 1; i < len(node.Args); i += 2 {
			if arg, isText := text(node.Args[i]); isText {
				args = append(args, arg)
			}
		}
		return code, args, ok
	case *ast.KeyValueExpr:
		if key, isName := node.Key.(*ast.Ident); isName && (key.Name == "code" || key.Name == "Code") {
			code, ok = text(node.Value)
			return code, nil, ok
		}
		if key, isField := node.Key.(*ast.SelectorExpr); isField && strings.HasPrefix(key.Sel.Name, "Status") {
			code, ok = text(node.Value)
			return code, nil, ok
		}
	}
	return "", nil, false
}

func text(e ast.Expr) (string, bool) {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	value, err := strconv.Unquote(literal.Value)
	return value, err == nil
}

func problemWords(t *testing.T, lang scoresheet.Lang) map[string]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("locales", "problems."+string(lang)+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var words map[string]string
	if err := json.Unmarshal(data, &words); err != nil {
		t.Fatal(err)
	}
	return words
}

// Every refusal that the sources know has a sentence in each language, and
// every place in a sentence is filled wherever the refusal is made.
func TestRefusalsHaveWords(t *testing.T) {
	for _, dir := range []string{"../scoresheet/event", "../api", "../store"} {
		found := refusals(t, dir)
		if len(found) == 0 {
			t.Errorf("no refusals found in %s", dir)
		}
		for _, lang := range scoresheet.Langs {
			words := problemWords(t, lang)
			for code, calls := range found {
				sentence, ok := words["problem."+code]
				if !ok {
					t.Errorf("%s: %s lacks problem.%s, args %v", dir, lang, code, calls)
					continue
				}
				if dir == "../store" {
					continue // its errors fill places by their fields
				}
				for _, args := range calls {
					for _, place := range places(t, sentence) {
						if !slices.Contains(args, place) {
							t.Errorf("%s: problem.%s has a place %q, and is given %v", lang, code, place, args)
						}
					}
				}
			}
		}
	}
}

// The three languages say the same, and with the same places.
func TestProblemWordsAgree(t *testing.T) {
	first := problemWords(t, scoresheet.ZhHans)
	for _, lang := range scoresheet.Langs {
		words := problemWords(t, lang)
		if !slices.Equal(slices.Sorted(maps.Keys(words)), slices.Sorted(maps.Keys(first))) {
			t.Errorf("%s has other keys than zh-Hans", lang)
		}
		for key, sentence := range words {
			if got, want := places(t, sentence), places(t, first[key]); !slices.Equal(got, want) {
				t.Errorf("%s: %s has the places %v, zh-Hans %v", lang, key, got, want)
			}
			if strings.TrimSpace(sentence) != sentence || sentence == "" {
				t.Errorf("%s: %s is %q", lang, key, sentence)
			}
		}
	}
}

// places are the names of the arguments that a sentence has places for.
func places(t *testing.T, sentence string) []string {
	t.Helper()
	read, err := template.New("").Parse(sentence)
	if err != nil {
		t.Fatalf("%q: %v", sentence, err)
	}
	names := map[string]bool{}
	walk(read.Root, names)
	return slices.Sorted(maps.Keys(names))
}

func walk(node parse.Node, names map[string]bool) {
	switch node := node.(type) {
	case *parse.ListNode:
		if node != nil {
			for _, each := range node.Nodes {
				walk(each, names)
			}
		}
	case *parse.ActionNode:
		walk(node.Pipe, names)
	case *parse.IfNode:
		walk(node.Pipe, names)
		walk(node.List, names)
		walk(node.ElseList, names)
	case *parse.RangeNode:
		walk(node.Pipe, names)
		walk(node.List, names)
	case *parse.PipeNode:
		for _, command := range node.Cmds {
			for _, arg := range command.Args {
				walk(arg, names)
			}
		}
	case *parse.FieldNode:
		names[node.Ident[0]] = true
	}
}

// contestFaults finds the codes of what contests refuse, in the sources.
func contestFaults(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../scoresheet/contest/*.go")
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]bool{}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			name := ""
			switch fun := call.Fun.(type) {
			case *ast.Ident:
				name = fun.Name
			case *ast.SelectorExpr:
				name = fun.Sel.Name
			}
			if code, ok := text(call.Args[0]); ok && (name == "fault" || name == "add") && strings.Contains(code, ".") {
				codes[code] = true
			}
			return true
		})
	}
	return slices.Sorted(maps.Keys(codes))
}

// Whatever a draw or a ranking refuses has a sentence in each language.
func TestContestFaultsHaveWords(t *testing.T) {
	codes := contestFaults(t)
	if len(codes) < 20 {
		t.Fatalf("only %d codes found", len(codes))
	}
	for _, lang := range scoresheet.Langs {
		words := NewWords(lang)
		for _, code := range codes {
			if !words.Has("fault." + code) {
				t.Errorf("%s lacks fault.%s", lang, code)
			}
		}
	}
}
