package api_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/judge"
)

// documentsOf are the documents that are offered, by name.
func (k *kiosk) documentsOf(id string) map[string]answer {
	k.Helper()
	offered := map[string]answer{}
	for _, d := range k.list("/api/v1/events/" + id + "/documents") {
		offered[d["name"].(string)] = d
	}
	return offered
}

// playOn draws and plays rounds, from the one after so many, until the event is
// over or has enough of them.
func (k *kiosk) playOn(id string, maker sheetMaker, after, most int) int {
	k.Helper()
	for ; after < most; after++ {
		status, data := k.send(request{method: http.MethodPost, path: "/api/v1/events/" + id + "/rounds", body: map[string]any{"seed": fmt.Sprint("seed ", after)}})
		if status == http.StatusConflict && strings.Contains(string(data), `"draw.over"`) {
			break
		}
		if status == http.StatusConflict && strings.Contains(string(data), `"ladder.quarter-over"`) {
			k.post(http.StatusCreated, "/api/v1/events/"+id+"/ladder/close", map[string]any{"seed": fmt.Sprint("quarter ", after)})
			after--
			continue
		}
		if status != http.StatusCreated {
			k.Fatalf("round %d: %d %s", after+1, status, data)
		}
		k.finish(id, maker, float64(after+1))
	}
	return after
}

// Whatever is offered can be printed, at every stage of the events of every
// kind, and by every phase.
func TestEveryDocumentOfEveryKindOfEvent(t *testing.T) {
	for _, name := range []string{"gouji-arena", "gouji-two-tables", "guandan-college", "guandan-nanshan-2026", "guandan-repechage", "shuangsheng-swiss"} {
		entry, ok := config.BuiltIn().Get(name)
		if !ok {
			t.Fatal(name)
		}
		t.Run(name, func(t *testing.T) {
			k := newKiosk(t)
			id := k.begin(entry.Book, entrants(entry.Book))
			k.printAll(id, "entries")
			maker := sheetMaker{t, entry.Book, rand.New(rand.NewPCG(3, 5))}
			rounds := k.playOn(id, maker, 0, 2)
			k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "running"})
			k.printAll(id, "running")
			k.finish(id, maker, float64(rounds+1))
			k.playOn(id, maker, rounds+1, 200)
			k.printAll(id, "over")
		})
	}
}

func (k *kiosk) printAll(id, stage string) {
	k.Helper()
	for name, d := range k.documentsOf(id) {
		if d["ready"] != true {
			if d["why"] == "" {
				k.Errorf("%s: %s is not ready, and nobody says why", stage, name)
			}
			continue
		}
		for _, phase := range append([]any{""}, d["phases"].([]any)...) {
			path := fmt.Sprintf("/api/v1/events/%s/print/%s.pdf?phase=%v", id, name, phase)
			status, data := k.send(request{method: http.MethodGet, path: path})
			if status != http.StatusOK || !bytes.HasPrefix(data, []byte("%PDF-")) {
				k.Errorf("%s: %s of %q: %d %.300s", stage, name, phase, status, data)
			}
		}
	}
}

// pageText is what a document says, as pdftotext reads it: spaces as one, heads
// of the record chain hidden, since they differ from event to event.
func (k *kiosk) pageText(id, document, query string) []string {
	k.Helper()
	status, data := k.send(request{method: http.MethodGet, path: "/api/v1/events/" + id + "/print/" + document + ".pdf?" + query})
	if status != http.StatusOK {
		k.Fatalf("%s?%s: %d %s", document, query, status, data)
	}
	file := filepath.Join(k.TempDir(), document+".pdf")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		k.Fatal(err)
	}
	out, err := exec.Command("pdftotext", "-layout", file, "-").Output()
	if err != nil {
		k.Fatalf("pdftotext: %v (poppler-utils is needed)", err)
	}
	var lines []string
	for line := range strings.Lines(chainHead.ReplaceAllString(string(out), "#")) {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}

var (
	chainHead = regexp.MustCompile(`\b[0-9a-f]{16}\b|\b[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}\b`)
	rawKey    = regexp.MustCompile(`(?:paper|print|rule|by|place|pairing|standings|exchange)\.[a-z]|<no value>|\{\{`)
)

// stronger are the entrants whom the first of two by number beats.
type stronger struct {
	*testing.T
	book *scoresheet.Rulebook
}

// sheet is a match that the side wins hand by hand.
func (s stronger) sheet(phase string, winner scoresheet.Side) scoresheet.Sheet {
	s.Helper()
	j, err := judge.New(s.book, phase)
	if err != nil {
		s.Fatal(err)
	}
	seats := s.book.Discipline.Seats()
	order := slices.Concat(winner.Seats(seats), winner.Other().Seats(seats))
	sheet := scoresheet.Sheet{Games: []scoresheet.Game{{}}}
	for range 100 {
		v := j.Verdict(sheet)
		if v.Match.State == scoresheet.MatchOver {
			return sheet
		}
		last := len(sheet.Games) - 1
		if last < len(v.Games) && v.Games[last].State == scoresheet.GameOver {
			sheet.Games = append(sheet.Games, scoresheet.Game{})
			continue
		}
		sheet.Games[last].Hands = append(sheet.Games[last].Hands, scoresheet.Hand{Finish: order})
	}
	s.Fatal("a match never ends")
	return sheet
}

