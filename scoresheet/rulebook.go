package scoresheet

// Lang is a language that words exist in.
type Lang string

// The languages, in the order in which a missing word is looked for.
const (
	ZhHans Lang = "zh-Hans"
	ZhHant Lang = "zh-Hant"
	En     Lang = "en"
)

// Langs are all languages.
var Langs = []Lang{ZhHans, ZhHant, En}

// Text is a text in every language.
type Text struct {
	ZhHans string `toml:"zh-Hans" json:"zh-Hans"`
	ZhHant string `toml:"zh-Hant" json:"zh-Hant"`
	En     string `toml:"en" json:"en"`
}

// In is the text in the language, simplified Chinese for an unknown one.
func (t Text) In(l Lang) string {
	switch l {
	case ZhHant:
		return t.ZhHant
	case En:
		return t.En
	}
	return t.ZhHans
}

// Origin says where a value comes from: the source text, or our own choice
// where the source is silent.
type Origin string

// The origins.
const (
	FromSource  Origin = "source"
	FromDefault Origin = "default"
)

// Rulebook is a rulebook as data: nothing in the program knows it by its id.
// It is read from TOML, checked whole, and never changed afterwards.
type Rulebook struct {
	ID         string     `toml:"id" json:"id"`
	Version    int        `toml:"version" json:"version"`
	Discipline Discipline `toml:"discipline" json:"discipline"`
	// Extends names a rulebook whose values hold where this one is silent.
	Extends string `toml:"extends,omitempty" json:"extends,omitempty"`
	Name    Text   `toml:"name" json:"name"`
	Summary Text   `toml:"summary" json:"summary"`
	Source  Source `toml:"source" json:"source"`
	// Places are the names of the finishing places, first to last.
	Places []Text `toml:"places" json:"places"`
	// SideNames name sides A and B; SeatNames the seats from 1.
	SideNames []Text    `toml:"side_names" json:"side_names"`
	SeatNames []Text    `toml:"seat_names" json:"seat_names"`
	Articles  []Article `toml:"articles" json:"articles"`
	// Settings are the values that judging, clocks and tribute depend on, by
	// the names of SettingSpecs.
	Settings map[string]Setting `toml:"settings" json:"settings"`
	// MatchPoints is what a match gives, nil where the rulebook has no match
	// points.
	MatchPoints *MatchPoints `toml:"match_points,omitempty" json:"match_points,omitempty"`
	Violations  []Violation  `toml:"violations" json:"violations"`
	// Incidents are what a Gouji rulebook knows beside the finishing order.
	Incidents []IncidentRule `toml:"incidents,omitempty" json:"incidents,omitempty"`
	// Bands say what the defenders' points do in a hand of Shuangsheng.
	Bands  []Band     `toml:"bands,omitempty" json:"bands,omitempty"`
	Entry  EntryRules `toml:"entry" json:"entry"`
	Phases []Phase    `toml:"phases" json:"phases"`
	Awards Awards     `toml:"awards" json:"awards"`
}

// Source is the document that a rulebook comes from.
type Source struct {
	Document string `toml:"document" json:"document"`
	Title    string `toml:"title" json:"title"`
}

// Article is an article of the rulebook in our own words. ID is what settings,
// violations and faults refer to; Number is what the source calls it.
type Article struct {
	ID     string `toml:"id" json:"id"`
	Number string `toml:"number" json:"number"`
	Origin Origin `toml:"origin" json:"origin"`
	Text   Text   `toml:"text" json:"text"`
	// Faults are the codes of faults, and of rulings on cards, that this article
	// is cited for: whole codes, or a prefix up to a dot ("tribute.").
	Faults []string `toml:"faults,omitempty" json:"faults,omitempty"`
}

// Setting is a value of the rulebook. An organiser may change it before the
// event starts if it is adjustable, within its range or options.
type Setting struct {
	Value  any    `toml:"value" json:"value"`
	Origin Origin `toml:"origin" json:"origin"`
	// Article is the id of the article that says so, empty where none does.
	Article string `toml:"article,omitempty" json:"article,omitempty"`
	// Fixed settings cannot be changed by an organiser.
	Fixed   bool     `toml:"fixed,omitempty" json:"fixed,omitempty"`
	Min     *int     `toml:"min,omitempty" json:"min,omitempty"`
	Max     *int     `toml:"max,omitempty" json:"max,omitempty"`
	Options []string `toml:"options,omitempty" json:"options,omitempty"`
	// Phases hold other values for phases, by phase id.
	Phases map[string]any `toml:"phases,omitempty" json:"phases,omitempty"`
}

