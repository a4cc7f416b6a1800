package event

import (
	"fmt"
	"slices"

	"kiosk/scoresheet/contest"
)

// ReplacePlayer has another player take the place of one of an entrant: before
// the first draw always, and then unless the rulebook fixes the players
// (scoresheet.EntryRules.FixedPlayers). Organiser and chief referee may override
// that. Matches that were played keep the names of those who played them.
type ReplacePlayer struct {
	Entrant contest.EntrantID
	Out, In string
	Reason  string
	// Override replaces a player although the rulebook does not have it.
	Override bool
	// Namesake: somebody of the same name plays for another entrant.
	Namesake bool
}

// Name is CmdReplacePlayer.
func (ReplacePlayer) Name() CommandName { return CmdReplacePlayer }

// Replacement is a player who took another's place.
type Replacement struct {
	// Player is the place among the entrant's players, from 0.
	Player int    `json:"player"`
	Out    string `json:"out"`
	In     string `json:"in"`
	Reason string `json:"reason"`
	// Round is the first one of the event that In plays in.
	Round int `json:"round"`
	// Override: the rulebook fixes the players.
	Override bool  `json:"override,omitempty"`
	Stamp    Stamp `json:"-"`
}

// PlayersIn are the entrant's players in a round of the event, as far as that
// is known: those of today without who came in later.
func (e Entrant) PlayersIn(round int) []string {
	players := slices.Clone(e.Players)
	for _, r := range slices.Backward(e.Replaced) {
		if r.Round > round && r.Player < len(players) {
			players[r.Player] = r.Out
		}
	}
	return players
}

// everybody are all who play or have played for the entrant.
func (e Entrant) everybody() []string {
	players := slices.Clone(e.Players)
	for _, r := range e.Replaced {
		if !slices.Contains(players, r.Out) {
			players = append(players, r.Out)
		}
	}
	return players
}

type playerReplaced struct {
	eventChange
	Entrant contest.EntrantID `json:"entrant"`
	Replacement
}

func (playerReplaced) kind() Kind { return "entrants.player-replaced" }

func (c ReplacePlayer) decide(s *State, env Env) ([]Change, error) {
	e, ok := s.Entrant(c.Entrant)
	if !ok {
		return nil, refuse("entrant.unknown", "entrant", string(c.Entrant))
	}
	if e.Left != nil {
		return nil, conflict("entrant.gone", "entrant", e.Name())
	}
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	at := slices.Index(e.Players, c.Out)
	if at < 0 {
		return nil, refuse("replace.out", "player", c.Out, "entrant", e.Name())
	}
	if err := s.checkPlayer(c.In, e.ID, c.Namesake); err != nil {
		return nil, err
	}
	if slices.Contains(e.Players, c.In) {
		return nil, refuse("entrant.player-twice", "player", c.In)
	}
	entry := s.Rulebook.Entry
	fixed := entry.FixedPlayers && len(s.Draws) > 0
	if fixed && !c.Override {
		return nil, conflict("replace.fixed", "article", s.Rulebook.Clause(entry.FixedPlayersArticle))
	}
	if fixed && !slices.Contains(heads, env.By.Role) {
		return nil, refuse("replace.override", "article", s.Rulebook.Clause(entry.FixedPlayersArticle))
	}
	return []Change{playerReplaced{Entrant: e.ID, Replacement: Replacement{
		Player: at, Out: c.Out, In: c.In, Reason: c.Reason, Round: s.playsNext(e.ID), Override: fixed,
	}}}, nil
}

// checkPlayer wants the name of a player of the entrant that nobody else in the
// event has, unless it is said to be a namesake.
func (s *State) checkPlayer(name string, id contest.EntrantID, namesake bool) error {
	if err := checkText("player", name, MaxName, true); err != nil {
		return err
	}
	for _, other := range s.Entrants {
		if other.ID != id && !namesake && slices.Contains(other.Players, name) {
			return conflict("entrant.player-taken", "player", name, "entrant", other.Name())
		}
	}
	return nil
}

// playsNext is the round of the event whose match the entrant plays now, or
// plays next.
func (s *State) playsNext(id contest.EntrantID) int {
	for _, m := range s.openMatches(id) {
		if m.Round == len(s.Rounds) {
			return m.Round
		}
	}
	return len(s.Rounds) + 1
}

func (c playerReplaced) evolve(next *State, e Entry) error {
	entrant, ok := next.Entrant(c.Entrant)
	if !ok || c.Player < 0 || c.Player >= len(entrant.Players) {
		return fmt.Errorf("no player %d of entrant %s", c.Player, c.Entrant)
	}
	replacement := c.Replacement
	replacement.Stamp = Stamp{e.By, e.At}
	for _, m := range next.openMatches(c.Entrant) {
		if m.Seats == nil && m.Seated == nil {
			continue
		}
		changed := m.renamed(m.SideOf(c.Entrant), func(name string) string {
			if name == c.Out {
				return c.In
			}
			return name
		})
		next.setMatch(changed, e)
	}
	return next.amend(c.Entrant, func(entrant *Entrant) {
		entrant.Players = slices.Clone(entrant.Players)
		entrant.Players[c.Player] = c.In
		entrant.Replaced = append(slices.Clone(entrant.Replaced), replacement)
	})
}
