package api_test

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// teams is a list of n teams of six.
func teams(n int) string {
	var b strings.Builder
	b.WriteString("编号,队名,选手1,选手2,选手3,选手4,选手5,选手6\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "%d,%d队", i, i)
		for k := 1; k <= 6; k++ {
			fmt.Fprintf(&b, ",%d队%d号", i, k)
		}
		b.WriteString("\n")
	}
	return b.String()
}

// meeting draws a round of n teams; the four phones are those of the first
// meeting by table and seats: odd and even ones of table 1, then of table 2.
func meeting(t *testing.T, n int) (k *kiosk, id string, odd1, even1, odd2, even2 phone) {
	k = newKiosk(t)
	id = k.post(http.StatusCreated, "/api/v1/events", map[string]any{"name": "够级团体赛", "rulebook": "gouji-two-tables"})["id"].(string)
	k.want(http.StatusOK, request{method: http.MethodPut, path: "/api/v1/events/" + id + "/entrants", raw: []byte(teams(n)), contentType: "text/csv"})
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	odd1, even1 = k.phones(id, 1)
	odd2, even2 = k.phones(id, 2)
	return k, id, odd1, even1, odd2, even2
}

// numbers makes a list of figures of a decoded answer.
func numbers(v any) []int {
	list, _ := v.([]any)
	out := []int{}
	for _, n := range list {
		out = append(out, int(n.(float64)))
	}
	return out
}

// wantPlace checks where a phone's squad sits, and what it tells next (0:
// nothing).
func (p phone) wantPlace(table int, side string, seats []int, next int) {
	p.Helper()
	view := p.view()
	if view["hold"] != "mine" || view["table"] != float64(table) || view["side"] != side || !slices.Equal(numbers(view["seats"]), seats) {
		p.Errorf("%s: hold %v, table %v, side %v, seats %v", p.device, view["hold"], view["table"], view["side"], view["seats"])
	}
	number := 0
	if n, ok := field(view, "match", "next", "number").(float64); ok {
		number = int(n)
	}
	if number != next {
		p.Errorf("%s: next %d, want %d", p.device, number, next)
	}
}

var (
	oddSeats  = []int{1, 3, 5}
	evenSeats = []int{2, 4, 6}
	oddFirst  = []int{1, 3, 5, 2, 4, 6}
	evenFirst = []int{2, 4, 6, 1, 3, 5}
)

