package api_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"kiosk/api"
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// publicKeys are the names of what tells the items of a list of the public view
// apart.
var publicKeys = map[string]string{"rounds": "number", "matches": "id", "standings": "phase", "groups": "name", "rows": "entrant", "places": "entrant"}

// merged is a view that a page has, with what changed in it since: items take the
// place of those with their key, members of their own with them, and a list
// whose order is told has what the order names.
func merged(before, change answer) answer {
	after := answer{}
	for name, value := range change {
		key, isList := publicKeys[name]
		list, isOrder := strings.CutSuffix(name, "_order")
		switch {
		case isList:
			old, _ := before[name].([]any)
			order, told := change[name+"_order"].([]any)
			after[name] = mergedList(old, value.([]any), key, order, told)
		case name != "since" && !(isOrder && publicKeys[list] != ""):
			after[name] = value
		}
	}
	return after
}

func mergedList(old, changed []any, key string, order []any, told bool) []any {
	known := map[string]answer{}
	var keys []string
	for _, each := range old {
		k := fmt.Sprint(each.(answer)[key])
		known[k] = each.(answer)
		keys = append(keys, k)
	}
	for _, each := range changed {
		k := fmt.Sprint(each.(answer)[key])
		known[k] = merged(known[k], each.(answer))
	}
	if told {
		keys = nil
		for _, k := range order {
			keys = append(keys, k.(string))
		}
	}
	list := make([]any, 0, len(keys))
	for _, k := range keys {
		list = append(list, known[k])
	}
	return list
}

// publicPage is a page of the hall that keeps up by changes.
type publicPage struct {
	*kiosk
	path string
	lang string
	view answer
	// largest is the most bytes of an update.
	largest int
}

func (p *publicPage) update() {
	p.Helper()
	_, data := p.send(request{method: http.MethodGet, path: fmt.Sprintf("%s?since=%v", p.path, p.view["edition"]), token: "-", lang: p.lang})
	var change answer
	if err := json.Unmarshal(data, &change); err != nil {
		p.Fatalf("%v: %s", err, data)
	}
	p.largest = max(p.largest, len(data))
	if change["since"] == nil {
		p.Fatalf("all of it was sent: %.300s", data)
	}
	p.view = merged(p.view, change)
}

// same wants the page to show what a page shows that comes just now.
func (p *publicPage) same() {
	p.Helper()
	whole := p.in(scoresheet.Lang(p.lang), p.path)
	for name, value := range whole {
		if !reflect.DeepEqual(p.view[name], value) {
			have, _ := json.MarshalIndent(p.view[name], "", " ")
			want, _ := json.MarshalIndent(value, "", " ")
			p.Fatalf("version %v, %s:\n%s\nwant\n%s", whole["version"], name, have, want)
		}
	}
	if len(whole) != len(p.view) {
		p.Errorf("%d members, want %d", len(p.view), len(whole))
	}
}

// A page that is told only what changed shows the same as one that loads all of
// it, through the whole event of each rulebook.
func TestPublicChanges(t *testing.T) {
	books, err := config.BuiltIn().List()
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range books {
		t.Run(entry.Book.ID, func(t *testing.T) {
			k := newKiosk(t)
			id := k.begin(entry.Book, entrants(entry.Book))
			page := &publicPage{kiosk: k, path: "/api/v1/events/" + id + "/public"}
			page.view = k.get(page.path)
			maker := sheetMaker{t, entry.Book, mathrand.New(mathrand.NewPCG(3, 5))}
			for round := 1; round <= 4; round++ {
				status, data := k.send(request{method: http.MethodPost, path: "/api/v1/events/" + id + "/rounds", body: map[string]any{"seed": fmt.Sprint("seed ", round)}})
				if status != http.StatusCreated {
					if round == 1 {
						t.Fatalf("%d %s", status, data)
					}
					break
				}
				page.update()
				page.same()
				for n, m := range k.list(fmt.Sprintf("/api/v1/events/%s/matches?round=%d", id, round)) {
					sheet := maker.play(m["phase"].(string))
					k.post(http.StatusCreated, "/api/v1/matches/"+m["id"].(string)+"/sheet", map[string]any{"games": sheet.Games, "reason": "纸质记分表"})
					if n%3 != 0 {
						continue
					}
					page.update()
					page.same()
				}
				k.post(http.StatusOK, fmt.Sprintf("/api/v1/events/%s/rounds/%d/sign-off", id, round), map[string]any{})
				page.update()
				page.same()
			}
		})
	}
}

