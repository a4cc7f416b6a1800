package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"kiosk/config"
	"kiosk/store"
)

// publicURL is the name of the secret that keeps the address of the codes.
const publicURL = "public_url"

// ownURL is the same for a kiosk that shares its store: each has its own address.
func ownURL(secrets secretStore, port int) string {
	if peers, ok := secrets.(store.Peers); ok {
		return store.OwnSecrets + peers.Self(port) + "/" + publicURL
	}
	return publicURL
}

// lookAgain is how often the venue looks at the laptop's addresses.
const lookAgain = 3 * time.Second

// networkLink is a network interface of the laptop.
type networkLink struct {
	name         string
	up           bool
	loopback     bool
	pointToPoint bool
	addresses    []netip.Addr
}

// systemLinks are the interfaces that the machine has now.
func systemLinks() ([]networkLink, error) {
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil, err
	}
	links := make([]networkLink, 0, len(interfaces))
	for _, each := range interfaces {
		found := networkLink{
			name:         each.Name,
			up:           each.Flags&net.FlagUp != 0,
			loopback:     each.Flags&net.FlagLoopback != 0,
			pointToPoint: each.Flags&net.FlagPointToPoint != 0,
		}
		addresses, err := each.Addrs()
		if err != nil {
			continue // it went away since
		}
		for _, address := range addresses {
			if prefix, err := netip.ParsePrefix(address.String()); err == nil {
				found.addresses = append(found.addresses, prefix.Addr().Unmap())
			}
		}
		links = append(links, found)
	}
	return links, nil
}

// Scores of addresses: what phones in a hall are most likely to reach. What is
// below zero is shown and never chosen by itself.
const (
	scoreHome     = 40  // 192.168.0.0/16: most access points, and a laptop's hotspot
	scoreOffice   = 30  // 10.0.0.0/8
	scoreMiddle   = 20  // 172.16.0.0/12
	scoreOpen     = 10  // an address of the internet
	scoreCarrier  = -20 // 100.64.0.0/10: seldom a hall's, often a VPN's
	scorePhysical = 20  // the interface is called like a network card
	scoreNoServer = -80 // 169.254.0.0/16: nobody gave an address
	scoreVirtual  = -100
)

var ranges = []struct {
	prefix netip.Prefix
	score  int
}{
	{netip.MustParsePrefix("192.168.0.0/16"), scoreHome},
	{netip.MustParsePrefix("10.0.0.0/8"), scoreOffice},
	{netip.MustParsePrefix("172.16.0.0/12"), scoreMiddle},
	{netip.MustParsePrefix("100.64.0.0/10"), scoreCarrier},
	{netip.MustParsePrefix("169.254.0.0/16"), scoreNoServer},
}

// virtualNames are parts of the names of interfaces that no phone reaches:
// virtual machines, containers, VPNs. In lower case.
var virtualNames = []string{
	"docker", "veth", "vethernet", "virbr", "vmnet", "vmware", "virtualbox", "vboxnet", "hyper-v", "wsl", "podman", "cni", "flannel", "calico",
	"tailscale", "zerotier", "wireguard", "openvpn", "vpn", "hamachi", "radmin", "easyconnect", "sangfor", "anyconnect", "forti", "globalprotect",
	"clash", "meta tunnel", "wintun", "tap-windows", "teredo", "isatap", "npcap", "bluetooth", "蓝牙",
}

// virtualBeginnings are names that begin so.
var virtualBeginnings = []string{"br-", "tun", "tap", "utun", "ppp", "wg", "zt", "lxc", "lxd", "awdl", "llw", "anpi", "ipsec", "cali", "kube"}

// physicalNames are how systems call network cards.
var physicalNames = []string{"wi-fi", "wifi", "wlan", "以太网", "乙太網路", "本地连接", "區域連線", "无线网络", "無線網路", "ethernet"}

var physicalBeginnings = []string{"en", "eth", "wl", "bridge100"}

func named(name string, parts, beginnings []string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) }) ||
		slices.ContainsFunc(beginnings, func(beginning string) bool { return strings.HasPrefix(name, beginning) })
}

func score(on networkLink, address netip.Addr) int {
	total := scoreOpen
	for _, row := range ranges {
		if row.prefix.Contains(address) {
			total = row.score
		}
	}
	switch {
	case on.pointToPoint, named(on.name, virtualNames, virtualBeginnings):
		return total + scoreVirtual
	case named(on.name, physicalNames, physicalBeginnings):
		return total + scorePhysical
	}
	return total
}

// Warnings about the address of the codes; the words have them as
// "address.<warning>".
const (
	// warnGone: the organiser's choice is no address of the laptop any more.
	warnGone = "gone"
	// warnChanged: the address that codes were printed with is gone, and
	// another one serves.
	warnChanged = "changed"
	// warnVirtual: phones will hardly reach it.
	warnVirtual = "virtual"
	// warnAlone: the laptop is in no network.
	warnAlone = "alone"
)

