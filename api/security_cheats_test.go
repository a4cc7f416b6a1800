package api_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"kiosk/scoresheet/event"
)

// saying posts from an address of the hall, by the phone that the body names, or
// by none.
func (n *network) saying(t *testing.T, address, path, device, body string, headers ...string) (int, answer) {
	t.Helper()
	head := fmt.Sprintf("POST %s HTTP/1.1\r\nHost: 192.168.1.10:8080\r\nContent-Length: %d\r\nConnection: close\r\n", path, len(body))
	if device != "" {
		head += "X-Device: " + device + "\r\n"
	}
	for _, header := range headers {
		head += header + "\r\n"
	}
	status, text := n.open(t, address).ask(head + "\r\n" + body)
	var told answer
	_ = json.Unmarshal([]byte(text), &told)
	return status, told
}

func reportOf(number int, finish string) string {
	return fmt.Sprintf(`{"game":1,"number":%d,"hand":{"finish":[%s]}}`, number, finish)
}

// Whoever has a picture of a table card can read its match. To speak they must
// take the side over, which both sides see; one word of the organiser makes the
// picture worthless.
func TestAPhotographedCode(t *testing.T) {
	k, id, a, b := table(t)
	n := k.serve()
	const captain, thief = "192.168.1.20", "192.168.1.66"
	if status, told := n.saying(t, captain, a.path+"/hold", a.device, `{}`); status != http.StatusOK {
		t.Fatalf("the captain holds: %d %v", status, told)
	}
	for _, c := range []struct{ name, device string }{{"another phone", "PHONE-OF-A-THIEF"}, {"no phone at all", ""}} {
		for what, body := range map[string]string{"hands": reportOf(1, "2,4"), "confirm": `{}`, "object": `{"reason":"不对"}`, "withdraw": `{}`, "release": `{}`, "seats": `{"seats":{}}`} {
			if status, told := n.saying(t, thief, a.path+"/"+what, c.device, body); status != http.StatusConflict || told["code"] != "hold.other" {
				t.Errorf("%s, %s: %d %v", c.name, what, status, told["code"])
			}
		}
	}
	// What the record calls the captain's phone is not what the phone calls itself.
	_, shown := k.send(request{method: http.MethodGet, path: a.path, token: "-"})
	_, journal := k.send(request{method: http.MethodGet, path: "/api/v1/events/" + id + "/journal"})
	if bytes.Contains(shown, []byte(a.device)) || bytes.Contains(journal, []byte(a.device)) {
		t.Error("the phone's own name is told")
	}
	for _, forged := range []string{field(a.view(), "match", "holds", "A", "device").(string), strings.ToLower(a.device), a.device[1:], a.device + "1"} {
		if status, told := n.saying(t, thief, a.path+"/hands", forged, reportOf(1, "2,4")); status == http.StatusCreated {
			t.Errorf("%q speaks: %v", forged, told)
		}
	}
	// The captain's client need not name its phone, from where it held.
	if status, told := n.saying(t, captain, a.path+"/hands", "", reportOf(1, "1,3")); status != http.StatusCreated {
		t.Errorf("the captain without a name: %d %v", status, told)
	}
	// Taking over is seen by both, and stands in the record.
	before := field(b.view(), "match", "holds", "A", "device")
	if status, told := n.saying(t, thief, a.path+"/hold", "PHONE-OF-A-THIEF", `{"take_over":true}`); status != http.StatusOK {
		t.Fatalf("%d %v", status, told)
	}
	if now := field(b.view(), "match", "holds", "A", "device"); now == nil || now == before {
		t.Errorf("the other side sees %v, before %v", now, before)
	}
	if _, journal := k.send(request{method: http.MethodGet, path: "/api/v1/events/" + id + "/journal"}); !bytes.Contains(journal, []byte(`"over":`)) {
		t.Error("the record does not say whom it was taken from")
	}
	if status, told := n.saying(t, captain, a.path+"/hands", "", reportOf(2, "1,3")); told["code"] != "hold.other" {
		t.Errorf("the former holder, without a name: %d %v", status, told)
	}
	// One place's code, then all.
	stream := n.open(t, thief)
	stream.say("GET " + a.path + "/stream HTTP/1.1\r\nHost: 192.168.1.10:8080\r\n\r\n")
	told := make(chan string, 1)
	go func() {
		var all []byte
		if res, err := http.ReadResponse(stream.r, nil); err == nil {
			all, _ = io.ReadAll(res.Body)
			_ = res.Body.Close()
		}
		told <- string(all)
	}()
	link := k.post(http.StatusOK, "/api/v1/events/"+id+"/tables/1/revoke", map[string]any{"side": "A"})
	k.want(http.StatusNotFound, request{method: http.MethodGet, path: a.path, token: "-"})
	if status, _ := n.saying(t, thief, a.path+"/hands", "PHONE-OF-A-THIEF", reportOf(2, "2,4")); status != http.StatusNotFound {
		t.Errorf("a worthless code still speaks: %d", status)
	}
	b.view()
	if now := "/api/v1" + strings.TrimPrefix(field(link, "links", "A").(string), address); now == a.path {
		t.Error("the new code is the old one")
	}
	k.post(http.StatusOK, "/api/v1/events/"+id+"/tables/2/revoke", map[string]any{"side": "B"})
	select {
	case said := <-told:
		if !strings.Contains(said, "event: reload") {
			t.Errorf("the stream ended with %.300s", said)
		}
	case <-time.After(10 * time.Second):
		t.Error("the worthless code still listens")
	}
	if all := k.post(http.StatusOK, "/api/v1/events/"+id+"/tables/revoke", map[string]any{}); all["tables"].(float64) < 2 {
		t.Errorf("%v", all)
	}
	k.want(http.StatusNotFound, request{method: http.MethodGet, path: b.path, token: "-"})
	fresh, _ := k.phones(id, 1+1)
	fresh.view()
}

