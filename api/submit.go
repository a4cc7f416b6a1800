package api

import (
	"crypto/sha256"
	"net/http"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet/event"
	"kiosk/store"
)

// Limits on idempotency keys, in characters.
const (
	minKey = 8
	maxKey = 64
)

// ask is a command on its way from a request to the store.
type ask struct {
	event   event.ID
	command event.Command
	by      event.Author
	// status of the answer when the command is had.
	status int
	// answer makes the body from what came of it; nil is an empty object. It is
	// kept under the request's key. It runs while other commands wait.
	answer func(after *event.State, entries []event.Entry) (any, error)
	// show, if there, makes the body from what answer had kept, when nobody
	// waits any more: words, and views of the present.
	show func(state *event.State, kept []byte) (any, error)
	// replayed, if there, is told that the request had been carried out before:
	// what answer has made in vain, while another kiosk was first, is void.
	replayed func()
}

// submit hands a command to the store and answers with what came of it. The
// same key with the same body gives the same answer, and nothing happens
// twice.
func (s *Server) submit(c *fiber.Ctx, a ask) error {
	key := c.Get("Idempotency-Key")
	if n := len(key); n > 0 && (n < minKey || n > maxKey) {
		return newProblem(http.StatusUnprocessableEntity, "key.length", "min", minKey, "max", maxKey)
	}
	receipt, err := s.Store.Submit(c.UserContext(), store.Request{
		Event: a.event, Command: a.command, By: a.by, Key: key, Body: bodySum(c),
		Answer: func(after *event.State, entries []event.Entry) ([]byte, error) {
			if a.answer == nil {
				return []byte("{}"), nil
			}
			body, err := a.answer(after, entries)
			if err != nil {
				return nil, err
			}
			return encodeBody(body)
		},
	})
	if err != nil {
		return s.inWords(err, a.event)
	}
	if receipt.Replayed && a.replayed != nil {
		a.replayed()
	}
	c.Status(a.status)
	if a.show != nil {
		body, err := a.show(receipt.State, receipt.Answer)
		if err != nil {
			return err
		}
		return sendJSON(c, body)
	}
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSONCharsetUTF8)
	return c.Send(receipt.Answer)
}

// bodySum is what an idempotency key stands for: the route and the body.
func bodySum(c *fiber.Ctx) event.Hash {
	h := sha256.New()
	h.Write([]byte(c.Method()))
	h.Write([]byte(c.Path()))
	h.Write([]byte{0})
	h.Write(c.Body())
	return event.Hash(h.Sum(nil))
}

// preview is what a command would do, without doing it.
func (s *Server) preview(state *event.State, cmd event.Command, by event.Author) (event.Decided, error) {
	decided, err := event.Decide(state, cmd, event.Env{Now: s.Now(), By: by})
	return decided, byBook(err, state.Rulebook)
}

// inWords lets faults be told by the rulebook of their event, and with the
// names of its entrants.
func (s *Server) inWords(err error, id event.ID) error {
	if state, ok := s.Store.State(id); ok {
		return byBook(withNames(err, state), state.Rulebook)
	}
	return err
}
