package entrylist

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"github.com/xuri/excelize/v2"
	"golang.org/x/net/html/charset"
)

// unpackFactor is how much larger than the file's limit its parts may be
// together. An entry list of any length grows less than that.
const unpackFactor = 8

// maxElements is how many XML elements a workbook may have: far more than the
// longest list needs, and few enough to be read in a second or two.
const maxElements = 500_000

// Reasons why a workbook cannot be read.
var (
	errUnpacked       = errors.New("unpacked too large")
	errNoWorkbook     = errors.New("no XLSX workbook")
	errTooManyColumns = errors.New("too many columns")
)

// severalSheets says that more than one sheet holds a list.
type severalSheets []string

func (s severalSheets) Error() string { return "lists on several sheets" }

// readWorkbook reads the sheet of an XLSX file that holds the list.
func readWorkbook(data []byte, opts Options, found *findings) ([]record, bool) {
	records, err := openWorkbook(data, opts)
	if err == nil {
		return records, true
	}
	var several severalSheets
	switch {
	case errors.As(err, &several):
		found.add(0, noColumn, CodeSeveralSheets, map[string]any{"Sheets": []string(several)})
	case errors.Is(err, errUnpacked):
		found.add(0, noColumn, CodeUnpacked, map[string]any{"Limit": bytesInWords(opts.MaxBytes * unpackFactor)})
	case errors.Is(err, errNoWorkbook):
		found.add(0, noColumn, CodeFormat, nil)
	case errors.Is(err, errTooManyColumns):
		found.add(0, noColumn, CodeTooManyColumns, map[string]any{"Limit": maxColumns})
	default:
		found.add(0, noColumn, CodeBrokenXLSX, nil)
	}
	return nil, false
}

// openWorkbook checks the package before the library sees it, because that
// stops silently where a part is cut short.
func openWorkbook(data []byte, opts Options) (records []record, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			records, err = nil, fmt.Errorf("reading the workbook: %v", cause)
		}
	}()
	limit := int64(opts.MaxBytes) * unpackFactor
	parts, err := unpack(data, limit)
	if err != nil {
		return nil, err
	}
	sheets, err := parts.sheets()
	if err != nil {
		return nil, err
	}
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{UnzipSizeLimit: limit, UnzipXMLSizeLimit: limit})
	if err != nil {
		return nil, fmt.Errorf("opening the workbook: %w", err)
	}
	defer func() { err = errors.Join(err, book.Close()) }()
	return listSheet(book, sheets, opts)
}

// part is one XML file of a workbook, well-formed to its end.
type part struct {
	content []byte
	merged  []area
}

// parts are the XML files of a workbook by name.
type parts map[string]part

// unpack reads every file of the package to its end, so that a wrong length or
// checksum shows.
func unpack(data []byte, limit int64) (parts, error) {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("opening the package: %w", err)
	}
	var total uint64
	for _, file := range archive.File {
		// The reader refuses a file that is larger than it claims to be.
		if total = max(total+file.UncompressedSize64, file.UncompressedSize64); total > uint64(limit) {
			return nil, errUnpacked
		}
	}
	unpacked, elements := parts{}, 0
	for _, file := range archive.File {
		content, err := readPart(file)
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", file.Name, err)
		}
		if ext := strings.ToLower(path.Ext(file.Name)); ext != ".xml" && ext != ".rels" {
			continue
		}
		merged, err := scan(content, &elements)
		if err != nil {
			return nil, fmt.Errorf("part %s: %w", file.Name, err)
		}
		unpacked[partName(file.Name)] = part{content: content, merged: merged}
	}
	return unpacked, nil
}

func readPart(file *zip.File) ([]byte, error) {
	r, err := file.Open()
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(r)
	return content, errors.Join(err, r.Close())
}

// partName writes names alike: packages differ in case and slashes.
func partName(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/"))
}

// relationships are what one part says about others.
type relationships struct {
	Relationship []struct {
		ID     string `xml:"Id,attr"`
		Type   string `xml:"Type,attr"`
		Target string `xml:"Target,attr"`
	} `xml:"Relationship"`
}

// relations reads the relationships of a part ("" for the package's own).
func (p parts) relations(part string) (relationships, error) {
	var r relationships
	dir, base := path.Split(part)
	return r, p.decode(dir+"_rels/"+base+".rels", &r)
}

func (p parts) decode(name string, into any) error {
	file, ok := p[partName(name)]
	if !ok {
		return fmt.Errorf("part %s: %w", name, errNoWorkbook)
	}
	if err := xml.Unmarshal(file.content, into); err != nil {
		return fmt.Errorf("part %s: %w", name, err)
	}
	return nil
}

// target resolves a relationship of a part.
func target(part, to string) string {
	if strings.HasPrefix(to, "/") {
		return partName(to)
	}
	return partName(path.Join(path.Dir(part), to))
}

// sheet is a visible worksheet.
type sheet struct {
	name   string
	merged []area
}

// area is a block of merged cells, from 1 as the library counts.
type area struct{ left, top, bottom int }