// A chief referee may make a code worthless, and does not learn the new one.
func TestAChiefLearnsNoCodes(t *testing.T) {
	k, id, _, _ := table(t)
	chief := k.signIns()[event.Chief]
	_, told := k.askAs(chief, http.MethodPost, "/api/v1/events/"+id+"/tables/1/revoke", `{"side":"A"}`)
	if field(told, "links", "A") != "" || field(told, "codes", "B") != "" || field(told, "table") != float64(1) {
		t.Errorf("%v", told)
	}
	if status, _ := k.askAs(chief, http.MethodGet, "/api/v1/events/"+id+"/print/table-cards.pdf", ""); status != http.StatusForbidden {
		t.Errorf("table cards for a chief: %d", status)
	}
}

// askAs asks with a token.
func (k *kiosk) askAs(token, method, path, body string) (int, answer) {
	k.Helper()
	mine := k.token
	k.token = token
	defer func() { k.token = mine }()
	status, data := k.send(request{method: method, path: path, raw: []byte(body)})
	var told answer
	_ = json.Unmarshal(data, &told)
	return status, told
}

// Two phones of one side are one voice, and one phone is no two sides.
func TestNobodyAgreesWithThemselves(t *testing.T) {
	k, _, a, b := table(t)
	a.report(http.StatusCreated, 1, 1, 3)
	second := phone{k, a.path, "second-phone"}
	if got := second.say(http.StatusConflict, "confirm", map[string]any{"version": a.version()})["code"]; got != "hold.other" {
		t.Errorf("a second phone: %v", got)
	}
	second.say(http.StatusOK, "hold", map[string]any{"take_over": true})
	if got := second.say(http.StatusConflict, "confirm", map[string]any{"version": a.version()})["code"]; got != "confirm.own" {
		t.Errorf("one's own report: %v", got)
	}
	if got := second.report(http.StatusCreated, 1, 1, 3)["state"]; got != "reported" {
		t.Errorf("reported twice by one side: %v", got)
	}
	if got := (phone{k, b.path, second.device}).say(http.StatusConflict, "hold", map[string]any{"take_over": true})["code"]; got != "hold.both-sides" {
		t.Errorf("one phone for both sides: %v", got)
	}
	// Nor may one take back what the other said.
	if got := b.say(http.StatusConflict, "withdraw", nil)["code"]; got != "withdraw.nothing" {
		t.Errorf("the other side's report: %v", got)
	}
	if got := field(b.view(), "match", "games", 0, "hands", 0, "state"); got != "reported" {
		t.Errorf("the hand is %v", got)
	}
}

