package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// as is the same kiosk for somebody of another role.
func (k *kiosk) as(role string) *kiosk {
	k.Helper()
	pin := k.post(http.StatusCreated, "/api/v1/staff/pins", map[string]any{"role": role})["pin"]
	other := *k
	other.token = k.post(http.StatusOK, "/api/v1/session", map[string]any{"pin": pin, "name": role})["token"].(string)
	// Keys are the kiosk's, not a person's.
	other.keys += 100_000 * len(role)
	return &other
}

// pairs makes an event of a rulebook with n pairs, each of a unit of its own.
func (k *kiosk) pairs(book string, n int) string {
	k.Helper()
	id := k.post(http.StatusCreated, "/api/v1/events", map[string]any{"name": "双人赛", "rulebook": book})["id"].(string)
	var rows strings.Builder
	rows.WriteString("编号,单位,队名,选手1,选手2\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&rows, "%d,单位%d,%d队,甲%d,乙%d\n", i, i, i, i, i)
	}
	k.want(http.StatusOK, request{method: http.MethodPut, path: "/api/v1/events/" + id + "/entrants", raw: []byte(rows.String()), contentType: "text/csv"})
	return id
}

// draw draws a round.
func (k *kiosk) draw(id string) {
	k.Helper()
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
}

// entrant is one as the event has it.
func (k *kiosk) entrant(id, entrant string) answer {
	k.Helper()
	for _, e := range k.get("/api/v1/events/" + id)["entrants"].([]any) {
		if field(e, "id") == entrant {
			return e.(answer)
		}
	}
	k.Fatalf("no entrant %s", entrant)
	return nil
}

// described holds an answer against the schema of that name.
func (k *kiosk) described(schema string, value any) {
	k.Helper()
	for _, wrong := range firstOf(k.description().check(map[string]any{"$ref": schema}, value, schema), 8) {
		k.Error(wrong)
	}
}

// refusal posts what must be refused with a code and in words.
func (k *kiosk) refusal(status int, path string, body any, code string) answer {
	k.Helper()
	got := k.post(status, path, body)
	if got["code"] != code {
		k.Errorf("%s: refused as %v, want %s", path, got["code"], code)
	}
	if detail, _ := got["detail"].(string); detail == "" || strings.Contains(detail, "problem.") || strings.Contains(detail, "<no value>") {
		k.Errorf("%s: no words: %q", path, detail)
	}
	return got
}

func TestEntrantsLeaveAndComeBack(t *testing.T) {
	k := newKiosk(t)
	id := k.college(3)
	k.draw(id)
	base := "/api/v1/events/" + id + "/entrants/"
	m := k.list("/api/v1/events/" + id + "/matches")[0]
	who := field(m, "sides", "A", "entrant").(string)
	match := m["id"].(string)

	k.refusal(http.StatusNotFound, base+"e99/withdraw", map[string]any{"reason": "x"}, "entrant.unknown")
	k.refusal(http.StatusUnprocessableEntity, base+who+"/withdraw", map[string]any{"reason": " "}, "text.empty")
	k.refusal(http.StatusConflict, base+who+"/reinstate", map[string]any{"reason": "x"}, "reinstate.nothing")
	left := k.post(http.StatusOK, base+who+"/withdraw", map[string]any{"reason": "有人受伤"})
	k.described("Entrant", left["entrant"])
	e := k.entrant(id, who)
	if e["state"] != "withdrawn" || e["left_round"] != 1.0 || e["left_reason"] != "有人受伤" || e["left_by"] != "王组织" {
		t.Errorf("it left as %v", e)
	}
	if got := k.get("/api/v1/matches/" + match)["state"]; got != "forfeited" {
		t.Errorf("its match is %v", got)
	}
	k.refusal(http.StatusConflict, base+who+"/disqualify", map[string]any{"reason": "x"}, "leave.already")
	back := k.post(http.StatusOK, base+who+"/reinstate", map[string]any{"reason": "伤好了"})
	if field(back, "entrant", "state") != "in" || len(back["kept"].([]any)) != 0 {
		t.Errorf("back as %v", back)
	}
	if got := k.get("/api/v1/matches/" + match)["state"]; got != "drawn" {
		t.Errorf("its match is %v", got)
	}
	// What it forfeited in a round that is over stays.
	k.post(http.StatusOK, base+who+"/disqualify", map[string]any{"reason": "冒名"})
	if got := k.entrant(id, who)["state"]; got != "disqualified" {
		t.Errorf("state %v", got)
	}
	k.wonBy(id)
	k.draw(id)
	back = k.post(http.StatusOK, base+who+"/reinstate", map[string]any{"reason": "查清"})
	if kept := back["kept"].([]any); len(kept) != 1 || kept[0] != match {
		t.Errorf("%v stays forfeited, want %s", kept, match)
	}
}

