package main

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kiosk/api/rehearsal"
	"kiosk/config"
	"kiosk/store"
)

// soak makes the tests long: make soak.
var soak = flag.Bool("soak", false, "kill the kiosk 40 times instead of 5, and longer apart")

// TestKilledInMidRound kills the program at moments of no choice while a hall
// of phones reports, starts it again, and goes on: the phones send again what
// was not answered. In the end every answered report stands once in the record,
// and the record is whole.
//
//	go test ./cmd/kiosk -run KilledInMidRound -v -soak
func TestKilledInMidRound(t *testing.T) {
	kills, apart, tables := 5, 400*time.Millisecond, 12
	if *soak {
		kills, apart, tables = 40, 1500*time.Millisecond, 48
	}
	book, ok := config.BuiltIn().Get("guandan-national-2017")
	if !ok {
		t.Fatal("no rulebook")
	}
	addr, data := freeAddress(t), filepath.Join(t.TempDir(), "data")
	p := launch(t, addr, "--data", data, "--log", "error")
	at := rehearsal.Address{URL: p.address, PIN: p.pin()}
	enough := make(chan struct{})
	plan := rehearsal.Plan{
		Book: book.Book, Tables: tables, Hands: 12, Think: 20 * time.Millisecond, Listeners: 4, Follow: true, Trouble: 0.2,
		Seed: rand.Uint64(), Enough: enough,
	}
	var progress lastProgress
	var result rehearsal.Result
	var failed error
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		result, failed = rehearsal.Play(t.Context(), at, plan, progress.note)
	}()
	for kill := range kills {
		before := progress.get().Reports
		wait(t, func() bool { return isOver(ended) || progress.get().Reports > before }, &p.err)
		pause := time.NewTimer(time.Duration(rand.Int64N(int64(apart))))
		select {
		case <-pause.C:
		case <-ended:
			t.Fatalf("it ended before kill %d: %v, %+v", kill, failed, result)
		}
		p.kill()
		p = launch(t, addr, "--data", data, "--log", "error")
	}
	close(enough)
	<-ended
	if failed != nil {
		t.Fatal(failed)
	}
	t.Logf("%d kills: %+v", kills, result)
	if !result.None() {
		t.Errorf("%+v", result.Findings)
	}
	if result.Network.Again < kills {
		t.Errorf("only %d messages met no kiosk in %d kills", result.Network.Again, kills)
	}
	p.stop()
	if code, out, told := kioskSays("verify", "--lang", "en", "--data", data); code != 0 {
		t.Errorf("verify: exit %d: %s%s", code, out, told)
	}
	checkHands(t, filepath.Join(data, dataFile), result)
}

// checkHands counts the hands of the record without the kiosk.
func checkHands(t *testing.T, path string, result rehearsal.Result) {
	t.Helper()
	s, err := store.Open(path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	hands := 0
	for _, id := range s.Events() {
		state, _ := s.State(id)
		hands += handsOf(state)
	}
	if hands != result.Hands {
		t.Errorf("the record has %d hands, the rehearsal played %d", hands, result.Hands)
	}
}

func isOver(done <-chan struct{}) bool {
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// lastProgress is what a rehearsal told last.
type lastProgress struct {
	mu   sync.Mutex
	last rehearsal.Progress
}

func (l *lastProgress) note(p rehearsal.Progress) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = p
}

func (l *lastProgress) get() rehearsal.Progress {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.last
}
