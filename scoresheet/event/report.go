package event

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"kiosk/scoresheet"
)

// ReportHand is a side's report of a hand. The first report opens it; one of
// the other side that is equal in effect confirms it, a different one makes it
// disputed. Reporting the next hand agrees to those before.
type ReportHand struct {
	Speaker
	Place
	Hand scoresheet.Hand
}

// Name is CmdReport.
func (ReportHand) Name() CommandName { return CmdReport }

type handReported struct {
	inMatch
	Place
	Side  scoresheet.Side `json:"side"`
	Hand  scoresheet.Hand `json:"hand"`
	Late  bool            `json:"late,omitempty"`
	State HandState       `json:"state"`

	// verdict, if there, is that of the match with the hand in it: it was
	// needed to decide, and need not be found again.
	verdict *scoresheet.Verdict
}

func (handReported) kind() Kind { return "hand.reported" }

// handsConfirmed are hands that the side agreed to.
type handsConfirmed struct {
	inMatch
	Side  scoresheet.Side `json:"side"`
	Hands []Place         `json:"hands"`
	// Report is the side's own report where agreement came by an equal one.
	Report *scoresheet.Hand `json:"report,omitempty"`
}

func (handsConfirmed) kind() Kind { return "hand.confirmed" }

func (c ReportHand) decide(s *State, _ Env) ([]Change, error) {
	m, err := c.holding(s)
	if err != nil {
		return nil, err
	}
	if err := m.admit(c.Hand); err != nil {
		return nil, err
	}
	post := m.post(c.Speaker)
	if squad := m.SquadOf(c.Number); squad != 0 && squad != post.Squad {
		return nil, conflict("hand.other-squad", "number", c.Number, "table", m.SeatOf(post, 0).Table)
	}
	if c.Hand, err = m.seated(c.Place, c.Hand); err != nil {
		return nil, err
	}
	hand, exists := m.Hand(c.Place)
	switch {
	case exists && hand.State.Final():
		return nil, conflict("hand.closed", "number", c.Number)
	case exists && hand.told():
		return c.answer(m, hand)
	case m.takes(c.Place):
	case m.Waits(post.Squad):
		return nil, conflict("hand.waits", "number", c.Number)
	default:
		next, _ := m.NextOf(post.Squad)
		return nil, conflict("hand.not-next", "number", c.Number, "next", next.Number)
	}
	if p, disputed := m.DisputeOf(post.Squad); disputed {
		return nil, conflict("hand.disputed", "number", p.Number)
	}
	return c.open(m)
}

// open reports a hand that nobody reported yet.
func (c ReportHand) open(m *Match) ([]Change, error) {
	report := handReported{inMatch: inMatch{m.Number}, Place: c.Place, Side: c.Side, Hand: recorded(c.Hand), State: Reported, Late: m.late(c.Place, c.Hand)}
	hand := report.Hand
	hand.Claim = c.Hand.Claim
	verdict, _, err := m.claimed().try(c.Place, hand)
	if err != nil {
		return nil, err
	}
	if !report.Late && !m.waitsLate() && (c.Game > len(m.Games) || m.Games[c.Game-1].Bell.IsZero()) {
		report.verdict = &verdict
	}
	if waiting := m.waitingFor(m.post(c.Speaker)); len(waiting) > 0 {
		return []Change{handsConfirmed{inMatch: inMatch{m.Number}, Side: c.Side, Hands: waiting}, report}, nil
	}
	return []Change{report}, nil
}

