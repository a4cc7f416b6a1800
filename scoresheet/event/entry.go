package event

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
)

// ID names an event within a kiosk: lower-case letters and digits.
type ID string

// Format is the version of the entries that this program writes. Older ones
// are brought up to date when they are read, newer ones are refused.
const Format = 1

// Role is what a person or program may do; see May.
type Role string

// The roles. Kiosk is the program itself: bells and reminders.
const (
	Organiser Role = "organiser"
	Chief     Role = "chief"
	Referee   Role = "referee"
	SideRole  Role = "side"
	Public    Role = "public"
	Kiosk     Role = "kiosk"
)

// Author is who did something: a role, the name they signed in with (staff) or
// the place they speak for ("7A"), and a short label of their device.
type Author struct {
	Role   Role   `json:"role"`
	Name   string `json:"name,omitempty"`
	Device string `json:"device,omitempty"`
}

// Hash is a SHA-256 sum. It is written in hexadecimal.
type Hash [sha256.Size]byte

// String is the whole hash in hexadecimal.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// Short is the first 16 digits, as bulletins print it.
func (h Hash) Short() string { return hex.EncodeToString(h[:8]) }

// MarshalText writes the hash in hexadecimal.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (h *Hash) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(h) {
		return fmt.Errorf("a hash has %d digits, not %d", 2*len(h), len(text))
	}
	_, err := hex.Decode(h[:], text)
	return err
}

// Entry is one thing that happened to an event. Entries are never edited.
type Entry struct {
	// V is the format version that the entry was written in.
	V int `json:"v"`
	// N counts the entries of an event from 1.
	N int `json:"n"`
	// At is when it was decided, UTC, to the millisecond.
	At time.Time `json:"at"`
	By Author    `json:"by"`
	// Kind says what Data is.
	Kind Kind `json:"kind"`
	// Match is the number of the match that it belongs to, 0 for none.
	Match int             `json:"match,omitempty"`
	Data  json.RawMessage `json:"data"`
	// Prev is the hash of the entry before; zero for the first.
	Prev Hash `json:"prev"`

	change Change
}

// HashOf is the hash of an encoded entry: what the next one carries in Prev.
func HashOf(encoded []byte) Hash { return sha256.Sum256(encoded) }

// PrevOf is the hash of the entry before that an encoded entry carries, read
// without the rest of it; false for one that ends in another way than Encode
// has it.
func PrevOf(encoded []byte) (Hash, bool) {
	var h Hash
	rest, ok := bytes.CutSuffix(encoded, []byte(`"}`))
	digits := hex.EncodedLen(len(h))
	if !ok || len(rest) < digits || !bytes.HasSuffix(rest[:len(rest)-digits], []byte(`,"prev":"`)) {
		return h, false
	}
	_, err := hex.Decode(h[:], rest[len(rest)-digits:])
	return h, err == nil
}

// DecodeEntry reads an encoded entry and what it carries. It refuses an entry
// of a newer format, and one of an unknown kind.
func DecodeEntry(encoded []byte) (Entry, error) {
	var e Entry
	if err := json.Unmarshal(encoded, &e); err != nil {
		return Entry{}, fmt.Errorf("entry: %w", err)
	}
	if e.V > Format {
		return Entry{}, &FormatError{Entry: e.N, Format: e.V}
	}
	change, err := decodeChange(e.Kind, e.Data)
	if err != nil {
		return Entry{}, fmt.Errorf("entry %d: %w", e.N, err)
	}
	e.change = change
	return e, nil
}

// FormatError refuses an entry that a newer program wrote.
type FormatError struct{ Entry, Format int }

// Error says which format was met and which is understood.
func (e *FormatError) Error() string {
	return fmt.Sprintf("entry %d has format %d, this program reads up to %d: use the newer program", e.Entry, e.Format, Format)
}

// ChainError is the first entry that does not fit the ones before it.
type ChainError struct {
	Entry int
	Why   string
}

// Error names the entry.
func (e *ChainError) Error() string { return fmt.Sprintf("entry %d does not fit: %s", e.Entry, e.Why) }

// Chain checks encoded entries in order. Add returns a *ChainError, or a
// *FormatError, for the first one that does not fit; Head is the hash of the
// last one that did.
type Chain struct {
	n    int
	head Hash
}

// Len is the number of entries so far.
func (c *Chain) Len() int { return c.n }

// Head is the hash of the last entry, zero before the first.
func (c *Chain) Head() Hash { return c.head }

// Add checks the next entry.
func (c *Chain) Add(encoded []byte) (Entry, error) {
	e, err := DecodeEntry(encoded)
	if err != nil {
		return Entry{}, err
	}
	if e.N != c.n+1 {
		return Entry{}, &ChainError{Entry: c.n + 1, Why: fmt.Sprintf("it says it is number %d", e.N)}
	}
	if e.Prev != c.head {
		return Entry{}, &ChainError{Entry: e.N, Why: "the hash of the entry before is another"}
	}
	c.n, c.head = e.N, HashOf(encoded)
	return e, nil
}