// address is one at which phones may reach the kiosk.
type address struct {
	url     string
	on      string
	score   int
	chosen  bool
	warning string
}

// usable says that phones may well reach it.
func (a address) usable() bool { return a.score >= 0 }

// choice is the address of the codes as it is kept. One that the organiser
// pinned stays whatever happens; else it is the one that was best at first, and
// is used whenever it is there, so that printed codes go on working.
type choice struct {
	URL    string `json:"url"`
	Pinned bool   `json:"pinned"`
}

// seenPhone is a phone that reached the kiosk's check page.
type seenPhone struct {
	at     time.Time
	device string
}

// maxSeen bounds the phones that are remembered.
const maxSeen = 50

// door is what the kiosk listens on.
type door struct {
	port int
	// secure says that the connections are encrypted.
	secure bool
}

func (d door) scheme() string {
	if d.secure {
		return "https"
	}
	return "http"
}

// urlOf is the address of the door on a host.
func (d door) urlOf(host string) string {
	if standard := map[string]int{"http": 80, "https": 443}[d.scheme()]; d.port == standard {
		return d.scheme() + "://" + host
	}
	return d.scheme() + "://" + net.JoinHostPort(host, strconv.Itoa(d.port))
}

// venue knows where the kiosk is: the laptop's addresses, the one that codes
// carry, and the phones that reached it. It may be used from many goroutines at
// once.
type venue struct {
	secrets secretStore
	// name is that of the secret that keeps the choice.
	name  string
	now   func() time.Time
	links func() ([]networkLink, error)
	door  door
	// fixed is the address that the program was started with, or empty.
	fixed string

	mu     sync.RWMutex
	found  []address
	choice choice
	seen   []seenPhone
}

// newVenue looks at the links once. fixed, if not empty, is the address that
// codes carry, whatever the laptop has.
func newVenue(secrets secretStore, now func() time.Time, links func() ([]networkLink, error), at door, fixed string) *venue {
	v := &venue{secrets: secrets, name: ownURL(secrets, at.port), now: now, links: links, door: at, fixed: strings.TrimRight(fixed, "/")}
	value, mine := secrets.Secret(v.name)
	if !mine {
		value, _ = secrets.Secret(publicURL)
	}
	// What cannot be read is as good as never chosen.
	_ = json.Unmarshal(value, &v.choice)
	v.look()
	v.choice.URL = v.own(v.choice.URL)
	if !mine && v.name != publicURL && !v.has(v.choice.URL) {
		v.choice = choice{} // It is the address of the laptop that the event came from.
	}
	return v
}

// keptDoor is the door that the kiosk listened on when it last kept its address.
func keptDoor(secrets secretStore, port int) door {
	var kept choice
	if value, ok := secrets.Secret(publicURL); ok {
		_ = json.Unmarshal(value, &kept)
	}
	return door{port: port, secure: strings.HasPrefix(kept.URL, "https://")}
}

// own is an address in the scheme of the door, if it is the door's: one that was
// kept before connections were encrypted, or after.
func (v *venue) own(kept string) string {
	parsed, err := url.Parse(kept)
	if err != nil || parsed.Scheme == v.door.scheme() {
		return kept
	}
	here := v.door.urlOf(parsed.Hostname())
	if here != v.door.scheme()+"://"+parsed.Host || !v.has(here) {
		return kept
	}
	return here
}

// watch looks again and again until the context ends.
func (v *venue) watch(ctx context.Context) {
	ticker := time.NewTicker(lookAgain)
	defer ticker.Stop()
	v.settle(ctx)
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			v.look()
			v.settle(ctx)
		}
	}
}

// look reads the addresses. When the system does not tell them, the last ones
// stand.
func (v *venue) look() {
	links, err := v.links()
	if err != nil {
		return
	}
	var found []address
	for _, each := range links {
		if !each.up || each.loopback {
			continue
		}
		for _, ip := range each.addresses {
			if ip.Is4() && !ip.IsLoopback() && !ip.IsUnspecified() {
				found = append(found, address{url: v.door.urlOf(ip.String()), on: each.name, score: score(each, ip)})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b address) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.url, b.url))
	})
	v.mu.Lock()
	defer v.mu.Unlock()
	v.found = found
}

// settle keeps the first good address as the one that codes carry.
func (v *venue) settle(ctx context.Context) {
	v.mu.Lock()
	first := v.fixed == "" && v.choice.URL == "" && len(v.found) > 0 && v.found[0].usable()
	if first {
		v.choice = choice{URL: v.found[0].url}
	}
	kept := v.choice
	v.mu.Unlock()
	if first {
		// Kept in memory at least; it is written again when it is chosen.
		_ = v.keep(ctx, kept)
	}
}

