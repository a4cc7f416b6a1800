package judge

import "kiosk/scoresheet"

// claimCheck compares what the writer of a game thought with what follows.
// A slip is one fault: later levels that are wrong by the same amount only
// carry it on.
type claimCheck struct {
	// off is by how much the last claimed levels were wrong.
	off scoresheet.PerSide[int]
}

func (c *claimCheck) forget() { c.off = scoresheet.PerSide[int]{} }

// faults checks each part of a claim. What only follows from a part that is
// wrong already is no fault besides.
func (c *claimCheck) faults(claim *scoresheet.Claim, verdict *scoresheet.HandVerdict) []scoresheet.Fault {
	var faults []scoresheet.Fault
	wrong := func(part string, claimed, follows any) {
		faults = append(faults, scoresheet.Fault{
			Code: "claim." + part,
			At:   "/claim/" + part,
			Args: map[string]any{"claimed": claimed, "follows": follows},
		})
	}
	winnerWrong := claim.Winner != scoresheet.NoSide && claim.Winner != verdict.Winner
	if winnerWrong {
		wrong("winner", claim.Winner, verdict.Winner)
	}
	var slip scoresheet.PerSide[int]
	if claim.Upgrade != nil {
		slip = difference(*claim.Upgrade, verdict.Upgrade)
		if verdict.Upgrade == nil || (slip != scoresheet.PerSide[int]{} && !winnerWrong) {
			wrong("upgrade", *claim.Upgrade, verdict.Upgrade)
		}
	}
	if claim.Levels != nil {
		if c.levelsWrong(*claim.Levels, verdict.Levels, slip) && !winnerWrong {
			wrong("levels", *claim.Levels, verdict.Levels)
		}
	}
	if claim.Points != nil && (verdict.Points == nil || *claim.Points != *verdict.Points) && !winnerWrong {
		wrong("points", *claim.Points, verdict.Points)
	}
	return faults
}

func difference(claimed scoresheet.PerSide[int], follows *scoresheet.PerSide[int]) scoresheet.PerSide[int] {
	if follows == nil {
		return scoresheet.PerSide[int]{}
	}
	return scoresheet.PerSide[int]{A: claimed.A - follows.A, B: claimed.B - follows.B}
}

// levelsWrong reports whether claimed levels are wrong by more than an earlier
// slip, or the slip in this hand's own upgrade, explains.
func (c *claimCheck) levelsWrong(claimed scoresheet.PerSide[scoresheet.Level], follows *scoresheet.PerSide[scoresheet.Level], slip scoresheet.PerSide[int]) bool {
	if follows == nil {
		return true
	}
	off := scoresheet.PerSide[int]{}
	for _, side := range scoresheet.Sides {
		if claimed.Of(side) != scoresheet.NoLevel {
			off = off.With(side, int(claimed.Of(side))-int(follows.Of(side)))
		}
	}
	explained := scoresheet.PerSide[int]{A: c.off.A + slip.A, B: c.off.B + slip.B}
	carried := off == c.off || off == explained
	c.off = off
	return off != scoresheet.PerSide[int]{} && !carried
}