// answer is a report of a hand that was reported already.
func (c ReportHand) answer(m *Match, hand HandRecord) ([]Change, error) {
	report := handReported{inMatch: inMatch{m.Number}, Place: c.Place, Side: c.Side, Hand: recorded(c.Hand), State: Reported, Late: hand.Late}
	own, other := hand.Reports.Of(c.Side), hand.Reports.Of(c.Side.Other())
	if other != nil && c.Hand.Claim == nil && reflect.DeepEqual(other.Hand, report.Hand) {
		// To the letter what the other side said, and was judged then.
		return []Change{handsConfirmed{inMatch: inMatch{m.Number}, Side: c.Side, Hands: []Place{c.Place}, Report: &report.Hand}}, nil
	}
	verdict, err := m.Try(c.Place, c.Hand)
	if err != nil {
		return nil, err
	}
	if other != nil {
		if theirs, err := m.Try(c.Place, other.Hand); err == nil && sameEffect(verdict, theirs) {
			return []Change{handsConfirmed{inMatch: inMatch{m.Number}, Side: c.Side, Hands: []Place{c.Place}, Report: &report.Hand}}, nil
		}
		report.State = Disputed
	}
	if own != nil && m.repeats(c.Place, hand, own.Hand, report.Hand, verdict) {
		return nil, nil
	}
	return []Change{report}, nil
}

// repeats reports whether a side says again what it has said of a hand. Saying
// so in other words does not answer an objection.
func (m *Match) repeats(p Place, record HandRecord, said, again scoresheet.Hand, verdict scoresheet.HandVerdict) bool {
	if reflect.DeepEqual(said, again) {
		return true
	}
	before, err := m.Try(p, said)
	return record.Objection != nil && err == nil && sameEffect(before, verdict)
}

// recorded is a hand as the record keeps it. What its writer thought that
// follows was checked when it came, and is left out: it would be wrong as soon
// as an earlier hand is corrected.
func recorded(hand scoresheet.Hand) scoresheet.Hand {
	hand.Finish, hand.Claim = slices.Clone(hand.Finish), nil
	return hand
}

// takes reports whether the hand at the place can be reported now: the next
// one, or, where the clock has ended a game and the next is due, one more hand
// of the game that is over.
func (m *Match) takes(p Place) bool {
	if m.IsMeeting() {
		return m.takesNow(p)
	}
	next, last := m.Next(), len(m.Games)
	if p == next {
		return true
	}
	return next == Place{last + 1, 1} && last > 0 && m.Games[last-1].Ended && p == Place{last, lastStanding(m.Games[last-1].Hands) + 1}
}

// claimed is the match as it stands for who goes on: late hands that wait
// count.
func (m *Match) claimed() *Match {
	for _, p := range m.Open() {
		if hand, _ := m.Hand(p); hand.State == Reported && hand.Late {
			next := m.edit(p, func(h *HandRecord) { h.State = Confirmed })
			m = &next
		}
	}
	return m
}

// admit refuses a hand with fields that belong to another discipline.
func (m *Match) admit(hands ...scoresheet.Hand) error {
	sheet := scoresheet.Sheet{Games: []scoresheet.Game{{Hands: hands}}}
	var refused *scoresheet.SheetError
	if err := m.judge.Admit(&sheet); errors.As(err, &refused) {
		return refuse("hand.field", "place", strings.TrimPrefix(refused.At, "/games/0/hands"))
	} else if err != nil {
		return err
	}
	return nil
}

// late reports whether a new hand at the place comes after the bell. A bell
// that lets the hand in play be finished makes only the ones after it late.
func (m *Match) late(p Place, hand scoresheet.Hand) bool {
	if p.Game > len(m.Games) || hand.Extra {
		return false
	}
	game := m.Games[p.Game-1]
	return game.Ended && (game.Stop || game.Bell.IsZero() || p.Number > game.InPlay)
}

// waitingFor are the reported hands that wait for the answer of a post.
func (m *Match) waitingFor(post Post) []Place {
	var places []Place
	for _, p := range m.OpenOf(post.Squad) {
		if hand, _ := m.Hand(p); hand.State == Reported && hand.First != post.Side {
			places = append(places, p)
		}
	}
	return places
}

