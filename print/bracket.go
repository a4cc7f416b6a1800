package print

import (
	"context"
	"fmt"
)

// BracketKind says what stands in one of the two places of a box.
type BracketKind int

const (
	// BracketEntrant is an entrant who plays here.
	BracketEntrant BracketKind = iota
	// BracketOpen is somebody not known yet; Text may say who it will be ("A 组第 1 名").
	BracketOpen
	// BracketBye is nobody: the other entrant goes on without a match.
	BracketBye
)

// BracketName is one of the two places of a box.
type BracketName struct {
	Kind BracketKind
	// Number, Text and Unit are the entrant's; any may be empty.
	Number, Text, Unit string
	// Score is the entrant's side of the result, in words or figures: "3", "A", "弃权".
	Score string
	// Won marks who goes on.
	Won bool
}

// BracketBox is a match of a bracket.
type BracketBox struct {
	Top, Bottom BracketName
	// Table is where it is played, Note what else stands above the box (a number, a time); both may be empty.
	Table, Note string
	// From are the boxes of the column before whose winners play here, above and below, counted from 1. 0 is for a place
	// that no line leads to: an entrant of this round, or one whom a new draw put here.
	From [2]int
}

// BracketColumn is a round.
type BracketColumn struct {
	Name  string
	Boxes []BracketBox
}

// BracketPlace is a match that is played for a place beside the bracket, as that for the third.
type BracketPlace struct {
	Name string
	Box  BracketBox
}

// BracketSheet is a knockout as a picture. Lines lead from a box to the next wherever From says so; rounds that are drawn
// anew stand beside each other without lines.
type BracketSheet struct {
	Event string
	// Phase and After ("after round 5") are in words; any may be empty.
	Phase, After string
	Columns      []BracketColumn
	// Champion is who has won; nil where the bracket does not lead to one, an open name where nobody has yet.
	Champion *BracketName
	Places   []BracketPlace
	// Provisional marks a bracket that later results can change.
	Provisional bool
	// Seed is that of the draw; empty leaves it out.
	Seed, ChainHead string
}

// Bracket makes the picture of a knockout on landscape A4: on one page up to 32 first places, beyond that in parts, each on
// a page with the numbers of the pages that it leads to and comes from. A box whose From is not in the column before, or
// that two boxes come from, is an error.
func (p *Printer) Bracket(ctx context.Context, with Setting, in BracketSheet) (Document, error) {
	return p.make(ctx, with, "print.bracket.title", func(l *layout) error { return l.bracket(in) })
}

func (l *layout) bracket(in BracketSheet) error {
	segments, err := in.segments()
	if err != nil {
		return err
	}
	b := &bracketLayout{layout: l, in: in}
	b.measure()
	redrawn := 0
	var loose []bracketBlock
	for i, s := range segments {
		if s.tree == nil {
			redrawn++
			loose = append(loose, bracketBlock{s.column.Name, s.column.Boxes})
			continue
		}
		b.flow(loose, false)
		loose = nil
		b.trees(s.tree, i+1 == len(segments))
	}
	b.flow(append(loose, b.placeBlocks()...), true)
	note := ""
	if redrawn > 1 {
		note = l.word("print.bracket.redrawn")
	}
	seed := ""
	if in.Seed != "" {
		seed = l.word("print.seed", "Seed", in.Seed)
	}
	l.wideFeet(joined(" · ", note, seed, l.chain(in.ChainHead)))
	return nil
}

// all calls a function with every box.
func (s BracketSheet) all(each func(BracketBox)) {
	for _, c := range s.Columns {
		for _, m := range c.Boxes {
			each(m)
		}
	}
	for _, p := range s.Places {
		each(p.Box)
	}
}

// measure finds out what all boxes need: words above them, and room for the longest score.
func (b *bracketLayout) measure() {
	b.in.all(func(m BracketBox) {
		b.captions = b.captions || m.Table != "" || m.Note != ""
		for _, n := range []BracketName{m.Top, m.Bottom} {
			b.score = max(b.score, b.width(clean(n.Score, false), style{}, scoreSize)+1.4)
		}
	})
}

// bracketSegment is a run of columns that lines join, or a column that none does.
type bracketSegment struct {
	column BracketColumn
	tree   *bracketForest
}

// segments cuts the columns where no line leads from one to the next. Columns without boxes are left out.
func (s BracketSheet) segments() ([]bracketSegment, error) {
	var out []bracketSegment
	for start := 0; start < len(s.Columns); {
		end := start + 1
		for end < len(s.Columns) && s.Columns[end].joined() {
			end++
		}
		columns := s.Columns[start:end]
		if first := columns[0]; first.joined() {
			return nil, fmt.Errorf("round %q comes from a column that is not there", first.Name)
		}
		switch {
		case len(columns) > 1:
			tree, err := newBracketForest(columns)
			if err != nil {
				return nil, err
			}
			out = append(out, bracketSegment{tree: tree})
		case len(columns[0].Boxes) == 1 && end == len(s.Columns) && len(out) == 0:
			// A final alone is a bracket too.
			tree, err := newBracketForest(columns)
			if err != nil {
				return nil, err
			}
			out = append(out, bracketSegment{tree: tree})
		case len(columns[0].Boxes) > 0:
			out = append(out, bracketSegment{column: columns[0]})
		}
		start = end
	}
	return out, nil
}

func (c BracketColumn) joined() bool {
	for _, b := range c.Boxes {
		if b.From != [2]int{} {
			return true
		}
	}
	return false
}
