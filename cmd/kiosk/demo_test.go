package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// madeDemo is the demonstration's event as a kiosk that starts finds it.
func madeDemo(t *testing.T, now time.Time) (*event.State, []event.Entry) {
	t.Helper()
	path := filepath.Join(t.TempDir(), dataFile)
	if err := makeDemo(context.Background(), path, config.BuiltIn(), config.NewWords(scoresheet.ZhHans), now); err != nil {
		t.Fatal(err)
	}
	report, err := store.Inspect(path)
	if err != nil || report.Err() != nil {
		t.Fatal(err, report.Err())
	}
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	state, ok := s.State(demoID)
	if !ok {
		t.Fatal("no event")
	}
	entries, err := s.Entries(demoID, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	return state, entries
}

func TestDemoIsInMidRound(t *testing.T) {
	now := time.Date(2026, 12, 5, 2, 0, 0, 0, time.UTC)
	state, entries := madeDemo(t, now)
	if len(state.Entrants) != 12 || len(state.Rounds) != 3 || state.Stage() != event.StageRunning {
		t.Errorf("%d entrants, %d rounds, %s", len(state.Entrants), len(state.Rounds), state.Stage())
	}
	ended := map[scoresheet.DecidedBy]int{}
	for n := 1; n <= 12; n++ {
		m := state.Match(n)
		if m.State != event.SignedOff || len(m.Verdict.Faults) > 0 || len(m.Games[0].Hands) < 5 {
			t.Errorf("match %d: %s, %d hands, %v", n, m.State, len(m.Games[0].Hands), m.Verdict.Faults)
		}
		ended[m.Verdict.Games[0].By]++
	}
	if len(ended) < 2 {
		t.Errorf("all matches ended alike: %v", ended)
	}
	round, _ := state.CurrentRound()
	if left := round.Clock.Remaining(0, now); round.Clock.State != event.ClockRunning || left != 20*time.Minute {
		t.Errorf("clock %s, %s left", round.Clock.State, left)
	}
	if due, ok := state.DueAt(); !ok || !due.After(now) {
		t.Errorf("something of the clock is due at %s", due)
	}
	for _, e := range entries {
		if e.At.After(now) || e.At.Before(now.Add(-48*time.Hour)) {
			t.Errorf("entry %d is of %s", e.N, e.At)
		}
	}
	for i := 1; i < len(entries); i++ {
		if entries[i].At.Before(entries[i-1].At) {
			t.Errorf("entry %d is before the one before it", entries[i].N)
		}
	}
}

func TestDemoTablesDiffer(t *testing.T) {
	now := time.Date(2026, 12, 5, 2, 0, 0, 0, time.UTC)
	state, _ := madeDemo(t, now)
	tables := state.RoundMatches(3)
	if len(tables) != 6 {
		t.Fatal(len(tables), "tables")
	}
	over := tables[0]
	if over.State != event.Over || over.Provisional() || over.Verdict.Match.Winner != scoresheet.SideA {
		t.Errorf("the match that is over: %s, agreed %v", over.State, over.Agreed)
	}
	if _, disputed := tables[1].Dispute(); !disputed || tables[1].State != event.Playing {
		t.Errorf("no dispute at table %d", tables[1].Table)
	}
	waiting := tables[2]
	open := waiting.Open()
	if len(open) != 1 {
		t.Fatalf("%d open hands at table %d", len(open), waiting.Table)
	}
	hand, _ := waiting.Hand(open[0])
	if report := hand.Reports.A; hand.State != event.Reported || report == nil || now.Sub(report.At) > 2*time.Minute {
		t.Errorf("the report that waits: %+v", hand)
	}
	begun := tables[3]
	if begun.State != event.Playing || len(begun.Games) != 0 || begun.Holds.A == nil || begun.Holds.B == nil || len(begun.Seats) != 4 {
		t.Errorf("the table that has just begun: %+v", begun)
	}
	calls := state.Calls()
	if len(calls) != 1 || calls[0].State != event.CallWaiting || calls[0].Match != tables[4].Number {
		t.Errorf("calls %+v", calls)
	}
	if p := tables[5].Penalties; len(p) != 1 || p[0].By.Role != event.Referee || len(tables[5].Verdict.Faults) > 0 {
		t.Errorf("penalties %+v", p)
	}
	for i, m := range tables {
		if i != 3 && len(m.Games[0].Hands) < 3 {
			t.Errorf("table %d has %d hands", m.Table, len(m.Games[0].Hands))
		}
	}
}

// At any hour, and whatever the milliseconds, it comes out the same.
func TestDemoDoesNotDependOnTheHour(t *testing.T) {
	a, _ := madeDemo(t, time.Date(2026, 12, 5, 2, 0, 0, 0, time.UTC))
	b, _ := madeDemo(t, time.Date(2027, 1, 1, 0, 10, 0, 123_456_789, time.UTC))
	if a.Version != b.Version {
		t.Errorf("%d entries, and %d", a.Version, b.Version)
	}
}

func TestServeDemo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("a process cannot interrupt itself on Windows")
	}
	t.Chdir(t.TempDir())
	t.Setenv("KIOSK_OPEN_BROWSER", "false")
	t.Setenv("KIOSK_ADDR", "127.0.0.1:0")
	var stdout, stderr said
	ended := make(chan int, 1)
	go func() {
		ended <- run([]string{"--demo", "--lang", "en", "--log", "error"}, streams{in: strings.NewReader(""), out: &stdout, err: &stderr})
	}()
	pin := regexp.MustCompile(`PIN: \d{8}\b`)
	wait(t, func() bool { return pin.MatchString(stdout.String()) && strings.Contains(stdout.String(), "Next:") }, &stderr)
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if err := self.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if code := <-ended; code != 0 {
		t.Fatalf("exit %d: %s", code, stderr.String())
	}
	if code, out, _ := kioskSays("verify", "--lang", "en"); code != 0 || !strings.Contains(out, "Staff Guandan (demonstration) (demo)") {
		t.Errorf("exit %d: %s", code, out)
	}
	code, _, told := kioskSays("--demo", "--lang", "en")
	if code != exitFailed || !strings.Contains(told, "has data already") {
		t.Errorf("a second time: exit %d: %s", code, told)
	}
}

func TestDemoThatCannotBeMadeLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), dataFile)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if err := makeDemo(ctx, path, config.BuiltIn(), config.NewWords(scoresheet.En), time.Now()); err == nil {
		t.Fatal("it was made")
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), ".*")); err != nil || len(left) != 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
