package store

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync/atomic"

	"go.etcd.io/bbolt"
)

// secret is a change to what is kept beside the journals.
type secret struct {
	name    string
	value   []byte
	deleted bool
	// once leaves what there is.
	once bool
}

func (s secret) write(bucket *bbolt.Bucket) error {
	if s.deleted {
		return bucket.Delete([]byte(s.name))
	}
	return bucket.Put([]byte(s.name), seal([]byte(s.name), s.value))
}

// secrets are the committed ones. The map is replaced, never changed.
type secrets struct {
	values atomic.Pointer[map[string][]byte]
	// changed counts the replacements.
	changed atomic.Uint64
}

func (s *secrets) all() map[string][]byte {
	if values := s.values.Load(); values != nil {
		return *values
	}
	return nil
}

func (s *secrets) get(name string) ([]byte, bool) {
	value, ok := s.all()[name]
	return slices.Clone(value), ok
}

func (s *secrets) names(prefix string) []string {
	var names []string
	for name := range s.all() {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// with is what the secrets will be after the changes.
func (s *secrets) with(changes []secret) map[string][]byte {
	next := maps.Clone(s.all())
	for _, change := range changes {
		if change.deleted {
			delete(next, change.name)
		} else {
			next[change.name] = change.value
		}
	}
	return next
}

func (s *secrets) replace(values map[string][]byte) {
	s.values.Store(&values)
	s.changed.Add(1)
}

func readSecrets(tx *bbolt.Tx) (map[string][]byte, error) {
	values := map[string][]byte{}
	err := tx.Bucket(bucketSecrets).ForEach(func(name, sealed []byte) error {
		value, err := unseal(name, sealed)
		if err != nil {
			return ErrDamaged.because(fmt.Errorf("secret %q: %w", name, err))
		}
		values[string(name)] = slices.Clone(value)
		return nil
	})
	return values, err
}
