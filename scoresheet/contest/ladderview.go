package contest

import (
	"slices"

	"kiosk/scoresheet"
)

// LadderView is a challenge ladder as it stands, for people to read.
type LadderView struct {
	// Quarter is the one that is being played, from 1; after the year, the last.
	Quarter  int        `json:"quarter"`
	Quarters int        `json:"quarters"`
	Next     LadderStep `json:"next"`
	// NextTitle is the title whose holders are challenged in the next round.
	NextTitle string `json:"next_title,omitempty"`
	// Titles are the titles, highest first.
	Titles []LadderTitle `json:"titles"`
	// Challengers are those of this quarter, or who would be if it began now, in
	// the order of the field.
	Challengers []LadderChallenger `json:"challengers"`
	// Asked are the matches among holders that were asked for in this quarter.
	Asked []LadderAsked `json:"asked,omitempty"`
	// Matches are all of the year, in the order in which they were drawn.
	Matches []LadderMatch `json:"matches"`
	// Closed are the quarters that are over.
	Closed []LadderQuarter `json:"closed"`
	// Moves are the changes of titles in this quarter so far; Outcome is what
	// closing it now would change besides, but for lots that are not drawn.
	Moves   []LadderMove `json:"moves"`
	Outcome []LadderMove `json:"outcome"`
	// Undone are acts that could not be done, since results were corrected after
	// them: the organiser has to decide anew.
	Undone []LadderAct `json:"undone,omitempty"`
}

// LadderTitle is a title and who holds it.
type LadderTitle struct {
	Title   scoresheet.Title `json:"title"`
	Holders []LadderHolder   `json:"holders"`
	// Vacant is how many more could hold it. Who beats all holders when the
	// quarter ends, or whom the organiser names, takes such a place.
	Vacant int `json:"vacant"`
}

// LadderWhy is a code for why somebody may or may not go on.
type LadderWhy string

// What may be said of a challenger or a holder.
const (
	// LadderMustQualify: more challengers than may go on play off first.
	LadderMustQualify LadderWhy = "must-qualify"
	// LadderLostQualifying: it lost when challengers played off.
	LadderLostQualifying LadderWhy = "lost-qualifying"
	// LadderMeets: it meets the holders of May.
	LadderMeets LadderWhy = "meets"
	// LadderGoesOn: it has met all it meets, and beaten enough to challenge May.
	LadderGoesOn LadderWhy = "goes-on"
	// LadderTooFew: it has not beaten enough holders of At to go on.
	LadderTooFew LadderWhy = "too-few"
	// LadderTop: it has met the holders of the highest title.
	LadderTop LadderWhy = "top"
	// LadderGaveUp: it stayed away too often.
	LadderGaveUp LadderWhy = "gave-up"
	// LadderLeft: it has left.
	LadderLeft LadderWhy = "left"
	// LadderStopped: the organiser has left it out of what comes.
	LadderStopped LadderWhy = "stopped"
	// LadderHasTitle: it got a title within the quarter.
	LadderHasTitle LadderWhy = "has-title"
)

// LadderScore is what somebody has reached against the holders of a title in
// this quarter.
type LadderScore struct {
	Title  string      `json:"title"`
	Beaten []EntrantID `json:"beaten"`
	// Left are the holders whom it has not met, as long as the way to them is
	// open.
	Left []EntrantID `json:"left"`
	// Need is how many it must beat to go on to the next title, 0 where there is
	// none; Holders how many there are to beat.
	Need    int `json:"need"`
	Holders int `json:"holders"`
}

// LadderChallenger is a challenger of the quarter.
type LadderChallenger struct {
	Entrant  EntrantID     `json:"entrant"`
	Scores   []LadderScore `json:"scores"`
	Absences int           `json:"absences"`
	// May is the title whose holders it may challenge now, "" for none. Why is
	// the reason, At the title where it stands.
	May string    `json:"may,omitempty"`
	Why LadderWhy `json:"why"`
	At  string    `json:"at,omitempty"`
	// Claim is the title that it has a claim to.
	Claim string `json:"claim,omitempty"`
	// Points are those of this quarter.
	Points scoresheet.Points `json:"points"`
}

// LadderHolder is somebody who holds a title.
type LadderHolder struct {
	Entrant EntrantID `json:"entrant"`
	// LostTo are the challengers to whom it has lost since it took the title (or
	// within the quarter, as the rules say); so many as Losses take it.
	LostTo   []EntrantID `json:"lost_to"`
	Losses   int         `json:"losses"`
	Absences int         `json:"absences"`
	GaveUp   bool        `json:"gave_up,omitempty"`
	// Losing: the title goes when the quarter is closed.
	Losing bool `json:"losing,omitempty"`
	// Scores are what it has reached against others of its title, and against
	// holders of the next ones; May are the titles whose holders it may
	// challenge now.
	Scores []LadderScore     `json:"scores"`
	May    []string          `json:"may"`
	Claim  string            `json:"claim,omitempty"`
	Points scoresheet.Points `json:"points"`
}

