package card

import "kiosk/scoresheet"

// Question is what is asked about cards: what they are, or whether the right
// play beats the left one, and when they are played. Cards, suits and
// declarations are as people write them down (ParseCards); what a game does not
// know is left empty.
type Question struct {
	// Left are the cards on the table, or the only ones that are asked about.
	Left string `json:"left"`
	// Right are the cards that are laid on them; empty where nothing is.
	Right string `json:"right,omitempty"`
	// LeftAs and RightAs are what the plays were declared to be, "tube:9".
	LeftAs  string `json:"left_as,omitempty"`
	RightAs string `json:"right_as,omitempty"`
	// Level is the one that is played, in Guandan and Shuangsheng.
	Level scoresheet.Level `json:"level,omitzero"`
	// Trump is the trump suit of Shuangsheng, "none" for none.
	Trump string `json:"trump,omitempty"`
	// Lead is what was led to the trick, where that is neither play.
	Lead string `json:"lead,omitempty"`
	// Hand are the cards that remain with whose play is asked about; nil where
	// nobody said.
	Hand *string `json:"hand,omitempty"`
	// Others are the hands of the other seats.
	Others []string `json:"others,omitempty"`
	// PlayersLeft is how many still hold cards, 0 for all; NoOpposite,
	// AfterSecond and AfterOut are what has happened in a hand of Gouji.
	PlayersLeft int  `json:"players_left,omitempty"`
	NoOpposite  bool `json:"no_opposite,omitempty"`
	AfterSecond bool `json:"after_second,omitempty"`
	AfterOut    bool `json:"after_out,omitempty"`
	// By and Against are the seats of the right and of the left play.
	By      scoresheet.Seat `json:"by,omitempty"`
	Against scoresheet.Seat `json:"against,omitempty"`
}
