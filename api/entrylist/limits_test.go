package entrylist_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"kiosk/api/entrylist"
)

// pairs writes a list of n pairs of n units.
func pairs(n int) string {
	var text strings.Builder
	text.WriteString("编号,单位,组别,选手1,选手2,备注\r\n")
	for i := range n {
		fmt.Fprintf(&text, "%d,第%d分会,%s,张三%d,李四%d,\r\n", i+1, i/2+1, []string{"A", "B"}[i%2], i, i)
	}
	return text.String()
}

// pairsWorkbook is the same list as XLSX.
func pairsWorkbook(t testing.TB, n int) []byte {
	var rows [][]any
	for line := range strings.SplitSeq(strings.TrimSpace(pairs(n)), "\r\n") {
		var row []any
		for cell := range strings.SplitSeq(line, ",") {
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return workbook(t, rows, nil)
}

func TestLimits(t *testing.T) {
	t.Run("as many as allowed", func(t *testing.T) {
		list := mustRead(t, []byte("名单\n"+pairs(entrylist.DefaultMaxRows)), college)
		if got := len(list.Entries); got != entrylist.DefaultMaxRows {
			t.Errorf("%d entries, want %d", got, entrylist.DefaultMaxRows)
		}
	})
	t.Run("one row more", func(t *testing.T) {
		wantProblems(t, []byte(pairs(entrylist.DefaultMaxRows+1)), college, "0  too-many-rows")
		small := college
		small.MaxRows = 3
		mustRead(t, pairsWorkbook(t, 3), small)
		wantProblems(t, pairsWorkbook(t, 4), small, "0  too-many-rows")
		wantProblems(t, []byte(`[{},{},{},{}]`), small, "0  too-many-rows")
	})
	t.Run("bytes", func(t *testing.T) {
		small := college
		small.MaxBytes = 1 << 10
		problems := wantProblems(t, []byte(pairs(100)), small, "0  too-large")
		if got := problems[0].Args["Limit"]; got != "1 KB" {
			t.Errorf("limit %v", got)
		}
		wantProblems(t, make([]byte, entrylist.DefaultMaxBytes+1), college, "0  too-large")
	})
	t.Run("problems", func(t *testing.T) {
		_, problems := entrylist.Read([]byte("选手1,选手2\n"+strings.Repeat("a\"b,c\n", 3*entrylist.MaxProblems)), entrylist.Options{})
		if got := len(problems); got != entrylist.MaxProblems+1 {
			t.Fatalf("%d problems", got)
		}
		if p := problems[0]; p.Code != entrylist.CodeMore || p.Args["Count"] != 2*entrylist.MaxProblems {
			t.Errorf("first problem %v", p)
		}
	})
}

// quick is far above what any of these files needs, and far below what a
// careless reader would take.
const quick = 20 * time.Second

// TestLargeFiles reads the worst two megabytes of each kind in a short time.
func TestLargeFiles(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("reads many megabytes; the Makefile runs it without the race detector")
	}
	repeat := func(head, body string) []byte {
		return []byte(head + strings.Repeat(body, (entrylist.DefaultMaxBytes-len(head))/len(body)))
	}
	entries := map[string]int{"commas": 1} // the others are all refused
	for name, data := range map[string][]byte{
		"rows":          repeat("单位,组别,选手1,选手2\n", "机电学院,A,张三,李四\n"),
		"bad rows":      repeat("单位,组别,选手1,选手2\n", ",\n"),
		"one cell":      repeat("单位,组别,选手1,选手2\n机电,A,张三,", "李　四"),
		"commas":        repeat("单位,组别,选手1,选手2\n机电,A,张三,李四", ","),
		"open quote":    repeat("单位,组别,选手1,选手2\n机电,A,张三,\"", "李四\n"),
		"quotes":        repeat("单位,组别,选手1,选手2\n", "\""),
		"bare quotes":   repeat("单位,组别,选手1,选手2\n", "a\"\n"),
		"empty lines":   repeat("单位,组别,选手1,选手2", "\n"),
		"full spaces":   repeat("单位　组别　选手1　选手2\n", "机电　A　张三　李四\n"),
		"no heading":    repeat("", "机电 张三 李四\n"),
		"GB18030":       repeat("", string(gb18030(t, "机电,A,张三,李四\n"))),
		"no text":       repeat("", "\xff\xfe\xfd"),
		"JSON":          repeat(`[`, `{"unit":"机电"},`),
		"JSON, deep":    repeat(`[`, `[`),
		"JSON, keys":    append(repeat(`[{`, `"x":1,`), `"y":1}]`...)[:entrylist.DefaultMaxBytes],
		"combining":     repeat("单位,组别,选手1,选手2\n机电,A,张三,e", "\u0301"),
		"empty in XLSX": rowsOf(t, `<row/>`),
		"far in XLSX":   rowsOf(t, `<row><c r="XFD1" t="str"><v>x</v></c></row>`),
		"bare in XLSX":  rowsOf(t, `<row><c r="XFD1"/></row>`),
		"sst in XLSX":   sharedStrings(t, `<si/>`),
		"styles":        repacked(t, workbook(t, nil, nil), map[string][]byte{"xl/styles.xml": []byte("<styleSheet><cellXfs>" + strings.Repeat("<xf/>", unpacked/5) + "</cellXfs></styleSheet>")}),
		"long strings":  sharedStrings(t, `<si><t>`+strings.Repeat("张三", 200)+`</t></si>`),
		"almost":        sharedStrings(t, `<si><t>张三李四王五赵六</t></si>`),
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			list, problems := entrylist.Read(data, college)
			if took := time.Since(start); took > quick {
				t.Errorf("took %v", took)
			}
			if got := len(list.Entries); got != entries[name] || got == 0 && len(problems) == 0 {
				t.Errorf("read %d entries, %d problems", got, len(problems))
			}
			t.Logf("%d bytes in %v: %d problems", len(data), time.Since(start), len(problems))
		})
	}
}

