package store

import (
	"context"
	"io"

	"kiosk/scoresheet/event"
)

// Store takes commands and keeps what follows from them. Its methods may be
// called from many goroutines at once.
type Store interface {
	// Submit has the command decided on the newest state, writes what follows
	// and the answer under the request's key in one synced transaction, and
	// only then answers. A command that cannot be had gives the *event.Refusal
	// or scoresheet.Faults and leaves nothing behind. Any other error is an
	// *Error of this package, or the context's.
	//
	// When the context ends before the command was taken, it is dropped; once
	// taken it is carried through, and Submit waits for that. After an
	// ErrUnwritable the command may have been written all the same: the same
	// request with the same key finds out.
	Submit(ctx context.Context, req Request) (Receipt, error)

	// State is the last committed state of an event. It waits for nobody.
	State(id event.ID) (*event.State, bool)

	// Events are the events in the order in which they were made.
	Events() []event.ID

	// Entries are the entries of an event with numbers above after, in order,
	// at most limit of them. A limit of 0, or above MaxEntries, is MaxEntries.
	Entries(id event.ID, after, limit int) ([]event.Entry, error)

	// Subscribe reports every commit to an event from now on; AllEvents means
	// every event, those still to be made too.
	Subscribe(id event.ID) *Subscription

	// Secret is the value kept under the name; the caller owns the copy.
	Secret(name string) ([]byte, bool)
	// Secrets are the names in use that begin with the prefix, sorted.
	Secrets(prefix string) []string
	// SetSecret keeps a value under the name. It is on disk when SetSecret
	// returns nil. Secrets are in backups and in no export.
	SetSecret(ctx context.Context, name string, value []byte) error
	// KeepSecret keeps a value under the name unless there is one, and gives the
	// one that is kept: where several kiosks come to it at once, the same to
	// all of them.
	KeepSecret(ctx context.Context, name string, value []byte) ([]byte, error)
	// DeleteSecret forgets the name; an unknown one is no error.
	DeleteSecret(ctx context.Context, name string) error

	// Writable is nil when a command can be written, and otherwise says since
	// when and why it cannot.
	Writable() error

	// Backup writes a copy of everything, checked by reading it back before
	// the first byte is written to w. Writing goes on meanwhile.
	Backup(w io.Writer) (int64, error)

	// Verify reads everything back and reports on it.
	Verify() (Report, error)

	// Close finishes what was taken, refuses what waits, and ends all
	// subscriptions.
	Close() error
}

// AllEvents subscribes to every event.
const AllEvents event.ID = ""

// MaxEntries is how many entries one call of Entries gives at most.
const MaxEntries = 10_000

// Limits on what a request may carry.
const (
	MaxKey    = 255
	MaxAnswer = 1 << 20
)

// Request is a command with its author and, so that it can be sent again
// safely, its key.
type Request struct {
	Event   event.ID
	Command event.Command
	By      event.Author
	// Key is the idempotency key, empty for none. A key belongs to an event;
	// the keys of commands that make an event belong to the kiosk, so that a
	// second attempt may come with another event ID.
	Key string
	// Body is the hash of what was asked: the route and the body. The same key
	// with another hash, or from an author of another role or name, is
	// ErrKeyReused.
	Body event.Hash
	// Answer makes the answer that is kept under the key, from the state after
	// the command and the entries it made. It runs while others wait: it must
	// be quick, must not call the store, and may be called again if the command
	// has to be decided again. An error from it drops the command. Nil makes an
	// empty answer.
	Answer func(after *event.State, entries []event.Entry) ([]byte, error)
}

// Receipt is what became of a request.
type Receipt struct {
	// State is the state right after the command, or the newest one when
	// Replayed.
	State *event.State
	// Entries are those that the command made, possibly none.
	Entries []event.Entry
	// Answer is what Request.Answer made, the first time.
	Answer []byte
	// Replayed says that the request had been carried out before, and nothing
	// happened now.
	Replayed bool
}

// Commit is what a transaction added to one event.
type Commit struct {
	Event event.ID
	// State is the state after Entries.
	State   *event.State
	Entries []event.Entry
}