// The code of a table opens that table.
func TestACodeOfAnotherTable(t *testing.T) {
	k, id, a, _ := table(t)
	c, _ := k.phones(id, 2)
	for _, stray := range []phone{{k, c.path, a.device}, {k, a.path, c.device}} {
		if got := stray.report(http.StatusConflict, 1, 1, 3)["code"]; got != "hold.other" {
			t.Errorf("%v", got)
		}
	}
	// A call can be taken back only where it was made.
	call := field(a.say(http.StatusCreated, "calls", map[string]any{"reason": "有争议"}), "view", "match", "calls", 0, "id").(string)
	if got := c.say(http.StatusNotFound, "calls/"+call+"/cancel", nil)["code"]; got != "call.unknown" {
		t.Errorf("another table's call: %v", got)
	}
	token := strings.TrimPrefix(a.path, "/api/v1/t/")
	other := "A"
	if token[0] == 'A' {
		other = "B"
	}
	for _, guess := range []string{token[:25], token + "A", other + token[1:], strings.Repeat("A", 26), "%00", "..", token + "%00", "%20" + token} {
		if status, _ := k.send(request{method: http.MethodGet, path: "/api/v1/t/" + guess, token: "-"}); status != http.StatusNotFound {
			t.Errorf("%q: %d", guess, status)
		}
	}
}

// Six letters open a table while its match runs, and nothing afterwards.
func TestTypedCodesEndWithTheMatch(t *testing.T) {
	k, id, a, b := table(t)
	code := k.list("/api/v1/events/" + id + "/tables")[0]["codes"].(map[string]any)["A"].(string)
	typed := func() int {
		status, _ := k.send(request{method: http.MethodPost, path: "/api/v1/codes", body: map[string]any{"code": code, "device": "PHONE-1234"}, token: "-"})
		return status
	}
	if got := typed(); got != http.StatusOK {
		t.Fatalf("status %d", got)
	}
	path := "/api/v1/matches/" + field(a.view(), "match", "id").(string)
	k.post(http.StatusCreated, path+"/forfeit", map[string]any{"side": "B", "reason": "没有来"})
	if got := typed(); got != http.StatusNotFound {
		t.Errorf("after the match: %d", got)
	}
	if got := b.say(http.StatusConflict, "hold", map[string]any{"take_over": true})["code"]; got != "match.closed" {
		t.Errorf("holding after the match: %v", got)
	}
}

// A key says that a request is the same; it is the same only with the same body,
// the same path and the same author.
func TestReplays(t *testing.T) {
	k, id, a, b := table(t)
	key := "KEY-OF-A-REPORT"
	first := request{method: http.MethodPost, path: a.path + "/hands", raw: []byte(reportOf(1, "1,3")), key: key, token: "-"}
	_, answered := k.send(first)
	for name, r := range map[string]request{
		"another body":  {method: first.method, path: first.path, raw: []byte(reportOf(1, "2,4")), key: key, token: "-"},
		"another side":  {method: first.method, path: b.path + "/hands", raw: first.raw, key: key, token: "-"},
		"another order": {method: first.method, path: a.path + "/withdraw", raw: []byte(`{}`), key: key, token: "-"},
	} {
		if refused := k.want(http.StatusUnprocessableEntity, r); refused["code"] != "key-reused" {
			t.Errorf("%s: %v", name, refused)
		}
	}
	if _, again := k.send(first); !bytes.Equal(again, answered) {
		t.Errorf("the same again: %s, first %s", again, answered)
	}
	// A request of the staff is not repeated by somebody who may not make it.
	order := request{method: http.MethodPost, path: "/api/v1/staff/pins", raw: []byte(`{"role":"referee"}`), key: "KEY-OF-A-PIN"}
	k.want(http.StatusCreated, order)
	order.token = "-"
	k.want(http.StatusUnauthorized, order)
	settle := request{method: http.MethodPost, path: "/api/v1/events/" + id + "/clock", raw: []byte(`{"do":"start"}`), key: "KEY-OF-A-CLOCK"}
	k.want(http.StatusOK, settle)
	settle.token = "-"
	k.want(http.StatusUnauthorized, settle)
	for _, bad := range []string{"short", strings.Repeat("x", 65)} {
		if refused := k.want(http.StatusUnprocessableEntity, request{method: http.MethodPost, path: a.path + "/hands", raw: first.raw, key: bad, token: "-"}); refused["code"] != "key.length" {
			t.Errorf("%q: %v", bad, refused["code"])
		}
	}
}

