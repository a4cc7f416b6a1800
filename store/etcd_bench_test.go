package store_test

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"

	"kiosk/scoresheet/event"
	"kiosk/store"
	"kiosk/store/storetest"
)

// The floor of a cluster is a bare writer under the same load: one goroutine
// that takes what waits, as much as a transaction holds, and writes the same
// bytes under the same keys while a head of the same size moves by
// compare-and-swap. Store and floor run in turns within one benchmark, at the
// same three servers. Run with
//
//	go test ./store -run '^$' -bench Etcd

// etcdFloor is the bare writer.
type etcdFloor struct {
	client *clientv3.Client
	queue  chan etcdFloorJob
	ended  chan struct{}
}

type etcdFloorJob struct {
	entry, answer []byte
	done          chan error
}

// floorReports is how many reports fit: two keys each, and the head.
const floorReports = 63

func newEtcdFloor(b *testing.B, cluster *storetest.Cluster) *etcdFloor {
	b.Helper()
	f := &etcdFloor{client: cluster.Client(), queue: make(chan etcdFloorJob, 512), ended: make(chan struct{})}
	go f.run()
	b.Cleanup(func() {
		close(f.queue)
		<-f.ended
	})
	return f
}

// run gathers the next batch while one is on its way, as the store does.
func (f *etcdFloor) run() {
	defer close(f.ended)
	head := make([]byte, 56)
	n := uint64(0)
	for first := range f.queue {
		jobs := []etcdFloorJob{first}
	drain:
		for len(jobs) < floorReports {
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
		compare := clientv3.Compare(clientv3.Value("/floor/head"), "=", string(head))
		if n == 0 {
			compare = clientv3.Compare(clientv3.CreateRevision("/floor/head"), "=", 0)
		}
		var writes []clientv3.Op
		for _, j := range jobs {
			n++
			var digest [16]byte
			binary.BigEndian.PutUint64(digest[:], n*0x9E3779B97F4A7C15) // Answers lie anywhere.
			writes = append(writes, clientv3.OpPut(fmt.Sprintf("/floor/events/a/entries/%012d", n), string(j.entry)),
				clientv3.OpPut("/floor/events/a/answers/"+hex.EncodeToString(digest[:]), string(j.answer)))
		}
		head = slices.Clone(head)
		binary.BigEndian.PutUint64(head, n)
		writes = append(writes, clientv3.OpPut("/floor/head", string(head)))
		got, err := f.client.Txn(context.Background()).If(compare).Then(writes...).Commit()
		if err == nil && !got.Succeeded {
			err = fmt.Errorf("the head is not as it was")
		}
		for _, j := range jobs {
			j.done <- err
		}
	}
}

func (f *etcdFloor) write(entry, answer []byte) error {
	j := etcdFloorJob{entry: entry, answer: answer, done: make(chan error, 1)}
	f.queue <- j
	return <-j.done
}

func BenchmarkEtcdSubmit(b *testing.B) {
	for _, callers := range []int{1, 64, 512} {
		b.Run(fmt.Sprintf("callers=%d", callers), func(b *testing.B) {
			cluster := storetest.NewCluster(b, 3)
			s := join(b, cluster.Address("/kiosk"), store.Options{})
			defer s.Close()
			storetest.Submit(b, s, storetest.Creation("a", ""))
			entry, stored, err := store.Sizes(storetest.Submit(b, s, store.BenchRename("a", 0)))
			if err != nil {
				b.Fatal(err)
			}
			bare := newEtcdFloor(b, cluster)
			b.ResetTimer()
			oursTook, bareTook := store.InTurns(b, b.N, callers,
				func(n int) error {
					_, err := s.Submit(context.Background(), store.BenchRename("a", n+1))
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

// BenchmarkEtcdKiosks: several kiosks write to one event at once.
func BenchmarkEtcdKiosks(b *testing.B) {
	const callers = 64
	for _, count := range []int{1, 2, 4} {
		b.Run(fmt.Sprintf("kiosks=%d", count), func(b *testing.B) {
			cluster := storetest.NewCluster(b, 3)
			kiosks := make([]*store.Etcd, count)
			for i := range kiosks {
				kiosks[i] = join(b, cluster.Address("/kiosk"), store.Options{})
				defer kiosks[i].Close()
			}
			storetest.Submit(b, kiosks[0], storetest.Creation("a", ""))
			b.ResetTimer()
			start := time.Now()
			var wg sync.WaitGroup
			for caller := range callers {
				wg.Go(func() {
					for n := caller; n < b.N; n += callers {
						if _, err := kiosks[n%count].Submit(context.Background(), store.BenchRename("a", n)); err != nil {
							b.Error(err)
							return
						}
					}
				})
			}
			wg.Wait()
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(b.N)/time.Since(start).Seconds(), "reports/s")
		})
	}
}

// BenchmarkEtcdFollow: from the answer at one kiosk to the state at another.
func BenchmarkEtcdFollow(b *testing.B) {
	cluster := storetest.NewCluster(b, 3)
	here, there := join(b, cluster.Address("/kiosk"), store.Options{}), join(b, cluster.Address("/kiosk"), store.Options{})
	defer here.Close()
	defer there.Close()
	storetest.Submit(b, here, storetest.Creation("a", ""))
	sub := there.Subscribe("a")
	defer sub.Close()
	var delays []time.Duration
	n := 0
	for b.Loop() {
		n++
		receipt := storetest.Submit(b, here, store.BenchRename("a", n))
		answered := time.Now()
		for {
			if state, ok := there.State("a"); ok && state.Version >= receipt.State.Version {
				break
			}
			<-sub.C
		}
		delays = append(delays, max(0, time.Since(answered)))
	}
	slices.Sort(delays)
	b.ReportMetric(float64(delays[len(delays)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(delays[len(delays)*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkEtcdLeaderDies: how long nothing is accepted when the leader is
// killed.
func BenchmarkEtcdLeaderDies(b *testing.B) {
	cluster := storetest.NewCluster(b, 3)
	s := join(b, cluster.Address("/kiosk"), store.Options{})
	defer s.Close()
	storetest.Submit(b, s, storetest.Creation("a", ""))
	var gaps []time.Duration
	n := 0
	for b.Loop() {
		leader := cluster.Leader()
		n++
		storetest.Submit(b, s, store.BenchRename("a", n))
		killed := time.Now()
		cluster.Kill(leader)
		n++
		storetest.Submit(b, s, store.BenchRename("a", n))
		gaps = append(gaps, time.Since(killed))
		cluster.Revive(leader)
		for !cluster.Ready(leader) {
			time.Sleep(10 * time.Millisecond)
		}
	}
	slices.Sort(gaps)
	b.ReportMetric(gaps[len(gaps)/2].Seconds(), "p50-s")
	b.ReportMetric(gaps[len(gaps)-1].Seconds(), "max-s")
}

// BenchmarkEtcdOpen: how long a start takes with a journal of 100,000 entries.
func BenchmarkEtcdOpen(b *testing.B) {
	const entries, callers = 100_000, 512
	cluster := storetest.NewCluster(b, 3)
	s := join(b, cluster.Address("/kiosk"), store.Options{})
	storetest.Submit(b, s, storetest.Creation("a", ""))
	var wg sync.WaitGroup
	for caller := range callers {
		wg.Go(func() {
			for n := caller; n < entries; n += callers {
				if _, err := s.Submit(context.Background(), store.BenchRename("a", n)); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for b.Loop() {
		s := join(b, cluster.Address("/kiosk"), store.Options{})
		if state, ok := s.State(event.ID("a")); !ok || state.Version != entries+1 {
			b.Fatal("not all is there")
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
