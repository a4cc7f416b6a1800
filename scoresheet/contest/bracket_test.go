package contest_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
)

// sketch draws a bracket in letters, a line a column: the name, then the matches:
// entrants, "w2" for the winner of match 2 of the column before, "l2" for its
// loser, "-" for a bye, "." for nobody; "*" after the winner, "'" after somebody
// who has left, "<2" for where an entrant comes from in a redraw.
func sketch(t *testing.T, stage contest.Stage) string {
	t.Helper()
	b, err := contest.BracketOf(stage)
	if err != nil {
		t.Fatal(err)
	}
	match := func(m contest.BracketMatch) string {
		var words []string
		for _, p := range m.Places {
			word := map[contest.BracketPlaceKind]string{
				contest.PlaceTaken: string(p.Entrant), contest.PlaceOfWinner: fmt.Sprint("w", p.From),
				contest.PlaceOfLoser: fmt.Sprint("l", p.From), contest.PlaceBye: "-", contest.PlaceEmpty: ".",
			}[p.Kind]
			if p.Gone {
				word += "'"
			}
			if m.Winner != "" && m.Winner == p.Entrant {
				word += "*"
			}
			if !b.Fixed && p.Kind == contest.PlaceTaken && p.From > 0 {
				word += fmt.Sprint("<", p.From)
			}
			words = append(words, word)
		}
		return strings.Join(words, " ") + " " + string(m.State)
	}
	var lines []string
	for _, c := range b.Columns {
		var matches []string
		for i, m := range c.Matches {
			if m.Slot != i+1 {
				t.Errorf("slot %d at %d", m.Slot, i+1)
			}
			matches = append(matches, match(m))
		}
		name := string(c.Name)
		if c.Fraction > 0 {
			name = fmt.Sprint("1/", c.Fraction)
		}
		lines = append(lines, fmt.Sprintf("%s %d: %s", name, c.Round, strings.Join(matches, ", ")))
	}
	if b.Third != nil {
		lines = append(lines, "third: "+match(*b.Third))
	}
	lines = append(lines, fmt.Sprint("in ", b.In, " ", b.Over))
	return strings.Join(lines, "\n")
}

func TestBracketOf(t *testing.T) {
	once := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Draw: "once", ThirdPlace: true}
	anew := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, ThirdPlace: true}
	until := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Draw: "seeded", Until: 2}
	repechage := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Until: 8, Format: scoresheet.Format{Repechage: true}}
	slot := func(stage contest.Stage, round, pairing, slot int) contest.Stage {
		stage.Rounds[round].Pairings[pairing].Slot = slot
		return stage
	}
	for name, c := range map[string]struct {
		stage contest.Stage
		want  string
	}{
		"nobody": {cupOf(once, ""), "in [] true"},
		"one":    {cupOf(once, "a"), "in [a] true"},
		"before the first round": {cupOf(once, "abcdef"), `
1/4 0: a* - passed, b c to-come, d e to-come, - f* passed
semi-final 0: a w2 to-come, w3 f to-come
final 0: w1 w2 to-come
third: l1 l2 to-come
in [a b c d e f] false`},
		"five have a match for third place": {cupOf(once, "abcde"), `
1/4 0: a* - passed, b c to-come, d* - passed, - e* passed
semi-final 0: a w2 to-come, d e to-come
final 0: w1 w2 to-come
third: l1 l2 to-come
in [a b c d e] false`},
		"three have none": {cupOf(once, "abc"), `
semi-final 0: a* - passed, b c to-come
final 0: a w2 to-come
in [a b c] false`},
		"the first round drawn": {slot(slot(cupOf(once, "abcdef", "a b>c d?e f"), 0, 0, 2), 0, 1, 3), `
1/4 1: a* - passed, b* c won, d e drawn, - f* passed
semi-final 0: a b to-come, w3 f to-come
final 0: w1 w2 to-come
third: l1 l2 to-come
in [a b d e f] false`},
		"a semi-final played": {slot(cupOf(once, "abcdef", "a b>c d>e f", "b>a f?d"), 0, 1, 3), `
1/4 1: a* - passed, b* c won, d* e won, - f* passed
semi-final 2: a b* won, d f drawn
final 0: b w2 to-come
third: a l2 to-come
in [b d f] false`},
		"played out": {cupOf(once, "abcd", "a>b c>d", "c>a 3:d>b"), `
semi-final 1: a* b won, c* d won
final 2: a c* won
third: d* b won
in [c] true`},
		"somebody has left, and both lost": {leftCup(cupOf(once, "abcdefgh", "a>b c!d e>f g>h"), "a2"), `
1/4 1: a* b won, c d both-out, e* f won, g* h won
semi-final 0: a' . empty, e g to-come
final 0: . w2 to-come
in [e g] false`},
		// a and c have left: nobody plays in the semi-finals, the final is next.
		"a level without matches": {leftCup(cupOf(once, "abcdefgh", "a>b c>d e>f g>h", "c?g"), "a2", "e2"), `
1/4 1: a* b won, c* d won, e* f won, g* h won
semi-final 0: a' c* passed, e' g* passed
final 2: c g drawn
in [c g] false`},
		"until two": {cupOf(until, "abcd"), `
round 0: a b to-come, c d to-come
in [a b c d] false`},
		"drawn anew": {cupOf(anew, "abcdefgh", "a>b c>d e>f g>h", "g>c e>a", "e>g 3:c>a"), `
1/4 1: e* f won, a* b won, g* h won, c* d won
semi-final 2: e*<1 a<2 won, g*<3 c<4 won
final 3: e*<1 g<2 won
third: c*<2 a<1 won
in [e] true`},
		"drawn anew with a bye": {cupOf(anew, "abcde", "a>b c>d e", "c?e a"), `
1/4 1: c* d won, e* - passed, a* b won
semi-final 2: c<1 e<2 drawn, a*<3 - passed
in [a c e] false`},
		"third place is known": {cupOf(anew, "abcd", "a>b c>d"), `
semi-final 1: a* b won, c* d won
third: b<1 d<2 to-come
in [a c] false`},
		"third without a match": {leftCup(cupOf(anew, "abcd", "a>b c>d", "a>c"), "b2"), `
semi-final 1: a* b won, c* d won
final 2: a*<1 c<2 won
third: d*<2 . passed
in [a] true`},
		"a repechage": {cupOf(repechage, "abcdefghij", "a>b c>d e>f g>h i>j", "(a) (c) (e) (g) (i) b?d f?h j"), `
round 1: a* b won, c* d won, e* f won, g* h won, i* j won
repechage 2: b<1 d<2 drawn, f<3 h<4 drawn, j*<5 - passed, a*<1 - passed, c*<2 - passed, e*<3 - passed, g*<4 - passed, i*<5 - passed
in [a b c d e f g h i j] false`},
	} {
		if got := sketch(t, c.stage); got != strings.TrimPrefix(c.want, "\n") {
			t.Errorf("%s:\n%s\nwant%s", name, got, c.want)
		}
	}
}

