package event

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
)

// TestEntriesAreWhatEncodingJSONMakes holds the form that is hashed: entries of
// reports, which are written without encoding/json, are what that would make.
func TestEntriesAreWhatEncodingJSONMakes(t *testing.T) {
	places := rapid.Custom(func(t *rapid.T) Place {
		return Place{rapid.IntRange(0, 9).Draw(t, "game"), rapid.IntRange(0, 99).Draw(t, "number")}
	})
	sides := rapid.SampledFrom([]scoresheet.Side{scoresheet.NoSide, scoresheet.SideA, scoresheet.SideB})
	hands := rapid.Make[scoresheet.Hand]()
	rapid.Check(t, func(t *rapid.T) {
		hand := hands.Draw(t, "hand")
		reported := handReported{
			inMatch: inMatch{3}, Place: places.Draw(t, "place"), Side: sides.Draw(t, "side"), Hand: hand,
			Late: rapid.Bool().Draw(t, "late"), State: HandState(rapid.String().Draw(t, "state")),
		}
		confirmed := handsConfirmed{inMatch: inMatch{3}, Side: sides.Draw(t, "side"), Hands: rapid.SliceOf(places).Draw(t, "hands")}
		if rapid.Bool().Draw(t, "own report") {
			confirmed.Report = &hand
		}
		for _, change := range []Change{reported, confirmed, handsConfirmed{}} {
			want, err := json.Marshal(change)
			if err != nil {
				t.Skip(err)
			}
			got, err := data(change)
			if err != nil || string(got) != string(want) {
				t.Fatalf("%v\n got %s\nwant %s", err, got, want)
			}
			e := Entry{
				V: Format, N: rapid.Int().Draw(t, "n"), At: time.UnixMilli(rapid.Int64Range(0, 4e12).Draw(t, "at")).UTC(),
				By:   Author{Role(rapid.String().Draw(t, "role")), rapid.String().Draw(t, "name"), rapid.String().Draw(t, "device")},
				Kind: Kind(rapid.String().Draw(t, "kind")), Match: rapid.IntRange(0, 3).Draw(t, "match"), Data: got,
			}
			if want, err = json.Marshal(e); err != nil {
				t.Fatal(err)
			}
			if got, err = e.Encode(); err != nil || string(got) != string(want) {
				t.Fatalf("%v\n got %s\nwant %s", err, got, want)
			}
		}
	})
}
