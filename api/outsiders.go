package api

import (
	"slices"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
)

// forOutsiders is the match as the public sees it: as its scoresheet has it. Who
// calls a referee and why, and which phone speaks, is for the table and the
// staff.
func (m matchView) forOutsiders() matchView {
	m.Calls, m.Holds = []callView{}, scoresheet.PerSide[*holdView]{}
	m.Games = slices.Clone(m.Games)
	for g := range m.Games {
		m.Games[g].Hands = slices.Clone(m.Games[g].Hands)
		for h, hand := range m.Games[g].Hands {
			m.Games[g].Hands[h].Reports = withoutPhones(hand.Reports)
		}
	}
	if m.Meeting != nil {
		meeting := *m.Meeting
		meeting.Tables = slices.Clone(meeting.Tables)
		for i := range meeting.Tables {
			meeting.Tables[i].Holds = scoresheet.PerSide[*holdView]{}
		}
		m.Meeting = &meeting
	}
	return m
}

func withoutPhones(reports map[string]*reportView) map[string]*reportView {
	without := make(map[string]*reportView, len(reports))
	for side, report := range reports {
		without[side] = nil
		if report != nil {
			told := *report
			told.Device = ""
			without[side] = &told
		}
	}
	return without
}

// forAsker is the match as the one who asks may see it.
func (s *Server) forAsker(c *fiber.Ctx, m matchView) matchView {
	if _, ok := s.person(c); ok {
		return m
	}
	return m.forOutsiders()
}
