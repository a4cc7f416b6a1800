package api_test

import (
	"fmt"
	"net/http"
	"testing"
)

func TestCollegeEventFromEntriesToCertificates(t *testing.T) {
	k := newKiosk(t)
	id := k.college(4)
	base := "/api/v1/events/" + id
	rounds := 0
	for {
		next := field(k.get(base), "next_round")
		if field(next, "possible") != true {
			break
		}
		k.post(http.StatusCreated, base+"/rounds", map[string]any{"seed": "20261205"})
		rounds++
		k.playRound(id, rounds)
	}
	if rounds != 3+3 {
		t.Errorf("%d rounds, want 3 of the groups and 3 of the finals", rounds)
	}
	if got := field(k.get(base), "state"); got != "over" {
		t.Errorf("state %v, want over", got)
	}
	places := k.list(base + "/places")
	if len(places) != 8 {
		t.Fatalf("%d places, want 8", len(places))
	}
	for i, p := range places {
		if p["place"] != float64(i+1) || p["provisional"] != false {
			t.Errorf("row %d: place %v, provisional %v", i, p["place"], p["provisional"])
		}
	}
	for _, document := range []string{"scoresheets", "table-cards", "round-sheet", "draw-sheet", "standings", "certificates", "participation", "rulebook"} {
		status, data := k.send(request{method: http.MethodGet, path: base + "/print/" + document + ".pdf"})
		if status != http.StatusOK || string(data[:5]) != "%PDF-" {
			t.Errorf("%s: status %d: %.200s", document, status, data)
		}
		k.get(base + "/print/" + document + "/notes")
	}
}

// playRound plays all matches of a round: the side with the lower entrant
// number wins.
func (k *kiosk) playRound(id string, round int) {
	k.Helper()
	for _, m := range k.list(fmt.Sprintf("/api/v1/events/%s/matches?round=%d", id, round)) {
		a, b := k.phones(id, int(m["table"].(float64)))
		order := []int{1, 3}
		if field(m, "sides", "A", "entrant").(string) > field(m, "sides", "B", "entrant").(string) {
			order = []int{2, 4}
		}
		for n := 1; n <= 5; n++ {
			if got := a.report(http.StatusCreated, n, order...)["state"]; got != "reported" {
				k.Fatalf("first report: %v", got)
			}
			if got := b.report(http.StatusCreated, n, order...)["state"]; got != "confirmed" {
				k.Fatalf("second report: %v", got)
			}
		}
		a.say(http.StatusCreated, "confirm", map[string]any{"version": a.version()})
		b.say(http.StatusCreated, "confirm", map[string]any{"version": b.version()})
		k.post(http.StatusCreated, "/api/v1/matches/"+m["id"].(string)+"/sign-off", map[string]any{"version": a.version()})
	}
}
