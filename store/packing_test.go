package store

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const reportAnswer = `{"state":"confirmed","outcome":{"winner":"A","upgrade":{"A":1,"B":0},"played_at":"8","levels":{"A":"9","B":"7"},"on_stage":"A"},"next":{"game":1,"number":13,"level":"9","tribute":null,"leads":null},` +
	`"due":{"from":[3],"to":[2],"refusal_leads":2,"leads":3,"return_max":"10"},"game":{"number":1,"state":"playing","levels":{"A":"9","B":"7"},"on_stage":"A","ended_by_bell":false,"hands":[{"game":1,"number":12,"state":"confirmed","by":"A","late":false,` +
	`"reports":{"A":{"hand":{"finish":[1,2,4,3]},"at":"2026-12-01T09:14:33.125Z","late":false,"device":"77C3","outcome":{"winner":"A","upgrade":{"A":1,"B":0},"played_at":"8","levels":{"A":"9","B":"7"},"on_stage":"A"}}},` +
	`"hand":{"finish":[1,2,4,3]},"outcome":{"winner":"A","upgrade":{"A":1,"B":0},"played_at":"8","levels":{"A":"9","B":"7"},"on_stage":"A"}}]},"match":{"state":"playing","games":{"A":0,"B":0}}}`

// TestAnswersArePacked: what an answer to a report takes in the file, and that
// every answer comes back as it was.
func TestAnswersArePacked(t *testing.T) {
	kept := answer{key: "0f8b6f0e-0000-4000-8000-000000000000", event: "spring", first: 7, count: 1, body: []byte(reportAnswer)}
	if n := len(kept.encode(3)); n > 300 {
		t.Errorf("an answer of %d bytes takes %d", len(reportAnswer), n)
	}
	rapid.Check(t, func(t *rapid.T) {
		kept := kept
		kept.body = rapid.OneOf(
			rapid.SliceOfN(rapid.Byte(), 0, 2000),
			rapid.Map(rapid.IntRange(0, 40), func(n int) []byte { return []byte(strings.Repeat(reportAnswer, n)) }),
		).Draw(t, "body")
		read, err := decodeAnswer(number(3), kept.encode(3))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(read.body, kept.body) || read.key != kept.key || read.event != kept.event || read.first != 7 || read.count != 1 {
			t.Fatalf("%d bytes came back as %d", len(kept.body), len(read.body))
		}
	})
}

// TestDamagedPackingIsRefused: bytes that nobody packed are an error, however long
// an answer they promise.
func TestDamagedPackingIsRefused(t *testing.T) {
	packed := appendPacked(make([]byte, 0, 4<<10), []byte(reportAnswer))
	rapid.Check(t, func(t *rapid.T) {
		bad := bytes.Clone(packed)
		bad[rapid.IntRange(0, len(bad)-1).Draw(t, "at")] ^= byte(rapid.IntRange(1, 255).Draw(t, "bits"))
		if body, err := unpack(bad[:rapid.IntRange(0, len(bad)).Draw(t, "length")]); err == nil && len(body) > MaxAnswer {
			t.Fatalf("%d bytes came of it", len(body))
		}
	})
	huge := []byte{0xff, 0xff, 0xff, 0xff, 0x0f, 0}
	if _, err := unpack(huge); !errors.Is(err, errPacked) {
		t.Errorf("an answer of 4 GiB is %v", err)
	}
}

func BenchmarkPack(b *testing.B) {
	room := make([]byte, 0, 4<<10)
	for b.Loop() {
		room = appendPacked(room[:0], []byte(reportAnswer))
	}
}
