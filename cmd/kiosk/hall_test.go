package main

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kiosk/api/rehearsal"
	"kiosk/config"
	"kiosk/scoresheet/event"
	"kiosk/store"
	"kiosk/store/storetest"
)

// bigHall is a hall that plays at several kiosks of one cluster.
type bigHall struct {
	*testing.T
	cluster *storetest.Cluster
	address store.EtcdAddress
	// lines are those from each kiosk to the cluster.
	lines    []*storetest.Line
	kiosks   []*process
	folders  []string
	progress lastProgress
	ended    chan struct{}
	result   rehearsal.Result
	failed   error
}

func newBigHall(t *testing.T, kiosks int) *bigHall {
	t.Helper()
	h := &bigHall{T: t, cluster: storetest.NewCluster(t, 3), ended: make(chan struct{})}
	h.address = h.cluster.Address("/final")
	for range kiosks {
		h.lines = append(h.lines, storetest.NewLine(t, h.address))
		h.folders = append(h.folders, filepath.Join(t.TempDir(), "kiosk-data"))
		h.kiosks = append(h.kiosks, nil)
		h.open(len(h.kiosks)-1, freeAddress(t))
	}
	return h
}

func (h *bigHall) open(i int, addr string) {
	h.Helper()
	h.kiosks[i] = launch(h.T, addr, "--data", h.folders[i], "--public-url", "http://"+addr, "--store", h.lines[i].Through(h.address).String())
}

// play begins a rehearsal at all kiosks, until enough is closed.
func (h *bigHall) play(tables int, enough <-chan struct{}) {
	book, ok := config.BuiltIn().Get("guandan-national-2017")
	if !ok {
		h.Fatal("no rulebook")
	}
	at := rehearsal.Address{URL: h.kiosks[0].address, PIN: h.kiosks[0].pin()}
	for _, p := range h.kiosks[1:] {
		at.Others = append(at.Others, p.address)
	}
	plan := rehearsal.Plan{
		Book: book.Book, Tables: tables, Hands: 12, Think: 30 * time.Millisecond, Listeners: 3, Follow: true, Trouble: 0.1,
		Patience: 3 * time.Minute, Seed: rand.Uint64(), Enough: enough,
	}
	go func() {
		defer close(h.ended)
		h.result, h.failed = rehearsal.Play(h.Context(), at, plan, h.progress.note)
	}()
}

// until waits for what must come about while the hall plays.
func (h *bigHall) until(what string, condition func() bool) {
	h.Helper()
	for end := time.Now().Add(90 * time.Second); !condition(); time.Sleep(20 * time.Millisecond) {
		if isOver(h.ended) {
			h.Fatalf("the rehearsal ended: %v, %+v", h.failed, h.result)
		}
		if time.Now().After(end) {
			h.Fatal("waited in vain: " + what)
		}
	}
}

// goesOn waits until many more hands are accepted.
func (h *bigHall) goesOn(after string) {
	h.Helper()
	began, before := time.Now(), h.progress.get().Reports
	h.until("hands are accepted "+after, func() bool { return h.progress.get().Reports >= before+20 })
	h.Logf("%s: 20 more hands after %v", after, time.Since(began).Round(10*time.Millisecond))
}

// health is what a kiosk says of itself.
func health(p *process) (status int, state string) {
	client := &http.Client{Timeout: 5 * time.Second}
	res, err := client.Get(p.address + "/healthz")
	if err != nil {
		return 0, ""
	}
	defer res.Body.Close()
	var view struct{ State string }
	if json.NewDecoder(res.Body).Decode(&view) != nil {
		return 0, ""
	}
	return res.StatusCode, view.State
}

func (h *bigHall) writes(p *process) bool { status, _ := health(p); return status == http.StatusOK }

func (h *bigHall) readsOnly(p *process) bool {
	status, state := health(p)
	return status == http.StatusServiceUnavailable && (state == "reads" || state == "behind")
}

// reads wants a kiosk that cannot write to show what it has.
func (h *bigHall) reads(p *process) {
	h.Helper()
	res, err := (&http.Client{Timeout: 10 * time.Second}).Get(p.address + "/api/v1/kiosk")
	if err != nil {
		h.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		h.Errorf("a kiosk that only reads answers %d", res.StatusCode)
	}
}