func TestAMeetingByFourPhones(t *testing.T) {
	k, id, odd1, even1, odd2, even2 := meeting(t, 4)
	odd1.wantPlace(1, "A", oddSeats, 1)
	even1.wantPlace(1, "B", evenSeats, 1)
	odd2.wantPlace(2, "A", oddSeats, 2)
	even2.wantPlace(2, "B", evenSeats, 2)
	if got := field(odd2.view(), "meeting"); field(got, "squad") != float64(2) || field(got, "players", 0) == field(odd1.view(), "meeting", "players", 0) ||
		field(got, "then", "table") != float64(1) || !slices.Equal(numbers(field(got, "then", "seats")), evenSeats) {
		t.Errorf("squad %v", got)
	}

	// Who sits where: the players of the squad, on the seats of the sitting.
	seats := func(p phone, seats []int) map[string]any {
		chosen := map[string]any{}
		for i, seat := range seats {
			chosen[fmt.Sprint(seat)] = field(p.view(), "meeting", "players", i)
		}
		return chosen
	}
	sat := odd1.say(http.StatusOK, "seats", map[string]any{"seats": seats(odd1, oddSeats)})
	if field(sat, "match", "sides", "A", "seats", "1") == nil || field(even1.view(), "match", "sides", "A", "seats", "1") == nil ||
		field(odd2.view(), "match", "sides", "A", "seats") != nil {
		t.Errorf("seats %v", field(sat, "match", "sides"))
	}

	// Table 2 is early, and waits.
	answer := odd2.report(http.StatusCreated, 2, oddFirst...)
	wantState(t, answer, "reported")
	if text := fmt.Sprint(answer["text"]); !strings.Contains(text, "1 桌还没有打完") || !strings.Contains(text, "甲队换到 1 桌 2·4·6 号位") {
		t.Errorf("text %s", text)
	}
	wantState(t, even2.report(http.StatusCreated, 2, oddFirst...), "confirmed")
	odd2.wantPlace(2, "A", oddSeats, 0)
	if got := numbers(field(odd2.view(), "meeting", "waits_for")); !slices.Equal(got, []int{1}) {
		t.Errorf("waits for %v", got)
	}
	if got := odd2.report(http.StatusConflict, 3, evenFirst...)["code"]; got != "hand.waits" {
		t.Errorf("early: %v", got)
	}
	if got := odd1.report(http.StatusConflict, 2, evenFirst...)["code"]; got != "hand.other-squad" {
		t.Errorf("the other table's hand: %v", got)
	}

	// Table 1 disputes: the referee's queue says which table.
	odd1.report(http.StatusCreated, 1, oddFirst...)
	disputed := even1.report(http.StatusCreated, 1, evenFirst...)
	wantState(t, disputed, "disputed")
	if field(disputed, "outcome", "points", "B") != float64(15) {
		t.Errorf("outcome %v", disputed["outcome"])
	}
	queue := k.list("/api/v1/events/" + id + "/queue")
	if len(queue) != 1 || queue[0]["kind"] != "dispute" || queue[0]["table"] != float64(1) {
		t.Errorf("queue %v", queue)
	}
	odd2.wantPlace(2, "A", oddSeats, 0)
	match := field(odd1.view(), "match", "id").(string)
	settle := map[string]any{"game": 1, "number": 1, "hand": map[string]any{"finish": oddFirst}, "reason": "看了牌", "version": odd1.version()}
	k.post(http.StatusCreated, "/api/v1/matches/"+match+"/settle", settle)

	// The sitting changes: each phone goes with its squad, to the other table and
	// the other seats.
	odd1.wantPlace(2, "A", evenSeats, 4)
	even1.wantPlace(2, "B", oddSeats, 4)
	odd2.wantPlace(1, "A", evenSeats, 3)
	even2.wantPlace(1, "B", oddSeats, 3)
	if got := field(odd1.view(), "match", "sides", "A", "seats"); got != nil {
		t.Errorf("seats of the new sitting: %v", got)
	}
	// Scanning the card of the new place is the same.
	there := odd1
	there.path = even2.path
	there.wantPlace(2, "A", evenSeats, 4)
	// A phone that holds nothing sees who sits at the card's place now.
	stranger := even2
	stranger.device = "stranger"
	if view := stranger.view(); view["side"] != "A" || view["table"] != float64(2) || view["hold"] != "other" || field(view, "meeting", "squad") != float64(1) {
		t.Errorf("the card of table 2's even seats: %v %v %v", view["side"], view["table"], view["hold"])
	}

	// The second sitting, table 2 first, by the new cards and the old.
	wantState(t, there.report(http.StatusCreated, 4, evenFirst...), "reported")
	wantState(t, even1.report(http.StatusCreated, 4, evenFirst...), "confirmed")
	odd2.say(http.StatusCreated, "calls", map[string]any{"reason_code": "rule"})
	queue = k.list("/api/v1/events/" + id + "/queue")
	if len(queue) != 1 || queue[0]["kind"] != "call" || queue[0]["table"] != float64(1) {
		t.Errorf("queue %v", queue)
	}
	if len(odd1.view()["match"].(map[string]any)["calls"].([]any)) != 0 {
		t.Error("the other squad's call is shown as one's own")
	}
	odd2.report(http.StatusCreated, 3, oddFirst...)
	k.clock.add(3 * time.Minute)
	found := false
	for _, item := range k.list("/api/v1/events/" + id + "/queue") {
		found = found || (item["kind"] == "overdue" && item["table"] == float64(1) && item["side"] == "B")
	}
	if !found {
		t.Errorf("nobody asks for the answer of table 1: %v", k.list("/api/v1/events/"+id+"/queue"))
	}
	even2.say(http.StatusCreated, "confirm", map[string]any{"version": even2.version()})

	// Points belong to the teams: A had 15 and 15, then 15 on even seats, and 6.
	m := k.get("/api/v1/matches/" + match)
	if field(m, "state") != "over" || field(m, "games", 0, "points", "A") != float64(51) || field(m, "games", 0, "points", "B") != float64(33) {
		t.Errorf("match %v, points %v", m["state"], field(m, "games", 0, "points"))
	}
	for i, want := range [][2]float64{{1, 1}, {2, 1}, {1, 2}, {2, 2}} {
		if hand := field(m, "games", 0, "hands", i); field(hand, "table") != want[0] || field(hand, "sitting") != want[1] {
			t.Errorf("hand %d: table %v, sitting %v", i+1, field(hand, "table"), field(hand, "sitting"))
		}
	}
	if field(m, "games", 0, "hands", 0, "seats", "1") == nil || !slices.Equal(numbers(m["tables"]), []int{1, 2}) {
		t.Errorf("seats %v, tables %v", field(m, "games", 0, "hands", 0, "seats"), m["tables"])
	}
	odd1.say(http.StatusCreated, "confirm", map[string]any{"version": odd1.version()})
	even2.say(http.StatusCreated, "confirm", map[string]any{"version": even2.version()})
	k.post(http.StatusCreated, "/api/v1/matches/"+match+"/sign-off", map[string]any{"version": odd1.version()})
	standings := k.list("/api/v1/events/" + id + "/standings")
	for _, row := range field(standings[0], "groups", 0, "rows").([]any) {
		if field(row, "entrant") == field(m, "sides", "A", "entrant") && field(row, "points") != "3" {
			t.Errorf("row %v", row)
		}
	}
	var texts []string
	for _, e := range k.get("/api/v1/events/" + id + "/journal")["entries"].([]any) {
		if field(e, "kind") == "hand.reported" {
			texts = append(texts, field(e, "text").(string)[:len("第1桌")]+" "+field(e, "author", "name").(string))
		}
	}
	if want := []string{"第2桌 2A", "第1桌 1A", "第1桌 1B", "第2桌 1A", "第1桌 2A"}; !slices.Equal(texts, want) {
		t.Errorf("journal %v, want %v", texts, want)
	}
}

