package api

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"kiosk/scoresheet/event"
	"kiosk/store"
)

// How long things last. An event of several days, and the one on the next
// Saturday, need no new PIN; a phone that was lost in spring opens nothing in
// summer.
const (
	sessionIdle = 7 * 24 * time.Hour
	sessionLife = 30 * 24 * time.Hour
	linkLife    = 10 * time.Minute
	// seenEvery is how exactly a session's last use is kept on disk.
	seenEvery = time.Hour
)

// Bounds on what is kept.
const (
	maxSessions = 200
	maxDevices  = 500
	maxLinks    = 50
)

const (
	tokenBytes = 32
	linkBytes  = 16
	// tokenLength and linkLength are their lengths as text.
	tokenLength = 43
	linkLength  = 26
)

// codeLetters write links and devices: capitals make small QR codes.
var codeLetters = base32.StdEncoding.WithPadding(base32.NoPadding)

// sum names a secret without telling it.
type sum [sha256.Size]byte

func (s sum) String() string { return hex.EncodeToString(s[:]) }

// id is enough of the sum to tell sessions apart.
func (s sum) id() string { return hex.EncodeToString(s[:8]) }

func sumOf(secret string) sum { return sha256.Sum256([]byte(secret)) }

// session is somebody signed in. It is kept under the hash of its token; the
// token itself is nowhere but with its owner.
type session struct {
	Role   event.Role `json:"role"`
	Name   string     `json:"name"`
	Device string     `json:"device,omitempty"`
	Since  time.Time  `json:"since"`
	Seen   time.Time  `json:"seen"`
	// Known is the hash of the device, by which it is a known one.
	Known string `json:"known,omitempty"`

	key sum
}

func (s session) over(now time.Time) bool {
	return now.Sub(s.Seen) > sessionIdle || now.Sub(s.Since) > sessionLife
}

// link is a one-time way in, made by the organiser for somebody nearby.
type link struct {
	role    event.Role
	expires time.Time
}

// sessions are who is signed in, the devices that were before, the PINs and
// the one-time links. They may be used from many goroutines at once.
type sessions struct {
	*PINs

	// writing orders changes on disk, so that what was ended is not written
	// again by somebody who just saw it.
	writing sync.Mutex

	mu      sync.RWMutex
	open    map[sum]session
	devices map[sum]time.Time
	links   map[sum]link
	// ended are the names of what this kiosk has ended and may still be in the
	// store, unsaved the sessions that could not be written yet.
	ended   map[string]bool
	unsaved map[sum]bool
	// shared is nil where nobody else writes; at is its count when it was last
	// looked at.
	shared interface{ SecretsAt() uint64 }
	at     uint64
}

// newSessions reads who is signed in from the store.
func newSessions(secrets secretStore, now func() time.Time, random io.Reader) *sessions {
	s := &sessions{
		PINs: NewPINs(secrets, now, random),
		open: map[sum]session{}, devices: map[sum]time.Time{}, links: map[sum]link{},
		ended: map[string]bool{}, unsaved: map[sum]bool{},
	}
	s.shared, _ = secrets.(interface{ SecretsAt() uint64 })
	if s.shared != nil {
		s.at = s.shared.SecretsAt()
	}
	s.read()
	return s
}

// read takes over what the store has, but for what was ended here, and keeps
// what could not be written to it. The lock is held, or nobody else knows s yet.
func (s *sessions) read() {
	open, devices, left := map[sum]session{}, map[sum]time.Time{}, map[string]bool{}
	ended := func(name string) bool {
		if s.ended[name] {
			left[name] = true
		}
		return s.ended[name]
	}
	eachSecret(s.store, sessionPrefix, func(key sum, value []byte) {
		var kept session
		if json.Unmarshal(value, &kept) == nil && !kept.over(s.now()) && !ended(sessionPrefix+key.String()) {
			kept.key = key
			open[key] = kept
		}
	})
	for key := range s.unsaved {
		if kept, ok := s.open[key]; ok && open[key].Role == "" {
			open[key] = kept
		} else {
			delete(s.unsaved, key)
		}
	}
	eachSecret(s.store, devicePrefix, func(key sum, value []byte) {
		var since time.Time
		if json.Unmarshal(value, &since) == nil && !ended(devicePrefix+key.String()) {
			devices[key] = since
		}
	})
	s.open, s.devices, s.ended = open, devices, left
}

