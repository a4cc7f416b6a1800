package api

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"kiosk/scoresheet"
	"kiosk/scoresheet/event"
)

// However many events and languages are asked for, few views are kept, those
// last asked for, and one that is made anew has editions of new names.
func TestBoardsAreBounded(t *testing.T) {
	b, err := newBoards(bytes.NewReader(make([]byte, 6)))
	if err != nil {
		t.Fatal(err)
	}
	name := func(n int) boardName { return boardName{event.ID(fmt.Sprint("ev", n)), scoresheet.En} }
	first, marks := b.find(name(0)), map[string]bool{}
	for n := range 4 * maxBoards {
		marks[b.find(name(n)).mark] = true
		if b.find(name(0)) != first {
			t.Fatalf("the view that is always asked for is gone after %d", n)
		}
	}
	if len(b.all) != maxBoards || len(marks) != 4*maxBoards {
		t.Errorf("%d kept, %d names", len(b.all), len(marks))
	}
	if again := b.find(name(1)); marks[again.mark] {
		t.Errorf("%q is used twice", again.mark)
	}
}

// A page is told at least what it lacks, those that keep up no more than that,
// in few forms whatever pages have.
func TestEditionsShareForms(t *testing.T) {
	const last = 100_000
	e, forms := &edition{number: last}, map[int]bool{}
	for n := 1; n <= last; n++ {
		since := e.since("a-", fmt.Sprint("a-", n))
		if since < 1 || since > n || last-n < exactlyTold && since != n || last-since > 2*(last-n) {
			t.Fatalf("since %d: %d", n, since)
		}
		forms[since] = true
	}
	if len(forms) > 100 {
		t.Errorf("%d forms", len(forms))
	}
}

// The forms of an edition that are kept are bounded by their size.
func TestEditionFormsAreBounded(t *testing.T) {
	head := []byte(`{"name":"` + strings.Repeat("x", maxWritten/3) + `"}`)
	e := &edition{number: 9, head: head, written: map[form][]byte{}}
	for i := range e.lists {
		e.lists[i] = &list{name: fmt.Sprint("list", i)}
	}
	for since := range 9 {
		for range 2 {
			e.body("a-", form{since: since})
		}
		kept := 0
		for _, body := range e.written {
			kept += len(body)
		}
		if kept != e.size || kept > maxWritten || kept < len(head) {
			t.Fatalf("%d bytes, counted as %d", kept, e.size)
		}
	}
}
