package api

import (
	"errors"

	"github.com/gofiber/fiber/v2"

	"kiosk/config"
	"kiosk/scoresheet"
)

type words = *config.Words

// words are those of the request's language: ?lang= before Accept-Language
// before the kiosk's own.
func (s *Server) words(c *fiber.Ctx) words {
	return config.WordsFor(c.Query("lang"), c.Get(fiber.HeaderAcceptLanguage), s.lang())
}

// explain puts faults into words; book may be nil where no rulebook is meant.
func explain(w words, book *scoresheet.Rulebook, faults []scoresheet.Fault) []scoresheet.Fault {
	explained := make([]scoresheet.Fault, len(faults))
	for i, fault := range faults {
		fault.Message = w.Fault(book, fault)
		explained[i] = fault
	}
	return explained
}

// byBook remembers which rulebook faults are put into words by.
func byBook(err error, book *scoresheet.Rulebook) error {
	var faults scoresheet.Faults
	if book == nil || !errors.As(err, &faults) {
		return err
	}
	p := asProblem(err)
	p.book = book
	return p
}