// TestHallOnACluster plays at three kiosks and three etcd servers while
// everything fails that can, one after the other: the leader, a follower, a
// kiosk, a kiosk's line, the majority. Every report that was answered stands
// once in the record, which is whole.
//
//	go test ./cmd/kiosk -run HallOnACluster -v -soak
func TestHallOnACluster(t *testing.T) {
	turns, tables := 1, 8
	if *soak {
		turns, tables = 10, 32
	}
	h := newBigHall(t, 3)
	enough := make(chan struct{})
	h.play(tables, enough)
	h.goesOn("at the beginning")
	for turn := range turns {
		h.leaderDies()
		h.followerDies()
		h.kioskDies(1 + turn%2)
		h.kioskIsCutOff(turn % 3)
		h.majorityDies()
	}
	close(enough)
	select {
	case <-h.ended:
	case <-time.After(3 * time.Minute):
		t.Fatal("the rehearsal does not end")
	}
	if h.failed != nil {
		t.Fatal(h.failed)
	}
	t.Logf("%+v", h.result)
	if !h.result.None() {
		t.Errorf("%+v", h.result.Findings)
	}
	if h.result.Network.Moved == 0 {
		t.Error("nobody went to another kiosk")
	}
	for _, p := range h.kiosks {
		p.stop()
	}
	if code, out, told := kioskSays("verify", "--lang", "en", "--store", h.address.String()); code != 0 {
		t.Errorf("verify: exit %d: %s%s", code, out, told)
	}
	s, err := store.OpenEtcd(t.Context(), h.address, store.EtcdOptions{})
	if err != nil {
		t.Fatal(err)
	}
	hands := 0
	for _, id := range s.Events() {
		state, _ := s.State(id)
		hands += handsOf(state)
	}
	h.tellJournal(s)
	if err := errors.Join(s.Close()); err != nil || hands != h.result.Hands {
		t.Errorf("the record has %d hands, the rehearsal played %d; %v", hands, h.result.Hands, err)
	}
}

var foundAt = regexp.MustCompile(`match (\w+)-(\d+), game \d+, hand (\d+)`)

// tellJournal tells what the record has of the hands that something was found
// about.
func (h *bigHall) tellJournal(s store.Store) {
	for _, text := range h.result.Told {
		parts := foundAt.FindStringSubmatch(text)
		if parts == nil {
			continue
		}
		h.Log(text)
		for after := 0; ; {
			entries, err := s.Entries(event.ID(parts[1]), after, 0)
			if err != nil || len(entries) == 0 {
				break
			}
			for _, e := range entries {
				after = e.N
				if encoded, err := e.Encode(); err == nil && strconv.Itoa(e.Match) == parts[2] && strings.Contains(string(encoded), `"number":`+parts[3]) {
					h.Logf("  %s", encoded)
				}
			}
		}
	}
}

func (h *bigHall) leaderDies() {
	leader := h.cluster.Leader()
	h.cluster.Kill(leader)
	h.goesOn("without the leader")
	h.back(leader)
}

func (h *bigHall) followerDies() {
	follower := h.cluster.Follower()
	h.cluster.Kill(follower)
	h.goesOn("without a follower")
	h.back(follower)
}

// back starts servers again and waits until all kiosks can write.
func (h *bigHall) back(servers ...int) {
	for _, i := range servers {
		h.cluster.Revive(i)
	}
	for _, i := range servers {
		h.until("a server is back", func() bool { return h.cluster.Ready(i) })
	}
	for _, p := range h.kiosks {
		h.until("a kiosk can write", func() bool { return h.writes(p) })
	}
}

func (h *bigHall) kioskDies(i int) {
	dead := h.kiosks[i]
	other := h.kiosks[(i+1)%len(h.kiosks)]
	dead.kill()
	h.goesOn("without a kiosk")
	h.until("the others miss it", func() bool { return !slices.Contains(other.others(), dead.address) })
	h.open(i, dead.address[len("http://"):])
	h.until("the others know of it again", func() bool { return slices.Contains(other.others(), dead.address) })
}

func (h *bigHall) kioskIsCutOff(i int) {
	h.lines[i].Cut()
	h.until("the kiosk says that it only reads", func() bool { return h.readsOnly(h.kiosks[i]) })
	h.reads(h.kiosks[i])
	h.goesOn("while a kiosk is cut off")
	h.lines[i].Mend()
	h.until("the kiosk is back", func() bool { return h.writes(h.kiosks[i]) })
}

// majorityDies: nothing is accepted while two of three servers are gone.
func (h *bigHall) majorityDies() {
	leader := h.cluster.Leader()
	gone := []int{leader, (leader + 1) % 3}
	for _, i := range gone {
		h.cluster.Kill(i)
	}
	for _, p := range h.kiosks {
		h.until("every kiosk only reads", func() bool { return h.readsOnly(p) })
		h.reads(p)
		status, data, err := p.ask(http.MethodPost, "/api/v1/events", "", map[string]any{"name": "x", "rulebook": "guandan-college"})
		if p.token == "" && status != http.StatusUnauthorized || err != nil {
			h.Errorf("status %d: %s, %v", status, data, err)
		}
	}
	before := h.progress.get().Reports
	end := time.Now().Add(2500 * time.Millisecond)
	h.until("some time goes by", func() bool { return time.Now().After(end) })
	if now := h.progress.get().Reports; now != before {
		h.Errorf("%d hands were accepted without a majority", now-before)
	}
	h.back(gone...)
	h.goesOn("after the majority is back")
}
