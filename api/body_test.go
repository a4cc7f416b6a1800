package api

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"kiosk/scoresheet"
)

// strictHand reads itself, as the types of the field do.
type strictHand struct{}

func (*strictHand) UnmarshalJSON([]byte) error {
	return scoresheet.Faults{{Code: "finish.duplicate", At: "/finish/1"}}
}

type bodyShape struct {
	Name  string `json:"name"`
	Table int    `json:"table"`
	Inner struct {
		List []int `json:"list"`
	} `json:"inner"`
	Hand strictHand `json:"hand"`
}

func TestBodies(t *testing.T) {
	cases := []struct{ name, body, place, why string }{
		{"empty", "", "", ""},
		{"blank", " \r\n\t", "", ""},
		{"object", `{"name":"张三","table":7,"inner":{"list":[1]}}`, "", ""},
		{"unknown key", `{"nmae":"x"}`, "/nmae", "unknown"},
		{"unknown key inside", `{"inner":{"lsit":[]}}`, "/inner/lsit", "unknown"},
		{"another case", `{"Name":"x"}`, "/Name", "unknown"},
		{"key twice", `{"name":"x","name":"y"}`, "/name", "twice"},
		{"wrong type", `{"table":"seven"}`, "/table", "type"},
		{"wrong type in a list", `{"inner":{"list":[1,"2"]}}`, "/inner/list/1", "type"},
		{"too large a number", `{"table":99999999999999999999}`, "/table", "type"},
		{"null", "null", "", "type"},
		{"a list", "[]", "", "type"},
		{"cut", `{"name":"x"`, "", "cut"},
		{"broken", `{"name":x}`, "/name", "syntax"},
		{"two values", "{} {}", "", "syntax"},
		{"no UTF-8", "{\"name\":\"\xff\"}", "/name", "syntax"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var into bodyShape
			err := decodeJSON([]byte(c.body), &into)
			var p *problem
			switch {
			case c.why == "" && err != nil:
				t.Fatalf("refused: %v", err)
			case c.why == "":
				return
			case !errors.As(err, &p):
				t.Fatalf("%v is no problem", err)
			}
			if p.status != http.StatusUnprocessableEntity || p.code != "body" || p.args["Place"] != c.place || p.args["Why"] != c.why {
				t.Errorf("%d %s %v, want %s at %q", p.status, p.code, p.args, c.why, c.place)
			}
		})
	}
}

func TestFaultsOfATypeArePassedOn(t *testing.T) {
	var into bodyShape
	err := decodeJSON([]byte(`{"hand":{}}`), &into)
	var faults scoresheet.Faults
	if !errors.As(err, &faults) || faults[0].Code != "finish.duplicate" {
		t.Errorf("%v", err)
	}
}

func TestLongKeysAreCut(t *testing.T) {
	var into bodyShape
	p := asProblem(decodeJSON([]byte(`{"`+strings.Repeat("键", 5000)+`":1}`), &into))
	if n := len([]rune(p.args["Place"].(string))); n != maxPlace+1 {
		t.Errorf("%d characters told back", n)
	}
}

func FuzzDecodeJSON(f *testing.F) {
	f.Add([]byte(`{"name":"x","table":1,"inner":{"list":[1,2]}}`))
	f.Add([]byte("\xef\xbb\xbf{}"))
	f.Fuzz(func(t *testing.T, body []byte) {
		var into bodyShape
		if err := decodeJSON(body, &into); err != nil && asProblem(err).status != http.StatusUnprocessableEntity {
			t.Errorf("%q: %v", body, err)
		}
	})
}
