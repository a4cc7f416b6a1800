package print

import (
	"fmt"
	"strconv"
	"strings"
)

// Words turns a key of the locale files (all that begin with "print.") and its arguments into words of one language.
type Words func(key string, args map[string]any) string

// NoteCode says what a note is about.
type NoteCode string

const (
	// NoteShrunk: a text was set smaller than usual to fit.
	NoteShrunk NoteCode = "shrunk"
	// NoteTiny: a text had to be set so small that it is hard to read.
	NoteTiny NoteCode = "tiny"
	// NoteMissing: a text has characters that no font has; □ stands for them.
	NoteMissing NoteCode = "missing"
)

// Note is a line for the preview: something that whoever prints the document should look at.
type Note struct {
	Code NoteCode
	// Page counts from 1.
	Page int
	// Field says what the text is: the last part of a key "print.field.…".
	Field string
	// Text is the text as it is shown.
	Text string
	// Characters are the ones that no font has, each once (NoteMissing).
	Characters []rune
	// From and To are sizes in points (NoteShrunk, NoteTiny).
	From, To float64
}

// In returns the note in words.
func (n Note) In(words Words) string {
	return words("print.note."+string(n.Code), map[string]any{
		"Page": n.Page, "Field": words("print.field."+n.Field, nil), "Text": n.Text,
		"From": points(n.From), "To": points(n.To), "Characters": codePoints(n.Characters),
	})
}

func points(size float64) string { return strconv.FormatFloat(size, 'f', 1, 64) }

// codePoints lists characters as themselves, for a screen may have them, and by number.
func codePoints(of []rune) string {
	names := make([]string, len(of))
	for i, r := range of {
		names[i] = fmt.Sprintf("%c (%U)", r, r)
	}
	return strings.Join(names, ", ")
}

// notes collects notes; the same text under the same name is noted once.
type notes struct {
	list []Note
	seen map[noteKey]bool
}

type noteKey struct {
	code        NoteCode
	field, text string
}

func (n *notes) add(note Note) {
	key := noteKey{note.Code, note.Field, note.Text}
	if n.seen[key] {
		return
	}
	if n.seen == nil {
		n.seen = make(map[noteKey]bool)
	}
	n.seen[key] = true
	n.list = append(n.list, note)
}
