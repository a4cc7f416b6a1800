package api_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// arena makes a challenge ladder with n teams; the first eight came with their
// places in the last championship.
func (k *kiosk) arena(n int) string {
	k.Helper()
	id := k.post(http.StatusCreated, "/api/v1/events", map[string]any{"name": "擂台赛", "rulebook": "gouji-arena"})["id"].(string)
	var rows strings.Builder
	rows.WriteString("编号,单位,队名,种子,选手1,选手2,选手3\n")
	for i := 1; i <= n; i++ {
		seed := ""
		if i <= 8 {
			seed = fmt.Sprint(i)
		}
		fmt.Fprintf(&rows, "%d,单位%d,队%d,%s,甲%d,乙%d,丙%d\n", i, i, i, seed, i, i, i)
	}
	k.want(http.StatusOK, request{method: http.MethodPut, path: "/api/v1/events/" + id + "/entrants", raw: []byte(rows.String()), contentType: "text/csv"})
	return id
}

// ladder asks for the ladder, and holds it against its description.
func (k *kiosk) ladder(id string) answer {
	k.Helper()
	status, data := k.send(request{method: http.MethodGet, path: "/api/v1/events/" + id + "/ladder"})
	var view answer
	if err := json.Unmarshal(data, &view); err != nil || status != http.StatusOK {
		k.Fatalf("ladder: %d %s", status, data)
	}
	d := k.description()
	for _, wrong := range firstOf(d.check(d.schema(k.T, http.MethodGet, "/api/v1/events/{id}/ladder"), view, ""), 8) {
		k.Errorf("ladder: %s", wrong)
	}
	return view
}

// wonBy has the entrants of the round win that are named; of other matches the
// side wins whose entrant comes first in the field.
func (k *kiosk) wonBy(id string, winners ...string) {
	k.Helper()
	for _, m := range k.list("/api/v1/events/" + id + "/matches") {
		if m["state"] != "drawn" {
			continue
		}
		a, b := field(m, "sides", "A", "entrant").(string), field(m, "sides", "B", "entrant").(string)
		loser := "B"
		if slices.Contains(winners, b) || (!slices.Contains(winners, a) && number(b) < number(a)) {
			loser = "A"
		}
		k.post(http.StatusCreated, "/api/v1/matches/"+m["id"].(string)+"/forfeit", map[string]any{"side": loser, "reason": "test"})
	}
}

// number is that of an entrant's id.
func number(id string) int {
	var n int
	_, _ = fmt.Sscanf(id, "e%d", &n)
	return n
}

func holders(view answer, title int) []string {
	var ids []string
	list, _ := field(view, "ladder", "titles", title, "holders").([]any)
	for _, holder := range list {
		ids = append(ids, field(holder, "entrant").(string))
	}
	return ids
}

