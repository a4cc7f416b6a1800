package writing_test

import (
	"encoding/json"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kiosk/scoresheet/writing"
)

func TestTextAsByEncodingJSON(t *testing.T) {
	for _, text := range []string{"", "a b", "a\"b", `a\b`, "<script>", "a&b", "a\x00b", "a\x7fb", "南北", "\u2028", "\xff", "~ ", "\t"} {
		checkText(t, text)
	}
	rapid.Check(t, func(t *rapid.T) { checkText(t, rapid.String().Draw(t, "text")) })
}

func checkText(t interface{ Fatalf(string, ...any) }, text string) {
	want, _ := json.Marshal(text)
	j := writing.Sized(0)
	j.Text(text)
	if got, err := j.Done(); err != nil || string(got) != string(want) {
		t.Fatalf("%q: got %s, want %s (%v)", text, got, want, err)
	}
}

func TestTimeAsByEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := time.UnixMilli(rapid.Int64Range(-1e14, 1e15).Draw(t, "ms")).UTC()
		want, wrong := json.Marshal(at)
		j := writing.Sized(0)
		j.Time(at)
		if got, err := j.Done(); (err != nil) != (wrong != nil) || string(got) != string(want) {
			t.Fatalf("%v: got %s, want %s (%v)", at, got, want, err)
		}
	})
}

func TestObjectsAndArrays(t *testing.T) {
	j := writing.Sized(0)
	j.Open('{')
	j.Key("none")
	j.Null()
	j.Key("list")
	j.Open('[')
	j.Item()
	j.Int(-1)
	j.Item()
	j.Bool(true)
	j.Close(']')
	j.Key("raw")
	j.Raw([]byte(`{}`))
	j.Key("any")
	j.Value([]string{"a"})
	j.Close('}')
	got, err := j.Done()
	if want := `{"none":null,"list":[-1,true],"raw":{},"any":["a"]}`; err != nil || string(got) != want {
		t.Errorf("got %s, want %s (%v)", got, want, err)
	}
}

func TestTheFirstErrorStays(t *testing.T) {
	j := writing.Sized(0)
	j.Value(make(chan int))
	j.Int(1)
	if _, err := j.Done(); err == nil {
		t.Error("a channel was written")
	}
}
