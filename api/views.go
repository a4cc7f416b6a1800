package api

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"

	"kiosk/scoresheet"
	"kiosk/scoresheet/contest"
	"kiosk/scoresheet/event"
)

// The shapes of openapi.json, by its names.

type outcomeView struct {
	Winner   scoresheet.Side                        `json:"winner,omitzero"`
	Upgrade  *scoresheet.PerSide[int]               `json:"upgrade,omitempty"`
	PlayedAt scoresheet.Level                       `json:"played_at,omitzero"`
	Levels   *scoresheet.PerSide[scoresheet.Level]  `json:"levels,omitempty"`
	Points   *scoresheet.PerSide[scoresheet.Points] `json:"points,omitempty"`
	OnStage  scoresheet.Side                        `json:"on_stage,omitzero"`
}

type tributeView struct {
	From []scoresheet.Seat `json:"from"`
	To   []scoresheet.Seat `json:"to"`
}

type nextView struct {
	Game        int              `json:"game"`
	Number      int              `json:"number"`
	Extra       bool             `json:"extra,omitempty"`
	Level       scoresheet.Level `json:"level,omitzero"`
	Tribute     *tributeView     `json:"tribute"`
	Leads       *scoresheet.Seat `json:"leads"`
	LeadsText   string           `json:"leads_text,omitempty"`
	TributeText string           `json:"tribute_text,omitempty"`
	// OnStage is the side that declares, as far as the hands before say so.
	// (Shuangsheng)
	OnStage scoresheet.Side `json:"on_stage,omitzero"`
	// Of a team meeting.
	Table   int `json:"table,omitempty"`
	Sitting int `json:"sitting,omitempty"`
}

type sideInfo struct {
	Entrant contest.EntrantID `json:"entrant"`
	Name    string            `json:"name"`
	Unit    string            `json:"unit"`
	Players []string          `json:"players"`
	Seats   map[string]string `json:"seats"`
}

type reportView struct {
	Hand    scoresheet.Hand `json:"hand"`
	At      time.Time       `json:"at"`
	Late    bool            `json:"late"`
	Device  string          `json:"device"`
	Outcome outcomeView     `json:"outcome"`
}

type handView struct {
	Game      int                    `json:"game"`
	Number    int                    `json:"number"`
	State     event.HandState        `json:"state"`
	By        *scoresheet.Side       `json:"by"`
	Late      bool                   `json:"late"`
	Reports   map[string]*reportView `json:"reports"`
	Hand      *scoresheet.Hand       `json:"hand"`
	Outcome   *outcomeView           `json:"outcome"`
	Reason    string                 `json:"reason,omitempty"`
	Author    string                 `json:"author,omitempty"`
	Objection *objectionView         `json:"objection,omitempty"`
	// Of a team meeting: the table, the sitting, the squads, and who sat on which
	// seat.
	Table   int               `json:"table,omitempty"`
	Sitting int               `json:"sitting,omitempty"`
	Squad   int               `json:"squad,omitempty"`
	Seats   map[string]string `json:"seats,omitempty"`
}

type objectionView struct {
	By     scoresheet.Side `json:"by"`
	Reason string          `json:"reason"`
}

type gameView struct {
	Number      int                                    `json:"number"`
	State       scoresheet.GameState                   `json:"state"`
	Winner      scoresheet.Side                        `json:"winner,omitzero"`
	By          scoresheet.DecidedBy                   `json:"by,omitempty"`
	Levels      *scoresheet.PerSide[scoresheet.Level]  `json:"levels,omitempty"`
	Points      *scoresheet.PerSide[scoresheet.Points] `json:"points,omitempty"`
	OnStage     scoresheet.Side                        `json:"on_stage,omitzero"`
	EndedByBell bool                                   `json:"ended_by_bell"`
	Hands       []handView                             `json:"hands"`
}

type clockView struct {
	State        event.ClockState `json:"state"`
	Minutes      int              `json:"minutes"`
	EndsAt       *time.Time       `json:"ends_at"`
	RemainingS   int              `json:"remaining_s"`
	ExtraMinutes int              `json:"extra_minutes"`
	Reminders    []event.Reminder `json:"reminders"`
}

type holdView struct {
	Device string    `json:"device"`
	Since  time.Time `json:"since"`
}

type callView struct {
	ID         string          `json:"id"`
	Table      *int            `json:"table"`
	Match      string          `json:"match"`
	Side       scoresheet.Side `json:"side"`
	Reason     string          `json:"reason"`
	ReasonCode string          `json:"reason_code"`
	At         time.Time       `json:"at"`
	State      event.CallState `json:"state"`
	By         string          `json:"by,omitempty"`
}

