package store

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"kiosk/scoresheet/event"
)

// The floor is a bare bbolt file under the same load: one goroutine that takes
// what waits and writes the same bytes in one synced transaction. Store and
// floor run in turns within one benchmark, so that what else the machine does
// hits both. Run with
//
//	go test ./store -run '^$' -bench Submit

// floor is the bare writer.
type floor struct {
	db    *bbolt.DB
	queue chan floorJob
	ended chan struct{}
}

type floorJob struct {
	entry, answer []byte
	done          chan error
}

var floorEntries, floorAnswers = []byte("entries"), []byte("answers")

func newFloor(b *testing.B) *floor {
	b.Helper()
	db, err := bbolt.Open(filepath.Join(b.TempDir(), "floor.db"), 0o600, &bbolt.Options{NoFreelistSync: true, FreelistType: bbolt.FreelistMapType, NoStatistics: true})
	if err != nil {
		b.Fatal(err)
	}
	err = db.Update(func(tx *bbolt.Tx) error {
		if _, err := tx.CreateBucket(floorEntries); err != nil {
			return err
		}
		_, err := tx.CreateBucket(floorAnswers)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	f := &floor{db: db, queue: make(chan floorJob, maxBatch), ended: make(chan struct{})}
	go f.run()
	b.Cleanup(func() {
		close(f.queue)
		<-f.ended
		if err := db.Close(); err != nil {
			b.Error(err)
		}
	})
	return f
}

func (f *floor) run() {
	defer close(f.ended)
	var n uint64
	for first := range f.queue {
		jobs := []floorJob{first}
	drain:
		for len(jobs) < maxBatch {
			select {
			case j, open := <-f.queue:
				if !open {
					break drain
				}
				jobs = append(jobs, j)
			default:
				break drain
			}
		}
		err := f.db.Update(func(tx *bbolt.Tx) error {
			entries, answers := tx.Bucket(floorEntries), tx.Bucket(floorAnswers)
			entries.FillPercent, answers.FillPercent = appendFill, appendFill
			for _, j := range jobs {
				n++
				if err := entries.Put(number(n), j.entry); err != nil {
					return err
				}
				if err := answers.Put(number(n), j.answer); err != nil {
					return err
				}
			}
			return nil
		})
		for _, j := range jobs {
			j.done <- err
		}
	}
}

func (f *floor) write(entry, answer []byte) error {
	j := floorJob{entry: entry, answer: answer, done: make(chan error, 1)}
	f.queue <- j
	return <-j.done
}

// sizes are the bytes that one rename of the store writes.
func sizes(b *testing.B, store *Bolt) (entry, stored []byte) {
	b.Helper()
	receipt := submit(b, store, benchRename("a", 0))
	entry, err := receipt.Entries[0].Encode()
	if err != nil {
		b.Fatal(err)
	}
	return entry, answer{key: benchRename("a", 0).Key, first: 1 << 20, count: 1, body: receipt.Answer}.encode(1)
}

func benchRename(id event.ID, n int) Request {
	return rename(id, fmt.Sprintf("name %012d", n), fmt.Sprintf("0192f5c4-7d1e-7c3a-%012d", n))
}

// inTurns runs n calls of each function in slices, from that many goroutines
// at once, and gives the time that each took in all.
func inTurns(b *testing.B, n, callers int, ours, bare func(n int) error) (oursTook, bareTook time.Duration) {
	const slices = 10
	next := 0
	run := func(call func(int) error, from, count int) time.Duration {
		var wg sync.WaitGroup
		start := time.Now()
		for caller := range callers {
			wg.Go(func() {
				for i := caller; i < count; i += callers {
					if err := call(from + i); err != nil {
						b.Error(err)
						return
					}
				}
			})
		}
		wg.Wait()
		return time.Since(start)
	}
	count := max(n/slices, callers)
	for done := 0; done < n; done += count {
		oursTook += run(ours, next, count)
		bareTook += run(bare, next, count)
		next += count
	}
	return oursTook, bareTook
}

func BenchmarkSubmit(b *testing.B) {
	for _, callers := range []int{1, 64, 512} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			store, err := Open(newPath(b), Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer store.Close()
			submit(b, store, creation("a"))
			entry, stored := sizes(b, store)
			bare := newFloor(b)
			b.ReportAllocs()
			b.ResetTimer()
			oursTook, bareTook := inTurns(b, b.N, callers,
				func(n int) error {
					_, err := store.Submit(context.Background(), benchRename("a", n+1))
					return err
				},
				func(int) error { return bare.write(entry, stored) })
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(b.N)/oursTook.Seconds(), "ours/s")
			b.ReportMetric(float64(b.N)/bareTook.Seconds(), "floor/s")
			b.ReportMetric(bareTook.Seconds()/oursTook.Seconds(), "ratio")
		})
	}
}

// BenchmarkGrowth: a command costs the same however long the journal is.
func BenchmarkGrowth(b *testing.B) {
	for _, entries := range []int{1_000, 100_000} {
		b.Run(fmt.Sprintf("entries=%d", entries), func(b *testing.B) {
			store := grown(b, newPath(b), entries)
			defer store.Close()
			n := entries
			b.ResetTimer()
			for b.Loop() {
				n++
				submit(b, store, benchRename("a", n))
			}
		})
	}
}

// BenchmarkOpen: how long a start takes with a journal of 100,000 entries.
func BenchmarkOpen(b *testing.B) {
	path := newPath(b)
	if err := grown(b, path, 100_000).Close(); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for b.Loop() {
		store, err := Open(path, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if err := store.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

func grown(b *testing.B, path string, entries int) *Bolt {
	b.Helper()
	store, err := Open(path, Options{})
	if err != nil {
		b.Fatal(err)
	}
	submit(b, store, creation("a"))
	var wg sync.WaitGroup
	const callers = 256
	for caller := range callers {
		wg.Go(func() {
			for i := caller; i < entries; i += callers {
				if _, err := store.Submit(context.Background(), benchRename("a", i)); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	return store
}