// ending notes that something ends here, whatever the store still says. The lock
// is held.
func (s *sessions) ending(name string) {
	if s.shared != nil {
		s.ended[name] = true
	}
}

// remove takes what has ended out of the store.
func (s *sessions) remove(ctx context.Context, name string) error {
	err := s.store.DeleteSecret(ctx, name)
	if err == nil {
		s.mu.Lock()
		delete(s.ended, name)
		s.mu.Unlock()
	}
	return err
}

// refresh takes over what other kiosks have changed, if they have.
func (s *sessions) refresh() {
	if s.shared == nil {
		return
	}
	at := s.shared.SecretsAt()
	s.mu.RLock()
	current := s.at == at
	s.mu.RUnlock()
	if current {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at = at
	s.read()
}

func eachSecret(secrets secretStore, prefix string, do func(key sum, value []byte)) {
	for _, name := range secrets.Secrets(prefix) {
		var key sum
		n, err := hex.Decode(key[:], []byte(strings.TrimPrefix(name, prefix)))
		if err != nil || n != len(key) {
			continue
		}
		if value, ok := secrets.Secret(name); ok {
			do(key, value)
		}
	}
}

// signIn opens a session on a device, "" for none, and gives its token, which
// nobody can ask for again.
// While nothing can be written the session lives in memory: whoever has to
// mend the disk must be able to sign in.
func (s *sessions) signIn(ctx context.Context, role event.Role, name, device string) (string, session, error) {
	token, err := randomText(s.random, tokenBytes, base64.RawURLEncoding.EncodeToString)
	if err != nil {
		return "", session{}, fmt.Errorf("make a session: %w", err)
	}
	now := s.now().UTC()
	opened := session{Role: role, Name: name, Since: now, Seen: now, key: sumOf(token)}
	if device != "" {
		opened.Device, opened.Known = deviceLabel(device), sumOf(device).String()
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	err = s.keep(ctx, opened)
	if err != nil && !errors.Is(err, store.ErrUnwritable) {
		return "", session{}, err
	}
	s.mu.Lock()
	s.open[opened.key] = opened
	if err != nil {
		s.unsaved[opened.key] = true
	}
	gone := s.surplus(now)
	for _, key := range gone {
		delete(s.open, key)
		s.ending(sessionPrefix + key.String())
	}
	s.mu.Unlock()
	for _, key := range gone {
		if err := s.remove(ctx, sessionPrefix+key.String()); err != nil && !errors.Is(err, store.ErrUnwritable) {
			return "", session{}, err
		}
	}
	return token, opened, nil
}

// surplus are the sessions that are over and, beyond the bound, those that
// were not used for longest.
func (s *sessions) surplus(now time.Time) []sum {
	var gone []sum
	var rest []session
	for key, kept := range s.open {
		if kept.over(now) {
			gone = append(gone, key)
		} else {
			rest = append(rest, kept)
		}
	}
	slices.SortFunc(rest, func(a, b session) int { return a.Seen.Compare(b.Seen) })
	for len(rest) > maxSessions {
		gone, rest = append(gone, rest[0].key), rest[1:]
	}
	return gone
}

func (s *sessions) keep(ctx context.Context, kept session) error {
	value, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	return s.store.SetSecret(ctx, sessionPrefix+kept.key.String(), value)
}

// find is the session of a token, if it is not over. Using it keeps it alive.
func (s *sessions) find(ctx context.Context, token string) (session, bool) {
	if len(token) != tokenLength {
		return session{}, false
	}
	now := s.now().UTC()
	s.refresh()
	s.mu.RLock()
	found, ok := s.open[sumOf(token)]
	s.mu.RUnlock()
	if !ok || found.over(now) {
		return session{}, false
	}
	if now.Sub(found.Seen) >= seenEvery {
		s.touch(ctx, found.key, now)
	}
	return found, true
}

// touch notes that a session was used. What cannot be written now is written
// at another use.
func (s *sessions) touch(ctx context.Context, key sum, now time.Time) {
	if !s.writing.TryLock() {
		return
	}
	defer s.writing.Unlock()
	s.mu.Lock()
	used, ok := s.open[key]
	used.Seen = now
	if ok {
		s.open[key] = used
	}
	s.mu.Unlock()
	if ok {
		// A failure costs nothing but an earlier end of an unused session.
		if s.keep(ctx, used) == nil {
			s.mu.Lock()
			delete(s.unsaved, key)
			s.mu.Unlock()
		}
	}
}

// end ends a session at once. An error means that it may be back after a
// restart.
func (s *sessions) end(ctx context.Context, key sum) error {
	s.writing.Lock()
	defer s.writing.Unlock()
	s.mu.Lock()
	delete(s.open, key)
	delete(s.unsaved, key)
	s.ending(sessionPrefix + key.String())
	s.mu.Unlock()
	return s.remove(ctx, sessionPrefix+key.String())
}

// endFor ends the sessions that somebody else wants ended, and forgets their
// devices: a phone that was stolen guesses like a stranger's. Those for which the
// function is false, and their devices, stay.
func (s *sessions) endFor(ctx context.Context, ends func(session) bool) (ended int, err error) {
	var errs []error
	stays := map[string]bool{}
	var gone []session
	for _, open := range s.list() {
		if ends(open) {
			gone = append(gone, open)
		} else {
			stays[open.Known] = true
		}
	}
	for _, open := range gone {
		errs = append(errs, s.end(ctx, open.key))
		if open.Known != "" && !stays[open.Known] {
			errs = append(errs, s.forgetDevice(ctx, open.Known))
		}
	}
	return len(gone), errors.Join(errs...)
}

// forgetDevice makes a device an unknown one.
func (s *sessions) forgetDevice(ctx context.Context, known string) error {
	var key sum
	if n, err := hex.Decode(key[:], []byte(known)); err != nil || n != len(key) {
		return nil
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	s.mu.Lock()
	delete(s.devices, key)
	s.ending(devicePrefix + known)
	s.mu.Unlock()
	return s.remove(ctx, devicePrefix+known)
}

// list are the sessions that are not over, oldest first.
func (s *sessions) list() []session {
	now := s.now()
	s.refresh()
	s.mu.RLock()
	defer s.mu.RUnlock()
	var all []session
	for _, kept := range s.open {
		if !kept.over(now) {
			all = append(all, kept)
		}
	}
	slices.SortFunc(all, func(a, b session) int {
		return cmp.Or(a.Since.Compare(b.Since), cmp.Compare(a.key.id(), b.key.id()))
	})
	return all
}

// knows reports whether somebody signed in on the device before.
func (s *sessions) knows(device string) bool {
	s.refresh()
	s.mu.RLock()
	defer s.mu.RUnlock()
	_, ok := s.devices[sumOf(device)]
	return ok
}

// newDevice is a name for a device: a secret that its browser keeps.
func (s *sessions) newDevice() (string, error) {
	return randomText(s.random, linkBytes, codeLetters.EncodeToString)
}

// introduce makes a device a known one, in place of the one that was
// introduced longest ago when there are too many.
func (s *sessions) introduce(ctx context.Context, device string) error {
	key, now := sumOf(device), s.now().UTC()
	value, err := json.Marshal(now)
	if err != nil {
		return err
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	s.mu.Lock()
	s.devices[key] = now
	delete(s.ended, devicePrefix+key.String())
	var oldest sum
	surplus := len(s.devices) > maxDevices
	if surplus {
		oldest = s.oldestDevice()
		delete(s.devices, oldest)
		s.ending(devicePrefix + oldest.String())
	}
	s.mu.Unlock()
	if err := s.store.SetSecret(ctx, devicePrefix+key.String(), value); err != nil {
		return err
	}
	if !surplus {
		return nil
	}
	return s.remove(ctx, devicePrefix+oldest.String())
}

func (s *sessions) oldestDevice() sum {
	var oldest sum
	var since time.Time
	for key, at := range s.devices {
		if since.IsZero() || at.Before(since) {
			oldest, since = key, at
		}
	}
	return oldest
}

// newLink is a code by which one person can sign in, once and soon. Links end
// with the program.
func (s *sessions) newLink(role event.Role) (string, time.Time, error) {
	code, err := randomText(s.random, linkBytes, codeLetters.EncodeToString)
	if err != nil {
		return "", time.Time{}, fmt.Errorf("make a link: %w", err)
	}
	now := s.now().UTC()
	expires := now.Add(linkLife)
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, kept := range s.links {
		if now.After(kept.expires) {
			delete(s.links, key)
		}
	}
	for len(s.links) >= maxLinks {
		s.dropOldestLink()
	}
	s.links[sumOf(code)] = link{role: role, expires: expires}
	return code, expires, nil
}

// voidLinks takes back the codes of a role, "" for all, that nobody has used.
func (s *sessions) voidLinks(role event.Role) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, kept := range s.links {
		if role == "" || kept.role == role {
			delete(s.links, key)
		}
	}
}

func (s *sessions) dropOldestLink() {
	var oldest sum
	var expires time.Time
	for key, kept := range s.links {
		if expires.IsZero() || kept.expires.Before(expires) {
			oldest, expires = key, kept.expires
		}
	}
	delete(s.links, oldest)
}

// redeem uses up a code and tells the role it was made for.
func (s *sessions) redeem(code string) (event.Role, bool) {
	code = strings.ToUpper(strings.TrimSpace(code))
	if len(code) != linkLength {
		return "", false
	}
	key := sumOf(code)
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, ok := s.links[key]
	delete(s.links, key)
	if !ok || s.now().After(kept.expires) {
		return "", false
	}
	return kept.role, true
}

// EndSessions ends all sessions of a role in a store that no server has open:
// whoever forgot a PIN, or fears that somebody knows it, starts anew.
func EndSessions(ctx context.Context, secrets secretStore, role event.Role) error {
	var errs []error
	eachSecret(secrets, sessionPrefix, func(key sum, value []byte) {
		var kept session
		if json.Unmarshal(value, &kept) != nil || kept.Role == role {
			errs = append(errs, secrets.DeleteSecret(ctx, sessionPrefix+key.String()))
		}
	})
	return errors.Join(errs...)
}

func randomText(random io.Reader, n int, encode func([]byte) string) (string, error) {
	raw := make([]byte, n)
	if _, err := io.ReadFull(random, raw); err != nil {
		return "", err
	}
	return encode(raw), nil
}

// maxStaffName is the length of a name, in characters.
const maxStaffName = 20

// cleanName is a name as it stands in every entry: trimmed, with single spaces.
// Control and formatting characters are refused: they would hide or turn
// around what stands beside the name.
func cleanName(name string) (string, error) {
	name = strings.TrimSpace(name)
	if !utf8.ValidString(name) || strings.ContainsFunc(name, hidden) {
		return "", newProblem(http.StatusUnprocessableEntity, "name.characters")
	}
	name = strings.Join(strings.Fields(name), " ")
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		return "", newProblem(http.StatusUnprocessableEntity, "name.empty")
	case n > maxStaffName:
		return "", newProblem(http.StatusUnprocessableEntity, "name.long", "limit", maxStaffName)
	}
	return name, nil
}

func hidden(r rune) bool { return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) }
