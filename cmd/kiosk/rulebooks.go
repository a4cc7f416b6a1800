package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strings"

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

// description is a rulebook as a text for people.
type description struct {
	strings.Builder
	words *config.Words
	book  *scoresheet.Rulebook
}

func describe(words *config.Words, entry config.Entry) string {
	d := &description{words: words, book: entry.Book}
	d.line("%s  %s  [%s]", d.book.ID, d.in(d.book.Name), entry.ShortHash())
	d.line("%s", d.in(d.book.Summary))
	d.line("%s: %s %s", d.label("source"), d.book.Source.Document, d.book.Source.Title)
	d.articles()
	d.settings()
	d.violations()
	d.phases()
	return d.String()
}

func (d *description) line(format string, args ...any) { fmt.Fprintf(d, format+"\n", args...) }

func (d *description) in(text scoresheet.Text) string { return text.In(d.words.Lang()) }

func (d *description) label(key string) string { return d.words.T("rulebook.show."+key, nil) }

// origin is the mark of a default, or the article that says so.
func (d *description) origin(origin scoresheet.Origin, article string) string {
	if origin == scoresheet.FromDefault {
		return d.label("default")
	}
	if clause := d.book.Clause(article); clause != "" {
		return d.words.T("fault.clause", map[string]any{"Clause": clause})
	}
	return ""
}

func (d *description) articles() {
	d.line("\n%s", d.label("articles"))
	for _, article := range d.book.Articles {
		d.line("  %s  %s%s", article.Number, d.in(article.Text), d.origin(article.Origin, ""))
	}
}

func (d *description) settings() {
	d.line("\n%s", d.label("settings"))
	for _, spec := range scoresheet.SettingSpecs() {
		setting, listed := d.book.Settings[spec.Name]
		if !listed {
			continue
		}
		d.line("  %s (%s): %s%s", d.words.SettingName(spec.Name), spec.Name,
			d.words.SettingValue(spec.Name, setting.Value), d.origin(setting.Origin, setting.Article))
		phases := make([]string, 0, len(setting.Phases))
		for phase := range setting.Phases {
			phases = append(phases, phase)
		}
		sort.Strings(phases)
		for _, phase := range phases {
			d.line("    %s: %s", phase, d.words.SettingValue(spec.Name, setting.Phases[phase]))
		}
	}
}

func (d *description) violations() {
	d.line("\n%s", d.label("violations"))
	for _, violation := range d.book.Violations {
		steps := make([]string, len(violation.Ladder))
		for i, step := range violation.Ladder {
			actions := make([]string, len(step))
			for j, action := range step {
				actions[j] = d.words.Action(action)
			}
			steps[i] = strings.Join(actions, " + ")
		}
		d.line("  %s (%s): %s%s", d.in(violation.Name), violation.ID,
			strings.Join(steps, d.label("then")), d.origin(violation.Origin, violation.Article))
	}
}

func (d *description) phases() {
	d.line("\n%s", d.label("phases"))
	for _, phase := range d.book.Phases {
		d.line("  %s (%s): %s%s", d.in(phase.Name), phase.ID, d.label("kind."+string(phase.Kind)),
			d.origin(phase.Origin, phase.Article))
	}
}
