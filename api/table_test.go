package api_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// The last hand of a game that is not the last one waits for its answer, and
// no hand is asked for that could not be taken.
func TestNoHandIsAskedForAfterAGameIsOver(t *testing.T) {
	k := newKiosk(t)
	id := k.college(3)
	k.want(http.StatusOK, request{method: http.MethodPut, path: "/api/v1/events/" + id, body: answer{"settings": answer{"best_of": 3, "start": "A"}}})
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	a, b := k.phones(id, 1)
	a.report(http.StatusCreated, 1, 1, 3)
	wantState(t, b.report(http.StatusCreated, 1, 1, 3), "confirmed")
	wantState(t, a.report(http.StatusCreated, 2, 1, 3), "reported")
	for side, phone := range map[string]phone{"A": a, "B": b} {
		if next := field(phone.view(), "match", "next"); next != nil {
			t.Errorf("%s is asked for %v while the game that is over waits", side, next)
		}
	}
	b.say(http.StatusCreated, "confirm", map[string]any{"version": b.version()})
	if next := field(a.view(), "match", "next"); field(next, "game") != 2.0 || field(next, "number") != 1.0 {
		t.Errorf("next %v, want the first hand of the second game", next)
	}
}

// table draws a round of an event and gives its first table's phones.
func table(t *testing.T) (k *kiosk, id string, a, b phone) {
	k = newKiosk(t)
	id = k.college(3)
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	a, b = k.phones(id, 1)
	return k, id, a, b
}

func wantState(t *testing.T, a answer, want string) {
	t.Helper()
	if a["state"] != want {
		t.Errorf("state %v, want %s", a["state"], want)
	}
}