// Try judges the match as if the hand stood at the place and counted. The
// error is scoresheet.Faults, placed within the hand ("/hand/…").
func (m *Match) Try(p Place, hand scoresheet.Hand) (scoresheet.HandVerdict, error) {
	_, own, err := m.try(p, hand)
	return own, err
}

// try is Try with the verdict on the whole match.
func (m *Match) try(p Place, hand scoresheet.Hand) (scoresheet.Verdict, scoresheet.HandVerdict, error) {
	var sheet scoresheet.Sheet
	game, index := p.Game-1, 0
	if len(m.Penalties) > 0 {
		// Which of them are of the hand, its record says.
		trial := m.edit(p, func(h *HandRecord) { h.Hand, h.State = hand, Settled })
		sheet = trial.Sheet()
	} else {
		sheet = m.sheetWith(p, &hand)
	}
	if p.Game <= len(m.Games) {
		index = m.onSheet(p)
	}
	verdict := m.judge.Verdict(sheet)
	if faults := within(verdict.Faults, game, index); len(faults) > 0 {
		return scoresheet.Verdict{}, scoresheet.HandVerdict{}, faults
	}
	return verdict, verdict.Games[game].Hands[index], nil
}

// waitsLate reports whether a late hand waits for an answer.
func (m *Match) waitsLate() bool {
	for _, p := range m.Open() {
		if hand, _ := m.Hand(p); hand.Late {
			return true
		}
	}
	return false
}

// within are the faults of one hand of a sheet, moved to "/hand": its own, and
// those that keep its game from being played.
func within(faults []scoresheet.Fault, game, index int) scoresheet.Faults {
	place := scoresheet.Pointer("games", game, "hands", index)
	var own scoresheet.Faults
	for _, fault := range faults {
		rest, ok := strings.CutPrefix(fault.At, place)
		afterEnd := keepsOut(fault, game)
		if !afterEnd && (!ok || (rest != "" && rest[0] != '/')) {
			continue
		}
		fault.At = "/hand" + rest
		if afterEnd {
			fault.At = "/hand"
		}
		own = append(own, fault)
	}
	return own
}

// keepsOut reports whether the fault is that the game, or one before it, was
// not to be played at all.
func keepsOut(fault scoresheet.Fault, game int) bool {
	for g := range game + 1 {
		if fault.At == scoresheet.Pointer("games", g) {
			return true
		}
	}
	return false
}

// sameEffect reports whether two outcomes of a hand are the same for all that
// follows: who won, the climb, levels and points, the tribute that is due.
func sameEffect(a, b scoresheet.HandVerdict) bool {
	return a.Winner == b.Winner && a.PlayedAt == b.PlayedAt && a.OnStage == b.OnStage &&
		equal(a.Upgrade, b.Upgrade) && equal(a.Levels, b.Levels) && equal(a.Points, b.Points) && sameNext(a.Next, b.Next)
}

func sameNext(a, b *scoresheet.NextHand) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Level != b.Level || a.Extra != b.Extra || (a.Tribute == nil) != (b.Tribute == nil) {
		return false
	}
	return a.Tribute == nil || (slices.Equal(a.Tribute.From, b.Tribute.From) && slices.Equal(a.Tribute.To, b.Tribute.To))
}