// MatchPoints is what a match gives to an entrant. Exactly one of Win and
// Table is used: Passed and Ahead refine Win where passing A is worth more
// than being ahead at time.
type MatchPoints struct {
	Win    *Points `toml:"win,omitempty" json:"win,omitempty"`
	Passed *Points `toml:"passed,omitempty" json:"passed,omitempty"`
	Ahead  *Points `toml:"ahead,omitempty" json:"ahead,omitempty"`
	Draw   Points  `toml:"draw" json:"draw"`
	Loss   Points  `toml:"loss" json:"loss"`
	// Table maps the difference of the final levels (A = 14, passed A = 15) to
	// what winner and loser get.
	Table []DifferenceRow `toml:"table,omitempty" json:"table,omitempty"`
	// Second is such a table for a second figure beside Win: what RuleSecond
	// adds up.
	Second []DifferenceRow `toml:"second,omitempty" json:"second,omitempty"`
	Bye    Points          `toml:"bye" json:"bye"`
	// Forfeit and Absent: what the side that is there and the side that is not
	// get from a walkover.
	Forfeit Points `toml:"forfeit" json:"forfeit"`
	Absent  Points `toml:"absent" json:"absent"`
	// ForfeitOrigin is where Forfeit and Absent come from; empty: as Origin.
	ForfeitOrigin Origin `toml:"forfeit_origin,omitempty" json:"forfeit_origin,omitempty"`
	Origin        Origin `toml:"origin" json:"origin"`
	Article       string `toml:"article,omitempty" json:"article,omitempty"`
}

// DifferenceRow is a row of a table by level difference.
type DifferenceRow struct {
	Difference int    `toml:"difference" json:"difference"`
	Winner     Points `toml:"winner" json:"winner"`
	Loser      Points `toml:"loser" json:"loser"`
}

// Violation is something that a penalty can be given for.
type Violation struct {
	ID      string `toml:"id" json:"id"`
	Name    Text   `toml:"name" json:"name"`
	Article string `toml:"article,omitempty" json:"article,omitempty"`
	Origin  Origin `toml:"origin" json:"origin"`
	// Ladder are the steps; the last one repeats. A step is a list of actions
	// as the catalogue, section 7, names them.
	Ladder [][]string `toml:"ladder" json:"ladder"`
	// DeclarerLadder, if there, holds for the side on stage.
	DeclarerLadder [][]string `toml:"declarer_ladder,omitempty" json:"declarer_ladder,omitempty"`
	// WinnerLadder and DeclarerWinnerLadder, if there, hold where the offender's
	// side won the hand by the cards: defenders who came on stage, declarers who
	// kept it.
	WinnerLadder         [][]string `toml:"winner_ladder,omitempty" json:"winner_ladder,omitempty"`
	DeclarerWinnerLadder [][]string `toml:"declarer_winner_ladder,omitempty" json:"declarer_winner_ladder,omitempty"`
	// Per is whose repetitions are counted: "side" (default), "seat" or "team".
	Per string `toml:"per,omitempty" json:"per,omitempty"`
	// Over is over what they are counted: "match" (default), "game" or "event".
	Over string `toml:"over,omitempty" json:"over,omitempty"`
	// Together names a family of violations that are counted as one.
	Together string `toml:"together,omitempty" json:"together,omitempty"`
	// AtStart: levels that its actions give are there before the game's first
	// hand, whenever the penalty was written down.
	AtStart bool `toml:"at_start,omitempty" json:"at_start,omitempty"`
	// Late: it is given for each stretch of the setting "late_minutes" that a
	// side is late.
	Late bool `toml:"late,omitempty" json:"late,omitempty"`
}

// EntryRules say who may enter.
type EntryRules struct {
	// Players is the number of players of an entrant at the table.
	Players int `toml:"players" json:"players"`
	// Groups, if any, are the groups that an entry names itself.
	Groups []string `toml:"groups,omitempty" json:"groups,omitempty"`
	// OnePerUnitAndGroup: a unit enters at most one entrant in a group.
	OnePerUnitAndGroup bool `toml:"one_per_unit_and_group,omitempty" json:"one_per_unit_and_group,omitempty"`
	// PerUnit is how many entrants a unit enters at most, 0 for any number.
	PerUnit      int  `toml:"per_unit,omitempty" json:"per_unit,omitempty"`
	UnitRequired bool `toml:"unit_required,omitempty" json:"unit_required,omitempty"`
	// Partners is how pairs come about: PartnersByLot, PartnersEither or empty.
	Partners string `toml:"partners,omitempty" json:"partners,omitempty"`
	// FixedPlayers: nobody is replaced once the event has begun, by the article
	// FixedPlayersArticle.
	FixedPlayers        bool   `toml:"fixed_players,omitempty" json:"fixed_players,omitempty"`
	FixedPlayersArticle string `toml:"fixed_players_article,omitempty" json:"fixed_players_article,omitempty"`
	// Min and Max bound the number of entrants in a group, or in the event
	// where it has no groups.
	Min     int    `toml:"min" json:"min"`
	Max     int    `toml:"max" json:"max"`
	Article string `toml:"article,omitempty" json:"article,omitempty"`
}

