package api

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/gofiber/fiber/v2"
)

// rawBody is a copy of the request's body as it was sent. A packed body is
// refused: a small one could unpack to more than the machine has.
func rawBody(c *fiber.Ctx, limit int) ([]byte, error) {
	if packed(c) {
		return nil, newProblem(http.StatusUnsupportedMediaType, "media-type")
	}
	body := c.Request().Body()
	if len(body) > limit {
		return nil, newProblem(http.StatusRequestEntityTooLarge, "too-large")
	}
	return bytes.Clone(body), nil
}

// decodeBody reads the request's JSON into a pointer. An empty body is {}.
// Unknown keys, keys that stand twice, wrong types and broken JSON are refused
// with the place (a JSON pointer) and why: unknown, twice, type, cut or syntax.
// Faults and problems from a type's own reading are passed on.
func decodeBody(c *fiber.Ctx, into any) error {
	body, err := rawBody(c, maxJSONBody)
	if err != nil {
		return err
	}
	return decodeJSON(body, into)
}

func decodeJSON(body []byte, into any) error {
	body = bytes.TrimSpace(body)
	if len(body) == 0 {
		body = []byte("{}")
	}
	if string(body) == "null" {
		return bodyProblem("", "type")
	}
	err := json.Unmarshal(body, into, json.RejectUnknownMembers(true))
	if err == nil {
		return nil
	}
	var semantic *json.SemanticError
	var syntactic *jsontext.SyntacticError
	switch {
	case errors.As(err, &syntactic):
		return bodyProblem(syntactic.JSONPointer, whySyntax(err))
	case errors.As(err, &semantic) && errors.Is(err, json.ErrUnknownName):
		return bodyProblem(semantic.JSONPointer, "unknown")
	case asProblem(err).status != http.StatusInternalServerError:
		return err
	case errors.As(err, &semantic):
		return bodyProblem(semantic.JSONPointer, "type")
	}
	return bodyProblem("", "syntax")
}

func whySyntax(err error) string {
	switch {
	case errors.Is(err, jsontext.ErrDuplicateName):
		return "twice"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "cut"
	}
	return "syntax"
}

// maxPlace bounds how much of a client's own text is told back.
const maxPlace = 120

func bodyProblem(place jsontext.Pointer, why string) *problem {
	return newProblem(http.StatusUnprocessableEntity, "body", "Place", excerpt(string(place)), "Why", why)
}

// excerpt is as much of a client's own text as a sentence tells back.
func excerpt(said string) string {
	text := []rune(strings.ToValidUTF8(said, "�"))
	if len(text) > maxPlace {
		text = append(text[:maxPlace], '…')
	}
	return string(text)
}