func equal[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

func (c handReported) evolve(next *State, e Entry) error {
	m := next.Match(e.Match).edit(c.Place, func(h *HandRecord) {
		if !h.told() {
			*h = HandRecord{First: c.Side, Hand: c.Hand, Late: c.Late}
		}
		if h.First == c.Side {
			h.Hand = c.Hand
		}
		h.Reports = h.Reports.With(c.Side, &Report{Hand: c.Hand, Stamp: Stamp{e.By, e.At}, Late: c.Late})
		h.State, h.Objection, h.Changed = c.State, nil, e.N
	})
	m.Agreed = scoresheet.PerSide[bool]{}
	m.finish(c.Place)
	if m.Started.IsZero() {
		m.Started = e.At
	}
	if c.verdict != nil {
		next.setJudged(m, *c.verdict, e)
		return nil
	}
	next.setRecord(m, e)
	return nil
}

func (c handsConfirmed) evolve(next *State, e Entry) error {
	m := *next.Match(e.Match)
	same := true
	for _, p := range c.Hands {
		m = m.edit(p, func(h *HandRecord) {
			before := *h
			if c.Report != nil {
				h.Reports = h.Reports.With(c.Side, &Report{Hand: *c.Report, Stamp: Stamp{e.By, e.At}, Late: h.Late})
			}
			if other := h.Reports.Of(c.Side.Other()); other != nil {
				// Whoever agrees, agrees to what the other side has said last.
				h.Hand = other.Hand
			}
			h.State, h.Objection, h.Changed = Confirmed, nil, e.N
			same = same && before.State == Reported && !before.Late && reflect.DeepEqual(before.Hand, h.Hand)
		})
	}
	if same {
		// The sheet is what it was; only the question is answered.
		next.setJudged(m, m.Verdict, e)
		return nil
	}
	next.setRecord(m, e)
	return nil
}

// Confirm agrees to what the other side says: to its reports that wait, or,
// when the match is over and nothing waits, to the match. Version is the
// match's version that the speaker has seen.
type Confirm struct {
	Speaker
	Version int
}

// Name is CmdConfirm.
func (Confirm) Name() CommandName { return CmdConfirm }

type matchAgreed struct {
	inMatch
	Side scoresheet.Side `json:"side"`
	// Ended: both sides say that no hand was in play at the bell.
	Ended bool `json:"ended,omitempty"`
}

func (matchAgreed) kind() Kind { return "match.agreed" }

func (c Confirm) decide(s *State, _ Env) ([]Change, error) {
	m, err := c.holding(s)
	if err != nil {
		return nil, err
	}
	answers := m.AnswersOf(m.post(c.Speaker))
	for _, p := range answers {
		if hand, _ := m.Hand(p); hand.Changed > c.Version {
			return nil, conflict("match.changed", "version", m.Version)
		}
	}
	if len(answers) > 0 {
		return []Change{handsConfirmed{inMatch: inMatch{m.Number}, Side: c.Side, Hands: answers}}, nil
	}
	if len(m.Open()) > 0 {
		return nil, conflict("confirm.own")
	}
	if err := m.seen(c.Version); err != nil {
		return nil, err
	}
	pending := m.bellPending()
	if m.State != Over && !pending {
		return nil, conflict("confirm.nothing")
	}
	if m.Agreed.Of(c.Side) {
		return nil, nil
	}
	return []Change{matchAgreed{inMatch: inMatch{m.Number}, Side: c.Side, Ended: pending && m.Agreed.Of(c.Side.Other())}}, nil
}

// Answerable are the open hands that the side can agree to: the other side has
// said what it thinks.
func (m *Match) Answerable(side scoresheet.Side) []Place { return m.AnswersOf(Post{Side: side}) }

// AnswersOf are the open hands that a post can agree to: in a team meeting those
// of its squad.
func (m *Match) AnswersOf(post Post) []Place {
	var places []Place
	for _, p := range m.OpenOf(post.Squad) {
		hand, _ := m.Hand(p)
		if hand.Reports.Of(post.Side.Other()) != nil && (hand.State == Disputed || hand.First != post.Side) {
			places = append(places, p)
		}
	}
	return places
}

// bellPending reports whether the bell rang and the hand in play may still be
// finished.
func (m *Match) bellPending() bool {
	if len(m.Games) == 0 {
		return false
	}
	game := m.Games[len(m.Games)-1]
	return !game.Bell.IsZero() && !game.Ended && m.State != Over
}

func (c matchAgreed) evolve(next *State, e Entry) error {
	m := *next.Match(e.Match)
	m.Agreed = m.Agreed.With(c.Side, true)
	if !c.Ended || len(m.Games) == 0 {
		next.setMatch(m, e)
		return nil
	}
	m.Games = slices.Clone(m.Games)
	game := &m.Games[len(m.Games)-1]
	game.Ended, game.InPlay = true, 0
	m.detach(m.unplayed)
	next.setRecord(m, e)
	return nil
}

// Object says that the other side's report is wrong, without another order.
// The zero place is the oldest report that waits for the side.
type Object struct {
	Speaker
	Place
	Reason string
}

// Name is CmdObject.
func (Object) Name() CommandName { return CmdObject }

type handObjected struct {
	inMatch
	Place
	Objection
}

func (handObjected) kind() Kind { return "hand.objected" }

func (c Object) decide(s *State, _ Env) ([]Change, error) {
	m, err := c.holding(s)
	if err != nil {
		return nil, err
	}
	if err := checkText("reason", c.Reason, MaxReason, true); err != nil {
		return nil, err
	}
	waiting := m.waitingFor(m.post(c.Speaker))
	if c.Place == (Place{}) && len(waiting) > 0 {
		c.Place = waiting[0]
	}
	if !slices.Contains(waiting, c.Place) {
		return nil, conflict("object.nothing")
	}
	return []Change{handObjected{inMatch{m.Number}, c.Place, Objection{c.Side, c.Reason}}}, nil
}

func (c handObjected) evolve(next *State, e Entry) error {
	m := next.Match(e.Match).edit(c.Place, func(h *HandRecord) {
		objection := c.Objection
		h.State, h.Objection, h.Changed = Disputed, &objection, e.N
	})
	next.setRecord(m, e)
	return nil
}

// Withdraw takes back the side's last report while nobody has answered it.
type Withdraw struct{ Speaker }

// Name is CmdWithdraw.
func (Withdraw) Name() CommandName { return CmdWithdraw }

type handWithdrawn struct {
	inMatch
	Place
	Side   scoresheet.Side `json:"side,omitzero"`
	Reason string          `json:"reason,omitempty"`
}

func (handWithdrawn) kind() Kind { return "hand.withdrawn" }

// Withdrawable is the side's report that it may still take back: nobody has
// answered it, and no referee has given a penalty in it.
func (m *Match) Withdrawable(side scoresheet.Side) (Place, bool) {
	return m.WithdrawableBy(Post{Side: side})
}

// WithdrawableBy is Withdrawable for a post: in a team meeting it is the last
// hand of its squad, as long as nobody has told one of a later sitting.
func (m *Match) WithdrawableBy(post Post) (Place, bool) {
	for g := len(m.Games); g >= 1; g-- {
		n := m.lastOf(g, post.Squad)
		if n == 0 {
			continue
		}
		p, hand := Place{g, n}, m.Games[g-1].Hands[n-1]
		ok := hand.State == Reported && hand.First == post.Side && hand.Reports.Of(post.Side.Other()) == nil && !m.penalised(p)
		return p, ok && !m.movedOn(p)
	}
	return Place{}, false
}

func (c Withdraw) decide(s *State, _ Env) ([]Change, error) {
	m, err := c.holding(s)
	if err != nil {
		return nil, err
	}
	p, ok := m.WithdrawableBy(m.post(c.Speaker))
	if !ok {
		return nil, conflict("withdraw.nothing")
	}
	return []Change{handWithdrawn{inMatch: inMatch{m.Number}, Place: p, Side: c.Side}}, nil
}

func (c handWithdrawn) evolve(next *State, e Entry) error {
	m := next.Match(e.Match).edit(c.Place, func(h *HandRecord) {
		*h = HandRecord{State: Withdrawn, Hand: h.Hand, First: h.First, Late: h.Late, Reason: c.Reason, Author: e.By, Changed: e.N}
	})
	m.takeBack(c.Place, c.Side)
	m.detach(func(p Place) bool { return p == c.Place })
	m.reopen()
	next.setRecord(m, e)
	return nil
}