func TestLateEntries(t *testing.T) {
	newcomer := func(more map[string]any) map[string]any {
		body := map[string]any{"unit": "新单位", "team": "新队", "players": []string{"新甲", "新乙"}, "reason": "漏报"}
		for key, value := range more {
			body[key] = value
		}
		return body
	}
	for _, tt := range []struct {
		name, book string
		n          int
		body       map[string]any
		status     int
		code       string
	}{
		{"a Swiss takes it in", "guandan-jiangsu", 6, newcomer(nil), http.StatusCreated, ""},
		{"a knockout has no place", "guandan-factory", 6, newcomer(nil), http.StatusConflict, "add.knockout"},
		{"why is asked", "guandan-jiangsu", 6, newcomer(map[string]any{"reason": ""}), http.StatusUnprocessableEntity, "text.empty"},
		{"two play", "guandan-jiangsu", 6, newcomer(map[string]any{"players": []string{"新甲"}}), http.StatusUnprocessableEntity, "entrant.players"},
		{"each of them once", "guandan-jiangsu", 6, newcomer(map[string]any{"players": []string{"新甲", "新甲"}}), http.StatusUnprocessableEntity, "entrant.player-twice"},
		{"and for nobody else", "guandan-jiangsu", 6, newcomer(map[string]any{"players": []string{"甲1", "新乙"}}), http.StatusConflict, "entrant.player-taken"},
		{"but for a namesake", "guandan-jiangsu", 6, newcomer(map[string]any{"players": []string{"甲1", "新乙"}, "namesake": true}), http.StatusCreated, ""},
		{"one who plays already", "guandan-jiangsu", 6, map[string]any{"id": "e1", "reason": "x"}, http.StatusConflict, "add.there"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newKiosk(t)
			id := k.pairs(tt.book, tt.n)
			k.draw(id)
			path := "/api/v1/events/" + id + "/entrants"
			if tt.code != "" {
				k.refusal(tt.status, path, tt.body, tt.code)
				return
			}
			view := k.post(tt.status, path, tt.body)
			k.described("EventView", view)
			if e := k.entrant(id, "e7"); e["joined"] != 2.0 || e["drawn"] != true {
				t.Errorf("it joined as %v", e)
			}
			k.wonBy(id)
			k.draw(id)
			for _, m := range k.list("/api/v1/events/" + id + "/matches") {
				if field(m, "sides", "A", "entrant") == "e7" || field(m, "sides", "B", "entrant") == "e7" {
					return
				}
			}
			for _, round := range k.get("/api/v1/events/" + id)["rounds"].([]any) {
				if byes, _ := field(round, "byes").([]any); len(byes) > 0 && byes[0] == "e7" {
					return
				}
			}
			t.Error("it does not play in round 2")
		})
	}
}

func TestWhoWasMissingComesLate(t *testing.T) {
	k := newKiosk(t)
	id := k.pairs("guandan-jiangsu", 7)
	base := "/api/v1/events/" + id
	k.post(http.StatusOK, base+"/checkin", map[string]any{"entrants": []string{"e1", "e2", "e3", "e4", "e5", "e6"}, "present": true})
	k.post(http.StatusOK, base+"/checkin", map[string]any{"entrants": []string{"e7"}, "present": false})
	k.draw(id)
	if e := k.entrant(id, "e7"); e["drawn"] != false || k.entrant(id, "e1")["drawn"] != true {
		t.Errorf("drawn: %v", e)
	}
	k.post(http.StatusCreated, base+"/entrants", map[string]any{"id": "e7", "reason": "堵车"})
	if e := k.entrant(id, "e7"); e["drawn"] != true || e["joined"] != 2.0 || e["present"] != "present" {
		t.Errorf("it came as %v", e)
	}
}

