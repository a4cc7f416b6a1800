package entrylist

import (
	"bytes"
	"encoding/csv"
	"errors"
	"regexp"
	"strings"
)

// maxColumns is how many columns of a file may hold something.
const maxColumns = 64

// headerWithin is how many rows that are not empty are searched for the heading
// row: above it stand titles.
const headerWithin = 10

// record is one row of a file that is not empty, with its cells from column A.
type record struct {
	row   int
	cells []string
}

// isEmpty tells a row that nobody would see.
func (r record) isEmpty() bool {
	for _, cell := range r.cells {
		if !isBlank(cell) {
			return false
		}
	}
	return true
}

// at gives the cell of a column of the file; cells that are not there are empty.
func (r record) at(i int) string {
	if i < len(r.cells) {
		return r.cells[i]
	}
	return ""
}

// readTable finds out what the bytes are and brings them into columns. It
// answers false where nothing is left to check.
func readTable(data []byte, opts Options, found *findings) (table, bool) {
	refuse := func(code string, args map[string]any) (table, bool) {
		found.add(0, noColumn, code, args)
		return table{}, false
	}
	switch {
	case len(data) > opts.MaxBytes:
		return refuse(CodeTooLarge, map[string]any{"Limit": bytesInWords(opts.MaxBytes)})
	case len(bytes.TrimSpace(data)) == 0:
		return refuse(CodeEmpty, nil)
	case bytes.HasPrefix(data, []byte("PK\x03\x04")), bytes.HasPrefix(data, []byte("PK\x05\x06")):
		records, ok := readWorkbook(data, opts, found)
		if !ok {
			return table{}, false
		}
		return newTable(records, opts, found)
	case bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")):
		return refuse(CodeOldExcel, nil)
	}
	candidates := texts(data)
	first := strings.TrimSpace(candidates[0])
	switch {
	case strings.ContainsRune(first, 0), strings.HasPrefix(first, "<"), strings.HasPrefix(first, "%PDF"):
		return refuse(CodeFormat, nil)
	case first == "":
		return refuse(CodeEmpty, nil)
	case isJSON(first, opts):
		return readJSON(first, opts, found)
	}
	return readText(candidates, opts, found)
}

// splitting parts a text into records and stops after so many; it reports what
// it could not part.
type splitting struct {
	split func(text string, limit int, found *findings) []record
	wide  bool // single wide spaces part the columns
}

// splittings are the ways in which a text may part its columns; where two serve
// equally the first is taken.
var splittings = []splitting{
	{split: separatedBy('\t')},
	{split: separatedBy(',')},
	{split: separatedBy(';')},
	{split: separatedBy('，')},
	{split: alignedBy(regexp.MustCompile(`\t+|[ \x{a0}]{2,}|[ \x{a0}\x{3000}]{3,}`))},
	{split: alignedBy(regexp.MustCompile(`\t+|[ \x{a0}\x{3000}]{2,}|\x{3000}`)), wide: true},
}

// readText reads a table whose way of parting columns is not known: the one
// that makes the best heading row.
func readText(candidates []string, opts Options, found *findings) (table, bool) {
	text, chosen, best := candidates[0], splittings[1], 0
	for _, candidate := range candidates {
		for _, way := range splittings {
			if _, score := findHeader(way.split(candidate, headerWithin, &findings{})); score > best {
				text, chosen, best = candidate, way, score
			}
		}
	}
	// A few more than the limit: titles, and the one that shows it is passed.
	records := chosen.split(text, opts.MaxRows+headerWithin+1, found)
	t, ok := newTable(records, opts, found)
	t.split = chosen.wide
	return t, ok
}

// separatedBy parts records as CSV does. Excel numbers records, not lines: a
// line break within quotes does not count.
func separatedBy(separator rune) func(string, int, *findings) []record {
	return func(text string, limit int, found *findings) []record {
		r := csv.NewReader(strings.NewReader(text))
		r.Comma = separator
		r.FieldsPerRecord = -1
		// Cells on the clipboard have quotes of their own that mean nothing.
		r.LazyQuotes = separator == '\t'
		var records []record
		inner := 0
		for len(records) < limit {
			cells, err := r.Read()
			var spoilt *csv.ParseError
			switch {
			case errors.As(err, &spoilt):
				found.add(spoilt.StartLine-inner, noColumn, CodeQuote, nil)
				inner += spoilt.Line - spoilt.StartLine
				continue
			case err != nil:
				return records
			}
			start, _ := r.FieldPos(0)
			rec := record{row: start - inner, cells: cells}
			for _, cell := range cells {
				inner += strings.Count(cell, "\n")
			}
			if r.LazyQuotes && swallowed(cells) {
				found.add(rec.row, noColumn, CodeQuote, nil)
				continue
			}
			if !rec.isEmpty() {
				records = append(records, rec)
			}
		}
		return records
	}
}

