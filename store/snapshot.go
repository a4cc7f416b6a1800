package store

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"sync"

	"kiosk/scoresheet/event"
)

// A snapshot is a frozen state, kept beside the journal so that a start need
// not evolve all of it. It is a cache and nothing else: one that was made by
// another program, or is not whole, or stands for an entry that the journal
// does not have at its number, is passed over.
//
// It is written piece by piece, in small transactions between the others, and
// counts once its mark has been written. Pieces that did not change since the
// snapshot before are taken over from it.

// snapshot is the mark: what there is, and for which entry it stands.
type snapshot struct {
	// form says by which program it was made.
	form    string
	entries uint64
	hash    event.Hash
	// pieces are the head and the sheaves.
	pieces []piece
}

// piece is where a part of a frozen state lies.
type piece struct {
	// at is the entry whose snapshot it was written for.
	at uint64
	// parts is how many keys it takes.
	parts uint64
}

var (
	keyMark        = []byte("mark")
	errNoMark      = errors.New("there is none")
	errMarkShort   = errors.New("its mark ends early")
	errOtherForm   = errors.New("another program made it")
	errPieceGone   = errors.New("a piece is missing")
	errOtherChain  = errors.New("the journal has another entry at its number")
	errNewerThanIt = errors.New("the journal does not reach it")
)

// maxPart bounds the values that a piece is cut into.
const maxPart = 512 << 10

// snapshotForm is by which program snapshots are made: they are good for the
// same one only, since another may make another state of the same entries.
var snapshotForm = sync.OnceValue(func() string { return event.FrozenForm() + " " + programName() })

// programName tells builds apart: by their revision, or, where that does not say all, by what they are.
func programName() string {
	var revision string
	clean := false
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, setting := range info.Settings {
			switch setting.Key {
			case "vcs.revision":
				revision = setting.Value
			case "vcs.modified":
				clean = setting.Value == "false"
			}
		}
	}
	if clean && revision != "" {
		return revision
	}
	sum := sha256.New()
	path, err := os.Executable()
	if err != nil {
		return "unknown"
	}
	file, err := os.Open(path)
	if err != nil {
		return "unknown"
	}
	defer file.Close()
	if _, err := io.Copy(sum, file); err != nil {
		return "unknown"
	}
	return hex.EncodeToString(sum.Sum(nil)[:16])
}

func (s snapshot) encode() []byte {
	b := appendText(nil, s.form)
	b = binary.AppendUvarint(b, s.entries)
	b = append(b, s.hash[:]...)
	for _, p := range s.pieces {
		b = binary.AppendUvarint(b, p.at)
		b = binary.AppendUvarint(b, p.parts)
	}
	return seal(keyMark, b)
}

func decodeSnapshot(sealed []byte) (snapshot, error) {
	if sealed == nil {
		return snapshot{}, errNoMark
	}
	b, err := unseal(keyMark, sealed)
	if err != nil {
		return snapshot{}, err
	}
	r := answerReader{rest: b}
	s := snapshot{form: string(r.bytes(r.uvarint())), entries: r.uvarint()}
	copy(s.hash[:], r.bytes(uint64(len(s.hash))))
	for !r.bad && len(r.rest) > 0 {
		s.pieces = append(s.pieces, piece{at: r.uvarint(), parts: r.uvarint()})
	}
	if r.bad || len(s.pieces) == 0 {
		return snapshot{}, errMarkShort
	}
	return s, nil
}

// fits says whether the snapshot may stand for a part of a journal with that
// head.
func (s snapshot) fits(h head) error {
	switch {
	case s.form != snapshotForm():
		return errOtherForm
	case s.entries == 0 || s.entries > h.entries:
		return errNewerThanIt
	}
	return nil
}

const partKeySize = 8 + 4 + 2

// partKey is where a part of a piece lies; piece 0 is the head.
func partKey(at uint64, index, part int) []byte {
	b := number(at)
	b = binary.BigEndian.AppendUint32(b, uint32(index))
	return binary.BigEndian.AppendUint16(b, uint16(part))
}

// keys are the keys of all parts.
func (s snapshot) keys(yield func(index int, key []byte) bool) {
	for i, p := range s.pieces {
		for part := range int(p.parts) {
			if !yield(i, partKey(p.at, i, part)) {
				return
			}
		}
	}
}

// thaw puts the state together from the values that get finds.
func (s snapshot) thaw(get func(key []byte) []byte) (*event.State, error) {
	pieces := make([][]byte, len(s.pieces))
	for i, key := range s.keys {
		value, err := unseal(key, get(key))
		if err != nil {
			return nil, errPieceGone
		}
		pieces[i] = append(pieces[i], value...)
	}
	state, err := event.Thaw(pieces[0], pieces[1:])
	if err != nil {
		return nil, err
	}
	if uint64(state.Version) != s.entries || state.Head != s.hash {
		return nil, fmt.Errorf("it stands at entry %d, not %d", state.Version, s.entries)
	}
	return state, nil
}

// belongs reports whether a key is one of the snapshot's parts.
func (s snapshot) belongs(key []byte) bool {
	if len(key) != partKeySize {
		return false
	}
	at, index, part := binary.BigEndian.Uint64(key), binary.BigEndian.Uint32(key[8:]), binary.BigEndian.Uint16(key[12:])
	return int(index) < len(s.pieces) && s.pieces[index].at == at && uint64(part) < s.pieces[index].parts
}

// after reports whether a part was written for an earlier snapshot.
func (s snapshot) after(key []byte) bool {
	return len(key) == partKeySize && binary.BigEndian.Uint64(key) < s.entries
}

// part is a part of a piece with its key, sealed.
type part struct{ key, value []byte }

// cut cuts a piece into parts.
func cut(at uint64, index int, b []byte) []part {
	var parts []part
	for first := true; first || len(b) > 0; first = false {
		size := min(len(b), maxPart)
		key := partKey(at, index, len(parts))
		parts = append(parts, part{key, seal(key, b[:size])})
		b = b[size:]
	}
	return parts
}