// What pages and staff see of a meeting is as the description says.
func TestTheViewsOfAMeetingAreDescribed(t *testing.T) {
	k, id, odd1, _, odd2, even2 := meeting(t, 5)
	odd2.report(http.StatusCreated, 2, oddFirst...)
	even2.report(http.StatusCreated, 2, evenFirst...)
	d := k.description()
	match := field(odd1.view(), "match", "id").(string)
	for path, value := range map[string]any{
		"/api/v1/t/{token}":          odd2.view(),
		"/api/v1/matches/{id}":       k.get("/api/v1/matches/" + match),
		"/api/v1/events/{id}/public": k.get("/api/v1/events/" + id + "/public"),
	} {
		for _, wrong := range d.check(d.schema(t, "GET", path), value, path) {
			t.Error(wrong)
		}
	}
	view := k.get("/api/v1/matches/" + match)
	tables := field(view, "meeting", "tables").([]any)
	if field(tables[0], "state") != "playing" || field(tables[1], "state") != "disputed" || field(view, "meeting", "sitting") != float64(1) {
		t.Errorf("meeting %v", field(view, "meeting"))
	}
	if hands := field(view, "games", 0, "hands").([]any); len(hands) != 1 || field(hands[0], "number") != float64(2) {
		t.Errorf("hands %v", hands)
	}
	// Every table of the hall has its two codes.
	list := k.list("/api/v1/events/" + id + "/tables")
	if len(list) != 4 {
		t.Fatalf("%d tables", len(list))
	}
	if field(list[1], "match", "id") != match || field(list[1], "held", "A") == nil || field(list[2], "match", "id") == match {
		t.Errorf("tables %v", list[1])
	}
}