// sheets lists the visible worksheets.
func (p parts) sheets() ([]sheet, error) {
	main, err := p.mainPart()
	if err != nil {
		return nil, err
	}
	var workbook struct {
		Sheets []struct {
			Name  string `xml:"name,attr"`
			ID    string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
			IDAlt string `xml:"http://purl.oclc.org/ooxml/officeDocument/relationships id,attr"`
			State string `xml:"state,attr"`
		} `xml:"sheets>sheet"`
	}
	if err := p.decode(main, &workbook); err != nil {
		return nil, err
	}
	relations, err := p.relations(main)
	if err != nil {
		return nil, err
	}
	var visible []sheet
	for _, s := range workbook.Sheets {
		for _, r := range relations.Relationship {
			if r.ID != s.ID+s.IDAlt || !strings.HasSuffix(r.Type, "/worksheet") || s.State != "" && s.State != "visible" {
				continue
			}
			visible = append(visible, sheet{name: s.Name, merged: p[target(main, r.Target)].merged})
		}
	}
	return visible, nil
}

// mainPart finds the workbook of the package; a document of another kind has
// none.
func (p parts) mainPart() (string, error) {
	root, err := p.relations("")
	if err != nil {
		return "", err
	}
	for _, r := range root.Relationship {
		if strings.HasSuffix(r.Type, "/officeDocument") && strings.HasPrefix(target("", r.Target), "xl/") {
			return target("", r.Target), nil
		}
	}
	return "", errNoWorkbook
}

// scan reads XML to its end, counts its elements on, and gives the blocks of
// merged cells that span several rows.
func scan(content []byte, elements *int) ([]area, error) {
	var merged []area
	dec := xml.NewDecoder(bytes.NewReader(content))
	dec.CharsetReader = charset.NewReaderLabel
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return merged, nil
		}
		if err != nil {
			return nil, err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if *elements++; *elements > maxElements {
			return nil, errUnpacked
		}
		if start.Name.Local != "mergeCell" {
			continue
		}
		for _, attr := range start.Attr {
			if a, ok := newArea(attr.Value); attr.Name.Local == "ref" && ok {
				merged = append(merged, a)
			}
		}
	}
}

// newArea reads "A2:B3". Areas of one row need no filling.
func newArea(ref string) (area, bool) {
	from, to, ok := strings.Cut(ref, ":")
	if !ok {
		return area{}, false
	}
	left, top, err := excelize.CellNameToCoordinates(from)
	if err != nil {
		return area{}, false
	}
	_, bottom, err := excelize.CellNameToCoordinates(to)
	return area{left: left, top: top, bottom: bottom}, err == nil && bottom > top && left <= maxColumns
}

// listSheet reads the one sheet with entries under a heading row. Without any it
// gives the first sheet that comes near, for what is wrong to be reported.
func listSheet(book *excelize.File, sheets []sheet, opts Options) ([]record, error) {
	var list, bare, other []record
	var names severalSheets
	for _, s := range sheets {
		records, err := sheetRecords(book, s, opts)
		if err != nil {
			return nil, err
		}
		switch at, score := findHeader(records); {
		case score > 0 && len(records) > at+1:
			list, names = records, append(names, s.name)
		case score > 0 && bare == nil:
			bare = records
		case other == nil:
			other = records
		}
	}
	switch len(names) {
	case 0:
		if bare != nil {
			return bare, nil
		}
		return other, nil
	case 1:
		return list, nil
	}
	return nil, names
}

// sheetRecords reads the rows of a sheet that are not empty, up to the limit.
func sheetRecords(book *excelize.File, s sheet, opts Options) (records []record, err error) {
	rows, err := book.Rows(s.name)
	if err != nil {
		return nil, fmt.Errorf("sheet %s: %w", s.name, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for row := 1; rows.Next() && len(records) <= opts.MaxRows+headerWithin; row++ {
		cells, err := rows.Columns()
		if err != nil {
			return nil, fmt.Errorf("sheet %s row %d: %w", s.name, row, err)
		}
		rec := record{row: row, cells: cells}
		switch {
		case rec.isEmpty():
			continue
		case len(cells) > maxColumns:
			return nil, errTooManyColumns
		}
		records = append(records, rec)
	}
	fillMerged(records, s.merged)
	return records, nil
}

// fillMerged gives every row of a merged block its value, as a person reads it:
// one unit beside the two rows of its pairs.
func fillMerged(records []record, merged []area) {
	if len(merged) == 0 {
		return
	}
	tops := map[int]map[int]area{}
	for _, a := range merged {
		if tops[a.top] == nil {
			tops[a.top] = map[int]area{}
		}
		tops[a.top][a.left] = a
	}
	type block struct {
		bottom int
		value  string
	}
	open := map[int]block{}
	for i := range records {
		rec := &records[i]
		for left, b := range open {
			if rec.row > b.bottom {
				delete(open, left)
				continue
			}
			for len(rec.cells) < left {
				rec.cells = append(rec.cells, "")
			}
			if rec.cells[left-1] == "" {
				rec.cells[left-1] = b.value
			}
		}
		for left, a := range tops[rec.row] {
			open[left] = block{bottom: a.bottom, value: rec.at(left - 1)}
		}
	}
}