type penaltyView struct {
	ID            string            `json:"id"`
	Game          int               `json:"game"`
	Hand          int               `json:"hand,omitempty"`
	Violation     string            `json:"violation"`
	ViolationName scoresheet.Text   `json:"violation_name"`
	Seat          scoresheet.Seat   `json:"seat,omitzero"`
	Side          scoresheet.Side   `json:"side"`
	Repetition    int               `json:"repetition"`
	Due           []string          `json:"due"`
	Actions       []string          `json:"actions"`
	Reason        string            `json:"reason,omitempty"`
	Clause        string            `json:"clause"`
	Author        string            `json:"author"`
	At            time.Time         `json:"at"`
	Cancelled     *cancellationView `json:"cancelled,omitempty"`
}

type cancellationView struct {
	Reason string    `json:"reason"`
	Author string    `json:"author"`
	At     time.Time `json:"at"`
}

type resultView struct {
	Winner      scoresheet.Side                        `json:"winner,omitzero"`
	Games       scoresheet.PerSide[scoresheet.Points]  `json:"games"`
	Points      *scoresheet.PerSide[scoresheet.Points] `json:"points,omitempty"`
	By          string                                 `json:"by,omitempty"`
	Provisional bool                                   `json:"provisional"`
}

type openView struct {
	Game   int    `json:"game"`
	Number int    `json:"number"`
	State  string `json:"state"`
}

type noticeView struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type matchView struct {
	ID        string                        `json:"id"`
	Event     event.ID                      `json:"event"`
	Phase     string                        `json:"phase"`
	PhaseName scoresheet.Text               `json:"phase_name"`
	Round     int                           `json:"round"`
	Group     *string                       `json:"group"`
	Table     *int                          `json:"table"`
	Number    int                           `json:"number"`
	State     event.MatchState              `json:"state"`
	Version   int                           `json:"version"`
	Sides     scoresheet.PerSide[sideInfo]  `json:"sides"`
	Games     []gameView                    `json:"games"`
	Open      openView                      `json:"open"`
	Next      *nextView                     `json:"next"`
	Result    *resultView                   `json:"result"`
	Agreed    scoresheet.PerSide[bool]      `json:"agreed"`
	Clock     clockView                     `json:"clock"`
	Calls     []callView                    `json:"calls"`
	Penalties []penaltyView                 `json:"penalties"`
	Rulings   []cardRulingView              `json:"rulings"`
	Holds     scoresheet.PerSide[*holdView] `json:"holds"`
	Notices   []noticeView                  `json:"notices"`
	// Tables are all tables of a match at several; Meeting is what a team meeting
	// has besides.
	Tables  []int        `json:"tables,omitempty"`
	Meeting *meetingView `json:"meeting,omitempty"`
}

// viewer makes views of one state, at one time, in one language.
type viewer struct {
	*event.State
	now   time.Time
	words words
}

func (s *Server) viewer(state *event.State, w words) viewer {
	return viewer{State: state, now: s.Now(), words: w}
}

// matchID names a match over all events of a kiosk.
func matchID(id event.ID, number int) string { return string(id) + "-" + strconv.Itoa(number) }

// parseMatchID takes such a name apart.
func parseMatchID(text string) (event.ID, int, bool) {
	id, number, ok := strings.Cut(text, "-")
	n, err := strconv.Atoi(number)
	return readEventID(id), n, ok && err == nil
}

// readEventID takes an event's name in any case: printed codes are in
// capitals, because that makes them small.
func readEventID(text string) event.ID { return event.ID(strings.ToLower(text)) }

func outcome(v scoresheet.HandVerdict) outcomeView {
	return outcomeView{v.Winner, v.Upgrade, v.PlayedAt, v.Levels, v.Points, v.OnStage}
}

// match is a match as staff and the public see it: all its tables.
func (v viewer) match(m *event.Match) matchView { return v.matchAs(m, event.Post{}) }

