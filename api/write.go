package api

import (
	"encoding/json"
	"sync"

	"github.com/gofiber/fiber/v2"

	"kiosk/scoresheet"
	"kiosk/scoresheet/writing"
)

// written is a body that writes itself, as encoding/json would: the answer to a
// report.
type written interface{ write(j *writing.JSON) }

// keptRoom is enough for most answers that are kept, sentRoom for those sent.
const (
	keptRoom = 1 << 10
	sentRoom = 2 << 10
)

// encodeBody is the JSON of an answer.
func encodeBody(body any) ([]byte, error) {
	own, ok := body.(written)
	if !ok {
		return json.Marshal(body)
	}
	j := writing.Sized(keptRoom)
	own.write(j)
	return j.Done()
}

// sheets are texts that were sent and can be written anew.
var sheets = sync.Pool{New: func() any { return writing.Sized(sentRoom) }}

// sendJSON answers with the JSON of a body.
func sendJSON(c *fiber.Ctx, body any) error {
	own, ok := body.(written)
	if !ok {
		return c.JSON(body)
	}
	j := sheets.Get().(*writing.JSON)
	defer sheets.Put(j)
	j.Again()
	own.write(j)
	text, err := j.Done()
	if err != nil {
		return err
	}
	c.Response().Header.SetContentType(fiber.MIMEApplicationJSON)
	c.Response().SetBody(text) // It is copied.
	return nil
}

func (r reportAnswer) write(j *writing.JSON) {
	j.Open('{')
	writeText(j, "state", r.State)
	j.Key("outcome")
	r.Outcome.write(j)
	j.Key("next")
	r.Next.write(j)
	j.Key("game")
	r.Game.write(j)
	j.Key("text")
	writeTexts(j, r.Text)
	j.Close('}')
}

func (r *reported) write(j *writing.JSON) {
	j.Open('{')
	writeText(j, "state", r.State)
	j.Key("outcome")
	r.Outcome.write(j)
	if r.Next != nil {
		j.Key("next")
		r.Next.write(j)
	}
	if r.Due != nil {
		j.Key("due")
		r.Due.Write(j)
	}
	j.Key("game")
	r.Game.write(j)
	j.Key("match")
	r.Match.Write(j)
	if r.Change != nil {
		j.Key("change")
		j.Value(r.Change)
	}
	j.Close('}')
}

func (o *outcomeView) write(j *writing.JSON) {
	j.Open('{')
	scoresheet.WriteSide(j, "winner", o.Winner)
	scoresheet.WriteUpgrade(j, "upgrade", o.Upgrade)
	scoresheet.WriteLevel(j, "played_at", o.PlayedAt)
	scoresheet.WriteLevels(j, "levels", o.Levels)
	scoresheet.WritePoints(j, "points", o.Points)
	scoresheet.WriteSide(j, "on_stage", o.OnStage)
	j.Close('}')
}

func (n *nextView) write(j *writing.JSON) {
	if n == nil {
		j.Null()
		return
	}
	j.Open('{')
	writeNumber(j, "game", n.Game)
	writeNumber(j, "number", n.Number)
	if n.Extra {
		writeFlag(j, "extra", true)
	}
	scoresheet.WriteLevel(j, "level", n.Level)
	j.Key("tribute")
	n.Tribute.write(j)
	j.Key("leads")
	if n.Leads == nil {
		j.Null()
	} else {
		j.Int(int(*n.Leads))
	}
	writeSome(j, "leads_text", n.LeadsText)
	writeSome(j, "tribute_text", n.TributeText)
	scoresheet.WriteSide(j, "on_stage", n.OnStage)
	if n.Table != 0 {
		writeNumber(j, "table", n.Table)
	}
	if n.Sitting != 0 {
		writeNumber(j, "sitting", n.Sitting)
	}
	j.Close('}')
}

func (t *tributeView) write(j *writing.JSON) {
	if t == nil {
		j.Null()
		return
	}
	j.Open('{')
	j.Key("from")
	scoresheet.WriteSeats(j, t.From)
	j.Key("to")
	scoresheet.WriteSeats(j, t.To)
	j.Close('}')
}

func (g *gameView) write(j *writing.JSON) {
	j.Open('{')
	writeNumber(j, "number", g.Number)
	writeText(j, "state", string(g.State))
	scoresheet.WriteSide(j, "winner", g.Winner)
	writeSome(j, "by", string(g.By))
	scoresheet.WriteLevels(j, "levels", g.Levels)
	scoresheet.WritePoints(j, "points", g.Points)
	scoresheet.WriteSide(j, "on_stage", g.OnStage)
	writeFlag(j, "ended_by_bell", g.EndedByBell)
	j.Key("hands")
	if g.Hands == nil {
		j.Null()
	} else {
		j.Open('[')
		for i := range g.Hands {
			j.Item()
			g.Hands[i].write(j)
		}
		j.Close(']')
	}
	j.Close('}')
}

func (h *handView) write(j *writing.JSON) {
	j.Open('{')
	writeNumber(j, "game", h.Game)
	writeNumber(j, "number", h.Number)
	writeText(j, "state", string(h.State))
	j.Key("by")
	if h.By == nil {
		j.Null()
	} else {
		j.Plain(h.By.String())
	}
	writeFlag(j, "late", h.Late)
	j.Key("reports")
	h.writeReports(j)
	j.Key("hand")
	if h.Hand == nil {
		j.Null()
	} else {
		h.Hand.Write(j)
	}
	j.Key("outcome")
	if h.Outcome == nil {
		j.Null()
	} else {
		h.Outcome.write(j)
	}
	writeSome(j, "reason", h.Reason)
	writeSome(j, "author", h.Author)
	if h.Objection != nil {
		j.Key("objection")
		j.Value(h.Objection)
	}
	if h.Table != 0 {
		writeNumber(j, "table", h.Table)
	}
	if h.Sitting != 0 {
		writeNumber(j, "sitting", h.Sitting)
	}
	if h.Squad != 0 {
		writeNumber(j, "squad", h.Squad)
	}
	if len(h.Seats) > 0 {
		j.Key("seats")
		j.Value(h.Seats)
	}
	j.Close('}')
}

// writeReports writes what the sides said, in their order.
func (h *handView) writeReports(j *writing.JSON) {
	if h.Reports == nil {
		j.Null()
		return
	}
	j.Open('{')
	for _, side := range scoresheet.Sides {
		if report, ok := h.Reports[side.String()]; ok {
			j.Key(side.String())
			report.write(j)
		}
	}
	j.Close('}')
}

func (r *reportView) write(j *writing.JSON) {
	if r == nil {
		j.Null()
		return
	}
	j.Open('{')
	j.Key("hand")
	r.Hand.Write(j)
	j.Key("at")
	j.Time(r.At)
	writeFlag(j, "late", r.Late)
	writeText(j, "device", r.Device)
	j.Key("outcome")
	r.Outcome.write(j)
	j.Close('}')
}

func writeText(j *writing.JSON, key, text string) {
	j.Key(key)
	j.Text(text)
}

// writeSome writes a text unless it is empty.
func writeSome(j *writing.JSON, key, text string) {
	if text != "" {
		writeText(j, key, text)
	}
}

func writeTexts(j *writing.JSON, texts []string) {
	if texts == nil {
		j.Null()
		return
	}
	j.Open('[')
	for _, text := range texts {
		j.Item()
		j.Text(text)
	}
	j.Close(']')
}

func writeNumber(j *writing.JSON, key string, n int) {
	j.Key(key)
	j.Int(n)
}

func writeFlag(j *writing.JSON, key string, is bool) {
	j.Key(key)
	j.Bool(is)
}