// Staff name seats by the table of the hall and the sitting.
func TestSeatsOfAMeetingByStaff(t *testing.T) {
	k, _, odd1, _, odd2, _ := meeting(t, 2)
	match := field(odd1.view(), "match", "id").(string)
	players := field(odd2.view(), "meeting", "players").([]any)
	body := map[string]any{"table": 2, "sitting": 1, "seats": map[string]any{"1": players[0], "3": players[1], "5": players[2]}, "reason": "选手说反了"}
	k.post(http.StatusCreated, "/api/v1/matches/"+match+"/seats", body)
	if got := field(odd2.view(), "match", "sides", "A", "seats", "3"); got != players[1] {
		t.Errorf("seat 3: %v", got)
	}
	body["table"] = 3
	if got := k.post(http.StatusUnprocessableEntity, "/api/v1/matches/"+match+"/seats", body)["code"]; got != "seats.table" {
		t.Errorf("table 3: %v", got)
	}
}

// paper is the text of a document, without blanks.
func (k *kiosk) paper(path string) string {
	k.Helper()
	status, data := k.send(request{method: http.MethodGet, path: path})
	if status != http.StatusOK {
		k.Fatalf("%s: %d %s", path, status, data)
	}
	file := filepath.Join(k.TempDir(), "paper.pdf")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		k.Fatal(err)
	}
	out, err := exec.Command("pdftotext", "-layout", file, "-").Output()
	if err != nil {
		k.Fatalf("pdftotext: %v (poppler-utils is needed)", err)
	}
	return strings.Join(strings.Fields(string(out)), "")
}

func TestThePapersOfAMeeting(t *testing.T) {
	k, id, odd1, even1, _, _ := meeting(t, 4)
	print := "/api/v1/events/" + id + "/print/"
	cards := k.paper(print + "table-cards.pdf")
	for _, table := range k.list("/api/v1/events/" + id + "/tables") {
		for _, side := range []string{"A", "B"} {
			if code := field(table, "codes", side).(string); !strings.Contains(cards, code) {
				t.Errorf("no card with the code %s of table %v %s", code, table["table"], side)
			}
		}
	}
	for _, want := range []string{"1·3·5号位", "2·4·6号位", "第1坐：甲队（A）", "第2坐：乙队（B）"} {
		if strings.Count(cards, want) < 8 {
			t.Errorf("%q stands on the cards %d times", want, strings.Count(cards, want))
		}
	}
	match := field(odd1.view(), "match", "id").(string)
	one := k.paper(print + "table-cards.pdf?match=" + match)
	if code := field(k.list("/api/v1/events/" + id + "/tables")[2], "codes", "A").(string); strings.Contains(one, code) || len(one) == 0 {
		t.Error("the cards of one meeting have those of another")
	}
	odd1.report(http.StatusCreated, 1, oddFirst...)
	even1.report(http.StatusCreated, 1, oddFirst...)
	sheet := k.paper(print + "scoresheets.pdf?match=" + match)
	// A row of the sheet: its number, the table, the sitting, who has the odd seats.
	for _, want := range []string{"1–2", "单号位", "第2组", "111A135246156156", "221A", "312B", "422B"} {
		if !strings.Contains(sheet, want) {
			t.Errorf("the sheet lacks %q: %s", want, sheet)
		}
	}
	for _, document := range []string{"round-sheet", "draw-sheet"} {
		if text := k.paper(print + document + ".pdf"); !strings.Contains(text, "1–2") || !strings.Contains(text, "3–4") {
			t.Errorf("%s lacks the tables: %s", document, text)
		}
	}
}
