package rehearsal

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A page gets so many merged changes in a time at most: four a second, and the
// one that comes at once after a quiet moment.
const (
	window     = time.Second
	mostInTime = 5
)

// slack forgives what a busy machine does to the times at which changes arrive.
const slack = 200 * time.Millisecond

// listener is a page that listens to a stream and connects again when it ends.
type listener struct {
	hall *hall
	path string
	// at is the number of the kiosk that it listens at; a phone's stream is where
	// the phone is.
	at *atomic.Int64
	// seen is the version that it knows.
	seen atomic.Int64
	// times are when the last changes came.
	times []time.Time
}

// streamClient reads streams: nothing about them ever ends by itself.
var streamClient = &http.Client{Transport: &http.Transport{
	MaxIdleConns: -1, DisableKeepAlives: true, DisableCompression: true, ReadBufferSize: 4 << 10, WriteBufferSize: 1 << 10,
	TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, // as door.dial
}}

// listen reads until the context ends.
func (l *listener) listen(ctx context.Context) {
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		at := l.at.Load()
		if l.read(ctx, at) {
			pause = firstPause
		}
		l.at.CompareAndSwap(at, (at+1)%int64(len(l.hall.doors)))
		if !sleep(ctx, pause) {
			return
		}
		l.hall.count.rejoined.Add(1)
	}
}

// read reads one stream to its end, and says whether anything came.
func (l *listener) read(ctx context.Context, at int64) (came bool) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, l.hall.doors[at].url()+l.path, nil)
	if err != nil {
		return false
	}
	req.Header.Set("Accept", "text/event-stream")
	if seen := l.seen.Load(); seen > 0 {
		req.Header.Set("Last-Event-ID", strconv.FormatInt(seen, 10))
	}
	res, err := streamClient.Do(req)
	if err != nil {
		return false
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return false
	}
	l.hall.count.listening.Add(1)
	defer l.hall.count.listening.Add(-1)
	return l.lines(bufio.NewReaderSize(res.Body, 1<<10)) > 0
}

// lines reads the lines of a stream: what came, and up to which version.
func (l *listener) lines(in *bufio.Reader) (came int) {
	var id int64
	for {
		line, whole, err := head(in)
		if err != nil {
			return came
		}
		came++
		l.hall.count.heard.Add(int64(whole))
		switch {
		case strings.HasPrefix(line, "id: "):
			id, _ = strconv.ParseInt(strings.TrimSpace(line[4:]), 10, 64)
		case strings.HasPrefix(line, "event: change"):
			l.hall.count.changes.Add(1)
			l.came(time.Now())
		case strings.TrimSpace(line) == "" && id > 0:
			l.seen.Store(max(id, l.seen.Load()))
		}
	}
}

// head is the beginning of the next line, and how long all of it is.
func head(in *bufio.Reader) (begin string, whole int, err error) {
	for {
		part, prefix, err := in.ReadLine()
		if err != nil {
			return "", 0, err
		}
		if whole == 0 {
			begin = string(part[:min(len(part), 64)])
		}
		whole += len(part) + 1
		if !prefix {
			return begin, whole, nil
		}
	}
}

// came notes a change, and that there were too many of them.
func (l *listener) came(now time.Time) {
	l.times = append(l.times, now)
	if len(l.times) <= mostInTime {
		return
	}
	l.times = l.times[1:]
	if now.Sub(l.times[0]) < window-slack {
		l.hall.count.crowded.Add(1)
	}
}

// audience are the pages of the hall during an event.
type audience struct {
	listeners []*listener
	end       context.CancelFunc
	wg        sync.WaitGroup
}

// seat opens the pages.
func (h *hall) seat(ctx context.Context, id string) *audience {
	ctx, cancel := context.WithCancel(ctx)
	a := &audience{end: cancel}
	for i := range h.plan.Listeners {
		l := &listener{hall: h, at: &atomic.Int64{}, path: "/api/v1/events/" + id + "/stream"}
		l.at.Store(int64(i % len(h.doors)))
		a.listeners = append(a.listeners, l)
		a.wg.Go(func() { l.listen(ctx) })
	}
	return a
}

// hearTime is how long a change may take to reach every page.
const hearTime = 10 * time.Second

// caughtUp waits until every page knows of the last change.
func (a *audience) caughtUp(ctx context.Context, d *desk, id string) error {
	if len(a.listeners) == 0 {
		return nil
	}
	version, err := d.version(ctx, id)
	if err != nil {
		return err
	}
	for until := time.Now().Add(hearTime); ; {
		behind := 0
		for _, l := range a.listeners {
			if l.seen.Load() < int64(version) {
				behind++
			}
		}
		switch {
		case behind == 0:
			return nil
		case time.Now().After(until):
			d.hall.ledger.behind(behind, fmt.Sprintf("%d pages do not know of entry %d", behind, version))
			return nil
		case !sleep(ctx, firstPause):
			return ctx.Err()
		}
	}
}

func (a *audience) leave() {
	a.end()
	a.wg.Wait()
}
