package api_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

// matchAt is the match of a round of the event in which the entrant plays.
func (k *kiosk) matchAt(id string, round int, entrant string) answer {
	k.Helper()
	for _, m := range k.list(fmt.Sprintf("/api/v1/events/%s/matches?round=%d", id, round)) {
		if field(m, "sides", "A", "entrant") == entrant || field(m, "sides", "B", "entrant") == entrant {
			return m
		}
	}
	k.Fatalf("%s does not play in round %d", entrant, round)
	return nil
}

func players(m answer) []string {
	return []string{field(m, "sides", "A", "entrant").(string), field(m, "sides", "B", "entrant").(string)}
}

func texts(v any) []string {
	list, _ := v.([]any)
	out := make([]string, len(list))
	for i, item := range list {
		out[i] = item.(string)
	}
	return out
}

// corrected is an event whose second round is drawn on the first, and a match
// of the first that another side should have won.
func (k *kiosk) corrected(book string, n int) (id, match, winner, loser string) {
	k.Helper()
	id = k.pairs(book, n)
	k.draw(id)
	k.wonBy(id)
	m := k.matchAt(id, 1, "e1")
	k.draw(id)
	sides := players(m)
	return id, m["id"].(string), "e1", sides[1-slices.Index(sides, "e1")]
}

// wrongly is the forfeit by which the other side wins.
func (k *kiosk) wrongly(match, winner string) map[string]any {
	k.Helper()
	side := "A"
	if field(k.get("/api/v1/matches/"+match), "sides", "B", "entrant") == winner {
		side = "B"
	}
	return map[string]any{"side": side, "reason": "记反了"}
}

func with(body map[string]any, key string, value any) map[string]any {
	more := map[string]any{key: value}
	for k, v := range body {
		more[k] = v
	}
	return more
}

func TestCorrectionAsksWhatBecomesOfLaterRounds(t *testing.T) {
	for _, tt := range []struct {
		name, book string
		n          int
		choices    []string
		later      string
		rounds     int
		check      func(t *testing.T, k *kiosk, id, winner, loser string)
	}{
		{"knockout, kept", "guandan-factory", 8, []string{"keep", "redraw", "replay"}, "keep", 2, func(t *testing.T, k *kiosk, id, winner, _ string) {
			k.matchAt(id, 2, winner)
		}},
		{"knockout, redrawn", "guandan-factory", 8, []string{"keep", "redraw", "replay"}, "redraw", 1, func(t *testing.T, k *kiosk, id, winner, loser string) {
			k.draw(id)
			k.matchAt(id, 2, loser)
		}},
		{"knockout, the right one plays", "guandan-factory", 8, []string{"keep", "redraw", "replay"}, "replay", 2, func(t *testing.T, k *kiosk, id, winner, loser string) {
			if m := k.matchAt(id, 2, loser); slices.Contains(players(m), winner) || m["state"] != "drawn" {
				t.Errorf("round 2: %v, %v", players(m), m["state"])
			}
		}},
		{"Swiss, kept", "guandan-jiangsu", 8, []string{"keep", "redraw"}, "keep", 2, func(*testing.T, *kiosk, string, string, string) {}},
		{"Swiss, redrawn", "guandan-jiangsu", 8, []string{"keep", "redraw"}, "redraw", 1, func(t *testing.T, k *kiosk, id, _, _ string) { k.draw(id) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newKiosk(t)
			id, match, winner, loser := k.corrected(tt.book, tt.n)
			path := "/api/v1/matches/" + match + "/forfeit"
			body := k.wrongly(match, winner)
			dry := k.post(http.StatusOK, path, with(body, "dry_run", true))
			k.described("Ruling", dry)
			if got := texts(field(dry, "impact", "choices")); !slices.Equal(got, tt.choices) {
				t.Fatalf("choices %v, want %v", got, tt.choices)
			}
			shift := field(dry, "impact", "pairings", 0)
			if field(shift, "round") != 2.0 || field(shift, "begun") != false || field(shift, "text") == "" {
				t.Errorf("it touches %v", shift)
			}
			if field(dry, "impact", "ranks", 0, "name") == "" {
				t.Errorf("ranks %v", field(dry, "impact", "ranks"))
			}
			// Nothing happens before somebody chooses, and the refusal says among what.
			refused := k.refusal(http.StatusConflict, path, body, "later.choose")
			k.described("Impact", refused["present"])
			if got := texts(field(refused, "present", "choices")); !slices.Equal(got, tt.choices) {
				t.Errorf("the refusal offers %v, want %v", got, tt.choices)
			}
			k.refusal(http.StatusConflict, path, with(body, "later", "burn"), "later.choose")
			if n := len(k.get("/api/v1/events/" + id)["rounds"].([]any)); n != 2 {
				t.Fatalf("%d rounds before the choice", n)
			}
			made := k.post(http.StatusCreated, path, with(body, "later", tt.later))
			k.described("Ruling", made)
			if n := len(k.get("/api/v1/events/" + id)["rounds"].([]any)); n != tt.rounds {
				t.Fatalf("%d rounds, want %d", n, tt.rounds)
			}
			tt.check(t, k, id, winner, loser)
		})
	}
}

