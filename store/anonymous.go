package store

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"kiosk/scoresheet/event"
)

// Hidden is a kind of text that an event without names has something else for.
type Hidden string

// The kinds. HiddenText is what people have written freely: reasons, notes.
const (
	HiddenEvent  Hidden = "event"
	HiddenIssuer Hidden = "issuer"
	HiddenPlayer Hidden = "player"
	HiddenUnit   Hidden = "unit"
	HiddenTeam   Hidden = "team"
	HiddenStaff  Hidden = "staff"
	HiddenDevice Hidden = "device"
	HiddenText   Hidden = "text"
)

// AllHidden are all kinds.
var AllHidden = []Hidden{HiddenEvent, HiddenIssuer, HiddenPlayer, HiddenUnit, HiddenTeam, HiddenStaff, HiddenDevice, HiddenText}

// Alias is what stands for a text: by its kind, and a number from 1 in the order
// in which texts of the kind first occur.
type Alias func(kind Hidden, n int) string

// Anonymous is the event with other texts for all that tells of people: names of
// players, teams, units, staff and devices, the event's own, reasons, notes,
// whatever else was written freely, and numbers of entrants that are longer than
// a few digits. One text has one alias throughout, so that the event draws,
// scores and ranks as before. What the rulebook says, times, and results stay.
// It has an ID and a chain of its own.
func (x *Exported) Anonymous(alias Alias) (*Exported, error) {
	a := &anonymiser{alias: alias, known: map[Hidden]map[string]string{}, shown: map[string]string{}, numbers: map[string]string{}, groups: map[string]bool{}}
	values := make([]any, len(x.decided.Entries))
	for i, e := range x.decided.Entries {
		decoder := json.NewDecoder(bytes.NewReader(e.Data))
		decoder.UseNumber()
		if err := decoder.Decode(&values[i]); err != nil {
			return nil, ErrDamaged.in(x.State.ID, e.N).because(err)
		}
		a.collect(e.Kind, values[i])
	}
	a.rankNumbers()
	var journal []json.RawMessage
	head := exportHead{Event: otherID(x.State.Head)}
	for i, e := range x.decided.Entries {
		value := a.value(e.Kind, "", values[i])
		if created, ok := value.(map[string]any); ok && e.Kind == firstKind {
			created["id"] = string(head.Event)
		}
		data, err := json.Marshal(value)
		if err != nil {
			return nil, err
		}
		next := event.Entry{V: e.V, N: e.N, At: e.At, By: a.author(e.By), Kind: e.Kind, Match: e.Match, Data: data, Prev: head.Head}
		encoded, err := next.Encode()
		if err != nil {
			return nil, err
		}
		head.Entries, head.Head = e.N, event.HashOf(encoded)
		journal = append(journal, encoded)
	}
	return followExport(head, journal)
}

// otherID is an ID for the event without names, the same each time.
func otherID(head event.Hash) event.ID {
	sum := sha256.Sum256(head[:])
	return event.ID(strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5])))
}

type anonymiser struct {
	alias Alias
	known map[Hidden]map[string]string
	// shown are the aliases of what entrants are called, which may be made of
	// several texts.
	shown map[string]string
	// numbers are the aliases of the entrants' numbers; none where they are
	// short.
	numbers map[string]string
	groups  map[string]bool
}

// collect notes what has to be known before the first text is replaced: the
// entrants' numbers and groups.
func (a *anonymiser) collect(kind event.Kind, value any) {
	switch v := value.(type) {
	case []any:
		for _, each := range v {
			a.collect(kind, each)
		}
	case map[string]any:
		if number, ok := v["number"].(string); ok {
			a.numbers[number] = ""
		}
		if group, ok := v["group"].(string); ok {
			a.groups[group] = true
		}
		for key, each := range v {
			if !isOpen(kind, key) {
				a.collect(kind, each)
			}
		}
	}
}

// shortNumber is how long a number may be that tells nothing of a person.
const shortNumber = 4

// rankNumbers numbers the entrants anew where their numbers may be those of
// students or staff, in the order in which contests take them.
func (a *anonymiser) rankNumbers() {
	var numbers []string
	long := false
	for number := range a.numbers {
		numbers = append(numbers, number)
		long = long || utf8.RuneCountInString(number) > shortNumber
	}
	slices.SortFunc(numbers, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	})
	for i, number := range numbers {
		a.numbers[number] = number
		if long && number != "" {
			a.numbers[number] = strconv.Itoa(i + 1)
		}
	}
}

func (a *anonymiser) hide(kind Hidden, text string) string {
	if text == "" {
		return ""
	}
	if a.known[kind] == nil {
		a.known[kind] = map[string]string{}
	}
	found, ok := a.known[kind][text]
	if !ok {
		found = a.alias(kind, len(a.known[kind])+1)
		a.known[kind][text] = found
	}
	return found
}

// author hides who did something. A side is called by its place, and the public
// and the kiosk by nothing.
func (a *anonymiser) author(by event.Author) event.Author {
	if by.Role != event.SideRole {
		by.Name = a.hide(HiddenStaff, by.Name)
	}
	by.Device = a.hide(HiddenDevice, by.Device)
	return by
}

