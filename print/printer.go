package print

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"kiosk/print/fonts"
)

// Printer makes documents with one font. It may be used by many goroutines; at most two documents are made at a time,
// whoever comes third waits.
type Printer struct {
	face  *face
	slots chan struct{}
}

// atATime bounds the memory and the processors that documents take from a running event.
const atATime = 2

// New returns a printer for a static TrueType font that covers Chinese; fonts.Find has one. One that fonts.Usable
// refuses is an error. The printer keeps the slice and never writes into it. Characters that the font lacks are drawn as outlines of the first
// rare font that has them; those may be TrueType, OpenType or collections, and are read whenever they are needed.
func New(font []byte, rare ...io.ReaderAt) (*Printer, error) {
	if err := fonts.Usable(font); err != nil {
		return nil, &Fault{Code: FaultFont, Err: fmt.Errorf("the font %w", err)}
	}
	parsed, err := newFace(font, rare)
	if err != nil {
		return nil, &Fault{Code: FaultFont, Err: err}
	}
	return &Printer{face: parsed, slots: make(chan struct{}, atATime)}, nil
}

// Setting is what every document needs beside its content.
type Setting struct {
	// Words gives the language.
	Words Words
	// Made is the time that stands in the file as that of its making. The same time and content give the same bytes.
	Made time.Time
}

// Document is a finished PDF file.
type Document struct {
	PDF   []byte
	Pages int
	// Notes say what had to shrink and what could not be shown, in the order of the pages.
	Notes []Note
}

// Codes of faults; "print.fault.<code>" is their text in the locale files.
const (
	// FaultFont: the font cannot be used.
	FaultFont = "font"
	// FaultQR: a text does not fit into a QR code that can be read. Args: Bytes.
	FaultQR = "qr"
	// FaultEmpty: there is nothing to print.
	FaultEmpty = "empty"
	// FaultFailed: something went wrong that should not have; Err says what.
	FaultFailed = "failed"
)

// Fault is why a document could not be made.
type Fault struct {
	Code string
	Args map[string]any
	Err  error
}

func (f *Fault) Error() string {
	if f.Err != nil {
		return "print: " + f.Code + ": " + f.Err.Error()
	}
	return "print: " + f.Code
}

// Unwrap returns the cause, or nil.
func (f *Fault) Unwrap() error { return f.Err }

// In returns the fault in words.
func (f *Fault) In(words Words) string { return words("print.fault."+f.Code, f.Args) }

// make lays a document out and draws it. compose puts the pages on the layout.
func (p *Printer) make(ctx context.Context, with Setting, titleKey string, compose func(*layout) error) (made Document, err error) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return Document{}, ctx.Err()
	}
	defer func() {
		// The PDF writer panics on input that it does not expect. A document that fails must not end the event.
		if r := recover(); r != nil {
			made, err = Document{}, &Fault{Code: FaultFailed, Err: fmt.Errorf("%s: %v", titleKey, r)}
		}
	}()
	laid := newLayout(p.face, with.Words, titleKey)
	if err := compose(laid); err != nil {
		return Document{}, asFault(err)
	}
	if len(laid.pages) == 0 {
		return Document{}, &Fault{Code: FaultEmpty}
	}
	if err := ctx.Err(); err != nil {
		return Document{}, err
	}
	var out bytes.Buffer
	if err := draw(&out, laid, with.Made); err != nil {
		return Document{}, asFault(err)
	}
	return Document{PDF: out.Bytes(), Pages: len(laid.pages), Notes: laid.notes.list}, nil
}

func newLayout(from *face, words Words, titleKey string) *layout {
	return &layout{metrics: newMetrics(from), words: words, title: words(titleKey, nil)}
}

func asFault(err error) error {
	var fault *Fault
	if errors.As(err, &fault) {
		return err
	}
	return &Fault{Code: FaultFailed, Err: err}
}