// Every ruling that changes an earlier result asks, not only a forfeit.
func TestEveryRulingAsks(t *testing.T) {
	foul := map[string]any{"side": "A", "game": 1, "actions": []string{"lose-match"}, "reason": "屡教不改"}
	straight := func(side int) []map[string]any {
		var hands []map[string]any
		for range 5 {
			hands = append(hands, map[string]any{"finish": []int{side, side + 2}})
		}
		return []map[string]any{{"hands": hands}}
	}
	for _, tt := range []struct {
		name, path string
		// penalty is given before the next round is drawn, to be cancelled.
		penalty bool
		body    func(m answer) map[string]any
	}{
		{"a sheet typed anew", "sheet", false, func(m answer) map[string]any {
			return map[string]any{"games": straight(2), "reason": "看错了行", "version": m["version"]}
		}},
		{"a hand made void", "corrections", false, func(m answer) map[string]any {
			return map[string]any{"game": 1, "number": 5, "hand": nil, "reason": "不算", "version": m["version"]}
		}},
		{"sides that sat wrong", "seats", false, func(answer) map[string]any { return map[string]any{"swap": true, "reason": "坐反了"} }},
		{"a match played again", "replay", false, func(m answer) map[string]any { return map[string]any{"reason": "串通", "version": m["version"]} }},
		{"a penalty that costs the match", "penalties", false, func(answer) map[string]any { return foul }},
		{"a penalty cancelled", "penalties/1/cancel", true, func(answer) map[string]any { return map[string]any{"reason": "证据不足"} }},
		{"a walkover", "forfeit", false, func(answer) map[string]any { return map[string]any{"side": "A", "reason": "冒名"} }},
	} {
		for _, book := range []string{"guandan-jiangsu-social", "guandan-factory"} {
			t.Run(tt.name+" "+book, func(t *testing.T) {
				k := newKiosk(t)
				id := k.pairs(book, 4)
				violation := field(k.get("/api/v1/events/"+id+"/rulebook"), "violations", 0, "id")
				k.draw(id)
				m := k.matchAt(id, 1, "e1")
				path := "/api/v1/matches/" + m["id"].(string)
				k.post(http.StatusCreated, path+"/sheet", map[string]any{"games": straight(1)})
				if got := k.get(path)["state"]; got != "over" {
					t.Fatalf("after five hands the match is %v", got)
				}
				if tt.penalty {
					k.post(http.StatusCreated, path+"/penalties", with(foul, "violation", violation))
				}
				k.wonBy(id)
				k.draw(id)
				body := tt.body(k.get(path))
				if tt.path == "penalties" {
					body = with(body, "violation", violation)
				}
				dry := k.post(http.StatusOK, path+"/"+tt.path, with(body, "dry_run", true))
				if len(texts(field(dry, "impact", "choices"))) < 2 {
					t.Errorf("foreseen: %v", field(dry, "impact"))
				}
				refused := k.refusal(http.StatusConflict, path+"/"+tt.path, body, "later.choose")
				k.described("Impact", refused["present"])
				k.post(http.StatusCreated, path+"/"+tt.path, with(body, "later", "keep"))
				if n := len(k.get("/api/v1/events/" + id)["rounds"].([]any)); n != 2 {
					t.Errorf("%d rounds are kept", n)
				}
			})
		}
	}
}

// A match of an earlier round that is played again is finished by the phones,
// which are not asked what only the organiser can say.
func TestReplayedMatchIsFinishedByPhones(t *testing.T) {
	for _, book := range []string{"guandan-jiangsu", "guandan-factory"} {
		for _, wins := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s side %d", book, wins), func(t *testing.T) {
				k := newKiosk(t)
				id := k.pairs(book, 4)
				k.draw(id)
				match := id + "-1"
				k.wonBy(id)
				k.draw(id)
				k.post(http.StatusCreated, "/api/v1/matches/"+match+"/replay", map[string]any{"reason": "发错牌", "later": "keep"})
				k.post(http.StatusCreated, "/api/v1/matches/"+match+"/table", map[string]any{"table": 50, "reason": "原桌在打下一轮"})
				tables := k.list("/api/v1/events/" + id + "/tables")
				at := slices.IndexFunc(tables, func(row answer) bool { return row["table"] == 50.0 })
				if at < 0 {
					t.Fatal("table 50 has no codes")
				}
				a, b := k.onePhone(tables[at], "A"), k.onePhone(tables[at], "B")
				for n := 1; n <= 5; n++ {
					a.report(http.StatusCreated, n, wins, wins+2)
					b.report(http.StatusCreated, n, wins, wins+2)
				}
				if got := k.get("/api/v1/matches/" + match)["state"]; got != "over" {
					t.Errorf("the match is %v", got)
				}
			})
		}
	}
}

