package api

import (
	"bytes"
	"context"
	"crypto/rand"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"kiosk/scoresheet/event"
	"kiosk/store"
)

// memory keeps secrets as a store does, without a disk.
type memory struct {
	mu     sync.Mutex
	values map[string][]byte
	fail   error
}

func newMemory() *memory { return &memory{values: map[string][]byte{}} }

func (m *memory) Secret(name string) ([]byte, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, ok := m.values[name]
	return bytes.Clone(value), ok
}

func (m *memory) Secrets(prefix string) []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	names := slices.DeleteFunc(slices.Collect(maps.Keys(m.values)), func(name string) bool { return !strings.HasPrefix(name, prefix) })
	slices.Sort(names)
	return names
}

func (m *memory) SetSecret(_ context.Context, name string, value []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail == nil {
		m.values[name] = bytes.Clone(value)
	}
	return m.fail
}

func (m *memory) DeleteSecret(_ context.Context, name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.fail == nil {
		delete(m.values, name)
	}
	return m.fail
}

// contains reports whether a text stands anywhere in what is kept.
func (m *memory) contains(text string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name, value := range m.values {
		if strings.Contains(name, text) || bytes.Contains(value, []byte(text)) {
			return true
		}
	}
	return false
}

// quick is a slowness that tests have time for.
var quick = slowness{passes: 1, kib: 8, threads: 1}

func quickSessions(secrets secretStore, clock *fakeClock) *sessions {
	s := newSessions(secrets, clock.now, rand.Reader)
	s.cost = quick
	return s
}

var ctx = context.Background()

func TestPINs(t *testing.T) {
	secrets, clock := newMemory(), newClock()
	s := quickSessions(secrets, clock)
	organiser, made, err := s.EnsureOrganiser(ctx)
	if err != nil || !made || len(organiser) != 8 {
		t.Fatalf("first start: %q, %v, %v", organiser, made, err)
	}
	if again, made, err := s.EnsureOrganiser(ctx); again != "" || made || err != nil {
		t.Errorf("second start: %q, %v, %v", again, made, err)
	}
	chief, err := s.Reset(ctx, event.Chief)
	if err != nil || len(chief) != 6 {
		t.Fatalf("chief: %q, %v", chief, err)
	}
	referee, err := s.Reset(ctx, event.Referee)
	if err != nil || len(referee) != 6 {
		t.Fatalf("referee: %q, %v", referee, err)
	}
	cases := []struct {
		name, pin string
		want      event.Role
	}{
		{"organiser", organiser, event.Organiser},
		{"chief", chief, event.Chief},
		{"referee", referee, event.Referee},
		{"in groups", " " + organiser[:4] + " " + organiser[4:] + "\n", event.Organiser},
		{"full width", fullWidth(referee), event.Referee},
		{"empty", "", ""},
		{"beginning", organiser[:6] + "x", ""},
		{"long", strings.Repeat("1", 10000), ""},
	}
	for _, c := range cases {
		if role, ok, err := s.role(ctx, c.pin); role != c.want || ok != (c.want != "") || err != nil {
			t.Errorf("%s: %q, %v, %v; want %q", c.name, role, ok, err, c.want)
		}
	}
	for _, pin := range []string{organiser, chief, referee} {
		if secrets.contains(pin) {
			t.Errorf("PIN %s is kept as it is", pin)
		}
	}
}

func fullWidth(digits string) string {
	return strings.Map(func(r rune) rune { return r - '0' + '０' }, digits)
}

func TestANewPINEndsTheOldOne(t *testing.T) {
	secrets, clock := newMemory(), newClock()
	s := quickSessions(secrets, clock)
	old, err := s.Reset(ctx, event.Referee)
	if err != nil {
		t.Fatal(err)
	}
	clock.pass(time.Hour)
	if _, err := s.Reset(ctx, event.Referee); err != nil {
		t.Fatal(err)
	}
	if role, ok, _ := s.role(ctx, old); ok {
		t.Errorf("the old PIN still opens %s", role)
	}
	if at, ok := s.setAt(event.Referee); !ok || !at.Equal(clock.at) {
		t.Errorf("set at %v, %v", at, ok)
	}
	if _, ok := s.setAt(event.Chief); ok {
		t.Error("a PIN that nobody made has a date")
	}
	if _, err := s.Reset(ctx, event.SideRole); err == nil {
		t.Error("a side got a PIN")
	}
}