func TestReports(t *testing.T) {
	t.Run("dry run changes nothing and says what follows", func(t *testing.T) {
		_, _, a, _ := table(t)
		before := a.version()
		dry := a.say(http.StatusOK, "hands", map[string]any{"game": 1, "number": 1, "version": before, "hand": map[string]any{"finish": []int{1, 3}}, "dry_run": true})
		wantState(t, dry, "dry-run")
		if field(dry, "outcome", "levels", "A") != "5" || field(dry, "next", "level") != "5" || len(dry["text"].([]any)) < 3 {
			t.Errorf("dry run: %v", dry)
		}
		if a.version() != before {
			t.Error("the dry run changed the match")
		}
	})
	t.Run("equal in effect confirms", func(t *testing.T) {
		_, _, a, b := table(t)
		wantState(t, a.report(http.StatusCreated, 1, 1, 3), "reported")
		wantState(t, b.report(http.StatusCreated, 1, 1, 3, 2, 4), "confirmed")
	})
	t.Run("the same side twice is no agreement", func(t *testing.T) {
		_, _, a, _ := table(t)
		a.report(http.StatusCreated, 1, 1, 3)
		wantState(t, a.report(http.StatusCreated, 1, 1, 3), "reported")
	})
	t.Run("different reports are a dispute until a referee settles it", func(t *testing.T) {
		k, id, a, b := table(t)
		a.report(http.StatusCreated, 1, 1, 3)
		wantState(t, b.report(http.StatusCreated, 1, 2, 4), "disputed")
		refused := a.report(http.StatusConflict, 2, 1, 3)
		if refused["code"] != "hand.disputed" || field(refused, "present", "match", "open", "state") != "disputed" {
			t.Errorf("refusal %v", refused)
		}
		queue := k.list("/api/v1/events/" + id + "/queue")
		if len(queue) != 1 || queue[0]["kind"] != "dispute" {
			t.Errorf("queue %v", queue)
		}
		match := field(a.view(), "match", "id").(string)
		body := map[string]any{"game": 1, "number": 1, "hand": map[string]any{"finish": []int{2, 1, 4, 3}}, "reason": "看了牌", "version": a.version(), "dry_run": true}
		k.post(http.StatusOK, "/api/v1/matches/"+match+"/settle", body)
		delete(body, "dry_run")
		k.post(http.StatusCreated, "/api/v1/matches/"+match+"/settle", body)
		if got := field(a.view(), "match", "games", 0, "hands", 0, "state"); got != "settled" {
			t.Errorf("hand %v, want settled", got)
		}
		wantState(t, a.report(http.StatusCreated, 2, 1, 3), "reported")
	})
	t.Run("a side may agree to the other in a dispute", func(t *testing.T) {
		_, _, a, b := table(t)
		a.report(http.StatusCreated, 1, 1, 3)
		b.report(http.StatusCreated, 1, 2, 4)
		a.say(http.StatusCreated, "confirm", map[string]any{"version": a.version()})
		hand := field(b.view(), "match", "games", 0, "hands", 0)
		if field(hand, "state") != "confirmed" || field(hand, "outcome", "winner") != "B" {
			t.Errorf("hand %v", hand)
		}
	})
	t.Run("the next hand agrees to the one before", func(t *testing.T) {
		_, _, a, b := table(t)
		a.report(http.StatusCreated, 1, 1, 3)
		wantState(t, b.report(http.StatusCreated, 2, 2, 1, 4, 3), "reported")
		if got := field(a.view(), "match", "games", 0, "hands", 0, "state"); got != "confirmed" {
			t.Errorf("first hand %v", got)
		}
	})
	t.Run("the author goes on unanswered, and the other agrees to all", func(t *testing.T) {
		_, _, a, b := table(t)
		a.report(http.StatusCreated, 1, 1, 3)
		wantState(t, a.report(http.StatusCreated, 2, 1, 2, 3, 4), "reported")
		b.say(http.StatusCreated, "confirm", map[string]any{"version": b.version()})
		for i := range 2 {
			if got := field(a.view(), "match", "games", 0, "hands", i, "state"); got != "confirmed" {
				t.Errorf("hand %d: %v", i+1, got)
			}
		}
	})
	t.Run("a closed number, and one too far", func(t *testing.T) {
		_, _, a, b := table(t)
		a.report(http.StatusCreated, 1, 1, 3)
		b.report(http.StatusCreated, 1, 1, 3)
		if got := a.report(http.StatusConflict, 1, 2, 4)["code"]; got != "hand.closed" {
			t.Errorf("closed: %v", got)
		}
		if got := a.report(http.StatusConflict, 4, 1, 3)["code"]; got != "hand.not-next" {
			t.Errorf("too far: %v", got)
		}
	})
	t.Run("a wrong order is a fault with a sentence and the article", func(t *testing.T) {
		_, _, a, _ := table(t)
		refused := a.report(http.StatusUnprocessableEntity, 1, 1, 3, 1, 4)
		fault := field(refused, "faults", 0)
		if field(fault, "code") != "finish.duplicate" || field(fault, "at") != "/hand/finish/2" || field(fault, "message") == "" || field(fault, "clause") == "" {
			t.Errorf("fault %v", fault)
		}
	})
	t.Run("taken back until it was answered", func(t *testing.T) {
		_, _, a, b := table(t)
		a.report(http.StatusCreated, 1, 1, 3)
		if field(a.view(), "undo", "number") != float64(1) || field(b.view(), "answer", "number") != float64(1) {
			t.Errorf("undo %v, answer %v", a.view()["undo"], b.view()["answer"])
		}
		a.say(http.StatusCreated, "withdraw", nil)
		wantState(t, a.report(http.StatusCreated, 1, 2, 4), "reported")
		b.report(http.StatusCreated, 1, 2, 4)
		if got := a.say(http.StatusConflict, "withdraw", nil)["code"]; got != "withdraw.nothing" {
			t.Errorf("after the answer: %v", got)
		}
	})
	t.Run("an objection, and another report by its author", func(t *testing.T) {
		_, _, a, b := table(t)
		a.report(http.StatusCreated, 1, 1, 3)
		b.say(http.StatusCreated, "object", map[string]any{"reason": "三游是我"})
		if got := field(a.view(), "match", "open", "state"); got != "disputed" {
			t.Errorf("open %v", got)
		}
		wantState(t, a.report(http.StatusCreated, 1, 1, 2, 3, 4), "reported")
		b.say(http.StatusCreated, "confirm", map[string]any{"version": b.version()})
	})
	t.Run("confirming what one has not seen", func(t *testing.T) {
		_, _, a, b := table(t)
		a.report(http.StatusCreated, 1, 1, 3)
		seen := b.version()
		a.say(http.StatusCreated, "withdraw", nil)
		a.report(http.StatusCreated, 1, 2, 4)
		if got := b.say(http.StatusConflict, "confirm", map[string]any{"version": seen})["code"]; got != "match.changed" {
			t.Errorf("code %v", got)
		}
	})
}

