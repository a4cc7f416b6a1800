package print

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// box is a rectangle on a page, in millimetres from the page's upper left corner.
type box struct{ x, y, w, h float64 }

func (b box) inset(by float64) box { return box{b.x + by, b.y + by, b.w - 2*by, b.h - 2*by} }

func (b box) insetX(by float64) box { return box{b.x + by, b.y, b.w - 2*by, b.h} }

func (b box) right() float64  { return b.x + b.w }
func (b box) bottom() float64 { return b.y + b.h }

// cutTop takes a strip off the top and returns it with what is left.
func (b box) cutTop(h float64) (strip, rest box) {
	return box{b.x, b.y, b.w, h}, box{b.x, b.y + h, b.w, b.h - h}
}

// cutBottom takes a strip off the bottom and returns it with what is left.
func (b box) cutBottom(h float64) (strip, rest box) {
	return box{b.x, b.bottom() - h, b.w, h}, box{b.x, b.y, b.w, b.h - h}
}

// cutLeft takes a strip off the left and returns it with what is left.
func (b box) cutLeft(w float64) (strip, rest box) {
	return box{b.x, b.y, w, b.h}, box{b.x + w, b.y, b.w - w, b.h}
}

// cutRight takes a strip off the right and returns it with what is left.
func (b box) cutRight(w float64) (strip, rest box) {
	return box{b.right() - w, b.y, w, b.h}, box{b.x, b.y, b.w - w, b.h}
}

// columns divides a box from left to right in parts as wide as the weights say.
func (b box) columns(weights ...float64) []box {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	out, x := make([]box, len(weights)), b.x
	for i, w := range weights {
		out[i] = box{x, b.y, b.w * w / total, b.h}
		x = out[i].right()
	}
	return out
}

// rows divides a box from top to bottom in equal parts.
func (b box) rows(count int) []box {
	out := make([]box, count)
	for i := range out {
		out[i] = box{b.x, b.y + b.h*float64(i)/float64(count), b.w, b.h / float64(count)}
	}
	return out
}

// color is red, green and blue, 0 to 255.
type color struct{ r, g, b uint8 }

var (
	black  = color{0, 0, 0}
	white  = color{255, 255, 255}
	soft   = color{96, 96, 96}
	line   = color{120, 120, 120}
	hair   = color{190, 190, 190}
	shade  = color{240, 240, 238}
	red    = color{176, 30, 35}
	gold   = color{178, 134, 52}
	tealA  = color{10, 110, 105}
	amberB = color{173, 75, 5}
)

// align is where a line stands in its box.
type align int

const (
	alignLeft align = iota
	alignCentre
	alignRight
)

// style says how a text is set in its box. Sizes are in points.
type style struct {
	size float64
	// single is the smallest size at which the text still stays on one line rather than being wrapped; 0 means 70 % of size.
	single float64
	// min is the size below which the preview warns that the text is hard to read; 0 means 5.
	min float64
	// fine is the size, in points, from which on a smaller text than usual is not noted: where it is normal that texts are
	// fitted to their boxes. 0 means 95 % of size.
	fine float64
	// lines is the greatest number of lines; 0 means as many as the box has room for.
	lines int
	bold  bool
	color color
	align align
	// top puts the text at the top of its box instead of the middle.
	top bool
	// spacing is added after each character, in ems.
	spacing float64
	// leading is the distance of baselines, in ems; 0 means 1.25.
	leading float64
	// indent is the first line's, in ems; for text on the left only.
	indent float64
	// breaks keeps the line breaks of the text.
	breaks bool
	// even makes the lines of a wrapped text about as long as each other; centred text always is.
	even bool
	// quiet leaves the shrinking out of the notes: for words of our own, which nobody can shorten.
	quiet bool
}

func (s style) leadingEm() float64 {
	if s.leading == 0 {
		return 1.25
	}
	return s.leading
}

func (s style) singleSize() float64 {
	if s.single == 0 {
		return s.size * 0.7
	}
	return s.single
}

func (s style) minSize() float64 {
	if s.min == 0 {
		return 5
	}
	return s.min
}

func (s style) fineSize() float64 {
	if s.fine == 0 {
		return s.size * noticeable
	}
	return min(s.fine, s.size*noticeable)
}

const (
	middle  = 0.37 // height of the middle of Chinese characters and capitals above the baseline
	mmPerPt = 25.4 / 72
)

// placedLine is one line of text on a page. x and baseline are in millimetres, size is in points.
type placedLine struct {
	text        string
	x, baseline float64
	width       float64
	style       style
	size        float64
}

// drawing is a path on a page, filled or stroked.
type drawing struct {
	path  *path
	fill  bool
	color color
	width float64
	// dashes is a pattern in points, as PDF writes it; empty for a solid line.
	dashes string
}

// backdrop is what lies behind the text of many pages of one size; the file has it once.
type backdrop struct{ drawings []drawing }

// code is a QR code on a page; at is its place without the quiet zone.
type code struct {
	modules [][]bool
	at      box
	text    string
}

