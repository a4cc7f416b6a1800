package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"kiosk/config"
	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// ExportFormat is the version of the exports in JSON: what is in them by which
// name. Programs that read them may rely on a name keeping its meaning.
const ExportFormat = 1

// exportFormatName says in an export in JSON what it is.
const exportFormatName = "kiosk-tables"

// ExportNames are what can be exported for spreadsheets and other programs.
var ExportNames = []string{"standings", "schedule", "results"}

// FileFormat is a kind of file.
type FileFormat string

// The kinds of files.
const (
	XLSX FileFormat = "xlsx"
	CSV  FileFormat = "csv"
	JSON FileFormat = "json"
)

// Encoding is how a CSV file writes characters.
type Encoding string

// The encodings. UTF8 is with a byte order mark, by which Excel knows it;
// GB18030 is for old programs in Chinese.
const (
	UTF8    Encoding = "utf-8"
	GB18030 Encoding = "gb18030"
)

// exportColumn is a column: its name in JSON, its title, and whether it holds
// numbers.
type exportColumn struct {
	key, title string
	figure     bool
}

// exportSheet is the part of an export about a phase, or a group of it.
type exportSheet struct {
	phase, phaseName, group string
	provisional             bool
	columns                 []exportColumn
	rows                    []map[string]string
}

// Export is a part of an event for spreadsheets and other programs, a sheet for
// each phase and group.
type Export struct {
	what, title string
	state       *event.State
	lang        scoresheet.Lang
	sheets      []exportSheet
}

// NewExport takes what ExportNames names out of an event, in the language of the
// words. An event without a draw has headings and no rows.
func NewExport(what string, state *event.State, now time.Time, w *config.Words) (*Export, error) {
	v := viewer{State: state, now: now, words: w}
	x := &Export{what: what, title: w.T("exchange.title."+what, nil), state: state, lang: w.Lang()}
	var err error
	switch what {
	case "standings":
		x.sheets, err = v.standingsSheets()
	case "schedule":
		x.sheets, err = v.matchSheets(scheduleSheet, v.scheduleRows)
	case "results":
		x.sheets, err = v.matchSheets(v.resultColumns(), v.resultRows)
	default:
		return nil, newProblem(http.StatusNotFound, "export.unknown", "what", what)
	}
	return x, err
}

// Write writes the export. The encoding is that of CSV.
func (x *Export) Write(w io.Writer, format FileFormat, encoding Encoding) error {
	switch format {
	case XLSX:
		return WriteWorkbook(w, x.tables())
	case CSV:
		return x.whole().WriteCSVIn(w, encoding)
	case JSON:
		return x.writeJSON(w)
	}
	return newProblem(http.StatusNotFound, "export.format", "format", string(format))
}

// tables are the sheets of a workbook.
func (x *Export) tables() []Table {
	tables := make([]Table, 0, len(x.sheets))
	for _, sheet := range x.sheets {
		name := joinWords(sheet.phaseName, sheet.group)
		if name == "" {
			name = x.title
		}
		tables = append(tables, tableOf(x.what, name, sheet.columns, sheet.rows))
	}
	return tables
}

// whole is all sheets under one heading.
func (x *Export) whole() Table {
	var columns []exportColumn
	var rows []map[string]string
	for _, sheet := range x.sheets {
		at := 0
		for _, column := range sheet.columns {
			found := slices.IndexFunc(columns, func(c exportColumn) bool { return c.key == column.key })
			if found < 0 {
				columns, found = slices.Insert(columns, at, column), at
			}
			at = found + 1
		}
		rows = append(rows, sheet.rows...)
	}
	return tableOf(x.what, x.title, columns, rows)
}

