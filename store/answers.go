package store

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/klauspost/compress/s2"

	"kiosk/scoresheet/event"
)

// answer is what is kept under an idempotency key. Answers are numbered in
// order, so that writing one touches only the end of their tree however many
// there are; where a key's answer stands is found in memory (answerBook).
type answer struct {
	key         string
	fingerprint event.Hash
	// event is the event that the command went to; first and count are the
	// entries it made.
	event event.ID
	first uint64
	count uint64
	body  []byte
}

// The versions of a stored answer: as it is, and packed.
const (
	answerPlain  = 1
	answerPacked = 2
)

// fingerprint tells requests with one key apart: what was asked, and who asked.
func fingerprint(req *Request) event.Hash {
	b := make([]byte, 0, 128)
	b = append(b, req.Body[:]...)
	b = append(b, req.By.Role...)
	b = append(b, 0)
	b = append(b, req.By.Name...)
	return sha256.Sum256(b)
}

func (a answer) encode(n uint64) []byte {
	version, room := byte(answerPlain), len(a.body)
	if room > packAbove {
		version, room = answerPacked, s2.MaxEncodedLen(room)
	}
	b := make([]byte, checksumSize, 64+len(a.key)+len(a.event)+room)
	b = append(b, version)
	b = append(b, a.fingerprint[:]...)
	b = binary.AppendUvarint(b, a.first)
	b = binary.AppendUvarint(b, a.count)
	b = appendText(b, a.key)
	b = appendText(b, string(a.event))
	if version == answerPacked {
		b = appendPacked(b, a.body)
	} else {
		b = append(b, a.body...)
	}
	binary.BigEndian.PutUint32(b, checksum(number(n), b[checksumSize:]))
	return b
}

func appendText(b []byte, text string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}

var errAnswerShort = errors.New("answer: it ends early")

// decodeAnswer reads a stored answer; body may share memory with sealed.
func decodeAnswer(key, sealed []byte) (answer, error) {
	a, version, err := readAnswer(key, sealed)
	if err == nil && version == answerPacked {
		a.body, err = unpack(a.body)
	}
	if err != nil {
		return answer{}, err
	}
	return a, nil
}

// answerKey is the key of a stored answer, which is whole. It is not unpacked.
func answerKey(key, sealed []byte) (string, error) {
	a, _, err := readAnswer(key, sealed)
	return a.key, err
}

// readAnswer reads a stored answer with its body as it is stored.
func readAnswer(key, sealed []byte) (a answer, version byte, err error) {
	b, err := unseal(key, sealed)
	if err != nil {
		return answer{}, 0, fmt.Errorf("answer: %w", err)
	}
	r := answerReader{rest: b}
	first := r.bytes(1)
	if r.bad {
		return answer{}, 0, errAnswerShort
	}
	if version = first[0]; version > answerPacked {
		return answer{}, 0, ErrNewer.because(fmt.Errorf("an answer has version %d, this program reads up to %d", version, answerPacked))
	}
	copy(a.fingerprint[:], r.bytes(uint64(len(a.fingerprint))))
	a.first, a.count = r.uvarint(), r.uvarint()
	a.key = string(r.bytes(r.uvarint()))
	a.event = event.ID(r.bytes(r.uvarint()))
	if r.bad {
		return answer{}, 0, errAnswerShort
	}
	a.body = r.rest
	return a, version, nil
}

type answerReader struct {
	rest []byte
	bad  bool
}

func (r *answerReader) bytes(n uint64) []byte {
	if r.bad || n > uint64(len(r.rest)) {
		r.bad = true
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *answerReader) uvarint() uint64 {
	n, size := binary.Uvarint(r.rest)
	if r.bad || size <= 0 {
		r.bad = true
		return 0
	}
	r.rest = r.rest[size:]
	return n
}

// digest stands for a key in memory: half a SHA-256, without pointers for the
// collector to follow.
type digest [16]byte

func digestOf(key string) digest {
	sum := sha256.Sum256([]byte(key))
	return digest(sum[:16])
}

// answerBook finds the committed answers of an event, or of the kiosk. Only
// the writer uses it.
type answerBook struct {
	count uint64
	index map[digest]uint64
}

func newAnswerBook() *answerBook { return &answerBook{index: map[digest]uint64{}} }

func (b *answerBook) add(key digest) {
	b.count++
	b.index[key] = b.count
}
