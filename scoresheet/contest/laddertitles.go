package contest

import (
	"cmp"
	"slices"
	"strconv"

	"kiosk/scoresheet"
)

// MoveReason says why somebody got, kept or lost a title.
type MoveReason string

// The reasons of moves.
const (
	// MoveClaimed: it has beaten all who held the title.
	MoveClaimed MoveReason = "claimed"
	// MovePassedOn: the seats of the title that it claimed went to others, whose
	// claims stand before its own.
	MovePassedOn MoveReason = "passed-on"
	// MoveNoSeat: it claimed a title, and found no seat at all.
	MoveNoSeat MoveReason = "no-seat"
	// MoveDown: the seats of its title went to others.
	MoveDown MoveReason = "moved-down"
	// MoveLost: it has lost to as many challengers as lose the title.
	MoveLost MoveReason = "lost"
	// MoveGaveUp: it stayed away too often.
	MoveGaveUp MoveReason = "gave-up"
	// MoveOut: it held the lowest title, and the seats went to others.
	MoveOut MoveReason = "out"
	// MoveWithdrawn: it has left.
	MoveWithdrawn MoveReason = "withdrawn"
	// MoveGranted: the organiser gave or took the title, for Reason.
	MoveGranted MoveReason = "granted"
)

// LadderRule is what put somebody behind those who have the seats.
type LadderRule string

// The rules, in the order in which they are asked. Claims are not compared by
// losses as a holder.
const (
	// LadderClaim: who claims goes before who only held a title.
	LadderClaim LadderRule = "claim"
	// LadderFromAbove: who claimed or held a higher title goes first.
	LadderFromAbove LadderRule = "from-above"
	// LadderLosses: fewer challengers that it has lost to since it took the title.
	LadderLosses LadderRule = "losses"
	// LadderQuarterPoints and LadderYearPoints: more points.
	LadderQuarterPoints LadderRule = "quarter-points"
	LadderYearPoints    LadderRule = "year-points"
	// LadderChampionship: the better place in the last championship.
	LadderChampionship LadderRule = "championship"
	// LadderLot: drawn from the seed with which the quarter was closed.
	LadderLot LadderRule = "lot"
)

// LadderMove is a change of a title. Who keeps its title is not moved.
type LadderMove struct {
	Entrant EntrantID `json:"entrant"`
	// From and To are titles, "" for none.
	From string     `json:"from,omitempty"`
	To   string     `json:"to,omitempty"`
	Why  MoveReason `json:"why"`
	// Against are those whom it has beaten (MoveClaimed), who have beaten it
	// (MoveLost), or who have the seats that it did not get.
	Against []EntrantID `json:"against,omitempty"`
	// By is what put it behind the last of those who have the seats.
	By LadderRule `json:"by,omitempty"`
	// Reason is the organiser's, for MoveGranted.
	Reason string `json:"reason,omitempty"`
}

// LadderQuarter is a quarter that was closed.
type LadderQuarter struct {
	Number int `json:"number"`
	// First and Last are its rounds, 0 where it had none.
	First int `json:"first,omitempty"`
	Last  int `json:"last,omitempty"`
	// Before and After are the holders of each title, in the order of the rules.
	Before [][]EntrantID `json:"before"`
	After  [][]EntrantID `json:"after"`
	// Moves are all changes of titles within it and at its end.
	Moves []LadderMove `json:"moves"`
	// Seed is what lots were drawn from when it was closed.
	Seed string `json:"seed,omitempty"`
	// Now is what After would be by the results as they are now, nil where that
	// is the same: the organiser may grant titles accordingly, or leave them.
	Now [][]EntrantID `json:"now,omitempty"`
}

// CloseLadder is the closing of the quarter that is being played, with what it
// makes of the titles. Lots are drawn from the seed. It does not ask whether
// anything is left to play: LadderOf says so.
//
// Faults: those of LadderOver, "draw.seed", "ladder.over".
func CloseLadder(stage Stage, seed string) (LadderAct, error) {
	l, err := newLadder(stage)
	switch {
	case err != nil:
		return LadderAct{}, err
	case seed == "":
		return LadderAct{}, scoresheet.Faults{fault("draw.seed", "/seed")}
	case l.over():
		return LadderAct{}, scoresheet.Faults{fault("ladder.over", "")}
	}
	after, moves := l.settle(seed)
	return LadderAct{
		Kind: LadderClose, After: len(stage.Rounds), Seed: seed, Outcome: &LadderOutcome{Titles: l.holdersIn(after), Moves: moves},
	}, nil
}

