package rehearsal

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// desk is the organiser at the laptop.
type desk struct {
	line
	hall  *hall
	token string
	keys  int
	// run tells the keys of rehearsals with one kiosk apart.
	run string
}

func newDesk(h *hall) *desk { return &desk{line: h.newLine(), hall: h, run: newRun()} }

// problem is a refusal.
type problem struct {
	Code   string `json:"code"`
	Title  string `json:"title"`
	Detail string `json:"detail"`
	Faults []struct{ Code, At, Message string }
}

// refusal is an answer that was not wanted, as an error.
func refusal(m message, got reply) *RefusedError {
	var p problem
	_ = json.Unmarshal(got.body, &p) // what is no problem has no code
	text := strings.TrimSpace(p.Title + " " + p.Detail)
	for _, fault := range p.Faults {
		text += fmt.Sprintf(" %s at %s: %s", fault.Code, fault.At, fault.Message)
	}
	if p.Code == "" {
		text = string(got.body[:min(len(got.body), 200)])
	}
	return &RefusedError{Asked: fmt.Sprintf("%s %s %.300s", m.method, m.path, m.body), Status: got.status, Code: p.Code, Text: text}
}

// do asks for something, and reads the answer into the value unless it is nil.
func (d *desk) do(ctx context.Context, method, path string, body, into any) error {
	m := message{method: method, path: path, token: d.token}
	switch b := body.(type) {
	case nil:
	case []byte:
		m.body, m.kind = b, "text/csv; charset=utf-8"
	default:
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		m.body, m.kind = data, "application/json"
	}
	if method != http.MethodGet {
		d.keys++
		m.key = fmt.Sprintf("desk-%s-%d", d.run, d.keys)
	}
	got, err := d.ask(ctx, m)
	if err != nil {
		return err
	}
	if got.status >= 300 {
		return refusal(m, got)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(got.body, into)
}

func (d *desk) signIn(ctx context.Context, pin string) error {
	var session struct{ Token string }
	err := d.do(ctx, http.MethodPost, "/api/v1/session", map[string]string{"pin": pin, "name": "rehearsal"}, &session)
	d.token = session.Token
	return err
}

// begin makes an event with all its entrants.
func (d *desk) begin(ctx context.Context) (id string, err error) {
	var made struct{ ID string }
	name := fmt.Sprintf("rehearsal %d", d.hall.events+1)
	if err := d.do(ctx, http.MethodPost, "/api/v1/events", map[string]string{"name": name, "rulebook": d.hall.plan.Book.ID}, &made); err != nil {
		return "", err
	}
	if err := d.do(ctx, http.MethodPut, "/api/v1/events/"+made.ID+"/entrants", d.hall.entries, nil); err != nil {
		return "", err
	}
	if d.hall.plan.Book.Entry.Partners != scoresheet.PartnersByLot {
		return made.ID, nil
	}
	return made.ID, d.do(ctx, http.MethodPost, "/api/v1/events/"+made.ID+"/partners", map[string]string{"seed": d.seed()}, nil)
}

// seed is that of the next draw.
func (d *desk) seed() string { return fmt.Sprintf("%d-%d", d.hall.plan.Seed, d.keys) }

// draw draws the next round and gives its number, or says that the event is
// over.
func (d *desk) draw(ctx context.Context, id string) (round int, over bool, err error) {
	var drawn struct{ Round int }
	path := "/api/v1/events/" + id + "/"
	for {
		err = d.do(ctx, http.MethodPost, path+"rounds", map[string]string{"seed": d.seed()}, &drawn)
		refused, ok := err.(*RefusedError)
		switch {
		case !ok:
			return drawn.Round, false, err
		case refused.Code == "draw.over" || refused.Code == "ladder.over":
			return 0, true, nil
		case refused.Code != "ladder.quarter-over":
			return 0, false, err
		}
		if err := d.do(ctx, http.MethodPost, path+"ladder/close", map[string]string{"seed": d.seed()}, nil); err != nil {
			return 0, false, err
		}
	}
}

// tableSeat is a table with its match and the links of its cards.
type tableSeat struct {
	Table int
	Match *struct {
		ID    string
		Round int
		State event.MatchState
	}
	Links scoresheet.PerSide[string]
}

func (d *desk) tables(ctx context.Context, id string) (tables []tableSeat, err error) {
	err = d.do(ctx, http.MethodGet, "/api/v1/events/"+id+"/tables", nil, &tables)
	return tables, err
}

func (d *desk) signOff(ctx context.Context, id string, round int) error {
	return d.do(ctx, http.MethodPost, fmt.Sprintf("/api/v1/events/%s/rounds/%d/sign-off", id, round), map[string]any{}, nil)
}

// version is that of the event as everybody may see it.
func (d *desk) version(ctx context.Context, id string) (int, error) {
	var view struct{ Version int }
	err := d.do(ctx, http.MethodGet, "/api/v1/events/"+id+"/public", nil, &view)
	return view.Version, err
}

// versionAt is the version that one of the kiosks has. It asks once.
func (d *desk) versionAt(ctx context.Context, at door, id string) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, levelTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, at.url()+"/api/v1/events/"+id+"/public", nil)
	if err != nil {
		return 0, err
	}
	res, err := streamClient.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	var view struct{ Version int }
	return view.Version, json.NewDecoder(res.Body).Decode(&view)
}

// shownMatch is a match as staff see it.
type shownMatch struct {
	ID    string
	Games []struct{ Hands []shownHand }
}

type shownHand struct {
	Game, Number int
	State        event.HandState
	Hand         *scoresheet.Hand
}

func (d *desk) matches(ctx context.Context, id string, round int) (matches []shownMatch, err error) {
	err = d.do(ctx, http.MethodGet, fmt.Sprintf("/api/v1/events/%s/matches?round=%d", id, round), nil, &matches)
	return matches, err
}

// journalEntry is an entry of the record.
type journalEntry struct {
	N     int
	Kind  string
	Match string
	Data  struct {
		Game, Number int
		Side         scoresheet.Side
		Hand         *scoresheet.Hand
		Report       *scoresheet.Hand
		Hands        []place
	}
}

// journal reads all entries of an event.
func (d *desk) journal(ctx context.Context, id string, each func(journalEntry)) error {
	for after := 0; ; {
		var page struct{ Entries []journalEntry }
		if err := d.do(ctx, http.MethodGet, fmt.Sprintf("/api/v1/events/%s/journal?after=%d", id, after), nil, &page); err != nil {
			return err
		}
		if len(page.Entries) == 0 {
			return nil
		}
		for _, e := range page.Entries {
			each(e)
		}
		after = page.Entries[len(page.Entries)-1].N
	}
}
