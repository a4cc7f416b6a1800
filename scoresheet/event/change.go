package event

import (
	"encoding/json"
	"fmt"
)

// Kind is the kind of an entry, as the journal names it.
type Kind string

// Change is what an entry carries.
type Change interface {
	kind() Kind
	match() int
	evolve(next *State, e Entry) error
}

// eventChange is embedded by changes that belong to no single match.
type eventChange struct{}

func (eventChange) match() int { return 0 }

// inMatch is embedded by changes that belong to a match.
type inMatch struct {
	Match int `json:"-"`
}

func (m inMatch) match() int { return m.Match }

// changes decodes what entries carry, by kind.
var changes = map[Kind]func([]byte) (Change, error){
	created{}.kind():               decoder[created](),
	renamed{}.kind():               decoder[renamed](),
	settingsChanged{}.kind():       decoder[settingsChanged](),
	entrantsRead{}.kind():          decoder[entrantsRead](),
	entrantCorrected{}.kind():      decoder[entrantCorrected](),
	checkedIn{}.kind():             decoder[checkedIn](),
	entrantLeft{}.kind():           decoder[entrantLeft](),
	entrantReinstated{}.kind():     decoder[entrantReinstated](),
	entrantAdded{}.kind():          decoder[entrantAdded](),
	playerReplaced{}.kind():        decoder[playerReplaced](),
	partnersDrawn{}.kind():         decoder[partnersDrawn](),
	matchReplayed{}.kind():         decoder[matchReplayed](),
	byesChanged{}.kind():           decoder[byesChanged](),
	matchReseated{}.kind():         decoder[matchReseated](),
	scheduleChanged{}.kind():       decoder[scheduleChanged](),
	matchMoved{}.kind():            decoder[matchMoved](),
	phaseDrawn{}.kind():            decoder[phaseDrawn](),
	lotsDrawn{}.kind():             decoder[lotsDrawn](),
	correctionFollowed{}.kind():    decoder[correctionFollowed](),
	roundUndone{}.kind():           decoder[roundUndone](),
	challengersRegistered{}.kind(): decoder[challengersRegistered](),
	challengeAdded{}.kind():        decoder[challengeAdded](),
	titleGranted{}.kind():          decoder[titleGranted](),
	quarterClosed{}.kind():         decoder[quarterClosed](),
	quarterReopened{}.kind():       decoder[quarterReopened](),
	roundDrawn{}.kind():            decoder[roundDrawn](),
	clockSet{}.kind():              decoder[clockSet](),
	bellRung{}.kind():              decoder[bellRung](),
	reminded{}.kind():              decoder[reminded](),
	sideHeld{}.kind():              decoder[sideHeld](),
	sideReleased{}.kind():          decoder[sideReleased](),
	seatsTaken{}.kind():            decoder[seatsTaken](),
	sidesSwapped{}.kind():          decoder[sidesSwapped](),
	handReported{}.kind():          decoder[handReported](),
	handsConfirmed{}.kind():        decoder[handsConfirmed](),
	handObjected{}.kind():          decoder[handObjected](),
	handWithdrawn{}.kind():         decoder[handWithdrawn](),
	handSettled{}.kind():           decoder[handSettled](),
	matchAgreed{}.kind():           decoder[matchAgreed](),
	sheetRecorded{}.kind():         decoder[sheetRecorded](),
	penaltyGiven{}.kind():          decoder[penaltyGiven](),
	penaltyCancelled{}.kind():      decoder[penaltyCancelled](),
	rulingNoted{}.kind():           decoder[rulingNoted](),
	matchForfeited{}.kind():        decoder[matchForfeited](),
	matchSetAside{}.kind():         decoder[matchSetAside](),
	matchSignedOff{}.kind():        decoder[matchSignedOff](),
	callMade{}.kind():              decoder[callMade](),
	callAnswered{}.kind():          decoder[callAnswered](),
	tableRevoked{}.kind():          decoder[tableRevoked](),
}

func decodeChange(kind Kind, data json.RawMessage) (Change, error) {
	decode, ok := changes[kind]
	if !ok {
		return nil, fmt.Errorf("unknown kind %q", kind)
	}
	return decode(data)
}

func decoder[T Change]() func([]byte) (Change, error) {
	return func(data []byte) (Change, error) {
		var change T
		if err := json.Unmarshal(data, &change); err != nil {
			return nil, fmt.Errorf("data: %w", err)
		}
		return change, nil
	}
}