// TestBracketLines: whoever stands in a column comes from the match of the
// column before that has it, and in a fixed bracket from the one that feeds it.
func TestBracketLines(t *testing.T) {
	for _, draw := range drawWords {
		for n := 2; n < 70; n += 1 + n/10 {
			for _, u := range []untidy{{}, {walkover: 10, doubleForfeit: 5, leaves: 4}} {
				phase := scoresheet.Phase{ID: "k", Kind: scoresheet.Knockout, Draw: draw, ThirdPlace: true}
				k := &knockoutRun{t: t, lots: rand.New(rand.NewPCG(uint64(n), 9)), untidy: u}
				k.stage = contest.Stage{Phase: phase, Groups: []contest.Group{inBracketOrder(t, phase, fieldOf(n, 0))}}
				champion := k.play().Rows[0].Entrant.ID
				b, err := contest.BracketOf(k.stage)
				if err != nil {
					t.Fatal(err)
				}
				if _, err := json.Marshal(b); err != nil {
					t.Fatal(err)
				}
				if !b.Over || len(b.In) == 1 && b.In[0] != champion || u == (untidy{}) && len(b.In) != 1 {
					t.Fatalf("%s: %v are in, %s is first", k.name(), b.In, champion)
				}
				checkLines(t, k.name(), b)
			}
		}
	}
}

func checkLines(t *testing.T, name string, b contest.Bracket) {
	t.Helper()
	for i := 1; i < len(b.Columns); i++ {
		before := 0
		for _, m := range b.Columns[i].Matches {
			for p, place := range m.Places {
				if b.Fixed && place.From != 2*m.Slot-1+p {
					t.Fatalf("%s: place %d of match %d of column %d comes from %d", name, p, m.Slot, i, place.From)
				}
				if place.Kind != contest.PlaceTaken {
					continue
				}
				from := b.Columns[i-1].Matches[place.From-1]
				if from.Places[0].Entrant != place.Entrant && from.Places[1].Entrant != place.Entrant {
					t.Fatalf("%s: %s does not come from match %d", name, place.Entrant, place.From)
				}
				if b.Fixed && from.Winner != place.Entrant {
					t.Fatalf("%s: %s did not win match %d", name, place.Entrant, place.From)
				}
				if !b.Fixed && place.From < before {
					t.Fatalf("%s: lines cross in column %d", name, i)
				}
				before = place.From
			}
		}
	}
}