// unpacked is just below what a package may hold.
const unpacked = entrylist.DefaultMaxBytes*8 - 100<<10

// rowsOf is a workbook whose sheet repeats a row as often as the limit allows.
func rowsOf(t testing.TB, row string) []byte {
	sheet := `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` +
		strings.Repeat(row, unpacked/len(row)) + `</sheetData><mergeCells><mergeCell ref="A1:A1048576"/></mergeCells></worksheet>`
	return repacked(t, workbook(t, nil, nil), map[string][]byte{"xl/worksheets/sheet1.xml": []byte(sheet)})
}

// sharedStrings is a workbook whose table of strings is as long as it may be.
func sharedStrings(t testing.TB, item string) []byte {
	table := `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + strings.Repeat(item, unpacked/len(item)) + `</sst>`
	data := workbook(t, [][]any{{"甲", "乙"}}, nil)
	return repacked(t, data, map[string][]byte{"xl/sharedStrings.xml": []byte(table)})
}

func TestZipBomb(t *testing.T) {
	data := workbook(t, [][]any{{"选手1", "选手2"}, {"张三", "李四"}}, nil)
	zeros := make([]byte, 64<<20)
	t.Run("in a sheet", func(t *testing.T) {
		bomb := repacked(t, data, map[string][]byte{"xl/worksheets/sheet1.xml": zeros})
		if len(bomb) > entrylist.DefaultMaxBytes {
			t.Fatalf("the bomb has %d bytes", len(bomb))
		}
		problems := wantProblems(t, bomb, entrylist.Options{}, "0  unpacked-too-large")
		if got := problems[0].Args["Limit"]; got != "16 MB" {
			t.Errorf("limit %v", got)
		}
	})
	t.Run("in many parts", func(t *testing.T) {
		var out bytes.Buffer
		w := zip.NewWriter(&out)
		for i := range 40 {
			part, err := w.Create(fmt.Sprintf("xl/media/%d.xml", i))
			if err != nil {
				t.Fatal(err)
			}
			if _, err := part.Write(zeros[:1<<20]); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		wantProblems(t, out.Bytes(), entrylist.Options{}, "0  unpacked-too-large")
	})
	t.Run("that lies about its size", func(t *testing.T) {
		bomb := repacked(t, data, map[string][]byte{"xl/worksheets/sheet1.xml": zeros})
		// The size stands in the central directory as 64 MiB: claim 1 KiB.
		lying := bytes.ReplaceAll(bomb, []byte{0, 0, 0, 4}, []byte{0, 4, 0, 0})
		if bytes.Equal(lying, bomb) {
			t.Fatal("the size was not found")
		}
		wantProblems(t, lying, entrylist.Options{}, "0  broken-xlsx")
	})
}

// TestHugeSheet: what a workbook claims about its last row costs nothing.
func TestHugeSheet(t *testing.T) {
	rows := `<row r="1"><c r="A1" t="str"><v>选手1</v></c><c r="B1" t="str"><v>选手2</v></c></row>` +
		`<row r="1048576"><c r="A1048576" t="str"><v>王五</v></c></row>`
	data := repacked(t, workbook(t, nil, nil), map[string][]byte{"xl/worksheets/sheet1.xml": []byte(
		`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + rows + `</sheetData></worksheet>`)})
	start := time.Now()
	wantProblems(t, data, entrylist.Options{}, "1048576 player2 missing-partner")
	if took := time.Since(start); took > quick {
		t.Errorf("took %v", took)
	}
}

func BenchmarkRead(b *testing.B) {
	for name, data := range map[string][]byte{
		"CSV":     []byte(pairs(1000)),
		"GB18030": gb18030(b, pairs(1000)),
		"pasted":  []byte(strings.ReplaceAll(pairs(1000), ",", "\t")),
		"XLSX":    pairsWorkbook(b, 1000),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if list := mustRead(b, data, college); len(list.Entries) != 1000 {
					b.Fatal(len(list.Entries))
				}
			}
		})
	}
}
