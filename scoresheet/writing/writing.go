// Package writing writes JSON as encoding/json does, byte for byte, without
// looking at types while it runs. It is for what is written with every report of a
// hand: the entry that is hashed, the answer that is kept, the answer that is sent.
package writing

import (
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// JSON is a text that is being written. The zero value is empty.
type JSON struct {
	text []byte
	err  error
}

// Sized is an empty text with room for so many bytes.
func Sized(n int) *JSON { return &JSON{text: make([]byte, 0, n)} }

// Again empties the text, whose memory is used again: what Done gave before is void.
func (j *JSON) Again() { j.text, j.err = j.text[:0], nil }

// Done is the text, or the first error.
func (j *JSON) Done() ([]byte, error) {
	if j.err != nil {
		return nil, j.err
	}
	return j.text, nil
}

// Open and Close stand around what a value holds: "{" and "}", "[" and "]".
func (j *JSON) Open(bracket byte) { j.text = append(j.text, bracket) }

// Close ends what Open began.
func (j *JSON) Close(bracket byte) { j.text = append(j.text, bracket) }

// Key begins a member of an object. The name needs no escaping.
func (j *JSON) Key(name string) {
	if j.text[len(j.text)-1] != '{' {
		j.text = append(j.text, ',')
	}
	j.text = append(append(append(j.text, '"'), name...), '"', ':')
}

// Item begins an element of an array.
func (j *JSON) Item() {
	if j.text[len(j.text)-1] != '[' {
		j.text = append(j.text, ',')
	}
}

// Null writes null.
func (j *JSON) Null() { j.text = append(j.text, "null"...) }

// Int writes a whole number.
func (j *JSON) Int(n int) { j.text = strconv.AppendInt(j.text, int64(n), 10) }

// Bool writes true or false.
func (j *JSON) Bool(is bool) { j.text = strconv.AppendBool(j.text, is) }

// Plain writes a string that needs no escaping.
func (j *JSON) Plain(text string) {
	j.text = append(append(append(j.text, '"'), text...), '"')
}

// Hex writes bytes in hexadecimal, as a string.
func (j *JSON) Hex(bytes []byte) {
	j.text = append(hex.AppendEncode(append(j.text, '"'), bytes), '"')
}

// Raw writes a value that is JSON already.
func (j *JSON) Raw(value []byte) { j.text = append(j.text, value...) }

// Number writes a number as it stands.
func (j *JSON) Number(text string) { j.text = append(j.text, text...) }

// Text writes any string.
func (j *JSON) Text(text string) {
	for i, r := range text {
		if special(r) && !(r == utf8.RuneError && strings.HasPrefix(text[i:], string(utf8.RuneError))) {
			j.Value(text)
			return
		}
	}
	j.Plain(text)
}

// special says that a character is not written as it stands, or is no character.
func special(r rune) bool {
	switch r {
	case '"', '\\', '<', '>', '&', '\u2028', '\u2029', utf8.RuneError:
		return true
	}
	return r < ' ' || r == 0x7f
}

// Time writes a time.
func (j *JSON) Time(at time.Time) {
	text, err := at.AppendText(append(j.text, '"'))
	if err != nil {
		j.fail(err)
		return
	}
	j.text = append(text, '"')
}

// Value writes any value by encoding/json.
func (j *JSON) Value(value any) {
	text, err := json.Marshal(value)
	if err != nil {
		j.fail(err)
		return
	}
	j.text = append(j.text, text...)
}

func (j *JSON) fail(err error) {
	if j.err == nil {
		j.err = err
	}
}
