package contest

import (
	"crypto/sha256"
	"math/rand/v2"
	"slices"
)

// urn draws lots. The generator is ChaCha8 (C2SP chacha8rand), keyed with the
// SHA-256 of purpose and seed; both are fixed for all time, and so is what is
// made of their numbers here.
type urn struct{ source *rand.ChaCha8 }

// newUrn is an urn for one purpose under a seed, so that two draws under one
// seed do not depend on each other. A zero byte ends each part of the key:
// nobody can write one purpose as another.
func newUrn(seed string, purpose ...string) urn {
	var key []byte
	for _, part := range append([]string{"kiosk lot 1"}, append(purpose, seed)...) {
		key = append(append(key, part...), 0)
	}
	return urn{rand.NewChaCha8(sha256.Sum256(key))}
}

// below is a number from 0 to n-1, each as likely as the others: numbers from
// the incomplete last stretch of the generator's range are thrown away.
func (u urn) below(n int) int {
	size := uint64(n)
	limit := -(-size % size) // the largest multiple of n, modulo 2⁶⁴
	for {
		if v := u.source.Uint64(); limit == 0 || v < limit {
			return int(v % size)
		}
	}
}

// shuffle puts the items into an order by lot (Fisher–Yates, from the end).
func shuffle[T any](u urn, items []T) {
	for i := len(items) - 1; i > 0; i-- {
		j := u.below(i + 1)
		items[i], items[j] = items[j], items[i]
	}
}

// Lot is an order that was drawn among entrants who were level, first to last.
// It is drawn once and recorded, by machine or from paper; standings read it.
type Lot struct {
	// Seed is what the order was drawn from, "" for paper lots.
	Seed  string      `json:"seed,omitempty"`
	Order []EntrantID `json:"order"`
}

// DrawLot draws the order of the entrants from the seed. It depends on who
// they are, not on the order in which they are handed in.
func DrawLot(seed string, entrants []EntrantID) Lot {
	order := slices.Sorted(slices.Values(entrants))
	shuffle(newUrn(seed, "tie"), order)
	return Lot{Seed: seed, Order: order}
}

// covers reports whether the lot was drawn among all of them at least.
func (l Lot) covers(entrants []EntrantID) bool {
	for _, entrant := range entrants {
		if !slices.Contains(l.Order, entrant) {
			return false
		}
	}
	return true
}

// places are the places of a lot by entrant, from 1; of one who is named twice
// the first.
func (l Lot) places() map[EntrantID]int {
	places := make(map[EntrantID]int, len(l.Order))
	for i, entrant := range l.Order {
		if _, named := places[entrant]; !named {
			places[entrant] = i + 1
		}
	}
	return places
}