// close ends the quarter: titles change, and the next one begins.
func (l *ladder) close(act LadderAct) {
	quarter := LadderQuarter{
		Number: len(l.closed) + 1, First: l.first, Last: l.last,
		Before: l.holdersIn(l.before), Seed: act.Seed,
	}
	after, moves := l.settle(act.Seed)
	if act.Outcome != nil {
		stands := l.titlesOf(act.Outcome.Titles)
		if !slices.Equal(stands, after) {
			quarter.Now = l.holdersIn(after)
		}
		after, moves = stands, act.Outcome.Moves
	}
	for i := range l.title {
		if after[i] != l.title[i] || l.rules.LossesOver == scoresheet.LossesOfQuarter {
			l.lostTo[i] = nil
		}
	}
	l.title = after
	quarter.Moves, quarter.After = append(slices.Clip(l.moves), moves...), l.holdersIn(after)
	l.closed = append(l.closed, quarter)
	l.begin()
}

// titlesOf reads who holds which title; who has left holds none.
func (l *ladder) titlesOf(holders [][]EntrantID) []int {
	titles := make([]int, len(l.title))
	for i := range titles {
		titles[i] = noTitle
	}
	for t, ids := range holders[:min(len(holders), len(l.rules.Titles))] {
		for _, id := range ids[:min(len(ids), l.rules.Titles[t].Holders)] {
			if i, ours := l.index[id]; ours && !l.gone(i, l.now) {
				titles[i] = t
			}
		}
	}
	return titles
}

func (l *ladder) holdersIn(title []int) [][]EntrantID {
	list := make([][]EntrantID, len(l.rules.Titles))
	for i, t := range title {
		if t != noTitle {
			list[t] = append(list[t], l.entrants[i].ID)
		}
	}
	return list
}

// claim is the highest title all of whose holders the entrant has beaten, on a
// way that was open to it; noTitle for none.
func (l *ladder) claim(i int) int {
	if l.gaveUp(i) || l.gone(i, l.now) {
		return noTitle
	}
	for t := len(l.rules.Titles) - 1; t > l.title[i]; t-- {
		others := len(l.targets(i, t))
		if others > 0 && l.wonAgainst(i, t, l.targets(i, t)) == others && l.reached(i, t) {
			return t
		}
	}
	return noTitle
}

// seating settles who gets the seats of one title after the other.
type seating struct {
	*ladder
	seed   string
	claims []int
	lots   []int
	after  []int
	moves  []LadderMove
}

// candidate is somebody who may get a seat.
type candidate struct {
	entrant int
	// from is the title that it claims, or holds.
	from   int
	claims bool
	// against are those who got the seats of the title above, and by is what put
	// it behind the last of them; nil and empty where it asked for none.
	against []EntrantID
	by      LadderRule
}

// settle says who holds which title once the quarter is closed, and why. An
// empty seed draws no lots: where one is needed the order of ids stands.
func (l *ladder) settle(seed string) ([]int, []LadderMove) {
	s := &seating{ladder: l, seed: seed, after: make([]int, len(l.title)), claims: make([]int, len(l.title))}
	for i := range l.title {
		s.after[i], s.claims[i] = noTitle, l.claim(i)
	}
	var field []candidate
	for t := len(l.rules.Titles) - 1; t >= 0; t-- {
		for i, title := range l.title {
			switch {
			case s.claims[i] == t:
				field = append(field, candidate{entrant: i, from: t, claims: true})
			case title == t && s.claims[i] == noTitle && l.stays(i):
				field = append(field, candidate{entrant: i, from: t})
			}
		}
		field = s.seat(t, field)
	}
	for _, c := range field {
		why := MoveOut
		if c.claims {
			why = MoveNoSeat
		}
		s.moves = append(s.moves, s.move(c, noTitle, why))
	}
	s.lose()
	return s.after, s.moves
}

// stays reports whether a holder has not lost its title by itself.
func (l *ladder) stays(i int) bool {
	return !l.gaveUp(i) && (l.rules.Losses < 1 || len(l.lostTo[i]) < l.rules.Losses)
}

