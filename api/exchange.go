package api

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"

	"kiosk/api/entrylist"
	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// Sentence says in words why something that this package was asked for cannot
// be had; false for an error that has no words, which is a defect.
func Sentence(err error, w *config.Words) (string, bool) {
	p := asProblem(err)
	if p.code == "internal" {
		return "", false
	}
	return w.T("problem."+p.code, p.args), true
}

// Table is a part of an event for spreadsheets: a heading, and rows as wide.
type Table struct {
	// Kind is "entrants", "schedule" or "standings".
	Kind string
	// Name is what the table is called in its language.
	Name string
	// Heading are the names of the columns.
	Heading []string
	Rows    [][]string
	// figures are the columns that hold numbers.
	figures []bool
}

// Tables are the entrants, the schedule with the results so far, and the
// standings with their tie-breaks, in the language of the words. The entrants
// can be read again as an entry list.
func Tables(state *event.State, now time.Time, w *config.Words) ([]Table, error) {
	v := viewer{State: state, now: now, words: w}
	standings, err := v.standingsTable()
	if err != nil {
		return nil, err
	}
	return []Table{v.entrantsTable(), v.scheduleTable(), standings}, nil
}

// tableColumn is a column of a table: the last part of its key in the words,
// whether it holds numbers, and the side that it is about, if it is.
type tableColumn struct {
	key    string
	figure bool
	side   scoresheet.Side
}

func (v viewer) table(kind string, columns []tableColumn) Table {
	t := Table{Kind: kind, Name: v.words.T("exchange."+kind, nil)}
	for _, c := range columns {
		t.Heading = append(t.Heading, v.words.T("exchange."+c.key, map[string]any{"Side": v.sideName(c.side)}))
		t.figures = append(t.figures, c.figure)
	}
	return t
}

func (v viewer) entrantsTable() Table {
	columns := []tableColumn{{key: "number"}, {key: "unit"}, {key: "team"}, {key: "group"}}
	players := v.Rulebook.Entry.Players
	for _, e := range v.Entrants {
		players = max(players, len(e.Players))
	}
	t := v.table("entrants", columns)
	for n := range players {
		t.Heading = append(t.Heading, v.words.T("exchange.player", map[string]any{"Number": n + 1}))
	}
	t.Heading = append(t.Heading, v.words.T("exchange.seed", nil), v.words.T("exchange.note", nil))
	t.figures = make([]bool, len(t.Heading))
	for _, e := range v.Entrants {
		row := append([]string{e.Number, e.Unit, e.Team, e.Group}, e.Players...)
		row = append(row, make([]string, players-len(e.Players))...)
		t.Rows = append(t.Rows, append(row, positive(e.Seed), e.Note))
	}
	return t
}

func positive(n int) string {
	if n <= 0 {
		return ""
	}
	return strconv.Itoa(n)
}

var scheduleColumns = []tableColumn{
	{key: "phase"}, {key: "group"}, {key: "round", figure: true}, {key: "table", figure: true}, {key: "match", figure: true},
	{key: "side-number", side: scoresheet.SideA}, {key: "side", side: scoresheet.SideA},
	{key: "side-number", side: scoresheet.SideB}, {key: "side", side: scoresheet.SideB},
	{key: "side-result", side: scoresheet.SideA}, {key: "side-result", side: scoresheet.SideB}, {key: "winner"}, {key: "by"},
	{key: "side-points", side: scoresheet.SideA, figure: true}, {key: "side-points", side: scoresheet.SideB, figure: true},
	{key: "state"}, {key: "begun"}, {key: "ended"},
}

