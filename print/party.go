package print

import "strings"

// Party is an entrant as a list shows it.
type Party struct {
	// Number is the entrant's number; empty if there is none.
	Number string
	// Name is that of the team; empty where the players are the entrant.
	Name string
	// Unit is the branch, school or club.
	Unit string
	// Players are left out of lists where Name says enough.
	Players []string
}

// title is the name by which a list calls the party: the team and on a
// second line its players, or the players alone.
func (p Party) title(separator string) string {
	players := strings.Join(p.Players, separator)
	switch {
	case p.Name == "":
		return players
	case players == "" || players == p.Name:
		return p.Name
	}
	return p.Name + "\n" + players
}

// IsZero reports a party that nobody has filled in.
func (p Party) IsZero() bool {
	return p.Number == "" && p.Name == "" && p.Unit == "" && len(p.Players) == 0
}

// separator stands between names of one entrant.
func (l *layout) separator() string { return l.word("print.separator") }

// joined puts the parts that are there side by side.
func joined(between string, parts ...string) string {
	var there []string
	for _, part := range parts {
		if strings.TrimSpace(part) != "" {
			there = append(there, part)
		}
	}
	return strings.Join(there, between)
}

// number names an entrant's number in words, or is empty.
func (l *layout) number(n string) string {
	if n == "" {
		return ""
	}
	return l.word("print.number", "Number", n)
}

// wordOr is a text that was handed in, or else the words for a key.
func (l *layout) wordOr(text, key string) string {
	if text != "" {
		return text
	}
	return l.word(key)
}
