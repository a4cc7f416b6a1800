package rehearsal_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"kiosk/api/rehearsal"
	"kiosk/config"
	"kiosk/store"
	"kiosk/store/storetest"
)

// TestClocksOfKiosksApart: three kiosks of one event whose clocks are minutes
// apart. Nothing is lost or doubled, the bell rings once, and each kiosk says
// whose clock is wrong.
func TestClocksOfKiosksApart(t *testing.T) {
	cluster := storetest.NewCluster(t, 1)
	var at []rehearsal.Address
	var ahead [3]atomic.Int64
	for i, apart := range []time.Duration{0, -90 * time.Second, 2 * time.Minute} {
		ahead[i].Store(int64(apart))
		now := func() time.Time { return time.Now().Add(time.Duration(ahead[i].Load())) }
		kept, err := store.OpenEtcd(t.Context(), cluster.Address("/final"), store.EtcdOptions{Options: store.Options{Now: now}, Folder: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		at = append(at, serve(t, kept, now))
	}
	desk := visitor{T: t, at: at[0].URL}
	var session struct{ Token string }
	desk.ask(http.MethodPost, "/api/v1/session", map[string]any{"pin": at[0].PIN, "name": "desk"}, &session)
	desk.token = session.Token

	entry, _ := config.BuiltIn().Get("guandan-national-2017")
	plan := rehearsal.Plan{Book: entry.Book, Tables: 6, Rounds: 2, Hands: 4, Listeners: 3, Follow: true, Trouble: 0.3, Seed: 7}
	got, err := rehearsal.Play(t.Context(), rehearsal.Address{URL: at[0].URL, PIN: at[0].PIN, Others: []string{at[1].URL, at[2].URL}}, plan, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !got.None() || got.Hands == 0 {
		t.Errorf("%+v", got)
	}

	var events []struct{ ID string }
	desk.ask(http.MethodGet, "/api/v1/events", nil, &events)
	id := events[0].ID
	desk.ask(http.MethodPost, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "clock"}, nil)
	desk.ask(http.MethodPost, "/api/v1/events/"+id+"/clock", map[string]any{"do": "start", "minutes": 1}, nil)
	ahead[2].Store(int64(5 * time.Minute)) // By its clock the minute is over.
	storetest.Until(t, "the bell rings", func() bool { return desk.count(id, "clock.rung") > 0 })
	desk.ask(http.MethodPut, "/api/v1/events/"+id, map[string]any{"name": "after the bell"}, nil)
	for _, a := range at {
		storetest.Until(t, "all kiosks know the same", func() bool {
			return visitor{T: t, at: a.URL, token: desk.token}.version(id) == desk.version(id)
		})
	}
	if n := desk.count(id, "clock.rung"); n != 1 {
		t.Errorf("it rang %d times", n)
	}

	storetest.Until(t, "the first kiosk says whose clock is wrong", func() bool {
		var view struct {
			Kiosks []struct {
				Here, Well bool
				ClockAhead int `json:"clock_ahead"`
				Trouble    string
			}
		}
		desk.ask(http.MethodGet, "/api/v1/kiosk", nil, &view)
		slow, fast := false, false
		for _, k := range view.Kiosks {
			if k.Here && (!k.Well || k.ClockAhead != 0) {
				t.Errorf("itself: %+v", k)
			}
			slow = slow || k.ClockAhead < -80 && !k.Well && strings.Contains(k.Trouble, "slow")
			fast = fast || k.ClockAhead > 110 && !k.Well && strings.Contains(k.Trouble, "fast")
		}
		return len(view.Kiosks) == 3 && slow && fast
	})
}

// visitor asks one kiosk.
type visitor struct {
	*testing.T
	at, token string
}

func (v visitor) ask(method, path string, body, into any) {
	v.Helper()
	var content io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			v.Fatal(err)
		}
		content = bytes.NewReader(data)
	}
	req, err := http.NewRequest(method, v.at+path, content)
	if err != nil {
		v.Fatal(err)
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if v.token != "" {
		req.Header.Set("Authorization", "Bearer "+v.token)
	}
	if method != http.MethodGet {
		req.Header.Set("Idempotency-Key", fmt.Sprintf("visitor-%d", time.Now().UnixNano()))
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		v.Fatal(err)
	}
	data, err := io.ReadAll(res.Body)
	if err = errors.Join(err, res.Body.Close()); err != nil || res.StatusCode >= 300 {
		v.Fatalf("%s %s: status %d, %v: %.300s", method, path, res.StatusCode, err, data)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(data, into); err != nil {
		v.Fatalf("%s: %v: %.300s", path, err, data)
	}
}

func (v visitor) version(id string) int {
	v.Helper()
	var view struct{ Version int }
	v.ask(http.MethodGet, "/api/v1/events/"+id+"/public", nil, &view)
	return view.Version
}

// count is how many entries of a kind the journal has.
func (v visitor) count(id, kind string) (n int) {
	v.Helper()
	for after := 0; ; {
		var page struct {
			Entries []struct {
				N    int
				Kind string
			}
		}
		v.ask(http.MethodGet, fmt.Sprintf("/api/v1/events/%s/journal?after=%d", id, after), nil, &page)
		if len(page.Entries) == 0 {
			return n
		}
		for _, e := range page.Entries {
			if after = e.N; e.Kind == kind {
				n++
			}
		}
	}
}
