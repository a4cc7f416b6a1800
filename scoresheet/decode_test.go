package scoresheet_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"kiosk/scoresheet"
)

func TestDecodeSheet(t *testing.T) {
	sheet, err := scoresheet.DecodeSheet([]byte("\xef\xbb\xbf" + `{
		"rulebook": "guandan-college", "settings": {"minutes": 45}, "phase": "group",
		"games": [{"hands": [
			{"finish": [1, 3]},
			{"finish": [2, 1, 4, 3], "claim": {"levels": {"A": "5", "B": "4"}, "winner": "B"},
			 "tribute": {"gives": [{"from": 2, "to": 1, "card": "SA"}]}}
		], "end": "time"}],
		"penalties": [{"game": 1, "hand": 2, "violation": "count-wrong", "seat": 2}]
	}`))
	if err != nil {
		t.Fatal(err)
	}
	second := sheet.Games[0].Hands[1]
	if !reflect.DeepEqual(second.Finish, []scoresheet.Seat{2, 1, 4, 3}) ||
		*second.Claim.Levels != (scoresheet.PerSide[scoresheet.Level]{A: 5, B: 4}) ||
		second.Claim.Winner != scoresheet.SideB || second.Tribute.Gives[0].Card != "SA" {
		t.Errorf("second hand %+v", second)
	}
	if sheet.Games[0].End != scoresheet.EndedByClock || sheet.Penalties[0].Seat != 2 {
		t.Errorf("sheet %+v", sheet)
	}
}

func TestDecodeSheetRefuses(t *testing.T) {
	hand := func(fields string) string {
		return `{"rulebook":"x","games":[{"hands":[{"finish":[1,3]},{` + fields + `}]}]}`
	}
	for name, test := range map[string]struct{ text, code, at string }{
		"nothing":            {``, scoresheet.SheetSyntax, ""},
		"broken":             {`{"rulebook":"x","games":[}`, scoresheet.SheetSyntax, "/games/0"},
		"cut short":          {`{"rulebook":"x","games":[{"hands":[{"finish":[1,`, scoresheet.SheetSyntax, "/games/0/hands/0/finish"},
		"no object":          {`[1]`, scoresheet.SheetType, ""},
		"trailing":           {`{"rulebook":"x","games":[]} {}`, scoresheet.SheetTrailing, ""},
		"unknown key":        {hand(`"fnish":[1,3]`), scoresheet.SheetKey, "/games/0/hands/1/fnish"},
		"other case":         {hand(`"Finish":[1,3]`), scoresheet.SheetKey, "/games/0/hands/1/Finish"},
		"top key":            {`{"rulebook":"x","games":[],"game":1}`, scoresheet.SheetKey, "/game"},
		"twice":              {hand(`"finish":[1,3],"finish":[2,4]`), scoresheet.SheetDuplicate, "/games/0/hands/1/finish"},
		"setting twice":      {`{"rulebook":"x","games":[],"settings":{"minutes":1,"minutes":2}}`, scoresheet.SheetDuplicate, "/settings/minutes"},
		"seat as text":       {hand(`"finish":["1",3]`), scoresheet.SheetType, "/games/0/hands/1/finish/0"},
		"half a seat":        {hand(`"finish":[1.5,3]`), scoresheet.SheetType, "/games/0/hands/1/finish/0"},
		"huge seat":          {hand(`"finish":[1e30,3]`), scoresheet.SheetType, "/games/0/hands/1/finish/0"},
		"null":               {hand(`"finish":null`), scoresheet.SheetType, "/games/0/hands/1/finish"},
		"null deep":          {hand(`"finish":[1,null]`), scoresheet.SheetType, "/games/0/hands/1/finish/1"},
		"no level":           {hand(`"claim":{"levels":{"A":"1","B":"2"}}`), scoresheet.SheetType, "/games/0/hands/1/claim/levels/A"},
		"level as number":    {hand(`"claim":{"levels":{"A":5,"B":"2"}}`), scoresheet.SheetType, "/games/0/hands/1/claim/levels/A"},
		"no side":            {hand(`"claim":{"winner":"C"}`), scoresheet.SheetType, "/games/0/hands/1/claim/winner"},
		"card of a number":   {hand(`"tribute":{"gives":[{"from":1,"to":2,"card":3}]}`), scoresheet.SheetType, "/games/0/hands/1/tribute/gives/0/card"},
		"no forfeit":         {`{"rulebook":"x","games":[],"forfeit":"C"}`, scoresheet.SheetType, "/forfeit"},
		"no end":             {`{"rulebook":"x","games":[{"hands":[],"end":"bell"}]}`, scoresheet.SheetType, "/games/0/end"},
		"no rulebook":        {`{"games":[]}`, scoresheet.SheetMissing, "/rulebook"},
		"no games":           {`{"rulebook":"x"}`, scoresheet.SheetMissing, "/games"},
		"no hands":           {`{"rulebook":"x","games":[{}]}`, scoresheet.SheetMissing, "/games/0/hands"},
		"too large":          {`{"rulebook":"` + strings.Repeat("x", scoresheet.MaxSheetBytes) + `"}`, scoresheet.SheetTooLarge, ""},
		"invalid characters": {"{\"rulebook\":\"\xff\",\"games\":[]}", scoresheet.SheetSyntax, "/rulebook"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := scoresheet.DecodeSheet([]byte(test.text))
			var refused *scoresheet.SheetError
			if !errors.As(err, &refused) {
				t.Fatalf("error %v", err)
			}
			if refused.Code != test.code || refused.At != test.at {
				t.Errorf("%s at %q, want %s at %q (%v)", refused.Code, refused.At, test.code, test.at, refused.Err)
			}
		})
	}
}