// play has the entrant with the lower number win each open match of a round, and
// signs it off.
func (k *kiosk) play(s stronger, id string, round int) {
	k.Helper()
	for _, m := range k.list(fmt.Sprintf("/api/v1/events/%s/matches?round=%d", id, round)) {
		if m["state"] != "drawn" {
			continue
		}
		winner := scoresheet.SideA
		number := func(side string) int {
			n, err := strconv.Atoi(strings.TrimLeft(strings.TrimPrefix(field(m, "sides", side, "entrant").(string), "e"), "0"))
			if err != nil {
				k.Fatal(err)
			}
			return n
		}
		if number("B") < number("A") {
			winner = scoresheet.SideB
		}
		path := "/api/v1/matches/" + m["id"].(string)
		k.post(http.StatusCreated, path+"/sheet", map[string]any{"games": s.sheet(m["phase"].(string), winner).Games, "reason": "纸质记分表"})
		k.post(http.StatusCreated, path+"/sign-off", map[string]any{})
	}
}

func (k *kiosk) drawRound(id string, round int) {
	k.Helper()
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": fmt.Sprint("round ", round)})
}

// matchOf is the match of an entrant in a round.
func (k *kiosk) matchOf(id string, round int, entrant string) (path, side string) {
	k.Helper()
	for _, m := range k.list(fmt.Sprintf("/api/v1/events/%s/matches?round=%d", id, round)) {
		for _, side := range []string{"A", "B"} {
			if field(m, "sides", side, "entrant") == entrant {
				return "/api/v1/matches/" + m["id"].(string), side
			}
		}
	}
	k.Fatalf("%s has no match in round %d", entrant, round)
	return "", ""
}

func bookOf(t *testing.T, name string) *scoresheet.Rulebook {
	t.Helper()
	entry, ok := config.BuiltIn().Get(name)
	if !ok {
		t.Fatal(name)
	}
	return entry.Book
}

// small makes an event in a place whose clock is known.
func (k *kiosk) small(book *scoresheet.Rulebook, n int) string {
	k.Helper()
	id := k.post(http.StatusCreated, "/api/v1/events", map[string]any{"name": book.Name.ZhHans, "rulebook": book.ID, "zone": "Asia/Shanghai"})["id"].(string)
	k.want(http.StatusOK, request{method: http.MethodPut, path: "/api/v1/events/" + id + "/entrants", raw: []byte(entriesOf(book, n)), contentType: "text/csv"})
	return id
}

// smallKnockout is over: 7 pairs, one match forfeited, a match for third place.
func smallKnockout(t *testing.T) (*kiosk, string) {
	k, s := newKiosk(t), stronger{t, bookOf(t, "guandan-national-day")}
	id := k.small(s.book, 7)
	for round := 1; round <= 3; round++ {
		k.drawRound(id, round)
		if round == 1 {
			path, side := k.matchOf(id, 1, "e7")
			k.post(http.StatusCreated, path+"/forfeit", map[string]any{"side": side, "reason": "迟到十分钟"})
		}
		k.play(s, id, round)
	}
	return k, id
}

// smallSwiss is an untidy one after 3 of its rounds: a penalty, one that was
// taken back, a match played again, a round taken back, a pair that came for the
// second round, one that left before the third.
func smallSwiss(t *testing.T) (*kiosk, string) {
	k, s := newKiosk(t), stronger{t, bookOf(t, "guandan-jiangsu-social")}
	id := k.small(s.book, 6)
	event := "/api/v1/events/" + id
	k.drawRound(id, 1)
	path, side := k.matchOf(id, 1, "e1")
	k.post(http.StatusCreated, path+"/penalties", map[string]any{"violation": "late", "side": side, "game": 1})
	k.play(s, id, 1)
	k.post(http.StatusCreated, path+"/replay", map[string]any{"reason": "记错了人"})
	k.play(s, id, 1)
	k.post(http.StatusCreated, event+"/entrants", map[string]any{"number": "7", "unit": "单位7", "team": "7队", "players": []string{"选手7之1", "选手7之2"}, "reason": "补报"})
	k.drawRound(id, 2)
	k.post(http.StatusOK, event+"/rounds/2/undo", map[string]any{"reason": "抽错了"})
	k.drawRound(id, 2)
	k.play(s, id, 2)
	k.post(http.StatusOK, event+"/entrants/e6/withdraw", map[string]any{"reason": "有事"})
	k.drawRound(id, 3)
	k.play(s, id, 3)
	return k, id
}