func TestOneReportOneEntry(t *testing.T) {
	k, id, a, _ := table(t)
	body := map[string]any{"device": a.device, "game": 1, "number": 1, "version": 0, "hand": map[string]any{"finish": []int{1, 3}}}
	r := request{method: http.MethodPost, path: a.path + "/hands", body: body, key: "one-report-0001", token: "-"}
	_, first := k.send(r)
	for range 4 {
		status, again := k.send(r)
		if status != http.StatusCreated || string(again) != string(first) {
			t.Fatalf("status %d, answer %s, want %s", status, again, first)
		}
	}
	reports := 0
	for _, e := range k.get("/api/v1/events/" + id + "/journal")["entries"].([]any) {
		if field(e, "kind") == "hand.reported" {
			reports++
		}
	}
	if reports != 1 {
		t.Errorf("%d reports in the journal, want 1", reports)
	}
	r.body = map[string]any{"device": a.device, "game": 1, "number": 1, "version": 0, "hand": map[string]any{"finish": []int{2, 4}}}
	if refused := k.want(http.StatusUnprocessableEntity, r); refused["code"] != "key-reused" {
		t.Errorf("another body: %v", refused)
	}
}

func TestHolding(t *testing.T) {
	_, _, a, b := table(t)
	other := a
	other.device = "another-phone"
	if got := other.say(http.StatusConflict, "hold", nil)["code"]; got != "hold.other" {
		t.Errorf("second phone: %v", got)
	}
	if got := other.report(http.StatusConflict, 1, 1, 3)["code"]; got != "hold.other" {
		t.Errorf("report of a phone that does not hold: %v", got)
	}
	if got := other.say(http.StatusOK, "hold", map[string]any{"take_over": true})["hold"]; got != "mine" {
		t.Errorf("taking over: %v", got)
	}
	if got := field(b.view(), "match", "holds", "A", "device"); got == nil {
		t.Error("the other side does not see who holds")
	}
	both := b
	both.device = other.device
	if got := both.say(http.StatusConflict, "hold", map[string]any{"take_over": true})["code"]; got != "hold.both-sides" {
		t.Errorf("one phone for both sides: %v", got)
	}
	players := field(other.view(), "match", "sides", "A", "players").([]any)
	other.say(http.StatusOK, "seats", map[string]any{"seats": map[string]any{"1": players[0], "3": players[1]}})
	if got := field(b.view(), "match", "sides", "A", "seats", "3"); got != players[1] {
		t.Errorf("seat 3: %v", got)
	}
	other.say(http.StatusUnprocessableEntity, "seats", map[string]any{"seats": map[string]any{"1": players[0], "3": players[0]}})
}

func TestTheBell(t *testing.T) {
	k, id, a, b := table(t)
	base := "/api/v1/events/" + id
	k.post(http.StatusOK, base+"/clock", map[string]any{"do": "start"})
	if got := k.post(http.StatusOK, base+"/clock", map[string]any{"do": "add", "minutes": 5, "table": 2})["extra_minutes"]; got != float64(5) {
		t.Errorf("extra time %v", got)
	}
	a.report(http.StatusCreated, 1, 1, 3)
	b.report(http.StatusCreated, 1, 1, 3)
	a.report(http.StatusCreated, 2, 1, 2, 3, 4)
	k.clock.add(45 * time.Minute)
	k.until("the bell ends the game at table 1", func() bool {
		return field(a.view(), "match", "clock", "state") == "over"
	})
	if got := field(a.view(), "match", "state"); got != "playing" {
		t.Errorf("state %v while a report waits", got)
	}
	late := b.report(http.StatusCreated, 3, 2, 4)
	wantState(t, late, "reported")
	view := a.view()
	if field(view, "match", "games", 0, "hands", 2, "late") != true || field(view, "match", "games", 0, "levels", "A") != "7" || field(view, "match", "games", 0, "levels", "B") != "2" {
		t.Errorf("a late report counts before anybody agrees: %v", field(view, "match", "games", 0))
	}
	queue := k.list(base + "/queue")
	if len(queue) != 1 || queue[0]["kind"] != "late" {
		t.Errorf("queue %v", queue)
	}
	a.say(http.StatusCreated, "confirm", map[string]any{"version": a.version()})
	game := field(a.view(), "match", "games", 0)
	if field(game, "state") != "over" || field(game, "levels", "B") != "5" || field(game, "by") != "time-level" || field(game, "winner") != "A" {
		t.Errorf("game %v", game)
	}
	a2, _ := k.phones(id, 2)
	if got := field(a2.view(), "match", "clock", "state"); got != "running" {
		t.Errorf("the table with extra time: %v", got)
	}
	k.clock.add(5 * time.Minute)
	k.until("the bell ends the game at table 2", func() bool {
		return field(a2.view(), "match", "games", 0, "ended_by_bell") == true
	})
	if next := field(a2.view(), "match", "next"); field(next, "extra") != true {
		t.Errorf("nobody climbed: next %v, want an extra hand", next)
	}
	a2.say(http.StatusCreated, "hands", map[string]any{"game": 1, "number": 1, "version": 0, "hand": map[string]any{"finish": []int{1, 2, 3, 4}, "extra": true}})
}

