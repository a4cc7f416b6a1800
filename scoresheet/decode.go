package scoresheet

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// MaxSheetBytes bounds what DecodeSheet reads: a match of hundreds of hands
// with every card of tribute written down stays far below.
const MaxSheetBytes = 1 << 20

// The codes of a SheetError.
const (
	SheetTooLarge  = "sheet.size"
	SheetSyntax    = "sheet.syntax"
	SheetTrailing  = "sheet.trailing"
	SheetKey       = "sheet.key"
	SheetDuplicate = "sheet.duplicate-key"
	SheetType      = "sheet.type"
	SheetMissing   = "sheet.missing"
)

// SheetError says why something is no scoresheet at all: a code, the place as
// a JSON pointer ("" is the whole) and, after a syntax error, the byte.
type SheetError struct {
	Code string
	At   string
	// Offset is the byte at which broken JSON was noticed, -1 where it does not
	// matter.
	Offset int64
	// Want says what would do, as data, empty if the code says it all.
	Want string
	Err  error
}

// Error names the code and the place.
func (e *SheetError) Error() string {
	text := e.Code
	if e.At != "" {
		text += " at " + e.At
	}
	if e.Offset >= 0 {
		text += fmt.Sprintf(" (byte %d)", e.Offset)
	}
	if e.Want != "" {
		text += ", want " + e.Want
	}
	return text
}

// Unwrap is the reason in the JSON reader's or the setting's own words.
func (e *SheetError) Unwrap() error { return e.Err }

// RefuseSheet is a SheetError at a place, where bytes do not matter.
func RefuseSheet(code, at, want string) *SheetError {
	return &SheetError{Code: code, At: at, Want: want, Offset: -1}
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// DecodeSheet reads one scoresheet (exchange format, section 1) strictly: an
// unknown or repeated key, a wrong type, a null, or anything after the sheet
// is a *SheetError that names the place. It knows no rulebook: whether a hand
// has the fields of its discipline is the judge's to say.
func DecodeSheet(data []byte) (Sheet, error) {
	var sheet Sheet
	if len(data) > MaxSheetBytes {
		return Sheet{}, RefuseSheet(SheetTooLarge, "", fmt.Sprint(MaxSheetBytes))
	}
	data = bytes.TrimPrefix(data, byteOrderMark)
	if err := json.Unmarshal(data, &sheet, json.RejectUnknownMembers(true)); err != nil {
		return Sheet{}, refusal(err)
	}
	if err := refuseNull(data); err != nil {
		return Sheet{}, err
	}
	if err := sheet.complete(); err != nil {
		return Sheet{}, err
	}
	return sheet, nil
}

func refusal(err error) *SheetError {
	var syntactic *jsontext.SyntacticError
	if errors.As(err, &syntactic) {
		refused := &SheetError{Code: SheetSyntax, At: string(syntactic.JSONPointer), Offset: syntactic.ByteOffset, Err: err}
		switch {
		case errors.Is(err, jsontext.ErrDuplicateName):
			refused.Code, refused.Offset = SheetDuplicate, -1
		case syntactic.JSONPointer == "" && bytes.Contains([]byte(err.Error()), []byte("after top-level value")):
			refused.Code = SheetTrailing
		}
		return refused
	}
	var semantic *json.SemanticError
	if errors.As(err, &semantic) {
		refused := &SheetError{Code: SheetType, At: string(semantic.JSONPointer), Offset: -1, Err: err}
		switch {
		case errors.Is(err, json.ErrUnknownName):
			refused.Code = SheetKey
		case semantic.GoType != nil:
			refused.Want = semantic.GoType.Kind().String()
		}
		return refused
	}
	return &SheetError{Code: SheetSyntax, Offset: -1, Err: err}
}

// refuseNull finds a null: no field takes one, though the reader would let it
// stand for a missing value.
func refuseNull(data []byte) error {
	if !bytes.Contains(data, []byte("null")) {
		return nil
	}
	tokens := jsontext.NewDecoder(bytes.NewReader(data))
	for {
		token, err := tokens.ReadToken()
		if err != nil {
			return nil
		}
		if token.Kind() == 'n' {
			return RefuseSheet(SheetType, string(tokens.StackPointer()), "")
		}
	}
}

// complete finds what a sheet cannot do without, and words that it does not know.
func (s *Sheet) complete() error {
	if s.Rulebook == "" {
		return RefuseSheet(SheetMissing, "/rulebook", "")
	}
	switch s.Forfeit {
	case NoForfeit, ForfeitA, ForfeitB, ForfeitBoth:
	default:
		return RefuseSheet(SheetType, "/forfeit", `"A", "B", "both"`)
	}
	if s.Games == nil && s.Forfeit == NoForfeit {
		return RefuseSheet(SheetMissing, "/games", "")
	}
	for i, game := range s.Games {
		if game.Hands == nil {
			return RefuseSheet(SheetMissing, Pointer("games", i, "hands"), "")
		}
		if game.End != "" && game.End != EndedByClock {
			return RefuseSheet(SheetType, Pointer("games", i, "end"), `"time"`)
		}
	}
	return nil
}