func TestThePINSlownessIsReal(t *testing.T) {
	p := NewPINs(newMemory(), newClock().now, rand.Reader)
	hash, err := p.hash("123456")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(hash, "$argon2id$v=19$m=19456,t=3,p=1$") {
		t.Errorf("kept as %s", hash)
	}
	if !matches(hash, "123456") || matches(hash, "123457") {
		t.Error("the hash takes the wrong PIN")
	}
	for _, broken := range []string{"", "123456", "$argon2id$v=19$m=8,t=0,p=1$AAAA$AAAA", "$argon2id$v=19$m=8,t=1,p=1$AAAA$", "$argon2i$v=19$m=8,t=1,p=1$AAAA$AAAA"} {
		if matches(broken, "123456") || matches(broken, "") {
			t.Errorf("%q takes a PIN", broken)
		}
	}
}

func TestPINsTakeTurns(t *testing.T) {
	s := quickSessions(newMemory(), newClock())
	if err := s.take(ctx); err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithCancel(ctx)
	cancel()
	if _, _, err := s.role(short, "123456"); err == nil {
		t.Error("a try did not wait for its turn")
	}
	s.give()
}

func TestDigitsAreEven(t *testing.T) {
	seen := map[byte]int{}
	for range 2000 {
		digits, err := randomDigits(rand.Reader, 6)
		if err != nil || len(digits) != 6 {
			t.Fatalf("%q, %v", digits, err)
		}
		for i := range digits {
			seen[digits[i]]++
		}
	}
	for digit, n := range seen {
		if n < 1000 || n > 1400 {
			t.Errorf("%c came %d times of 12000", digit, n)
		}
	}
	// The last, incomplete span is drawn again.
	stream := bytes.NewReader(append(bytes.Repeat([]byte{0xff}, 8), 0, 0, 0, 0, 0, 0, 0, 7))
	if digits, err := randomDigits(stream, 6); digits != "000007" || err != nil {
		t.Errorf("%q, %v", digits, err)
	}
	if _, err := randomDigits(stream, 6); err == nil {
		t.Error("digits without a source")
	}
}

func TestSessionsLast(t *testing.T) {
	cases := []struct {
		name string
		uses []time.Duration // between uses
		want bool
	}{
		{"at once", []time.Duration{0}, true},
		{"six days later", []time.Duration{6 * 24 * time.Hour}, true},
		{"eight days later", []time.Duration{8 * 24 * time.Hour}, false},
		{"used every six days", repeatDuration(6*24*time.Hour, 5), true},
		{"used for more than thirty days", repeatDuration(6*24*time.Hour, 6), false},
		{"clock set back", []time.Duration{-time.Hour}, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			secrets, clock := newMemory(), newClock()
			s := quickSessions(secrets, clock)
			token, _, err := s.signIn(ctx, event.Referee, "李", "A1B2")
			if err != nil {
				t.Fatal(err)
			}
			var ok bool
			for _, d := range c.uses {
				clock.pass(d)
				_, ok = s.find(ctx, token)
			}
			if ok != c.want {
				t.Errorf("signed in: %v", ok)
			}
			// The same after a restart.
			if _, ok := quickSessions(secrets, clock).find(ctx, token); ok != c.want {
				t.Errorf("signed in after a restart: %v", ok)
			}
		})
	}
}

func repeatDuration(d time.Duration, n int) []time.Duration {
	return slices.Repeat([]time.Duration{d}, n)
}

func TestTokensAreKeptHashed(t *testing.T) {
	secrets := newMemory()
	s := quickSessions(secrets, newClock())
	token, opened, err := s.signIn(ctx, event.Chief, "王芳", "A1B2")
	if err != nil {
		t.Fatal(err)
	}
	if len(token) != tokenLength || secrets.contains(token) {
		t.Errorf("token %q is kept as it is", token)
	}
	if !secrets.contains(opened.key.String()) {
		t.Error("the session is not kept")
	}
	for _, wrong := range []string{"", token[1:], token + "A", strings.ToLower(token), opened.key.String(), opened.key.id()} {
		if _, ok := s.find(ctx, wrong); ok && wrong != token {
			t.Errorf("%q opens the session", wrong)
		}
	}
}

