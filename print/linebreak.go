package print

import (
	"strings"

	"github.com/rivo/uniseg"
)

// noStart are characters that may not begin a line (避头), beyond what Unicode's own rules keep together.
const noStart = "，。、；：？！）》」』】〕〗〉｝］”’…—～·・ー々％‰℃°,.;:?!)]}%/／|｜-–•"

// noEnd are characters that may not end one (避尾).
const noEnd = "（《「『【〔〖〈｛［“‘([{#＃№＄￥$¥"

// pieces cuts a text of one paragraph where a line may end. Joined, the pieces are the text.
func pieces(s string) []string {
	var out []string
	state := -1
	for len(s) > 0 {
		var piece string
		piece, s, _, state = uniseg.FirstLineSegmentInString(s, state)
		if len(out) > 0 && !mayPart(out[len(out)-1], piece) {
			out[len(out)-1] += piece
			continue
		}
		out = append(out, piece)
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

// breakLines sets a text in lines of at most width, measured by measure. Latin words stay whole and closing punctuation
// never begins a line, as long as the word fits on a line at all; cut says that one did not and was cut between
// characters. Nothing is lost but the spaces at the ends of lines. "\n" begins a new line.
func breakLines(s string, width float64, measure func(string) float64) (lines []string, cut bool) {
	for _, paragraph := range strings.Split(s, "\n") {
		filled, wasCut := fill(pieces(paragraph), width, measure)
		lines = append(lines, filled...)
		cut = cut || wasCut
	}
	return lines, cut
}

func fill(from []string, width float64, measure func(string) float64) (lines []string, cut bool) {
	line := ""
	for _, piece := range from {
		if fits(line+piece, width, measure) {
			line += piece
			continue
		}
		if trimEnd(line) != "" {
			lines = append(lines, trimEnd(line))
		}
		line = piece
		for !fits(line, width, measure) {
			head, rest := cutWord(line, width, measure)
			if rest == "" {
				break
			}
			lines, line, cut = append(lines, head), rest, true
		}
	}
	return append(lines, trimEnd(line)), cut
}

func fits(s string, width float64, measure func(string) float64) bool {
	// A hundredth of a thousandth forgives what adding floats in another order makes of a text that just fits.
	return measure(trimEnd(s)) <= width+1e-5
}

// cutWord takes off as many characters as fit on a line, at least one. It moves one more to the rest where the rest would
// begin with closing punctuation.
func cutWord(word string, width float64, measure func(string) float64) (head, rest string) {
	var clusters []string
	state := -1
	for left := word; len(left) > 0; {
		var cluster string
		cluster, left, _, state = uniseg.FirstGraphemeClusterInString(left, state)
		clusters = append(clusters, cluster)
	}
	taken := 1
	for taken < len(clusters) && fits(strings.Join(clusters[:taken+1], ""), width, measure) {
		taken++
	}
	if taken > 1 && taken < len(clusters) && !mayPart(clusters[taken-1], clusters[taken]) {
		taken--
	}
	return strings.Join(clusters[:taken], ""), strings.Join(clusters[taken:], "")
}

// trimEnd takes the spaces off that a line's end swallows.
func trimEnd(s string) string { return strings.TrimRight(s, " \u3000") }
