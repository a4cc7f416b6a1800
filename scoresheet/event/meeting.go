package event

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kiosk/scoresheet"
)

// A team meeting (catalogue, section 5.1) is a match at several neighbouring
// tables: each team comes in squads (组), one to a table. When all tables have
// told their hands of a sitting, the squads change tables, and the teams the
// seats: from then on the team of the odd seats sits on the even ones. Side A of
// the match is one team from beginning to end, whatever seats it has.
//
// The hands of a meeting have fixed numbers: those of the first sitting table by
// table, then those of the second. So it does not matter which table tells its
// hand first.

// Post is who speaks at a table: a side and, in a team meeting, the squad of it
// that sits there, from 1. The squad is 0 in a match at one table.
type Post struct {
	Side  scoresheet.Side
	Squad int
}

// Seating is a table of a team meeting, counted from 1 within it, in a sitting,
// from 1. It is zero in a match at one table.
type Seating struct {
	Table   int `json:"at_table,omitempty"`
	Sitting int `json:"sitting,omitempty"`
}

// TablesFor are the tables of a pairing, where pairings are numbered through
// from 1: those of a team meeting lie side by side. There are none for 0.
func TablesFor(number int, terms scoresheet.Terms) []int {
	if number < 1 {
		return nil
	}
	n := max(1, terms.Tables)
	tables := make([]int, n)
	for i := range tables {
		tables[i] = (number-1)*n + i + 1
	}
	return tables
}

// firstTable is the first of the tables of a pairing, 0 where it has none.
func firstTable(number int, terms scoresheet.Terms) int {
	if tables := TablesFor(number, terms); len(tables) > 0 {
		return tables[0]
	}
	return number
}

// IsMeeting reports whether the match is a team meeting at several tables.
func (m *Match) IsMeeting() bool { return m.terms != nil && m.terms.Tables > 0 }

// Tables are the tables that the match sits at, in order; none where it has no
// table.
func (m *Match) Tables() []int {
	if m.Table == 0 {
		return nil
	}
	tables := []int{m.Table}
	for m.IsMeeting() && len(tables) < m.terms.Tables {
		tables = append(tables, m.Table+len(tables))
	}
	return tables
}

// sit puts a match at its tables.
func (s *State) sit(m *Match) {
	for _, table := range m.Tables() {
		s.tables[table] = m.Number
		s.highestTable = max(s.highestTable, table)
	}
}

// handsEach is how many hands are played at a table in a sitting.
func (m *Match) handsEach() int {
	return max(1, m.terms.Hands/(m.terms.Tables*m.Sittings()))
}

// perSitting is how many hands a sitting has, over all its tables; perGame how
// many a game has.
func (m *Match) perSitting() int { return m.handsEach() * m.terms.Tables }

func (m *Match) perGame() int { return m.perSitting() * m.Sittings() }

// SeatingOf says where and when the hand with the number is played; zero in a
// match at one table, and for a hand that a game does not have.
func (m *Match) SeatingOf(number int) Seating {
	if !m.IsMeeting() || number < 1 || number > m.perGame() {
		return Seating{}
	}
	i := (number - 1) / m.handsEach()
	return Seating{Table: i%m.terms.Tables + 1, Sitting: i/m.terms.Tables + 1}
}

// firstAt is the number of the first hand at the table in the sitting.
func (m *Match) firstAt(at Seating) int {
	return (at.Sitting-1)*m.perSitting() + (at.Table-1)*m.handsEach() + 1
}

// TableOf is the table at which the hand with the number is played.
func (m *Match) TableOf(number int) int {
	if at := m.SeatingOf(number); at.Table > 0 && m.Table > 0 {
		return m.Table + at.Table - 1
	}
	return m.Table
}

// squadAt is the squad that sits there, that of both sides: squads go on to the
// next table with each sitting.
func (m *Match) squadAt(at Seating) int {
	return (at.Table+at.Sitting-2)%m.terms.Tables + 1
}