func TestSessionsEnd(t *testing.T) {
	secrets, clock := newMemory(), newClock()
	s := quickSessions(secrets, clock)
	first, opened, _ := s.signIn(ctx, event.Referee, "一", "")
	clock.pass(time.Minute)
	second, _, _ := s.signIn(ctx, event.Chief, "二", "")
	if list := s.list(); len(list) != 2 || list[0].Name != "一" || list[1].Name != "二" {
		t.Fatalf("list %v", list)
	}
	if err := s.end(ctx, opened.key); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*sessions{s, quickSessions(secrets, clock)} {
		if _, ok := s.find(ctx, first); ok {
			t.Error("the ended session goes on")
		}
		if _, ok := s.find(ctx, second); !ok {
			t.Error("the other session ended")
		}
	}
}

func TestTouchingDoesNotBringBack(t *testing.T) {
	secrets, clock := newMemory(), newClock()
	s := quickSessions(secrets, clock)
	_, opened, _ := s.signIn(ctx, event.Referee, "一", "")
	if err := s.end(ctx, opened.key); err != nil {
		t.Fatal(err)
	}
	s.touch(ctx, opened.key, clock.at)
	if names := secrets.Secrets(sessionPrefix); len(names) != 0 || len(s.list()) != 0 {
		t.Errorf("kept: %v", names)
	}
}

func TestSessionsAreBounded(t *testing.T) {
	secrets, clock := newMemory(), newClock()
	s := quickSessions(secrets, clock)
	first, _, _ := s.signIn(ctx, event.Referee, "0", "")
	var last string
	for n := range maxSessions {
		clock.pass(time.Second)
		last, _, _ = s.signIn(ctx, event.Referee, fmt.Sprint(n+1), "")
	}
	if _, ok := s.find(ctx, first); ok {
		t.Error("the session unused for longest goes on")
	}
	if _, ok := s.find(ctx, last); !ok || len(s.list()) != maxSessions || len(secrets.Secrets(sessionPrefix)) != maxSessions {
		t.Errorf("%d sessions, %d kept", len(s.list()), len(secrets.Secrets(sessionPrefix)))
	}
	clock.pass(sessionLife)
	if _, _, err := s.signIn(ctx, event.Referee, "x", ""); err != nil || len(secrets.Secrets(sessionPrefix)) != 1 {
		t.Errorf("what is over stays: %d, %v", len(secrets.Secrets(sessionPrefix)), err)
	}
}

func TestSigningInWithoutADisk(t *testing.T) {
	secrets := newMemory()
	s := quickSessions(secrets, newClock())
	secrets.fail = store.ErrUnwritable
	token, _, err := s.signIn(ctx, event.Organiser, "张", "")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := s.find(ctx, token); !ok {
		t.Error("not signed in")
	}
	secrets.fail = store.ErrClosed
	if _, _, err := s.signIn(ctx, event.Organiser, "张", ""); err == nil {
		t.Error("signed in to a closed store")
	}
}

func TestLinks(t *testing.T) {
	secrets, clock := newMemory(), newClock()
	s := quickSessions(secrets, clock)
	code, expires, err := s.newLink(event.Chief)
	if err != nil || len(code) != linkLength || expires.Sub(clock.at) != linkLife {
		t.Fatalf("%q, %v, %v", code, expires, err)
	}
	if _, ok := s.redeem(code[1:]); ok {
		t.Error("a part of the code is taken")
	}
	if role, ok := s.redeem(" " + strings.ToLower(code)); !ok || role != event.Chief {
		t.Errorf("%s, %v", role, ok)
	}
	if _, ok := s.redeem(code); ok {
		t.Error("a code is taken twice")
	}
	code, _, _ = s.newLink(event.Referee)
	clock.pass(linkLife + time.Second)
	if _, ok := s.redeem(code); ok {
		t.Error("an old code is taken")
	}
	oldest, _, _ := s.newLink(event.Referee)
	for range maxLinks {
		clock.pass(time.Millisecond)
		code, _, _ = s.newLink(event.Referee)
	}
	if _, ok := s.redeem(oldest); ok || len(s.links) > maxLinks {
		t.Errorf("%d links are open", len(s.links))
	}
	if _, ok := s.redeem(code); !ok {
		t.Error("the newest link is lost")
	}
}

