package entrylist

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// check turns the lines of a table into entries and finds all that is wrong.
func check(t table, opts Options, found *findings) List {
	c := &checker{table: t, opts: opts, found: found, groups: map[string]string{},
		players: map[string]place{}, entries: map[string]int{}, numbers: map[string]int{},
		seeds: map[string]int{}, units: map[string]int{}, unitPlayers: map[string]int{}}
	for _, group := range opts.Groups {
		c.groups[sameKey(groupName(group))] = group
	}
	c.missingColumns()
	var list List
	for _, l := range t.lines {
		if c.isExample(l) {
			list.Examples++
			continue
		}
		list.Entries = append(list.Entries, c.entry(l))
	}
	if len(list.Entries) == 0 && list.Examples == 0 && len(found.problems) == 0 {
		found.add(0, noColumn, CodeNoEntries, nil)
	}
	return list
}

// place is where a name stands first.
type place struct {
	row      int
	column   column
	namesake bool // the row says that another has the same name
}

// checker keeps what must not come twice, by the key of the thing.
type checker struct {
	table   table
	opts    Options
	found   *findings
	groups  map[string]string
	players map[string]place
	entries map[string]int
	numbers map[string]int
	seeds   map[string]int
	units   map[string]int
	// unitPlayers are how many players each unit has entered.
	unitPlayers map[string]int
}

// missingColumns reports columns that every entry needs and the file lacks. It
// does so once: the rows are then not reported for it.
func (c *checker) missingColumns() {
	need := []column{}
	if c.opts.UnitRequired {
		need = append(need, columnUnit)
	}
	if len(c.opts.Groups) > 1 {
		need = append(need, columnGroup)
	}
	for i := range c.opts.leastPlayers() {
		need = append(need, player(i))
	}
	for _, at := range need {
		if !c.table.has[at] {
			c.found.add(c.table.headerRow, at, CodeMissingColumn, nil)
		}
	}
}

// exampleNotes are the words that mark an example row.
var exampleNotes = []string{"示例", "範例", "范例", "example"}

// isExample tells an example row of the template. One that somebody wrote their
// own names into is no example, and must not be lost for the word that was left.
func (c *checker) isExample(l line) bool {
	if !slices.Contains(exampleNotes, sameKey(l.cells[columnNote])) {
		return false
	}
	for i := range MaxPlayers {
		name := cleanName(l.cells[player(i)])
		if name != "" && !isExampleName(name) {
			c.found.add(l.row, columnNote, CodeExampleNote, map[string]any{"Value": shown(l.cells[columnNote])})
			return false
		}
	}
	return true
}

// entry reads one line.
func (c *checker) entry(l line) Entry {
	r := &l
	for at := range columnCount {
		r.cells[at] = withoutGuard(r.cells[at])
		c.readable(r, at)
	}
	e := Entry{
		Row:    l.row,
		Number: c.text(r, columnNumber, MaxNumberLength, CodeNumberTooLong),
		Unit:   c.text(r, columnUnit, MaxUnitLength, CodeUnitTooLong),
		Team:   c.text(r, columnTeam, MaxNameLength, CodeTeamTooLong),
		Note:   c.text(r, columnNote, MaxNoteLength, CodeNoteTooLong),
	}
	e.Group = c.group(r)
	e.Seed = c.seed(r)
	e.Players = c.names(r)
	if e.Unit == "" && c.opts.UnitRequired && c.table.has[columnUnit] && !r.spoilt[columnUnit] {
		c.found.add(r.row, columnUnit, CodeUnitMissing, nil)
	}
	if c.twice(c.entries, entryKey(e.Players), "", r, noColumn, CodeDuplicateEntry, strings.Join(e.Players, "、")) {
		return e // whatever else the two rows share is the same slip
	}
	c.twice(c.numbers, numberKey(e.Number), e.Group, r, columnNumber, CodeNumberDuplicate, e.Number)
	if e.Seed > 0 {
		c.twice(c.seeds, strconv.Itoa(e.Seed), e.Group, r, columnSeed, CodeSeedDuplicate, strconv.Itoa(e.Seed))
	}
	if c.opts.OnePairPerUnitAndGroup {
		c.twice(c.units, sameKey(e.Unit), e.Group, r, columnUnit, CodeUnitTwoPairs, e.Unit)
	}
	c.tooMany(r, e)
	c.duplicatePlayers(r, e)
	return e
}

// cellErrors are what a spreadsheet shows for a formula that fails.
var cellErrors = []string{"#N/A", "#REF!", "#VALUE!", "#NAME?", "#DIV/0!", "#NULL!", "#NUM!"}