// tableOf is the table, within the meeting, at which a squad sits.
func (m *Match) tableOf(squad, sitting int) int {
	n := m.terms.Tables
	return ((squad-sitting)%n+n)%n + 1
}

// SquadOf is the squad that plays the hand with the number, 0 in a match at one
// table.
func (m *Match) SquadOf(number int) int {
	at := m.SeatingOf(number)
	if at == (Seating{}) {
		return 0
	}
	return m.squadAt(at)
}

// SideAt is the side whose seats these are in a sitting: the sides change seats
// with each.
func SideAt(seats scoresheet.Side, sitting int) scoresheet.Side {
	if seats == scoresheet.NoSide {
		return seats
	}
	hand := scoresheet.Hand{Sitting: sitting}
	return hand.SideOf(seats.Seats(2)[0])
}

// told reports whether a side or the staff have told of the hand.
func (h HandRecord) told() bool { return h.State != "" && h.State != Withdrawn }

// Sitting is the game and the sitting that are being played: a sitting begins
// when every table has told its hands of the one before and none of them is in
// dispute, and is not left again once a hand of it was told. The sitting is 0 in
// a match at one table.
func (m *Match) Sitting() (game, sitting int) {
	game = m.playing()
	if !m.IsMeeting() {
		return game, 0
	}
	sitting = 1
	for sitting < m.Sittings() && (m.begun(game, sitting+1) || m.scored(game, sitting)) {
		sitting++
	}
	return game, sitting
}

// begun reports whether a hand of the sitting, or of a later one, was told.
func (m *Match) begun(game, sitting int) bool {
	for n := (sitting-1)*m.perSitting() + 1; n <= m.perGame(); n++ {
		if hand, ok := m.Hand(Place{game, n}); ok && hand.told() {
			return true
		}
	}
	return false
}

// scored reports whether every hand of the sitting was told, and none of them is
// in dispute.
func (m *Match) scored(game, sitting int) bool { return len(m.Untold(game, sitting)) == 0 }

// PostAt is who speaks with the card of a table's odd (A) or even (B) seats: in
// a team meeting whoever sits there in the sitting that is being played.
func (m *Match) PostAt(table int, seats scoresheet.Side) Post {
	if !m.IsMeeting() {
		return Post{Side: seats}
	}
	_, sitting := m.Sitting()
	return Post{SideAt(seats, sitting), m.squadAt(Seating{table - m.Table + 1, sitting})}
}

// SeatOf is where a post sits in a sitting (0: the one that is being played):
// its table, and the odd (A) or even (B) seats.
func (m *Match) SeatOf(post Post, sitting int) TablePlace {
	if !m.IsMeeting() {
		return TablePlace{m.Table, post.Side}
	}
	if sitting == 0 {
		_, sitting = m.Sitting()
	}
	return TablePlace{m.Table + m.tableOf(post.Squad, sitting) - 1, SideAt(post.Side, sitting)}
}

// Posts are all who may speak in the match, table by table.
func (m *Match) Posts() []Post {
	if !m.IsMeeting() {
		return []Post{{Side: scoresheet.SideA}, {Side: scoresheet.SideB}}
	}
	var posts []Post
	for squad := 1; squad <= m.terms.Tables; squad++ {
		for _, side := range scoresheet.Sides {
			posts = append(posts, Post{side, squad})
		}
	}
	return posts
}

// Hold is the phone that speaks for the post, nil if none does.
func (m *Match) Hold(post Post) *Hold {
	switch i := post.Squad - 2; {
	case i < 0:
		return m.Holds.Of(post.Side)
	case i < len(m.SquadHolds):
		return m.SquadHolds[i].Of(post.Side)
	}
	return nil
}

