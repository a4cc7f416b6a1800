package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"kiosk/config"
	"kiosk/scoresheet"
)

// rulebooksCommand is about rulebooks.
type rulebooksCommand struct {
	List  rulebooksList  `cmd:"" default:"withargs" help:"List all rulebooks. 列出规则书。"`
	Show  rulebooksShow  `cmd:"" help:"Show a rulebook with its source and defaults. 查看规则书，标明来源和默认值。"`
	Check rulebooksCheck `cmd:"" help:"Check your own rulebook. 检查自己的规则书。"`
}

func tellProblems(words *config.Words, problems config.Problems, s streams) {
	for _, problem := range problems {
		fmt.Fprintln(s.err, words.Problem(problem))
	}
}

// rulebooksList lists all rulebooks.
type rulebooksList struct {
	language
	ownRulebooks
}

// Run writes one line for each rulebook.
func (c *rulebooksList) Run(s streams) error {
	words := c.words()
	entries, err := c.load(words, s).List()
	for _, entry := range entries {
		fmt.Fprintln(s.out, words.T("rulebook.show.list", map[string]any{
			"ID": entry.Book.ID, "Name": entry.Book.Name.In(words.Lang()), "File": entry.File,
		}))
	}
	return err
}

// rulebooksShow shows one rulebook.
type rulebooksShow struct {
	language
	ownRulebooks
	ID   string `arg:"" help:"The rulebook's id. 规则书的 id。"`
	JSON bool   `name:"json" help:"Write it as JSON. 输出 JSON。"`
}

// Run writes the rulebook, each default marked as one.
func (c *rulebooksShow) Run(s streams) error {
	words := c.words()
	entry, ok := c.load(words, s).Get(c.ID)
	if !ok {
		return errors.New(words.T("rulebook.show.unknown", map[string]any{"ID": c.ID}))
	}
	if c.JSON {
		shown := struct {
			Hash     string               `json:"hash"`
			Rulebook *scoresheet.Rulebook `json:"rulebook"`
		}{entry.Hash, entry.Book}
		if err := json.MarshalWrite(s.out, shown, jsontext.WithIndent("  "), json.Deterministic(true)); err != nil {
			return err
		}
		_, err := fmt.Fprintln(s.out)
		return err
	}
	_, err := io.WriteString(s.out, describe(words, entry))
	return err
}

// rulebooksCheck checks an organiser's own file.
type rulebooksCheck struct {
	language
	ownRulebooks
	File string `arg:"" help:"The TOML file. TOML 文件。" type:"existingfile"`
}

// Run tells every contradiction with its file and line; exit 1 if there is any.
func (c *rulebooksCheck) Run(s streams) error {
	words := c.words()
	text, err := os.ReadFile(c.File)
	if err != nil {
		return err
	}
	entry, problems := c.load(words, s).Check(filepath.Base(c.File), text)
	if problems != nil {
		tellProblems(words, problems, s)
		return exit(1)
	}
	_, err = fmt.Fprintln(s.out, words.T("rulebook.show.fine", map[string]any{"File": entry.File, "Hash": entry.ShortHash()}))
	return err
}
