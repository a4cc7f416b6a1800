package scoresheet_test

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/writing"
)

// TestWrittenAsByEncodingJSON compares what values write of themselves with what
// encoding/json makes of them.
func TestWrittenAsByEncodingJSON(t *testing.T) {
	t.Run("hand", func(t *testing.T) {
		checkWriting(t, func(v *scoresheet.Hand, j *writing.JSON) { v.Write(j) })
	})
	t.Run("tribute", func(t *testing.T) {
		checkWriting(t, func(v *scoresheet.TributeDue, j *writing.JSON) { v.Write(j) })
	})
	t.Run("match", func(t *testing.T) {
		checkWriting(t, func(v *scoresheet.MatchVerdict, j *writing.JSON) { v.Write(j) })
	})
}

func checkWriting[T any](t *testing.T, write func(*T, *writing.JSON)) {
	made := rapid.Make[T]()
	rapid.Check(t, func(t *rapid.T) {
		v := made.Draw(t, "value")
		want, err := json.Marshal(v)
		if err != nil {
			t.Skip(err)
		}
		j := writing.Sized(0)
		write(&v, j)
		if got, err := j.Done(); err != nil || string(got) != string(want) {
			t.Fatalf("%v\n got %s\nwant %s", err, got, want)
		}
	})
}