// seat gives the seats of a title to the first of the field, and returns the
// others.
func (s *seating) seat(title int, field []candidate) []candidate {
	slices.SortFunc(field, func(a, b candidate) int { order, _ := s.compare(a, b); return order })
	seats := min(s.rules.Titles[title].Holders, len(field))
	var seated []int
	for _, c := range field[:seats] {
		s.after[c.entrant] = title
		seated = append(seated, c.entrant)
		switch {
		case s.title[c.entrant] == title:
		case c.from > title && c.claims:
			s.moves = append(s.moves, s.move(c, title, MovePassedOn))
		case c.from > title:
			s.moves = append(s.moves, s.move(c, title, MoveDown))
		default:
			c.against = s.ids(s.targets(c.entrant, title))
			s.moves = append(s.moves, s.move(c, title, MoveClaimed))
		}
	}
	others := slices.Clone(field[seats:])
	for i := range others {
		others[i].against = s.ids(seated)
		_, others[i].by = s.compare(field[seats-1], others[i])
	}
	return others
}

func (s *seating) move(c candidate, to int, why MoveReason) LadderMove {
	return LadderMove{
		Entrant: s.entrants[c.entrant].ID, From: s.titleID(s.title[c.entrant]), To: s.titleID(to),
		Why: why, Against: c.against, By: c.by,
	}
}

// lose tells of those who lost their titles by themselves.
func (s *seating) lose() {
	for i, title := range s.title {
		if title == noTitle || s.after[i] != noTitle || s.stays(i) || s.claims[i] != noTitle {
			continue
		}
		c, why := candidate{entrant: i, against: s.ids(slices.Sorted(slices.Values(s.lostTo[i])))}, MoveLost
		if s.gaveUp(i) {
			c.against, why = nil, MoveGaveUp
		}
		s.moves = append(s.moves, s.move(c, noTitle, why))
	}
}

func (l *ladder) ids(list []int) []EntrantID {
	ids := make([]EntrantID, len(list))
	for k, i := range list {
		ids[k] = l.entrants[i].ID
	}
	return ids
}

// compare puts the one before who is seated first, and says by what. No two
// entrants are level: the last word is a lot.
func (s *seating) compare(a, b candidate) (int, LadderRule) {
	i, j := a.entrant, b.entrant
	if a.claims != b.claims {
		return claimFirst(a.claims), LadderClaim
	}
	if a.from != b.from {
		return cmp.Compare(b.from, a.from), LadderFromAbove
	}
	for _, rule := range []struct {
		name  LadderRule
		order int
	}{
		{LadderLosses, s.byLosses(a, b)},
		{LadderQuarterPoints, cmp.Compare(s.gained[j], s.gained[i])},
		{LadderYearPoints, cmp.Compare(s.points[j], s.points[i])},
		{LadderChampionship, comparePlaces(s.place[i], s.place[j])},
	} {
		if rule.order != 0 {
			return rule.order, rule.name
		}
	}
	return cmp.Compare(s.lot(i), s.lot(j)), LadderLot
}

// byLosses compares holders; claims are not weighed by losses as a holder.
func (s *seating) byLosses(a, b candidate) int {
	if a.claims {
		return 0
	}
	return cmp.Compare(len(s.lostTo[a.entrant]), len(s.lostTo[b.entrant]))
}

func claimFirst(claims bool) int {
	if claims {
		return -1
	}
	return 1
}

// comparePlaces puts the better place first, and one before none.
func comparePlaces(a, b int) int {
	if a < 1 || b < 1 {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}

// lot is the entrant's place in the order that the quarter's seed gives.
func (s *seating) lot(i int) int {
	if s.lots == nil {
		s.lots = make([]int, len(s.entrants))
		order := s.byID()
		if s.seed != "" {
			shuffle(newUrn(s.seed, "ladder titles", strconv.Itoa(len(s.closed)+1)), order)
		}
		for k, entrant := range order {
			s.lots[entrant] = k
		}
	}
	return s.lots[i]
}

// byID are all entrants in the order of their ids.
func (l *ladder) byID() []int {
	order := make([]int, len(l.entrants))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(l.entrants[a].ID, l.entrants[b].ID) })
	return order
}