// onePhone is a captain's phone at a table, holding its side.
func (k *kiosk) onePhone(table answer, side string) phone {
	k.Helper()
	link := field(table, "links", side).(string)
	p := phone{k, "/api/v1" + strings.TrimPrefix(link, address), fmt.Sprint("phone-", side, table["table"])}
	p.say(http.StatusOK, "hold", nil)
	return p
}

func TestReplay(t *testing.T) {
	k := newKiosk(t)
	id := k.pairs("guandan-jiangsu", 4)
	k.draw(id)
	m := k.matchAt(id, 1, "e1")
	path := "/api/v1/matches/" + m["id"].(string)
	k.refusal(http.StatusConflict, path+"/replay", map[string]any{"reason": "x"}, "replay.nothing")
	k.post(http.StatusCreated, path+"/sheet", map[string]any{"games": []any{map[string]any{"hands": []any{map[string]any{"finish": []int{1, 3}}}}}})
	k.refusal(http.StatusUnprocessableEntity, path+"/replay", map[string]any{"reason": ""}, "text.empty")
	k.refusal(http.StatusConflict, path+"/replay", map[string]any{"reason": "x", "version": m["version"]}, "match.changed")
	dry := k.post(http.StatusOK, path+"/replay", map[string]any{"reason": "-", "dry_run": true})
	if len(texts(field(dry, "impact", "choices"))) != 0 {
		t.Errorf("nothing rests on it: %v", field(dry, "impact"))
	}
	made := k.post(http.StatusCreated, path+"/replay", map[string]any{"reason": "发错牌"})
	k.described("Ruling", made)
	if field(made, "match", "state") != "drawn" || len(field(made, "match", "games").([]any)) != 0 {
		t.Errorf("to be played again: %v", field(made, "match"))
	}
	// Others play it who should have.
	other := k.matchAt(id, 1, players(k.otherThan(id, "e1"))[0])
	again := map[string]any{"reason": "编错", "entrants": map[string]any{"a": players(m)[0], "b": players(other)[0]}}
	k.refusal(http.StatusUnprocessableEntity, path+"/replay", again, "replay.plays-twice")
}

// otherThan is a match of the current round in which the entrant does not play.
func (k *kiosk) otherThan(id, entrant string) answer {
	k.Helper()
	for _, m := range k.list("/api/v1/events/" + id + "/matches") {
		if !slices.Contains(players(m), entrant) {
			return m
		}
	}
	k.Fatalf("%s plays in every match", entrant)
	return nil
}

func TestExchange(t *testing.T) {
	hand := map[string]any{"games": []any{map[string]any{"hands": []any{map[string]any{"finish": []int{1, 3}}}}}}
	for _, tt := range []struct {
		name string
		// body is the exchange, with the other match's id.
		body   func(own, other string) map[string]any
		status int
		code   string
		// want are the entrants of both matches afterwards, by their places before:
		// 0 and 1 of the match, 2 and 3 of the other.
		want [4]int
	}{
		{"the two sides of the match", func(own, _ string) map[string]any { return map[string]any{"with": own, "side": "A", "with_side": "B"} }, 201, "", [4]int{1, 0, 2, 3}},
		{"two tables as a whole", func(_, other string) map[string]any { return map[string]any{"with": other} }, 201, "", [4]int{2, 3, 0, 1}},
		{"a side with a side", func(_, other string) map[string]any {
			return map[string]any{"with": other, "side": "A", "with_side": "B"}
		}, 201, "", [4]int{3, 1, 2, 0}},
		{"a side with nobody", func(_, other string) map[string]any { return map[string]any{"with": other, "side": "A"} }, 422, "exchange.side", [4]int{}},
		{"with itself", func(own, _ string) map[string]any { return map[string]any{"with": own} }, 422, "exchange.same", [4]int{}},
		{"no reason", func(_, other string) map[string]any { return map[string]any{"with": other, "reason": ""} }, 422, "text.empty", [4]int{}},
		{"a match of another event", func(string, string) map[string]any { return map[string]any{"with": "other-1"} }, 404, "match.unknown", [4]int{}},
		{"no match at all", func(string, string) map[string]any { return map[string]any{"with": "?"} }, 404, "match.unknown", [4]int{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newKiosk(t)
			id := k.pairs("guandan-jiangsu", 4)
			k.draw(id)
			matches := k.list("/api/v1/events/" + id + "/matches")
			own, other := matches[0]["id"].(string), matches[1]["id"].(string)
			before := append(players(matches[0]), players(matches[1])...)
			for _, m := range []string{own, other} {
				k.post(http.StatusCreated, "/api/v1/matches/"+m+"/sheet", hand)
			}
			body := tt.body(own, other)
			if _, given := body["reason"]; !given {
				body["reason"] = "坐错桌"
			}
			path := "/api/v1/matches/" + own + "/exchange"
			if tt.code != "" {
				k.refusal(tt.status, path, body, tt.code)
				return
			}
			k.described("Ruling", k.post(http.StatusOK, path, with(body, "dry_run", true)))
			k.described("Ruling", k.post(tt.status, path, body))
			after := append(players(k.get("/api/v1/matches/"+own)), players(k.get("/api/v1/matches/"+other))...)
			for i, was := range tt.want {
				if after[i] != before[was] {
					t.Errorf("place %d: %s, want %s of %v", i, after[i], before[was], before)
				}
			}
		})
	}
}

