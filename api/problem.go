package api

import (
	"errors"
	"log/slog"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
	"kiosk/store"
)

// problem is an answer that refuses a request (RFC 9457). Code chooses the
// sentence ("problem.<code>" in the words), Args fill it.
type problem struct {
	status int
	code   string
	args   map[string]any
	faults []scoresheet.Fault
	// told are faults that are in words already.
	told     []scoresheet.Fault
	book     *scoresheet.Rulebook
	rows     []rowProblem
	present  any
	retrySec int
}

// rowProblem is what is wrong with a row of a list of entrants.
type rowProblem struct {
	Row     int    `json:"row"`
	Column  string `json:"column"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// maxFaults bounds how many faults a refusal tells of: nobody reads more, and
// a small request must not make a large answer.
const maxFaults = 50

// Error is the code.
func (p *problem) Error() string { return p.code }

// newProblem refuses with a status and a code; args are names and values by
// turns.
func newProblem(status int, code string, args ...any) *problem {
	p := &problem{status: status, code: code, args: make(map[string]any, len(args)/2)}
	for i := 0; i+1 < len(args); i += 2 {
		p.args[args[i].(string)] = args[i+1]
	}
	return p
}

// asProblem turns any error into what the client is told.
func asProblem(err error) *problem {
	var p *problem
	var refusal *event.Refusal
	var faults scoresheet.Faults
	var fiberErr *fiber.Error
	switch {
	case errors.As(err, &p):
		return p
	case errors.As(err, &refusal):
		return refused(refusal)
	case errors.As(err, &faults):
		return &problem{status: http.StatusUnprocessableEntity, code: "faults", faults: faults}
	case errors.Is(err, store.ErrKeyReused):
		return newProblem(http.StatusUnprocessableEntity, "key-reused")
	case errors.Is(err, store.ErrUnwritable):
		return newProblem(http.StatusServiceUnavailable, "store.unwritable")
	case errors.Is(err, store.ErrClosed):
		return newProblem(http.StatusServiceUnavailable, "store.closed")
	case errors.Is(err, store.ErrLimit):
		return newProblem(http.StatusUnprocessableEntity, "store.limit")
	case errors.As(err, &fiberErr):
		return fromFiber(fiberErr)
	}
	return newProblem(http.StatusInternalServerError, "internal")
}

func refused(r *event.Refusal) *problem {
	status := http.StatusUnprocessableEntity
	switch {
	case r.Code == "forbidden":
		status = http.StatusForbidden
	case r.Code == "event.unknown" || r.Code == "match.unknown" || r.Code == "call.unknown" || r.Code == "entrant.unknown":
		status = http.StatusNotFound
	case r.Conflict:
		status = http.StatusConflict
	}
	return &problem{status: status, code: r.Code, args: r.Args}
}

func fromFiber(err *fiber.Error) *problem {
	codes := map[int]string{
		http.StatusNotFound:                    "not-found",
		http.StatusMethodNotAllowed:            "method",
		http.StatusRequestEntityTooLarge:       "too-large",
		http.StatusRequestHeaderFieldsTooLarge: "too-large",
		http.StatusBadRequest:                  "bad-request",
		http.StatusUnprocessableEntity:         "bad-request",
		http.StatusUnsupportedMediaType:        "media-type",
		http.StatusRequestTimeout:              "timeout",
		// A connection that broke off: nobody reads the answer.
		http.StatusBadGateway: "bad-request",
	}
	code, known := codes[err.Code]
	switch {
	case !known:
		return newProblem(http.StatusInternalServerError, "internal")
	case err.Code == http.StatusBadGateway:
		return newProblem(http.StatusBadRequest, code)
	}
	return newProblem(err.Code, code)
}

// routeOf is what the log says of where a request went: the route, for paths
// hold the codes of tables and of sign-ins.
func routeOf(c *fiber.Ctx) slog.Attr {
	return slog.String("route", c.Method()+" "+c.Route().Path)
}

// fail is Fiber's error handler: every refusal in one shape, in the language
// of the request. A defect is written to the log, never to the client.
func (s *Server) fail(c *fiber.Ctx, err error) error {
	p := asProblem(err)
	if p.status == http.StatusInternalServerError {
		s.log.Error("request failed", routeOf(c), slog.Any("error", err))
	}
	words := s.words(c)
	// Some requests are refused before any handler saw them: what every answer
	// carries is set here too.
	setHeaders(c)
	body := map[string]any{
		"type": "about:blank", "title": http.StatusText(p.status), "status": p.status, "code": p.code,
		"detail": words.T("problem."+p.code, p.args),
	}
	if p.faults != nil {
		body["faults"] = explain(words, p.book, p.faults[:min(len(p.faults), maxFaults)])
	}
	if p.told != nil {
		body["faults"] = p.told
	}
	if p.rows != nil {
		body["problems"] = p.rows
	}
	if p.present != nil {
		body["present"] = p.present
	}
	if p.retrySec > 0 {
		c.Set(fiber.HeaderRetryAfter, itoa(p.retrySec))
	}
	c.Status(p.status)
	if err := c.JSON(body); err != nil {
		return err
	}
	c.Set(fiber.HeaderContentType, "application/problem+json; charset=utf-8")
	return nil
}