// withHold is the match with another phone for the post, an error if it has no
// such squad.
func (m Match) withHold(post Post, hold *Hold) (Match, error) {
	i := post.Squad - 2
	switch {
	case !slices.Contains(m.Posts(), post):
		return m, fmt.Errorf("no squad %d of side %s", post.Squad, post.Side)
	case i < 0:
		m.Holds = m.Holds.With(post.Side, hold)
		return m, nil
	}
	m.SquadHolds = slices.Clone(m.SquadHolds)
	for len(m.SquadHolds) <= i {
		m.SquadHolds = append(m.SquadHolds, scoresheet.PerSide[*Hold]{})
	}
	m.SquadHolds[i] = m.SquadHolds[i].With(post.Side, hold)
	return m, nil
}

// letGo takes the match from all phones.
func (m *Match) letGo() {
	m.Holds, m.SquadHolds = scoresheet.PerSide[*Hold]{}, nil
}

// HeldBy is the post that the phone holds, false if it holds none. A phone goes
// with its squad from table to table.
func (m *Match) HeldBy(device string) (Post, bool) {
	if device == "" {
		return Post{}, false
	}
	for _, post := range m.Posts() {
		if hold := m.Hold(post); hold != nil && hold.Device == device {
			return post, true
		}
	}
	return Post{}, false
}

// post is who the speaker speaks for. In a team meeting one who names no squad
// is the one that its phone holds, or else the first.
func (m *Match) post(sp Speaker) Post {
	post := Post{sp.Side, sp.Squad}
	switch {
	case !m.IsMeeting():
		post.Squad = 0
	case sp.Squad == 0:
		post.Squad = 1
		if held, ok := m.HeldBy(sp.Device); ok && held.Side == sp.Side {
			post.Squad = held.Squad
		}
	}
	return post
}

// NextOf is the hand that a squad plays, or plays next; false where it cannot be
// told yet, because another table is still at the sitting before, or not any
// more. In a match at one table it is Next.
func (m *Match) NextOf(squad int) (Place, bool) {
	if !m.IsMeeting() {
		return m.Next(), true
	}
	game, sitting := m.Sitting()
	return m.nextIn(game, sitting, squad)
}

// LateOf is the hand that a squad may tell after the clock has ended the game:
// one that was over in time and not told.
func (m *Match) LateOf(squad int) (Place, bool) {
	last := len(m.Games)
	if !m.IsMeeting() || last == 0 || !m.Games[last-1].Ended {
		return Place{}, false
	}
	return m.nextIn(last, m.Sittings(), squad)
}

// nextIn is the first hand of the squad in the game that nobody has told; false
// if it is of a later sitting.
func (m *Match) nextIn(game, sitting, squad int) (Place, bool) {
	for s := 1; s <= m.Sittings(); s++ {
		first := m.firstAt(Seating{m.tableOf(squad, s), s})
		for n := first; n < first+m.handsEach(); n++ {
			if hand, ok := m.Hand(Place{game, n}); !ok || !hand.told() {
				return Place{game, n}, s <= sitting
			}
		}
	}
	return Place{game, m.perGame() + 1}, false
}

// nextOfAll is the first hand of the game that nobody has told.
func (m *Match) nextOfAll(game int) Place {
	n := 1
	for ; n <= m.perGame(); n++ {
		if hand, ok := m.Hand(Place{game, n}); !ok || !hand.told() {
			break
		}
	}
	return Place{game, n}
}

// takesNow is takes for a team meeting: each squad has its own next hand.
func (m *Match) takesNow(p Place) bool {
	if m.SeatingOf(p.Number) == (Seating{}) {
		return false
	}
	squad := m.SquadOf(p.Number)
	if next, ok := m.NextOf(squad); ok && p == next {
		return true
	}
	late, ok := m.LateOf(squad)
	return ok && p == late
}

// Waits reports whether the squad has told its hands of the sitting and waits for
// another table.
func (m *Match) Waits(squad int) bool {
	if !m.IsMeeting() || m.Done() || m.Verdict.Match.State == scoresheet.MatchOver {
		return false
	}
	next, ok := m.NextOf(squad)
	return !ok && next.Number <= m.perGame()
}

