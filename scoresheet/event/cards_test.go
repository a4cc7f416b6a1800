package event_test

import (
	"strings"
	"testing"

	"kiosk/scoresheet/card"
	"kiosk/scoresheet/event"
)

func ruling(left, right string) event.CardRuling {
	return event.CardRuling{Question: card.Question{Left: left, Right: right, Level: 5}, Beats: ptr(true), Codes: []string{"compare.higher"}}
}

func TestARulingOnCardsIsKeptAndChangesNothing(t *testing.T) {
	h := drawn(t, college, nil)
	h.do(referee, event.NoteRuling{Match: 1, Ruling: ruling("S3 H3", "S4 H4")})
	m := h.match(1)
	if len(m.Rulings) != 1 || m.Rulings[0].By.Name != "张" || m.Rulings[0].Right != "S4 H4" {
		t.Fatalf("rulings %+v", m.Rulings)
	}
	if m.Rulings[0].Place != at(1, 1) {
		t.Errorf("the ruling is of %v, want the hand that is being played", m.Rulings[0].Place)
	}
	if m.State != event.Drawn || m.Record == m.Version || len(h.match(2).Rulings) != 0 {
		t.Errorf("state %s, record %d of %d", m.State, m.Record, m.Version)
	}
	named := ruling("S3", "")
	named.Place = at(1, 1)
	h.do(chief, event.NoteRuling{Match: 1, Ruling: named})
	if got := h.match(1).Rulings; len(got) != 2 || got[0].Left != "S3 H3" {
		t.Errorf("rulings %+v", got)
	}
	h.survives()
}

func TestRulingsThatAreNone(t *testing.T) {
	h := drawn(t, college, nil)
	without := ruling("S3", "S4")
	without.Codes = nil
	long := ruling("S3", strings.Repeat("S4 ", event.MaxCards))
	many := ruling("S3", "S4")
	many.Others = make([]string, 40)
	for name, c := range map[string]struct {
		match  int
		ruling event.CardRuling
		code   string
	}{
		"no match":       {99, ruling("S3", "S4"), "match.unknown"},
		"no cards":       {1, ruling("", "S4"), "text.empty"},
		"no answer":      {1, without, "ruling.empty"},
		"too long":       {1, long, "text.too-long"},
		"too many hands": {1, many, "ruling.empty"},
	} {
		t.Run(name, func(t *testing.T) { h.refused(referee, event.NoteRuling{Match: c.match, Ruling: c.ruling}, c.code) })
	}
	h.refused(phone(sideA), event.NoteRuling{Match: 1, Ruling: ruling("S3", "S4")}, "forbidden")
}
