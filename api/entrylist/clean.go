package entrylist

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// clean makes one line of a cell: digits and letters of full width become
// narrow, control and invisible characters go, every kind of space becomes one
// space and none is left at the ends. Rare characters, private ones too, and
// emoji stay.
func clean(s string) string {
	if s == "" {
		return ""
	}
	runes := []rune(strings.ToValidUTF8(s, string(utf8.RuneError)))
	var kept strings.Builder
	kept.Grow(len(s))
	var last rune
	space := false
	for i, r := range runes {
		if isSpace(r) {
			space = true
			continue
		}
		if isInvisible(r) && !(r == zeroWidthJoiner && joinsEmoji(runes, i)) {
			continue
		}
		if space && last != 0 {
			kept.WriteByte(' ')
		}
		space = false
		last = narrow(r)
		kept.WriteRune(last)
	}
	return compose(kept.String())
}

const zeroWidthJoiner = '\u200d'

// isSpace tells what looks like a space, line breaks and fillers included.
func isSpace(r rune) bool {
	if isCommon(r) {
		return false
	}
	switch r {
	case '\u115f', '\u1160', '\u3164', '\uffa0', '\u2800':
		return true
	}
	return unicode.IsSpace(r)
}

// isInvisible tells control and format characters and what is no character.
func isInvisible(r rune) bool {
	return !isCommon(r) && (unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) ||
		r&0xfffe == 0xfffe || r >= 0xfdd0 && r <= 0xfdef)
}

// isCommon tells, without a look into the tables, most of what lists are made
// of: visible ASCII and the block of common ideographs.
func isCommon(r rune) bool { return r > ' ' && r < 0x7f || r >= 0x4e00 && r <= 0x9fff }

// isBlank tells a cell in which nothing is to be seen.
func isBlank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !isSpace(r) && !isInvisible(r) })
}

// joinsEmoji tells whether the joiner at i makes one picture of two.
func joinsEmoji(runes []rune, i int) bool {
	return i > 0 && i+1 < len(runes) && isPicture(runes[i-1]) && unicode.Is(unicode.So, runes[i+1])
}

// isPicture tells an emoji or what may follow one: a skin tone, a selector.
func isPicture(r rune) bool {
	return unicode.Is(unicode.So, r) || unicode.Is(unicode.Sk, r) || r == '\ufe0f'
}

// narrow folds digits and letters of full width; punctuation stays as it is.
func narrow(r rune) rune {
	const offset = 'Ａ' - 'A'
	switch {
	case r >= '０' && r <= '９', r >= 'Ａ' && r <= 'Ｚ', r >= 'ａ' && r <= 'ｚ':
		return r - offset
	}
	return r
}

// maxComposed is the longest text, in bytes, whose accents are looked at; every
// text within the limits of this package is shorter.
const maxComposed = 4 << 10

// compose joins letters and their accents, and nothing else: a rare ideograph
// that Unicode holds equal to a common one stays what it is.
func compose(s string) string {
	if len(s) > maxComposed {
		return s
	}
	for _, r := range s {
		if !isCommon(r) && unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Variation_Selector, r) {
			return norm.NFC.String(s)
		}
	}
	return s
}

// cleanName cleans a player's name. Spaces that only spread a Chinese name over
// a column go; names in other scripts keep single ones.
func cleanName(s string) string {
	name := clean(s)
	joined := strings.ReplaceAll(name, " ", "")
	n := 0
	for _, r := range joined {
		if !isIdeograph(r) {
			return name
		}
		n++
	}
	// Longer than three characters it may be two names, or one of two parts.
	if n > 3 {
		return name
	}
	return joined
}

// isIdeograph tells a Chinese character, also one that is newer than the tables
// of this program.
func isIdeograph(r rune) bool {
	return unicode.Is(unicode.Han, r) || r >= 0x20000 && r <= 0x3fffd
}

func hasIdeograph(s string) bool { return strings.ContainsFunc(s, isIdeograph) }

// hasContent tells a text from mere dashes, dots and other placeholders.
func hasContent(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool {
		return !isSpace(r) && !isInvisible(r) && !unicode.IsPunct(r) && !unicode.IsMark(r) &&
			!unicode.In(r, unicode.Sm, unicode.Sc, unicode.Sk)
	})
}

// isPlaceholder tells a cell that says "nobody" or "none" in words or marks.
func isPlaceholder(s string) bool {
	switch sameKey(s) {
	case "", "无", "無", "暂无", "暫無", "暂缺", "暫缺", "待定", "空", "none", "n/a", "tbd":
		return true
	}
	return !hasContent(s)
}

// sameKey writes equal what people take for the same word: width, case, spaces
// and the dots and dashes between the parts of a name do not count.
func sameKey(s string) string {
	if len(s) > maxComposed {
		return s
	}
	folded := strings.ToLower(norm.NFKC.String(clean(s)))
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '·', '•', '・', '‧', '．', '.', '-', '‐', '\'', '’':
			return -1
		}
		return r
	}, folded)
}

// marksWithin is how many accents and selectors belong to one character.
const marksWithin = 3

// length counts characters as people do: a selector or an accent is none, but a
// heap of them is.
func length(s string) int {
	n, marks := 0, 0
	for _, r := range s {
		if unicode.Is(unicode.Mn, r) {
			if marks++; marks <= marksWithin {
				continue
			}
		} else {
			marks = 0
		}
		n++
	}
	return n
}

// groupName takes the word for group, and what only numbers it, off a group:
// "A组", "ａ", "第A组" and "Group A" are all "A".
func groupName(s string) string {
	name := strings.ToUpper(clean(s))
	name = strings.TrimPrefix(name, "第")
	name = strings.TrimPrefix(name, "GROUP")
	for _, word := range []string{"组别", "組別", "小组", "小組", "组", "組"} {
		name = strings.TrimSuffix(name, word)
	}
	name = strings.Trim(name, " :：-_.")
	if name == "" {
		return clean(s)
	}
	if n, ok := chineseDigit(name); ok {
		return n
	}
	return name
}

// chineseDigit reads one Chinese numeral up to ten.
func chineseDigit(s string) (string, bool) {
	digits := map[string]string{"一": "1", "二": "2", "三": "3", "四": "4", "五": "5",
		"六": "6", "七": "7", "八": "8", "九": "9", "十": "10"}
	n, ok := digits[s]
	return n, ok
}

// Inert makes a text safe to stand in a cell of a CSV or XLSX file: one that a
// spreadsheet could take for a formula gets an apostrophe in front, which Read
// takes off again. Everything else stays as it is.
func Inert(text string) string {
	if isFormula(text) {
		return "'" + text
	}
	return text
}

// isFormula tells what a spreadsheet might calculate.
func isFormula(text string) bool {
	if strings.HasPrefix(text, "\t") || strings.HasPrefix(text, "\r") || strings.HasPrefix(text, "\n") {
		return true
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(text, func(r rune) bool { return isSpace(r) || isInvisible(r) }))
	return r != utf8.RuneError && strings.ContainsRune("=+-@＝＋－＠", r)
}

// withoutGuard takes off the apostrophe that Inert put in front.
func withoutGuard(cell string) string {
	if text, ok := strings.CutPrefix(cell, "'"); ok && isFormula(text) {
		return text
	}
	return cell
}
