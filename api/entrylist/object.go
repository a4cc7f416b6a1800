package entrylist

import (
	"encoding/json"
	"errors"
	"strings"
)

// isJSON tells JSON by its first character, or by what the sender says it is.
func isJSON(text string, opts Options) bool {
	return strings.HasPrefix(text, "{") || strings.HasPrefix(text, "[") ||
		strings.Contains(strings.ToLower(opts.ContentType), "json") ||
		strings.HasSuffix(strings.ToLower(opts.FileName), ".json")
}

// playersKey holds the names in a list, instead of player1, player2 and so on.
const playersKey = "players"

// readJSON reads {"entrants": [{…}]} or the array alone. It walks the tokens,
// because a key that stands twice must be seen.
func readJSON(text string, opts Options, found *findings) (table, bool) {
	var syntax *json.SyntaxError
	if err := json.Unmarshal([]byte(text), new(json.RawMessage)); errors.As(err, &syntax) {
		before := text[:min(int(syntax.Offset), len(text))]
		found.add(0, noColumn, CodeJSON, map[string]any{"Line": 1 + strings.Count(before, "\n")})
		return table{}, false
	}
	j := &jsonReader{dec: json.NewDecoder(strings.NewReader(text)), opts: opts, found: found}
	j.dec.UseNumber()
	for c := range columnCount {
		j.table.has[c] = true
	}
	switch err := j.document(); {
	case errors.Is(err, errTooMany):
		found.add(0, noColumn, CodeTooManyRows, map[string]any{"Limit": opts.MaxRows})
	case err != nil:
		found.add(0, noColumn, CodeJSONShape, nil)
	default:
		return j.table, true
	}
	return table{}, false
}

// Reasons to stop reading JSON that is well formed.
var (
	errShape   = errors.New("not a list of entrants")
	errTooMany = errors.New("too many entrants")
)

// jsonReader walks one document.
type jsonReader struct {
	dec   *json.Decoder
	opts  Options
	found *findings
	table table
	row   int
}

func (j *jsonReader) document() error {
	start, err := j.dec.Token()
	if err != nil {
		return err
	}
	switch start {
	case json.Delim('['):
		return j.entrants()
	case json.Delim('{'):
		return j.envelope()
	}
	return errShape
}

// envelope reads the object around the list.
func (j *jsonReader) envelope() error {
	seen := false
	err := j.members(func(key string) error {
		if key != "entrants" {
			j.unknown(0, key, []string{"entrants"})
			return j.skip()
		}
		if start, err := j.dec.Token(); err != nil {
			return err
		} else if start != json.Delim('[') || seen {
			return errShape
		}
		seen = true
		return j.entrants()
	})
	if err == nil && !seen {
		return errShape
	}
	return err
}

// members calls for each key of an object whose start was read.
func (j *jsonReader) members(value func(key string) error) error {
	for j.dec.More() {
		key, err := j.dec.Token()
		if err != nil {
			return err
		}
		if err := value(key.(string)); err != nil {
			return err
		}
	}
	_, err := j.dec.Token()
	return err
}

// entrants reads the array whose start was read.
func (j *jsonReader) entrants() error {
	for j.dec.More() {
		if j.row++; j.row > j.opts.MaxRows {
			return errTooMany
		}
		var raw json.RawMessage
		if err := j.dec.Decode(&raw); err != nil {
			return err
		}
		if raw[0] != '{' {
			j.found.add(j.row, noColumn, CodeWrongType, nil)
			continue
		}
		if err := j.entrant(raw); err != nil {
			return err
		}
	}
	_, err := j.dec.Token()
	return err
}

// entrant reads one object into a line.
func (j *jsonReader) entrant(raw json.RawMessage) error {
	inner := jsonReader{dec: json.NewDecoder(strings.NewReader(string(raw))), opts: j.opts, found: j.found, row: j.row}
	inner.dec.UseNumber()
	if _, err := inner.dec.Token(); err != nil {
		return err
	}
	l := line{row: j.row}
	var filled [columnCount]bool
	err := inner.members(func(key string) error {
		if key == playersKey {
			return inner.players(&l, &filled)
		}
		c, ok := columnByKey(key)
		if !ok {
			inner.unknown(j.row, key, append(columnKeys(columnsFor(j.opts.PlayersPerEntry)), playersKey))
			return inner.skip()
		}
		return inner.cell(&l, &filled, c)
	})
	j.table.lines = append(j.table.lines, l)
	return err
}

// cell reads one value into its column; only texts and numbers can stand there.
func (j *jsonReader) cell(l *line, filled *[columnCount]bool, c column) error {
	var value any
	if err := j.dec.Decode(&value); err != nil {
		return err
	}
	if filled[c] {
		j.found.add(j.row, c, CodeDuplicateColumn, map[string]any{"OtherColumn": c.key(), "Other": c.key()})
		return nil
	}
	filled[c] = true
	switch v := value.(type) {
	case nil:
	case string:
		l.cells[c] = v
	case json.Number:
		l.cells[c] = v.String()
	default:
		j.found.add(j.row, c, CodeWrongType, nil)
		l.spoilt[c] = true
	}
	return nil
}

// players reads the names given as a list.
func (j *jsonReader) players(l *line, filled *[columnCount]bool) error {
	var names []*string
	err := j.dec.Decode(&names)
	var wrong *json.UnmarshalTypeError
	switch {
	case errors.As(err, &wrong):
		j.found.add(j.row, columnPlayer1, CodeWrongType, nil)
		for i := range MaxPlayers {
			l.spoilt[player(i)] = true
		}
		return nil
	case err != nil:
		return err
	}
	if len(names) > MaxPlayers {
		j.found.add(j.row, columnPlayer6, CodeExtraPlayer, map[string]any{"Count": j.opts.PlayersPerEntry, "Value": shownName(names[MaxPlayers])})
		l.spoilt[columnPlayer6] = true
		names = names[:MaxPlayers]
	}
	for i, name := range names {
		switch {
		case filled[player(i)]:
			j.found.add(j.row, player(i), CodeDuplicateColumn, map[string]any{"OtherColumn": player(i).key(), "Other": playersKey})
		case name != nil:
			l.cells[player(i)] = *name
		}
		filled[player(i)] = true
	}
	return nil
}

// shownName gives a name of a list to show; null is none.
func shownName(name *string) string {
	if name == nil {
		return ""
	}
	return shown(*name)
}

// unknown reports a key that does not exist, with those that do.
func (j *jsonReader) unknown(row int, key string, known []string) {
	j.found.report(Problem{Row: row, Column: shown(key), Code: CodeUnknownColumn, Args: map[string]any{"Columns": known}})
}

// skip leaves one value out.
func (j *jsonReader) skip() error {
	var ignored json.RawMessage
	return j.dec.Decode(&ignored)
}
