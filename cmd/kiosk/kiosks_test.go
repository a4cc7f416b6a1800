package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"kiosk/store"
	"kiosk/store/storetest"
)

// joinHall launches a kiosk of a cluster, with a folder and an address of its
// own.
func joinHall(t *testing.T, address store.EtcdAddress, args ...string) *process {
	t.Helper()
	addr := freeAddress(t)
	return launch(t, addr, append([]string{"--data", filepath.Join(t.TempDir(), "kiosk-data"), "--public-url", "http://" + addr,
		"--store", address.String()}, args...)...)
}

// as has another kiosk asked by whoever is signed in at the first.
func (p *process) as(other *process) *process {
	p.token = other.token
	return p
}

// others are the addresses of other kiosks that a page is told of.
func (p *process) others() []string {
	var list []string
	for _, each := range p.get("/api/v1/kiosks")["kiosks"].([]any) {
		list = append(list, each.(string))
	}
	return list
}

// peer is how a kiosk sees another one.
func (p *process) peer(of *process) map[string]any {
	for _, each := range p.get("/api/v1/kiosk")["kiosks"].([]any) {
		if view := each.(map[string]any); view["address"] == of.address {
			return view
		}
	}
	return nil
}

// TestKiosksOfOneEvent: whoever is signed in is so everywhere, and who is signed
// out is so everywhere; kiosks know of each other, miss one that dies and forget
// one that was closed; pages may ask the others how they are, and nothing more.
func TestKiosksOfOneEvent(t *testing.T) {
	cluster := storetest.NewCluster(t, 1)
	address := cluster.Address("/final")
	one := joinHall(t, address)
	pin := one.pin()
	one.signIn(pin)
	two := joinHall(t, address).as(one)
	three := joinHall(t, address).as(one)

	wait(t, func() bool { return len(one.others()) == 2 && len(two.others()) == 2 }, &one.err)
	if list := one.others(); !slices.Contains(list, two.address) || slices.Contains(list, one.address) {
		t.Errorf("one tells of %v", list)
	}
	if view := one.peer(two); view == nil || view["well"] != true || view["here"] != false {
		t.Errorf("one sees two as %v", view)
	}
	two.token = ""
	if view := two.get("/api/v1/kiosk"); len(view["kiosks"].([]any)) != 0 {
		t.Error("the public sees the kiosks")
	}
	two.as(one)

	// The other kiosks' health may be asked by a page; nothing else may.
	for path, want := range map[string]string{"/healthz": "*", "/api/v1/kiosks": "", "/api/v1/kiosk": "", "/api/v1/events": ""} {
		req, err := http.NewRequest(http.MethodGet, two.address+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Origin", one.address)
		res, err := two.client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		if got := res.Header.Get("Access-Control-Allow-Origin"); got != want || res.Header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s may be read by %q", path, got)
		}
	}
	res, err := one.client.Get(one.address + "/hall")
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if rules := res.Header.Get("Content-Security-Policy"); !strings.Contains(rules, "connect-src 'self'") || !strings.Contains(rules, two.address) {
		t.Errorf("the page may reach: %s", rules)
	}

	// Sign-ins, PINs and their ends hold everywhere.
	referee := two.want(http.StatusCreated, http.MethodPost, "/api/v1/staff/pins", "", map[string]any{"role": "referee"})["pin"].(string)
	guest := &process{T: t, cmd: three.cmd, address: three.address, client: three.client}
	guest.token = guest.want(http.StatusOK, http.MethodPost, "/api/v1/session", "", map[string]any{"pin": referee, "name": "张裁判"})["token"].(string)
	guest.address = one.address
	if view := guest.get("/api/v1/kiosk"); view["signed_in"] == nil {
		t.Error("signed in at the third kiosk and not at the first")
	}
	two.want(http.StatusOK, http.MethodDelete, "/api/v1/staff/sessions", "", nil)
	for _, at := range []*process{three, one} {
		guest.address = at.address
		wait(t, func() bool { return guest.get("/api/v1/kiosk")["signed_in"] == nil }, &one.err)
	}

	// A code that is taken back at one kiosk opens nothing at another.
	one.signIn(pin)
	two.as(one)
	id := one.drawn(2)
	a, _ := one.tokens(id, 1)
	one.hold(a, "phone-a")
	first := two.want(http.StatusCreated, http.MethodPost, a+"/hands", "a1", hand("phone-a", 1, 1, 3))
	if again := one.want(http.StatusCreated, http.MethodPost, a+"/hands", "a1", hand("phone-a", 1, 1, 3)); mustJSON(t, again) != mustJSON(t, first) {
		t.Errorf("one says %v, two said %v", again, first)
	}

	two.kill()
	wait(t, func() bool { return !slices.Contains(one.others(), two.address) }, &one.err)
	if view := one.peer(two); view == nil || view["well"] != false || view["gone_since"] == nil || view["trouble"] == "" {
		t.Errorf("one sees the kiosk that died as %v", view)
	}
	three.stop()
	wait(t, func() bool { return one.peer(three) == nil }, &one.err)
}