// matchAs is a match as it is seen from a table of it, by who speaks there.
func (v viewer) matchAs(m *event.Match, post event.Post) matchView {
	phase, _ := v.Rulebook.Phase(m.Phase)
	round, _ := v.Round(m.Round)
	view := matchView{
		ID: matchID(v.ID, m.Number), Event: v.ID, Phase: m.Phase, PhaseName: phase.Name, Round: m.Round,
		Number: m.Number, State: m.State, Version: m.Version, Agreed: m.Agreed,
		Sides:     scoresheet.PerSide[sideInfo]{A: v.side(m, scoresheet.SideA, post), B: v.side(m, scoresheet.SideB, post)},
		Games:     make([]gameView, 0, len(m.Games)),
		Open:      v.open(m, post.Squad),
		Next:      v.next(m, post.Squad),
		Result:    result(m),
		Clock:     v.clock(round.Clock, m.Table, round.Terms().Minutes),
		Calls:     v.callsOf(m, post.Squad),
		Penalties: v.penalties(m),
		Rulings:   v.cardRulings(m),
		Holds:     v.holds(m, post.Squad),
		Notices:   v.notices(m.Verdict.Notices),
		Meeting:   v.meeting(m),
	}
	if m.Group != "" {
		view.Group = &m.Group
	}
	if m.Table != 0 {
		table := m.Table
		if post.Squad > 0 {
			table = m.SeatOf(post, 0).Table
		}
		view.Table = &table
	}
	if m.IsMeeting() {
		view.Tables = m.Tables()
	}
	for i := range m.Games {
		view.Games = append(view.Games, v.game(m, i+1))
	}
	return view
}

func hold(h *event.Hold) *holdView {
	if h == nil {
		return nil
	}
	return &holdView{h.Label, h.Since}
}

// side is a side of a match with its players on their seats, in a team meeting on
// those where the squad sits now.
func (v viewer) side(m *event.Match, side scoresheet.Side, post event.Post) sideInfo {
	entrant, _ := v.Entrant(m.Entrants.Of(side))
	info := sideInfo{Entrant: entrant.ID, Name: entrant.Name(), Unit: entrant.Unit, Players: entrant.Players}
	if m.IsMeeting() && post.Squad == 0 {
		return info
	}
	at := m.SeatingNow(event.Post{Side: side, Squad: post.Squad})
	info.Seats = seated(m.SeatsAt(at), event.SideAt(side, at.Sitting).Seats(v.Rulebook.Discipline.Seats()))
	return info
}

// seated are the players on some seats by seat, nil where nobody said.
func seated(row []string, seats []scoresheet.Seat) map[string]string {
	var names map[string]string
	for _, seat := range seats {
		if int(seat) > len(row) || row[seat-1] == "" {
			continue
		}
		if names == nil {
			names = map[string]string{}
		}
		names[strconv.Itoa(int(seat))] = row[seat-1]
	}
	return names
}

// open is the hand that the table is at: the first one in dispute, else the
// oldest that waits, else the one to be reported next. In a team meeting it is
// that of a squad, 0 for all of them.
func (v viewer) open(m *event.Match, squad int) openView {
	if p, ok := m.DisputeOf(squad); ok {
		return openView{p.Game, p.Number, "disputed"}
	}
	if waiting := m.OpenOf(squad); len(waiting) > 0 {
		return openView{waiting[0].Game, waiting[0].Number, "reported"}
	}
	next := m.Next()
	if squad > 0 {
		next, _ = m.NextOf(squad)
	}
	return openView{next.Game, next.Number, "none"}
}

// next is what the table plays next, nil when nothing is played any more or a
// dispute must be settled first, and where a squad waits for another table.
func (v viewer) next(m *event.Match, squad int) *nextView {
	next, due := v.nextHand(m, squad)
	if due != nil {
		v.tribute(next, *due)
	}
	return next
}

// nextHand is next without its sentences, and the tribute that they are about.
func (v viewer) nextHand(m *event.Match, squad int) (*nextView, *scoresheet.TributeDue) {
	if m.Done() || m.Verdict.Match.State == scoresheet.MatchOver {
		return nil, nil
	}
	if _, disputed := m.DisputeOf(squad); disputed {
		return nil, nil
	}
	place, ok := v.nextPlace(m, squad)
	if !ok {
		return nil, nil
	}
	// A game that is over waits for the answer to its last hand: the next one
	// begins only then, and no further hand belongs to this one.
	if games := m.Verdict.Games; !m.IsMeeting() && place.Game <= len(games) && games[place.Game-1].State == scoresheet.GameOver {
		return nil, nil
	}
	next := &nextView{Game: place.Game, Number: place.Number}
	if m.IsMeeting() {
		next.Table, next.Sitting = m.TableOf(place.Number), m.SeatingOf(place.Number).Sitting
	}
	if games := m.Verdict.Games; v.Rulebook.Discipline == scoresheet.Shuangsheng && place.Game <= len(games) {
		next.OnStage = games[place.Game-1].OnStage
	}
	due := m.Due(place)
	if due == nil {
		round, _ := v.Round(m.Round)
		if terms := round.Terms(); terms.Scoring == scoresheet.ScoringLevels {
			next.Level = terms.Start
		}
		return next, nil
	}
	next.Level, next.Extra = due.Level, due.Extra
	return next, due.Tribute
}