func TestLadderFromQuarterToQuarter(t *testing.T) {
	k := newKiosk(t)
	id := k.arena(11)
	base := "/api/v1/events/" + id
	before := k.ladder(id)
	if got := holders(before, 0); !slices.Equal(got, []string{"e1"}) {
		t.Errorf("the chief is %v", got)
	}
	if n := len(field(before, "ladder", "challengers").([]any)); n != 3 {
		t.Errorf("%d challengers, want the three without a title", n)
	}
	k.post(http.StatusCreated, base+"/rounds", map[string]any{"seed": "1"})
	drawn := k.ladder(id)
	if field(drawn, "ladder", "matches", 0, "kind") != "challenge" || field(drawn, "ladder", "matches", 0, "pending") != true {
		t.Errorf("the first match is %v", field(drawn, "ladder", "matches", 0))
	}
	if why := field(drawn, "ladder", "challengers", 0, "why").(string); field(drawn, "why", why) == "" {
		t.Errorf("no words for %s", why)
	}
	// A match that is open keeps the quarter open.
	refused := k.post(http.StatusConflict, base+"/ladder/close", map[string]any{"seed": "q1", "reason": "时间到"})
	if refused["code"] != "ladder.unplayed" || strings.Contains(refused["detail"].(string), "problem.") {
		t.Errorf("closing with open matches: %v", refused)
	}
	// Entrant 9 beats everybody it meets.
	k.wonBy(id, "e9")
	for range 30 {
		status, data := k.send(request{method: http.MethodPost, path: base + "/rounds", body: map[string]any{"seed": "2"}})
		if status == http.StatusConflict && strings.Contains(string(data), "ladder.quarter-over") {
			break
		}
		if status != http.StatusCreated {
			t.Fatalf("round: %d %s", status, data)
		}
		k.wonBy(id, "e9")
	}
	over := k.ladder(id)
	if field(over, "ladder", "next") != "close" {
		t.Fatalf("next is %v", field(over, "ladder", "next"))
	}
	if moves := field(over, "ladder", "outcome").([]any); len(moves) == 0 || field(moves, 0, "entrant") != "e9" {
		t.Errorf("closing would change %v", moves)
	}
	closed := k.post(http.StatusCreated, base+"/ladder/close", map[string]any{"seed": "q1"})
	if got := holders(closed, 0); !slices.Equal(got, []string{"e9"}) {
		t.Errorf("the chief is %v after the quarter", got)
	}
	if field(closed, "ladder", "quarter") != 2.0 || field(closed, "ladder", "closed", 0, "seed") != "q1" {
		t.Errorf("after closing: quarter %v, closed %v", field(closed, "ladder", "quarter"), field(closed, "ladder", "closed"))
	}
	k.ladder(id)
	reopened := k.post(http.StatusCreated, base+"/ladder/reopen", map[string]any{"reason": "点错"})
	if got := holders(reopened, 0); !slices.Equal(got, []string{"e1"}) || field(reopened, "ladder", "quarter") != 1.0 {
		t.Errorf("reopened: chief %v, quarter %v", got, field(reopened, "ladder", "quarter"))
	}
}