// smallGroups is over: groups of four, cross semi-finals, a match for third.
func smallGroups(t *testing.T) (*kiosk, string) {
	k, s := newKiosk(t), stronger{t, bookOf(t, "gouji-dian-shao-men-luo")}
	id := k.small(s.book, 4)
	for round := 1; round <= 5; round++ {
		k.drawRound(id, round)
		k.play(s, id, round)
	}
	return k, id
}

// smallLadder is in its second quarter.
func smallLadder(t *testing.T) (*kiosk, string) {
	k, s := newKiosk(t), stronger{t, bookOf(t, "gouji-arena")}
	id := k.small(s.book, 11)
	round := 0
	for range 40 {
		status, data := k.send(request{method: http.MethodPost, path: "/api/v1/events/" + id + "/rounds", body: map[string]any{"seed": fmt.Sprint("round ", round+1)}})
		if status != http.StatusCreated {
			if !strings.Contains(string(data), `"ladder.quarter-over"`) {
				t.Fatalf("%d %s", status, data)
			}
			k.post(http.StatusCreated, "/api/v1/events/"+id+"/ladder/close", map[string]any{"seed": "quarter"})
			return k, id
		}
		round++
		k.play(s, id, round)
	}
	t.Fatal("the quarter never ends")
	return k, id
}

// Whoever shares a place that is honoured gets a certificate for it; who was put
// out of the event gets none.
func TestSharedPlacesAreHonoured(t *testing.T) {
	k, s := newKiosk(t), stronger{t, bookOf(t, "gouji-challenge-cup")}
	id := k.small(s.book, 4)
	if d := k.documentsOf(id)["certificates"]; d["ready"] != false || d["why"] == "" {
		t.Errorf("before the event: %v", d)
	}
	for round := 1; round <= 2; round++ {
		k.drawRound(id, round)
		k.play(s, id, round)
	}
	count := func(rank string) int {
		n := 0
		for _, line := range k.pageText(id, "certificates", "") {
			if line == rank {
				n++
			}
		}
		return n
	}
	if first, second, third := count("第一名"), count("第二名"), count("第三名"); first != 1 || second != 1 || third != 2 {
		t.Errorf("%d, %d and %d certificates", first, second, third)
	}
	loser := ""
	for _, place := range k.list("/api/v1/events/" + id + "/places") {
		if place["place"] == 3.0 {
			loser = place["entrant"].(string)
		}
	}
	k.post(http.StatusOK, "/api/v1/events/"+id+"/entrants/"+loser+"/disqualify", map[string]any{"reason": "冒名顶替"})
	if third := count("第三名"); third != 1 {
		t.Errorf("%d certificates for the third place once one was put out", third)
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

// TestPaperText compares what the documents of small events say with what was
// approved. Run with -update to approve it anew.
func TestPaperText(t *testing.T) {
	for _, event := range []struct {
		name      string
		make      func(*testing.T) (*kiosk, string)
		documents []string
	}{
		{"knockout", smallKnockout, []string{"bracket", "bulletin", "standings", "draw-sheet", "certificates", "penalty-record", "entry-form"}},
		{"swiss", smallSwiss, []string{"score-cards", "bulletin", "draw-sheet", "penalty-record"}},
		{"groups", smallGroups, []string{"cross-table", "bracket", "bulletin", "score-cards", "certificates"}},
		{"ladder", smallLadder, []string{"ladder", "bulletin", "seat-cards"}},
	} {
		t.Run(event.name, func(t *testing.T) {
			k, id := event.make(t)
			for _, document := range event.documents {
				query := ""
				if document == "seat-cards" {
					query = "round=1&entrants=e4,e9"
				}
				text := k.pageText(id, document, query)
				k.approved(event.name+"-"+document, strings.Join(text, "\n")+"\n")
				for _, lang := range []string{"zh-Hant", "en"} {
					other := k.pageText(id, document, query+"&lang="+lang)
					if raw := rawKey.FindString(strings.Join(other, "\n")); raw != "" {
						t.Errorf("%s in %s says %q", document, lang, raw)
					}
				}
			}
		})
	}
}

func (k *kiosk) approved(name, text string) {
	k.Helper()
	path := filepath.Join("testdata", "papers", name+".txt")
	if raw := rawKey.FindString(text); raw != "" {
		k.Errorf("%s says %q", name, raw)
	}
	if *update {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			k.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		k.Fatal(err)
	}
	if string(want) != text {
		k.Errorf("%s says\n%s\nwant\n%s", name, text, want)
	}
}

// The same event makes the same bytes.
func TestPapersAreTheSameEachTime(t *testing.T) {
	k, id := smallGroups(t)
	for name, d := range k.documentsOf(id) {
		if d["ready"] != true {
			continue
		}
		path := "/api/v1/events/" + id + "/print/" + name + ".pdf"
		_, one := k.send(request{method: http.MethodGet, path: path})
		k.clock.add(time.Hour)
		_, two := k.send(request{method: http.MethodGet, path: path})
		if !bytes.Equal(one, two) {
			t.Errorf("%s differs", name)
		}
	}
}