func (v viewer) tribute(next *nextView, due scoresheet.TributeDue) {
	next.Tribute = &tributeView{From: due.From, To: due.To}
	args := map[string]any{
		"From": v.seats(due.From), "To": v.seats(due.To), "Max": due.ReturnMax.String(), "RefusalLeads": v.seat(due.RefusalLeads),
	}
	if due.Leads != 0 {
		next.Leads = &due.Leads
		args["Leads"] = v.seat(due.Leads)
		next.TributeText = v.words.T("follow.tribute-single", args)
		next.LeadsText = v.words.T("follow.leads-single", args)
		return
	}
	args["EqualLeads"], args["EqualGives"] = v.seat(due.EqualLeads), v.seat(due.EqualGives)
	args["First"], args["Second"] = v.placeName(1), v.placeName(2)
	next.TributeText = v.words.T("follow.tribute-double", args)
	next.LeadsText = v.words.T("follow.leads-double", args)
}

// placeName is what the rulebook calls a finishing place.
func (v viewer) placeName(place int) string {
	if place > len(v.Rulebook.Places) {
		return strconv.Itoa(place)
	}
	return v.Rulebook.Places[place-1].In(v.words.Lang())
}

func (v viewer) seat(seat scoresheet.Seat) string {
	if !seat.Valid(len(v.Rulebook.SeatNames)) {
		return ""
	}
	return v.Rulebook.SeatNames[seat-1].In(v.words.Lang())
}

func (v viewer) seats(seats []scoresheet.Seat) string {
	if len(seats) == 1 {
		return v.seat(seats[0])
	}
	names := make([]string, len(seats))
	for i, seat := range seats {
		names[i] = v.seat(seat)
	}
	return strings.Join(names, v.words.T("follow.and", nil))
}

func (v viewer) sideName(side scoresheet.Side) string {
	if side == scoresheet.NoSide || len(v.Rulebook.SideNames) < 2 {
		return side.String()
	}
	return v.Rulebook.SideNames[side-1].In(v.words.Lang())
}

func result(m *event.Match) *resultView {
	if !m.Done() {
		return nil
	}
	verdict := m.Verdict.Match
	view := &resultView{Winner: verdict.Winner, Games: verdict.Games, Points: verdict.Points, Provisional: m.Provisional()}
	if n := len(m.Verdict.Games); n > 0 {
		view.By = string(m.Verdict.Games[n-1].By)
	}
	if m.Forfeit != scoresheet.NoForfeit {
		view.By = string(scoresheet.ByForfeit)
	}
	return view
}

func (v viewer) clock(c event.Clock, table, minutes int) clockView {
	view := clockView{
		State: c.State, Minutes: c.Minutes, Reminders: c.Reminded,
		ExtraMinutes: int(c.Extra[table] / time.Minute),
	}
	if view.State == "" {
		view.State = event.ClockIdle
	}
	if view.State == event.ClockIdle {
		c.Minutes, view.Minutes = minutes, minutes
	}
	if view.Reminders == nil {
		view.Reminders = []event.Reminder{}
	}
	if c.State == event.ClockRunning && c.Rung[table] {
		view.State = event.ClockOver
	}
	if ends := c.EndsAt(table); !ends.IsZero() && view.State == event.ClockRunning {
		view.EndsAt = &ends
	}
	view.RemainingS = int((c.Remaining(table, v.now) + time.Second - 1) / time.Second)
	return view
}

func (v viewer) game(m *event.Match, number int) gameView {
	view := v.gameHead(m, number)
	view.Hands = make([]handView, 0, len(m.Games[number-1].Hands))
	for i, record := range m.Games[number-1].Hands {
		if !record.Recorded() {
			continue
		}
		view.Hands = append(view.Hands, v.hand(m, event.Place{Game: number, Number: i + 1}))
	}
	return view
}

// gameHead is a game without its hands.
func (v viewer) gameHead(m *event.Match, number int) gameView {
	record := m.Games[number-1]
	view := gameView{Number: number, State: scoresheet.GamePlaying, EndedByBell: record.Ended, Hands: []handView{}}
	if number <= len(m.Verdict.Games) {
		verdict := m.Verdict.Games[number-1]
		view.State, view.Winner, view.By = verdict.State, verdict.Winner, verdict.By
		view.Levels, view.Points, view.OnStage = verdict.Levels, verdict.Points, verdict.OnStage
	}
	return view
}

