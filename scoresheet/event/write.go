package event

import (
	"encoding/json"

	"kiosk/scoresheet/writing"
)

// written is a change that writes itself, as encoding/json would: those that every
// report makes.
type written interface{ write(j *writing.JSON) }

// data is what the entry of a change carries.
func data(change Change) ([]byte, error) {
	own, ok := change.(written)
	if !ok {
		return json.Marshal(change)
	}
	j := writing.Sized(192)
	own.write(j)
	return j.Done()
}

func (c handReported) write(j *writing.JSON) {
	j.Open('{')
	writePlace(j, c.Place)
	j.Key("side")
	j.Plain(c.Side.String())
	j.Key("hand")
	c.Hand.Write(j)
	if c.Late {
		j.Key("late")
		j.Bool(true)
	}
	j.Key("state")
	j.Text(string(c.State))
	j.Close('}')
}

func (c handsConfirmed) write(j *writing.JSON) {
	j.Open('{')
	j.Key("side")
	j.Plain(c.Side.String())
	j.Key("hands")
	if c.Hands == nil {
		j.Null()
	} else {
		j.Open('[')
		for _, p := range c.Hands {
			j.Item()
			j.Open('{')
			writePlace(j, p)
			j.Close('}')
		}
		j.Close(']')
	}
	if c.Report != nil {
		j.Key("report")
		c.Report.Write(j)
	}
	j.Close('}')
}

func writePlace(j *writing.JSON, p Place) {
	j.Key("game")
	j.Int(p.Game)
	j.Key("number")
	j.Int(p.Number)
}

// Encode is the one form in which the entry is stored and hashed: what
// json.Marshal makes of it. Data must be compact, as json.Marshal writes it;
// it is not gone through again, since every report passes here.
func (e Entry) Encode() ([]byte, error) {
	j := writing.Sized(len(e.Data) + 320)
	j.Open('{')
	j.Key("v")
	j.Int(e.V)
	j.Key("n")
	j.Int(e.N)
	j.Key("at")
	j.Time(e.At)
	j.Key("by")
	e.By.write(j)
	j.Key("kind")
	j.Text(string(e.Kind))
	if e.Match != 0 {
		j.Key("match")
		j.Int(e.Match)
	}
	j.Key("data")
	j.Raw(e.Data)
	j.Key("prev")
	j.Hex(e.Prev[:])
	j.Close('}')
	return j.Done()
}

func (a Author) write(j *writing.JSON) {
	j.Open('{')
	j.Key("role")
	j.Text(string(a.Role))
	writeText(j, "name", a.Name)
	writeText(j, "device", a.Device)
	j.Close('}')
}

// writeText writes a member of an object unless it is empty.
func writeText(j *writing.JSON, key, text string) {
	if text != "" {
		j.Key(key)
		j.Text(text)
	}
}