func TestAnotherTable(t *testing.T) {
	k := newKiosk(t)
	id := k.pairs("guandan-jiangsu", 4)
	k.draw(id)
	path := "/api/v1/matches/" + id + "-1/table"
	for _, tt := range []struct {
		table  int
		status int
		code   string
	}{{1, 409, "move.same"}, {2, 409, "move.taken"}, {0, 422, "move.table"}, {10000, 422, "move.table"}} {
		k.refusal(tt.status, path, map[string]any{"table": tt.table, "reason": "灯坏了"}, tt.code)
	}
	k.described("Ruling", k.post(http.StatusCreated, path, map[string]any{"table": 9, "reason": "灯坏了"}))
	if got := k.get("/api/v1/matches/" + id + "-1")["table"]; got != 9.0 {
		t.Errorf("table %v", got)
	}
	for _, row := range k.list("/api/v1/events/" + id + "/tables") {
		if row["table"] == 9.0 && field(row, "match", "id") == id+"-1" {
			return
		}
	}
	t.Error("table 9 has no codes for the match")
}

func TestWhoIsLateStandsInTheQueue(t *testing.T) {
	for _, tt := range []struct {
		name, book string
		minutes    int
		// seen is whether one side is there.
		seen      bool
		forfeit   any
		penalties int
	}{
		{"too early to say", "guandan-national-day", 4, true, nil, 0},
		{"a walkover against who is missing", "guandan-national-day", 6, true, "B", 0},
		{"both", "guandan-national-day", 6, false, "both", 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newKiosk(t)
			id := k.pairs(tt.book, 4)
			k.draw(id)
			k.post(http.StatusOK, "/api/v1/events/"+id+"/clock", map[string]any{"do": "start"})
			if tt.seen {
				tables := k.list("/api/v1/events/" + id + "/tables")
				k.onePhone(tables[0], "A")
			}
			k.clock.add(time.Duration(tt.minutes) * time.Minute)
			var item answer
			for _, one := range k.list("/api/v1/events/" + id + "/queue") {
				k.described("QueueItem", one)
				if one["kind"] == "absent" && one["match"] == id+"-1" {
					item = one
				}
			}
			if item["forfeit"] != tt.forfeit || (item != nil) != (tt.forfeit != nil) {
				t.Fatalf("proposed: %v", item)
			}
			if item == nil {
				return
			}
			k.post(http.StatusCreated, "/api/v1/matches/"+id+"-1/forfeit", map[string]any{"side": item["forfeit"], "reason": item["text"]})
			for _, one := range k.list("/api/v1/events/" + id + "/queue") {
				if one["match"] == id+"-1" {
					t.Errorf("it still stands there: %v", one)
				}
			}
		})
	}
}

func TestMendingRights(t *testing.T) {
	k := newKiosk(t)
	id := k.pairs("guandan-jiangsu", 4)
	k.draw(id)
	referee := k.as("referee")
	for _, tt := range []struct {
		path    string
		body    map[string]any
		referee bool
	}{
		{"replay", map[string]any{"reason": "x"}, false},
		{"exchange", map[string]any{"with": id + "-2", "reason": "x"}, true},
		{"table", map[string]any{"table": 9, "reason": "x"}, true},
	} {
		path := "/api/v1/matches/" + id + "-1/" + tt.path
		k.want(http.StatusUnauthorized, request{method: http.MethodPost, path: path, body: tt.body, token: "-"})
		status, data := referee.send(request{method: http.MethodPost, path: path, body: tt.body})
		if (status != http.StatusForbidden) != tt.referee {
			t.Errorf("%s by a referee: %d %s", tt.path, status, data)
		}
	}
}
