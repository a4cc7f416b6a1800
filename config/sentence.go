package config

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// sentence is a text that has nothing but named places in it, as most have. It is
// taken apart once and filled in without a template, since every report to a table
// is answered in sentences.
type sentence struct {
	// texts stand around the places: one more than there are names.
	texts, names []string
}

var namedPlace = regexp.MustCompile(`\{\{\.(\w+)\}\}`)

// plainSentence takes a text apart; false for one that decides or repeats something.
func plainSentence(text string) (sentence, bool) {
	var s sentence
	from := 0
	for _, at := range namedPlace.FindAllStringSubmatchIndex(text, -1) {
		s.texts, s.names = append(s.texts, text[from:at[0]]), append(s.names, text[at[2]:at[3]])
		from = at[1]
	}
	s.texts = append(s.texts, text[from:])
	for _, part := range s.texts {
		if strings.Contains(part, "{{") {
			return sentence{}, false
		}
	}
	return s, true
}

// fill puts the arguments into their places, as a template would; false where
// one is missing or of a kind that only a template knows how to write.
func (s *sentence) fill(args map[string]any) (string, bool) {
	if len(s.names) == 0 {
		return s.texts[0], true
	}
	b := make([]byte, 0, 128)
	for i, name := range s.names {
		b = append(b, s.texts[i]...)
		switch value := args[name].(type) {
		case string:
			b = append(b, value...)
		case int:
			b = strconv.AppendInt(b, int64(value), 10)
		case fmt.Stringer:
			b = append(b, value.String()...)
		default:
			return "", false
		}
	}
	return string(append(b, s.texts[len(s.names)]...)), true
}
