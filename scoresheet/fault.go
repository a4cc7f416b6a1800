package scoresheet

import (
	"fmt"
	"strings"
)

// Fault is something on a scoresheet, or in a command, that the rulebook does
// not allow: what it is, where it stands and which article says so. Words for
// people are found at the edge from Code and Args.
type Fault struct {
	// Code is one of the codes of the exchange format, such as
	// "finish.duplicate".
	Code string `json:"code"`
	// At is a JSON pointer into what was handed in.
	At string `json:"at"`
	// Clause is the number of the rulebook's article (第四条), empty where the
	// rulebook has none.
	Clause string `json:"clause,omitempty"`
	// Message is a sentence in a person's language; the domain leaves it empty.
	Message string `json:"message"`
	// Args fill the places of the sentence.
	Args map[string]any `json:"-"`
}

// Error makes a single fault usable as an error.
func (f Fault) Error() string {
	if f.At == "" {
		return f.Code
	}
	return f.Code + " at " + f.At
}

// Faults are all that is wrong, in the order in which a reader meets it. As an
// error it is never empty.
type Faults []Fault

// Error lists the codes and places.
func (f Faults) Error() string {
	parts := make([]string, len(f))
	for i, fault := range f {
		parts[i] = fault.Error()
	}
	return strings.Join(parts, "; ")
}

// Pointer builds a JSON pointer (RFC 6901) from keys and indexes.
func Pointer(steps ...any) string {
	var b strings.Builder
	for _, step := range steps {
		b.WriteByte('/')
		switch s := step.(type) {
		case string:
			b.WriteString(strings.ReplaceAll(strings.ReplaceAll(s, "~", "~0"), "/", "~1"))
		default:
			fmt.Fprint(&b, s)
		}
	}
	return b.String()
}

// Notice names a default that a verdict rests on, "default.<setting>", or what
// was left unchecked.
type Notice struct {
	Code    string         `json:"code"`
	Message string         `json:"message"`
	At      string         `json:"at,omitempty"`
	Args    map[string]any `json:"-"`
}
