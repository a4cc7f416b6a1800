package scoresheet

// Sheet is a match as a captain or a paper form claims it (exchange format,
// section 1). Nothing in it is believed before a judge has read it.
type Sheet struct {
	Rulebook  string         `json:"rulebook"`
	Settings  map[string]any `json:"settings,omitempty"`
	Phase     string         `json:"phase,omitempty"`
	Forfeit   Forfeit        `json:"forfeit,omitzero"`
	Games     []Game         `json:"games"`
	Penalties []Penalty      `json:"penalties,omitempty"`
}

// Forfeit says who does not play: "A", "B", "both" or, when all do, "".
type Forfeit string

// The forfeits.
const (
	NoForfeit    Forfeit = ""
	ForfeitA     Forfeit = "A"
	ForfeitB     Forfeit = "B"
	ForfeitBoth  Forfeit = "both"
	EndedByClock         = "time"
)

// Game is one game (局) of a match: its hands in order, and whether the clock
// ended it.
type Game struct {
	Hands []Hand `json:"hands"`
	// End is EndedByClock when the bell ended the game, "" otherwise.
	End string `json:"end,omitempty"`
}

// Hand is one deal as claimed. Which fields a hand may carry depends on the
// discipline; the judge refuses the others.
type Hand struct {
	// Finish names the seats as they ran out of cards; short forms are allowed
	// where the rest follows. (Guandan, Gouji)
	Finish []Seat `json:"finish,omitempty"`
	// Extra marks the extra hand of a level game.
	Extra bool `json:"extra,omitzero"`
	// Tribute is what was given before the hand, if it was written down. (Guandan)
	Tribute *Tribute `json:"tribute,omitempty"`
	// Incidents are what happened beside the order, in order of time. (Gouji)
	Incidents []Incident `json:"events,omitempty"`
	// Table and Sitting tell the hands of a two-table meeting apart. (Gouji)
	Table   int `json:"table,omitzero"`
	Sitting int `json:"sitting,omitzero"`
	// OnStage is the declaring side. (Shuangsheng)
	OnStage Side `json:"on_stage,omitzero"`
	// Tricks are the defenders' points in tricks. (Shuangsheng)
	Tricks *int `json:"tricks,omitempty"`
	// Bottom is what became of the bottom cards. (Shuangsheng)
	Bottom *Bottom `json:"bottom,omitempty"`
	// Throws are the failed throws. (Shuangsheng)
	Throws []Throw `json:"throws,omitempty"`
	// Claim is what the writer thinks follows; each part is checked.
	Claim *Claim `json:"claim,omitempty"`
}

// SideOf is the side that what the seat does in the hand counts for. In a
// two-table meeting the teams change to the seats of the other parity in every
// second sitting, and points stay with the teams (catalogue, section 5.1).
func (h *Hand) SideOf(seat Seat) Side {
	if h.Sitting > 0 && h.Sitting%2 == 0 {
		return seat.Side().Other()
	}
	return seat.Side()
}

// Tribute is the exchange of cards before a hand of Guandan: a refusal by the
// seats with the big jokers, or the cards that went over and came back.
type Tribute struct {
	Refused []Seat     `json:"refused,omitempty"`
	Gives   []CardMove `json:"gives,omitempty"`
	Returns []CardMove `json:"returns,omitempty"`
}

// CardMove is one card that goes from one seat to another.
type CardMove struct {
	From Seat   `json:"from"`
	To   Seat   `json:"to"`
	Card string `json:"card"`
}

// Incident is something in a Gouji hand beside the order: a burn, a stifle…
type Incident struct {
	Kind        string `json:"kind"`
	Seat        Seat   `json:"seat,omitzero"`
	By          Seat   `json:"by,omitzero"`
	Against     Seat   `json:"against,omitzero"`
	CounterBy   Seat   `json:"counter_by,omitzero"`
	Result      string `json:"result,omitempty"`
	AfterSecond bool   `json:"after_second,omitzero"`
	AfterOut    bool   `json:"after_out,omitzero"`
}

// Bottom is the bottom of a Shuangsheng hand: its points, who took the last
// trick ("declarers" or "defenders") and with what ("single", or "pairs" of a
// number of pairs).
type Bottom struct {
	Points int      `json:"points"`
	Last   Camp     `json:"last"`
	Play   LastPlay `json:"play,omitzero"`
	Pairs  int      `json:"pairs,omitzero"`
}

// Throw is a failed throw (甩牌): the side, and how many cards were beaten.
type Throw struct {
	Side  Side `json:"side"`
	Cards int  `json:"cards"`
}

// Claim is what the writer of a hand thinks follows from it.
type Claim struct {
	Levels  *PerSide[Level]  `json:"levels,omitempty"`
	Upgrade *PerSide[int]    `json:"upgrade,omitempty"`
	Points  *PerSide[Points] `json:"points,omitempty"`
	Winner  Side             `json:"winner,omitzero"`
}

// Penalty is a penalty as written on a sheet.
type Penalty struct {
	Violation string `json:"violation"`
	Seat      Seat   `json:"seat,omitzero"`
	Side      Side   `json:"side,omitzero"`
	// Game and Hand count from 1; 0 where they do not apply.
	Game int `json:"game,omitzero"`
	Hand int `json:"hand,omitzero"`
	// Prior is how often it happened before, where a ladder counts beyond the
	// match.
	Prior int `json:"prior,omitzero"`
	// Actions, if given, are checked against the step that is due.
	Actions []string `json:"actions,omitempty"`
	// Reason explains a deviation from the step that is due.
	Reason string `json:"reason,omitempty"`
}
