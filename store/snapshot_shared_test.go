package store

import "kiosk/scoresheet/event"

// Snapping are options with a snapshot after so many entries, taken at once.
func Snapping(o Options, every int) Options {
	o.snapshotEvery = every
	return o
}

// OpenedAt is the entry of the snapshot from which the event was opened, 0 for
// none. It has to be asked before another one is taken.
func (e *Etcd) OpenedAt(id event.ID) int {
	for _, u := range e.unread {
		if u.id == id {
			return int(u.upTo)
		}
	}
	return 0
}
