// Package config reads what the program is configured by: the rulebooks and
// the words of three languages, embedded or the organiser's own, strictly and
// with every contradiction told at once.
package config

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"

	"kiosk/scoresheet"
)

//go:embed rulebooks/*.toml
var rulebookFiles embed.FS

// extendsMark stands, in a frozen text, between a rulebook's own text and that
// of the one it extends.
const extendsMark = "#=== extends ==="

// maxExtends bounds how many rulebooks stand behind one another.
const maxExtends = 8

// Entry is a rulebook with the text it was read from.
type Entry struct {
	Book *scoresheet.Rulebook
	// Text is the whole text: the file's and, after a mark, that of the
	// rulebook it extends. Frozen reads it again without any file.
	Text string
	// Hash is the SHA-256 of Text in hexadecimal.
	Hash string
	// File is the organiser's own file, empty for one that is built in.
	File string
}

// ShortHash is the part of the hash that people are shown: 16 digits.
func (e Entry) ShortHash() string { return e.Hash[:16] }

// Rulebooks are the rulebooks built in and the organiser's own. They may be
// used from many goroutines at once.
type Rulebooks struct {
	files fs.FS
	own   []Entry

	mu   sync.Mutex
	read map[string]result
}

type result struct {
	entry Entry
	err   error
}

// BuiltIn are the rulebooks that the program brings.
func BuiltIn() *Rulebooks { return builtIn(rulebookFiles) }

func builtIn(files fs.FS) *Rulebooks {
	return &Rulebooks{files: files, read: map[string]result{}}
}

// MaxRulebook bounds an organiser's own file, in bytes: more than ten times the
// longest that is built in, and read in no time whatever stands in it.
const MaxRulebook = 256 << 10

func tooLarge(name string) Problem {
	return Problem{File: name, Line: 1, Code: "large", Args: map[string]any{"Limit": MaxRulebook >> 10}}
}

// WithOwn adds the organiser's own files, *.toml in the folder. A file that is
// refused is left out and told as Problems; it does not keep the others out.
func (r *Rulebooks) WithOwn(folder fs.FS) (*Rulebooks, Problems) {
	all := &Rulebooks{files: r.files, own: slices.Clone(r.own), read: map[string]result{}}
	names, err := fs.Glob(folder, "*.toml")
	if err != nil {
		return all, Problems{{Code: "read", Args: map[string]any{"Detail": err.Error()}}}
	}
	slices.Sort(names)
	var refused Problems
	files := map[string]string{}
	for _, name := range names {
		if info, err := fs.Stat(folder, name); err == nil && info.Size() > MaxRulebook {
			refused = append(refused, tooLarge(name))
			continue
		}
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			refused = append(refused, Problem{File: name, Line: 1, Code: "read", Args: map[string]any{"Detail": err.Error()}})
			continue
		}
		files[name] = string(text)
	}
	find := func(id string) (string, bool) {
		if text, ok := r.text(id); ok {
			return text, true
		}
		for _, text := range files {
			if head, err := readHead(text); err == nil && head.ID == id {
				return text, true
			}
		}
		return "", false
	}
	for _, name := range names {
		text, ok := files[name]
		if !ok {
			continue
		}
		entry, problems := all.check(name, text, find)
		if problems != nil {
			refused = append(refused, problems...)
			continue
		}
		all.own = append(all.own, entry)
	}
	return all, refused
}

// Check reads an organiser's own file: its entry, or all that is wrong with
// it. It may extend a rulebook that is known, and not take one's id.
func (r *Rulebooks) Check(name string, text []byte) (Entry, Problems) {
	return r.check(name, string(text), r.text)
}

func (r *Rulebooks) check(name, text string, find lookup) (Entry, Problems) {
	if len(text) > MaxRulebook {
		return Entry{}, Problems{tooLarge(name)}
	}
	entry, problems := readRulebook(name, text, find)
	entry.File = name
	if entry.Book != nil && entry.Book.ID != "" {
		if _, taken := r.text(entry.Book.ID); taken {
			problems = append(problems, Problem{
				File: name, Line: findLines(text).of("id"), At: "id",
				Code: "shadow", Args: map[string]any{"ID": entry.Book.ID},
			})
		}
	}
	if problems != nil {
		return Entry{}, problems
	}
	return entry, nil
}

// Get is the rulebook with the id; false if there is none.
func (r *Rulebooks) Get(id string) (Entry, bool) {
	entry, err := r.get(id)
	return entry, err == nil
}