// seated is a hand with the table and the sitting of its number. One that names
// others is refused.
func (m *Match) seated(p Place, hand scoresheet.Hand) (scoresheet.Hand, error) {
	at := m.SeatingOf(p.Number)
	if at == (Seating{}) {
		return hand, nil
	}
	wrong := (hand.Table != 0 && hand.Table != at.Table) || (hand.Sitting != 0 && hand.Sitting != at.Sitting)
	if wrong {
		return hand, conflict("hand.other-table", "number", p.Number, "table", at.Table, "sitting", at.Sitting)
	}
	hand.Table, hand.Sitting = at.Table, at.Sitting
	return hand, nil
}

// arranged are the hands of a sheet in the order of their numbers, each with its
// table and sitting; order says which of the given hands each of them is. Hands
// that say neither are those of the game in turn, and those that have no place
// in it come last.
func (m *Match) arranged(hands []scoresheet.Hand) (out []scoresheet.Hand, order []int) {
	if !m.IsMeeting() {
		return hands, nil
	}
	taken := make(map[Seating]int, len(hands))
	numbers := make([]int, len(hands))
	out = slices.Clone(hands)
	for i := range out {
		order = append(order, i)
		if out[i].Table == 0 && out[i].Sitting == 0 {
			at := m.SeatingOf(i + 1)
			out[i].Table, out[i].Sitting = at.Table, at.Sitting
		}
		at := Seating{out[i].Table, out[i].Sitting}
		numbers[i] = m.perGame() + 1 + i
		if m.sits(at) && taken[at] < m.handsEach() {
			numbers[i] = m.firstAt(at) + taken[at]
			taken[at]++
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return numbers[a] - numbers[b] })
	sorted := make([]scoresheet.Hand, len(out))
	for i, from := range order {
		sorted[i] = out[from]
	}
	return sorted, order
}

// sits reports whether the match is a meeting that has the table and the sitting.
func (m *Match) sits(at Seating) bool {
	return m.IsMeeting() && at.Table >= 1 && at.Table <= m.terms.Tables && at.Sitting >= 1 && at.Sitting <= m.Sittings()
}

// numbered are arranged hands as records, each at its number; hands that nobody
// has told of are empty records.
func (m *Match) numbered(hands []HandRecord) []HandRecord {
	if !m.IsMeeting() {
		return hands
	}
	var out []HandRecord
	next := make(map[Seating]int, len(hands))
	for _, hand := range hands {
		at := Seating{hand.Hand.Table, hand.Hand.Sitting}
		number := len(out) + 1
		if m.sits(at) && next[at] < m.handsEach() {
			number = m.firstAt(at) + next[at]
			next[at]++
		}
		for len(out) < number {
			out = append(out, HandRecord{})
		}
		out[number-1] = hand
	}
	return out
}

// allTold reports whether every hand of the game up to the number was told.
func (m *Match) allTold(game, number int) bool {
	for n := 1; n <= number; n++ {
		if hand, ok := m.Hand(Place{game, n}); !ok || !hand.told() {
			return false
		}
	}
	return true
}

// SeatsAt are the players by seat, from seat 1, where the hand with the number is
// played; "" where nobody said.
func (m *Match) SeatsAt(at Seating) []string {
	if at == (Seating{}) {
		return m.Seats
	}
	if !m.sits(at) || m.seatingIndex(at) >= len(m.Seated) {
		return nil
	}
	return m.Seated[m.seatingIndex(at)]
}

func (m *Match) seatingIndex(at Seating) int {
	return (at.Sitting-1)*m.terms.Tables + at.Table - 1
}