func TestDevicesAreIntroduced(t *testing.T) {
	secrets, clock := newMemory(), newClock()
	s := quickSessions(secrets, clock)
	var all []string
	for range maxDevices + 1 {
		device, err := s.newDevice()
		if err != nil || !isDevice(device) || s.knows(device) {
			t.Fatalf("%q, %v", device, err)
		}
		if err := s.introduce(ctx, device); err != nil {
			t.Fatal(err)
		}
		all = append(all, device)
		clock.pass(time.Second)
	}
	for _, s := range []*sessions{s, quickSessions(secrets, clock)} {
		if s.knows(all[0]) || !s.knows(all[1]) || !s.knows(all[maxDevices]) {
			t.Error("the wrong device was forgotten")
		}
	}
	if secrets.contains(all[1]) {
		t.Error("a device's name is kept as it is")
	}
}

func TestEndSessionsOfARole(t *testing.T) {
	secrets, clock := newMemory(), newClock()
	s := quickSessions(secrets, clock)
	organiser, _, _ := s.signIn(ctx, event.Organiser, "一", "")
	referee, _, _ := s.signIn(ctx, event.Referee, "二", "")
	if err := EndSessions(ctx, secrets, event.Organiser); err != nil {
		t.Fatal(err)
	}
	s = quickSessions(secrets, clock)
	if _, ok := s.find(ctx, organiser); ok {
		t.Error("the organiser is still signed in")
	}
	if _, ok := s.find(ctx, referee); !ok {
		t.Error("the referee is not signed in")
	}
}

func TestBrokenSecretsOpenNothing(t *testing.T) {
	secrets := newMemory()
	for _, name := range []string{"session/zz", "session/" + strings.Repeat("0", 62), "session/" + strings.Repeat("0", 64), "device/" + strings.Repeat("0", 64), "pin/organiser"} {
		secrets.values[name] = []byte("{")
	}
	s := quickSessions(secrets, newClock())
	if len(s.open)+len(s.devices) != 0 {
		t.Error("something was read")
	}
	if _, made, err := s.EnsureOrganiser(ctx); !made || err != nil {
		t.Errorf("a PIN that cannot be read stays: %v", err)
	}
}

func TestStaffNames(t *testing.T) {
	cases := []struct{ name, want, code string }{
		{"王芳", "王芳", ""},
		{"  Li  Wei　", "Li Wei", ""},
		{"𠮷野", "𠮷野", ""},
		{"王👍", "王👍", ""},
		{strings.Repeat("名", 20), strings.Repeat("名", 20), ""},
		{strings.Repeat("名", 21), "", "name.long"},
		{"", "", "name.empty"},
		{" 　\t", "", "name.empty"},
		{"a\x00b", "", "name.characters"},
		{"a\nb", "", "name.characters"},
		{"a\u202eb", "", "name.characters"},
		{"a\u200bb", "", "name.characters"},
		{"a\xff", "", "name.characters"},
	}
	for _, c := range cases {
		got, err := cleanName(c.name)
		code := ""
		if err != nil {
			code = asProblem(err).code
		}
		if got != c.want || code != c.code {
			t.Errorf("%q gives %q, %q; want %q, %q", c.name, got, code, c.want, c.code)
		}
	}
}

func TestSessionsFromManyGoroutines(t *testing.T) {
	secrets, clock := newMemory(), newClock()
	s := quickSessions(secrets, clock)
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for range 20 {
				token, opened, err := s.signIn(ctx, event.Referee, fmt.Sprint(n), "")
				if err != nil {
					t.Error(err)
					return
				}
				if _, ok := s.find(ctx, token); !ok {
					t.Error("not signed in")
				}
				s.list()
				if err := s.end(ctx, opened.key); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if names := secrets.Secrets(sessionPrefix); len(names) != 0 {
		t.Errorf("%d sessions are left", len(names))
	}
}