// PhaseKind is how a phase pairs its entrants.
type PhaseKind string

// The kinds of phases.
const (
	RoundRobin PhaseKind = "round-robin"
	Knockout   PhaseKind = "knockout"
	Swiss      PhaseKind = "swiss"
	Ladder     PhaseKind = "ladder"
)

// Phase is a stage of the contest.
type Phase struct {
	ID   string    `toml:"id" json:"id"`
	Name Text      `toml:"name" json:"name"`
	Kind PhaseKind `toml:"kind" json:"kind"`
	// Rounds is the number of rounds of a Swiss phase, or of a knockout that
	// stops before its end; 0: as the setting "rounds" says, which
	// an organiser may change, or else as many as the entrants need.
	Rounds int `toml:"rounds,omitempty" json:"rounds,omitempty"`
	Format
	// Groups are the groups of the phase. Empty in a first phase: those that
	// the entries name.
	Groups []PhaseGroup `toml:"groups,omitempty" json:"groups,omitempty"`
	// Draw says how a knockout is drawn: DrawEachRound (empty too), DrawByTable,
	// DrawOnce, DrawCross or DrawSeeded.
	Draw string `toml:"draw,omitempty" json:"draw,omitempty"`
	// Until is the number of entrants at which a knockout ends and the next phase
	// begins, 0 for one that is played out.
	Until int `toml:"until,omitempty" json:"until,omitempty"`
	// ThirdPlace: the losers of the semi-finals play for third place.
	ThirdPlace bool `toml:"third_place,omitempty" json:"third_place,omitempty"`
	// Arranged: the entrants agree on time and place themselves.
	Arranged bool `toml:"arranged,omitempty" json:"arranged,omitempty"`
	// Challenges are the rules of a challenge ladder.
	Challenges *ChallengeRules `toml:"challenges,omitempty" json:"challenges,omitempty"`
	// Ranking is the order of tie-breaks.
	Ranking []Criterion `toml:"ranking" json:"ranking"`
	Origin  Origin      `toml:"origin" json:"origin"`
	Article string      `toml:"article,omitempty" json:"article,omitempty"`
}

// ChallengeRules are the rules of a challenge ladder (catalogue, section 5.2):
// challengers meet the holders of titles, the lowest title first.
type ChallengeRules struct {
	// Challengers is how many may challenge at a time; more play off first.
	Challengers int `toml:"challengers" json:"challengers"`
	// Titles are the titles, lowest first.
	Titles []Title `toml:"titles" json:"titles"`
	// Quarters is how often challenges are held in a year, 0 meaning 4.
	Quarters int `toml:"quarters,omitempty" json:"quarters,omitempty"`
	// Losses is to how many challengers a holder loses before the title goes, and
	// LossesOver over what they are counted: LossesOfTitle (the zero value too)
	// or LossesOfQuarter.
	Losses     int    `toml:"losses" json:"losses"`
	LossesOver string `toml:"losses_over,omitempty" json:"losses_over,omitempty"`
	// Absences is how often somebody stays away in a year before that is giving
	// up, and Absent the violation that notes it, "" where only a forfeit does.
	Absences int    `toml:"absences" json:"absences"`
	Absent   string `toml:"absent,omitempty" json:"absent,omitempty"`
	// Honoured is how many are honoured for their points at the year's end.
	Honoured int `toml:"honoured,omitempty" json:"honoured,omitempty"`
}

// Title is what holders of a challenge ladder have.
type Title struct {
	ID   string `toml:"id" json:"id"`
	Name Text   `toml:"name" json:"name"`
	// Holders is how many hold it; FirstPlace the place in the last championship
	// of the first of them.
	Holders    int `toml:"holders" json:"holders"`
	FirstPlace int `toml:"first_place" json:"first_place"`
	// Points are for who wins against a holder, and for a holder who wins.
	Points int `toml:"points" json:"points"`
	// Beat is how many holders a challenger must beat to go on to the next title,
	// 0 for the highest; Own how many others a holder must beat for that. Where
	// there are fewer, all of them. Who beats all of them has a claim to the
	// title.
	Beat int `toml:"beat,omitempty" json:"beat,omitempty"`
	Own  int `toml:"own,omitempty" json:"own,omitempty"`
}

// Over what the losses of a holder are counted: since it took its title, or
// within a quarter.
const (
	LossesOfTitle   = "title"
	LossesOfQuarter = "quarter"
)

