package rehearsal_test

import (
	"context"
	"crypto/rand"
	"errors"
	"net"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"kiosk/api"
	"kiosk/api/rehearsal"
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/store"
)

// open is a kiosk on this machine.
func open(t *testing.T) rehearsal.Address {
	t.Helper()
	kept, err := store.Open(filepath.Join(t.TempDir(), "kiosk.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return serve(t, kept, time.Now)
}

// serve is a kiosk on what is kept, by a clock. Its PIN is empty if there was one.
func serve(t *testing.T, kept store.Kept, now func() time.Time) rehearsal.Address {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	pin, _, err := api.NewPINs(kept, now, rand.Reader).EnsureOrganiser(ctx)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server, err := api.New(ctx, api.Config{
		Store: kept, Rulebooks: config.BuiltIn(), Lang: scoresheet.En, PublicURL: "http://" + ln.Addr().String(), Port: ln.Addr().(*net.TCPAddr).Port,
		Now: now, Random: rand.Reader,
	})
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	wg.Go(func() { _ = server.Serve(ln) })
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
		cancel()
		wg.Wait()
		if _, err := kept.Verify(); err != nil {
			t.Error(err)
		}
		if err := kept.Close(); err != nil {
			t.Error(err)
		}
	})
	return rehearsal.Address{URL: "http://" + ln.Addr().String(), PIN: pin}
}

// Every rulebook can be rehearsed, over a bad network, and nothing is lost.
func TestEveryRulebook(t *testing.T) {
	books, err := config.BuiltIn().List()
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range books {
		t.Run(entry.Book.ID, func(t *testing.T) {
			plan := rehearsal.Plan{Book: entry.Book, Tables: 4, Rounds: 2, Hands: 4, Listeners: 2, Follow: true, Trouble: 0.3, Seed: 7}
			got, err := rehearsal.Play(t.Context(), open(t), plan, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !got.None() {
				t.Errorf("%+v", got.Findings)
			}
			if got.Rounds != 2 || got.Hands == 0 || got.Reports < got.Hands || got.Matches < 2 {
				t.Errorf("%+v", got)
			}
			t.Logf("%+v", got)
		})
	}
}

func TestTooManyTables(t *testing.T) {
	entry, ok := config.BuiltIn().Get("guandan-college")
	if !ok {
		t.Fatal("no rulebook")
	}
	_, err := rehearsal.Play(t.Context(), rehearsal.Address{URL: "http://127.0.0.1:1"}, rehearsal.Plan{Book: entry.Book, Tables: 1000, Rounds: 1}, nil)
	var few *rehearsal.TooFewError
	if !errors.As(err, &few) || few.Most != 64 {
		t.Errorf("%v", err)
	}
}