// Numbers and names that there are not, however long, are refused; nothing
// breaks.
func TestForgedPlaces(t *testing.T) {
	k, id, a, _ := table(t)
	numbers := []string{"0", "-1", "99999", "4294967297", "9223372036854775808", strings.Repeat("9", 400), "1e3", "0x1", "１", "%31%00", "1;2", "' OR 1=1", "NaN"}
	for _, n := range numbers {
		n = strings.NewReplacer(" ", "%20", "'", "%27").Replace(n)
		for _, path := range []string{
			"/api/v1/matches/" + id + "-" + n, "/api/v1/matches/" + n + "-1", "/api/v1/events/" + n, "/api/v1/events/" + id + "/rounds/" + n + "/draw",
			"/api/v1/events/" + id + "/matches?round=" + n, "/api/v1/events/" + id + "/standings?phase=" + n, "/api/v1/events/" + id + "/journal?after=" + n,
			"/api/v1/events/" + id + "/print/scoresheets.pdf?round=" + n, "/api/v1/events/" + id + "/print/" + n + ".pdf", "/api/v1/rulebooks/" + n, "/api/v1/locales/" + n,
			"/api/v1/events/" + id + "/export/" + n + ".csv", "/api/v1/events/" + id + "/export/results." + n,
		} {
			if status, data := k.send(request{method: http.MethodGet, path: path}); status >= 500 {
				t.Errorf("GET %s: %d %s", path, status, data)
			}
		}
		for _, path := range []string{
			"/api/v1/matches/" + id + "-" + n + "/sign-off", "/api/v1/calls/" + id + "-" + n + "/answer", "/api/v1/events/" + id + "/tables/" + n + "/revoke",
			"/api/v1/events/" + id + "/rounds/" + n + "/undo", "/api/v1/matches/" + id + "-1/penalties/" + n + "/cancel", "/api/v1/events/" + id + "/entrants/" + n + "/withdraw",
		} {
			if status, data := k.send(request{method: http.MethodPost, path: path, raw: []byte(`{"side":"A","reason":"x","state":"done"}`)}); status >= 500 || status < 300 {
				t.Errorf("POST %s: %d %s", path, status, data)
			}
		}
	}
	for _, body := range []string{
		`{"game":9223372036854775807,"number":1,"hand":{"finish":[1,3]}}`, `{"game":1,"number":9223372036854775807,"hand":{"finish":[1,3]}}`,
		`{"game":-1,"number":-1,"hand":{"finish":[1,3]}}`, `{"game":1,"number":1,"hand":{"finish":[-1,9223372036854775807]}}`,
		`{"game":1,"number":1,"version":-9223372036854775808,"hand":{"finish":[1,3]},"dry_run":true,"side":"B"}`, `{"game":1,"number":1,"hand":{"finish":[1,3]},"late":false}`,
	} {
		if status, data := k.send(request{method: http.MethodPost, path: a.path + "/hands", raw: []byte(strings.Replace(body, "{", `{"device":"`+a.device+`",`, 1)), token: "-"}); status < 400 || status >= 500 {
			t.Errorf("%s: %d %s", body, status, data)
		}
	}
}

