package scoresheet

import "kiosk/scoresheet/writing"

// The functions here write what encoding/json makes of the same values, byte for
// byte: entries are hashed. What only few hands have is left to it.

// Write writes the hand as JSON.
func (h *Hand) Write(j *writing.JSON) {
	j.Open('{')
	if len(h.Finish) > 0 {
		j.Key("finish")
		WriteSeats(j, h.Finish)
	}
	if h.Extra {
		j.Key("extra")
		j.Bool(true)
	}
	if h.Tribute != nil {
		j.Key("tribute")
		j.Value(h.Tribute)
	}
	if len(h.Incidents) > 0 {
		j.Key("events")
		j.Value(h.Incidents)
	}
	writeCount(j, "table", h.Table)
	writeCount(j, "sitting", h.Sitting)
	WriteSide(j, "on_stage", h.OnStage)
	if h.Tricks != nil {
		j.Key("tricks")
		j.Int(*h.Tricks)
	}
	if h.Bottom != nil {
		j.Key("bottom")
		j.Value(h.Bottom)
	}
	if len(h.Throws) > 0 {
		j.Key("throws")
		j.Value(h.Throws)
	}
	if h.Claim != nil {
		j.Key("claim")
		j.Value(h.Claim)
	}
	j.Close('}')
}

// WriteSeats writes seats, null for none at all.
func WriteSeats(j *writing.JSON, seats []Seat) {
	if seats == nil {
		j.Null()
		return
	}
	j.Open('[')
	for _, seat := range seats {
		j.Item()
		j.Int(int(seat))
	}
	j.Close(']')
}

// WriteSide writes a member of an object unless it is no side.
func WriteSide(j *writing.JSON, key string, side Side) {
	if side != NoSide {
		j.Key(key)
		j.Plain(side.String())
	}
}

// WriteLevel writes a member of an object unless it is no level.
func WriteLevel(j *writing.JSON, key string, level Level) {
	if level != NoLevel {
		j.Key(key)
		j.Plain(level.String())
	}
}

// WriteLevels writes a member of an object unless it is nil.
func WriteLevels(j *writing.JSON, key string, levels *PerSide[Level]) {
	if levels == nil {
		return
	}
	j.Key(key)
	writeBoth(j, levels, func(l Level) { j.Plain(l.String()) })
}

// WriteUpgrade writes a member of an object unless it is nil.
func WriteUpgrade(j *writing.JSON, key string, upgrade *PerSide[int]) {
	if upgrade == nil {
		return
	}
	j.Key(key)
	writeBoth(j, upgrade, j.Int)
}

// WritePoints writes a member of an object unless it is nil.
func WritePoints(j *writing.JSON, key string, points *PerSide[Points]) {
	if points == nil {
		return
	}
	j.Key(key)
	writeBoth(j, points, func(p Points) { j.Number(p.String()) })
}

func writeBoth[T any](j *writing.JSON, both *PerSide[T], write func(T)) {
	j.Open('{')
	j.Key("A")
	write(both.A)
	j.Key("B")
	write(both.B)
	j.Close('}')
}

// writeCount writes a member of an object unless it is 0.
func writeCount(j *writing.JSON, key string, n int) {
	if n != 0 {
		j.Key(key)
		j.Int(n)
	}
}

// Write writes the tribute as JSON.
func (t *TributeDue) Write(j *writing.JSON) {
	j.Open('{')
	j.Key("from")
	WriteSeats(j, t.From)
	j.Key("to")
	WriteSeats(j, t.To)
	writeCount(j, "refusal_leads", int(t.RefusalLeads))
	writeCount(j, "equal_leads", int(t.EqualLeads))
	writeCount(j, "equal_gives", int(t.EqualGives))
	writeCount(j, "leads", int(t.Leads))
	WriteLevel(j, "return_max", t.ReturnMax)
	j.Close('}')
}

// Write writes the verdict as JSON.
func (m *MatchVerdict) Write(j *writing.JSON) {
	j.Open('{')
	j.Key("state")
	j.Text(string(m.State))
	WriteSide(j, "winner", m.Winner)
	WritePoints(j, "games", &m.Games)
	WritePoints(j, "points", m.Points)
	WritePoints(j, "second_points", m.Second)
	WritePoints(j, "small_points", m.Small)
	writeCount(j, "level_difference", m.Difference)
	j.Close('}')
}