// What is taken back disappears from pages too, and a new name appears.
func TestPublicChangesBack(t *testing.T) {
	k := newKiosk(t)
	id := k.college(3)
	page := &publicPage{kiosk: k, path: "/api/v1/events/" + id + "/public"}
	page.view = k.get(page.path)
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	page.update()
	page.same()
	k.rename(id, 8)
	k.post(http.StatusOK, "/api/v1/events/"+id+"/rounds/1/undo", map[string]any{"reason": "写错了"})
	page.update()
	page.same()
	if rounds := page.view["rounds"].([]any); len(rounds) != 0 || field(page.view, "event", "name") != "赛 8" {
		t.Errorf("%v", page.view)
	}
}

// What changes with time alone reaches pages too, although the event's version
// stays.
func TestPublicChangesWithTime(t *testing.T) {
	k := newKiosk(t)
	id := k.college(8)
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	k.post(http.StatusOK, "/api/v1/events/"+id+"/clock", map[string]any{"do": "start", "minutes": 45})
	page := &publicPage{kiosk: k, path: "/api/v1/events/" + id + "/public"}
	page.view = k.get(page.path)
	version, left := page.view["version"], field(page.view, "rounds", 0, "clock", "remaining_s")
	k.clock.add(90 * time.Second)
	page.update()
	page.same()
	if page.view["version"] != version || field(page.view, "rounds", 0, "clock", "remaining_s").(float64) != left.(float64)-90 {
		t.Errorf("%v, %v: %v", version, left, field(page.view, "rounds", 0, "clock"))
	}
	if len(field(page.view, "rounds", 0, "matches").([]any)) != 8 {
		t.Errorf("%v", page.view["rounds"])
	}
}

// A page that is up to date is told next to nothing.
func TestPublicUpToDate(t *testing.T) {
	k := newKiosk(t)
	id := k.college(8)
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	path := "/api/v1/events/" + id + "/public"
	whole := k.get(path)
	none := k.get(fmt.Sprintf("%s?since=%s", path, whole["edition"]))
	if none["since"] != whole["edition"] || len(none["rounds"].([]any)) != 0 || len(none["standings"].([]any)) != 0 || none["rounds_order"] != nil {
		t.Errorf("%v", none)
	}
	// It shows the time that it is.
	k.clock.add(10 * time.Second)
	if later := k.get(path); later["server_time"] == whole["server_time"] || later["edition"] == whole["edition"] {
		t.Errorf("ten seconds later it is still %v", later["server_time"])
	}
}

// A page with an edition of which the kiosk knows nothing gets all: whatever
// somebody makes up, those of other events and languages, those from before the
// kiosk was started anew, and those of another kiosk.
func TestPublicUnknownEditions(t *testing.T) {
	k := newKiosk(t)
	id, other := k.college(8), k.college(8)
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	path := "/api/v1/events/" + id + "/public"
	whole := k.get(path)
	edition := whole["edition"].(string)
	mark := strings.TrimSuffix(edition, "1")
	unknown := []string{"", "0", "1", fmt.Sprint(whole["version"]), mark, mark + "0", mark + "-1", mark + "2", mark + "99999999999999999999", "x" + edition, edition + "x",
		k.get("/api/v1/events/" + other + "/public")["edition"].(string),
		k.in(scoresheet.En, path)["edition"].(string),
		k.anew(k.store).get(path)["edition"].(string),
	}
	for _, since := range unknown {
		all := k.get(path + "?since=" + since)
		if _, told := all["since"]; told || !reflect.DeepEqual(all, whole) {
			t.Errorf("since %s: %v", since, all)
		}
	}
	for _, lang := range []scoresheet.Lang{scoresheet.ZhHant, scoresheet.En} {
		all := k.in(lang, path+"?since="+edition)
		if _, told := all["since"]; told || reflect.DeepEqual(all["standings"], whole["standings"]) {
			t.Errorf("%s: %v", lang, all["standings"])
		}
	}
	if all := k.anew(k.store).get(path + "?since=" + edition); all["since"] != nil || !reflect.DeepEqual(all["rounds"], whole["rounds"]) {
		t.Errorf("after a start: %v", all)
	}
}

