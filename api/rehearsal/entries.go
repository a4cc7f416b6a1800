package rehearsal

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"fmt"

	"kiosk/scoresheet"
)

// newRun is a name that no other rehearsal has.
func newRun() string {
	raw := make([]byte, 6)
	_, _ = rand.Read(raw) // never fails
	return hex.EncodeToString(raw)
}

// seeds are how many entrants are ranked before a ladder.
const seeds = 8

// entrantsFor is a list of entrants, as CSV, that fills so many tables in the
// first round.
func entrantsFor(book *scoresheet.Rulebook, tables int) ([]byte, error) {
	terms, err := book.Terms(book.Phases[0].ID)
	if err != nil {
		return nil, err
	}
	groups := book.Entry.Groups
	if len(groups) == 0 {
		groups = []string{""}
	}
	ofMatch := max(1, terms.Tables)
	n := (2*max(1, tables/ofMatch) + len(groups) - 1) / len(groups)
	if book.Phases[0].Kind == scoresheet.Ladder {
		n += seeds // who holds a title is challenged by others
	}
	if book.Entry.Max > 0 && n > book.Entry.Max {
		return nil, &TooFewError{Most: book.Entry.Max * len(groups) / 2 * ofMatch}
	}
	return list(book, groups, max(n, book.Entry.Min, 2)), nil
}

// list has n entrants in each group.
func list(book *scoresheet.Rulebook, groups []string, n int) []byte {
	players := book.Entry.Players
	if book.Entry.Partners == scoresheet.PartnersByLot {
		// Who enters alone finds a partner by lot.
		players, n = 1, 2*n
	}
	var rows bytes.Buffer
	rows.WriteString("编号,单位,队名,组别,种子")
	for i := range players {
		fmt.Fprintf(&rows, ",选手%d", i+1)
	}
	rows.WriteString("\n")
	for _, group := range groups {
		for i := range n {
			name := fmt.Sprintf("%s%d", group, i+1)
			team, seed := name+"队", ""
			if players == 1 {
				team = ""
			}
			if book.Phases[0].Kind == scoresheet.Ladder && i < seeds {
				seed = fmt.Sprint(i + 1)
			}
			fmt.Fprintf(&rows, "%s,单位%d,%s,%s,%s", name, i+1, team, group, seed)
			for p := range players {
				fmt.Fprintf(&rows, ",选手%s之%d", name, p+1)
			}
			rows.WriteString("\n")
		}
	}
	return rows.Bytes()
}