// whole is the code's place with the quiet zone.
func (c code) whole() box {
	return c.at.inset(-c.at.w / float64(len(c.modules)) * quietZone)
}

// textBox is a box that was given to a text, with the lines that were put there. Its name says what it holds.
type textBox struct {
	name  string
	text  string
	at    box
	lines []placedLine
}

// panel is a part of a page: drawings first, then codes, then texts. A turned panel stands on its head.
type panel struct {
	area     box
	turned   bool
	drawings []drawing
	codes    []code
	texts    []textBox
	// kept are boxes that stay free, as for a seal.
	kept []textBox
}

// page is one page of a document, in millimetres.
type page struct {
	w, h     float64
	backdrop *backdrop
	panels   []*panel
}

const (
	a4Short = 210.0
	a4Long  = 297.0
)

// layout is a document before it is drawn.
type layout struct {
	metrics *metrics
	words   Words
	title   string
	pages   []*page
	panel   *panel
	notes   notes
}

func (l *layout) addPage(w, h float64) *page {
	p := &page{w: w, h: h}
	l.pages = append(l.pages, p)
	l.addPanel(p, box{0, 0, w, h})
	return p
}

// addPanel begins a new panel on a page; what follows is put there.
func (l *layout) addPanel(on *page, area box) *panel {
	l.panel = &panel{area: area}
	on.panels = append(on.panels, l.panel)
	return l.panel
}

// word returns the words for a key.
func (l *layout) word(key string, args ...any) string {
	var named map[string]any
	if len(args) > 0 {
		named = make(map[string]any, len(args)/2)
		for i := 0; i+1 < len(args); i += 2 {
			named[args[i].(string)] = args[i+1]
		}
	}
	return l.words(key, named)
}

// label sets words of our own: they come from the locale and are not reported when they shrink.
func (l *layout) label(at box, s style, text string) {
	s.quiet = true
	l.text("label", at, s, text)
}

// text sets a text in a box: at its size if there is room, else smaller on one line, else on several lines, as large as
// the box allows. Whatever had to shrink is noted under the name.
func (l *layout) text(name string, at box, s style, text string) {
	l.textIn(name, at, at.h, s, text)
}

// textIn sets a text as text does, but records a box that is only as high as given: the caller measured the text.
func (l *layout) textIn(name string, at box, high float64, s style, text string) {
	shown := l.resolve(name, clean(text, s.breaks))
	if shown == "" {
		return
	}
	lines, size := l.fit(shown, at, s)
	if !s.quiet {
		l.noteSize(name, shown, s, size)
	}
	at.h = high
	l.panel.texts = append(l.panel.texts, textBox{name: name, text: shown, at: at, lines: l.place(lines, at, s, size)})
}

// height measures what a text takes in a box.
func (l *layout) height(at box, s style, text string) float64 {
	shown, _ := l.metrics.resolve(clean(text, s.breaks))
	if shown == "" {
		return 0
	}
	lines, size := l.fit(shown, at, s)
	return float64(len(lines)) * s.leadingEm() * size * mmPerPt
}

func (l *layout) resolve(name, text string) string {
	shown, missing := l.metrics.resolve(text)
	if len(missing) > 0 {
		l.notes.add(Note{Code: NoteMissing, Page: len(l.pages), Field: name, Text: shown, Characters: characters(missing)})
	}
	return shown
}

// noticeable is the part of its size down to which nobody sees that a text was shrunk.
const noticeable = 0.95

func (l *layout) noteSize(name, text string, s style, size float64) {
	note := Note{Page: len(l.pages), Field: name, Text: text, From: s.size, To: size}
	switch {
	case size < s.minSize():
		note.Code = NoteTiny
	case size < s.fineSize()-0.01:
		note.Code = NoteShrunk
	default:
		return
	}
	l.notes.add(note)
}

// width measures a line in millimetres.
func (l *layout) width(text string, s style, size float64) float64 {
	gaps := math.Max(0, float64(utf8.RuneCountInString(text)-1))
	return (l.metrics.width(text) + s.spacing*gaps) * size * mmPerPt
}

// sizeStep is how finely sizes are tried, as a factor.
const sizeStep = 0.97

// leastBox is the least side of a box that a text is fitted into, in millimetres: in none at all it would shrink for ever.
const leastBox = 0.5

// fit chooses the lines and the size for a text. It always succeeds: there is no size too small.
func (l *layout) fit(text string, at box, s style) (lines []string, size float64) {
	at.w, at.h = math.Max(at.w, leastBox), math.Max(at.h, leastBox)
	size = math.Min(s.size, at.h/(s.leadingEm()*mmPerPt))
	oneLine := !strings.Contains(text, "\n")
	natural := l.width(text, s, 1) + s.indent*mmPerPt
	if oneLine && natural*size <= at.w {
		return []string{text}, size
	}
	single := math.Min(size, at.w/natural)
	if oneLine && (s.lines == 1 || single >= s.singleSize() && s.indent == 0) {
		return []string{text}, single
	}
	r := l.ruler(s)
	paragraphs := r.paragraphs(text)
	for ; ; size *= sizeStep {
		width := at.w / (size * mmPerPt)
		lines, how := r.breakLines(paragraphs, width, s.indent)
		enough := s.lines == 0 || len(lines) <= s.lines || size < s.minSize()
		high := float64(len(lines)) * s.leadingEm() * size * mmPerPt
		// A word is cut only where shrinking as far as for one line does not keep it whole.
		if enough && high <= at.h+1e-6 && (how == whole || how == cut && size < s.singleSize()) {
			if len(paragraphs) == 1 && (s.even || s.align == alignCentre) {
				lines = r.balance(paragraphs, lines, width, s.indent)
			}
			return lines, size
		}
	}
}