func (r *Rulebooks) get(id string) (Entry, error) {
	for _, entry := range r.own {
		if entry.Book.ID == id {
			return entry, nil
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if done, ok := r.read[id]; ok {
		return done.entry, done.err
	}
	text, ok := r.text(id)
	if !ok {
		return Entry{}, fmt.Errorf("rulebook %s: %w", id, fs.ErrNotExist)
	}
	entry, problems := readRulebook(id+".toml", text, r.text)
	done := result{entry: entry}
	switch {
	case problems != nil:
		done.err = problems
	case entry.Book.ID != id:
		done.err = fmt.Errorf("rulebooks/%s.toml has the id %s", id, entry.Book.ID)
	}
	r.read[id] = done
	return done.entry, done.err
}

// List is all rulebooks, those built in by id and then the organiser's own.
func (r *Rulebooks) List() ([]Entry, error) {
	names, err := fs.Glob(r.files, "rulebooks/*.toml")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	var entries []Entry
	var errs []error
	for _, name := range names {
		entry, err := r.get(strings.TrimSuffix(path.Base(name), ".toml"))
		if err != nil {
			errs = append(errs, err)
			continue
		}
		entries = append(entries, entry)
	}
	return append(entries, r.own...), errors.Join(errs...)
}

// text is the frozen or plain text of a rulebook by id.
func (r *Rulebooks) text(id string) (string, bool) {
	for _, entry := range r.own {
		if entry.Book.ID == id {
			return entry.Text, true
		}
	}
	if strings.ContainsAny(id, `/\`) {
		return "", false
	}
	text, err := fs.ReadFile(r.files, path.Join("rulebooks", id+".toml"))
	return string(text), err == nil
}

// Frozen reads a rulebook from the text that an event keeps of it. The error is
// Problems.
func Frozen(text string) (Entry, error) {
	entry, problems := readRulebook("frozen", text, func(string) (string, bool) { return "", false })
	if problems != nil {
		return Entry{}, problems
	}
	return entry, nil
}

// lookup finds the text of a rulebook by id.
type lookup func(id string) (string, bool)

// readRulebook reads and checks a text. What it extends is in the text itself,
// after a mark, or looked up.
func readRulebook(file, text string, find lookup) (Entry, Problems) {
	chain, problems := split(file, text, find)
	if problems != nil {
		return Entry{}, problems
	}
	own := chain[0]
	book := new(scoresheet.Rulebook)
	if problems := decodeStrict(file, own, book); problems != nil {
		return Entry{}, problems
	}
	if len(chain) > 1 {
		merged, problems := merge(file, chain)
		if problems != nil {
			return Entry{Book: book}, problems
		}
		book = merged
	}
	problems = check(file, findLines(own), book)
	if problems != nil {
		return Entry{Book: book}, problems
	}
	whole := strings.Join(chain, "\n"+extendsMark+"\n")
	sum := sha256.Sum256([]byte(whole))
	return Entry{Book: book, Text: whole, Hash: hex.EncodeToString(sum[:])}, nil
}

// head is what a text says of itself and of the one it stands on.
type head struct {
	ID      string `toml:"id"`
	Extends string `toml:"extends"`
}

func readHead(text string) (head, error) {
	var h head
	err := toml.Unmarshal([]byte(text), &h)
	return h, err
}

// split gives the rulebook's own text and those that it stands on, next first.
func split(file, text string, find lookup) ([]string, Problems) {
	chain := strings.Split(text, "\n"+extendsMark+"\n")
	seen := map[string]bool{}
	for {
		last := chain[len(chain)-1]
		head, err := readHead(last)
		if err != nil {
			return nil, decodeProblems(file, err)
		}
		if head.Extends == "" {
			return chain, nil
		}
		seen[head.ID] = true
		lines := findLines(chain[0])
		problem := Problem{File: file, Line: lines.of("extends"), At: "extends", Args: map[string]any{"ID": head.Extends}}
		if seen[head.Extends] || len(chain) > maxExtends {
			problem.Code = "extends-cycle"
			return nil, Problems{problem}
		}
		parent, ok := find(head.Extends)
		if !ok {
			problem.Code = "extends"
			return nil, Problems{problem}
		}
		chain = append(chain, strings.Split(parent, "\n"+extendsMark+"\n")...)
	}
}

// merge lays the texts over one another: tables key by key, anything else
// whole.
func merge(file string, chain []string) (*scoresheet.Rulebook, Problems) {
	merged := map[string]any{}
	for _, text := range slices.Backward(chain) {
		var layer map[string]any
		if err := toml.Unmarshal([]byte(text), &layer); err != nil {
			return nil, decodeProblems(file, err)
		}
		overlay(merged, layer)
	}
	text, err := toml.Marshal(merged)
	if err != nil {
		return nil, decodeProblems(file, err)
	}
	book := new(scoresheet.Rulebook)
	if problems := decodeStrict(file, string(text), book); problems != nil {
		return nil, problems
	}
	return book, nil
}

func overlay(under, over map[string]any) {
	for key, value := range over {
		table, isTable := value.(map[string]any)
		below, isBelow := under[key].(map[string]any)
		if isTable && isBelow {
			overlay(below, table)
			continue
		}
		under[key] = value
	}
}

func decodeStrict(file, text string, book *scoresheet.Rulebook) Problems {
	decoder := toml.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(book); err != nil {
		return decodeProblems(file, err)
	}
	if err := readPoints(text, book); err != nil {
		return decodeProblems(file, err)
	}
	return nil
}

func decodeProblems(file string, err error) Problems {
	var unknown *toml.StrictMissingError
	if errors.As(err, &unknown) {
		problems := make(Problems, len(unknown.Errors))
		for i := range unknown.Errors {
			line, _ := unknown.Errors[i].Position()
			problems[i] = Problem{File: file, Line: line, At: strings.Join(unknown.Errors[i].Key(), "."), Code: "unknown-key"}
		}
		return problems
	}
	problem := Problem{File: file, Line: 1, Code: "syntax", Args: map[string]any{"Detail": strings.TrimPrefix(err.Error(), "toml: ")}}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		problem.Line, _ = decode.Position()
		problem.At = strings.Join(decode.Key(), ".")
	}
	return Problems{problem}
}
