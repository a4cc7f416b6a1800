package api_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/judge"
)

// entriesOf are entries that a rulebook takes: n in all, or n in each of the
// groups that entries name.
func entriesOf(book *scoresheet.Rulebook, n int) string {
	var rows strings.Builder
	rows.WriteString("编号,单位,队名,组别,种子")
	players := book.Entry.Players
	if book.Entry.Partners == scoresheet.PartnersByLot {
		players = 1
	}
	for i := range players {
		fmt.Fprintf(&rows, ",选手%d", i+1)
	}
	rows.WriteString("\n")
	groups := book.Entry.Groups
	if len(groups) == 0 {
		groups = []string{""}
	}
	for _, group := range groups {
		for i := range n {
			name := group + fmt.Sprint(i+1)
			team := name + "队"
			if players == 1 {
				team = ""
			}
			seed := ""
			if book.Phases[0].Kind == scoresheet.Ladder && i < 8 {
				seed = fmt.Sprint(i + 1)
			}
			fmt.Fprintf(&rows, "%s,单位%d,%s,%s,%s", name, i+1, team, group, seed)
			for p := range players {
				fmt.Fprintf(&rows, ",选手%s之%d", name, p+1)
			}
			rows.WriteString("\n")
		}
	}
	return rows.String()
}

// sheetMaker plays matches at random until the rulebook says that they are
// over.
type sheetMaker struct {
	*testing.T
	book   *scoresheet.Rulebook
	random *rand.Rand
}

// play is a finished sheet of the phase.
func (s sheetMaker) play(phase string) scoresheet.Sheet {
	j, err := judge.New(s.book, phase)
	if err != nil {
		s.Fatal(err)
	}
	terms := j.Terms()
	sheet := scoresheet.Sheet{Games: []scoresheet.Game{{}}}
	for range 2000 {
		v := j.Verdict(sheet)
		if !v.Valid {
			s.Fatalf("%s %s: %+v", s.book.ID, phase, v.Faults)
		}
		if v.Match.State == scoresheet.MatchOver {
			return sheet
		}
		last := len(sheet.Games) - 1
		state := scoresheet.GamePlaying
		if last < len(v.Games) {
			state = v.Games[last].State
		}
		switch {
		case state == scoresheet.GameOver:
			sheet.Games = append(sheet.Games, scoresheet.Game{})
		case state == scoresheet.GamePlaying && terms.Minutes > 0 && len(sheet.Games[last].Hands) > 3 && sheet.Games[last].End == "" && s.random.IntN(4) == 0:
			sheet.Games[last].End = scoresheet.EndedByClock
		default:
			hand := s.hand(terms, len(sheet.Games[last].Hands))
			hand.Extra = state == scoresheet.GameExtraHand && terms.Scoring == scoresheet.ScoringLevels
			sheet.Games[last].Hands = append(sheet.Games[last].Hands, hand)
		}
	}
	s.Fatalf("%s %s: a match never ends", s.book.ID, phase)
	return sheet
}

func (s sheetMaker) hand(terms scoresheet.Terms, before int) scoresheet.Hand {
	if s.book.Discipline == scoresheet.Shuangsheng {
		tricks := 5 * s.random.IntN(41)
		hand := scoresheet.Hand{Tricks: &tricks}
		if before == 0 {
			hand.OnStage = scoresheet.Sides[s.random.IntN(2)]
		}
		return hand
	}
	seats := 4
	if s.book.Discipline == scoresheet.Gouji {
		seats = 6
	}
	order := make([]scoresheet.Seat, seats)
	for i := range order {
		order[i] = scoresheet.Seat(i + 1)
	}
	s.random.Shuffle(seats, func(i, k int) { order[i], order[k] = order[k], order[i] })
	hand := scoresheet.Hand{Finish: order}
	if terms.Tables > 0 {
		hand.Table, hand.Sitting = before%terms.Tables+1, before/terms.Tables+1
	}
	return hand
}

// entrants is how many enter the event of a rulebook, in all or in each of the
// groups that entries name: enough for each of its phases to have work to do.
func entrants(book *scoresheet.Rulebook) int {
	most := book.Entry.Max
	if most == 0 {
		most = 200
	}
	switch {
	case len(book.Entry.Groups) > 0:
		return 5
	case book.Phases[0].Until >= 15 && most >= 44:
		return 44
	}
	if book.Entry.Partners == scoresheet.PartnersByLot {
		return 26
	}
	return min(most, max(book.Entry.Min, 13))
}

