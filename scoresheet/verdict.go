package scoresheet

// Verdict is what a rulebook says of a sheet (exchange format, section 2).
type Verdict struct {
	Rulebook  string           `json:"rulebook"`
	Valid     bool             `json:"valid"`
	Faults    []Fault          `json:"faults"`
	Notices   []Notice         `json:"notices"`
	Games     []GameVerdict    `json:"games"`
	Match     MatchVerdict     `json:"match"`
	Penalties []PenaltyVerdict `json:"penalties,omitempty"`
}

// GameState is how far a game has come.
type GameState string

// The states of a game. GameExtraHand: level, one more hand is due.
const (
	GamePlaying   GameState = "playing"
	GameExtraHand GameState = "extra-hand"
	GameOver      GameState = "over"
)

// DecidedBy says how a game was decided.
type DecidedBy string

// The ways in which a game is decided. A game with a DecidedBy and no winner
// is drawn.
const (
	ByPassedA          DecidedBy = "passed-a"
	ByReachedA         DecidedBy = "reached-a"
	ByTimeLevel        DecidedBy = "time-level"
	ByHandsLevel       DecidedBy = "hands-level"
	ByTimeFirstReached DecidedBy = "time-first-reached"
	ByTimeOffStage     DecidedBy = "time-off-stage"
	ByTimeOnStage      DecidedBy = "time-on-stage"
	ByPoints           DecidedBy = "points"
	ByExtraHand        DecidedBy = "extra-hand"
	ByPenalty          DecidedBy = "penalty"
	ByForfeit          DecidedBy = "forfeit"
)

// GameVerdict is the outcome of a game so far. Levels and OnStage stand there
// in level games only, Points in points games only.
type GameVerdict struct {
	State   GameState        `json:"state"`
	Winner  Side             `json:"winner,omitzero"`
	By      DecidedBy        `json:"by,omitzero"`
	Levels  *PerSide[Level]  `json:"levels,omitempty"`
	Points  *PerSide[Points] `json:"points,omitempty"`
	OnStage Side             `json:"on_stage,omitzero"`
	Hands   []HandVerdict    `json:"hands"`
}

// HandVerdict is the outcome of a hand. Of a hand at fault only Finish stands
// there, as it came.
type HandVerdict struct {
	Finish []Seat `json:"finish,omitempty"`
	// Winner is the side of the first finisher, or who took the stage.
	Winner Side `json:"winner,omitzero"`
	// PlayedAt is the level that the hand was played at.
	PlayedAt Level `json:"played_at,omitzero"`
	// Upgrade is what the order earns by the rulebook's table, before anything
	// caps it.
	Upgrade *PerSide[int]    `json:"upgrade,omitempty"`
	Levels  *PerSide[Level]  `json:"levels,omitempty"`
	OnStage Side             `json:"on_stage,omitzero"`
	Points  *PerSide[Points] `json:"points,omitempty"`
	// Next is what is played after this hand, while the game goes on.
	Next *NextHand `json:"next,omitempty"`
}

// NextHand is what a table must know before it deals again.
type NextHand struct {
	Level Level `json:"level,omitzero"`
	// Tribute is what is due, nil where the rulebook has none.
	Tribute *TributeDue `json:"tribute"`
	// Extra says that the hand is the extra hand of a level game.
	Extra bool `json:"extra,omitzero"`
}

// TributeDue names the seats that give and those that receive.
type TributeDue struct {
	From []Seat `json:"from"`
	To   []Seat `json:"to"`
	// RefusalLeads is who leads if the tribute is refused.
	RefusalLeads Seat `json:"refusal_leads,omitzero"`
	// EqualLeads and EqualGives are for a double tribute with equal cards: who
	// leads, and whose card goes to the first finisher.
	EqualLeads Seat `json:"equal_leads,omitzero"`
	EqualGives Seat `json:"equal_gives,omitzero"`
	// Leads is who leads otherwise: the giver of a single tribute; 0 after a
	// double tribute, where the giver of the higher card leads.
	Leads Seat `json:"leads,omitzero"`
	// ReturnMax is the highest card that may be given back, as a level.
	ReturnMax Level `json:"return_max,omitzero"`
}

// MatchState is how far the games have decided a match.
type MatchState string

// The states of a match in a verdict.
const (
	MatchPlaying MatchState = "playing"
	MatchOver    MatchState = "over"
)

// MatchVerdict is the outcome of the match so far. Points stand there once the
// match is over, and only where the rulebook has match points; a drawn match
// has no winner. Difference is the sum of level differences over its games,
// side A's view, with a passed A counted as 15 (level games only).
type MatchVerdict struct {
	State  MatchState       `json:"state"`
	Winner Side             `json:"winner,omitzero"`
	Games  PerSide[Points]  `json:"games"`
	Points *PerSide[Points] `json:"points,omitempty"`
	// Second is what the second table of the match points gives, nil where there
	// is none.
	Second *PerSide[Points] `json:"second_points,omitempty"`
	// Small are the small points: sums of game points, or nil.
	Small *PerSide[Points] `json:"small_points,omitempty"`
	// Difference is side A's final level minus side B's, summed over the games.
	Difference int `json:"level_difference,omitzero"`
}

// PenaltyVerdict is a penalty with the step that was due by the record.
type PenaltyVerdict struct {
	Game       int      `json:"game,omitzero"`
	Hand       int      `json:"hand,omitzero"`
	Violation  string   `json:"violation"`
	Seat       Seat     `json:"seat,omitzero"`
	Side       Side     `json:"side,omitzero"`
	Repetition int      `json:"repetition"`
	Due        []string `json:"due"`
	Actions    []string `json:"actions,omitempty"`
	Reason     string   `json:"reason,omitempty"`
	Clause     string   `json:"clause,omitempty"`
}
