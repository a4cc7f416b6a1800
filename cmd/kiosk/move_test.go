package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"kiosk/scoresheet/event"
	"kiosk/store"
)

// TestMoveToAnotherLaptop: in the middle of a round the first laptop dies. The
// second restores the last backup and takes its address, and the phones go on
// with the codes they have: what was not sent goes through under its key, what
// was answered and not heard is answered as before, and nothing is there twice.
func TestMoveToAnotherLaptop(t *testing.T) {
	addr, stick, second := freeAddress(t), t.TempDir(), filepath.Join(t.TempDir(), "kiosk-data")
	one := launch(t, addr, "--data", filepath.Join(t.TempDir(), "kiosk-data"), "--backup", stick)
	pin := one.pin()
	one.signIn(pin)
	id := one.drawn(2)
	a, b := one.tokens(id, 1)
	one.hold(a, "phone-a")
	one.hold(b, "phone-b")
	first := one.want(http.StatusCreated, http.MethodPost, a+"/hands", "a1", hand("phone-a", 1, 1, 3))
	one.want(http.StatusCreated, http.MethodPost, b+"/hands", "b1", hand("phone-b", 1, 1, 3))
	one.want(http.StatusOK, http.MethodPost, "/api/v1/kiosk/backup", "", nil)
	backup := one.backedUp()
	if filepath.Dir(backup) != stick {
		t.Fatalf("the backup is %s", backup)
	}
	// A hand that no backup has: the phone was told, and asks again by itself
	// only when it was not.
	lost := one.want(http.StatusCreated, http.MethodPost, a+"/hands", "a2", hand("phone-a", 2, 1, 2, 3, 4))
	one.kill()

	code, out, said := kioskSays("restore", "--yes", "--data", second, "--lang", "en", stick)
	if code != 0 || !strings.Contains(out, filepath.Base(backup)) || !strings.Contains(out, "hands 1") {
		t.Fatalf("restore: exit %d, %s%s", code, out, said)
	}
	two := launch(t, addr, "--data", second)
	two.token = one.token // The organiser stays signed in.

	again := two.want(http.StatusCreated, http.MethodPost, a+"/hands", "a1", hand("phone-a", 1, 1, 3))
	if was, is := mustJSON(t, first), mustJSON(t, again); was != is {
		t.Errorf("sent again: %s\nfirst: %s", is, was)
	}
	if got := two.want(http.StatusCreated, http.MethodPost, a+"/hands", "a2", hand("phone-a", 2, 1, 2, 3, 4)); got["state"] != lost["state"] {
		t.Errorf("the hand that was lost: %v, before %v", got["state"], lost["state"])
	}
	if got := two.want(http.StatusCreated, http.MethodPost, b+"/hands", "b2", hand("phone-b", 2, 1, 2, 3, 4)); got["state"] != "confirmed" {
		t.Errorf("the other phone: %v", got["state"])
	}
	for _, path := range []string{a, b} {
		view := two.get(path)
		match := view["match"].(map[string]any)
		hands := match["games"].([]any)[0].(map[string]any)["hands"].([]any)
		if len(hands) != 2 {
			t.Errorf("%d hands", len(hands))
		}
	}
	two.signIn(pin)
	two.stop()

	report, err := store.Inspect(filepath.Join(second, dataFile))
	if err != nil || report.Err() != nil {
		t.Fatal(err, report.Err())
	}
	kinds := report.Events[0].Kinds
	if kinds["hand.reported"] != 2 || kinds["hand.confirmed"] != 2 {
		t.Errorf("entries: %v", kinds)
	}
	if _, err := os.Stat(filepath.Join(second, "backups")); err != nil {
		t.Error("the second laptop made no backup at its end")
	}
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestBackupAfterTheRound: the end of a round makes a backup, a stick that is
// pulled out is missed in the language of who looks, and is used again when it
// is back.
func TestBackupAfterTheRound(t *testing.T) {
	stick := filepath.Join(t.TempDir(), "stick")
	if err := os.Mkdir(stick, 0o700); err != nil {
		t.Fatal(err)
	}
	p := launch(t, freeAddress(t), "--data", filepath.Join(t.TempDir(), "kiosk-data"), "--backup-every", "0")
	if view := p.get("/api/v1/kiosk"); view["backup"] != nil {
		t.Error("the public sees where backups go")
	}
	p.signIn(p.pin())
	id := p.drawn(2)
	if got := p.want(http.StatusUnprocessableEntity, http.MethodPut, "/api/v1/kiosk/backup", "", map[string]any{"folder": stick + "s"}); !strings.Contains(got["detail"].(string), "備份資料夾") {
		t.Errorf("a folder that is not there: %v", got)
	}
	p.want(http.StatusOK, http.MethodPut, "/api/v1/kiosk/backup", "", map[string]any{"folder": stick})
	first := p.backedUp()
	if filepath.Dir(first) != stick {
		t.Fatalf("the backup is %s", first)
	}
	forfeit := func(match string) {
		p.want(http.StatusCreated, http.MethodPost, "/api/v1/matches/"+match+"/forfeit", "", map[string]any{"side": "A", "reason": "未到场"})
	}
	matches := matchIDs(t, p, id)
	forfeit(matches[0])
	if state := p.get("/api/v1/kiosk")["backup"].(map[string]any); state["current"] == true {
		t.Error("in the middle of a round a backup was made")
	}
	for _, match := range matches[1:] {
		forfeit(match)
	}
	second := p.backedUp()
	if second == first {
		t.Error("no backup after the round")
	}

	if err := os.Rename(stick, stick+".away"); err != nil {
		t.Fatal(err)
	}
	trouble := func() string {
		backup := p.get("/api/v1/kiosk")["backup"].(map[string]any)
		text, _ := backup["error"].(string)
		return text
	}
	wait(t, func() bool { return strings.Contains(trouble(), "隨身碟被拔掉了嗎") }, &p.err)
	p.want(http.StatusOK, http.MethodPut, "/api/v1/events/"+id, "", map[string]any{"name": "掼蛋赛二"})
	if err := os.Rename(stick+".away", stick); err != nil {
		t.Fatal(err)
	}
	wait(t, func() bool { return trouble() == "" }, &p.err)
	if third := p.backedUp(); third == second {
		t.Error("what was written meanwhile is in no backup")
	}
	p.stop()
	files, err := os.ReadDir(stick)
	if err != nil || len(files) < 3 {
		t.Errorf("%d files on the stick, %v", len(files), err)
	}
	for _, file := range files {
		report, err := store.Inspect(filepath.Join(stick, file.Name()))
		if err != nil || report.Err() != nil || len(report.Events) != 1 || report.Events[0].ID != event.ID(id) {
			t.Errorf("%s: %v, %v", file.Name(), err, report.Err())
		}
	}
}

func matchIDs(t *testing.T, p *process, id string) []string {
	t.Helper()
	_, data, err := p.ask(http.MethodGet, "/api/v1/events/"+id+"/matches", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	var matches []struct{ ID string }
	if err := json.Unmarshal(data, &matches); err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	ids := make([]string, len(matches))
	for i, m := range matches {
		ids[i] = m.ID
	}
	return ids
}