// ruler measures text in a style.
func (l *layout) ruler(s style) ruler {
	return ruler{last: s.spacing, advance: func(text string) float64 {
		return l.metrics.width(text) + s.spacing*float64(utf8.RuneCountInString(text))
	}}
}

// breakAt breaks a text at its size, whatever height that takes.
func (l *layout) breakAt(text string, width float64, s style) []string {
	r := l.ruler(s)
	lines, _ := r.breakLines(r.paragraphs(text), width/(s.size*mmPerPt), s.indent)
	return lines
}

// balance evens out lines, so that a long name is not left with one character on its last line.
func (r ruler) balance(paragraphs [][]piece, lines []string, width, indent float64) []string {
	if len(lines) < 2 {
		return lines
	}
	low, high := width/2, width
	for range 10 {
		mid := (low + high) / 2
		tried, how := r.breakLines(paragraphs, mid, indent)
		if len(tried) == len(lines) && how == whole {
			lines, high = tried, mid
		} else {
			low = mid
		}
	}
	return lines
}

// place gives each line its baseline.
func (l *layout) place(lines []string, at box, s style, size float64) []placedLine {
	em, step := size*mmPerPt, s.leadingEm()*size*mmPerPt
	top := at.y
	if !s.top {
		top += (at.h - step*float64(len(lines))) / 2
	}
	out := make([]placedLine, 0, len(lines))
	for i, text := range lines {
		if text == "" {
			continue
		}
		width := l.width(text, s, size)
		x := at.x
		switch s.align {
		case alignCentre:
			x += (at.w - width) / 2
		case alignRight:
			x += at.w - width
		}
		if i == 0 {
			x += s.indent * em
		}
		out = append(out, placedLine{text: text, x: x, baseline: top + step*(float64(i)+0.5) + middle*em,
			width: width, style: s, size: size})
	}
	return out
}

// rule draws a straight line.
func (l *layout) rule(from, to point, width float64, c color) {
	p := &path{}
	p.line(from, to)
	l.stroke(p, width, c)
}

func (l *layout) stroke(p *path, width float64, c color) {
	l.panel.drawings = append(l.panel.drawings, drawing{path: p, color: c, width: width})
}

func (l *layout) fill(p *path, c color) {
	l.panel.drawings = append(l.panel.drawings, drawing{path: p, fill: true, color: c})
}

func (l *layout) fillBox(b box, c color) {
	p := &path{}
	p.rect(b)
	l.fill(p, c)
}

func (l *layout) frame(b box, width float64, c color) {
	p := &path{}
	p.rect(b)
	l.stroke(p, width, c)
}

// finest is the least side of a module, in millimetres.
const finest = 0.5

// qr puts a QR code with its quiet zone in the middle of a box, as large as fits. least is the smallest side of the code
// itself, in millimetres. A text that makes the code smaller than that, or too fine for phones to read, is an error.
func (l *layout) qr(at box, text string, level Level, least float64) error {
	modules, err := QRModules(text, level)
	if err != nil {
		return &Fault{Code: FaultQR, Args: map[string]any{"Bytes": len(text)}, Err: err}
	}
	side := math.Min(at.w, at.h)
	inner := side * float64(len(modules)) / float64(len(modules)+2*quietZone)
	if inner < least-1e-6 || inner/float64(len(modules)) < finest {
		return &Fault{Code: FaultQR, Args: map[string]any{"Bytes": len(text)}}
	}
	l.panel.codes = append(l.panel.codes, code{modules: modules, text: text,
		at: box{at.x + (at.w-inner)/2, at.y + (at.h-inner)/2, inner, inner}})
	return nil
}

// keep marks a box that stays free of everything but the named texts.
func (l *layout) keep(name string, at box) {
	l.panel.kept = append(l.panel.kept, textBox{name: name, at: at})
}

// turn stands a panel on its head.
func (p *panel) turn() { p.turned = true }

// onPage maps a box of the panel to the page.
func (p *panel) onPage(b box) box {
	if !p.turned {
		return b
	}
	return box{2*p.area.x + p.area.w - b.right(), 2*p.area.y + p.area.h - b.bottom(), b.w, b.h}
}

// characters names runes for a note, each once, in the order of their appearance.
func characters(of []rune) []rune {
	var out []rune
	for _, r := range of {
		if !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}