// readable reports a cell whose text was lost before it came here.
func (c *checker) readable(r *line, at column) {
	text := strings.TrimSpace(r.cells[at])
	switch {
	case strings.ContainsRune(text, utf8.RuneError), at.isPlayer() && text != "" && strings.Trim(text, "?") == "":
		c.found.add(r.row, at, CodeEncoding, map[string]any{"Value": shown(strings.ReplaceAll(text, "\ufffd", "□"))})
	case slices.Contains(cellErrors, text):
		c.found.add(r.row, at, CodeCellError, map[string]any{"Value": text})
	default:
		return
	}
	r.spoilt[at] = true
}

// text reads a cell of at most so many characters.
func (c *checker) text(r *line, at column, limit int, code string) string {
	if r.spoilt[at] {
		return ""
	}
	text := clean(r.cells[at])
	if !c.fits(r, at, text, limit, code) {
		return ""
	}
	return text
}

// fits reports a text that is too long.
func (c *checker) fits(r *line, at column, text string, limit int, code string) bool {
	n := length(text)
	if n <= limit {
		return true
	}
	c.found.add(r.row, at, code, map[string]any{"Value": shown(text), "Length": n, "Limit": limit})
	r.spoilt[at] = true
	return false
}

// group reads the group in the event's spelling.
func (c *checker) group(r *line) string {
	if r.spoilt[columnGroup] {
		return ""
	}
	text := clean(r.cells[columnGroup])
	if text == "" {
		return c.noGroup(r)
	}
	name := groupName(text)
	if len(c.opts.Groups) == 0 {
		if !c.fits(r, columnGroup, name, MaxGroupLength, CodeGroupTooLong) {
			return ""
		}
		return name
	}
	known, ok := c.groups[sameKey(name)]
	if !ok {
		c.found.add(r.row, columnGroup, CodeGroupUnknown, map[string]any{"Value": shown(text), "Groups": c.opts.Groups})
		r.spoilt[columnGroup] = true
	}
	return known
}

// noGroup gives the group of a row that names none: the only one there is.
func (c *checker) noGroup(r *line) string {
	switch len(c.opts.Groups) {
	case 0:
		return ""
	case 1:
		return c.opts.Groups[0]
	}
	if c.table.has[columnGroup] {
		c.found.add(r.row, columnGroup, CodeGroupMissing, map[string]any{"Groups": c.opts.Groups})
	}
	r.spoilt[columnGroup] = true
	return ""
}

// seedForm is a number as lists write a seed.
var seedForm = regexp.MustCompile(`^(?:第|#|NO\.?)?\s*([0-9]{1,4})(?:\.0+)?(?:号|號)?(?:种子|種子)?$`)

// seed reads a seed; none, 0 and marks that say none are 0.
func (c *checker) seed(r *line) int {
	text := clean(r.cells[columnSeed])
	if r.spoilt[columnSeed] || isPlaceholder(text) {
		return 0
	}
	if n, ok := chineseDigit(strings.TrimRight(text, "号號种種子")); ok {
		text = n
	}
	form := seedForm.FindStringSubmatch(strings.ToUpper(text))
	if form == nil {
		c.found.add(r.row, columnSeed, CodeSeed, map[string]any{"Value": shown(text)})
		return 0
	}
	n, _ := strconv.Atoi(form[1]) // four digits cannot fail
	return n
}

// names reads the players of a row, as many as an entry has.
func (c *checker) names(r *line) []string {
	names := make([]string, c.opts.PlayersPerEntry)
	filled, several := 0, false
	for i := range MaxPlayers {
		at := player(i)
		text := withoutTail(r.cells[at])
		switch {
		case r.spoilt[at]:
			filled++
			continue
		case isPlaceholder(text):
			continue
		case i >= c.opts.PlayersPerEntry:
			c.found.add(r.row, at, CodeExtraPlayer, map[string]any{"Value": shown(text), "Count": c.opts.PlayersPerEntry})
			continue
		}
		filled++
		if isSeveral(text) {
			c.found.add(r.row, at, CodeSeveralNames, map[string]any{"Value": shown(text)})
			r.spoilt[at], several = true, true
			continue
		}
		names[i] = c.name(r, at, text)
	}
	switch {
	case filled == 0:
		c.noNames(r)
	case several:
	case filled == 1 && c.opts.Alone != NotAlone:
		return slices.DeleteFunc(names, func(name string) bool { return name == "" })
	default:
		c.missingNames(r, names)
	}
	return names
}

