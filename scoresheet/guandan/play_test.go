package guandan

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"kiosk/scoresheet"
)

// playVector is one worked example: either what cards are, or which of two
// plays wins. Readings are written as they are declared.
type playVector struct {
	Source string           `json:"source"`
	Level  scoresheet.Level `json:"level"`
	Rules  struct {
		WildDefault string `json:"wild_default"`
		JokerPair   *bool  `json:"joker_pair"`
	} `json:"rules"`

	Cards    string   `json:"cards"`
	Readings []string `json:"readings"`
	Default  *string  `json:"default"`

	Left    string `json:"left"`
	LeftAs  string `json:"left_as"`
	Right   string `json:"right"`
	RightAs string `json:"right_as"`
	Beats   bool   `json:"beats"`
	Why     Why    `json:"why"`
}

func (v playVector) rules() PlayRules {
	terms := scoresheet.Terms{WildDefault: v.Rules.WildDefault, JokerPair: true}
	if v.Rules.JokerPair != nil {
		terms.JokerPair = *v.Rules.JokerPair
	}
	return PlayRulesOf(terms)
}

func TestPlayVectors(t *testing.T) {
	files, err := filepath.Glob("testdata/plays/*.json")
	if err != nil || len(files) < 60 {
		t.Fatalf("%d vectors, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var v playVector
			decoder := json.NewDecoder(bytes.NewReader(data))
			decoder.DisallowUnknownFields()
			if err := decoder.Decode(&v); err != nil {
				t.Fatal(err)
			}
			if v.Cards != "" {
				checkPlay(t, v)
				return
			}
			checkComparison(t, v)
		})
	}
}

func checkPlay(t *testing.T, v playVector) {
	t.Helper()
	cards := mustCards(t, v.Cards)
	play := ReadPlay(cards, v.Level, v.rules())
	got := make([]string, len(play.Readings))
	for i, r := range play.Readings {
		got[i] = r.Declaration().String()
		if r.Size != len(cards) {
			t.Errorf("%s has size %d of %d cards", got[i], r.Size, len(cards))
		}
	}
	if !slices.Equal(got, v.Readings) {
		t.Errorf("%s: got %v, want %v (%s)", v.Cards, got, v.Readings, v.Source)
	}
	reading, ok := play.DefaultReading()
	if !ok && v.Default == nil {
		return
	}
	if v.Default == nil || !ok || reading.Declaration().String() != *v.Default {
		t.Errorf("%s: default %v, %v (%s)", v.Cards, reading.Declaration(), ok, v.Source)
	}
}

func checkComparison(t *testing.T, v playVector) {
	t.Helper()
	left, right := v.side(t, v.Left, v.LeftAs), v.side(t, v.Right, v.RightAs)
	if beats, why := Beats(left, right, v.Level); beats != v.Beats || why != v.Why {
		t.Errorf("%s / %s: got %v, %s, want %v, %s (%s)", v.Left, v.Right, beats, why, v.Beats, v.Why, v.Source)
	}
}

func (v playVector) side(t *testing.T, cards, as string) Reading {
	t.Helper()
	play := ReadPlay(mustCards(t, cards), v.Level, v.rules())
	reading, ok := play.DefaultReading()
	if as != "" {
		declared, err := ParseDeclaration(as)
		if err != nil {
			t.Fatal(err)
		}
		reading, ok = play.Declared(declared)
	}
	if !ok {
		t.Fatalf("%s is %+v, not %q", cards, play, as)
	}
	return reading
}

func TestParseDeclaration(t *testing.T) {
	for text, want := range map[string]Declaration{
		"bomb:9":           {Bomb, 9},
		"full-house:k":     {FullHouse, 13},
		"pair:small":       {Pair, SmallJoker},
		"single:大王":        {Single, BigJoker},
		"straight-flush:A": {StraightFlush, RankA},
		"four-jokers":      {FourJokers, NoRank},
	} {
		if got, err := ParseDeclaration(text); err != nil || got != want {
			t.Errorf("%s: got %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "bomb", "bomb:", "bomb:1", "bombs:9", ":9", "four-jokers:", "four-jokers:9", "tube:8:9"} {
		if got, err := ParseDeclaration(text); err == nil {
			t.Errorf("%q: got %v, want a refusal", text, got)
		}
	}
}

func TestDeclared(t *testing.T) {
	play := ReadPlay(mustCards(t, "S7 D7 S8 D8 H3 H3"), 3, PlayRules{})
	for _, r := range play.Readings {
		if got, ok := play.Declared(r.Declaration()); !ok || got != r {
			t.Errorf("%v: got %v, %v", r.Declaration(), got, ok)
		}
	}
	if got, ok := play.Declared(Declaration{Plate, 9}); ok {
		t.Errorf("got %v, want none", got)
	}
}

func TestPlayTypeText(t *testing.T) {
	for _, want := range PlayTypes() {
		text, err := want.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		var got PlayType
		if err := got.UnmarshalText(text); err != nil || got != want {
			t.Errorf("%s: got %v, %v", text, got, err)
		}
	}
	var got PlayType
	if err := got.UnmarshalText([]byte("flush")); err == nil {
		t.Errorf("got %v, want a refusal", got)
	}
}

func TestReadingJSONRoundTrip(t *testing.T) {
	for _, want := range everyReading(scoresheet.LevelJ) {
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Reading
		if err := json.Unmarshal(text, &got); err != nil || got != want {
			t.Errorf("%s: got %+v, %v", text, got, err)
		}
	}
	var got Reading
	if err := json.Unmarshal([]byte(`{"type":"pair","size":2,"rank":"11"}`), &got); err == nil {
		t.Errorf("got %+v, want a refusal of the rank", got)
	}
}