func TestDecodeSheetOfAWalkoverNeedsNoGames(t *testing.T) {
	if _, err := scoresheet.DecodeSheet([]byte(`{"rulebook":"x","forfeit":"both"}`)); err != nil {
		t.Error(err)
	}
}

// FuzzDecodeSheet: whatever comes in, an error is a *SheetError, and what is
// read and written again reads the same.
func FuzzDecodeSheet(f *testing.F) {
	paths, err := filepath.Glob("judge/testdata/vectors/*/*.json")
	if err != nil {
		f.Fatal(err)
	}
	for i, path := range paths {
		if i%5 > 0 {
			continue
		}
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		var vector struct{ Input json.RawMessage }
		if err := json.Unmarshal(data, &vector); err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(vector.Input))
	}
	f.Add([]byte(`{"rulebook":"x","games":null}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		sheet, err := scoresheet.DecodeSheet(data)
		if err != nil {
			var refused *scoresheet.SheetError
			if !errors.As(err, &refused) {
				t.Fatalf("error %T %v", err, err)
			}
			return
		}
		written, err := json.Marshal(sheet)
		if err != nil {
			t.Fatal(err)
		}
		again, err := scoresheet.DecodeSheet(written)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		rewritten, err := json.Marshal(again)
		if err != nil || string(rewritten) != string(written) {
			t.Fatalf("%s\n%s\n%v", written, rewritten, err)
		}
	})
}

// A claim may name one side's level only: what is written of it reads again.
func TestClaimOfOneLevelReadsAgain(t *testing.T) {
	sheet, err := scoresheet.DecodeSheet([]byte(`{"rulebook":"x","games":[{"hands":[{"finish":[1,3],"claim":{"levels":{"A":"5"}}}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	written, err := json.Marshal(sheet)
	if err != nil {
		t.Fatal(err)
	}
	again, err := scoresheet.DecodeSheet(written)
	if err != nil {
		t.Fatalf("%s: %v", written, err)
	}
	levels := again.Games[0].Hands[0].Claim.Levels
	if levels.A != 5 || levels.B != scoresheet.NoLevel {
		t.Errorf("%+v", *levels)
	}
}
