package store

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"kiosk/scoresheet/event"
)

// Error is what goes wrong in a store: a code that the edge turns into a
// sentence, and the place. Compare with errors.Is and the sentinels below,
// which match by code.
type Error struct {
	Code string
	// Path is the file, where one is meant.
	Path string
	// Event and Entry are the place in a journal; Entry 0 is the whole event.
	Event event.ID
	Entry int
	// Err is the cause, if there is one.
	Err error
}

// The errors of a store.
var (
	// ErrInUse: another process has the file.
	ErrInUse = &Error{Code: "store.in-use"}
	// ErrNewer: a newer program wrote the file.
	ErrNewer = &Error{Code: "store.newer"}
	// ErrDamaged: the file, or a part of it, is not as it was written.
	ErrDamaged = &Error{Code: "store.damaged"}
	// ErrForeign: the file is no kiosk's data.
	ErrForeign = &Error{Code: "store.foreign"}
	// ErrUnwritable: nothing can be written at the moment.
	ErrUnwritable = &Error{Code: "store.unwritable"}
	// ErrClosed: the store was closed.
	ErrClosed = &Error{Code: "store.closed"}
	// ErrKeyReused: the key came before with another request.
	ErrKeyReused = &Error{Code: "store.key-reused"}
	// ErrLimit: a key, an answer or a name is too long, or empty.
	ErrLimit = &Error{Code: "store.limit"}
	// ErrTooLarge: what follows from a request does not fit into a transaction.
	ErrTooLarge = &Error{Code: "store.too-large"}
	// ErrAddress: the address of a cluster, or a file that it names, will not do.
	ErrAddress = &Error{Code: "store.address"}
	// ErrUnreachable: no server of the cluster answers, or none that has the
	// others behind it.
	ErrUnreachable = &Error{Code: "store.unreachable"}
	// ErrRefused: the cluster does not let the kiosk in.
	ErrRefused = &Error{Code: "store.refused"}
	// ErrClusterFull: the cluster's database has reached its limit.
	ErrClusterFull = &Error{Code: "store.cluster-full"}
	// ErrBehind: others have written what this kiosk has not got yet.
	ErrBehind = &Error{Code: "store.behind"}
	// ErrDefect: the program failed on this request; nothing was written.
	ErrDefect = &Error{Code: "store.defect"}
	// ErrExists: the file, or the event, is there already.
	ErrExists = &Error{Code: "store.exists"}
	// ErrEmpty: the file is there and has no bytes.
	ErrEmpty = &Error{Code: "store.empty"}
	// ErrNoRoom: the disk of the data file has no room for a copy.
	ErrNoRoom = &Error{Code: "store.no-room"}
)

// The errors of backups. Their path is the folder.
var (
	// ErrBackupGone: the folder is not there; a stick was pulled out.
	ErrBackupGone = &Error{Code: "backup.gone"}
	// ErrBackupFull: the folder has no room for another backup.
	ErrBackupFull = &Error{Code: "backup.full"}
	// ErrBackupRefused: nothing may be written into the folder.
	ErrBackupRefused = &Error{Code: "backup.refused"}
	// ErrBackupWrong: what was written reads back as something else.
	ErrBackupWrong = &Error{Code: "backup.wrong"}
	// ErrBackupFailed: writing failed for another reason.
	ErrBackupFailed = &Error{Code: "backup.failed"}
	// ErrBackupSource: the data file cannot be copied; the path is its own.
	ErrBackupSource = &Error{Code: "backup.source"}
	// ErrBackupPlace: a folder has to be named whole, from the disk on.
	ErrBackupPlace = &Error{Code: "backup.place"}
	// ErrSeveral: the folder has backups of several kiosks.
	ErrSeveral = &Error{Code: "backup.several"}
)

// Error names code, place and cause, for logs.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.Code)
	if e.Path != "" {
		fmt.Fprintf(&b, ": %s", e.Path)
	}
	if e.Event != "" {
		fmt.Fprintf(&b, ": event %s", e.Event)
	}
	if e.Entry != 0 {
		fmt.Fprintf(&b, ": entry %d", e.Entry)
	}
	if e.Err != nil {
		fmt.Fprintf(&b, ": %v", e.Err)
	}
	return b.String()
}

// Is matches any store error with the same code.
func (e *Error) Is(target error) bool {
	other, ok := target.(*Error)
	return ok && other.Code == e.Code
}

// Unwrap is the cause.
func (e *Error) Unwrap() error { return e.Err }

// Args fill the places of the sentence.
func (e *Error) Args() map[string]any {
	return map[string]any{"Path": e.Path, "Event": string(e.Event), "Entry": e.Entry}
}

// Why says why nothing can be written, of an error that Writable gave: "full",
// "protected" or "missing" of a disk; "unreachable", "behind", "refused",
// "cluster-full" or "damaged" of a cluster; or "other".
func Why(err error) string {
	switch {
	case errors.Is(err, ErrUnreachable):
		return "unreachable"
	case errors.Is(err, ErrBehind):
		return "behind"
	case errors.Is(err, ErrRefused):
		return "refused"
	case errors.Is(err, ErrClusterFull):
		return "cluster-full"
	case errors.Is(err, ErrDamaged):
		return "damaged"
	case isFull(err):
		return "full"
	case isProtected(err), errors.Is(err, fs.ErrPermission):
		return "protected"
	case errors.Is(err, fs.ErrNotExist):
		return "missing"
	}
	return "other"
}

func (e *Error) because(err error) *Error {
	with := *e
	with.Err = err
	return &with
}

func (e *Error) at(path string) *Error {
	with := *e
	with.Path = path
	return &with
}

func (e *Error) in(id event.ID, entry int) *Error {
	with := *e
	with.Event, with.Entry = id, entry
	return &with
}