// finish plays every match of a round and signs it off.
func (k *kiosk) finish(id string, maker sheetMaker, round float64) {
	k.Helper()
	for _, m := range k.list(fmt.Sprintf("/api/v1/events/%s/matches?round=%v", id, round)) {
		if state := m["state"]; state == "forfeited" || state == "void" {
			continue
		}
		sheet := maker.play(m["phase"].(string))
		k.post(http.StatusCreated, "/api/v1/matches/"+m["id"].(string)+"/sheet", map[string]any{"games": sheet.Games, "reason": "纸质记分表"})
		k.post(http.StatusCreated, "/api/v1/matches/"+m["id"].(string)+"/sign-off", map[string]any{})
	}
}

// begin makes an event with entries, ready to be drawn.
func (k *kiosk) begin(book *scoresheet.Rulebook, n int) string {
	k.Helper()
	id := k.post(http.StatusCreated, "/api/v1/events", map[string]any{"name": "全程 " + book.ID, "rulebook": book.ID})["id"].(string)
	k.want(http.StatusOK, request{method: http.MethodPut, path: "/api/v1/events/" + id + "/entrants", raw: []byte(entriesOf(book, n)), contentType: "text/csv"})
	if book.Entry.Partners == scoresheet.PartnersByLot {
		k.post(http.StatusCreated, "/api/v1/events/"+id+"/partners", map[string]any{"seed": "partners"})
	}
	return id
}

// playOut draws and plays rounds until the event is over.
func (k *kiosk) playOut(id string, maker sheetMaker) (rounds int) {
	k.Helper()
	for range 200 {
		status, data := k.send(request{method: http.MethodPost, path: "/api/v1/events/" + id + "/rounds", body: map[string]any{"seed": fmt.Sprint("seed ", rounds)}})
		if status == http.StatusConflict && strings.Contains(string(data), `"draw.over"`) {
			k.drawLots(id)
			return rounds
		}
		if status == http.StatusConflict && strings.Contains(string(data), `"ladder.quarter-over"`) {
			k.post(http.StatusCreated, "/api/v1/events/"+id+"/ladder/close", map[string]any{"seed": fmt.Sprint("quarter ", rounds)})
			continue
		}
		if status != http.StatusCreated {
			k.Fatalf("round %d: %d %s", rounds+1, status, data)
		}
		rounds++
		k.finish(id, maker, float64(rounds))
	}
	k.Fatalf("event %s never ends", id)
	return rounds
}

// drawLots draws the lots that the last standings still need.
func (k *kiosk) drawLots(id string) {
	k.Helper()
	for _, phase := range k.list("/api/v1/events/" + id + "/standings") {
		for _, group := range phase["groups"].([]any) {
			if group.(map[string]any)["lot_needed"] == true {
				k.post(http.StatusCreated, "/api/v1/events/"+id+"/lots", map[string]any{"seed": "lots"})
				return
			}
		}
	}
}

// Each rulebook, from entries to the last rank: everybody has one place, alone
// or shared, places leave no gap, and another kiosk reads the same from the
// exported event.
func TestEveryRulebookPlaysItsWholeEvent(t *testing.T) {
	books, err := config.BuiltIn().List()
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range books {
		t.Run(entry.Book.ID, func(t *testing.T) {
			k := newKiosk(t)
			n := entrants(entry.Book)
			id := k.begin(entry.Book, n)
			maker := sheetMaker{t, entry.Book, rand.New(rand.NewPCG(7, 9))}
			rounds := k.playOut(id, maker)
			total := len(field(k.get("/api/v1/events/"+id), "entrants").([]any))
			places := k.list("/api/v1/events/" + id + "/places")
			if len(places) != total || rounds == 0 {
				t.Fatalf("%d places for %d entrants after %d rounds", len(places), total, rounds)
			}
			seen := []string{}
			for i, p := range places {
				entrant := p["entrant"].(string)
				if slices.Contains(seen, entrant) {
					t.Errorf("%s has two places", entrant)
				}
				seen = append(seen, entrant)
				if place := int(p["place"].(float64)); place > i+1 {
					t.Errorf("row %d has place %d", i+1, place)
				}
				if p["provisional"] == true {
					t.Errorf("the place of %s is provisional at the end", entrant)
				}
			}
			k.sameElsewhere(id)
			t.Logf("%d entrants, %d rounds", total, rounds)
		})
	}
}
