package api_test

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestRightsComeBeforeReading(t *testing.T) {
	k, id, _, _ := table(t)
	for _, what := range []string{"settle", "corrections", "seats", "penalties", "penalties/1/cancel", "rulings", "forfeit", "sign-off", "sheet"} {
		k.want(http.StatusUnauthorized, request{method: http.MethodPost, path: "/api/v1/matches/" + id + "-1/" + what, raw: []byte("{"), token: "-"})
	}
}

func TestRefusalsStayShort(t *testing.T) {
	k, _, a, _ := table(t)
	seats := make([]int, 5000)
	for i := range seats {
		seats[i] = 1
	}
	refused := a.report(http.StatusUnprocessableEntity, 1, seats...)
	if n := len(refused["faults"].([]any)); n != 50 {
		t.Errorf("%d faults told, want 50", n)
	}
	long := strings.Repeat("x", 9000)
	for _, body := range []map[string]any{
		{"name": "赛", "rulebook": long},
		{"name": "赛", "rulebook": "guandan-college", "zone": long},
		{"name": "赛", "rulebook": "guandan-college", "dates": []string{long}},
	} {
		if refused := k.post(http.StatusUnprocessableEntity, "/api/v1/events", body); len(refused["detail"].(string)) > 400 {
			t.Errorf("%v: %d bytes", refused["code"], len(refused["detail"].(string)))
		}
	}
}

func TestSettingsAreRefusedInWords(t *testing.T) {
	k := newKiosk(t)
	for _, settings := range []map[string]any{{"colour": 1}, {"minutes": 1}, {"minutes": "long"}, {"scoring": "points"}} {
		for _, lang := range []string{"zh-Hans", "zh-Hant", "en"} {
			refused := k.want(http.StatusUnprocessableEntity, request{method: http.MethodPost, path: "/api/v1/events", lang: lang,
				body: map[string]any{"name": "赛", "rulebook": "guandan-college", "settings": settings}})
			message, _ := field(refused, "faults", 0, "message").(string)
			if message == "" || strings.Contains(message, "fault.") || strings.Contains(message, "<no value>") {
				t.Errorf("%v in %s: %q", settings, lang, message)
			}
		}
	}
}

func TestTooLargeCarriesTheSameHeaders(t *testing.T) {
	k := newKiosk(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	// It ends with the kiosk.
	go func() { _ = k.server.Serve(listener) }()
	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	// The head alone is enough to be refused.
	fmt.Fprintf(conn, "POST /api/v1/events HTTP/1.1\r\nHost: kiosk\r\nContent-Length: %d\r\n\r\n", 3<<20+1)
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusRequestEntityTooLarge {
		t.Fatalf("status %d", res.StatusCode)
	}
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Cache-Control": "no-store",
		"Content-Type": "application/problem+json; charset=utf-8",
	} {
		if got := res.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
