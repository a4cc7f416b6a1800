package api

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// tableKey is the name of the secret that table codes are made with. It lies
// in the data file and in no export.
const tableKey = "table-key"

// place is a side of a table of an event: what a token speaks for.
type place struct {
	Event event.ID
	event.TablePlace
}

// String names a place, for what is counted by it.
func (p place) String() string { return fmt.Sprintf("%s %d%s", p.Event, p.Table, p.Side) }

// codes makes the codes of table cards and finds the place of a code. A code
// follows from the key, the place and the place's generation, so cards are
// printed once, and raising the generation makes the old ones worthless.
type codes struct {
	store store.Store
	index atomic.Pointer[codeIndex]
}

// codeIndex holds the codes that are valid for one stand of the events.
type codeIndex struct {
	stamp  uint64
	tokens map[string]issued
	// short are the places of a code for typing: six letters may fall together.
	short map[string][]place
}

// issued is a place with the generation that its code was made for.
type issued struct {
	place
	generation int
}

// newCodes reads the key, or makes it at the first start.
func newCodes(ctx context.Context, s store.Store, random io.Reader) (*codes, error) {
	if _, ok := s.Secret(tableKey); !ok {
		key := make([]byte, 32)
		if _, err := io.ReadFull(random, key); err != nil {
			return nil, fmt.Errorf("make the key of the table codes: %w", err)
		}
		if _, err := s.KeepSecret(ctx, tableKey, key); err != nil { // Another kiosk may have made one.
			return nil, fmt.Errorf("keep the key of the table codes: %w", err)
		}
	}
	return &codes{store: s}, nil
}

// key is what all codes follow from. It changes when the first event is moved
// here, which brings along the one that its cards were printed with.
func (c *codes) key() []byte {
	key, _ := c.store.Secret(tableKey)
	return key
}

func (c *codes) sum(purpose string, p place, generation int) []byte {
	mac := hmac.New(sha256.New, c.key())
	fmt.Fprintf(mac, "%s\x00%s\x00%d\x00%s\x00%d", purpose, p.Event, p.Table, p.Side, generation)
	return mac.Sum(nil)
}

// token is the long code of a place: 26 characters, 128 bits.
func (c *codes) token(p place, generation int) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(c.sum("token", p, generation)[:16])
}

// letters are those of short codes: without I and O, which look like digits.
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ"

// shortCode is the code of a place that is typed by hand.
func (c *codes) shortCode(p place, generation int) string {
	n := binary.BigEndian.Uint64(c.sum("short", p, generation))
	code := make([]byte, 6)
	for i := range code {
		code[i] = letters[n%uint64(len(letters))]
		n /= uint64(len(letters))
	}
	return string(code)
}

// find is the place of a token, in any case.
func (c *codes) find(token string) (place, bool) {
	token = strings.ToUpper(token)
	if index := c.index.Load(); index != nil {
		if found, ok := index.tokens[token]; ok && c.holds(found) {
			return found.place, true
		}
	}
	found, ok := c.current().tokens[token]
	return found.place, ok
}

// holds reports whether a code that was made once is still that of its place, so
// that the codes of all events need not be looked at for every request.
func (c *codes) holds(found issued) bool {
	state, ok := c.store.State(found.Event)
	return ok && found.Table <= state.HighestTable() && state.Generation(found.TablePlace) == found.generation
}

// typed is the token of a short code, while a match is played at its table. A
// code that stands for two such tables opens neither: nobody is let in at a table
// that is not theirs.
func (c *codes) typed(code string) (string, bool) {
	code = strings.ToUpper(strings.Join(strings.Fields(code), ""))
	token, found := "", 0
	for _, p := range c.current().short[code] {
		if state, ok := c.store.State(p.Event); ok && playing(state.AtTable(p.Table)) {
			token, found = c.token(p, state.Generation(p.TablePlace)), found+1
		}
	}
	if found != 1 {
		return "", false
	}
	return token, true
}

// playing reports whether there is a match, and somebody may still speak in it.
func playing(m *event.Match) bool {
	if m == nil {
		return false
	}
	switch m.State {
	case event.SignedOff, event.Forfeited, event.Void:
		return false
	}
	return true
}

// current is the index for the events as they stand; it is made anew only when
// a table was added or a code revoked.
func (c *codes) current() *codeIndex {
	stamp := c.stamp()
	if index := c.index.Load(); index != nil && index.stamp == stamp {
		return index
	}
	index := &codeIndex{stamp: stamp, tokens: map[string]issued{}, short: map[string][]place{}}
	for _, id := range c.store.Events() {
		state, ok := c.store.State(id)
		if !ok {
			continue
		}
		for table := 1; table <= state.HighestTable(); table++ {
			for _, side := range scoresheet.Sides {
				p := place{id, event.TablePlace{Table: table, Side: side}}
				generation := state.Generation(p.TablePlace)
				index.tokens[c.token(p, generation)] = issued{p, generation}
				code := c.shortCode(p, generation)
				index.short[code] = append(index.short[code], p)
			}
		}
	}
	c.index.Store(index)
	return index
}

// stamp changes whenever the set of valid codes does.
func (c *codes) stamp() uint64 {
	h := uint64(14695981039346656037)
	for _, b := range c.key() {
		h = (h ^ uint64(b)) * 1099511628211
	}
	for _, id := range c.store.Events() {
		state, ok := c.store.State(id)
		if !ok {
			continue
		}
		for _, n := range []int{state.HighestTable(), state.Generations()} {
			h = (h ^ uint64(n+1)) * 1099511628211
		}
	}
	return h
}

// Token is the code of a place of an event, as its table card carries it.
func (s *Server) Token(id event.ID, table int, side scoresheet.Side) string {
	p := place{id, event.TablePlace{Table: table, Side: side}}
	state, ok := s.Store.State(id)
	if !ok {
		return ""
	}
	return s.codes.token(p, state.Generation(p.TablePlace))
}
