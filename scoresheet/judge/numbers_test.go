package judge_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"kiosk/config"
)

var (
	numberInRulebook = regexp.MustCompile(`\d+`)
	// words of a rulebook, whose numbers say nothing to the program.
	wordsInRulebook = regexp.MustCompile(`^(#|id|number|name|article|zh-|en |document|title|\[|  \{ )`)
	// scoreless are lines that no score depends on: ranges, clocks and entries.
	scoreless = regexp.MustCompile(`^(version|min|max|certificates|players|rounds|bye|options) = `)
	clocks    = regexp.MustCompile(`^(minutes|late_minutes|play_seconds|bottom_seconds)$`)
)

// TestEveryOtherNumberBreaksAVector changes each number of a rulebook that a
// score depends on, one at a time: the rulebook is refused then, or some vector
// of it fails.
func TestEveryOtherNumberBreaksAVector(t *testing.T) {
	for _, id := range shuangshengBooks {
		entry, ok := config.BuiltIn().Get(id)
		if !ok {
			t.Fatal("no rulebook", id)
		}
		vectors := vectorsOf(t, id)
		lines := strings.Split(entry.Text, "\n")
		table, tried := "", 0
		for i, line := range lines {
			if strings.HasPrefix(line, "[") {
				table = strings.Trim(strings.TrimPrefix(strings.Trim(line, "[]"), "settings."), " ")
			}
			if wordsInRulebook.MatchString(line) || scoreless.MatchString(line) || clocks.MatchString(table) {
				continue
			}
			for _, at := range numberInRulebook.FindAllStringIndex(line, -1) {
				changed := slices.Clone(lines)
				changed[i] = line[:at[0]] + another(line[at[0]:at[1]]) + line[at[1]:]
				tried++
				if survives(strings.Join(changed, "\n"), vectors) {
					t.Errorf("%s:%d: nothing notices %q", id, i+1, changed[i])
				}
			}
		}
		if tried < 40 {
			t.Errorf("%s: only %d numbers", id, tried)
		}
	}
}

func another(number string) string {
	n, err := strconv.Atoi(number)
	if err != nil {
		return number
	}
	if n > 0 && n%5 == 0 {
		return strconv.Itoa(n + 5)
	}
	return strconv.Itoa(n + 1)
}

func survives(text string, vectors []vector) bool {
	entry, err := config.Frozen(text)
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(vectors, func(v vector) bool { return !v.holds(entry.Book) })
}