func TestLateEntryIntoAGroup(t *testing.T) {
	k := newKiosk(t)
	id := k.college(3)
	k.draw(id)
	path := "/api/v1/events/" + id + "/entrants"
	body := map[string]any{"unit": "新分会", "players": []string{"新甲", "新乙"}, "reason": "漏报", "group": "C"}
	k.refusal(http.StatusUnprocessableEntity, path, body, "add.group")
	body["group"], body["unit"] = "B", "分会01"
	k.refusal(http.StatusConflict, path, body, "add.unit-group")
	body["unit"] = "新分会"
	k.post(http.StatusCreated, path, body)
	if e := k.entrant(id, "e7"); e["group"] != "B" || e["joined"] != 2.0 {
		t.Errorf("it joined as %v", e)
	}
}

func TestReplacements(t *testing.T) {
	for _, tt := range []struct {
		name, book, role string
		body             map[string]any
		status           int
		code             string
	}{
		{"the rulebook fixes players", "guandan-factory", "referee", nil, http.StatusConflict, "replace.fixed"},
		{"a referee does not overrule it", "guandan-factory", "referee", map[string]any{"override": true}, http.StatusUnprocessableEntity, "replace.override"},
		{"the chief does", "guandan-factory", "chief", map[string]any{"override": true}, http.StatusOK, ""},
		{"where it does not fix them a referee may", "guandan-jiangsu", "referee", nil, http.StatusOK, ""},
		{"somebody who does not play", "guandan-jiangsu", "referee", map[string]any{"out": "甲2"}, http.StatusUnprocessableEntity, "replace.out"},
		{"the partner", "guandan-jiangsu", "referee", map[string]any{"in": "乙1"}, http.StatusUnprocessableEntity, "entrant.player-twice"},
		{"another's player", "guandan-jiangsu", "referee", map[string]any{"in": "甲2"}, http.StatusConflict, "entrant.player-taken"},
		{"a namesake", "guandan-jiangsu", "referee", map[string]any{"in": "甲2", "namesake": true}, http.StatusOK, ""},
		{"nobody", "guandan-jiangsu", "referee", map[string]any{"in": " "}, http.StatusUnprocessableEntity, "text.empty"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newKiosk(t)
			id := k.pairs(tt.book, 6)
			k.draw(id)
			body := map[string]any{"out": "甲1", "in": "新人", "reason": "生病"}
			for key, value := range tt.body {
				body[key] = value
			}
			who := k.as(tt.role)
			path := "/api/v1/events/" + id + "/entrants/e1/replace"
			if tt.code != "" {
				who.refusal(tt.status, path, body, tt.code)
				return
			}
			got := who.post(tt.status, path, body)
			k.described("Entrant", got["entrant"])
			if field(got, "entrant", "players", 0) != body["in"] || field(got, "entrant", "replaced", 0, "out") != "甲1" || field(got, "entrant", "replaced", 0, "by") != tt.role {
				t.Errorf("replaced: %v", got)
			}
		})
	}
}

// singles makes an event in which n persons enter alone, and one pair.
func (k *kiosk) singles(n int) string {
	k.Helper()
	id := k.post(http.StatusCreated, "/api/v1/events", map[string]any{"name": "抽搭档", "rulebook": "guandan-national-day"})["id"].(string)
	var rows strings.Builder
	rows.WriteString("编号,单位,选手1,选手2\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&rows, "%d,单位%d,独%d,\n", i, i, i)
	}
	rows.WriteString("99,老搭档,左,右\n")
	k.want(http.StatusOK, request{method: http.MethodPut, path: "/api/v1/events/" + id + "/entrants", raw: []byte(rows.String()), contentType: "text/csv"})
	return id
}