func tableOf(kind, name string, columns []exportColumn, rows []map[string]string) Table {
	t := Table{Kind: kind, Name: name}
	for _, column := range columns {
		t.Heading = append(t.Heading, column.title)
		t.figures = append(t.figures, column.figure)
	}
	for _, row := range rows {
		cells := make([]string, len(columns))
		for i, column := range columns {
			cells[i] = row[column.key]
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// exportFile is an export in JSON.
type exportFile struct {
	Format   string          `json:"format"`
	Version  int             `json:"version"`
	What     string          `json:"what"`
	Language scoresheet.Lang `json:"language"`
	Event    exportedEvent   `json:"event"`
	Sheets   []exportedSheet `json:"sheets"`
}

type exportedEvent struct {
	ID           event.ID  `json:"id"`
	Name         string    `json:"name"`
	Dates        []string  `json:"dates"`
	Rulebook     string    `json:"rulebook"`
	RulebookHash string    `json:"rulebook_hash"`
	Version      int       `json:"version"`
	ChainHead    string    `json:"chain_head"`
	ChangedAt    time.Time `json:"changed_at"`
}

type exportedSheet struct {
	Phase       string           `json:"phase"`
	PhaseName   string           `json:"phase_name"`
	Group       string           `json:"group"`
	Provisional bool             `json:"provisional"`
	Columns     []exportedColumn `json:"columns"`
	Rows        []map[string]any `json:"rows"`
}

type exportedColumn struct {
	Key    string `json:"key"`
	Title  string `json:"title"`
	Number bool   `json:"number"`
}

func (x *Export) writeJSON(w io.Writer) error {
	file := exportFile{
		Format: exportFormatName, Version: ExportFormat, What: x.what, Language: x.lang, Sheets: []exportedSheet{},
		Event: exportedEvent{
			ID: x.state.ID, Name: x.state.Name, Dates: notNil(x.state.Dates), Rulebook: x.state.Rulebook.ID, RulebookHash: x.state.RulebookHash,
			Version: x.state.Version, ChainHead: x.state.Head.String(), ChangedAt: x.state.ChangedAt,
		},
	}
	for _, sheet := range x.sheets {
		file.Sheets = append(file.Sheets, sheet.exported())
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	return out.Encode(file)
}

// exported has numbers as numbers, and null where there is none.
func (s exportSheet) exported() exportedSheet {
	out := exportedSheet{Phase: s.phase, PhaseName: s.phaseName, Group: s.group, Provisional: s.provisional, Columns: []exportedColumn{}, Rows: []map[string]any{}}
	for _, column := range s.columns {
		out.Columns = append(out.Columns, exportedColumn{column.key, column.title, column.figure})
	}
	for _, row := range s.rows {
		cells := make(map[string]any, len(s.columns))
		for _, column := range s.columns {
			text := row[column.key]
			_, err := strconv.ParseFloat(text, 64)
			switch {
			case !column.figure:
				cells[column.key] = text
			case text == "":
				cells[column.key] = nil
			case err == nil:
				cells[column.key] = json.Number(text)
			default:
				cells[column.key] = text
			}
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// columnsOf are columns with their titles.
func (v viewer) columnsOf(columns []tableColumn) []exportColumn {
	out := make([]exportColumn, len(columns))
	for i, c := range columns {
		key := c.key
		if c.side != scoresheet.NoSide {
			key = strings.ToLower(c.side.String()) + strings.TrimPrefix(c.key, "side")
		}
		out[i] = exportColumn{key: strings.ReplaceAll(key, "-", "_"), title: v.words.T("exchange."+c.key, map[string]any{"Side": v.sideName(c.side)}), figure: c.figure}
	}
	return out
}

// standingsSheets has the standings of each group of each phase, first to last.
func (v viewer) standingsSheets() ([]exportSheet, error) {
	views, err := v.standings("")
	if err != nil {
		return nil, err
	}
	var sheets []exportSheet
	for _, view := range slices.Backward(views) {
		remarks := paper{viewer: v}.remarks(view.Phase)
		for _, group := range view.Groups {
			sheets = append(sheets, v.standingsOf(view, group, remarks))
		}
	}
	if len(sheets) == 0 {
		sheets = append(sheets, v.standingsOf(standingsView{}, standingsGroup{}, nil))
	}
	return sheets, nil
}

func (v viewer) standingsOf(view standingsView, group standingsGroup, remarks map[contest.EntrantID]string) exportSheet {
	sheet := exportSheet{phase: view.Phase, phaseName: view.PhaseName.In(v.words.Lang()), group: group.Name, provisional: group.Provisional}
	sheet.columns = v.columnsOf([]tableColumn{
		{key: "phase"}, {key: "group"}, {key: "rank", figure: true}, {key: "number"}, {key: "name"}, {key: "unit"}, {key: "players"},
		{key: "played", figure: true}, {key: "won", figure: true}, {key: "lost", figure: true}, {key: "points", figure: true},
	})
	rules := figureColumns(group)
	for _, rule := range rules {
		sheet.columns = append(sheet.columns, exportColumn{key: strings.ReplaceAll(string(rule), "-", "_"), title: ruleName(rule).In(v.words.Lang()), figure: true})
	}
	sheet.columns = append(sheet.columns, v.columnsOf([]tableColumn{{key: "reason"}, {key: "remark"}, {key: "provisional"}})...)
	for _, row := range group.Rows {
		cells := map[string]string{
			"phase": sheet.phaseName, "group": group.Name, "rank": strconv.Itoa(row.Rank), "number": v.numberOf(row.Entrant), "name": row.Name, "unit": row.Unit,
			"players": strings.Join(row.Players, v.words.T("follow.and", nil)), "played": strconv.Itoa(row.Played), "won": strconv.Itoa(row.Won),
			"lost": strconv.Itoa(row.Lost), "points": row.Points, "remark": remarks[row.Entrant],
		}
		for _, rule := range rules {
			cells[strings.ReplaceAll(string(rule), "-", "_")] = row.figure(rule)
		}
		if row.DecidedBy != nil {
			cells["reason"] = row.DecidedBy.Text
		}
		if group.Provisional {
			cells["provisional"] = v.words.T("exchange.provisional", nil)
		}
		sheet.rows = append(sheet.rows, cells)
	}
	return sheet
}

// The columns of the schedule and of the results.
var (
	scheduleSheet = []tableColumn{
		{key: "phase"}, {key: "group"}, {key: "round", figure: true}, {key: "table", figure: true}, {key: "match", figure: true},
		{key: "side-number", side: scoresheet.SideA}, {key: "side", side: scoresheet.SideA}, {key: "side-unit", side: scoresheet.SideA},
		{key: "side-number", side: scoresheet.SideB}, {key: "side", side: scoresheet.SideB}, {key: "side-unit", side: scoresheet.SideB},
		{key: "why"}, {key: "state"},
	}
	resultSheet = []tableColumn{
		{key: "phase"}, {key: "group"}, {key: "round", figure: true}, {key: "table", figure: true}, {key: "match", figure: true},
		{key: "side-number", side: scoresheet.SideA}, {key: "side", side: scoresheet.SideA},
		{key: "side-number", side: scoresheet.SideB}, {key: "side", side: scoresheet.SideB},
		{key: "side-result", side: scoresheet.SideA}, {key: "side-result", side: scoresheet.SideB},
		{key: "side-games", side: scoresheet.SideA, figure: true}, {key: "side-games", side: scoresheet.SideB, figure: true}, {key: "games"},
		{key: "winner"}, {key: "by"},
		{key: "side-points", side: scoresheet.SideA, figure: true}, {key: "side-points", side: scoresheet.SideB, figure: true},
		{key: "state"}, {key: "remark"}, {key: "begun"}, {key: "ended"}, {key: "seconds", figure: true},
	}
)

// resultColumns are those of the results: points are numbers, levels are not.
func (v viewer) resultColumns() []tableColumn {
	columns := slices.Clone(resultSheet)
	terms, err := v.Rulebook.Terms("", v.Settings)
	for i := range columns {
		if columns[i].key == "side-result" {
			columns[i].figure = err == nil && terms.Scoring == scoresheet.ScoringPoints
		}
	}
	return columns
}

// matchSheets has a sheet for each group of each phase; rows gives those of all
// groups of a phase, and says of which.
func (v viewer) matchSheets(columns []tableColumn, rows func(event.PhaseDraw) []map[string]string) ([]exportSheet, error) {
	var sheets []exportSheet
	for _, draw := range v.Draws {
		phase, _ := v.Rulebook.Phase(draw.Phase)
		all := rows(draw)
		for _, group := range draw.Groups {
			sheet := exportSheet{phase: draw.Phase, phaseName: phase.Name.In(v.words.Lang()), group: group.Name, columns: v.columnsOf(columns)}
			for _, row := range all {
				if row["group"] == group.Name {
					row["phase"] = sheet.phaseName
					sheet.rows = append(sheet.rows, row)
				}
			}
			sheets = append(sheets, sheet)
		}
	}
	if len(sheets) == 0 {
		sheets = append(sheets, exportSheet{columns: v.columnsOf(columns)})
	}
	return sheets, nil
}

// scheduleRows are the rounds of a phase: who meets whom where and why, who
// sits out, and what the schedule has still to come.
func (v viewer) scheduleRows(draw event.PhaseDraw) []map[string]string {
	var rows []map[string]string
	last := 0
	for _, round := range v.Rounds {
		if round.Phase != draw.Phase {
			continue
		}
		last = max(last, round.PhaseRound)
		for _, m := range v.RoundMatches(round.Number) {
			row := v.pairRow(m.Group, round.Number, tablesText(m.Tables()), m.Entrants.A, m.Entrants.B)
			row["match"], row["why"], row["state"] = strconv.Itoa(m.Number), v.pairingWords(m), v.words.T("exchange.state."+string(m.State), nil)
			rows = append(rows, row)
		}
		for _, bye := range round.Byes {
			rows = append(rows, v.restRow(bye.Group, round.Number, bye.Entrant, "print.bye"))
		}
		for _, id := range round.Through {
			rows = append(rows, v.restRow(groupIn(draw, id), round.Number, id, "paper.bracket.through"))
		}
	}
	return append(rows, v.toCome(draw, last)...)
}

// toCome are the rounds that the schedule of a phase has after one. Their
// numbers are those that they will have if nothing comes between.
func (v viewer) toCome(draw event.PhaseDraw, last int) []map[string]string {
	var rows []map[string]string
	terms, _ := v.Rulebook.Terms(draw.Phase, v.Settings)
	for _, round := range draw.Rounds {
		if round.Number <= last {
			continue
		}
		number := len(v.Rounds) + round.Number - last
		for _, pair := range round.Pairings {
			row := v.pairRow(pair.Group, number, tablesText(event.TablesFor(pair.Table, terms)), pair.Home, pair.Away)
			row["why"], row["state"] = v.words.T("pairing."+string(pair.Reason), nil), v.words.T("exchange.state.to-come", nil)
			rows = append(rows, row)
		}
		for _, id := range round.Byes {
			row := v.restRow(groupIn(draw, id), number, id, "print.bye")
			row["state"] = v.words.T("exchange.state.to-come", nil)
			rows = append(rows, row)
		}
	}
	return rows
}

// groupIn is the group of a draw that an entrant is in.
func groupIn(draw event.PhaseDraw, id contest.EntrantID) string {
	for _, group := range draw.Groups {
		if slices.Contains(group.Order, id) {
			return group.Name
		}
	}
	return ""
}

func (v viewer) pairRow(group string, round int, table string, a, b contest.EntrantID) map[string]string {
	home, _ := v.Entrant(a)
	away, _ := v.Entrant(b)
	return map[string]string{
		"group": group, "round": strconv.Itoa(round), "table": table, "a_number": home.Number, "a": home.Name(), "a_unit": home.Unit,
		"b_number": away.Number, "b": away.Name(), "b_unit": away.Unit,
	}
}

// restRow is somebody who does not play in a round.
func (v viewer) restRow(group string, round int, id contest.EntrantID, why string) map[string]string {
	e, _ := v.Entrant(id)
	return map[string]string{
		"group": group, "round": strconv.Itoa(round), "a_number": e.Number, "a": e.Name(), "a_unit": e.Unit, "why": v.words.T(why, nil),
	}
}

// resultRows are the matches of a phase with what they came to.
func (v viewer) resultRows(draw event.PhaseDraw) []map[string]string {
	p := paper{viewer: v}
	var rows []map[string]string
	for _, round := range v.Rounds {
		if round.Phase != draw.Phase {
			continue
		}
		for _, m := range v.RoundMatches(round.Number) {
			rows = append(rows, p.resultRow(m))
		}
	}
	return rows
}

func (p paper) resultRow(m *event.Match) map[string]string {
	row := p.pairRow(m.Group, m.Round, tablesText(m.Tables()), m.Entrants.A, m.Entrants.B)
	row["match"], row["state"] = strconv.Itoa(m.Number), p.words.T("exchange.state."+string(m.State), nil)
	row["begun"], row["ended"], row["remark"] = p.clockTime(m.Started), p.clockTime(m.Ended), p.resultRemark(m)
	if m.TimeTaken > 0 {
		row["seconds"] = strconv.Itoa(m.TimeTaken)
	}
	if !m.Done() || m.State == event.Void {
		return row
	}
	result := p.sheetResult(m)
	row["winner"], row["by"] = result.Winner, result.By
	row["a_points"], row["b_points"] = result.MatchPoints[0], result.MatchPoints[1]
	if m.State == event.Forfeited {
		return row
	}
	if n := len(m.Verdict.Games); n > 0 {
		row["a_result"], row["b_result"] = gameScore(m.Verdict.Games[n-1], scoresheet.SideA), gameScore(m.Verdict.Games[n-1], scoresheet.SideB)
	}
	row["a_games"], row["b_games"] = m.Verdict.Match.Games.A.String(), m.Verdict.Match.Games.B.String()
	row["games"] = gamesText(m)
	return row
}

// gamesText is the score of each game: "A+:9 5:A".
func gamesText(m *event.Match) string {
	var games []string
	for _, game := range m.Verdict.Games {
		games = append(games, gameScore(game, scoresheet.SideA)+":"+gameScore(game, scoresheet.SideB))
	}
	return strings.Join(games, " ")
}

// gameScore is what a side has at the end of a game: its points, or its level,
// A+ for who has passed A.
func gameScore(game scoresheet.GameVerdict, side scoresheet.Side) string {
	switch {
	case game.Points != nil:
		return game.Points.Of(side).String()
	case game.Levels == nil:
		return ""
	case game.Winner == side && game.By == scoresheet.ByPassedA:
		return "A+"
	}
	return game.Levels.Of(side).String()
}

// resultRemark says what was special about a match, and what the referee wrote.
func (p paper) resultRemark(m *event.Match) string {
	var parts []string
	if len(m.Attempts) > 0 {
		parts = append(parts, p.words.T("paper.replayed", nil))
	}
	if m.Postponed && !m.Done() {
		parts = append(parts, p.words.T("paper.postponed", nil))
	}
	if m.State == event.Forfeited && m.ForfeitReason != "" {
		parts = append(parts, p.forfeitReason(m))
	}
	return strings.Join(parts, p.words.T("standings.separator", nil))
}

// forfeitReason is the referee's, or the words for the kiosk's own code.
func (p paper) forfeitReason(m *event.Match) string {
	if key := "paper.reason." + m.ForfeitReason; p.words.Has(key) {
		return p.words.T(key, nil)
	}
	return m.ForfeitReason
}

// exportTable answers with an export as a file.
func (s *Server) exportTable(c *fiber.Ctx) error {
	state, _, err := s.entered(c, event.CmdPrint)
	if err != nil {
		return err
	}
	what, format := c.Params("what"), FileFormat(c.Params("format"))
	encoding := Encoding(c.Query("encoding", string(UTF8)))
	if encoding != UTF8 && encoding != GB18030 {
		return newProblem(http.StatusUnprocessableEntity, "export.encoding", "encoding", string(encoding))
	}
	x, err := NewExport(what, state, s.Now(), s.words(c))
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := x.Write(&file, format, encoding); err != nil {
		return err
	}
	return sendFile(c, fmt.Sprintf("%s-%s.%s", state.ID, what, format), mediaType(format, encoding), file.Bytes())
}

func mediaType(format FileFormat, encoding Encoding) string {
	switch format {
	case XLSX:
		return "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	case CSV:
		return "text/csv; charset=" + string(encoding)
	}
	return fiber.MIMEApplicationJSONCharsetUTF8
}

func sendFile(c *fiber.Ctx, name, media string, data []byte) error {
	c.Set(fiber.HeaderContentType, media)
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+name+`"`)
	return c.Send(data)
}

// exporter is a store that can write an event as a file for another kiosk.
type exporter interface {
	Export(w io.Writer, id event.ID) error
}

// exportEvent answers with the whole event as another kiosk reads it back. It
// holds all that was written down, by whom and on which phone.
func (s *Server) exportEvent(c *fiber.Ctx) error {
	state, _, err := s.entered(c, event.CmdKioskSetting)
	if err != nil {
		return err
	}
	from, ok := s.Store.(exporter)
	if !ok {
		return fiber.ErrNotFound
	}
	var file bytes.Buffer
	if err := from.Export(&file, state.ID); err != nil {
		return err
	}
	return sendFile(c, string(state.ID)+".json", fiber.MIMEApplicationJSONCharsetUTF8, file.Bytes())
}
