package shuangsheng

import "kiosk/scoresheet"

// The points in two packs: 5s, 10s and kings are worth 5, 10 and 10.
const (
	// PointUnit is what all points are multiples of.
	PointUnit = 5
	// AllPoints are in the two packs.
	AllPoints = 200
	// MostBottom are in the bottom at most: 8 cards of 10.
	MostBottom = 80
	// MostPairs is how many pairs a play can have.
	MostPairs = MaxCards / packs
	// MostThrows are read of one hand at most: far more than a table could bring
	// about, and enough to undo any bottom.
	MostThrows = 200
)

// Rules are what a rulebook says of a hand (catalogue, section 6).
type Rules struct {
	bands       []scoresheet.Band
	multipliers []int
	throwPoints int
}

// RulesOf are the rules of the rulebook under its terms.
func RulesOf(book *scoresheet.Rulebook, terms *scoresheet.Terms) Rules {
	return Rules{bands: book.Bands, multipliers: terms.BottomMultipliers, throwPoints: terms.ThrowPoints}
}

// Result is what a hand does by the cards.
type Result struct {
	// Points are the defenders', in tricks, bottom and failed throws together.
	Points int
	// Stage is the camp that keeps or takes the stage, Climb what it climbs.
	Stage scoresheet.Camp
	Climb int
}

// Read says what the hand does when the side is on stage. Places of faults are
// told from the hand down; with faults there is no result.
func (r Rules) Read(hand *scoresheet.Hand, onStage scoresheet.Side) (Result, []scoresheet.Fault) {
	var c faults
	c.tricks(hand.Tricks)
	if hand.Bottom != nil {
		c.bottom(hand.Bottom, len(r.multipliers)-1)
	}
	if c.list == nil {
		c.together(hand)
	}
	if len(hand.Throws) > MostThrows {
		c.add("points.range", "/throws", "throws")
		c.list[len(c.list)-1].Args["most"] = MostThrows
		return Result{}, c.list
	}
	for i, throw := range hand.Throws {
		c.throw(i, throw)
	}
	if c.list != nil {
		return Result{}, c.list
	}
	points := r.points(hand, onStage)
	for _, band := range r.bands {
		if band.Holds(points) {
			return Result{Points: points, Stage: band.Stage, Climb: band.Climb}, nil
		}
	}
	c.add("points.range", "/tricks", "band")
	return Result{}, c.list
}

// points are the defenders' when nothing in the hand is at fault. What throws of
// their own cost them leaves them with nothing at worst.
func (r Rules) points(hand *scoresheet.Hand, onStage scoresheet.Side) int {
	points := *hand.Tricks
	if bottom := hand.Bottom; bottom != nil && bottom.Last == scoresheet.Defenders {
		points += bottom.Points * r.multiplier(bottom.Pairs)
	}
	for _, throw := range hand.Throws {
		if throw.Side == onStage {
			points += throw.Cards * r.throwPoints
		} else {
			points -= throw.Cards * r.throwPoints
		}
	}
	return max(points, 0)
}

// multiplier is what the bottom counts for after a play of so many pairs; once
// where the rulebook has no number.
func (r Rules) multiplier(pairs int) int {
	if pairs >= len(r.multipliers) {
		return 1
	}
	return r.multipliers[pairs]
}

// faults gathers what is wrong with the points of a hand, one for each slip.
type faults struct{ list []scoresheet.Fault }

func (f *faults) add(code, at, why string) {
	fault := scoresheet.Fault{Code: code, At: at}
	if why != "" {
		fault.Args = map[string]any{"why": why}
	}
	f.list = append(f.list, fault)
}

func (f *faults) tricks(tricks *int) {
	if tricks == nil {
		f.add("points.range", "/tricks", "missing")
		return
	}
	f.points("/tricks", *tricks)
}

func (f *faults) points(at string, points int) {
	switch {
	case points < 0 || points > AllPoints:
		f.add("points.range", at, "")
	case points%PointUnit != 0:
		f.add("points.multiple", at, "")
	}
}

// bottom checks what is said of the bottom, where plays of up to so many pairs
// have a multiplier.
func (f *faults) bottom(bottom *scoresheet.Bottom, pairs int) {
	f.points("/bottom/points", bottom.Points)
	switch {
	case bottom.Last == "":
		f.add("points.range", "/bottom/last", "last")
	case bottom.Play == "" && bottom.Last == scoresheet.Defenders:
		f.add("points.range", "/bottom/play", "play")
	case bottom.Play != scoresheet.LastPairs && bottom.Pairs != 0:
		f.add("points.range", "/bottom/pairs", "single")
	case bottom.Play == scoresheet.LastPairs && (bottom.Pairs < 1 || bottom.Pairs > pairs):
		f.add("points.range", "/bottom/pairs", "pairs")
	}
}

// together looks at points that could each be, but not beside each other: there
// are so many in the packs, and so many in eight cards.
func (f *faults) together(hand *scoresheet.Hand) {
	if hand.Bottom == nil {
		return
	}
	switch {
	case *hand.Tricks+hand.Bottom.Points > AllPoints:
		f.add("points.range", "", "together")
	case hand.Bottom.Points > MostBottom:
		f.add("points.range", "/bottom/points", "bottom")
	}
}

func (f *faults) throw(i int, throw scoresheet.Throw) {
	switch {
	case throw.Side == scoresheet.NoSide:
		f.add("points.range", scoresheet.Pointer("throws", i, "side"), "side")
	case throw.Cards < 1 || throw.Cards > MaxCards:
		f.add("points.range", scoresheet.Pointer("throws", i, "cards"), "cards")
	}
}
