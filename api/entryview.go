package api

import (
	"time"

	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// entryView is what the rulebook says of a single entry, for a page that takes
// one in.
type entryView struct {
	Players int      `json:"players"`
	Groups  []string `json:"groups"`
	// Partners is how pairs of persons come about: "lot", "either", or "" where
	// pairs are entered as pairs.
	Partners string `json:"partners"`
	// FixedPlayers: nobody is replaced once a round is drawn, by the article of
	// Clause.
	FixedPlayers bool   `json:"fixed_players"`
	Clause       string `json:"clause"`
}

func (v viewer) entry() entryView {
	rules := v.Rulebook.Entry
	return entryView{
		Players: rules.Players, Groups: notNil(rules.Groups), Partners: rules.Partners,
		FixedPlayers: rules.FixedPlayers, Clause: v.Rulebook.Clause(rules.FixedPlayersArticle),
	}
}

// replacementView is a player who took another's place.
type replacementView struct {
	Out    string `json:"out"`
	In     string `json:"in"`
	Reason string `json:"reason"`
	// Round is the first one of the event that In plays in.
	Round int       `json:"round"`
	By    string    `json:"by"`
	At    time.Time `json:"at"`
}

func replacementsOf(e event.Entrant) []replacementView {
	list := make([]replacementView, len(e.Replaced))
	for i, r := range e.Replaced {
		list[i] = replacementView{Out: r.Out, In: r.In, Reason: r.Reason, Round: r.Round, By: r.Stamp.By.Name, At: r.Stamp.At.UTC()}
	}
	return list
}

// lotView is an entrant that persons became.
type lotView struct {
	Lot     int               `json:"lot"`
	Entrant contest.EntrantID `json:"entrant"`
	// Persons are the names of those who play together.
	Persons []string `json:"persons"`
	// Seed is what the lot was drawn from, "" where they were named together.
	Seed string `json:"seed"`
}

func (v viewer) lots() []lotView {
	lots := make([]lotView, len(v.Partners))
	for i, lot := range v.Partners {
		lots[i] = lotView{Lot: lot.Lot, Entrant: lot.Entrant, Seed: lot.Seed, Persons: make([]string, len(lot.Persons))}
		for p, person := range lot.Persons {
			lots[i].Persons[p] = person.Name()
		}
	}
	return lots
}

// entrantViews are all entrants of the event.
func entrantViews(s *event.State) []entrantView {
	drawn := drawnFirst(s)
	views := make([]entrantView, len(s.Entrants))
	for i, e := range s.Entrants {
		views[i] = entrantOf(e, drawn[e.ID])
	}
	return views
}

// drawnFirst are those who are in the first phase, once it is drawn.
func drawnFirst(s *event.State) map[contest.EntrantID]bool {
	drawn := map[contest.EntrantID]bool{}
	if len(s.Draws) == 0 {
		return drawn
	}
	for _, group := range s.Draws[0].Groups {
		for _, id := range group.Order {
			drawn[id] = true
		}
	}
	return drawn
}