// in asks for something in a language.
func (k *kiosk) in(lang scoresheet.Lang, path string) answer {
	k.Helper()
	return k.want(http.StatusOK, request{method: http.MethodGet, path: path, lang: string(lang)})
}

// anew is the kiosk with a server that has just been started.
func (k *kiosk) anew(s store.Store) *kiosk {
	k.Helper()
	server, err := api.New(context.Background(), api.Config{Store: s, Rulebooks: config.BuiltIn(), PublicURL: address, Lang: scoresheet.ZhHans, Now: k.clock.now, Random: rand.Reader})
	if err != nil {
		k.Fatal(err)
	}
	k.Cleanup(func() {
		if err := server.Close(); err != nil {
			k.Error(err)
		}
	})
	after := *k
	after.server = server
	return &after
}

// Many who read at once, in each language, each see what happens to its end.
func TestPublicManyReaders(t *testing.T) {
	k := newKiosk(t)
	id := k.college(8)
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	const last = 12
	var readers sync.WaitGroup
	for n := range 9 {
		lang := scoresheet.Langs[n%len(scoresheet.Langs)]
		readers.Go(func() {
			page := &publicPage{kiosk: k, path: "/api/v1/events/" + id + "/public", lang: string(lang)}
			page.view = k.in(lang, page.path)
			for field(page.view, "event", "name") != fmt.Sprintf("赛 %d", last) {
				path := fmt.Sprintf("%s?since=%v", page.path, page.view["edition"])
				if page.view = merged(page.view, k.in(lang, path)); len(field(page.view, "rounds", 0, "matches").([]any)) != 8 {
					t.Errorf("%v", page.view)
					return
				}
			}
		})
	}
	for n := 1; n <= last; n++ {
		k.rename(id, n)
		k.clock.add(300 * time.Millisecond)
	}
	readers.Wait()
}

// pastStore gives the state of an event as it once was, as if an older copy of
// it had been put back.
type pastStore struct {
	store.Store
	past atomic.Pointer[event.State]
}

func (s *pastStore) State(id event.ID) (*event.State, bool) {
	if past := s.past.Load(); past != nil && past.ID == id {
		return past, true
	}
	return s.Store.State(id)
}

// A page follows an event that goes back, in each language, and on again.
func TestPublicGoesBack(t *testing.T) {
	k := newKiosk(t)
	id := k.college(8)
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	back := &pastStore{Store: k.store}
	before, _ := k.store.State(event.ID(id))
	seen := k.anew(back)
	var pages []*publicPage
	for _, lang := range scoresheet.Langs {
		page := &publicPage{kiosk: seen, path: "/api/v1/events/" + id + "/public", lang: string(lang)}
		page.view = k.in(lang, page.path)
		page.view = seen.in(lang, page.path)
		pages = append(pages, page)
	}
	follow := func() {
		t.Helper()
		k.clock.add(time.Second)
		for _, page := range pages {
			page.update()
			page.same()
		}
	}
	k.rename(id, 2)
	a, _ := k.phones(id, 1)
	a.report(http.StatusCreated, 1, 1, 3, 2, 4)
	follow()
	far := pages[0].view["version"].(float64)
	back.past.Store(before)
	follow()
	if now := pages[0].view["version"].(float64); now >= far {
		t.Errorf("version %v after %v", now, far)
	}
	back.past.Store(nil)
	follow()
}

