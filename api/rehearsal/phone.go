package rehearsal

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// phone is a captain's phone.
type phone struct {
	line
	hall *hall
	// path is that of the side whose code it has scanned.
	path   string
	device string
	keys   int
	random *rand.Rand
	// hush ends the stream that it listens to.
	hush context.CancelFunc
}

// newPhone is a phone that has scanned a table card.
func (h *hall) newPhone(id string, seat tableSeat, side scoresheet.Side) *phone {
	_, token, _ := strings.Cut(strings.ToLower(seat.Links.Of(side)), "/t/")
	h.count.phones.Add(1)
	return &phone{
		line: h.newLine(), hall: h, path: "/api/v1/t/" + strings.ToUpper(token),
		device: fmt.Sprintf("%s-%s-%d%s", h.desk.run, id, seat.Table, side),
		random: rand.New(rand.NewPCG(h.plan.Seed, uint64(seat.Table)<<8|uint64(side))),
	}
}

// other is another phone for the same side.
func (p *phone) other() *phone {
	p.hall.count.phones.Add(1)
	next := &phone{line: p.hall.newLine(), hall: p.hall, path: p.path, device: p.device + "'", random: p.random}
	return next
}

// sideView is what a phone shows, as far as a rehearsal looks at it.
type sideView struct {
	Seats   []scoresheet.Seat
	Hold    string
	Match   *sideMatch
	Meeting *struct{ Players []string }
}

type sideMatch struct {
	ID      string
	State   event.MatchState
	Version int
	Sides   scoresheet.PerSide[struct {
		Players []string
		Seats   map[string]string
	}]
	Games []struct {
		State   scoresheet.GameState
		OnStage scoresheet.Side `json:"on_stage"`
		Hands   []struct {
			place
			By      scoresheet.Side
			State   event.HandState
			Reports map[string]*struct{ Hand scoresheet.Hand }
		}
	}
	Open struct {
		place
		State string
	}
	Next *struct {
		place
		Extra bool
	}
	Agreed scoresheet.PerSide[bool]
}

// place is a hand of a match.
type place struct {
	Game   int `json:"game"`
	Number int `json:"number"`
}

// look asks for the present view.
func (p *phone) look(ctx context.Context) (sideView, error) {
	m := message{method: http.MethodGet, path: p.path + "?device=" + p.device}
	got, err := p.ask(ctx, m)
	if err != nil {
		return sideView{}, err
	}
	if got.status != http.StatusOK {
		return sideView{}, refusal(m, got)
	}
	var view sideView
	return view, json.Unmarshal(got.body, &view)
}

// trouble is what the network does to a message.
type trouble int

const (
	smooth trouble = iota
	hungUp
	reset
	twice
	atOnce
	reconnect
	troubles
)

func (p *phone) trouble() trouble {
	if p.random.Float64() >= p.hall.plan.Trouble {
		return smooth
	}
	return 1 + trouble(p.random.IntN(int(troubles)-1))
}

// say sends what the side has to say until it is answered, through whatever
// trouble the network makes. The reply is first only where there was none.
func (p *phone) say(ctx context.Context, what string, body map[string]any) (reply, error) {
	m, err := p.message(what, body)
	if err != nil {
		return reply{}, err
	}
	trouble := p.trouble()
	switch trouble {
	case hungUp, reset:
		p.hangUp(m, trouble == reset)
	case reconnect:
		p.closeIdle()
		p.count.reconnected.Add(1)
	case atOnce:
		return p.both(ctx, m)
	}
	got, err := p.ask(ctx, m)
	if err == nil && trouble == twice {
		var second reply
		if second, err = p.ask(ctx, m); err == nil {
			p.sameAnswer(m, got, second)
		}
		p.count.repeated.Add(1)
	}
	got.first = got.first && trouble == smooth
	return got, err
}

// both sends a message twice at the same time.
func (p *phone) both(ctx context.Context, m message) (reply, error) {
	var replies [2]reply
	var errs [2]error
	var wg sync.WaitGroup
	for i := range replies {
		wg.Go(func() { replies[i], errs[i] = p.ask(ctx, m) })
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return reply{}, err
		}
	}
	p.count.atOnce.Add(1)
	p.sameAnswer(m, replies[0], replies[1])
	replies[0].first = false
	return replies[0], nil
}

// sameAnswer notes it when a message that was sent twice got two answers. What
// shows the present, a refusal too, may have moved on; what follows from a report
// may not.
func (p *phone) sameAnswer(m message, a, b reply) {
	same := a.status == b.status
	if strings.HasSuffix(m.path, "/hands") && a.status < http.StatusMultipleChoices {
		same = same && bytes.Equal(a.body, b.body)
	}
	if !same {
		p.hall.ledger.contradiction(fmt.Sprintf("%s %s: %d %.200s, then %d %.200s", m.path, m.key, a.status, a.body, b.status, b.body))
	}
}

func (p *phone) message(what string, body map[string]any) (message, error) {
	all := map[string]any{"device": p.device}
	for name, value := range body {
		all[name] = value
	}
	data, err := json.Marshal(all)
	p.keys++
	return message{
		method: http.MethodPost, path: p.path + "/" + what, body: data, kind: "application/json",
		key: fmt.Sprintf("%s-%d", p.device, p.keys),
	}, err
}

// listen opens the side's stream, as the page does as long as it is shown.
func (p *phone) listen(ctx context.Context) {
	if !p.hall.plan.Follow {
		return
	}
	ctx, p.hush = context.WithCancel(ctx)
	l := &listener{hall: p.hall, at: p.at, path: p.path + "/stream?device=" + p.device}
	go l.listen(ctx)
}

// rest puts the phone away until its next match.
func (p *phone) rest() {
	if p.hush != nil {
		p.hush()
	}
	p.closeIdle()
}