// withSeats is the match with players on seats, in a team meeting at one of its
// tables in a sitting.
func (m Match) withSeats(at Seating, seats map[scoresheet.Seat]string, count int) (Match, error) {
	if at != (Seating{}) && !m.sits(at) {
		return m, fmt.Errorf("no table %d in sitting %d", at.Table, at.Sitting)
	}
	row := make([]string, count)
	copy(row, m.SeatsAt(at))
	for seat, name := range seats {
		if !seat.Valid(count) {
			return m, fmt.Errorf("no seat %d", seat)
		}
		row[seat-1] = name
	}
	if at == (Seating{}) {
		m.Seats = row
		return m, nil
	}
	i := m.seatingIndex(at)
	m.Seated = slices.Clone(m.Seated)
	for len(m.Seated) <= i {
		m.Seated = append(m.Seated, nil)
	}
	m.Seated[i] = row
	return m, nil
}

// renamed is the match with names on the side's seats put right.
func (m Match) renamed(side scoresheet.Side, rename func(string) string) Match {
	m.Seats = renamedRow(m.Seats, side, 0, rename)
	m.Seated = slices.Clone(m.Seated)
	for i := range m.Seated {
		m.Seated[i] = renamedRow(m.Seated[i], side, i/m.terms.Tables+1, rename)
	}
	return m
}

func renamedRow(row []string, side scoresheet.Side, sitting int, rename func(string) string) []string {
	row = slices.Clone(row)
	for i, name := range row {
		if SideAt(scoresheet.Seat(i+1).Side(), sitting) == side {
			row[i] = rename(name)
		}
	}
	return row
}

// Squad are the players of a side that sit together: in a team meeting the next
// few of the team's list, otherwise all.
func (m *Match) Squad(players []string, squad, size int) []string {
	if !m.IsMeeting() || squad < 1 {
		return players
	}
	from := min((squad-1)*size, len(players))
	return players[from:min(from+size, len(players))]
}

// elsewhere reports whether the player sits on a seat of the side at another
// table of the sitting.
func (m *Match) elsewhere(at Seating, side scoresheet.Side, player string) bool {
	for table := 1; at.Sitting > 0 && table <= m.terms.Tables; table++ {
		if table == at.Table {
			continue
		}
		for i, name := range m.SeatsAt(Seating{table, at.Sitting}) {
			if name == player && SideAt(scoresheet.Seat(i+1).Side(), at.Sitting) == side {
				return true
			}
		}
	}
	return false
}

// sideOfSeat is the side whose seat it is in the hand with the number.
func (m *Match) sideOfSeat(seat scoresheet.Seat, number int) scoresheet.Side {
	return SideAt(seat.Side(), m.SeatingOf(number).Sitting)
}

// sameSitting reports whether two hands are the same one, or in a team meeting
// of the same sitting.
func (m *Match) sameSitting(a, b int) bool {
	return a == b || (m.IsMeeting() && m.SeatingOf(a).Sitting == m.SeatingOf(b).Sitting)
}

// OpenOf are the open hands of a squad, oldest first; all of them for squad 0.
func (m *Match) OpenOf(squad int) []Place {
	places := m.Open()
	if squad == 0 {
		return places
	}
	return slices.DeleteFunc(places, func(p Place) bool { return m.SquadOf(p.Number) != squad })
}

// DisputeOf is the first hand in dispute that keeps the squad from telling its
// next one; of all of them for squad 0.
func (m *Match) DisputeOf(squad int) (Place, bool) {
	for _, p := range m.OpenOf(squad) {
		if hand, _ := m.Hand(p); hand.State == Disputed {
			return p, true
		}
	}
	return Place{}, false
}

// lastOf is the number of the last hand in the game that was not taken back, in
// a team meeting of the squad's.
func (m *Match) lastOf(game, squad int) int {
	hands := m.Games[game-1].Hands
	if squad == 0 {
		return lastStanding(hands)
	}
	n := len(hands)
	for n > 0 && (!hands[n-1].told() || m.SquadOf(n) != squad) {
		n--
	}
	return n
}

// movedOn reports whether a hand of a later sitting than that at the place was
// told: the teams have changed tables since.
func (m *Match) movedOn(p Place) bool {
	at := m.SeatingOf(p.Number)
	return at.Sitting > 0 && m.begun(p.Game, at.Sitting+1)
}

