package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet/event"
)

// Moved is what Move did.
type Moved struct {
	Event EventReport
	// Keys says that the keys of the kiosk came along: the codes on printed
	// cards, PINs and sessions are good at the new place too.
	Keys bool
}

// secretBackups begins the names of secrets that belong to a data file and to
// no event.
const secretBackups = "backup/"

// OwnSecrets begins the names of secrets that belong to one kiosk of several.
const OwnSecrets = "kiosk/"

// Move copies an event as it stands, with its answers, so that a phone may send
// again there what it did not hear here, and reads it back at the new place
// through its chain. The first event at a place brings the keys of its kiosk
// along, which a kiosk that runs there finds at its next start. An event that
// is there already is ErrExists, and stays as it is.
func Move(ctx context.Context, from, to Kept, id event.ID) (Moved, error) {
	x, err := from.parcel(ctx, id)
	if err != nil {
		return Moved{}, err
	}
	first := len(to.Events()) == 0
	if first {
		if err := moveKeys(ctx, from, to); err != nil {
			return Moved{}, err
		}
	}
	if err := to.Import(ctx, x); err != nil {
		return Moved{}, err
	}
	if err := compareMoved(to, x); err != nil {
		return Moved{}, err
	}
	report := x.Report()
	report.Answers = len(x.answers)
	return Moved{Event: report, Keys: first}, nil
}

// Survey tells how far events are, as the states say.
func Survey(s Store, ids []event.ID) []EventReport {
	var all []EventReport
	for _, id := range ids {
		state, ok := s.State(id)
		if !ok {
			continue
		}
		r := EventReport{ID: id, State: state, Entries: state.Version, Head: state.Head, Last: state.ChangedAt}
		if first, err := s.Entries(id, 0, 1); err == nil && len(first) == 1 {
			r.First = first[0].At
		}
		all = append(all, r)
	}
	return all
}

func moveKeys(ctx context.Context, from, to Store) error {
	for _, name := range from.Secrets("") {
		value, ok := from.Secret(name)
		if !ok || strings.HasPrefix(name, secretBackups) || strings.HasPrefix(name, OwnSecrets) {
			continue
		}
		if err := to.SetSecret(ctx, name, value); err != nil {
			return err
		}
	}
	return nil
}

// compareMoved compares what is at the new place with what was moved.
func compareMoved(to journals, x *Exported) error {
	id := x.State.ID
	var chain event.Chain
	for chain.Len() < x.State.Version {
		encoded, err := to.encoded(id, chain.Len(), min(MaxEntries, x.State.Version-chain.Len()))
		if err != nil {
			return err
		}
		if len(encoded) == 0 {
			return ErrDamaged.in(id, chain.Len()+1)
		}
		for _, each := range encoded {
			if _, err := chain.Add(each); err != nil {
				return entryError(id, chain.Len()+1, err)
			}
		}
	}
	if chain.Head() != x.State.Head {
		return ErrDamaged.in(id, chain.Len()).because(errors.New("what arrived has another hash"))
	}
	return nil
}

// follow adds an entry that must fit the chain.
func (x *Exported) follow(chain *event.Chain, encoded []byte) error {
	entry, err := chain.Add(encoded)
	if err != nil {
		return err
	}
	return x.add(entry, encoded)
}

// complete checks that the event is all there, and adds its answers.
func (x *Exported) complete(id event.ID, h head, sealed [][]byte) error {
	x.State = x.decided.State
	if err := checkHead(h, x.State); err != nil {
		return entryError(id, int(version(x.State)), err)
	}
	if x.State.ID != id {
		return ErrDamaged.in(id, 1).because(fmt.Errorf("the journal is that of event %q", x.State.ID))
	}
	if uint64(len(sealed)) != h.answers {
		return ErrDamaged.in(id, 0).because(fmt.Errorf("it has %d answers, its head says %d", len(sealed), h.answers))
	}
	for i, each := range sealed {
		a, err := decodeAnswer(number(uint64(i+1)), each)
		switch {
		case errors.Is(err, ErrNewer):
			return err
		case err != nil:
			return ErrDamaged.in(id, 0).because(fmt.Errorf("answer %d: %w", i+1, err))
		case a.first == 0 || a.first-1+a.count > h.entries:
			return ErrDamaged.in(id, 0).because(fmt.Errorf("answer %d belongs to entries that are not there", i+1))
		}
		x.answers = append(x.answers, a)
	}
	return nil
}

// parcel is an event with its answers.
func (b *Bolt) parcel(_ context.Context, id event.ID) (*Exported, error) {
	if _, ok := b.State(id); !ok {
		return nil, &event.Refusal{Code: "event.unknown"}
	}
	var (
		h                head
		encoded, answers [][]byte
	)
	err := b.view(func(tx *bbolt.Tx) error {
		p, err := openParts(tx, id)
		if err != nil {
			return err
		}
		h = p.head
		encoded, answers = allValues(p.entries), allValues(p.answers)
		return nil
	})
	if err != nil {
		return nil, placed(err, b.path)
	}
	x := &Exported{}
	var chain event.Chain
	for _, each := range encoded {
		if err := x.follow(&chain, each); err != nil {
			return nil, placed(entryError(id, chain.Len()+1, err), b.path)
		}
	}
	return x, placed(x.complete(id, h, answers), b.path)
}

func allValues(bucket *bbolt.Bucket) [][]byte {
	var all [][]byte
	cursor := bucket.Cursor()
	for key, value := cursor.First(); key != nil; key, value = cursor.Next() {
		all = append(all, slices.Clone(value))
	}
	return all
}