// What everybody sees holds no code of a table, no name of a device and no
// author, in whole views and in changes.
func TestPublicTellsNoSecret(t *testing.T) {
	k := newKiosk(t)
	id := k.college(8)
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	path := "/api/v1/events/" + id + "/public"
	edition := k.get(path)["edition"].(string)
	a, b := k.phones(id, 1)
	a.report(http.StatusCreated, 1, 1, 3, 2, 4)
	b.say(http.StatusCreated, "calls", map[string]any{"reason_code": "penalty", "reason": "出牌太慢"})
	secrets := []string{k.token, k.pin, a.device, b.device, "王组织"}
	for _, table := range k.list("/api/v1/events/" + id + "/tables") {
		for _, side := range []string{"A", "B"} {
			link := field(table, "links", side).(string)
			secrets = append(secrets, field(table, "codes", side).(string), link[strings.LastIndex(link, "/")+1:])
			if held := field(table, "held", side); held != nil {
				secrets = append(secrets, field(held, "device").(string))
			}
		}
	}
	for _, query := range []string{"", "?since=" + edition} {
		_, data := k.send(request{method: http.MethodGet, path: path + query, token: "-"})
		for _, secret := range secrets {
			if len(secret) > 3 && bytes.Contains(data, []byte(secret)) {
				t.Errorf("%q in %s", secret, data)
			}
		}
	}
}