// hiddenKeys are the keys whose texts tell of people, wherever they stand.
var hiddenKeys = map[string]Hidden{
	"players": HiddenPlayer, "seats": HiddenPlayer, "unit": HiddenUnit, "team": HiddenTeam, "issuer": HiddenIssuer,
	"device": HiddenDevice, "label": HiddenDevice, "over": HiddenDevice, "reason": HiddenText, "note": HiddenText,
}

// openKeys are those whose values stay whole: they are the rulebook's words, or
// no words.
var openKeys = []string{"settings", "group", "phase", "title", "zone", "dates"}

// firstOpenKeys are those of the first entry: the rulebook, which is no secret.
var firstOpenKeys = []string{"rulebook", "text", "hash"}

func isOpen(kind event.Kind, key string) bool {
	return slices.Contains(openKeys, key) || kind == firstKind && slices.Contains(firstOpenKeys, key)
}

// replacedKind is the kind of the entry in which two keys are names that are
// otherwise entrants.
const replacedKind event.Kind = "entrants.player-replaced"

// drawKinds are the kinds of entries whose reasons are the program's own words.
var drawKinds = []event.Kind{"phase.drawn", "round.drawn", "schedule.changed"}

// value is a value of an entry's data without names; key is the one that it
// stands under.
func (a *anonymiser) value(kind event.Kind, key string, value any) any {
	if isOpen(kind, key) {
		return value
	}
	switch v := value.(type) {
	case string:
		return a.text(kind, key, v)
	case []any:
		out := make([]any, len(v))
		for i, each := range v {
			out[i] = a.value(kind, key, each)
		}
		return out
	case map[string]any:
		return a.object(kind, key, v)
	}
	return value
}

func (a *anonymiser) object(kind event.Kind, key string, from map[string]any) map[string]any {
	out := make(map[string]any, len(from))
	names := make([]string, 0, len(from))
	for name := range from {
		names = append(names, name)
	}
	slices.Sort(names) // the aliases are numbered in one order
	for _, name := range names {
		under := name
		if key == "seats" {
			under = key // its own keys are seats
		}
		out[name] = a.value(kind, under, from[name])
	}
	_, isGroup := from["order"]
	if name, ok := from["name"].(string); ok && isGroup {
		out["name"] = name
	}
	if _, ok := from["players"]; ok {
		a.shown[called(from)] = called(out)
	}
	return out
}

// called is what an entrant is called.
func called(entrant map[string]any) string {
	var e event.Entrant
	data, err := json.Marshal(entrant)
	if err == nil {
		err = json.Unmarshal(data, &e)
	}
	if err != nil {
		return "" // It is something else that has players.
	}
	return e.Name()
}

// plain is a word of the program: a state, a side, a card, a time, a number.
var plain = regexp.MustCompile(`^[A-Za-z0-9._:+/-]{1,128}$`)

func (a *anonymiser) text(kind event.Kind, key, text string) string {
	switch {
	case text == "":
		return ""
	case key == "reason" && slices.Contains(drawKinds, kind) && plain.MatchString(text):
		return text
	case kind == replacedKind && (key == "out" || key == "in"):
		return a.hide(HiddenPlayer, text)
	case key == "number":
		return a.numbers[text]
	case key == "name":
		return a.name(kind, text)
	}
	if hidden, ok := hiddenKeys[key]; ok {
		return a.hide(hidden, text)
	}
	if a.groups[text] || plain.MatchString(text) && !a.person(text) {
		return text
	}
	return a.hide(HiddenText, text)
}

// name is the name of the event in the entries about it, and otherwise what an
// entrant is called.
func (a *anonymiser) name(kind event.Kind, text string) string {
	if kind == firstKind || kind == "event.renamed" {
		return a.hide(HiddenEvent, text)
	}
	if shown, ok := a.shown[text]; ok {
		return shown
	}
	return a.hide(HiddenTeam, text)
}

// person reports whether a word is the name of somebody.
func (a *anonymiser) person(text string) bool {
	if utf8.RuneCountInString(text) <= 3 {
		return false // A side, a card, a level.
	}
	for _, kind := range []Hidden{HiddenPlayer, HiddenUnit, HiddenTeam, HiddenStaff} {
		if _, ok := a.known[kind][text]; ok {
			return true
		}
	}
	return false
}

// Read is an event as its export would be read, up to the state it has now.
func (b *Bolt) Read(id event.ID) (*Exported, error) { return readAll(b, id) }

func readAll(from journals, id event.ID) (*Exported, error) {
	state, ok := from.State(id)
	if !ok {
		return nil, &event.Refusal{Code: "event.unknown"}
	}
	x := &Exported{}
	var chain event.Chain
	for chain.Len() < state.Version {
		encoded, err := from.encoded(id, chain.Len(), min(MaxEntries, state.Version-chain.Len()))
		if err != nil {
			return nil, err
		}
		if len(encoded) == 0 {
			return nil, ErrDamaged.in(id, chain.Len()+1).because(errors.New("it is missing"))
		}
		for _, each := range encoded {
			entry, err := chain.Add(each)
			if err == nil {
				err = x.add(entry, each)
			}
			if err != nil {
				return nil, entryError(id, chain.Len()+1, fmt.Errorf("read: %w", err))
			}
		}
	}
	x.State = x.decided.State
	return x, nil
}
