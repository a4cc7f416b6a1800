package print

import (
	"strings"

	"github.com/rivo/uniseg"
)

// noStart are characters that may not begin a line (避头), beyond what Unicode's own rules keep together.
const noStart = "，。、；：？！）》」』】〕〗〉｝］”’…—～·・ー々％‰℃°,.;:?!)]}%/／|｜-–•"

// noEnd are characters that may not end one (避尾).
const noEnd = "（《「『【〔〖〈｛［“‘([{#＃№＄￥$¥"

// piece is a part of a paragraph that stays on one line.
type piece struct {
	text string
	// advance is its length, trimmed that without the spaces that a line's end swallows; in ems.
	advance, trimmed float64
}

// ruler measures text for breaking, in ems. It adds up: the advance of two texts is that of the one after the other.
type ruler struct {
	advance func(string) float64
	// last is the part of the advance that the last character of a line does not need: the space between letters.
	last float64
}

// pieces cuts a paragraph where a line may end. Joined, the pieces are the text.
func (r ruler) pieces(s string) []piece {
	var texts []string
	state := -1
	for len(s) > 0 {
		var text string
		text, s, _, state = uniseg.FirstLineSegmentInString(s, state)
		if len(texts) > 0 && !mayPart(texts[len(texts)-1], text) {
			texts[len(texts)-1] += text
			continue
		}
		texts = append(texts, text)
	}
	texts = loosened(texts)
	out := make([]piece, len(texts))
	for i, text := range texts {
		out[i] = r.piece(text)
	}
	return out
}

// loosened cuts texts further where Chinese typesetting lets a line end and Unicode's rules, made for all languages, do
// not: after a comma or full stop, and before an opening bracket or quotation mark.
func loosened(texts []string) []string {
	var out []string
	for _, text := range texts {
		start, before := 0, rune(-1)
		for at, r := range text {
			loose := strings.ContainsRune("，、；：。！？", before) || strings.ContainsRune("（《「『【〔“", r)
			if loose && at > start && r != ' ' && mayPart(string(before), string(r)) {
				out, start = append(out, text[start:at]), at
			}
			before = r
		}
		out = append(out, text[start:])
	}
	return out
}

func (r ruler) piece(text string) piece {
	return piece{text, r.advance(text), r.advance(trimEnd(text))}
}

// paragraphs cuts a text at its line breaks, and each part where a line may end.
func (r ruler) paragraphs(s string) [][]piece {
	var out [][]piece
	for _, paragraph := range strings.Split(s, "\n") {
		out = append(out, r.pieces(paragraph))
	}
	return out
}

// mayPart reports whether a line may end between two texts.
func mayPart(before, after string) bool {
	first, _ := firstRune(after)
	if strings.ContainsRune(noStart, first) && trimEnd(before) == before {
		return false
	}
	last := lastRune(trimEnd(before))
	return !strings.ContainsRune(noEnd, last)
}

func firstRune(s string) (rune, bool) {
	for _, r := range s {
		return r, true
	}
	return -1, false
}

func lastRune(s string) rune {
	last := rune(-1)
	for _, r := range s {
		last = r
	}
	return last
}

// breaking says how well lines could be broken; later values are worse.
type breaking int

const (
	// whole: every word is on one line.
	whole breaking = iota
	// cut: a word was cut between characters.
	cut
	// wide: a line is wider than it should be, for a single character is.
	wide
)

// breakLines sets paragraphs in lines of at most width. Latin words stay whole and closing punctuation never begins a
// line, as long as the word fits on a line at all. Nothing is lost but the spaces at the ends of lines. The first line
// begins after an indent.
func (r ruler) breakLines(paragraphs [][]piece, width, indent float64) (lines []string, how breaking) {
	for _, pieces := range paragraphs {
		filled, worse := r.fill(pieces, width, indent)
		lines, how, indent = append(lines, filled...), max(how, worse), 0
	}
	return lines, how
}

func (r ruler) fill(pieces []piece, width, indent float64) (lines []string, how breaking) {
	line, used := "", indent
	for _, next := range pieces {
		if r.fits(used+next.trimmed, width) {
			line, used = line+next.text, used+next.advance
			continue
		}
		if trimEnd(line) != "" {
			lines, used = append(lines, trimEnd(line)), 0
		}
		for !r.fits(used+next.trimmed, width) {
			head, rest := r.cutWord(next.text, width-used)
			if !r.fits(used+r.advance(trimEnd(head)), width) {
				how = wide
			}
			if rest == "" {
				break
			}
			if trimEnd(head) != "" {
				lines, how = append(lines, trimEnd(head)), max(how, cut)
			}
			next, used = r.piece(strings.TrimLeft(rest, spaces)), 0
		}
		line, used = next.text, used+next.advance
	}
	return append(lines, trimEnd(line)), how
}

func (r ruler) fits(advance, width float64) bool {
	// A little is forgiven: adding floats in another order must not break a text that just fits.
	return advance-r.last <= width+1e-6
}

// cutWord takes off as many characters as fit on a line, at least one. It leaves one more to the rest where the rest would
// begin with closing punctuation.
func (r ruler) cutWord(word string, width float64) (head, rest string) {
	var clusters []string
	state := -1
	for left := word; len(left) > 0; {
		var cluster string
		cluster, left, _, state = uniseg.FirstGraphemeClusterInString(left, state)
		clusters = append(clusters, cluster)
	}
	taken, used := 1, r.advance(clusters[0])
	for ; taken < len(clusters); taken++ {
		used += r.advance(clusters[taken])
		if !r.fits(used, width) {
			break
		}
	}
	if taken > 1 && taken < len(clusters) && !mayPart(clusters[taken-1], clusters[taken]) {
		taken--
	}
	return strings.Join(clusters[:taken], ""), strings.Join(clusters[taken:], "")
}

// trimEnd takes the spaces off that a line's end swallows.
func trimEnd(s string) string { return strings.TrimRight(s, spaces) }

const spaces = " \u3000"