func TestPartnersByLot(t *testing.T) {
	for _, tt := range []struct {
		name   string
		n      int
		body   map[string]any
		status int
		code   string
		lots   int
	}{
		{"by lot", 6, map[string]any{"seed": "s"}, http.StatusCreated, "", 3},
		{"one too many", 7, map[string]any{"seed": "s"}, http.StatusConflict, "partners.odd", 0},
		{"two are together, the others draw", 6, map[string]any{"seed": "s", "together": [][]string{{"e1", "e4"}}}, http.StatusCreated, "", 3},
		{"two are together, the others wait", 7, map[string]any{"together": [][]string{{"e1", "e4"}}, "no_lot": true}, http.StatusCreated, "", 1},
		{"three are no pair", 6, map[string]any{"together": [][]string{{"e1", "e2", "e3"}}, "no_lot": true}, http.StatusUnprocessableEntity, "partners.size", 0},
		{"one has a partner", 6, map[string]any{"together": [][]string{{"e1", "e7"}}, "no_lot": true}, http.StatusUnprocessableEntity, "partners.not-single", 0},
		{"nobody", 0, map[string]any{"seed": "s"}, http.StatusConflict, "partners.none", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newKiosk(t)
			id := k.singles(tt.n)
			path := "/api/v1/events/" + id + "/partners"
			if tt.code != "" {
				k.refusal(tt.status, path, tt.body, tt.code)
				return
			}
			view := k.post(tt.status, path, tt.body)
			k.described("EventView", view)
			lots := view["partners"].([]any)
			if len(lots) != tt.lots || field(lots, 0, "lot") != 1.0 || len(field(lots, 0, "persons").([]any)) != 2 {
				t.Fatalf("lots %v", lots)
			}
			if together := tt.body["together"]; together != nil {
				if field(lots, 0, "persons", 0) != "独1" || field(lots, 0, "persons", 1) != "独4" || field(lots, 0, "seed") != "" {
					t.Errorf("those who are together: %v", lots[0])
				}
			}
			if field(view, "entry", "partners") != "either" || field(view, "entry", "players") != 2.0 {
				t.Errorf("entry %v", view["entry"])
			}
			// The same seed gives the same partners again.
			if tt.body["seed"] != nil {
				body := map[string]any{"anew": true}
				for key, value := range tt.body {
					body[key] = value
				}
				again := k.post(http.StatusCreated, path, body)["partners"].([]any)
				for i := range lots {
					if fmt.Sprint(field(again, i, "persons")) != fmt.Sprint(field(lots, i, "persons")) {
						t.Errorf("lot %d: %v, then %v", i+1, lots[i], again[i])
					}
				}
				k.draw(id)
				k.refusal(http.StatusConflict, path, tt.body, "partners.drawn")
			}
		})
	}
	k := newKiosk(t)
	k.refusal(http.StatusUnprocessableEntity, "/api/v1/events/"+k.pairs("guandan-jiangsu", 4)+"/partners", map[string]any{"seed": "s"}, "partners.pairs")
}

func TestLeavingRights(t *testing.T) {
	k := newKiosk(t)
	id := k.pairs("guandan-jiangsu", 6)
	k.draw(id)
	chief, referee := k.as("chief"), k.as("referee")
	base := "/api/v1/events/" + id
	reason := map[string]any{"reason": "x"}
	for _, tt := range []struct {
		path    string
		body    map[string]any
		referee bool
	}{
		{"/entrants/e1/withdraw", reason, false},
		{"/entrants/e1/reinstate", reason, false},
		{"/entrants/e1/disqualify", reason, false},
		{"/entrants/e2/replace", map[string]any{"out": "甲2", "in": "新二", "reason": "x"}, true},
		{"/entrants", map[string]any{"unit": "新", "team": "新队", "players": []string{"新甲", "新乙"}, "reason": "x"}, false},
		{"/partners", map[string]any{"seed": "s"}, false},
	} {
		k.want(http.StatusUnauthorized, request{method: http.MethodPost, path: base + tt.path, body: tt.body, token: "-"})
		status, data := referee.send(request{method: http.MethodPost, path: base + tt.path, body: tt.body})
		if (status != http.StatusForbidden) != tt.referee {
			t.Errorf("%s by a referee: %d %s", tt.path, status, data)
		}
		if status, data := chief.send(request{method: http.MethodPost, path: base + tt.path, body: tt.body}); status == http.StatusForbidden {
			t.Errorf("%s by the chief: %s", tt.path, data)
		}
	}
}
