package api

import (
	"context"
	"crypto/sha256"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet/event"
)

// answer is what a request gets.
type answer struct {
	status  int
	body    any
	cookies []*fiber.Cookie
}

// write sends the answer; one without a body is empty.
func (a answer) write(c *fiber.Ctx) error {
	for _, cookie := range a.cookies {
		c.Cookie(cookie)
	}
	c.Status(a.status)
	if a.body == nil {
		return nil
	}
	return c.JSON(a.body)
}

// Bounds on the answers that are remembered.
const (
	repeatFor  = 10 * time.Minute
	maxRepeats = 512
)

// repeats give a request about staff, sent again with its idempotency key, the
// same answer. They are kept in memory only, for they hold tokens and PINs: who
// lost an answer asks again within seconds.
type repeats struct {
	now func() time.Time

	mu   sync.Mutex
	kept map[event.Hash]*repeat
	// order holds the names of kept, oldest first.
	order []event.Hash
}

type repeat struct {
	body  event.Hash
	since time.Time
	// done is closed when the first request has its answer.
	done   chan struct{}
	answer answer
	err    error
}

func newRepeats(now func() time.Time) *repeats {
	return &repeats{now: now, kept: map[event.Hash]*repeat{}}
}

// once carries a request out, or answers as the first time. Refusals are not
// kept. A request without a key is carried out.
func (r *repeats) once(c *fiber.Ctx, do func() (answer, error)) error {
	key := c.Get("Idempotency-Key")
	if n := len(key); n > 0 && (n < minKey || n > maxKey) {
		return newProblem(http.StatusUnprocessableEntity, "key.length", "min", minKey, "max", maxKey)
	}
	if key == "" {
		got, err := do()
		if err != nil {
			return err
		}
		return got.write(c)
	}
	name := event.Hash(sha256.Sum256([]byte(c.Method() + " " + c.Path() + "\x00" + key)))
	mine, first := r.begin(name, sha256.Sum256(c.Request().Body()))
	switch {
	case mine == nil:
		return newProblem(http.StatusUnprocessableEntity, "key-reused")
	case first:
		defer r.finish(name, mine)
		mine.err = newProblem(http.StatusInternalServerError, "internal") // stands if do panics
		mine.answer, mine.err = do()
	default:
		if err := mine.wait(c.UserContext()); err != nil {
			return err
		}
	}
	if mine.err != nil {
		return mine.err
	}
	return mine.answer.write(c)
}

func (r *repeat) wait(ctx context.Context) error {
	select {
	case <-r.done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// begin finds what is kept under the name, nil if for another body, or makes it
// and says that it is the first.
func (r *repeats) begin(name, body event.Hash) (mine *repeat, first bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.now()
	for len(r.order) > 0 && (len(r.order) >= maxRepeats || r.stale(r.order[0], now)) {
		delete(r.kept, r.order[0])
		r.order = r.order[1:]
	}
	if kept, ok := r.kept[name]; ok {
		if kept.body != body {
			return nil, false
		}
		return kept, false
	}
	mine = &repeat{body: body, since: now, done: make(chan struct{})}
	r.kept[name] = mine
	r.order = append(r.order, name)
	return mine, true
}

func (r *repeats) stale(name event.Hash, now time.Time) bool {
	kept, ok := r.kept[name]
	return !ok || now.Sub(kept.since) > repeatFor
}

// finish lets go of those who wait, and forgets a refusal: who is refused again
// and again puts nobody else's answer out.
func (r *repeats) finish(name event.Hash, mine *repeat) {
	close(mine.done)
	if mine.err == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.kept[name] == mine {
		delete(r.kept, name)
		r.order = slices.DeleteFunc(r.order, func(kept event.Hash) bool { return kept == name })
	}
}