// Another way to write a path is no way around a right.
func TestOtherWaysToWriteAPath(t *testing.T) {
	k, id, a, _ := table(t)
	for _, path := range []string{
		"/api/v1/events/" + id + "/journal", "/API/V1/EVENTS/" + strings.ToUpper(id) + "/JOURNAL", "/api/v1/events/" + id + "/journal/", "//api/v1/events/" + id + "/journal",
		"/api/v1/./events/" + id + "/journal", "/t/../api/v1/events/" + id + "/journal", "/api/v1/t/x/../../events/" + id + "/journal", "/api/v1/events/" + id + "/%6aournal",
		"/api/v1/events/" + id + "/journal;x=1", "/api/v1/events/" + id + "/journal%00", "/api%2fv1%2fevents%2f" + id + "%2fjournal", "/assets/../../kiosk.db", "/assets/%2e%2e/%2e%2e/kiosk.db", "/..%5ckiosk.db",
	} {
		status, data := k.send(request{method: http.MethodGet, path: path, token: "-"})
		if status < 400 || bytes.Contains(data, []byte(`"entries"`)) || bytes.Contains(data, []byte("bolt")) {
			t.Errorf("%s: %d %.100s", path, status, data)
		}
	}
	// Codes are printed in capitals, and mean the same.
	k.want(http.StatusOK, request{method: http.MethodGet, path: strings.ToLower(a.path), token: "-"})
	k.want(http.StatusOK, request{method: http.MethodGet, path: "/API/V1/T/" + strings.TrimPrefix(a.path, "/api/v1/t/"), token: "-"})
	for _, header := range []string{"X-HTTP-Method-Override: DELETE", "X-Method-Override: PUT", "X-Original-URL: /api/v1/staff", "X-Rewrite-URL: /api/v1/staff", "X-Forwarded-For: 127.0.0.1", "X-Real-IP: 127.0.0.1", "Forwarded: for=127.0.0.1"} {
		if status, _ := k.serve().saying(t, "192.168.1.66", "/api/v1/staff", "", "{}", header); status == http.StatusOK {
			t.Errorf("%s opens the staff's page", header)
		}
	}
}

// Where a client says that a request comes from, and which phone it is, changes
// nothing about how often it may guess.
func TestForgedOriginsGuessNoMore(t *testing.T) {
	k := newKiosk(t)
	n := k.serve()
	guesses := 0
	for i := range 60 {
		status, _ := n.saying(t, "192.168.1.66", "/api/v1/session", fmt.Sprint("phone-", i), `{"pin":"000000","name":"x"}`,
			fmt.Sprintf("X-Forwarded-For: 10.0.0.%d", i), "Cookie: kiosk_device="+strings.Repeat(string(rune('A'+i%26)), 26), fmt.Sprintf("User-Agent: phone %d", i))
		if status == http.StatusUnauthorized {
			guesses++
		}
	}
	if guesses > 14 {
		t.Errorf("%d guesses at one moment", guesses)
	}
	// Meanwhile the laptop itself signs in.
	if status, told := n.saying(t, "127.0.0.1", "/api/v1/session", "", fmt.Sprintf(`{"pin":%q,"name":"王"}`, k.pin)); status != http.StatusOK {
		t.Errorf("the kiosk itself: %d %v", status, told)
	}
}