// LadderAsked is a match among holders that was asked for.
type LadderAsked struct {
	Challenger EntrantID `json:"challenger"`
	Holder     EntrantID `json:"holder"`
	// Drawn: it has been put into a round. Refused is the code of why it cannot
	// be now, "" if it can.
	Drawn   bool   `json:"drawn"`
	Refused string `json:"refused,omitempty"`
}

// LadderOf is the ladder as it stands. Faults: those of LadderOver.
func LadderOf(stage Stage) (LadderView, error) {
	l, err := newLadder(stage)
	if err != nil {
		return LadderView{}, err
	}
	plan := l.plan()
	view := LadderView{
		Quarter: len(l.closed) + 1, Quarters: l.quarters(), Next: plan.step,
		Matches: l.matches, Closed: l.closed, Moves: l.moves, Undone: l.refused,
	}
	if plan.step == StepChallenge {
		view.NextTitle = l.titleID(plan.title)
	}
	if l.over() {
		view.Quarter = view.Quarters
	} else {
		_, view.Outcome = l.settle("")
	}
	for t := len(l.rules.Titles) - 1; t >= 0; t-- {
		view.Titles = append(view.Titles, l.viewTitle(t))
	}
	for _, i := range l.listed() {
		view.Challengers = append(view.Challengers, l.viewChallenger(i, plan))
	}
	for _, pair := range l.asked {
		asked := LadderAsked{Challenger: l.entrants[pair[0]].ID, Holder: l.entrants[pair[1]].ID, Drawn: l.met[duel(pair[0], pair[1])]}
		if !asked.Drawn {
			asked.Refused = l.refusal(pair[0], pair[1])
		}
		view.Asked = append(view.Asked, asked)
	}
	return view, nil
}

// listed are the challengers of the quarter, also those who are out.
func (l *ladder) listed() []int {
	if l.over() {
		return nil
	}
	list := l.challengers
	if l.first == 0 && !l.registered {
		list = l.everybodyElse()
	}
	return slices.Sorted(slices.Values(list))
}

func (l *ladder) viewTitle(t int) LadderTitle {
	title := LadderTitle{Title: l.rules.Titles[t]}
	for _, i := range l.holders(t) {
		holder := LadderHolder{
			Entrant: l.entrants[i].ID, LostTo: l.ids(slices.Sorted(slices.Values(l.lostTo[i]))), Losses: l.rules.Losses, Absences: l.absences[i], GaveUp: l.gaveUp(i),
			Losing: !l.stays(i), Claim: l.titleID(l.claim(i)), Points: l.gained[i],
		}
		for higher := t; higher < len(l.rules.Titles); higher++ {
			if higher > t && !l.may(i, higher) {
				break
			}
			holder.Scores = append(holder.Scores, l.score(i, higher))
			if len(l.targets(i, higher)) > 0 {
				holder.May = append(holder.May, l.titleID(higher))
			}
		}
		title.Holders = append(title.Holders, holder)
	}
	title.Vacant = max(title.Title.Holders-len(title.Holders), 0)
	return title
}

func (l *ladder) score(i, t int) LadderScore {
	score := LadderScore{Title: l.titleID(t), Holders: len(l.targets(i, t))}
	if t+1 < len(l.rules.Titles) {
		score.Need = l.need(i, t)
	}
	for _, beat := range l.beaten[i] {
		if id := l.entrants[beat.holder].ID; beat.title == t && !slices.Contains(score.Beaten, id) {
			score.Beaten = append(score.Beaten, id)
		}
	}
	for _, target := range l.targets(i, t) {
		if !l.met[duel(i, target)] {
			score.Left = append(score.Left, l.entrants[target].ID)
		}
	}
	return score
}

func (l *ladder) viewChallenger(i int, plan ladderPlan) LadderChallenger {
	c := LadderChallenger{
		Entrant: l.entrants[i].ID, Absences: l.absences[i], Claim: l.titleID(l.claim(i)), Points: l.gained[i],
	}
	at := 0
	for t := range l.rules.Titles {
		if t > 0 && !l.reached(i, t) {
			break
		}
		at = t
		c.Scores = append(c.Scores, l.score(i, t))
	}
	c.At = l.titleID(at)
	c.Why = l.why(i, at, plan)
	switch c.Why {
	case LadderMeets, LadderGoesOn:
		c.May = c.At
	}
	return c
}

// why says why a challenger, who has come to the holders of a title, goes on
// or does not.
func (l *ladder) why(i, at int, plan ladderPlan) LadderWhy {
	score := l.score(i, at)
	switch {
	case l.gone(i, l.now):
		return LadderLeft
	case l.title[i] != noTitle:
		return LadderHasTitle
	case l.out[i]:
		return LadderLostQualifying
	case l.gaveUp(i):
		return LadderGaveUp
	case l.stopped[i]:
		return LadderStopped
	case plan.step == StepQualify || plan.step == StepWait:
		return LadderMustQualify
	case len(score.Left) > 0 && at > 0 && len(score.Left) == score.Holders:
		return LadderGoesOn
	case len(score.Left) > 0:
		return LadderMeets
	case at+1 == len(l.rules.Titles):
		return LadderTop
	}
	return LadderTooFew
}
