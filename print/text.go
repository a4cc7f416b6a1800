package print

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// missingRune stands on the page for a character that no font has.
const missingRune = '□'

// clean makes a text safe to set: valid UTF-8, letters with their accents composed, no control or format characters, no
// variation selectors. A line break stays where keepBreaks is set; every other run of white space becomes one space.
func clean(s string, keepBreaks bool) string {
	s = strings.ToValidUTF8(s, string(utf8.RuneError))
	if strings.ContainsFunc(s, unicode.IsMark) {
		s = compose(s)
	}
	var out strings.Builder
	out.Grow(len(s))
	space := false
	for _, r := range s {
		switch {
		case r == '\n' && keepBreaks:
			out.WriteByte('\n')
			space = false
		case r == '\u3000':
			// An ideographic space is set on purpose: it keeps its width.
			out.WriteRune(r)
			space = false
		case unicode.IsSpace(r) || unicode.Is(unicode.Z, r):
			space = true
		case invisible(r):
		default:
			if space && out.Len() > 0 {
				out.WriteByte(' ')
			}
			space = false
			out.WriteRune(r)
		}
	}
	return strings.Trim(out.String(), " ")
}

// invisible reports characters that have no picture of their own, or that the PDF writer cannot bear.
func invisible(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Variation_Selector, r) ||
		unicode.Is(unicode.Noncharacter_Code_Point, r) || unicode.Is(unicode.Other_Default_Ignorable_Code_Point, r)
}

// compose joins letters and the marks after them. Only those: a full normalisation would also swap the compatibility
// ideographs, and with them the way a name is written.
func compose(s string) string {
	var out strings.Builder
	runes := []rune(s)
	for i := 0; i < len(runes); {
		end := i + 1
		for end < len(runes) && unicode.IsMark(runes[end]) {
			end++
		}
		if end == i+1 {
			out.WriteRune(runes[i])
		} else {
			out.WriteString(norm.NFC.String(string(runes[i:end])))
		}
		i = end
	}
	return out.String()
}