// Two ways to say where a request ends are one request, or none.
func TestSmuggledRequests(t *testing.T) {
	k, id, _, _ := table(t)
	n := k.serve()
	inner := "POST /api/v1/events/" + id + "/clock HTTP/1.1\r\nHost: 192.168.1.10:8080\r\nAuthorization: Bearer " + k.token + "\r\nContent-Length: 14\r\n\r\n{\"do\":\"start\"}"
	version := func() any { return k.get("/api/v1/events/" + id)["version"] }
	before := version()
	for name, text := range map[string]string{
		"length and chunks": fmt.Sprintf("POST /api/v1/check HTTP/1.1\r\nHost: 192.168.1.10:8080\r\nContent-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(inner)+20, len(inner), inner),
		"a long length":     fmt.Sprintf("POST /api/v1/check HTTP/1.1\r\nHost: 192.168.1.10:8080\r\nContent-Length: %d\r\n\r\n%s", len(inner), inner),
	} {
		c := n.open(t, "192.168.1.66")
		go func() { _, _ = io.WriteString(c, text) }()
		if status, body := c.answer(); status < 400 {
			t.Errorf("%s: %d %s", name, status, body)
		}
		if now := version(); now != before {
			t.Errorf("%s: a request inside another was carried out", name)
		}
	}
}

// A side says what people say. What a program says again and again is told to
// wait, and the other side and the game are not held up.
func TestASideThatSaysTooMuch(t *testing.T) {
	k, id, a, b := table(t)
	n := 0
	for ; n < 200; n++ {
		a.report(http.StatusCreated, 1, 1, 3)
		status, _ := k.send(request{method: http.MethodPost, path: a.path + "/withdraw", body: map[string]any{"device": a.device}, token: "-"})
		if status == http.StatusTooManyRequests {
			break
		}
	}
	if n < 30 || n > 90 {
		t.Fatalf("told to wait after %d", n)
	}
	refused := a.say(http.StatusTooManyRequests, "withdraw", nil)
	if refused["code"] != "side.slow" || !strings.Contains(refused["detail"].(string), "3") {
		t.Errorf("%v", refused)
	}
	b.say(http.StatusCreated, "confirm", map[string]any{"version": b.version()})
	a.report(http.StatusCreated, 2, 1, 3)
	b.report(http.StatusCreated, 2, 1, 3)
	k.clock.add(time.Minute)
	a.say(http.StatusCreated, "calls", map[string]any{"reason": "有争议"})
	entries := k.get("/api/v1/events/" + id + "/journal?limit=1000")["entries"].([]any)
	if len(entries) > 250 {
		t.Errorf("%d entries", len(entries))
	}
	// The same report sent again and again is one, and costs nothing.
	b.report(http.StatusCreated, 3, 1, 3)
	r := request{method: http.MethodPost, path: a.path + "/hands", body: map[string]any{"device": a.device, "game": 1, "number": 4, "hand": map[string]any{"finish": []int{1, 3}}}, key: "one-report-0001", token: "-"}
	for range 200 {
		k.want(http.StatusCreated, r)
	}
}

// Names that a page, a document or a spreadsheet might take for something else
// stay names.
func TestHostileNames(t *testing.T) {
	k := newKiosk(t)
	id := k.post(http.StatusCreated, "/api/v1/events", map[string]any{"name": "<script>alert(1)</script>", "rulebook": "guandan-college"})["id"].(string)
	hostile := []string{"<script>alert(1)</script>", "=HYPERLINK(\"http://x\")", "+cmd|' /C calc'!A0", "@SUM(1+1)", "-2+3", "\"><img src=x onerror=1>", "{{.Secret}}", "%s%n\\u003c"}
	rows := []map[string]any{}
	for i, name := range hostile {
		for _, group := range []string{"A", "B"} {
			rows = append(rows, map[string]any{"number": fmt.Sprintf("%s%02d", group, i+1), "unit": name, "group": group, "player1": fmt.Sprint(name, i), "player2": fmt.Sprintf("乙%s%d", group, i), "note": name})
		}
	}
	for i := range rows {
		rows[i]["player1"] = fmt.Sprint(rows[i]["group"], rows[i]["player1"])
	}
	k.want(http.StatusOK, request{method: http.MethodPut, path: "/api/v1/events/" + id + "/entrants", body: rows})
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "1"})
	// As data: JSON that is never taken for a page.
	for _, path := range []string{"/public", "/matches", "/standings"} {
		req := request{method: http.MethodGet, path: "/api/v1/events/" + id + path, token: "-"}
		if status, data := k.send(req); status != http.StatusOK || bytes.Contains(data, []byte("<script")) && !json.Valid(data) {
			t.Errorf("%s: %d %.80s", path, status, data)
		}
	}
	// As tables: no cell begins as a formula does.
	for _, what := range []string{"schedule", "results", "standings"} {
		status, data := k.send(request{method: http.MethodGet, path: "/api/v1/events/" + id + "/export/" + what + ".csv"})
		if status != http.StatusOK {
			t.Errorf("%s: %d %s", what, status, data)
			continue
		}
		for _, begins := range []string{"=HYPERLINK", "+cmd", "@SUM", "-2+3"} {
			for _, before := range []string{",", ",\"", "\n", "\n\""} {
				if bytes.Contains(data, []byte(before+begins)) {
					t.Errorf("%s: a cell begins with %s", what, begins)
				}
			}
		}
	}
	// On paper: as it was typed, or refused; never interpreted, never a failure.
	for _, document := range []string{"draw-sheet", "round-sheet", "scoresheets", "table-cards", "seat-cards", "standings"} {
		if status, data := k.send(request{method: http.MethodGet, path: "/api/v1/events/" + id + "/print/" + document + ".pdf"}); status != http.StatusOK || !bytes.HasPrefix(data, []byte("%PDF-")) {
			t.Errorf("%s: %d %.200s", document, status, data)
		} else if bytes.Contains(data, []byte("/URI")) || bytes.Contains(data, []byte("/JavaScript")) {
			t.Errorf("%s holds a link or a script", document)
		}
	}
}
