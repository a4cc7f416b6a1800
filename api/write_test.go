package api

import (
	"encoding/json"
	"reflect"
	"testing"
	"time"

	"pgregory.net/rapid"

	"kiosk/scoresheet"
	"kiosk/scoresheet/writing"
)

// TestAnswersAreWhatEncodingJSONMakes compares what the answers to reports write
// of themselves with what encoding/json makes of them.
func TestAnswersAreWhatEncodingJSONMakes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var kept reported
		fill(t, reflect.ValueOf(&kept).Elem())
		compareWritten(t, &kept, &kept)
		var sent reportAnswer
		fill(t, reflect.ValueOf(&sent).Elem())
		compareWritten(t, sent, sent)
	})
}

func compareWritten(t *rapid.T, own written, value any) {
	want, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	j := writing.Sized(0)
	own.write(j)
	if got, err := j.Done(); err != nil || string(got) != string(want) {
		t.Fatalf("%v\n got %s\nwant %s", err, got, want)
	}
}

// fill gives every field a value, and each optional part to be there or not.
func fill(t *rapid.T, v reflect.Value) {
	switch v.Interface().(type) {
	case time.Time:
		v.Set(reflect.ValueOf(time.UnixMilli(rapid.Int64Range(0, 4e12).Draw(t, "at")).UTC()))
		return
	case scoresheet.Side:
		v.SetUint(rapid.Uint64Range(0, 2).Draw(t, "side"))
		return
	case scoresheet.Level:
		v.SetUint(rapid.Uint64Range(0, 14).Draw(t, "level"))
		return
	case map[string]*reportView:
		v.Set(reflect.MakeMap(v.Type()))
		for _, side := range scoresheet.Sides {
			if rapid.Bool().Draw(t, "reported") {
				report := reflect.New(v.Type().Elem()).Elem()
				fill(t, report)
				v.SetMapIndex(reflect.ValueOf(side.String()), report)
			}
		}
		return
	}
	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.SampledFrom([]string{"", "a", "<é>", "reported"}).Draw(t, "text"))
	case reflect.Int, reflect.Int64:
		v.SetInt(rapid.Int64Range(-3, 30).Draw(t, "number"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "flag"))
	case reflect.Pointer:
		if rapid.Bool().Draw(t, "there") {
			v.Set(reflect.New(v.Type().Elem()))
			fill(t, v.Elem())
		}
	case reflect.Slice:
		if n := rapid.IntRange(-1, 2).Draw(t, "length"); n >= 0 {
			v.Set(reflect.MakeSlice(v.Type(), n, n))
			for i := range n {
				fill(t, v.Index(i))
			}
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	default:
		t.Fatalf("no values for %v", v.Type())
	}
}