// until waits for a condition.
func (k *kiosk) until(what string, holds func() bool) {
	k.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for !holds() {
		if time.Now().After(deadline) {
			k.Fatalf("waited in vain: %s", what)
		}
		time.Sleep(5 * time.Millisecond)
	}
}

func TestCallsAndPenalties(t *testing.T) {
	k, id, a, b := table(t)
	base := "/api/v1/events/" + id
	a.say(http.StatusCreated, "calls", map[string]any{"reason_code": "penalty", "reason": "出牌太慢"})
	queue := k.list(base + "/queue")
	if len(queue) != 1 || queue[0]["kind"] != "call" || queue[0]["text"] != "出牌太慢" {
		t.Fatalf("queue %v", queue)
	}
	call := field(queue[0], "call", "id").(string)
	k.post(http.StatusOK, "/api/v1/calls/"+call+"/answer", map[string]any{"state": "on-the-way"})
	if got := field(b.view(), "match", "calls", 0, "state"); got != "on-the-way" {
		t.Errorf("call %v", got)
	}
	match := field(a.view(), "match", "id").(string)
	dry := k.post(http.StatusOK, "/api/v1/matches/"+match+"/penalties", map[string]any{"violation": "slow-play", "seat": 2, "game": 1, "dry_run": true})
	if fmt.Sprint(dry["due"]) != "[warn]" || dry["repetition"] != float64(1) {
		t.Errorf("due %v", dry)
	}
	k.post(http.StatusCreated, "/api/v1/matches/"+match+"/penalties", map[string]any{"violation": "slow-play", "seat": 2, "game": 1})
	k.post(http.StatusUnprocessableEntity, "/api/v1/matches/"+match+"/penalties", map[string]any{"violation": "slow-play", "seat": 2, "game": 1, "actions": []string{"lose-match"}})
	k.post(http.StatusUnprocessableEntity, "/api/v1/matches/"+match+"/penalties", map[string]any{"violation": "whistling", "seat": 2, "game": 1})
	k.post(http.StatusCreated, "/api/v1/matches/"+match+"/penalties", map[string]any{"violation": "substitution", "side": "B", "game": 1})
	view := field(a.view(), "match")
	if field(view, "state") != "over" || field(view, "result", "winner") != "A" {
		t.Errorf("after a lost match: %v %v", field(view, "state"), field(view, "result"))
	}
	k.post(http.StatusCreated, "/api/v1/matches/"+match+"/penalties/2/cancel", map[string]any{"reason": "认错人"})
	if got := field(a.view(), "match", "state"); got == "over" {
		t.Error("a cancelled penalty still decides the match")
	}
}

