// Package entrylist reads a list of entries that comes from outside, as an
// organiser has it: a spreadsheet, a CSV file of any usual encoding, a table
// pasted from a page or a chat, or JSON. It reads all or nothing, and it names
// everything that is wrong at once, each with the row as Excel numbers it.
//
// What an entry must have is not known here: the number of players, the groups
// and the limits on units come from the event's rulebook as [Options].
package entrylist

import "slices"

// What Read takes at most where Options says nothing, and what it always takes
// at most.
const (
	DefaultMaxBytes = 2 << 20 // bytes of a file
	DefaultMaxRows  = 5000    // entries in a file
	DefaultPlayers  = 2       // players of an entry: a pair

	MaxPlayers = 6 // players an entry can have: a team at Gouji

	MaxNameLength   = 40 // characters of a player's or a team's name
	MaxUnitLength   = 60 // characters of a unit
	MaxNumberLength = 16 // characters of an entry's number
	MaxGroupLength  = 20 // characters of a group's name
	MaxNoteLength   = 200

	// MaxProblems is how many problems are named; of further ones only the
	// number is told.
	MaxProblems = 2000
)

// Options say what a list must look like. The zero value reads pairs of any
// group and unit.
type Options struct {
	// ContentType and FileName are hints that may be empty. The bytes decide
	// first; a hint only tells JSON from a table where the bytes do not.
	ContentType string
	FileName    string

	MaxBytes int // of the file; 0 means DefaultMaxBytes
	MaxRows  int // entries; 0 means DefaultMaxRows

	// PlayersPerEntry is exactly how many players each entry names, from 1 to
	// MaxPlayers; 0 means DefaultPlayers. Alone has entries of one player too.
	PlayersPerEntry int
	Alone           Alone

	// PerUnit is how many entries a unit makes at most, 0 for any number; of
	// players who enter alone so many as make them up.
	PerUnit int

	// Groups are the groups of the event in the spelling of the event; every
	// entry must name one of them (with a single group the column may be left
	// out). Empty: any group, or none.
	Groups []string

	// OnePairPerUnitAndGroup: a unit enters once in each group.
	OnePairPerUnitAndGroup bool

	// UnitRequired: every entry names its unit.
	UnitRequired bool
}

// Alone says whether a player may enter without partners.
type Alone string

// The ways to enter alone.
const (
	// NotAlone: every entry names all its players.
	NotAlone Alone = ""
	// MayBeAlone: whoever has no partner enters alone.
	MayBeAlone Alone = "either"
	// EachAlone: players enter one by one, and an entry that names all its
	// players is taken too.
	EachAlone Alone = "lot"
)

// withDefaults fills what was left out, and keeps the number of players within
// what columns exist for.
func (o Options) withDefaults() Options {
	if o.MaxBytes <= 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.MaxRows <= 0 {
		o.MaxRows = DefaultMaxRows
	}
	if o.PlayersPerEntry <= 0 {
		o.PlayersPerEntry = DefaultPlayers
	}
	o.PlayersPerEntry = min(o.PlayersPerEntry, MaxPlayers)
	return o
}

// leastPlayers is how many players an entry names at least.
func (o Options) leastPlayers() int {
	if o.Alone != NotAlone {
		return 1
	}
	return o.PlayersPerEntry
}

// List is what a file held.
type List struct {
	Entries []Entry `json:"entries"`
	// Examples is the number of the template's own example rows that were left
	// out. A list without entries and without problems held nothing else.
	Examples int `json:"examples"`
}

// Entry is one row: a pair or a team as it was entered. Its texts are valid
// UTF-8 without control characters and without spaces at the ends, and no
// longer than the limits of this package.
type Entry struct {
	// Row is the row of the file, from 1, as Excel shows it; in JSON the place
	// in the array, from 1.
	Row int `json:"row"`
	// Number is what the list calls the entry, unique within its group; "" if
	// it has none.
	Number string `json:"number"`
	Unit   string `json:"unit"`
	Team   string `json:"team"`
	// Group is spelt as in Options.Groups; without those as the list has it,
	// in capitals and without the word for group ("a组" is "A").
	Group string `json:"group"`
	// Players are exactly Options.PlayersPerEntry names, or one where Options.Alone
	// has it.
	Players []string `json:"players"`
	Seed    int      `json:"seed"` // from 1; 0 is not seeded
	Note    string   `json:"note"`
}

// Read reads a list. With any problem the list is empty: it is taken as a whole
// or not at all. Problems come in the order of the rows. Read does not keep
// data, and neither its time nor its memory grows beyond the limits, whatever
// the bytes are.
func Read(data []byte, opts Options) (List, []Problem) {
	opts = opts.withDefaults()
	var found findings
	table, ok := readTable(data, opts, &found)
	if !ok {
		return List{}, found.sorted()
	}
	list := check(table, opts, &found)
	if len(found.problems) > 0 {
		return List{}, found.sorted()
	}
	return list, nil
}

// table is a list before its entries are checked: cells by column.
type table struct {
	headerRow int // 0 where the format has no heading row
	headings  [columnCount]string
	has       [columnCount]bool
	lines     []line
	// split tells that single wide spaces part the columns, so that a name
	// with one inside would have fallen apart.
	split bool
}

// line is one row of a table with its cells as they came.
type line struct {
	row   int
	cells [columnCount]string
	// spoilt marks the cells that are reported already, and say nothing more.
	spoilt [columnCount]bool
}

// findings collects problems.
type findings struct {
	problems []Problem
	more     int // problems beyond MaxProblems
	headings [columnCount]string
}

// report notes a problem.
func (f *findings) report(p Problem) {
	if len(f.problems) == MaxProblems {
		f.more++
		return
	}
	f.problems = append(f.problems, p)
}

// add notes a problem in a column (noColumn for the whole row) of a row (0 for
// the whole file).
func (f *findings) add(row int, at column, code string, args map[string]any) {
	p := Problem{Row: row, Code: code, Args: args, order: at}
	if at != noColumn {
		p.Column = at.key()
		p.heading = f.headings[at]
	}
	f.report(p)
}

// sorted gives the problems by row, in a row by column.
func (f *findings) sorted() []Problem {
	if f.more > 0 {
		f.problems = append(f.problems, Problem{Code: CodeMore, Args: map[string]any{"Count": f.more}, order: noColumn})
	}
	slices.SortStableFunc(f.problems, func(a, b Problem) int {
		if a.Row != b.Row {
			return a.Row - b.Row
		}
		return int(a.order - b.order)
	})
	return f.problems
}