func (v viewer) hand(m *event.Match, p event.Place) handView {
	record, _ := m.Hand(p)
	view := handView{
		Game: p.Game, Number: p.Number, State: record.State, Late: record.Late, Reason: record.Reason,
		Author: record.Author.Name, Reports: map[string]*reportView{},
	}
	if record.First != scoresheet.NoSide {
		view.By = &record.First
	}
	if record.Objection != nil {
		view.Objection = &objectionView{record.Objection.Side, record.Objection.Reason}
	}
	if at := m.SeatingOf(p.Number); at.Sitting > 0 {
		view.Table, view.Sitting, view.Squad, view.Seats = m.TableOf(p.Number), at.Sitting, m.SquadOf(p.Number), v.everySeat(m, at)
	}
	if record.State != event.Disputed && record.State != event.Withdrawn {
		view.Hand = &record.Hand
	}
	if verdict, ok := m.HandVerdict(p); ok {
		o := outcome(verdict)
		view.Outcome = &o
	}
	agreed := view.Outcome
	if record.State != event.Reported && record.State != event.Confirmed {
		agreed = nil
	}
	for _, side := range scoresheet.Sides {
		if report := record.Reports.Of(side); report != nil {
			view.Reports[side.String()] = v.sideReport(m, p, report, agreed)
		}
	}
	return view
}

// sideReport is what one side said. What it would do is judged only where the
// two sides differ; otherwise it is what the hand does.
func (v viewer) sideReport(m *event.Match, p event.Place, report *event.Report, known *outcomeView) *reportView {
	view := &reportView{Hand: report.Hand, At: report.At, Late: report.Late, Device: report.By.Device}
	if known != nil {
		view.Outcome = *known
	} else if verdict, err := m.Try(p, report.Hand); err == nil {
		view.Outcome = outcome(verdict)
	}
	return view
}

// callsOf are the calls of a match, in a team meeting those of a squad, 0 for all.
func (v viewer) callsOf(m *event.Match, squad int) []callView {
	views := []callView{}
	for _, call := range v.Calls() {
		if call.Match == m.Number && (squad == 0 || call.Squad == squad) {
			views = append(views, v.call(call))
		}
	}
	return views
}

// callID names a call over all events of a kiosk.
func callID(id event.ID, number int) string { return matchID(id, number) }

func (v viewer) call(call event.Call) callView {
	view := callView{
		ID: callID(v.ID, call.ID), Match: matchID(v.ID, call.Match), Side: call.Side, Reason: call.Reason,
		ReasonCode: call.ReasonCode, At: call.Made.At, State: call.State,
	}
	if call.Table != 0 {
		view.Table = &call.Table
	}
	if call.Answered != nil {
		view.By = call.Answered.By.Name
	}
	return view
}

func (v viewer) penalties(m *event.Match) []penaltyView {
	views := []penaltyView{}
	current := 0
	for _, record := range m.Penalties {
		violation, _ := v.Rulebook.Violation(record.Penalty.Violation)
		p := record.Penalty
		view := penaltyView{
			ID: strconv.Itoa(record.ID), Game: p.Game, Hand: p.Hand, Violation: p.Violation, ViolationName: violation.Name,
			Seat: p.Seat, Side: p.Side, Actions: p.Actions, Reason: p.Reason, Author: record.By.Name, At: record.At,
			Clause: v.Rulebook.Clause(violation.Article), Due: p.Actions,
		}
		if p.Seat != 0 && p.Side == scoresheet.NoSide {
			view.Side = p.Seat.Side()
		}
		if record.Cancelled != nil {
			view.Cancelled = &cancellationView{record.Cancelled.Reason, record.Cancelled.By.Name, record.Cancelled.At}
		} else if current < len(m.Verdict.Penalties) {
			view.Repetition, view.Due = m.Verdict.Penalties[current].Repetition, m.Verdict.Penalties[current].Due
			current++
		}
		views = append(views, view)
	}
	return views
}

func (v viewer) notices(notices []scoresheet.Notice) []noticeView {
	views := make([]noticeView, len(notices))
	for i, notice := range notices {
		views[i] = noticeView{notice.Code, v.words.Notice(v.Rulebook, notice)}
	}
	return views
}

// deviceLabel is a short name for a phone that tells phones apart without
// giving the phone's own secret away.
func deviceLabel(device string) string {
	sum := sha256.Sum256([]byte("label " + device))
	return strings.ToUpper(hex.EncodeToString(sum[:2]))
}

func itoa(n int) string { return strconv.Itoa(n) }
