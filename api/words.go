package api

import (
	"github.com/gofiber/fiber/v2"

	"kiosk/config"
	"kiosk/scoresheet"
)

// words turns codes into sentences of one language.
type words interface {
	T(key string, args map[string]any) string
	Lang() scoresheet.Lang
}

// words are those of the request's language: ?lang= before Accept-Language
// before the kiosk's own.
func (s *Server) words(c *fiber.Ctx) words {
	return config.WordsFor(c.Query("lang"), c.Get(fiber.HeaderAcceptLanguage), s.Lang)
}

// explain puts faults into words.
func explain(w words, faults []scoresheet.Fault) []scoresheet.Fault {
	explained := make([]scoresheet.Fault, len(faults))
	for i, fault := range faults {
		fault.Message = faultMessage(w, fault)
		explained[i] = fault
	}
	return explained
}
