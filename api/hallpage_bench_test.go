package api_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"kiosk/config"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// BenchmarkHallPage measures what a page of the whole hall is sent while 500
// tables play a round in one Swiss group of 1,000 pairs: all of it at first
// ("first"), then what changed every second at 200 entries a second, with matches
// that end and move the standings, and at last one update in which every table
// has told something ("every-table"). Sizes are bytes over the wire, packed;
// "plain" ones before that. Aim: an update under 100 KB, changes only.
//
//	go test -run '^$' -bench HallPage -benchtime 20x ./api
func BenchmarkHallPage(b *testing.B) {
	s, err := store.Open(filepath.Join(b.TempDir(), "kiosk.db"), store.Options{Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	hall := serveBig(b, s)
	entry, _ := config.BuiltIn().Get("guandan-national-2017")
	hall.makeOf(entry.Book, pairsIn("", 1000))
	hall.do(event.DrawRound{Seed: "hall"}, organiser)
	tables := hall.state().RoundMatches(1)
	random := rand.New(rand.NewPCG(1, 2))
	page := hallPage{b, "http://" + hall.addr + "/api/v1/events/big/public"}
	edition, first := page.update("")
	var updates, most pageSize
	var took time.Duration
	for b.Loop() {
		for told := 0; told < handsASec; {
			if m := tables[random.IntN(len(tables))]; hall.step(m.Number, m.Table) {
				told++
			} else if random.IntN(1000) == 0 {
				b.Fatal("the matches are used up: lower -benchtime")
			}
		}
		began := time.Now()
		next, size := page.update(edition)
		took += time.Since(began)
		edition = next
		updates = pageSize{updates.packed + size.packed, updates.plain + size.plain}
		most = pageSize{max(most.packed, size.packed), max(most.plain, size.plain)}
	}
	for _, m := range tables {
		hall.step(m.Number, m.Table)
	}
	_, every := page.update(edition)
	for _, figure := range []struct {
		name string
		size float64
	}{
		{"first-B", float64(first.packed)}, {"first-plain-B", float64(first.plain)},
		{"update-B", float64(updates.packed) / float64(b.N)}, {"update-plain-B", float64(updates.plain) / float64(b.N)},
		{"most-B", float64(most.packed)}, {"every-table-B", float64(every.packed)}, {"every-table-plain-B", float64(every.plain)},
		{"ms/update", float64(took.Milliseconds()) / float64(b.N)}, {"ns/op", 0},
	} {
		b.ReportMetric(figure.size, figure.name)
	}
}

// hallPage is a page of the hall.
type hallPage struct {
	testing.TB
	url string
}

// pageSize is how large an answer is, in bytes.
type pageSize struct{ packed, plain int }

// update asks for what changed since an edition, "" for all of it.
func (p hallPage) update(since string) (edition string, size pageSize) {
	p.Helper()
	req, err := http.NewRequest(http.MethodGet, fmt.Sprintf("%s?since=%s", p.url, since), nil)
	if err != nil {
		p.Fatal(err)
	}
	req.Header.Set("Accept-Encoding", "gzip")
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		p.Fatal(err)
	}
	defer res.Body.Close()
	packed, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != http.StatusOK {
		p.Fatalf("status %d, %v: %.300s", res.StatusCode, err, packed)
	}
	unpacker, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		p.Fatal(err)
	}
	plain, err := io.ReadAll(unpacker)
	if err != nil {
		p.Fatal(err)
	}
	var view struct{ Edition, Since string }
	if err := json.Unmarshal(plain, &view); err != nil || view.Since != since {
		p.Fatalf("%v: %.300s", err, plain)
	}
	return view.Edition, pageSize{len(packed), len(plain)}
}
