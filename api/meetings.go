package api

import (
	"strconv"
	"strings"

	"kiosk/print"
	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// meetingView is what a team meeting at several tables has beside other
// matches: the sitting that is being played, and how far its tables are.
type meetingView struct {
	Game     int            `json:"game"`
	Sitting  int            `json:"sitting"`
	Sittings int            `json:"sittings"`
	Hands    int            `json:"hands"`
	Tables   []meetingTable `json:"tables"`
}

// meetingTable is a table of a meeting in the sitting that is being played. Odd
// is the side on the odd seats, Number the hand that is told next there, or was
// told last.
type meetingTable struct {
	Table  int                           `json:"table"`
	Squad  int                           `json:"squad"`
	Odd    scoresheet.Side               `json:"odd"`
	Number int                           `json:"number"`
	State  string                        `json:"state"`
	Seats  map[string]string             `json:"seats"`
	Holds  scoresheet.PerSide[*holdView] `json:"holds"`
}

// seatView is where a squad sits: a table, and its seats.
type seatView struct {
	Table   int               `json:"table"`
	Sitting int               `json:"sitting"`
	Seats   []scoresheet.Seat `json:"seats"`
}

// squadView is what a phone says to the squad that it speaks for: who they are,
// where they sit in the sitting that is being played and go in the next, and
// which tables they wait for.
type squadView struct {
	Squad    int       `json:"squad"`
	Players  []string  `json:"players"`
	Sitting  int       `json:"sitting"`
	Sittings int       `json:"sittings"`
	WaitsFor []int     `json:"waits_for"`
	Then     *seatView `json:"then"`
	// Late is a hand that may have been over before the bell and was not told.
	Late *handRef `json:"late"`
}

// The states of a table in a sitting.
const (
	tablePlaying  = "playing"
	tableReported = "reported"
	tableDisputed = "disputed"
	tableAgreed   = "agreed"
)

// meeting is the meeting of a match, nil for one at one table.
func (v viewer) meeting(m *event.Match) *meetingView {
	if !m.IsMeeting() {
		return nil
	}
	game, sitting := m.Sitting()
	view := &meetingView{Game: game, Sitting: sitting, Sittings: m.Sittings(), Hands: m.HandsPerGame(), Tables: []meetingTable{}}
	for i, table := range m.Tables() {
		at := event.Seating{Table: i + 1, Sitting: sitting}
		post := m.PostAt(table, scoresheet.SideA)
		number, state := tableState(m, game, m.HandsAt(at))
		view.Tables = append(view.Tables, meetingTable{
			Table: table, Squad: post.Squad, Odd: post.Side, Number: number, State: state, Seats: v.everySeat(m, at), Holds: v.holds(m, post.Squad),
		})
	}
	return view
}

// tableState is how far the hands of a table in a sitting are, and which of them
// it is at.
func tableState(m *event.Match, game int, numbers []int) (number int, state string) {
	state = tableAgreed
	for _, n := range numbers {
		hand, _ := m.Hand(event.Place{Game: game, Number: n})
		switch {
		case hand.State == event.Disputed:
			return n, tableDisputed
		case !hand.Recorded() || hand.State == event.Withdrawn:
			return n, tablePlaying
		case hand.State == event.Reported:
			state = tableReported
		}
		number = n
	}
	return number, state
}

// everySeat are the players at a table of a meeting in a sitting, by seat.
func (v viewer) everySeat(m *event.Match, at event.Seating) map[string]string {
	n := v.Rulebook.Discipline.Seats()
	seats := make([]scoresheet.Seat, n)
	for i := range seats {
		seats[i] = scoresheet.Seat(i + 1)
	}
	return seated(m.SeatsAt(at), seats)
}

// holds are the phones of both sides; in a team meeting those of a squad.
func (v viewer) holds(m *event.Match, squad int) scoresheet.PerSide[*holdView] {
	return scoresheet.PerSide[*holdView]{
		A: hold(m.Hold(event.Post{Side: scoresheet.SideA, Squad: squad})),
		B: hold(m.Hold(event.Post{Side: scoresheet.SideB, Squad: squad})),
	}
}

// nextPlace is the hand that is told next: by a squad, or, for 0, by whoever can.
func (v viewer) nextPlace(m *event.Match, squad int) (event.Place, bool) {
	if !m.IsMeeting() || squad > 0 {
		return m.NextOf(squad)
	}
	var first event.Place
	for _, post := range m.Posts() {
		if next, ok := m.NextOf(post.Squad); ok && (first.Number == 0 || next.Number < first.Number) {
			first = next
		}
	}
	return first, first.Number > 0
}

// squad is what a phone of a meeting says besides, nil for a match at one table.
func (v viewer) squad(m *event.Match, post event.Post) *squadView {
	if !m.IsMeeting() {
		return nil
	}
	entrant, _ := v.Entrant(m.Entrants.Of(post.Side))
	game, sitting := m.Sitting()
	view := &squadView{
		Squad: post.Squad, Players: notNil(m.Squad(entrant.Players, post.Squad, v.Rulebook.Discipline.Seats()/2)),
		Sitting: sitting, Sittings: m.Sittings(), WaitsFor: []int{}, Then: v.then(m, post),
	}
	if late, ok := m.LateOf(post.Squad); ok {
		view.Late = &handRef{late.Game, late.Number}
	}
	if m.Waits(post.Squad) {
		view.WaitsFor = v.untold(m, game, sitting)
	}
	return view
}

// then is where a squad goes in the next sitting, nil where there is none.
func (v viewer) then(m *event.Match, post event.Post) *seatView {
	_, sitting := m.Sitting()
	if sitting >= m.Sittings() || m.Done() {
		return nil
	}
	view := v.seatIn(m, post, sitting+1)
	return &view
}

func (v viewer) seatIn(m *event.Match, post event.Post, sitting int) seatView {
	seat := m.SeatOf(post, sitting)
	return seatView{Table: seat.Table, Sitting: sitting, Seats: seat.Side.Seats(v.Rulebook.Discipline.Seats())}
}

// untold are the tables of the hall that a sitting still waits for.
func (v viewer) untold(m *event.Match, game, sitting int) []int {
	tables := []int{}
	for _, table := range m.Untold(game, sitting) {
		tables = append(tables, m.Table+table-1)
	}
	return tables
}

// changeView is what follows in a meeting for the squad of a side when its table
// has told its hands: it waits for others, or changes tables.
type changeView struct {
	Side     scoresheet.Side `json:"side"`
	WaitsFor []int           `json:"waits_for,omitempty"`
	To       seatView        `json:"to"`
}

// change is what follows once a hand of a meeting was told, nil where play just
// goes on.
func (v viewer) change(m *event.Match, p event.Place, side scoresheet.Side) *changeView {
	squad, at := m.SquadOf(p.Number), m.SeatingOf(p.Number)
	if squad == 0 || m.Done() || at.Sitting >= m.Sittings() || m.Verdict.Match.State == scoresheet.MatchOver {
		return nil
	}
	next, now := m.NextOf(squad)
	if next.Game != p.Game || m.SeatingOf(next.Number).Sitting == at.Sitting {
		return nil
	}
	view := &changeView{Side: side, To: v.seatIn(m, event.Post{Side: side, Squad: squad}, at.Sitting+1)}
	if !now {
		view.WaitsFor = v.untold(m, p.Game, at.Sitting)
	}
	return view
}

// changeText says what follows when a table has told its hands.
func (v viewer) changeText(change *changeView) []string {
	if change == nil {
		return nil
	}
	to := map[string]any{"Side": v.sideName(change.Side), "Table": change.To.Table, "Sitting": change.To.Sitting, "Seats": v.seatNumbers(change.To.Seats)}
	if len(change.WaitsFor) == 0 {
		return []string{v.words.T("follow.meeting.move", to)}
	}
	return []string{v.words.T("follow.meeting.waits", map[string]any{"Tables": tablesText(change.WaitsFor)}), v.words.T("follow.meeting.then", to)}
}

func (v viewer) seatNumbers(seats []scoresheet.Seat) string {
	numbers := make([]string, len(seats))
	for i, seat := range seats {
		numbers[i] = strconv.Itoa(int(seat))
	}
	return strings.Join(numbers, "·")
}

// tablesText are the tables of a match as they are written: one, or the first
// and the last of those side by side.
func tablesText(tables []int) string {
	switch len(tables) {
	case 0:
		return ""
	case 1:
		return strconv.Itoa(tables[0])
	}
	return strconv.Itoa(tables[0]) + "–" + strconv.Itoa(tables[len(tables)-1])
}

// seatingAt is the table and the sitting that staff name by the tables of the
// hall; 0 is left open.
func seatingAt(m *event.Match, table, sitting int) event.Seating {
	if !m.IsMeeting() {
		return event.Seating{}
	}
	at := event.Seating{Sitting: sitting}
	if table != 0 {
		at.Table = table - m.Table + 1
	}
	if at.Sitting == 0 {
		_, at.Sitting = m.Sitting()
	}
	return at
}

// squadsOf are the players of a team on a scoresheet, squad by squad: their seats
// change with the sitting.
func (p paper) squadsOf(m *event.Match, side scoresheet.Side) []print.Seat {
	entrant, _ := p.Entrant(m.Entrants.Of(side))
	size := p.Rulebook.Discipline.Seats() / 2
	var seats []print.Seat
	for squad := range m.Tables() {
		players := m.Squad(entrant.Players, squad+1, size)
		for i := range size {
			seat := print.Seat{}
			if i == 0 {
				seat.Name = p.words.T("paper.squad", map[string]any{"Squad": squad + 1})
			}
			if i < len(players) {
				seat.Player = players[i]
			}
			seats = append(seats, seat)
		}
	}
	return seats
}

// meetingGame has a row for each hand of a game, with its table and sitting, on a
// blank sheet too.
func (p paper) meetingGame(m *event.Match, number int) print.SheetGame {
	game := print.SheetGame{Rows: m.HandsPerGame()}
	var total scoresheet.PerSide[scoresheet.Points]
	for n := 1; n <= m.HandsPerGame(); n++ {
		place, sitting := event.Place{Game: number, Number: n}, m.SeatingOf(n).Sitting
		hand := print.SheetHand{}
		record, _ := m.Hand(place)
		if verdict, ok := m.HandVerdict(place); ok {
			hand = p.sheetHand(record, verdict)
			if verdict.Points != nil {
				total.A, total.B = total.A+verdict.Points.A, total.B+verdict.Points.B
				hand.Totals = [2]string{total.A.String(), total.B.String()}
			}
		}
		hand.Table, hand.Sitting = strconv.Itoa(m.TableOf(n)), strconv.Itoa(sitting)
		hand.Odd = event.SideAt(scoresheet.SideA, sitting).String()
		game.Hands = append(game.Hands, hand)
	}
	return game
}

// meetingCard says on a card at a table of a meeting which seats it is for, and
// which team sits there when.
func (p paper) meetingCard(card *print.TableCard, m *event.Match, seats scoresheet.Side) {
	card.Mark = p.words.T("paper.card.odd", nil)
	if seats == scoresheet.SideB {
		card.Mark = p.words.T("paper.card.even", nil)
	}
	card.SideName = p.words.T("paper.card.seats", map[string]any{"Seats": p.seatNumbers(seats.Seats(p.Rulebook.Discipline.Seats()))})
	for sitting := 1; sitting <= m.Sittings(); sitting++ {
		side := event.SideAt(seats, sitting)
		card.Sittings = append(card.Sittings, p.words.T("paper.card.sitting", map[string]any{"Sitting": sitting, "Side": p.sideName(side), "Letter": side.String()}))
	}
}
