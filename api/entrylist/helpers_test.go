package entrylist_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"kiosk/api/entrylist"
)

// college are the checks of an event in which each unit enters one pair in
// group A and one in group B.
var college = entrylist.Options{
	PlayersPerEntry:        2,
	Groups:                 []string{"A", "B"},
	OnePairPerUnitAndGroup: true,
	UnitRequired:           true,
}

func encoded(t testing.TB, enc encoding.Encoding, text string) []byte {
	t.Helper()
	data, err := enc.NewEncoder().Bytes([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func gb18030(t testing.TB, text string) []byte {
	t.Helper()
	return encoded(t, simplifiedchinese.GB18030, text)
}

func big5(t testing.TB, text string) []byte {
	t.Helper()
	return encoded(t, traditionalchinese.Big5, text)
}

func utf16With(order binary.AppendByteOrder, text string) []byte {
	data := order.AppendUint16(nil, 0xfeff)
	for _, unit := range utf16.Encode([]rune(text)) {
		data = order.AppendUint16(data, unit)
	}
	return data
}

// workbook makes an XLSX file; change may alter it before it is written.
func workbook(t testing.TB, rows [][]any, change func(*excelize.File)) []byte {
	t.Helper()
	book := excelize.NewFile()
	defer book.Close()
	for i, row := range rows {
		if err := book.SetSheetRow("Sheet1", fmt.Sprintf("A%d", i+1), &row); err != nil {
			t.Fatal(err)
		}
	}
	if change != nil {
		change(book)
	}
	file, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// repacked writes a package anew with some parts replaced.
func repacked(t testing.TB, data []byte, replace map[string][]byte) []byte {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, file := range r.File {
		part, err := w.Create(file.Name)
		if err != nil {
			t.Fatal(err)
		}
		content, ok := replace[file.Name]
		if !ok {
			in, err := file.Open()
			if err != nil {
				t.Fatal(err)
			}
			var buf bytes.Buffer
			if _, err := buf.ReadFrom(in); err != nil {
				t.Fatal(err)
			}
			content = buf.Bytes()
		}
		if _, err := part.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// part gives one part of a package.
func part(t testing.TB, data []byte, name string) string {
	t.Helper()
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	in, err := r.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if _, err := buf.ReadFrom(in); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

// mustRead reads a list that has no problems.
func mustRead(t testing.TB, data []byte, opts entrylist.Options) entrylist.List {
	t.Helper()
	list, problems := entrylist.Read(data, opts)
	if len(problems) > 0 {
		t.Fatalf("problems: %v", brief(problems))
	}
	return list
}

// brief writes problems as "row column code".
func brief(problems []entrylist.Problem) []string {
	short := make([]string, len(problems))
	for i, p := range problems {
		short[i] = strings.TrimSpace(fmt.Sprintf("%d %s %s", p.Row, p.Column, strings.TrimPrefix(p.Code, "entrants.")))
	}
	return short
}

// wantProblems compares problems, and that nothing was read beside them.
func wantProblems(t testing.TB, data []byte, opts entrylist.Options, want ...string) []entrylist.Problem {
	t.Helper()
	list, problems := entrylist.Read(data, opts)
	if got := brief(problems); !slices.Equal(got, want) {
		t.Errorf("problems\n got %q\nwant %q", got, want)
	}
	if len(want) > 0 && len(list.Entries) > 0 {
		t.Errorf("%d entries were read in spite of problems", len(list.Entries))
	}
	return problems
}

// entry writes an entry as one line.
func entry(e entrylist.Entry) string {
	return fmt.Sprintf("%d|%s|%s|%s|%s|%s|%d|%s", e.Row, e.Number, e.Unit, e.Team, e.Group, strings.Join(e.Players, "+"), e.Seed, e.Note)
}

func wantEntries(t testing.TB, list entrylist.List, want ...string) {
	t.Helper()
	got := make([]string, len(list.Entries))
	for i, e := range list.Entries {
		got[i] = entry(e)
	}
	if !slices.Equal(got, want) {
		t.Errorf("entries\n got %q\nwant %q", got, want)
	}
}

// newBook makes an empty workbook that is closed with the test.
func newBook(t testing.TB) *excelize.File {
	t.Helper()
	book := excelize.NewFile()
	t.Cleanup(func() {
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	})
	return book
}