func TestLadderIsDecidedByHand(t *testing.T) {
	type step struct {
		name, path string
		body       map[string]any
		status     int
		code       string
	}
	for _, tt := range []struct {
		name  string
		steps []step
		check func(t *testing.T, view answer)
	}{
		{"who challenges", []step{
			{"a holder does not", "challengers", map[string]any{"entrants": []string{"e1"}}, http.StatusConflict, "ladder.holder"},
			{"nobody knows e99", "challengers", map[string]any{"entrants": []string{"e99"}}, http.StatusNotFound, "entrant.unknown"},
			{"two do", "challengers", map[string]any{"entrants": []string{"e9", "e10"}}, http.StatusCreated, ""},
		}, func(t *testing.T, view answer) {
			if n := len(field(view, "ladder", "challengers").([]any)); n != 2 {
				t.Errorf("%d challengers, want 2", n)
			}
		}},
		{"holders among themselves", []step{
			{"a vanguard another", "challenges", map[string]any{"challenger": "e4", "holder": "e5"}, http.StatusCreated, ""},
			{"once", "challenges", map[string]any{"challenger": "e5", "holder": "e4"}, http.StatusConflict, "ladder.ask-twice"},
			{"not a deputy before it has beaten three", "challenges", map[string]any{"challenger": "e4", "holder": "e2"}, http.StatusConflict, "ladder.ask-way"},
			{"nor one without a title", "challenges", map[string]any{"challenger": "e9", "holder": "e4"}, http.StatusConflict, "ladder.ask-titles"},
		}, func(t *testing.T, view answer) {
			if field(view, "ladder", "asked", 0, "holder") != "e5" || field(view, "ladder", "asked", 0, "drawn") != false {
				t.Errorf("asked for: %v", field(view, "ladder", "asked"))
			}
		}},
		{"titles", []step{
			{"no seat is free", "titles", map[string]any{"entrant": "e9", "title": "deputy", "reason": "x"}, http.StatusConflict, "ladder.full"},
			{"a reason is needed", "titles", map[string]any{"entrant": "e3", "title": "", "reason": ""}, http.StatusUnprocessableEntity, ""},
			{"taken", "titles", map[string]any{"entrant": "e3", "title": "", "reason": "换人参赛"}, http.StatusCreated, ""},
			{"given", "titles", map[string]any{"entrant": "e9", "title": "deputy", "reason": "组委会决定"}, http.StatusCreated, ""},
			{"the same again", "titles", map[string]any{"entrant": "e9", "title": "deputy", "reason": "x"}, http.StatusConflict, "ladder.same"},
			{"no such title", "titles", map[string]any{"entrant": "e9", "title": "king", "reason": "x"}, http.StatusUnprocessableEntity, "ladder.title"},
		}, func(t *testing.T, view answer) {
			if got := holders(view, 1); !slices.Equal(got, []string{"e2", "e9"}) {
				t.Errorf("deputies %v", got)
			}
			if field(view, "ladder", "moves", 1, "reason") != "组委会决定" {
				t.Errorf("moves %v", field(view, "ladder", "moves"))
			}
		}},
		{"quarters", []step{
			{"nothing to reopen", "reopen", map[string]any{"reason": "x"}, http.StatusConflict, "ladder.reopen-none"},
			{"matches are left", "close", map[string]any{"seed": "s"}, http.StatusConflict, "ladder.unfinished"},
			{"left out for a reason", "close", map[string]any{"seed": "s", "reason": "场地收回"}, http.StatusCreated, ""},
		}, func(t *testing.T, view answer) {
			if field(view, "ladder", "quarter") != 2.0 {
				t.Errorf("quarter %v", field(view, "ladder", "quarter"))
			}
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newKiosk(t)
			id := k.arena(11)
			k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "1"})
			k.post(http.StatusOK, "/api/v1/events/"+id+"/rounds/1/undo", map[string]any{"reason": "重新开始"})
			for _, s := range tt.steps {
				got := k.post(s.status, "/api/v1/events/"+id+"/ladder/"+s.path, s.body)
				if s.code != "" && got["code"] != s.code {
					t.Errorf("%s: %v, want %s", s.name, got["code"], s.code)
				}
				if detail, _ := got["detail"].(string); s.status >= 400 && (detail == "" || strings.Contains(detail, "problem.")) {
					t.Errorf("%s: no words: %v", s.name, got)
				}
			}
			tt.check(t, k.ladder(id))
		})
	}
}

func TestNoLadderWhereTheRulebookHasNone(t *testing.T) {
	k := newKiosk(t)
	id := k.college(3)
	if got := k.want(http.StatusNotFound, request{method: http.MethodGet, path: "/api/v1/events/" + id + "/ladder"}); got["code"] != "ladder.none" {
		t.Errorf("refusal %v", got)
	}
}

func TestLadderRights(t *testing.T) {
	k := newKiosk(t)
	id := k.arena(11)
	chief, referee := k.as("chief"), k.as("referee")
	for _, tt := range []struct {
		path string
		body map[string]any
	}{
		{"challengers", map[string]any{"entrants": []string{"e9"}}},
		{"challenges", map[string]any{"challenger": "e4", "holder": "e5"}},
		{"titles", map[string]any{"entrant": "e3", "title": "", "reason": "x"}},
		{"close", map[string]any{"seed": "s", "reason": "x"}},
		{"reopen", map[string]any{"reason": "x"}},
	} {
		path := "/api/v1/events/" + id + "/ladder/" + tt.path
		k.want(http.StatusUnauthorized, request{method: http.MethodPost, path: path, body: tt.body, token: "-"})
		referee.post(http.StatusForbidden, path, tt.body)
		if status, data := chief.send(request{method: http.MethodPost, path: path, body: tt.body}); status == http.StatusForbidden {
			t.Errorf("%s: the chief may not: %s", tt.path, data)
		}
	}
	if status, _ := k.send(request{method: http.MethodGet, path: "/api/v1/events/" + id + "/ladder", token: "-"}); status != http.StatusOK {
		t.Errorf("the public sees the ladder with status %d", status)
	}
}
