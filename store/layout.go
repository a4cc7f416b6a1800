package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet/event"
)

// Layout is the version of the file's layout that this program writes:
//
//	meta      "layout" → version, "tally" → how many answers and secrets,
//	          "probe" → number of probes
//	events    number → event ID, in the order of making
//	journal   event ID → { head, entries: n → entry, answers: n → answer }
//	answers   n → answer, of the commands that made events
//	secrets   name → value
//	snapshots event ID → parts of a frozen state; may be missing, and be removed
//
// Numbers are eight bytes, big-endian, counted from 1. Entries are as
// event.Entry encodes them and protect each other by their hashes; every other
// value carries a checksum of its key and itself, and what could be missing
// without a trace is counted.
const Layout = 1

var (
	bucketMeta    = []byte("meta")
	bucketEvents  = []byte("events")
	bucketJournal = []byte("journal")
	bucketAnswers = []byte("answers")
	bucketSecrets = []byte("secrets")
	bucketEntries = []byte("entries")
	keyLayout     = []byte("layout")
	keyTally      = []byte("tally")
	keyProbe      = []byte("probe")
	keyHead       = []byte("head")
)

// Journals and answers only grow at their end, so their pages can be full.
const appendFill = 1.0

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

var errChecksum = errors.New("the checksum does not fit")

const checksumSize = 4

// seal puts a checksum in front of a value.
func seal(key, value []byte) []byte {
	sealed := make([]byte, checksumSize, checksumSize+len(value))
	binary.BigEndian.PutUint32(sealed, checksum(key, value))
	return append(sealed, value...)
}

func checksum(key, value []byte) uint32 {
	return crc32.Update(crc32.Checksum(key, castagnoli), castagnoli, value)
}

// unseal is the value behind its checksum; it shares memory with sealed.
func unseal(key, sealed []byte) ([]byte, error) {
	if len(sealed) < checksumSize || checksum(key, sealed[checksumSize:]) != binary.BigEndian.Uint32(sealed) {
		return nil, errChecksum
	}
	return sealed[checksumSize:], nil
}

func number(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func readNumber(b []byte) (uint64, error) {
	if len(b) != 8 {
		return 0, fmt.Errorf("a number has 8 bytes, not %d", len(b))
	}
	return binary.BigEndian.Uint64(b), nil
}

// head is where an event stands. It shows a journal that was cut at its end,
// which the chain alone does not.
type head struct {
	entries uint64
	hash    event.Hash
	answers uint64
}

func (h head) encode() []byte {
	b := number(h.entries)
	b = append(b, h.hash[:]...)
	b = binary.BigEndian.AppendUint64(b, h.answers)
	return seal(keyHead, b)
}

func decodeHead(sealed []byte) (head, error) {
	b, err := unseal(keyHead, sealed)
	if err != nil {
		return head{}, fmt.Errorf("head: %w", err)
	}
	if len(b) != 8+len(event.Hash{})+8 {
		return head{}, fmt.Errorf("head: %d bytes", len(b))
	}
	h := head{entries: binary.BigEndian.Uint64(b)}
	copy(h.hash[:], b[8:])
	h.answers = binary.BigEndian.Uint64(b[8+len(h.hash):])
	return h, nil
}

// tally is how many answers the kiosk has, and how many secrets.
type tally struct{ answers, secrets uint64 }

func (t tally) encode() []byte {
	return seal(keyTally, binary.BigEndian.AppendUint64(number(t.answers), t.secrets))
}

func readTally(tx *bbolt.Tx) (tally, error) {
	b, err := unseal(keyTally, tx.Bucket(bucketMeta).Get(keyTally))
	if err != nil || len(b) != 16 {
		return tally{}, ErrDamaged.because(fmt.Errorf("tally: %w", errChecksum))
	}
	return tally{answers: binary.BigEndian.Uint64(b), secrets: binary.BigEndian.Uint64(b[8:])}, nil
}

// prepare makes the buckets of a new file and checks the layout of an old one.
func prepare(db *bbolt.DB) error {
	fresh := false
	err := db.View(func(tx *bbolt.Tx) error {
		if name, _ := tx.Cursor().First(); name == nil {
			fresh = true
			return nil
		}
		return checkLayout(tx)
	})
	if err != nil || !fresh {
		return err
	}
	return db.Update(func(tx *bbolt.Tx) error {
		for _, name := range [][]byte{bucketMeta, bucketEvents, bucketJournal, bucketAnswers, bucketSecrets} {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		meta := tx.Bucket(bucketMeta)
		if err := meta.Put(keyTally, tally{}.encode()); err != nil {
			return err
		}
		return meta.Put(keyLayout, seal(keyLayout, number(Layout)))
	})
}

func checkLayout(tx *bbolt.Tx) error {
	meta := tx.Bucket(bucketMeta)
	if meta == nil {
		return ErrForeign.because(errors.New("it has no layout version"))
	}
	value, err := unseal(keyLayout, meta.Get(keyLayout))
	if err != nil {
		return ErrDamaged.because(fmt.Errorf("layout version: %w", err))
	}
	version, err := readNumber(value)
	if err != nil {
		return ErrDamaged.because(fmt.Errorf("layout version: %w", err))
	}
	if version > Layout {
		return ErrNewer.because(fmt.Errorf("its layout is %d, this program reads up to %d", version, Layout))
	}
	for _, name := range [][]byte{bucketEvents, bucketJournal, bucketAnswers, bucketSecrets} {
		if tx.Bucket(name) == nil {
			return ErrDamaged.because(fmt.Errorf("it has no %s", name))
		}
	}
	return nil
}