// TestStreamGoesOnElsewhere: a page that comes from another kiosk with the last
// number it has seen is told of what it missed, once.
func TestStreamGoesOnElsewhere(t *testing.T) {
	cluster := storetest.NewCluster(t, 1)
	one := joinHall(t, cluster.Address("/final"))
	one.signIn(one.pin())
	two := joinHall(t, cluster.Address("/final")).as(one)
	id := one.drawn(2)
	rename := func(p *process, n int) {
		p.want(http.StatusOK, http.MethodPut, "/api/v1/events/"+id, "", map[string]any{"name": fmt.Sprint("第", n)})
	}
	listen := func(p *process, seen int) (next func() (name string, version int), done func()) {
		req, err := http.NewRequest(http.MethodGet, p.address+"/api/v1/events/"+id+"/stream", nil)
		if err != nil {
			t.Fatal(err)
		}
		if seen > 0 {
			req.Header.Set("Last-Event-ID", strconv.Itoa(seen))
		}
		client := &http.Client{Timeout: 30 * time.Second}
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(res.Body)
		return func() (name string, version int) {
			for lines.Scan() {
				if kind, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
					name = kind
				}
				if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
					var body struct{ Version int }
					if err := json.Unmarshal([]byte(data), &body); err != nil {
						t.Fatal(err)
					}
					if name != "beat" {
						return name, body.Version
					}
				}
			}
			t.Fatal("the stream ended: ", lines.Err())
			return "", 0
		}, func() { _ = res.Body.Close() }
	}
	next, done := listen(one, 0)
	_, seen := next()
	for n := range 3 {
		rename(two, n)
	}
	for _, version := next(); version < seen+3; _, version = next() {
	}
	done()
	one.kill()
	rename(two, 4)
	next, done = listen(two, seen+3)
	defer done()
	if name, version := next(); name != "hello" || version != seen+4 {
		t.Errorf("%s %d", name, version)
	}
	if name, version := next(); name != "change" || version != seen+4 {
		t.Errorf("what was missed: %s %d, want %d", name, version, seen+4)
	}
	rename(two, 5)
	if name, version := next(); name != "change" || version != seen+5 {
		t.Errorf("what came then: %s %d, want %d", name, version, seen+5)
	}
}

// TestEndsWithoutItsCluster: a kiosk whose cluster is gone still shows what it
// has, accepts nothing, and ends in good order when it is told to.
func TestEndsWithoutItsCluster(t *testing.T) {
	cluster := storetest.NewCluster(t, 1)
	p := joinHall(t, cluster.Address("/final"), "--backup-every", "0")
	p.signIn(p.pin())
	id := p.drawn(2)
	cluster.Kill(0)
	wait(t, func() bool {
		status, state := health(p)
		return status == http.StatusServiceUnavailable && state == "reads"
	}, &p.err)
	p.get("/api/v1/events/" + id)
	p.get("/api/v1/events/" + id + "/public")
	if trouble, _ := p.get("/api/v1/kiosk")["trouble"].(string); !strings.Contains(trouble, "叢集") {
		t.Errorf("staff are told: %q", trouble)
	}
	p.want(http.StatusServiceUnavailable, http.MethodPut, "/api/v1/events/"+id, "", map[string]any{"name": "x"})
	p.stop()
	if code, _, said := kioskSays("serve", "--lang", "en", "--addr", "127.0.0.1:0", "--data", t.TempDir(), "--store", cluster.Address("/final").String()); code == 0 || !strings.Contains(said, "cluster") {
		t.Errorf("exit %d: %s", code, said)
	}
}