func (v *venue) keep(ctx context.Context, kept choice) error {
	value, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return v.secrets.SetSecret(ctx, v.name, value)
}

// BaseURL is the address that codes carry: scheme, host and port, without a
// slash at the end.
func (v *venue) BaseURL() string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	url, _ := v.current()
	return url
}

// current is the address of the codes and what is wrong with it. The lock is
// held.
func (v *venue) current() (url, warning string) {
	switch {
	case v.fixed != "":
		return v.fixed, v.missing(v.fixed)
	case v.choice.Pinned:
		return v.choice.URL, v.missing(v.choice.URL)
	case v.choice.URL != "" && v.has(v.choice.URL):
		return v.choice.URL, v.reachable(v.choice.URL)
	case len(v.found) == 0 || !v.found[0].usable():
		return v.door.urlOf("localhost"), warnAlone
	case v.choice.URL != "":
		return v.found[0].url, warnChanged
	}
	return v.found[0].url, ""
}

func (v *venue) has(url string) bool {
	return slices.ContainsFunc(v.found, func(a address) bool { return a.url == url })
}

// missing is the warning about an address that somebody chose. A name, as
// against a number, may be anything that the hall's network knows.
func (v *venue) missing(chosen string) string {
	parsed, err := url.Parse(chosen)
	if err != nil {
		return warnGone
	}
	ip, err := netip.ParseAddr(parsed.Hostname())
	if err != nil || ip.IsLoopback() {
		return ""
	}
	at := slices.IndexFunc(v.found, func(a address) bool {
		own, err := url.Parse(a.url)
		return err == nil && own.Hostname() == ip.String()
	})
	switch {
	case at < 0:
		return warnGone
	case !v.found[at].usable():
		return warnVirtual
	}
	return ""
}

func (v *venue) reachable(url string) string {
	for _, a := range v.found {
		if a.url == url && !a.usable() {
			return warnVirtual
		}
	}
	return ""
}

// addresses are the laptop's, best first, with the one that codes carry marked;
// it stands first where it is none of the laptop's.
func (v *venue) addresses() []address {
	v.mu.RLock()
	defer v.mu.RUnlock()
	chosen, warning := v.current()
	all := slices.Clone(v.found)
	for i := range all {
		if !all[i].usable() {
			all[i].warning = warnVirtual
		}
		if all[i].url == chosen {
			all[i].chosen, all[i].warning = true, warning
		}
	}
	if !slices.ContainsFunc(all, func(a address) bool { return a.chosen }) {
		all = slices.Insert(all, 0, address{url: chosen, chosen: true, warning: warning})
	}
	return all
}

// lost is the address that codes were printed with, while another serves.
func (v *venue) lost() string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	if _, warning := v.current(); warning == warnChanged {
		return v.choice.URL
	}
	return ""
}

// choose pins an address, or with an empty one goes back to the best there is.
// The error is a *problem, or the store's.
func (v *venue) choose(ctx context.Context, text string) error {
	if v.fixed != "" {
		return newProblem(http.StatusConflict, "address.fixed", "url", v.fixed)
	}
	next := choice{}
	if text = strings.TrimSpace(text); text != "" {
		if !strings.Contains(text, "://") {
			text = v.door.scheme() + "://" + text
		}
		clean, err := cleanURL(text)
		if err != nil {
			return err
		}
		next = choice{URL: clean, Pinned: true}
	} else {
		next.URL = v.best()
	}
	if err := v.keep(ctx, next); err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.choice = next
	return nil
}

func (v *venue) best() string {
	v.mu.RLock()
	defer v.mu.RUnlock()
	if len(v.found) > 0 && v.found[0].usable() {
		return v.found[0].url
	}
	return ""
}

// cleanURL is an address of the codes in its one form. The error is a *problem.
func cleanURL(text string) (string, error) {
	clean, err := config.CleanAddress(text)
	switch {
	case errors.Is(err, config.ErrAddressLong):
		return "", newProblem(http.StatusUnprocessableEntity, "address.long", "limit", config.MaxAddress)
	case err != nil:
		return "", newProblem(http.StatusUnprocessableEntity, "address.shape")
	}
	return clean, nil
}

// saw notes that a phone reached the kiosk; the newest stand first.
func (v *venue) saw(device string) time.Time {
	at := v.now().UTC().Truncate(time.Millisecond)
	v.mu.Lock()
	defer v.mu.Unlock()
	v.seen = slices.DeleteFunc(v.seen, func(p seenPhone) bool { return p.device == device })
	v.seen = slices.Insert(v.seen, 0, seenPhone{at: at, device: device})
	v.seen = v.seen[:min(len(v.seen), maxSeen)]
	return at
}

// phones are those that reached the kiosk, newest first.
func (v *venue) phones() []seenPhone {
	v.mu.RLock()
	defer v.mu.RUnlock()
	return slices.Clone(v.seen)
}
