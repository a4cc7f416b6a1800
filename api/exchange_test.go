package api_test

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"kiosk/api"
	"kiosk/api/entrylist"
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// playedCollege is an event with three branches, one of which has names that a
// spreadsheet would take for formulas, after a round of its two groups.
func playedCollege(t *testing.T) (*kiosk, *event.State) {
	t.Helper()
	k := newKiosk(t)
	id := k.post(http.StatusCreated, "/api/v1/events", map[string]any{"name": "教职工掼蛋赛", "rulebook": "guandan-college", "zone": "Asia/Shanghai"})["id"].(string)
	rows := []map[string]any{}
	for i, unit := range []string{"=HYPERLINK(\"http://x\",\"y\")", "信息学院", "+后勤"} {
		for _, group := range []string{"A", "B"} {
			rows = append(rows, map[string]any{
				"number": fmt.Sprintf("%s0%d", group, i+1), "unit": unit, "group": group,
				"player1": fmt.Sprintf("@甲%s%d", group, i), "player2": fmt.Sprintf("乙%s%d", group, i), "note": "-1+1",
			})
		}
	}
	k.want(http.StatusOK, request{method: http.MethodPut, path: "/api/v1/events/" + id + "/entrants", body: rows})
	k.post(http.StatusCreated, "/api/v1/events/"+id+"/rounds", map[string]any{"seed": "1"})
	state, _ := k.store.State(event.ID(id))
	for _, m := range state.RoundMatches(1) {
		hands := []map[string]any{}
		for range 5 {
			hands = append(hands, map[string]any{"finish": []int{1, 3}})
		}
		k.post(http.StatusCreated, fmt.Sprintf("/api/v1/matches/%s-%d/sheet", id, m.Number), map[string]any{"version": m.Version, "games": []any{map[string]any{"hands": hands}}})
	}
	state, _ = k.store.State(event.ID(id))
	return k, state
}

func TestTables(t *testing.T) {
	k, state := playedCollege(t)
	tables, err := api.Tables(state, k.clock.now(), config.NewWords(scoresheet.ZhHans))
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		for i, row := range table.Rows {
			if len(row) != len(table.Heading) {
				t.Errorf("%s: row %d has %d cells under %d headings", table.Kind, i, len(row), len(table.Heading))
			}
		}
	}
	schedule := tables[1]
	column := func(name string) int { return slices.Index(schedule.Heading, name) }
	if column("南北") < 0 || column("东西") < 0 {
		t.Fatalf("headings %q", schedule.Heading)
	}
	byes := 0
	for _, row := range schedule.Rows {
		if row[column("桌号")] == "" {
			byes++
			continue
		}
		if row[column("南北结果")] != "A" || row[column("东西结果")] != "2" || row[column("南北积分")] != "2" || row[column("胜方")] != row[column("南北")] {
			t.Errorf("a result: %q", row)
		}
		if row[column("开始")] != "2026-12-05 09:00:00" {
			t.Errorf("begun at %q", row[column("开始")])
		}
	}
	if len(schedule.Rows) != 4 || byes != 2 {
		t.Errorf("%d rows, %d byes", len(schedule.Rows), byes)
	}
	standings := tables[2]
	if len(standings.Rows) != 6 || standings.Rows[0][2] != "1" || !slices.Contains(standings.Heading, "级差和") {
		t.Errorf("standings: %q %q", standings.Heading, standings.Rows)
	}
}

func TestTablesAreInert(t *testing.T) {
	k, state := playedCollege(t)
	tables, err := api.Tables(state, k.clock.now(), config.NewWords(scoresheet.En))
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := api.WriteWorkbook(&file, tables); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(&file)
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	if got := book.GetSheetList(); !slices.Equal(got, []string{"Entrants", "Schedule and results", "Standings"}) {
		t.Errorf("sheets %q", got)
	}
	negative := false
	check := func(place, cell string, number bool) {
		if number {
			negative = negative || strings.HasPrefix(cell, "-")
			return
		}
		if cell != "" && strings.ContainsRune("=+-@", rune(cell[0])) {
			t.Errorf("%s: %q would be calculated", place, cell)
		}
	}
	for i, sheet := range book.GetSheetList() {
		rows, err := book.GetRows(sheet)
		if err != nil || len(rows) != len(tables[i].Rows)+1 {
			t.Fatalf("%s: %d rows, %v", sheet, len(rows), err)
		}
		for r, row := range rows {
			for c, cell := range row {
				name, err := excelize.CoordinatesToCellName(c+1, r+1)
				if err != nil {
					t.Fatal(err)
				}
				formula, formulaErr := book.GetCellFormula(sheet, name)
				kind, kindErr := book.GetCellType(sheet, name)
				if err := errors.Join(formulaErr, kindErr); err != nil || formula != "" {
					t.Errorf("%s %s: formula %q, %v", sheet, name, formula, err)
				}
				check(sheet+" "+name, cell, kind == excelize.CellTypeUnset || kind == excelize.CellTypeNumber)
			}
		}
	}
	if !negative {
		t.Error("no level difference below zero is there as a number")
	}
}

func TestEntrantsTableIsAnEntryList(t *testing.T) {
	k, state := playedCollege(t)
	for _, lang := range scoresheet.Langs {
		tables, err := api.Tables(state, k.clock.now(), config.NewWords(lang))
		if err != nil {
			t.Fatal(err)
		}
		var file bytes.Buffer
		if err := tables[0].WriteCSV(&file); err != nil {
			t.Fatal(err)
		}
		list, problems := entrylist.Read(file.Bytes(), entrylist.Options{PlayersPerEntry: 2, Groups: []string{"A", "B"}, UnitRequired: true})
		if len(problems) > 0 || len(list.Entries) != len(state.Entrants) {
			t.Fatalf("%s: %d entries, %+v", lang, len(list.Entries), problems)
		}
		for i, e := range list.Entries {
			if want := state.Entrants[i]; e.Unit != want.Unit || e.Number != want.Number || !slices.Equal(e.Players, want.Players) || e.Note != want.Note {
				t.Errorf("%s: %+v, want %+v", lang, e, want)
			}
		}
	}
}

func TestCSVIsForExcel(t *testing.T) {
	k, state := playedCollege(t)
	tables, err := api.Tables(state, k.clock.now(), config.NewWords(scoresheet.ZhHant))
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		var file bytes.Buffer
		if err := table.WriteCSV(&file); err != nil {
			t.Fatal(err)
		}
		text, ok := strings.CutPrefix(file.String(), "\ufeff")
		if !ok || !strings.Contains(text, "\r\n") {
			t.Errorf("%s: no mark, or other line ends", table.Kind)
		}
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil || len(rows) != len(table.Rows)+1 {
			t.Errorf("%s: %d rows, %v", table.Kind, len(rows), err)
		}
	}
}

func TestSentence(t *testing.T) {
	words := config.NewWords(scoresheet.En)
	if text, ok := api.Sentence(&event.Refusal{Code: "draw.over"}, words); !ok || !strings.Contains(text, "All rounds are drawn") {
		t.Error(text, ok)
	}
	if text, ok := api.Sentence(errors.New("broken"), words); ok {
		t.Errorf("a defect has the words %q", text)
	}
}
