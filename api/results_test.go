package api_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"

	"kiosk/api"
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// exported is an export as a file.
func (k *kiosk) exported(id, file string) []byte {
	k.Helper()
	status, data := k.send(request{method: http.MethodGet, path: "/api/v1/events/" + id + "/export/" + file})
	if status != http.StatusOK {
		k.Fatalf("%s: %d %s", file, status, data)
	}
	return data
}

// exportedTables is an export in JSON.
type exportedTables struct {
	Format  string
	Version int
	What    string
	Event   map[string]any
	Sheets  []struct {
		Phase   string
		Group   string
		Columns []struct {
			Key, Title string
			Number     bool
		}
		Rows []map[string]any
	}
}

func (k *kiosk) tables(id, what, query string) exportedTables {
	k.Helper()
	var tables exportedTables
	if err := json.Unmarshal(k.exported(id, what+".json"+query), &tables); err != nil {
		k.Fatal(err)
	}
	return tables
}

func csvRows(t *testing.T, data []byte) [][]string {
	t.Helper()
	text, marked := strings.CutPrefix(string(data), "\ufeff")
	if !marked {
		t.Error("no byte order mark")
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// The three formats say the same: each sheet of the workbook is a sheet of the
// JSON, numbers are numbers in both, and the CSV has all rows one after the other.
func TestExportsSayTheSameInEveryFormat(t *testing.T) {
	k, id := smallGroups(t)
	for _, what := range api.ExportNames {
		tables := k.tables(id, what, "")
		if tables.Format != "kiosk-tables" || tables.Version != api.ExportFormat || tables.What != what || tables.Event["id"] != id {
			t.Errorf("%s: %s %d %s %v", what, tables.Format, tables.Version, tables.What, tables.Event)
		}
		book, err := excelize.OpenReader(bytes.NewReader(k.exported(id, what+".xlsx")))
		if err != nil {
			t.Fatal(err)
		}
		lines := csvRows(t, k.exported(id, what+".csv"))[1:]
		names := book.GetSheetList()
		if !slices.Equal(names, []string{"小组赛 一组", "小组赛 二组", "决赛阶段 1-4"}) || len(tables.Sheets) != len(names) {
			t.Errorf("%s: sheets %q, %d in JSON", what, names, len(tables.Sheets))
		}
		for s, sheet := range tables.Sheets {
			rows, err := book.GetRows(names[s])
			if err != nil || len(rows) != len(sheet.Rows)+1 || len(sheet.Rows) == 0 {
				t.Fatalf("%s %s: %d rows and %d, %v", what, names[s], len(rows), len(sheet.Rows), err)
			}
			for r, row := range sheet.Rows {
				for c, column := range sheet.Columns {
					cell, err := excelize.CoordinatesToCellName(c+1, r+2)
					if err != nil {
						t.Fatal(err)
					}
					text, kind := "", excelize.CellTypeUnset
					if c < len(rows[r+1]) {
						text = rows[r+1][c]
						if kind, err = book.GetCellType(names[s], cell); err != nil {
							t.Fatal(err)
						}
					}
					want := ""
					switch v := row[column.Key].(type) {
					case float64:
						want = strconv.FormatFloat(v, 'f', -1, 64)
						if kind != excelize.CellTypeUnset && kind != excelize.CellTypeNumber {
							t.Errorf("%s %s %s: a number as %v", what, names[s], cell, kind)
						}
					case string:
						want = v
						if want != "" && kind == excelize.CellTypeNumber {
							t.Errorf("%s %s %s: a text as a number", what, names[s], cell)
						}
					}
					if text != want {
						t.Errorf("%s %s %s: %q, in JSON %q", what, names[s], cell, text, want)
					}
					if column.Title != rows[0][c] {
						t.Errorf("%s %s: heading %q, in JSON %q", what, names[s], rows[0][c], column.Title)
					}
				}
				if key := row["a"]; key != nil && !slices.Contains(lines[0], key.(string)) {
					t.Errorf("%s: the CSV has %q, want %v", what, lines[0], key)
				}
				lines = lines[1:]
			}
		}
		if len(lines) > 0 {
			t.Errorf("%s: the CSV has %d rows more", what, len(lines))
		}
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	}
}

// rowsOf are all rows of an export.
func rowsOf(tables exportedTables) []map[string]any {
	var rows []map[string]any
	for _, sheet := range tables.Sheets {
		rows = append(rows, sheet.Rows...)
	}
	return rows
}

func rowWhere(t *testing.T, rows []map[string]any, of map[string]any) map[string]any {
	t.Helper()
	for _, row := range rows {
		if !slices.ContainsFunc(slices.Collect(keysOf(of)), func(key string) bool { return fmt.Sprint(row[key]) != fmt.Sprint(of[key]) }) {
			return row
		}
	}
	t.Fatalf("no row has %v", of)
	return nil
}

func keysOf(of map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for key := range of {
			if !yield(key) {
				return
			}
		}
	}
}

func TestExportsOfAnUntidyEvent(t *testing.T) {
	k, id := smallSwiss(t)
	results := rowsOf(k.tables(id, "results", ""))
	if len(results) != 9 {
		t.Errorf("%d results in 3 rounds of 3 matches", len(results))
	}
	first := rowWhere(t, results, map[string]any{"round": 1, "a": "5队", "b": "1队"})
	for key, want := range map[string]any{
		"a_result": "2", "b_result": "A+", "a_games": 0.0, "b_games": 1.0, "games": "2:A+", "winner": "1队", "by": "过A", "a_points": 0.0, "b_points": 2.0,
		"state": "已签字", "remark": "重赛", "table": 2.0, "begun": "2026-12-05 09:00:00",
	} {
		if first[key] != want {
			t.Errorf("%s is %v, want %v", key, first[key], want)
		}
	}
	schedule := rowsOf(k.tables(id, "schedule", ""))
	if len(schedule) != 10 {
		t.Errorf("%d rows in the schedule of 9 matches and a bye", len(schedule))
	}
	bye := rowWhere(t, schedule, map[string]any{"round": 2, "a": "5队"})
	if bye["why"] != "轮空" || bye["b"] != "" || bye["match"] != nil || bye["table"] != nil {
		t.Errorf("a bye: %v", bye)
	}
	if pair := rowWhere(t, schedule, map[string]any{"round": 2, "a": "1队", "b": "7队"}); pair["why"] != "2分对0分：同分的队数配不成对" {
		t.Errorf("why they met: %v", pair["why"])
	}
	standings := rowsOf(k.tables(id, "standings", "?lang=en"))
	for name, remark := range map[string]string{"6队": "withdrawn from round 3", "7队": "in from round 2", "5队": "bye in round 2, replayed in round 1"} {
		if row := rowWhere(t, standings, map[string]any{"name": name}); row["remark"] != remark {
			t.Errorf("%s: %v, want %s", name, row["remark"], remark)
		}
	}
	if row := rowWhere(t, standings, map[string]any{"name": "3队"}); row["rank"] != 2.0 || row["running_totals"] != 6.0 || row["level_difference"] != 13.0 || row["points"] != 4.0 {
		t.Errorf("the second: %v", row)
	}
}

// The schedule of a round robin goes on to its end.
func TestScheduleToCome(t *testing.T) {
	k := newKiosk(t)
	id := k.college(3)
	k.drawRound(id, 1)
	rows := rowsOf(k.tables(id, "schedule", ""))
	// Three rounds of two groups of three, each with a match and a bye.
	if len(rows) != 12 {
		t.Fatalf("%d rows", len(rows))
	}
	met := map[string]bool{}
	for _, row := range rows {
		coming := row["state"] == "待开始"
		if coming != (row["round"].(float64) > 1) {
			t.Errorf("%v", row)
		}
		if coming && row["match"] != nil {
			t.Errorf("a match that is not drawn has a number: %v", row)
		}
		if row["b"] != "" {
			met[fmt.Sprint(row["a_number"], row["b_number"])] = true
		}
	}
	if len(met) != 6 {
		t.Errorf("%d pairs", len(met))
	}
}

// formulas are texts that spreadsheets would calculate, or take apart.
var formulas = []string{`=HYPERLINK("http://x","y")`, "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "＝1"}

func TestNoCellIsAFormula(t *testing.T) {
	k := newKiosk(t)
	var rows []map[string]any
	for i, text := range formulas[:4] {
		rows = append(rows, map[string]any{"number": fmt.Sprint(i + 1), "unit": text, "team": text, "players": []string{text[:2] + "甲", text[:1] + "乙"}, "note": text})
	}
	id := k.post(http.StatusCreated, "/api/v1/events", map[string]any{"name": "=1+1", "rulebook": "guandan-jiangsu-social"})["id"].(string)
	k.want(http.StatusOK, request{method: http.MethodPut, path: "/api/v1/events/" + id + "/entrants", body: rows})
	s := stronger{t, bookOf(t, "guandan-jiangsu-social")}
	k.drawRound(id, 1)
	path, side := k.matchOf(id, 1, "e2")
	k.post(http.StatusCreated, path+"/forfeit", map[string]any{"side": side, "reason": "=cmd|' /C calc'!A0"})
	k.play(s, id, 1)
	for _, what := range api.ExportNames {
		for _, row := range csvRows(t, k.exported(id, what+".csv"))[1:] {
			for _, cell := range row {
				checkInert(t, what, cell)
			}
		}
		book, err := excelize.OpenReader(bytes.NewReader(k.exported(id, what+".xlsx")))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range book.GetSheetList() {
			rows, err := book.GetRows(name)
			if err != nil {
				t.Fatal(err)
			}
			for r, row := range rows {
				for c, cell := range row {
					at, _ := excelize.CoordinatesToCellName(c+1, r+1)
					if formula, err := book.GetCellFormula(name, at); err != nil || formula != "" {
						t.Errorf("%s %s: formula %q, %v", what, at, formula, err)
					}
					if kind, _ := book.GetCellType(name, at); kind != excelize.CellTypeNumber && kind != excelize.CellTypeUnset {
						checkInert(t, what, cell)
					}
				}
			}
		}
		if err := book.Close(); err != nil {
			t.Error(err)
		}
	}
}

// checkInert wants a cell that no spreadsheet calculates; a number may be below
// zero.
func checkInert(t *testing.T, where, cell string) {
	t.Helper()
	if _, err := strconv.ParseFloat(cell, 64); err == nil || cell == "" {
		return
	}
	if strings.ContainsRune("=+-@\t\r\n＝＋－＠", []rune(cell)[0]) {
		t.Errorf("%s: %q would be calculated", where, cell)
	}
}

// What can get into no entry list, but might one day, is harmless all the same.
func TestTablesAreInertWhateverTheyHold(t *testing.T) {
	k, state := playedCollege(t)
	tables, err := api.Tables(state, k.clock.now(), config.NewWords(scoresheet.ZhHans))
	if err != nil {
		t.Fatal(err)
	}
	table := tables[0]
	for i, text := range formulas {
		table.Rows[i%len(table.Rows)][i%2+1] = text
		table.Heading[1] = text
		var file bytes.Buffer
		if err := table.WriteCSV(&file); err != nil {
			t.Fatal(err)
		}
		for _, row := range csvRows(t, file.Bytes()) {
			for _, cell := range row {
				checkInert(t, fmt.Sprintf("%q", text), cell)
			}
		}
	}
}

func TestSheetNames(t *testing.T) {
	k, state := playedCollege(t)
	tables, err := api.Tables(state, k.clock.now(), config.NewWords(scoresheet.ZhHans))
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("很长的阶段名称", 6)
	for i, name := range []string{"[a]:*?/\\b", long, long} {
		tables[i].Name = name
	}
	var file bytes.Buffer
	if err := api.WriteWorkbook(&file, append(tables, tables[0])); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	runes := []rune(long)
	want := []string{"a      b", string(runes[:31]), string(runes[:29]) + " 2", "a      b 2"}
	if got := book.GetSheetList(); !slices.Equal(got, want) {
		t.Errorf("sheets %q, want %q", got, want)
	}
}

func TestExportIsAskedForByItsKind(t *testing.T) {
	k, id := smallGroups(t)
	events := "/api/v1/events/" + id + "/export/"
	old, err := simplifiedchinese.GB18030.NewDecoder().Bytes(k.exported(id, "results.csv?encoding=gb18030"))
	if err != nil || string(old) != strings.TrimPrefix(string(k.exported(id, "results.csv")), "\ufeff") {
		t.Errorf("GB18030 says something else: %v\n%s", err, old)
	}
	if heading := csvRows(t, k.exported(id, "results.csv?lang=en"))[0]; heading[0] != "phase" {
		t.Errorf("heading %q", heading)
	}
	for path, status := range map[string]int{
		"results.csv?encoding=latin1": http.StatusUnprocessableEntity, "menus.csv": http.StatusNotFound, "results.pdf": http.StatusNotFound, "event.xlsx": http.StatusNotFound,
	} {
		if got, data := k.send(request{method: http.MethodGet, path: events + path}); got != status {
			t.Errorf("%s: %d %s, want %d", path, got, data, status)
		}
	}
	organiser := k.token
	k.want(http.StatusUnauthorized, request{method: http.MethodGet, path: events + "results.csv", token: "-"})
	k.want(http.StatusUnauthorized, request{method: http.MethodGet, path: events + "event.json", token: "-"})
	k.want(http.StatusUnauthorized, request{method: http.MethodGet, path: "/api/v1/events/" + id + "/documents", token: "-"})
	pin := k.post(http.StatusCreated, "/api/v1/staff/pins", map[string]any{"role": "referee"})["pin"].(string)
	k.token = k.post(http.StatusOK, "/api/v1/session", map[string]any{"pin": pin, "name": "李裁判"})["token"].(string)
	k.exported(id, "results.csv")
	k.want(http.StatusForbidden, request{method: http.MethodGet, path: events + "event.json"})
	if _, offered := k.documentsOf(id)["table-cards"]; offered {
		t.Error("a referee is offered the cards with the codes of the tables")
	}
	k.token = organiser
	if _, offered := k.documentsOf(id)["table-cards"]; !offered {
		t.Error("the organiser is not offered the cards of the tables")
	}
}

// sameElsewhere has another kiosk read the event back, and wants it to say the
// same of standings, places, pictures and draws.
func (k *kiosk) sameElsewhere(id string) {
	k.Helper()
	read, err := store.ReadExport(bytes.NewReader(k.exported(id, "event.json")))
	if err != nil {
		k.Fatal(err)
	}
	other := newKiosk(k.T)
	if err := other.store.Import(context.Background(), read); err != nil {
		k.Fatal(err)
	}
	state, _ := k.store.State(event.ID(id))
	paths := []string{"/standings", "/places", "/pictures", "/ladder", "/export/results.json", "/export/standings.json", "/export/schedule.json"}
	for round := range state.Rounds {
		paths = append(paths, fmt.Sprintf("/rounds/%d/draw", round+1))
	}
	for _, path := range paths {
		path = "/api/v1/events/" + id + path
		status, here := k.send(request{method: http.MethodGet, path: path})
		again, there := other.send(request{method: http.MethodGet, path: path})
		if status != again || !bytes.Equal(here, there) {
			k.Errorf("%s: another kiosk says %d %.300s, here it is %d %.300s", path, again, there, status, here)
		}
	}
}
