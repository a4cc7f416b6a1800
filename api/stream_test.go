package api_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// heard is a server-sent event.
type heard struct {
	name string
	id   int
	data answer
	at   time.Time
}

// ears read a stream.
type ears struct {
	*testing.T
	events chan heard
}

// served is the address of the kiosk on this machine's network.
func (k *kiosk) served() string {
	k.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		k.Fatal(err)
	}
	go func() { _ = k.server.Serve(ln) }() // it ends with the kiosk
	return "http://" + ln.Addr().String()
}

// hear opens a stream at a served kiosk; the channel is closed at its end.
func hear(t *testing.T, url string) ears {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = res.Body.Close() })
	if kind := res.Header.Get("Content-Type"); res.StatusCode != http.StatusOK || !strings.HasPrefix(kind, "text/event-stream") || res.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Fatalf("status %d, %v", res.StatusCode, res.Header)
	}
	e := ears{t, make(chan heard, 1000)}
	go func() {
		defer close(e.events)
		var now heard
		for lines := bufio.NewScanner(res.Body); lines.Scan(); {
			name, value, _ := strings.Cut(lines.Text(), ": ")
			switch name {
			case "id":
				now.id, _ = strconv.Atoi(value)
			case "event":
				now.name = value
			case "data":
				_ = json.Unmarshal([]byte(value), &now.data)
			case "":
				now.at = time.Now()
				e.events <- now
				now = heard{}
			}
		}
	}()
	return e
}

// next is the next event, which must come.
func (e ears) next(name string) heard {
	e.Helper()
	select {
	case got, open := <-e.events:
		if !open || got.name != name {
			e.Fatalf("got %+v (open %v), want %s", got, open, name)
		}
		return got
	case <-time.After(20 * time.Second):
		e.Fatalf("no %s came", name)
	}
	return heard{}
}

func (k *kiosk) rename(id string, n int) {
	k.Helper()
	k.want(http.StatusOK, request{method: http.MethodPut, path: "/api/v1/events/" + id, body: map[string]any{"name": fmt.Sprintf("赛 %d", n)}})
}

// A busy event is told of in at most four changes a second, of which the last
// has the last version.
func TestStreamMergesChanges(t *testing.T) {
	k := newKiosk(t)
	id := k.college(3)
	page := hear(t, k.served()+"/api/v1/events/"+id+"/stream")
	first := page.next("hello")
	all := page.next("change")
	if first.id == 0 || all.id != first.id || field(all.data, "what", 7) == nil {
		t.Fatalf("%+v, %+v", first, all)
	}
	began, version := time.Now(), 0
	for n := 0; time.Since(began) < 1500*time.Millisecond || n < 20; n++ {
		k.rename(id, n)
	}
	version = int(field(k.get("/api/v1/events/"+id), "version").(float64))
	var changes []heard
	for len(changes) == 0 || changes[len(changes)-1].id < version {
		changes = append(changes, page.next("change"))
	}
	for i := range len(changes) - 5 {
		// A change comes at once after a quiet moment, and four in the second
		// after it; each may arrive a little late.
		if apart := changes[i+5].at.Sub(changes[i].at); apart < 900*time.Millisecond {
			t.Errorf("six changes in %v", apart)
		}
	}
	if len(changes) < 3 || !slices.Equal(field(changes[0].data, "what").([]any), []any{"settings"}) {
		t.Errorf("%d changes, the first: %+v", len(changes), changes[0])
	}
}

// A table hears of its own match, with the whole view, and of what concerns
// everybody, and not of other tables. A revoked code ends its stream.
func TestSideHearsOfItsTable(t *testing.T) {
	k := newKiosk(t)
	id := k.college(3)
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "7"})
	a, _ := k.phones(id, 1)
	other, _ := k.phones(id, 2)
	version := int(field(k.get("/api/v1/events/"+id), "version").(float64))
	phone := hear(t, fmt.Sprintf("%s%s/stream?device=%s&after=%d", k.served(), a.path, a.device, version))
	phone.next("hello")
	other.report(http.StatusCreated, 1, 1, 2, 3, 4)
	a.report(http.StatusCreated, 1, 1, 2, 3, 4)
	own := phone.next("change")
	tables, _ := field(own.data, "tables").([]any)
	if !slices.Contains(tables, any(float64(1))) || field(own.data, "view", "hold") != "mine" || field(own.data, "view", "match", "open", "state") != "reported" {
		t.Errorf("%+v", own)
	}
	k.post(http.StatusOK, "/api/v1/events/"+id+"/clock", map[string]any{"do": "start"})
	for got := phone.next("change"); field(got.data, "view", "match", "clock", "state") != "running"; got = phone.next("change") {
		t.Logf("before the clock: %+v", got.data["what"])
	}
	k.post(http.StatusOK, "/api/v1/events/"+id+"/tables/1/revoke", map[string]any{"side": "A"})
	phone.next("reload")
	if _, open := <-phone.events; open {
		t.Error("the stream goes on")
	}
}

// Streams end with the server, and do not keep it from ending.
func TestStreamsEndWithTheServer(t *testing.T) {
	k := newKiosk(t)
	id := k.college(3)
	url := k.served() + "/api/v1/events/" + id + "/stream"
	var pages []ears
	for range 20 {
		page := hear(t, url)
		page.next("hello")
		page.next("change")
		pages = append(pages, page)
	}
	began := time.Now()
	if err := k.server.Close(); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 4*time.Second {
		t.Errorf("it took %v", took)
	}
	for _, page := range pages {
		if got, open := <-page.events; open {
			t.Errorf("after the end: %+v", got)
		}
	}
}

// Who asks for the head of a stream gets no stream.
func TestHeadOfAStream(t *testing.T) {
	k := newKiosk(t)
	id := k.college(3)
	res, err := http.Head(k.served() + "/api/v1/events/" + id + "/stream")
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("status %d", res.StatusCode)
	}
}
