package scoresheet

import "github.com/go-json-experiment/json/jsontext"

// The methods here write what MarshalText and MarshalJSON write, straight into
// an encoder: verdicts are mostly made of these, and are written for every
// report of a hand.

// MarshalJSONTo writes the level as players write it.
func (l Level) MarshalJSONTo(encoder *jsontext.Encoder) error {
	return encoder.WriteToken(jsontext.String(l.String()))
}

// MarshalJSONTo writes "A", "B" or "".
func (s Side) MarshalJSONTo(encoder *jsontext.Encoder) error {
	return encoder.WriteToken(jsontext.String(s.String()))
}

// MarshalJSONTo writes a JSON number.
func (p Points) MarshalJSONTo(encoder *jsontext.Encoder) error {
	if p%Point == 0 {
		return encoder.WriteToken(jsontext.Int(int64(p / Point)))
	}
	return encoder.WriteValue(jsontext.Value(p.String()))
}
