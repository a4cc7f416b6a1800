package entrylist

import (
	"strconv"
	"strings"
)

// Codes of the problems. Each is the id of a message in config/locales, which
// says what is wrong and what to do; [Problem.Words] fills its places.
const (
	// The file as a whole.
	CodeEmpty          = "entrants.empty"
	CodeTooLarge       = "entrants.too-large"
	CodeUnpacked       = "entrants.unpacked-too-large"
	CodeTooManyRows    = "entrants.too-many-rows"
	CodeTooManyColumns = "entrants.too-many-columns"
	CodeFormat         = "entrants.format"
	CodeOldExcel       = "entrants.old-excel"
	CodeBrokenXLSX     = "entrants.broken-xlsx"
	CodeSeveralSheets  = "entrants.several-sheets"
	CodeJSON           = "entrants.json"
	CodeJSONShape      = "entrants.json-shape"
	CodeNoHeader       = "entrants.no-header"
	CodeNoEntries      = "entrants.no-entries"
	CodeMore           = "entrants.more"

	// Columns.
	CodeUnknownColumn   = "entrants.unknown-column"
	CodeDuplicateColumn = "entrants.duplicate-column"
	CodeMissingColumn   = "entrants.missing-column"
	CodeNoHeading       = "entrants.no-heading"

	// Any cell.
	CodeEncoding  = "entrants.encoding"
	CodeQuote     = "entrants.quote"
	CodeCellError = "entrants.cell-error"
	CodeWrongType = "entrants.wrong-type"

	// Players.
	CodeEmptyName       = "entrants.empty-name"
	CodeMissingPartner  = "entrants.missing-partner"
	CodeExtraPlayer     = "entrants.extra-player"
	CodeSeveralNames    = "entrants.several-names"
	CodeSplitName       = "entrants.split-name"
	CodeNameTooLong     = "entrants.name-too-long"
	CodeDuplicatePlayer = "entrants.duplicate-player"

	// Entries.
	CodeDuplicateEntry  = "entrants.duplicate-entry"
	CodeNumberDuplicate = "entrants.number-duplicate"
	CodeNumberTooLong   = "entrants.number-too-long"
	CodeUnitMissing     = "entrants.unit-missing"
	CodeUnitTooLong     = "entrants.unit-too-long"
	CodeUnitTwoPairs    = "entrants.unit-two-pairs-in-group"
	CodeUnitTooMany     = "entrants.unit-too-many"
	CodeTeamTooLong     = "entrants.team-too-long"
	CodeGroupMissing    = "entrants.group-missing"
	CodeGroupUnknown    = "entrants.group-unknown"
	CodeGroupTooLong    = "entrants.group-too-long"
	CodeSeed            = "entrants.seed"
	CodeSeedDuplicate   = "entrants.seed-duplicate"
	CodeNoteTooLong     = "entrants.note-too-long"
	CodeExampleNote     = "entrants.example-note"
)

// Problem is one thing that is wrong with a list.
type Problem struct {
	// Row is the row of the file as Excel numbers it, in JSON the place in the
	// array from 1; 0 where the problem is the file's.
	Row int `json:"row"`
	// Column is the column's English name (number, unit, team, group, player1
	// to player6, seed, note); for a column that does not exist its heading as
	// it stands, for a cell without a heading its letter in Excel; "" where
	// the problem is the whole row's.
	Column string `json:"column"`
	Code   string `json:"code"`
	// Args fill the code's message, beside Row and Column. Values from the
	// file are cut to a length that can be shown.
	Args map[string]any `json:"args,omitempty"`

	heading string // the column's heading in the file
	order   column
}

// Words gives what the message of the problem's code needs in a language
// (zh-Hans, zh-Hant, en; zh-Hans for any other): Row, Column as the file calls
// it, and Args with columns named and lists joined in that language.
func (p Problem) Words(lang string) map[string]any {
	words := make(map[string]any, len(p.Args)+2)
	for name, value := range p.Args {
		words[name] = wording(lang, name, value)
	}
	words["Row"] = p.Row
	words["Column"] = p.heading
	if p.heading == "" {
		words["Column"] = columnWord(lang, p.Column)
	}
	return words
}

// wording turns one argument into what can stand in a sentence.
func wording(lang, name string, value any) any {
	switch v := value.(type) {
	case string:
		if name == "OtherColumn" {
			return columnWord(lang, v)
		}
	case []string:
		shown := make([]string, len(v))
		for i, s := range v {
			shown[i] = s
			if name == "Columns" {
				shown[i] = columnWord(lang, s)
			}
		}
		return strings.Join(shown, listSeparator(lang))
	}
	return value
}

func listSeparator(lang string) string {
	if lang == langEnglish {
		return ", "
	}
	return "、"
}

// shownLength is how much of a value from the file a problem repeats.
const shownLength = 30

// shown cuts a value from the file to what a sentence can carry.
func shown(s string) string {
	s = clean(s)
	n := 0
	for i := range s {
		if n == shownLength {
			return s[:i] + "…"
		}
		n++
	}
	return s
}

// bytesInWords gives a size as people say it.
func bytesInWords(n int) string {
	switch {
	case n >= 1<<20:
		return strconv.FormatFloat(float64(n)/(1<<20), 'f', -1, 64) + " MB"
	case n >= 1<<10:
		return strconv.FormatFloat(float64(n)/(1<<10), 'f', -1, 64) + " KB"
	}
	return strconv.Itoa(n) + " B"
}
