package contest

// Bracket is a knockout as a picture of it shows it: columns of matches from
// left to right, one a round, and for each place who stands there or who will.
// It holds ids only; names are the caller's.
//
// In a fixed bracket every column has half as many matches as the one before,
// matches 2k-1 and 2k of a column lead to match k of the next one, and columns
// to come are there already. In a knockout that is drawn anew each round only
// drawn rounds are there; the matches of a column stand in such an order that
// lines drawn along BracketPlace.From do not cross.
type Bracket struct {
	Phase string `json:"phase"`
	Group string `json:"group,omitempty"`
	// Fixed tells the two kinds of brackets apart.
	Fixed   bool            `json:"fixed"`
	Columns []BracketColumn `json:"columns"`
	// Third is the match for third place, nil where none is to be played or it is
	// not known yet; its state is BracketPassed where somebody is third without it.
	Third *BracketMatch `json:"third,omitempty"`
	// In are those who are still in, in the order of the field: the champion alone
	// once a knockout is played out, those who go on where it stops before. Over
	// says that no round is to come.
	In   []EntrantID `json:"in"`
	Over bool        `json:"over"`
}

// BracketColumn is a round of a bracket.
type BracketColumn struct {
	// Round is the number of the round within the phase, 0 where it is not drawn:
	// it is to come, or all who are in it pass.
	Round int       `json:"round,omitempty"`
	Name  RoundName `json:"name"`
	// Fraction goes with RoundFraction: 4 for 1/4.
	Fraction int `json:"fraction,omitempty"`
	// Matches are in order from top to bottom.
	Matches []BracketMatch `json:"matches"`
}

// RoundName is what a round is called by how many are left.
type RoundName string

// The names of rounds.
const (
	RoundFinal     RoundName = "final"
	RoundSemiFinal RoundName = "semi-final"
	// RoundFraction: 1/4, 1/8 and so on; BracketColumn.Fraction says which.
	RoundFraction RoundName = "fraction"
	// RoundNumbered: a round of a phase that stops before a final is called by
	// its number.
	RoundNumbered RoundName = "round"
	// RoundRepechage: those who lost play for the places that are left.
	RoundRepechage RoundName = "repechage"
)

// BracketMatch is a match of a bracket, or a place in it where none is played.
type BracketMatch struct {
	// Slot is its place in the column, from 1.
	Slot   int             `json:"slot"`
	Places [2]BracketPlace `json:"places"`
	State  BracketState    `json:"state"`
	// Winner is who goes on: the winner of the match, or who passes without one;
	// "" while nobody does.
	Winner EntrantID `json:"winner,omitempty"`
	// Table is where it is played, 0 where it is not drawn.
	Table  int    `json:"table,omitempty"`
	Reason Reason `json:"reason,omitempty"`
	// Walkover: it was decided without being played.
	Walkover bool `json:"walkover,omitempty"`
}

// BracketState says how far a match of a bracket is.
type BracketState string

// The states of the matches of a bracket.
const (
	// BracketToCome: not drawn yet.
	BracketToCome BracketState = "to-come"
	// BracketDrawn: drawn, and without a result.
	BracketDrawn BracketState = "drawn"
	// BracketUndecided: it has a result, but no winner.
	BracketUndecided BracketState = "undecided"
	// BracketWon: somebody won it, or was there alone.
	BracketWon BracketState = "won"
	// BracketBothOut: both sides lost it.
	BracketBothOut BracketState = "both-out"
	// BracketPassed: nobody is there to play against; the one who is goes on
	// without a match.
	BracketPassed BracketState = "passed"
	// BracketEmpty: nobody is there at all.
	BracketEmpty BracketState = "empty"
)

// BracketPlace is one of the two places of a match.
type BracketPlace struct {
	Kind BracketPlaceKind `json:"kind"`
	// Entrant is who stands there, "" unless Kind is PlaceTaken.
	Entrant EntrantID `json:"entrant,omitempty"`
	// From is the slot of the column before that the place is filled from: whose
	// winner stands or will stand there, or, in a third-place match and a
	// repechage, perhaps its loser. 0 where there is none.
	From int `json:"from,omitempty"`
	// Seed is the seeding of the entrant in this draw, 0 for none.
	Seed int `json:"seed,omitempty"`
	// Gone: the entrant had left before this round.
	Gone bool `json:"gone,omitempty"`
}

// BracketPlaceKind says what a place of a bracket holds.
type BracketPlaceKind string

// The kinds of places.
const (
	// PlaceTaken: an entrant stands there.
	PlaceTaken BracketPlaceKind = "entrant"
	// PlaceOfWinner: the winner of match From of the column before will.
	PlaceOfWinner BracketPlaceKind = "winner"
	// PlaceOfLoser: its loser will.
	PlaceOfLoser BracketPlaceKind = "loser"
	// PlaceBye: nobody by the draw; the other one has a bye.
	PlaceBye BracketPlaceKind = "bye"
	// PlaceEmpty: nobody any more; all who could have come are out.
	PlaceEmpty BracketPlaceKind = "empty"
)

// BracketOf is the picture of a knockout as it stands. The faults are those of
// RankKnockout.
func BracketOf(stage Stage) (Bracket, error) {
	c, err := openCup(stage)
	if err != nil {
		return Bracket{}, err
	}
	b := bracketPainter{cup: c, bracket: Bracket{
		Phase: stage.Phase.ID, Group: c.group.Name, Fixed: FixedBracket(stage.Phase),
		Columns: []BracketColumn{}, In: []EntrantID{}, Over: len(c.undecided()) == 0 && c.over(),
	}}
	if b.bracket.Fixed {
		b.paintSlots()
	} else {
		b.paintRounds()
	}
	b.paintThird()
	fates, _, _ := c.fates()
	for i, fate := range fates {
		if fate.in {
			b.bracket.In = append(b.bracket.In, c.group.Entrants[i].ID)
		}
	}
	return b.bracket, nil
}
