package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"kiosk/config"
)

// nextDraw asks what the next draw needs, and holds it against its description.
func (k *kiosk) nextDraw(id string) answer {
	k.Helper()
	status, data := k.send(request{method: http.MethodGet, path: "/api/v1/events/" + id + "/rounds/next"})
	var view answer
	if err := json.Unmarshal(data, &view); err != nil || status != http.StatusOK {
		k.Fatalf("next draw: %d %s", status, data)
	}
	d := k.description()
	for _, wrong := range firstOf(d.check(d.schema(k.T, http.MethodGet, "/api/v1/events/{id}/rounds/next"), view, ""), 8) {
		k.Errorf("next draw: %s", wrong)
	}
	return view
}

func (k *kiosk) knockout(n int) string {
	k.Helper()
	entry, _ := config.BuiltIn().Get("guandan-factory")
	return k.begin(entry.Book, n)
}

// The organiser is told who can be drawn, which results are missing and what may
// be said of them; with the outcomes the next round can be drawn.
func TestWhatTheNextDrawNeeds(t *testing.T) {
	k := newKiosk(t)
	id := k.knockout(5)
	first := k.nextDraw(id)
	if field(first, "field", "lots") != "pairs" || field(first, "field", "matches") != 2.0 || field(first, "field", "seed") == "" {
		t.Errorf("the first draw is of %v", first["field"])
	}
	if n := len(field(first, "field", "groups", 0, "order").([]any)); n != 5 {
		t.Errorf("%d in the field", n)
	}
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "1"})
	missing := k.nextDraw(id)["missing"].([]any)
	if len(missing) != 2 || fmt.Sprint(field(missing, 0, "outcomes")) != "[forfeit-a forfeit-b forfeit-both]" {
		t.Fatalf("missing are %v", missing)
	}
	outcomes := map[string]any{}
	for _, m := range missing {
		outcomes[field(m, "match").(string)] = "forfeit-b"
	}
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "2", "missing": outcomes})
	if status, _ := k.send(request{method: http.MethodGet, path: "/api/v1/events/" + id + "/rounds/next", token: "-"}); status != http.StatusUnauthorized {
		t.Errorf("strangers are answered with %d", status)
	}
}

// What the lots on paper have wrong is told at its place, with names.
func TestRefusalsOfPaperLotsHaveNames(t *testing.T) {
	k := newKiosk(t)
	id := k.knockout(5)
	order := field(k.nextDraw(id), "field", "groups", 0, "order").([]any)
	entrant := func(n int) string { return field(order, n, "entrant").(string) }
	body := map[string]any{
		"pairs": []any{map[string]any{"home": entrant(0), "away": entrant(1)}, map[string]any{"home": entrant(0), "away": entrant(2)}},
		"byes":  []any{entrant(3), entrant(4)},
	}
	refused := k.post(http.StatusUnprocessableEntity, "/api/v1/events/"+id+"/rounds", body)
	name := field(order, 0, "name").(string)
	found := false
	for _, fault := range refused["faults"].([]any) {
		at, message := field(fault, "at").(string), field(fault, "message").(string)
		if field(fault, "code") == "knockout.double" {
			found = at == "/pairings/1" && strings.Contains(message, name)
		}
		if strings.Contains(message, "fault.") || strings.Contains(message, entrant(0)+" ") {
			t.Errorf("%s: %s", at, message)
		}
	}
	if !found {
		t.Errorf("%s is named twice, and the faults are %v", name, refused["faults"])
	}
}

// A knockout's standings say how far everybody came, and which ranks may change.
func TestStandingsOfAKnockoutSayHowFarItWent(t *testing.T) {
	k := newKiosk(t)
	id := k.knockout(4)
	base := "/api/v1/events/" + id
	reasons := func() []string {
		var texts []string
		for _, row := range field(k.list(base + "/standings")[0], "groups", 0, "rows").([]any) {
			text, _ := field(row, "decided_by", "text").(string)
			texts = append(texts, fmt.Sprint(field(row, "rank"), " ", text, " ", field(row, "provisional")))
		}
		return texts
	}
	end := func() {
		for _, m := range k.list(base + "/matches") {
			k.post(http.StatusCreated, "/api/v1/matches/"+m["id"].(string)+"/forfeit", map[string]any{"side": "B", "reason": "test"})
		}
	}
	k.post(http.StatusCreated, base+"/rounds", map[string]any{"seed": "1"})
	if got := strings.Join(reasons(), ", "); got != strings.Join([]string{"1 仍在：半决赛 true", "1 仍在：半决赛 true", "1 仍在：半决赛 true", "1 仍在：半决赛 true"}, ", ") {
		t.Errorf("while the semi-finals are played: %s", got)
	}
	end()
	k.post(http.StatusCreated, base+"/rounds", map[string]any{"seed": "2"})
	end()
	want := []string{"1 决赛获胜 false", "2 决赛落败 false", "3 三四名决赛获胜 false", "4 三四名决赛落败 false"}
	if got := reasons(); strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.Errorf("at the end: %v", got)
	}
	row := field(k.list(base + "/standings")[0], "groups", 0, "rows", 0)
	if field(row, "figures", 0, "rule") != "round-reached" || field(row, "figures", 0, "value") != "决赛" {
		t.Errorf("the first came to %v", field(row, "figures", 0))
	}
}
