package store

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"kiosk/scoresheet/event"
)

// EtcdLayout is the version of the keys that this program writes under the
// prefix of a cluster:
//
//	layout                         → version
//	heads/EVENT                    → where the event stands: entries, hash, answers
//	events/EVENT/entries/NUMBER    → entry
//	events/EVENT/answers/DIGEST    → number, answer
//	events/EVENT/arriving          → who is bringing the event, until all of it is there
//	answers/DIGEST                 → number, answer, of the commands that made events
//	tally                          → how many of those there are
//	secrets/NAME                   → value
//	snapshots/EVENT/mark           → where the state was frozen, and of which parts
//	snapshots/EVENT/PART           → a part of it
//	kiosks/ID                      → what a kiosk says of itself, as long as it is there
//	probe                          → anything, written to find out whether it can be
//
// Numbers of entries have twelve digits, so that entries are keys in order, and
// are never overwritten or removed: no compaction of etcd takes any away. A
// digest stands for the key that an answer is kept under. All values but
// entries carry a checksum; entries protect each other by their hashes, and
// heads tell how many entries and answers there must be.
const EtcdLayout = 1

// etcdKeys makes the names of keys. It is the prefix.
type etcdKeys string

func (k etcdKeys) all() string    { return string(k) + "/" }
func (k etcdKeys) layout() string { return string(k) + "/layout" }
func (k etcdKeys) tally() string  { return string(k) + "/tally" }
func (k etcdKeys) probe() string  { return string(k) + "/probe" }

func (k etcdKeys) heads() string              { return string(k) + "/heads/" }
func (k etcdKeys) head(id event.ID) string    { return k.heads() + string(id) }
func (k etcdKeys) event(id event.ID) string   { return string(k) + "/events/" + string(id) + "/" }
func (k etcdKeys) entries(id event.ID) string { return k.event(id) + "entries/" }
func (k etcdKeys) entry(id event.ID, n uint64) string {
	return k.entries(id) + fmt.Sprintf("%0*d", entryDigits, n)
}
func (k etcdKeys) arriving(id event.ID) string { return k.event(id) + "arriving" }

// answers are those of an event, or, without one, of the kiosk.
func (k etcdKeys) answers(id event.ID) string {
	if id == "" {
		return string(k) + "/answers/"
	}
	return k.event(id) + "answers/"
}

func (k etcdKeys) answer(id event.ID, d digest) string {
	return k.answers(id) + hex.EncodeToString(d[:])
}

func (k etcdKeys) secrets() string           { return string(k) + "/secrets/" }
func (k etcdKeys) kiosks() string            { return string(k) + "/kiosks/" }
func (k etcdKeys) kiosk(id string) string    { return k.kiosks() + id }
func (k etcdKeys) secret(name string) string { return k.secrets() + name }

const entryDigits = 12

// etcdKind is what a key is for.
type etcdKind int

const (
	etcdOther etcdKind = iota
	etcdHead
	etcdEntry
	etcdAnswer
	etcdSecret
	etcdTally
	etcdKiosk
)

// etcdKey is a key that was read.
type etcdKey struct {
	kind   etcdKind
	event  event.ID
	n      uint64
	digest digest
	name   string
}

// read takes a key apart. What is no key of this layout is etcdOther.
func (k etcdKeys) read(key string) etcdKey {
	rest, ok := strings.CutPrefix(key, k.all())
	if !ok {
		return etcdKey{}
	}
	part, rest, _ := strings.Cut(rest, "/")
	switch part {
	case "tally":
		return etcdKey{kind: etcdTally}
	case "heads":
		return etcdKey{kind: etcdHead, event: event.ID(rest)}
	case "kiosks":
		return etcdKey{kind: etcdKiosk, name: rest}
	case "secrets":
		return etcdKey{kind: etcdSecret, name: rest}
	case "answers":
		return readDigest("", rest)
	case "events":
		id, rest, _ := strings.Cut(rest, "/")
		part, rest, _ := strings.Cut(rest, "/")
		switch part {
		case "entries":
			n, err := strconv.ParseUint(rest, 10, 64)
			if err == nil && len(rest) == entryDigits {
				return etcdKey{kind: etcdEntry, event: event.ID(id), n: n}
			}
		case "answers":
			return readDigest(event.ID(id), rest)
		}
	}
	return etcdKey{}
}

func readDigest(id event.ID, text string) etcdKey {
	key := etcdKey{kind: etcdAnswer, event: id}
	if n, err := hex.Decode(key.digest[:], []byte(text)); err != nil || n != len(key.digest) {
		return etcdKey{}
	}
	return key
}

// numbered puts an answer's number before it, which its checksum covers.
func numbered(n uint64, sealed []byte) []byte { return append(number(n), sealed...) }

// readNumbered reads what numbered made.
func readNumbered(value []byte) (uint64, answer, error) {
	if len(value) < 8 {
		return 0, answer{}, errAnswerShort
	}
	n, _ := readNumber(value[:8])
	a, err := decodeAnswer(value[:8], value[8:])
	return n, a, err
}

// encodeMade is how many answers the kiosk has.
func encodeMade(n uint64) []byte { return seal(keyTally, number(n)) }

func decodeMade(sealed []byte) (uint64, error) {
	value, err := unseal(keyTally, sealed)
	if err != nil {
		return 0, fmt.Errorf("tally: %w", err)
	}
	return readNumber(value)
}

// decodeEtcdLayout checks the version of the layout.
func decodeEtcdLayout(sealed []byte) error {
	value, err := unseal(keyLayout, sealed)
	if err != nil {
		return ErrForeign.because(fmt.Errorf("layout version: %w", err))
	}
	version, err := readNumber(value)
	switch {
	case err != nil:
		return ErrForeign.because(err)
	case version > EtcdLayout:
		return ErrNewer.because(fmt.Errorf("its layout is %d, this program reads up to %d", version, EtcdLayout))
	case version == 0:
		return ErrForeign.because(errors.New("its layout is 0"))
	}
	return nil
}