func TestPaperAndCorrections(t *testing.T) {
	k, id, a, _ := table(t)
	match := field(a.view(), "match", "id").(string)
	path := "/api/v1/matches/" + match
	games := []map[string]any{{"hands": []map[string]any{{"finish": []int{1, 3}}, {"finish": []int{2, 1, 4, 3}}}, "end": "time"}}
	dry := k.post(http.StatusOK, path+"/sheet", map[string]any{"games": games, "version": a.version(), "dry_run": true})
	if field(dry, "verdict", "games", 0, "by") != "time-level" {
		t.Errorf("dry run %v", dry)
	}
	k.post(http.StatusCreated, path+"/sheet", map[string]any{"games": games, "version": a.version()})
	if got := field(a.view(), "match", "state"); got != "over" {
		t.Errorf("state %v", got)
	}
	others := []map[string]any{{"hands": []map[string]any{{"finish": []int{2, 4}}, {"finish": []int{2, 1, 4, 3}}}, "end": "time"}}
	if refused := k.post(http.StatusUnprocessableEntity, path+"/sheet", map[string]any{"games": others, "version": a.version()}); refused["code"] != "text.empty" {
		t.Errorf("replacing without a reason: %v", refused)
	}
	k.post(http.StatusCreated, path+"/sign-off", map[string]any{"version": a.version()})
	body := map[string]any{"game": 1, "number": 2, "hand": map[string]any{"finish": []int{2, 4}}, "reason": "抄错", "version": a.version(), "dry_run": true}
	ruled := k.post(http.StatusOK, path+"/corrections", body)
	if len(ruled["text"].([]any)) == 0 {
		t.Errorf("a correction that changes the winner says nothing: %v", ruled)
	}
	delete(body, "dry_run")
	body["version"] = 1
	if got := k.post(http.StatusConflict, path+"/corrections", body)["code"]; got != "match.changed" {
		t.Errorf("an old version: %v", got)
	}
	body["version"] = a.version()
	k.post(http.StatusCreated, path+"/corrections", body)
	m := k.get(path)
	if m["state"] != "over" && m["state"] != "playing" || field(m, "games", 0, "hands", 1, "state") != "corrected" {
		t.Errorf("after the correction: %v", m)
	}
	_ = id
}

func TestForfeit(t *testing.T) {
	k, _, a, _ := table(t)
	path := "/api/v1/matches/" + field(a.view(), "match", "id").(string)
	k.post(http.StatusUnprocessableEntity, path+"/forfeit", map[string]any{"side": "B", "reason": ""})
	k.post(http.StatusCreated, path+"/forfeit", map[string]any{"side": "B", "reason": "没有来"})
	if m := k.get(path); m["state"] != "forfeited" || field(m, "result", "winner") != "A" {
		t.Errorf("match %v %v", m["state"], m["result"])
	}
	if got := a.report(http.StatusConflict, 1, 1, 3)["code"]; got != "match.closed" {
		t.Errorf("a report after that: %v", got)
	}
	k.post(http.StatusCreated, path+"/forfeit", map[string]any{"side": "none", "reason": "来了"})
	if m := k.get(path); m["state"] != "drawn" && m["state"] != "playing" {
		t.Errorf("taken back: %v", m["state"])
	}
}

func TestMatchByThePrintedAddress(t *testing.T) {
	k, id, a, _ := table(t)
	match := field(a.view(), "match", "id").(string)
	for _, path := range []string{"/api/v1/matches/" + strings.ToUpper(match), "/api/v1/events/" + strings.ToUpper(id)} {
		k.get(path)
	}
}

func TestRulingsWithoutAVersionRestOnTheMatchAsItIs(t *testing.T) {
	k, _, a, b := table(t)
	a.report(http.StatusCreated, 1, 1, 3)
	b.report(http.StatusCreated, 1, 2, 4)
	path := "/api/v1/matches/" + field(a.view(), "match", "id").(string)
	k.post(http.StatusCreated, path+"/settle", map[string]any{"number": 1, "hand": map[string]any{"finish": []int{1, 3}}, "reason": "看牌"})
	k.post(http.StatusCreated, path+"/corrections", map[string]any{"number": 1, "hand": map[string]any{"finish": []int{2, 4}}, "reason": "抄错"})
	if got := field(a.view(), "match", "games", 0, "levels", "B"); got != "5" {
		t.Errorf("level %v, want 5", got)
	}
}

func TestASeedMayBeANumber(t *testing.T) {
	k := newKiosk(t)
	id := k.college(3)
	if got := k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": 20261205})["seed"]; got != "20261205" {
		t.Errorf("seed %v", got)
	}
}