// name reads one name.
func (c *checker) name(r *line, at column, text string) string {
	name := cleanName(text)
	if c.table.split && hasIdeograph(name) && length(name) == 1 {
		c.found.add(r.row, at, CodeSplitName, map[string]any{"Value": name})
		r.spoilt[at] = true
		return ""
	}
	if !c.fits(r, at, name, MaxNameLength, CodeNameTooLong) {
		return ""
	}
	return name
}

// isSeveral tells a cell with more than one person. Marks part Chinese names
// only; in others they may belong.
func isSeveral(text string) bool {
	return strings.Contains(text, "\n") ||
		hasIdeograph(text) && strings.ContainsAny(text, "、，；;/／,|＋&＆")
}

// withoutTail trims a cell, and off a Chinese name the mark that parted it from
// the next.
func withoutTail(cell string) string {
	text := strings.TrimFunc(cell, isSpace)
	if !hasIdeograph(text) {
		return text
	}
	return strings.TrimRight(text, "、，；;,| \n")
}

// noNames reports a row without any player, unless the columns are missing.
func (c *checker) noNames(r *line) {
	for i := range c.opts.PlayersPerEntry {
		if c.table.has[player(i)] {
			c.found.add(r.row, player(i), CodeEmptyName, map[string]any{"Count": c.opts.PlayersPerEntry})
			return
		}
	}
}

// missingNames reports each player who is not there.
func (c *checker) missingNames(r *line, names []string) {
	for i, name := range names {
		at := player(i)
		if name == "" && !r.spoilt[at] && c.table.has[at] {
			c.found.add(r.row, at, CodeMissingPartner, map[string]any{"Count": len(names)})
		}
	}
}

// twice reports what a row before has already, within a scope. Empty keys and
// cells that were reported for something else are left alone.
func (c *checker) twice(seen map[string]int, key, scope string, r *line, at column, code, value string) bool {
	if key == "" || at != noColumn && (r.spoilt[at] || r.spoilt[columnGroup]) {
		return false
	}
	key = sameKey(scope) + "\x00" + key
	other, ok := seen[key]
	if !ok {
		seen[key] = r.row
		return false
	}
	c.found.add(r.row, at, code, map[string]any{"Value": shown(value), "OtherRow": other, "Group": scope})
	return true
}

// tooMany reports an entry beyond those that its unit may make.
func (c *checker) tooMany(r *line, e Entry) {
	key := sameKey(e.Unit)
	if c.opts.PerUnit <= 0 || key == "" || r.spoilt[columnUnit] {
		return
	}
	c.unitPlayers[key] += len(e.Players)
	if c.unitPlayers[key] > c.opts.PerUnit*c.opts.PlayersPerEntry {
		c.found.add(r.row, columnUnit, CodeUnitTooMany, map[string]any{"Value": shown(e.Unit), "Limit": c.opts.PerUnit})
	}
}

// numberKey takes 01 and 1 for the same number.
func numberKey(number string) string {
	key := sameKey(number)
	if trimmed := strings.TrimLeft(key, "0"); key != "" && strings.Trim(key, "0123456789") == "" {
		return "#" + trimmed
	}
	return key
}

// entryKey is the same for the same players in any order; "" if one is missing.
func entryKey(players []string) string {
	keys := make([]string, len(players))
	for i, name := range players {
		if keys[i] = sameKey(name); keys[i] == "" {
			return ""
		}
	}
	slices.Sort(keys)
	return strings.Join(keys, "\x00")
}

// namesakeNotes are the words in a note that say: another person, same name.
var namesakeNotes = []string{"同名", "重名", "namesake", "samename"}

// duplicatePlayers reports who stands in the list already. Two people may have
// one name: then the notes of both rows say so.
func (c *checker) duplicatePlayers(r *line, e Entry) {
	note := sameKey(e.Note)
	namesake := slices.ContainsFunc(namesakeNotes, func(word string) bool { return strings.Contains(note, word) })
	for i, name := range e.Players {
		key := sameKey(name)
		if key == "" {
			continue
		}
		first, ok := c.players[key]
		if !ok {
			c.players[key] = place{row: r.row, column: player(i), namesake: namesake}
			continue
		}
		if namesake && first.namesake {
			continue
		}
		c.found.add(r.row, player(i), CodeDuplicatePlayer, map[string]any{
			"Value": shown(name), "OtherRow": first.row, "OtherColumn": first.column.key()})
	}
}