func (v viewer) scheduleTable() Table {
	t := v.table("schedule", scheduleColumns)
	p := paper{viewer: v}
	for _, round := range v.Rounds {
		for _, m := range v.RoundMatches(round.Number) {
			t.Rows = append(t.Rows, p.scheduleRow(m))
		}
		for _, bye := range round.Byes {
			e, _ := v.Entrant(bye.Entrant)
			row := []string{p.phaseName(round.Phase), bye.Group, strconv.Itoa(round.Number), "", "", e.Number, e.Name()}
			row = append(row, make([]string, len(scheduleColumns)-len(row))...)
			row[slices.IndexFunc(scheduleColumns, func(c tableColumn) bool { return c.key == "by" })] = v.words.T("print.bye", nil)
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

func (p paper) scheduleRow(m *event.Match) []string {
	a, _ := p.Entrant(m.Entrants.A)
	b, _ := p.Entrant(m.Entrants.B)
	row := []string{
		p.phaseName(m.Phase), m.Group, strconv.Itoa(m.Round), tablesText(m.Tables()), strconv.Itoa(m.Number),
		a.Number, a.Name(), b.Number, b.Name(), "", "", "", "", "", "", p.words.T("exchange.state."+string(m.State), nil),
		p.clockTime(m.Started), p.clockTime(m.Ended),
	}
	if m.Done() {
		result := p.sheetResult(m)
		copy(row[9:], []string{result.Final[0], result.Final[1], result.Winner, result.By, result.MatchPoints[0], result.MatchPoints[1]})
	}
	return row
}

// clockTime is a time in the event's zone, or else the laptop's, as spreadsheets
// read it.
func (v viewer) clockTime(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return v.local(at).Format(time.DateTime)
}

// standingsTable has the tie-breaks of all phases as columns.
func (v viewer) standingsTable() (Table, error) {
	t := v.table("standings", []tableColumn{
		{key: "phase"}, {key: "group"}, {key: "rank", figure: true}, {key: "number"}, {key: "name"}, {key: "unit"}, {key: "players"},
		{key: "played", figure: true}, {key: "won", figure: true}, {key: "lost", figure: true}, {key: "points", figure: true},
	})
	var rules []scoresheet.Rule
	for _, draw := range v.Draws {
		for _, rule := range tieBreaks(v.Rulebook, draw.Phase) {
			if !slices.Contains(rules, rule) {
				rules = append(rules, rule)
			}
		}
	}
	for _, rule := range rules {
		t.Heading = append(t.Heading, ruleName(rule).In(v.words.Lang()))
		t.figures = append(t.figures, true)
	}
	t.Heading = append(t.Heading, v.words.T("exchange.reason", nil), v.words.T("exchange.provisional", nil))
	t.figures = append(t.figures, false, false)
	views, err := v.standings("")
	if err != nil {
		return Table{}, err
	}
	for _, view := range slices.Backward(views) {
		for _, group := range view.Groups {
			for _, row := range group.Rows {
				t.Rows = append(t.Rows, v.standingsRow(view, group, row, rules))
			}
		}
	}
	return t, nil
}

func (v viewer) standingsRow(view standingsView, group standingsGroup, row standingsRow, rules []scoresheet.Rule) []string {
	cells := []string{
		view.PhaseName.In(v.words.Lang()), group.Name, strconv.Itoa(row.Rank), v.numberOf(row.Entrant), row.Name, row.Unit,
		strings.Join(row.Players, v.words.T("follow.and", nil)),
		strconv.Itoa(row.Played), strconv.Itoa(row.Won), strconv.Itoa(row.Lost), row.Points,
	}
	for _, rule := range rules {
		value := ""
		for _, figure := range row.Figures {
			if figure.Rule == rule {
				value = figure.Value
			}
		}
		cells = append(cells, value)
	}
	reason, provisional := "", ""
	if row.DecidedBy != nil {
		reason = row.DecidedBy.Text
	}
	if group.Provisional {
		provisional = v.words.T("exchange.provisional", nil)
	}
	return append(cells, reason, provisional)
}

func (v viewer) numberOf(id contest.EntrantID) string {
	e, _ := v.Entrant(id)
	return e.Number
}

// cell is a cell as it may stand in a file: a number in a column of numbers as
// it is, any other text so that no spreadsheet calculates it.
func (t Table) cell(column int, text string) (number float64, isNumber bool, inert string) {
	if t.figures[column] {
		if n, err := strconv.ParseFloat(text, 64); err == nil {
			return n, true, text
		}
	}
	return 0, false, entrylist.Inert(text)
}

// WriteCSV writes the table as CSV in UTF-8 with a byte order mark, which Excel
// needs. No cell of it is a formula.
func (t Table) WriteCSV(w io.Writer) error { return t.WriteCSVIn(w, UTF8) }

// WriteCSVIn writes the table as CSV in an encoding. No cell of it is a formula.
func (t Table) WriteCSVIn(w io.Writer, encoding Encoding) error {
	if encoding == GB18030 {
		encoded := simplifiedchinese.GB18030.NewEncoder().Writer(w)
		if err := t.writeCSV(encoded); err != nil {
			return err
		}
		if closer, ok := encoded.(io.Closer); ok {
			return closer.Close()
		}
		return nil
	}
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return err
	}
	return t.writeCSV(w)
}

func (t Table) writeCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true
	heading := make([]string, len(t.Heading))
	for i, title := range t.Heading {
		heading[i] = entrylist.Inert(title)
	}
	if err := out.Write(heading); err != nil {
		return err
	}
	for _, row := range t.Rows {
		cells := make([]string, len(row))
		for i, text := range row {
			_, _, cells[i] = t.cell(i, text)
		}
		if err := out.Write(cells); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// WriteWorkbook writes the tables as the sheets of an XLSX workbook. No cell of
// it is a formula.
func WriteWorkbook(w io.Writer, tables []Table) (err error) {
	book := excelize.NewFile()
	defer func() { err = errors.Join(err, book.Close()) }()
	text, err1 := book.NewStyle(&excelize.Style{NumFmt: 49})
	bold, err2 := book.NewStyle(&excelize.Style{NumFmt: 49, Font: &excelize.Font{Bold: true},
		Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E8EEF7"}}})
	if err := errors.Join(err1, err2); err != nil {
		return fmt.Errorf("make a workbook: %w", err)
	}
	names := sheetNames(tables)
	for i, t := range tables {
		if err := t.addTo(book, i, names[i], text, bold); err != nil {
			return fmt.Errorf("sheet %s: %w", t.Kind, err)
		}
	}
	if _, err := book.WriteTo(w); err != nil {
		return fmt.Errorf("write a workbook: %w", err)
	}
	return nil
}

// longestSheetName is the greatest length of a sheet's name, in UTF-16 units.
const longestSheetName = 31

// sheetNames are the names of tables as a workbook bears them: short, without
// the characters that it forbids, and each once, whatever the case.
func sheetNames(tables []Table) []string {
	names, used := make([]string, len(tables)), map[string]bool{}
	for i, t := range tables {
		plain := strings.Map(func(r rune) rune {
			if strings.ContainsRune(`:\/?*[]`, r) || r < ' ' {
				return ' '
			}
			return r
		}, t.Name)
		plain = cmp.Or(strings.Trim(plain, " '"), t.Kind)
		name := shortened(plain, longestSheetName)
		for n := 2; used[strings.ToLower(name)]; n++ {
			mark := " " + strconv.Itoa(n)
			name = shortened(plain, longestSheetName-len(mark)) + mark
		}
		names[i], used[strings.ToLower(name)] = name, true
	}
	return names
}

// shortened is a text of at most so many UTF-16 units.
func shortened(text string, most int) string {
	units := 0
	for i, r := range text {
		if units += utf16.RuneLen(r); units > most {
			return strings.TrimRight(text[:i], " '")
		}
	}
	return text
}

// widest bounds the width of a column, in characters.
const widest = 60

func (t Table) addTo(book *excelize.File, index int, name string, text, bold int) error {
	if index == 0 {
		if err := book.SetSheetName("Sheet1", name); err != nil {
			return err
		}
	} else if _, err := book.NewSheet(name); err != nil {
		return err
	}
	sheet, err := book.NewStreamWriter(name)
	if err != nil {
		return err
	}
	for i, width := range t.widths() {
		if err := sheet.SetColWidth(i+1, i+1, width); err != nil {
			return err
		}
	}
	if err := sheet.SetPanes(&excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}); err != nil {
		return err
	}
	heading := make([]any, len(t.Heading))
	for i, name := range t.Heading {
		heading[i] = excelize.Cell{StyleID: bold, Value: entrylist.Inert(name)}
	}
	if err := sheet.SetRow("A1", heading); err != nil {
		return err
	}
	for r, row := range t.Rows {
		cells := make([]any, len(row))
		for i, value := range row {
			number, isNumber, inert := t.cell(i, value)
			cells[i] = excelize.Cell{StyleID: text, Value: inert}
			if isNumber {
				cells[i] = number
			}
		}
		if err := sheet.SetRow("A"+strconv.Itoa(r+2), cells); err != nil {
			return err
		}
	}
	return sheet.Flush()
}

// widths are those of the columns, from the longest text in each.
func (t Table) widths() []float64 {
	widths := make([]float64, len(t.Heading))
	for _, row := range append([][]string{t.Heading}, t.Rows...) {
		for i, text := range row {
			width := 2.0
			for _, r := range text {
				if width++; r > 0x2e80 { // Chinese characters take two.
					width++
				}
			}
			widths[i] = max(widths[i], min(width, widest))
		}
	}
	return widths
}