// The page of a hall of 500 tables, one group of 1,000 pairs, is under 100 KB
// when it is first loaded; a second of 200 reports is told in a fraction of that,
// and so is a report from every table.
func TestPublicSize(t *testing.T) {
	s, err := store.Open(filepath.Join(t.TempDir(), "kiosk.db"), store.Options{Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	hall := serveBig(t, s)
	entry, _ := config.BuiltIn().Get("guandan-national-2017")
	hall.makeOf(entry.Book, pairsIn("", 1000))
	hall.do(event.DrawRound{Seed: "hall"}, organiser)
	tables := hall.state().RoundMatches(1)
	page := hallPage{t, "http://" + hall.addr + "/api/v1/events/big/public"}
	edition, first := page.update("")
	if len(tables) != 500 || first.packed > 100_000 {
		t.Errorf("%d tables, all of them in %+v bytes", len(tables), first)
	}
	for told := 0; told < handsASec; {
		for _, m := range tables[:50] {
			if hall.step(m.Number, m.Table) {
				told++
			}
		}
	}
	edition, second := page.update(edition)
	if second.packed > 10_000 {
		t.Errorf("a second in %+v bytes", second)
	}
	for _, m := range tables {
		for range 3 {
			hall.step(m.Number, m.Table)
		}
	}
	_, every := page.update(edition)
	if every.packed > 50_000 {
		t.Errorf("every table in %+v bytes", every)
	}
	t.Logf("all %+v, a second %+v, every table %+v", first, second, every)
}

// Who can unpack gets what is large packed.
func TestPublicPacked(t *testing.T) {
	k := newKiosk(t)
	id := k.college(8)
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	for _, path := range []string{"/public", "/pictures"} {
		_, plain := k.send(request{method: http.MethodGet, path: "/api/v1/events/" + id + path, token: "-"})
		req := httptest.NewRequest(http.MethodGet, "/api/v1/events/"+id+path, nil)
		req.Header.Set("Accept-Encoding", "gzip, br")
		res, err := k.server.App().Test(req, 20_000)
		if err != nil {
			t.Fatal(err)
		}
		packed, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil || res.Header.Get("Content-Encoding") != "gzip" || res.Header.Get("Vary") != "Accept-Encoding" || len(packed) > len(plain)/4 {
			t.Fatalf("%s: %v, %v, %d of %d bytes", path, err, res.Header, len(packed), len(plain))
		}
		unpacker, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		if unpacked, err := io.ReadAll(unpacker); err != nil || !bytes.Equal(unpacked, plain) {
			t.Errorf("%s: %v: %s", path, err, unpacked)
		}
	}
}

// A wall that shows no cross tables is sent none.
func TestPicturesOfOneKind(t *testing.T) {
	k := newKiosk(t)
	id := k.college(8)
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	path := "/api/v1/events/" + id + "/pictures"
	all, brackets, crosses := k.get(path), k.get(path+"?only=brackets"), k.get(path+"?only=crosses")
	if len(all["crosses"].([]any)) != 2 || !reflect.DeepEqual(all["crosses"], crosses["crosses"]) || len(brackets["crosses"].([]any)) != 0 || len(crosses["brackets"].([]any)) != 0 {
		t.Errorf("%v, %v, %v", all, brackets, crosses)
	}
}

// examples of a page that keeps up: what it loaded, then what it was told and
// what it must show after that. The pages' tests read the same file.
type publicExamples struct {
	First answer          `json:"first"`
	Steps []publicExample `json:"steps"`
}

type publicExample struct {
	What   string `json:"what"`
	Change answer `json:"change"`
	Whole  answer `json:"whole"`
}

const publicExamplesFile = "testdata/public.json"

var recordPublic = flag.Bool("record-public", false, "write "+publicExamplesFile+" anew")

// The examples that the pages are tested with hold.
func TestPublicExamples(t *testing.T) {
	if *recordPublic {
		recordPublicExamples(t)
	}
	data, err := os.ReadFile(publicExamplesFile)
	if err != nil {
		t.Fatal(err)
	}
	var examples publicExamples
	if err := json.Unmarshal(data, &examples); err != nil {
		t.Fatal(err)
	}
	view := examples.First
	for _, step := range examples.Steps {
		if view = merged(view, step.Change); !reflect.DeepEqual(view, step.Whole) {
			have, _ := json.Marshal(view)
			want, _ := json.Marshal(step.Whole)
			t.Fatalf("%s:\n%s\nwant\n%s", step.What, have, want)
		}
	}
	if len(examples.Steps) < 8 {
		t.Errorf("%d steps", len(examples.Steps))
	}
}

func recordPublicExamples(t *testing.T) {
	k := newKiosk(t)
	id := k.college(3)
	event := "/api/v1/events/" + id
	path := event + "/public"
	examples := publicExamples{First: k.get(path)}
	last := examples.First
	step := func(what string) {
		t.Helper()
		change, whole := k.get(fmt.Sprintf("%s?since=%s", path, last["edition"])), k.get(path)
		examples.Steps = append(examples.Steps, publicExample{what, change, whole})
		last = whole
	}
	k.post(http.StatusCreated, event+"/rounds", map[string]any{"seed": "7"})
	step("a round is drawn")
	k.post(http.StatusOK, event+"/rounds/1/undo", map[string]any{"reason": "抽错"})
	step("and taken back")
	k.post(http.StatusCreated, event+"/rounds", map[string]any{"seed": "8"})
	step("another one is drawn")
	k.post(http.StatusOK, event+"/clock", map[string]any{"do": "start", "minutes": 45})
	step("the clock runs")
	k.clock.add(90 * time.Second)
	step("time passes")
	a, b := k.phones(id, 1)
	a.report(http.StatusCreated, 1, 1, 3, 2, 4)
	step("a hand is reported")
	b.say(http.StatusCreated, "confirm", map[string]any{"version": b.version()})
	step("and confirmed")
	for _, m := range k.list(event + "/matches?round=1") {
		k.post(http.StatusCreated, "/api/v1/matches/"+m["id"].(string)+"/forfeit", map[string]any{"side": "A", "reason": "未到场"})
		step("table " + fmt.Sprint(m["table"]) + " is over")
	}
	k.rename(id, 2)
	step("the event has another name")
	step("nothing happens")
	var data bytes.Buffer
	write := func(before string, part any, after string) {
		line, err := json.Marshal(part)
		if err != nil {
			t.Fatal(err)
		}
		data.WriteString(before)
		data.Write(line)
		data.WriteString(after)
	}
	write(`{"first":`, examples.First, ",\n\"steps\":[\n")
	for i, each := range examples.Steps {
		write("", each, map[bool]string{true: "]}\n", false: ",\n"}[i == len(examples.Steps)-1])
	}
	if err := os.MkdirAll(filepath.Dir(publicExamplesFile), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(publicExamplesFile, data.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}