// SeatingNow is where the post sits in the sitting that is being played; zero in
// a match at one table.
func (m *Match) SeatingNow(post Post) Seating {
	if !m.IsMeeting() {
		return Seating{}
	}
	_, sitting := m.Sitting()
	return Seating{m.tableOf(post.Squad, sitting), sitting}
}

// seatingFor is the seating that a referee names, with what is left out.
func (m *Match) seatingFor(at Seating) (Seating, error) {
	if !m.IsMeeting() {
		return Seating{}, nil
	}
	if at.Table == 0 {
		at.Table = 1
	}
	if at.Sitting == 0 {
		_, at.Sitting = m.Sitting()
	}
	if !m.sits(at) {
		return at, refuse("seats.table", "tables", m.terms.Tables, "sittings", m.terms.Sittings)
	}
	return at, nil
}

// arrangedGames are the games of a sheet with their hands arranged, and the order
// of each.
func (m *Match) arrangedGames(games []scoresheet.Game) ([]scoresheet.Game, [][]int) {
	orders := make([][]int, len(games))
	if !m.IsMeeting() {
		return games, orders
	}
	out := slices.Clone(games)
	for i := range out {
		out[i].Hands, orders[i] = m.arranged(out[i].Hands)
	}
	return out, orders
}

// asGiven is a fault of an arranged sheet, placed in the sheet that was given.
func asGiven(fault scoresheet.Fault, orders [][]int) scoresheet.Fault {
	steps := strings.Split(fault.At, "/")
	if len(steps) < 5 || steps[1] != "games" || steps[3] != "hands" {
		return fault
	}
	game, errGame := strconv.Atoi(steps[2])
	hand, errHand := strconv.Atoi(steps[4])
	if errGame != nil || errHand != nil || game >= len(orders) || hand >= len(orders[game]) {
		return fault
	}
	given := orders[game][hand]
	steps[4] = strconv.Itoa(given)
	fault.At = strings.Join(steps, "/")
	fault.Args = maps.Clone(fault.Args)
	if _, named := fault.Args["hand"]; named {
		fault.Args["hand"] = given + 1
	}
	return fault
}

// handsAsGiven are the verdicts on arranged hands in the order that was given.
func handsAsGiven(hands []scoresheet.HandVerdict, order []int) []scoresheet.HandVerdict {
	if order == nil {
		return hands
	}
	given := slices.Clone(hands)
	for i, from := range order {
		if i < len(hands) && from < len(given) {
			given[from] = hands[i]
		}
	}
	return given
}

// Untold are the tables, within the meeting, that have yet to tell a hand of the
// sitting, or whose hand of it is in dispute.
func (m *Match) Untold(game, sitting int) []int {
	var tables []int
	for n := (sitting-1)*m.perSitting() + 1; n <= sitting*m.perSitting(); n++ {
		hand, ok := m.Hand(Place{game, n})
		at := m.SeatingOf(n)
		if (!ok || !hand.told() || hand.State == Disputed) && !slices.Contains(tables, at.Table) {
			tables = append(tables, at.Table)
		}
	}
	return tables
}

// HandsAt are the numbers of the hands that are played at the table, within the
// meeting, in the sitting.
func (m *Match) HandsAt(at Seating) []int {
	if !m.sits(at) {
		return nil
	}
	numbers := make([]int, m.handsEach())
	for i := range numbers {
		numbers[i] = m.firstAt(at) + i
	}
	return numbers
}

// Sittings is how many sittings a team meeting has, 0 for a match at one table.
func (m *Match) Sittings() int {
	if !m.IsMeeting() {
		return 0
	}
	return max(1, m.terms.Sittings)
}

// HandsPerGame is how many hands a game of a team meeting has, 0 for a match at
// one table.
func (m *Match) HandsPerGame() int {
	if !m.IsMeeting() {
		return 0
	}
	return m.perGame()
}

// Recorded reports whether the record knows of the hand: in a team meeting a
// later one may have been told before it.
func (h HandRecord) Recorded() bool { return h.State != "" }