// swallowed tells a cell whose quote was never closed and took in further rows.
func swallowed(cells []string) bool {
	for _, cell := range cells {
		if strings.Contains(cell, "\n") && strings.Contains(cell, "\t") {
			return true
		}
	}
	return false
}

// alignedBy parts each line at gaps.
func alignedBy(gap *regexp.Regexp) func(string, int, *findings) []record {
	return func(text string, limit int, _ *findings) []record {
		var records []record
		row := 0
		for line := range strings.Lines(text) {
			row++
			rec := record{row: row, cells: gap.Split(strings.TrimFunc(line, isSpace), -1)}
			if rec.isEmpty() {
				continue
			}
			if records = append(records, rec); len(records) == limit {
				break
			}
		}
		return records
	}
}

// findHeader finds the heading row: the one with the most different columns, at
// least two, or one of names where nothing else stands. The score is their
// number.
func findHeader(records []record) (index, score int) {
	for i, rec := range records[:min(len(records), headerWithin)] {
		known, names, others := map[column]bool{}, false, 0
		for _, cell := range rec.cells[:min(len(rec.cells), maxColumns)] {
			if h, ok := headingOf(cell); ok {
				known[h.column] = true
				names = names || h.column.isPlayer()
			} else if !isBlank(cell) {
				others++
			}
		}
		if len(known) > score && (len(known) > 1 || names && others == 0) {
			index, score = i, len(known)
		}
	}
	return index, score
}

// newTable finds the columns of a file's records and puts the cells in place.
func newTable(records []record, opts Options, found *findings) (table, bool) {
	at, score := findHeader(records)
	if score == 0 {
		found.add(0, noColumn, CodeNoHeader, map[string]any{
			"Rows": headerWithin, "Columns": columnKeys(columnsFor(opts.PlayersPerEntry))})
		return table{}, false
	}
	header, body := records[at], records[at+1:]
	if len(body) > opts.MaxRows {
		found.add(0, noColumn, CodeTooManyRows, map[string]any{"Limit": opts.MaxRows})
		return table{}, false
	}
	t := table{headerRow: header.row}
	places := t.findColumns(header, opts, found)
	for _, rec := range body {
		if repeats(rec, header) {
			continue
		}
		t.lines = append(t.lines, t.place(rec, places, found))
	}
	found.headings = t.headings
	return t, true
}

// repeats tells the heading row printed again, as over every page of a list.
func repeats(rec, header record) bool {
	for i := range max(len(rec.cells), len(header.cells)) {
		if clean(rec.at(i)) != clean(header.at(i)) {
			return false
		}
	}
	return true
}

// Columns of a file that are not one of the list.
const (
	placeBare    column = -1 // no heading: must be empty
	placeIgnored column = -2 // known to be of no use, or already reported
)

// findColumns tells for each column of the file which one of the list it is.
func (t *table) findColumns(header record, opts Options, found *findings) []column {
	places := make([]column, len(header.cells))
	report := func(cell, code string, args map[string]any) {
		found.report(Problem{Row: header.row, Column: shown(cell), Code: code, Args: args})
	}
	strong := map[column]bool{}
	for _, cell := range header.cells {
		if h, ok := headingOf(cell); ok && !h.weak {
			strong[h.column] = true
		}
	}
	for i, cell := range header.cells {
		h, ok := headingOf(cell)
		places[i] = placeIgnored
		switch {
		case isBlank(cell):
			places[i] = placeBare
		case !ok:
			report(cell, CodeUnknownColumn, map[string]any{"Columns": columnKeys(columnsFor(opts.PlayersPerEntry))})
		case h.weak && strong[h.column]:
		case t.has[h.column]:
			report(cell, CodeDuplicateColumn, map[string]any{"OtherColumn": h.column.key(), "Other": t.headings[h.column]})
		default:
			places[i] = h.column
			t.has[h.column] = true
			t.headings[h.column] = shown(cell)
		}
	}
	return places
}

// place puts the cells of a row under their columns. A cell without a heading
// is reported: it is what a shifted row looks like.
func (t *table) place(rec record, places []column, found *findings) line {
	l := line{row: rec.row}
	for i, cell := range rec.cells {
		at := placeBare
		if i < len(places) {
			at = places[i]
		}
		switch {
		case at >= 0:
			l.cells[at] = cell
		case at == placeBare && !isBlank(cell):
			found.report(Problem{Row: rec.row, Column: columnLetter(i), Code: CodeNoHeading,
				Args: map[string]any{"Cell": cellName(i, rec.row), "Value": shown(cell)}, order: columnCount})
			return l // one slip, one problem: whatever follows is shifted too
		}
	}
	return l
}