// PhaseGroup is a group that is filled from an earlier phase.
type PhaseGroup struct {
	Name string `toml:"name" json:"name"`
	// From is the id of the earlier phase; Ranks the ranks in each of its
	// groups that come here.
	From  string `toml:"from" json:"from"`
	Ranks []int  `toml:"ranks" json:"ranks"`
	// FirstPlace is the place in the event of the winner of this group, 0 if
	// the group gives none.
	FirstPlace int `toml:"first_place,omitempty" json:"first_place,omitempty"`
}

// Criterion is one tie-break.
type Criterion struct {
	Rule Rule `toml:"rule" json:"rule"`
	// Tied bounds how many must be level for the rule to speak: "" any, "two",
	// "more" for three and more.
	Tied string `toml:"tied,omitempty" json:"tied,omitempty"`
	// Among counts only the matches among those who are level.
	Among bool `toml:"among,omitempty" json:"among,omitempty"`
	// Restart: once the rule has parted those who were level, each set of them
	// that still is begins anew, with the first criterion of the ranking that
	// looks at the matches among the level alone. Without it they go on to the
	// next criterion and are asked nothing twice.
	Restart bool `toml:"restart,omitempty" json:"restart,omitempty"`
	// Circle: the rule speaks only if the results among those who are level go
	// in a circle: each has beaten each other, itself or round about.
	Circle bool `toml:"circle,omitempty" json:"circle,omitempty"`
	// Margin has RuleLargestWin look at the margin of the largest winning game,
	// not at its score; the setting "largest_win" says so.
	Margin  bool   `toml:"margin,omitempty" json:"margin,omitempty"`
	Origin  Origin `toml:"origin" json:"origin"`
	Article string `toml:"article,omitempty" json:"article,omitempty"`
}

// Rule names what a tie-break looks at.
type Rule string

// The rules of tie-breaks. RuleSecond adds up MatchPoints.Second; RulePlayoff
// has those who are level play once more, as the setting "playoff" says.
const (
	RulePoints          Rule = "points"
	RuleOwnMatch        Rule = "own-match"
	RuleLevelDifference Rule = "level-difference"
	RuleWins            Rule = "wins"
	RuleLevelsClimbed   Rule = "levels-climbed"
	RuleGamePoints      Rule = "game-points"
	RuleSmallPoints     Rule = "small-points"
	RuleOpponentPoints  Rule = "opponent-points"
	RuleRunningTotals   Rule = "running-totals"
	RuleLargestWin      Rule = "largest-win"
	RuleTimeTaken       Rule = "time-taken"
	RuleSecond          Rule = "second-points"
	RulePlayoff         Rule = "playoff"
	RuleLot             Rule = "lot"
)

// The rules that rank a knockout before any tie-break; no rulebook lists them.
// RuleRoundReached looks at the last round that an entrant came to,
// RuleLastMatch at whether it went out there (0) or is still in (1), and
// RuleThirdPlace at the match for third place.
const (
	RuleRoundReached Rule = "round-reached"
	RuleLastMatch    Rule = "last-match"
	RuleThirdPlace   Rule = "third-place"
)

// Awards say what the places are worth.
type Awards struct {
	// Certificates is the number of places that get one.
	Certificates int `toml:"certificates" json:"certificates"`
	// Participation: everybody gets a certificate of having taken part.
	Participation bool   `toml:"participation" json:"participation"`
	Origin        Origin `toml:"origin" json:"origin"`
	Article       string `toml:"article,omitempty" json:"article,omitempty"`
}

// Phase is the phase with the id; "" is the first one. False if there is none.
func (r *Rulebook) Phase(id string) (Phase, bool) {
	for i, phase := range r.Phases {
		if phase.ID == id || (id == "" && i == 0) {
			return phase, true
		}
	}
	return Phase{}, false
}

// Violation is the violation with the id.
func (r *Rulebook) Violation(id string) (Violation, bool) {
	for _, violation := range r.Violations {
		if violation.ID == id {
			return violation, true
		}
	}
	return Violation{}, false
}

// Clause is the number of the article with the id, "" if there is none.
func (r *Rulebook) Clause(article string) string {
	for _, a := range r.Articles {
		if a.ID == article {
			return a.Number
		}
	}
	return ""
}

// FaultClause is the number of the article that is cited for a fault: the one
// that names the longest part of the code; "" where none does.
func (r *Rulebook) FaultClause(code string) string {
	best, number := 0, ""
	for _, article := range r.Articles {
		for _, cited := range article.Faults {
			if len(cited) > best && citesFault(cited, code) {
				best, number = len(cited), article.Number
			}
		}
	}
	return number
}

func citesFault(cited, code string) bool {
	if cited == code {
		return true
	}
	n := len(cited)
	return n > 0 && cited[n-1] == '.' && len(code) > n && code[:n] == cited
}
