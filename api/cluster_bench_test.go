package api_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gofiber/fiber/v2"
	"github.com/valyala/fasthttp"
	clientv3 "go.etcd.io/etcd/client/v3"

	"kiosk/store"
	"kiosk/store/storetest"
)

// BenchmarkClusterReports measures accepted reports over HTTP whose record is in
// a cluster of three etcd servers, beside a floor: a bare handler that writes the
// bytes of the same entries, and answers as long as ours, to the same servers,
// as many as one transaction takes, while a head moves by compare-and-swap. Both
// are measured in turns; phones, kiosk and servers share the machine.
//
//	go test -run '^$' -bench ClusterReports -benchtime 12000x ./api
func BenchmarkClusterReports(b *testing.B) {
	for _, phones := range []int{64, 512} {
		b.Run(fmt.Sprintf("phones=%d", phones), func(b *testing.B) {
			cluster := storetest.NewCluster(b, 3)
			kept, err := store.OpenEtcd(b.Context(), cluster.Address("/kiosk"), store.EtcdOptions{Folder: b.TempDir()})
			if err != nil {
				b.Fatal(err)
			}
			hall := newHallOn(b, kept, phones)
			bare := newClusterFloor(b, cluster, hall.sample(b))
			const turns = 4
			n := max(b.N/turns, phones)
			var bareTime, ourTime time.Duration
			b.ResetTimer()
			for range turns {
				bareTime += hall.load(b, bare.addr, phones, n)
				ourTime += hall.load(b, hall.addr, phones, n)
			}
			b.StopTimer()
			total := float64(turns * n)
			b.ReportMetric(total/bareTime.Seconds(), "floor/s")
			b.ReportMetric(total/ourTime.Seconds(), "hands/s")
			b.ReportMetric(bareTime.Seconds()/ourTime.Seconds(), "ratio")
			b.ReportMetric(0, "ns/op")
		})
	}
}

// BenchmarkOtherPage measures from the answer to a report at one kiosk until a
// page at another one has heard of it. Between reports it is quiet for as long as
// changes are gathered.
//
//	go test -run '^$' -bench OtherPage -benchtime 100x ./api
func BenchmarkOtherPage(b *testing.B) {
	cluster := storetest.NewCluster(b, 3)
	var halls []*hall
	for range 2 {
		kept, err := store.OpenEtcd(b.Context(), cluster.Address("/kiosk"), store.EtcdOptions{Folder: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		if len(halls) == 1 {
			other := &hall{store: kept}
			other.serve(b)
			halls = append(halls, other)
			continue
		}
		halls = append(halls, newHallOn(b, kept, 64))
	}
	here, there := halls[0], halls[1]
	for {
		if _, ok := there.store.State(here.event); ok {
			break
		}
	}
	res, err := http.Get("http://" + there.addr + "/api/v1/events/" + string(here.event) + "/stream")
	if err != nil {
		b.Fatal(err)
	}
	defer res.Body.Close()
	lines := bufio.NewScanner(res.Body)
	heard := func(version int) {
		for lines.Scan() {
			if id, ok := strings.CutPrefix(lines.Text(), "id: "); ok {
				if n, err := strconv.Atoi(id); err == nil && n >= version {
					return
				}
			}
		}
		b.Fatal("the stream ended: ", lines.Err())
	}
	heard(1)
	client := &fasthttp.HostClient{Addr: here.addr}
	defer client.CloseIdleConnections()
	var delays []time.Duration
	for n := 0; b.Loop(); n++ {
		time.Sleep(2 * mergedFor)
		here.callers[n%len(here.callers)].report(b, client)
		answered := time.Now()
		state, _ := here.store.State(here.event)
		heard(state.Version)
		delays = append(delays, time.Since(answered))
	}
	slices.Sort(delays)
	b.ReportMetric(float64(delays[len(delays)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(delays[len(delays)*99/100].Microseconds())/1000, "p99-ms")
	b.ReportMetric(0, "ns/op")
}

// mergedFor is how long changes are gathered before pages are told.
const mergedFor = 250 * time.Millisecond

// clusterFloor is a bare handler in front of a cluster.
type clusterFloor struct {
	addr    string
	client  *clientv3.Client
	queue   chan chan error
	entries [][]byte
	head    []byte
	n       uint64
}

const (
	// floorReports is how many reports fit into a transaction of 128 operations:
	// an entry and an answer each, and the head.
	floorReports = 63
	// floorAnswerBytes is how long a kept answer is.
	floorAnswerBytes = 270
)

func newClusterFloor(b *testing.B, cluster *storetest.Cluster, entries [][]byte) *clusterFloor {
	b.Helper()
	ln := listen(b)
	f := &clusterFloor{addr: ln.Addr().String(), client: cluster.Client(), queue: make(chan chan error, 512), entries: entries}
	app := fiber.New(fiber.Config{DisableStartupMessage: true})
	app.Post("/*", func(c *fiber.Ctx) error {
		done := make(chan error, 1)
		f.queue <- done
		if err := <-done; err != nil {
			return err
		}
		c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
		return c.Status(http.StatusCreated).SendString(floorAnswer)
	})
	var wg sync.WaitGroup
	wg.Go(func() { serveFloor(app, ln) })
	wg.Go(f.write)
	b.Cleanup(func() {
		_ = app.Shutdown()
		close(f.queue)
		wg.Wait()
	})
	return f
}

func serveFloor(app *fiber.App, ln net.Listener) { _ = app.Listener(ln) } // It ends with the benchmark.

func (f *clusterFloor) write() {
	for first := range f.queue {
		batch := []chan error{first}
		for len(batch) < floorReports && len(f.queue) > 0 {
			batch = append(batch, <-f.queue)
		}
		err := f.put(len(batch))
		for _, done := range batch {
			done <- err
		}
	}
}

func (f *clusterFloor) put(reports int) error {
	const head = "/floor/head"
	unmoved := clientv3.Compare(clientv3.CreateRevision(head), "=", 0)
	if f.head != nil {
		unmoved = clientv3.Compare(clientv3.Value(head), "=", string(f.head))
	}
	answer := string(bytes.Repeat([]byte("a"), floorAnswerBytes))
	var writes []clientv3.Op
	for range reports {
		f.n++
		key := binary.BigEndian.AppendUint64(nil, f.n*0x9E3779B97F4A7C15) // Answers lie anywhere.
		writes = append(writes, clientv3.OpPut(fmt.Sprintf("/floor/entries/%012d", f.n), string(f.entries[f.n%uint64(len(f.entries))])),
			clientv3.OpPut(fmt.Sprintf("/floor/answers/%x", key), answer))
	}
	f.head = slices.Clone(binary.BigEndian.AppendUint64(make([]byte, 48), f.n))
	got, err := f.client.Txn(context.Background()).If(unmoved).Then(append(writes, clientv3.OpPut(head, string(f.head)))...).Commit()
	if err == nil && !got.Succeeded {
		err = fmt.Errorf("the head is not as it was")
	}
	return err
}
