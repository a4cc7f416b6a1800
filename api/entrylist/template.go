package entrylist

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"

	"github.com/xuri/excelize/v2"
)

// Errors of Template.
var (
	ErrFormat   = errors.New("entrylist: format is neither csv nor xlsx")
	ErrLanguage = errors.New("entrylist: language is none of zh-Hans, zh-Hant, en")
)

// examples are what the template's example rows show in a language.
type examples struct {
	units   [2]string
	players [2][MaxPlayers]string
	note    string
	sheet   string
}

var exampleRows = map[string]examples{
	langSimplified: {
		units:   [2]string{"计算机学院", "外国语学院"},
		players: [2][MaxPlayers]string{{"张三", "李四", "孙七", "周八", "吴九", "郑十"}, {"王五", "赵六", "冯甲", "陈乙", "卫丙", "蒋丁"}},
		note:    "示例", sheet: "报名表",
	},
	langTraditional: {
		units:   [2]string{"資訊學院", "外語學院"},
		players: [2][MaxPlayers]string{{"張三", "李四", "孫七", "周八", "吳九", "鄭十"}, {"王五", "趙六", "馮甲", "陳乙", "衛丙", "蔣丁"}},
		note:    "範例", sheet: "報名表",
	},
	langEnglish: {
		units: [2]string{"School of Computing", "School of Languages"},
		players: [2][MaxPlayers]string{{"Player One", "Player Two", "Player Three", "Player Four", "Player Five", "Player Six"},
			{"Player Seven", "Player Eight", "Player Nine", "Player Ten", "Player Eleven", "Player Twelve"}},
		note: "example", sheet: "entries",
	},
}

// isExampleName tells a name that only the templates' example rows have.
func isExampleName(name string) bool {
	for _, shown := range exampleRows {
		if slices.Contains(shown.players[0][:], name) || slices.Contains(shown.players[1][:], name) {
			return true
		}
	}
	return false
}

// Template makes a file to fill in: the heading row in a language (zh-Hans,
// zh-Hant, en) with as many players as the options say (one where each enters
// alone), and two example rows
// that Read leaves out. Format is "csv" (UTF-8 with a byte order mark, so that
// Excel reads it) or "xlsx". The same arguments give the same rows. It fails
// with ErrFormat or ErrLanguage.
func Template(format, lang string, opts Options) ([]byte, error) {
	opts = opts.withDefaults()
	if _, ok := exampleRows[lang]; !ok {
		return nil, fmt.Errorf("%w: %q", ErrLanguage, lang)
	}
	players := opts.PlayersPerEntry
	if opts.Alone == EachAlone {
		players = 1
	}
	columns := columnsFor(players)
	rows := templateRows(columns, lang, opts)
	switch format {
	case "csv":
		return templateCSV(rows)
	case "xlsx":
		return templateXLSX(rows, columns, exampleRows[lang].sheet, opts)
	}
	return nil, fmt.Errorf("%w: %q", ErrFormat, format)
}

// templateRows are the heading and the examples.
func templateRows(columns []column, lang string, opts Options) [][]string {
	rows := make([][]string, 3)
	for _, c := range columns {
		rows[0] = append(rows[0], columnWords[lang][c])
		for i := range 2 {
			rows[i+1] = append(rows[i+1], Inert(exampleCell(c, i, exampleRows[lang], opts)))
		}
	}
	return rows
}

// exampleCell is what an example row shows in a column.
func exampleCell(c column, row int, shown examples, opts Options) string {
	groups := opts.Groups
	if len(groups) == 0 {
		groups = []string{"A", "B"}
	}
	switch {
	case c == columnNumber:
		return []string{"1", "2"}[row]
	case c == columnUnit:
		return shown.units[row]
	case c == columnGroup:
		return groups[row%len(groups)]
	case c.isPlayer() && c > columnPlayer1 && row == 1 && opts.Alone == MayBeAlone:
		return "" // one who has no partner yet
	case c.isPlayer():
		return shown.players[row][c-columnPlayer1]
	case c == columnSeed && row == 0:
		return "1"
	case c == columnNote:
		return shown.note
	}
	return ""
}

func templateCSV(rows [][]string) ([]byte, error) {
	var file bytes.Buffer
	file.WriteString("\ufeff")
	w := csv.NewWriter(&file)
	w.UseCRLF = true
	if err := w.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("entrylist: writing the template: %w", err)
	}
	return file.Bytes(), nil
}

// templateXLSX makes a workbook whose cells are text, so that Excel leaves 01
// and 3-1 as they are typed, with the groups to choose from.
func templateXLSX(rows [][]string, columns []column, sheet string, opts Options) (_ []byte, err error) {
	book := excelize.NewFile()
	defer func() { err = errors.Join(err, book.Close()) }()
	last := columnLetter(len(columns) - 1)
	text, err1 := book.NewStyle(&excelize.Style{NumFmt: 49})
	bold, err2 := book.NewStyle(&excelize.Style{NumFmt: 49, Font: &excelize.Font{Bold: true},
		Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{"E8EEF7"}}})
	steps := []error{err1, err2,
		book.SetSheetName("Sheet1", sheet),
		book.SetColStyle(sheet, "A:"+last, text),
		book.SetColWidth(sheet, "A", last, 14),
		book.SetPanes(sheet, &excelize.Panes{Freeze: true, YSplit: 1, TopLeftCell: "A2", ActivePane: "bottomLeft"}),
	}
	for r, cells := range rows {
		for c, cell := range cells {
			if cell != "" {
				steps = append(steps, book.SetCellStr(sheet, cellName(c, r+1), cell))
			}
		}
	}
	steps = append(steps, book.SetCellStyle(sheet, "A1", last+"1", bold),
		book.SetCellStyle(sheet, "A2", cellName(len(columns)-1, len(rows)), text),
		offerGroups(book, sheet, columnLetter(slices.Index(columns, columnGroup)), opts))
	if err := errors.Join(steps...); err != nil {
		return nil, fmt.Errorf("entrylist: making the template: %w", err)
	}
	file, err := book.WriteToBuffer()
	if err != nil {
		return nil, fmt.Errorf("entrylist: writing the template: %w", err)
	}
	return file.Bytes(), nil
}

// maxChoices is how long a list to choose from may be in a workbook, in
// characters.
const maxChoices = 255

// offerGroups lets the group be chosen. It only offers: what Excel would refuse
// ("A组") is understood when the list is read.
func offerGroups(book *excelize.File, sheet, col string, opts Options) error {
	total := 0
	for _, group := range opts.Groups {
		total += length(group) + 1
	}
	if total == 0 || total > maxChoices {
		return nil
	}
	choice := excelize.NewDataValidation(true)
	choice.ShowErrorMessage = false
	choice.SetSqref(fmt.Sprintf("%s2:%s%d", col, col, opts.MaxRows+1))
	if err := choice.SetDropList(opts.Groups); err != nil {
		return err
	}
	return book.AddDataValidation(sheet, choice)
}
