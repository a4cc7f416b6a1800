package store

import (
	"errors"
	"fmt"

	"github.com/klauspost/compress/s2"
)

// Answers to reports of hands are the larger part of what every report writes, and
// nearly all of each is the same: so they are packed with samples of them. What
// reads a file must know the same samples: they never change, and others would be
// another version of an answer.

// packAbove is the size from which an answer is worth packing.
const packAbove = 128

var packing = s2.MakeDict([]byte(answerSamples), nil)

const answerSamples = `{"state":"disputed","outcome":{"winner":"A","points":{"A":0,"B":-2},"on_stage":"A"},"next":{"game":2,"number":1,"extra":true,"level":"A","tribute":null,"leads":null,"table":1,"sitting":2},` +
	`"due":{"from":[1,3],"to":[4,2],"refusal_leads":3,"equal_leads":2,"equal_gives":4,"return_max":"10"},"game":{"number":2,"state":"over","winner":"A","by":"passed-a","points":{"A":12,"B":8},"ended_by_bell":true,` +
	`"hands":[{"game":2,"number":10,"state":"settled","by":null,"late":true,"reports":{"B":{"hand":{"finish":[6,1,2,3,4,5],"extra":true,"events":[{"kind":"burn","seat":1,"by":2}],"on_stage":"B","tricks":80,"bottom":{"points":10,"last":"defenders","play":"pairs","pairs":2},"throws":[{"side":"A","cards":2}]},` +
	`"at":"2026-11-30T07:12:00.000Z","late":true,"device":"","outcome":{}}},"hand":null,"outcome":null,"table":1,"sitting":2,"squad":1,"seats":{"1":"","2":"","3":"","4":"","5":"","6":""}}]},` +
	`"match":{"state":"over","winner":"B","games":{"A":0,"B":1},"points":{"A":0,"B":2},"second_points":{"A":0,"B":2},"small_points":{"A":0,"B":2},"level_difference":-3},"change":{"side":"A","waits_for":[2],"to":{"table":2,"sitting":2,"seats":[2,4]}}}` +
	`{"state":"reported","outcome":{"winner":"B","upgrade":{"A":0,"B":2},"played_at":"2","levels":{"A":"2","B":"4"},"on_stage":"B"},"next":{"game":1,"number":3,"level":"4","tribute":null,"leads":null},` +
	`"due":{"from":[4],"to":[1],"refusal_leads":1,"leads":4,"return_max":"10"},"game":{"number":1,"state":"playing","levels":{"A":"2","B":"4"},"on_stage":"B","ended_by_bell":false,` +
	`"hands":[{"game":1,"number":2,"state":"confirmed","by":"A","late":false,"reports":{"A":{"hand":{"finish":[2,1,3,4]},"at":"2026-11-30T07:12:00.000Z","late":false,"device":"0A1B","outcome":{"winner":"B","upgrade":{"A":0,"B":2},"played_at":"2","levels":{"A":"2","B":"4"},"on_stage":"B"}},` +
	`"B":{"hand":{"finish":[1,2,3,4]},"at":"2026-11-30T07:12:00.000Z","late":false,"device":"0A1B","outcome":{"winner":"B","upgrade":{"A":0,"B":2},"played_at":"2","levels":{"A":"2","B":"4"},"on_stage":"B"}}},` +
	`"hand":{"finish":[2,1,3,4]},"outcome":{"winner":"B","upgrade":{"A":0,"B":2},"played_at":"2","levels":{"A":"2","B":"4"},"on_stage":"B"}}]},"match":{"state":"playing","games":{"A":0,"B":0}}}`

// appendPacked packs a body into the room behind b.
func appendPacked(b, body []byte) []byte {
	packed := packing.Encode(b[len(b):cap(b)], body)
	return append(b, packed...)
}

var errPacked = errors.New("answer: it is packed wrongly")

// unpack is what was packed. It trusts nothing: the file may be damaged.
func unpack(packed []byte) ([]byte, error) {
	if n, err := s2.DecodedLen(packed); err != nil || n > MaxAnswer {
		return nil, errPacked
	}
	body, err := packing.Decode(nil, packed)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errPacked, err)
	}
	return body, nil
}
