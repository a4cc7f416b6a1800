package entrylist_test

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"kiosk/api/entrylist"
)

// FuzzRead checks what Read promises for any bytes: it ends, it takes all or
// nothing, and what it takes keeps to the limits and can be read again.
func FuzzRead(f *testing.F) {
	for _, seed := range [][]byte{
		[]byte(collegeCSV), gb18030(f, collegeCSV), utf16With(binary.LittleEndian, collegeCSV),
		[]byte(strings.ReplaceAll(collegeCSV, ",", "\t")), []byte(strings.ReplaceAll(collegeCSV, ",", "　")),
		[]byte(`{"entrants": [{"number": 1, "unit": "机电", "group": "A", "player1": "张三", "player2": "李四", "seed": 1}]}`),
		[]byte(`[{"unit": "机电", "group": "A", "players": ["张三", null]}]`),
		[]byte("单位,组别,选手1,选手2\n\"机\n电\",A,'=张三,\u202e李\u0301四👩\u200d🚒\n"),
		workbook(f, [][]any{{"单位", "组别", "选手1", "选手2"}, {"机电", "A", "张三", "李四"}}, nil),
	} {
		f.Add(seed, true, uint8(2))
	}
	f.Fuzz(func(t *testing.T, data []byte, strict bool, players uint8) {
		opts := entrylist.Options{PlayersPerEntry: int(players)%8 - 1, MaxBytes: 64 << 10}
		if strict {
			opts.Groups, opts.UnitRequired, opts.OnePairPerUnitAndGroup = []string{"A", "B"}, true, true
		}
		list, problems := entrylist.Read(data, opts)
		if len(problems) > 0 {
			if len(list.Entries) > 0 || list.Examples > 0 {
				t.Fatalf("entries beside problems: %v", problems)
			}
			for _, p := range problems {
				p.Words("en")
			}
			return
		}
		for _, e := range list.Entries {
			checkEntry(t, e, opts)
		}
	})
}

func checkEntry(t *testing.T, e entrylist.Entry, opts entrylist.Options) {
	t.Helper()
	if e.Row < 1 || e.Seed < 0 || opts.UnitRequired && e.Unit == "" || len(opts.Groups) > 0 && !slices.Contains(opts.Groups, e.Group) {
		t.Fatalf("entry %+v", e)
	}
	if want := opts.PlayersPerEntry; want > 0 && len(e.Players) != min(want, entrylist.MaxPlayers) {
		t.Fatalf("%d players, want %d", len(e.Players), want)
	}
	for _, text := range append([]string{e.Number, e.Unit, e.Team, e.Group, e.Note}, e.Players...) {
		if !utf8.ValidString(text) || strings.ContainsRune(text, utf8.RuneError) || strings.TrimSpace(text) != text ||
			strings.ContainsFunc(text, unicode.IsControl) {
			t.Fatalf("text %q", text)
		}
	}
	for _, name := range e.Players {
		if name == "" {
			t.Fatalf("entry %+v", e)
		}
	}
}
