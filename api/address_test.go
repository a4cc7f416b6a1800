package api

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"kiosk/config"
)

func onLink(name string, addresses ...string) networkLink {
	l := networkLink{name: name, up: true}
	for _, text := range addresses {
		l.addresses = append(l.addresses, netip.MustParseAddr(text))
	}
	return l
}

// hall is a network that tests change.
type hall struct {
	mu    sync.Mutex
	links []networkLink
	err   error
}

func (h *hall) now() ([]networkLink, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.links, h.err
}

func (h *hall) moveTo(links ...networkLink) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.links = links
}

func (h *hall) venue(secrets secretStore, fixed string) *venue {
	v := newVenue(secrets, newClock().now, h.now, door{port: 8080}, fixed)
	v.settle(context.Background())
	return v
}

func TestTheBestAddress(t *testing.T) {
	down := onLink("Wi-Fi", "192.168.1.7")
	down.up = false
	vpn := onLink("corp0", "10.8.0.2")
	vpn.pointToPoint = true
	loop := onLink("lo", "127.0.0.1", "::1")
	loop.loopback = true
	cases := []struct {
		name  string
		links []networkLink
		want  string
	}{
		{"one card", []networkLink{loop, onLink("wlp2s0", "192.168.1.5", "fe80::1")}, "http://192.168.1.5:8080"},
		{"containers", []networkLink{onLink("docker0", "172.17.0.1"), onLink("br-1f", "192.168.99.1"), onLink("veth12", "169.254.3.4"), onLink("eth0", "10.1.2.3")}, "http://10.1.2.3:8080"},
		{"Windows with WSL", []networkLink{onLink("vEthernet (WSL)", "172.28.0.1"), onLink("WLAN", "192.168.3.8")}, "http://192.168.3.8:8080"},
		{"Windows, Hyper-V in the hall's range", []networkLink{onLink("vEthernet (Default Switch)", "192.168.3.1"), onLink("以太网", "172.16.4.4")}, "http://172.16.4.4:8080"},
		{"hotspot of Windows", []networkLink{onLink("本地连接* 2", "192.168.137.1"), onLink("以太网", "169.254.9.9")}, "http://192.168.137.1:8080"},
		{"hotspot of macOS", []networkLink{onLink("bridge100", "192.168.2.1"), onLink("utun3", "10.9.0.1")}, "http://192.168.2.1:8080"},
		{"VPN beside the hall", []networkLink{vpn, onLink("en0", "172.20.10.3")}, "http://172.20.10.3:8080"},
		{"Tailscale", []networkLink{onLink("Tailscale", "100.99.1.1"), onLink("Ethernet 2", "10.0.0.9")}, "http://10.0.0.9:8080"},
		{"a card that is off", []networkLink{down, onLink("eth1", "10.0.0.9")}, "http://10.0.0.9:8080"},
		{"an address of the internet", []networkLink{onLink("eth0", "203.0.113.9")}, "http://203.0.113.9:8080"},
		{"no address given", []networkLink{onLink("eth0", "169.254.1.1")}, "http://localhost:8080"},
		{"nothing", nil, "http://localhost:8080"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h := &hall{links: c.links}
			if got := h.venue(newMemory(), "").BaseURL(); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func warningOf(v *venue) (url, warning string) {
	for _, a := range v.addresses() {
		if a.chosen {
			return a.url, a.warning
		}
	}
	return "", "none chosen"
}

func expectAddress(t *testing.T, v *venue, url, warning string) {
	t.Helper()
	if gotURL, gotWarning := warningOf(v); gotURL != url || gotWarning != warning || v.BaseURL() != url {
		t.Errorf("%s (%q), base %s; want %s (%q)", gotURL, gotWarning, v.BaseURL(), url, warning)
	}
}

func TestPrintedCodesGoOnWorking(t *testing.T) {
	secrets := newMemory()
	h := &hall{links: []networkLink{onLink("wlan0", "192.168.1.5")}}
	v := h.venue(secrets, "")
	expectAddress(t, v, "http://192.168.1.5:8080", "")

	// A cable is plugged in: the first address stays.
	h.links = append([]networkLink{onLink("eth0", "192.168.0.9")}, h.links...)
	v.look()
	expectAddress(t, v, "http://192.168.1.5:8080", "")

	// The Wi-Fi goes: the other one serves, with a warning, and after a restart.
	h.links = h.links[:1]
	v.look()
	expectAddress(t, v, "http://192.168.0.9:8080", warnChanged)
	if v.lost() != "http://192.168.1.5:8080" {
		t.Errorf("lost %q", v.lost())
	}
	v = h.venue(secrets, "")
	expectAddress(t, v, "http://192.168.0.9:8080", warnChanged)

	// It comes back.
	h.links = append(h.links, onLink("wlan0", "192.168.1.5"))
	v.look()
	expectAddress(t, v, "http://192.168.1.5:8080", "")

	// The organiser takes the best for good.
	h.links = h.links[:1]
	v.look()
	if err := v.choose(context.Background(), ""); err != nil {
		t.Fatal(err)
	}
	expectAddress(t, v, "http://192.168.0.9:8080", "")
}

func TestAPinnedAddressStays(t *testing.T) {
	secrets := newMemory()
	h := &hall{links: []networkLink{onLink("eth0", "192.168.0.9"), onLink("tun0", "10.8.0.2")}}
	v := h.venue(secrets, "")
	if err := v.choose(context.Background(), "http://10.8.0.2:8080/"); err != nil {
		t.Fatal(err)
	}
	expectAddress(t, v, "http://10.8.0.2:8080", warnVirtual)
	h.links = h.links[:1]
	v = h.venue(secrets, "")
	expectAddress(t, v, "http://10.8.0.2:8080", warnGone)
	if err := v.choose(context.Background(), "kiosk.example.org"); err != nil {
		t.Fatal(err)
	}
	expectAddress(t, v, "http://kiosk.example.org", "")
}

func TestAnAddressGivenAtTheStart(t *testing.T) {
	h := &hall{links: []networkLink{onLink("eth0", "192.168.0.9")}}
	v := h.venue(newMemory(), "http://192.168.0.77:8080/")
	expectAddress(t, v, "http://192.168.0.77:8080", warnGone)
	var p *problem
	if err := v.choose(context.Background(), "http://192.168.0.9:8080"); !errors.As(err, &p) || p.code != "address.fixed" {
		t.Errorf("choosing another gives %v", err)
	}
	h.links = []networkLink{onLink("eth0", "192.168.0.77")}
	v.look()
	expectAddress(t, v, "http://192.168.0.77:8080", "")
}

func TestNoNetworkIsSaid(t *testing.T) {
	h := &hall{links: []networkLink{onLink("docker0", "172.17.0.1")}}
	v := h.venue(newMemory(), "")
	expectAddress(t, v, "http://localhost:8080", warnAlone)
	h.err = errors.New("not now")
	v.look()
	if len(v.addresses()) != 2 {
		t.Error("a failed look lost the addresses")
	}
}

func TestPort80IsNotWritten(t *testing.T) {
	h := &hall{links: []networkLink{onLink("eth0", "192.168.0.9")}}
	if got := newVenue(newMemory(), newClock().now, h.now, door{port: 80}, "").BaseURL(); got != "http://192.168.0.9" {
		t.Error(got)
	}
}

func TestAddressesToChoose(t *testing.T) {
	cases := map[string]string{
		"192.168.1.5:8080":                                 "",
		"http://192.168.1.5/t/ABC":                         "address.shape",
		"javascript:alert(1)":                              "address.shape",
		"http://" + strings.Repeat("a", config.MaxAddress): "address.long",
	}
	for text, want := range cases {
		code := ""
		if _, err := cleanURL(text); err != nil {
			code = asProblem(err).code
		}
		if code != want {
			t.Errorf("%s gives %q, want %q", text, code, want)
		}
	}
}

func TestTheVenueLooksAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hall{links: []networkLink{onLink("wlan0", "192.168.1.5")}}
		v := newVenue(newMemory(), time.Now, h.now, door{port: 8080}, "")
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { v.watch(ctx); close(ended) }()
		synctest.Wait()
		h.moveTo(onLink("wlan0", "192.168.1.6"))
		time.Sleep(lookAgain)
		synctest.Wait()
		expectAddress(t, v, "http://192.168.1.6:8080", warnChanged)
		stop()
		<-ended
	})
}

func TestPhonesThatWereSeen(t *testing.T) {
	clock := newClock()
	v := newVenue(newMemory(), clock.now, (&hall{}).now, door{port: 8080}, "")
	for n := range 3 * maxSeen {
		v.saw(fmt.Sprint(n))
		clock.pass(time.Second)
	}
	v.saw(fmt.Sprint(3*maxSeen - 2))
	phones := v.phones()
	if len(phones) != maxSeen || phones[0].device != fmt.Sprint(3*maxSeen-2) || phones[1].device != fmt.Sprint(3*maxSeen-1) || phones[2].device != fmt.Sprint(3*maxSeen-3) {
		t.Errorf("%d phones, newest %v", len(phones), phones[:3])
	}
}

func TestTheMachinesOwnLinks(t *testing.T) {
	links, err := systemLinks()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		if l.loopback && len(l.addresses) > 0 && !l.addresses[0].IsLoopback() {
			t.Errorf("%s has %v", l.name, l.addresses)
		}
	}
}
