package print

// listHead is what stands at the top of each page of a list.
type listHead struct {
	event, title, subtitle string
	// tag is set in a red frame beside the title.
	tag string
}

const (
	listMarginX = 13.0
	listMarginY = 12.0
	listHead0   = 27.0 // height of the head
	listFoot    = 8.0
)

// listPages begins a list; every page that it opens has the same head. w and h are those of the page, in millimetres.
func (l *layout) listPages(head listHead, w, h float64) *sheet {
	s := &sheet{layout: l}
	s.newPage = func() box {
		l.addPage(w, h)
		inner := box{listMarginX, listMarginY, w - 2*listMarginX, h - 2*listMarginY}
		top, rest := inner.cutTop(listHead0)
		l.listHead(head, top)
		_, rest = rest.cutBottom(listFoot)
		return rest
	}
	return s
}

// dense is the row height, as a part of the usual one, that a list is set in where that saves a page.
const dense = 0.84

// density chooses the row height of a list: the usual one, unless a denser one needs fewer pages.
func (l *layout) density(compose func(l *layout, density float64)) float64 {
	pages := func(density float64) int {
		trial := &layout{metrics: l.metrics, words: l.words}
		compose(trial, density)
		return len(trial.pages)
	}
	if pages(dense) < pages(1) {
		return dense
	}
	return 1
}

func (l *layout) listHead(head listHead, at box) {
	event, rest := at.cutTop(8)
	l.text("event", event, style{size: 11, single: 7, lines: 2, color: soft, leading: 1.05}, head.event)
	title, below := rest.cutTop(10)
	if head.tag != "" {
		tag, left := title.cutRight(30)
		title = left
		tag = box{tag.x, tag.y + 1, tag.w, tag.h - 2}
		l.frame(tag, 0.5, red)
		l.label(tag.insetX(1), style{size: 13, bold: true, color: red, lines: 1, align: alignCentre, spacing: 0.15}, head.tag)
	}
	l.text("title", title, style{size: 20, single: 11, bold: true, lines: 2, leading: 1.1}, head.title)
	l.text("subtitle", box{below.x, below.y, below.w, 6}, style{size: 10, single: 7, lines: 2, color: soft, leading: 1.05}, head.subtitle)
}

// listFeet closes a list: it knows how many pages there are only now. left stands at the foot of each page.
func (l *layout) listFeet(left string) {
	for i, p := range l.pages {
		l.addPanel(p, box{0, 0, p.w, p.h})
		at := box{listMarginX, p.h - listMarginY - listFoot + 2, p.w - 2*listMarginX, listFoot - 2}
		number, more := at.cutRight(34)
		l.label(number, style{size: 8.5, lines: 1, align: alignRight, color: soft}, l.word("print.page", "Page", i+1, "Pages", len(l.pages)))
		l.text("foot", more, style{size: 7.5, single: 6, lines: 2, color: soft, leading: 1.05}, left)
	}
}

// paragraph sets a text over the width of a list, line by line over pages if it is long.
func (l *layout) paragraph(pages *sheet, text string) {
	shown := l.resolve("remark", clean(text, false))
	st := paragraphStyle
	high := st.leadingEm() * st.size * mmPerPt
	pages.begin()
	lines := l.breakAt(shown, pages.room.w, st)
	for _, line := range lines {
		if high > pages.room.h {
			pages.room = pages.newPage()
		}
		var strip box
		strip, pages.room = pages.room.cutTop(high)
		l.label(strip, st, line)
	}
	_, pages.room = pages.room.cutTop(min(pages.room.h, paragraphGap))
}

// paragraphStyle is that of the texts between lists, paragraphGap what is free below them, in millimetres.
var paragraphStyle = style{size: 8, color: soft}

const paragraphGap = 2.0

// paragraphHigh is what a text over the width given takes.
func (l *layout) paragraphHigh(text string, width float64) float64 {
	shown, _ := l.metrics.resolve(clean(text, false))
	lines := len(l.breakAt(shown, width, paragraphStyle))
	return float64(lines)*paragraphStyle.leadingEm()*paragraphStyle.size*mmPerPt + paragraphGap
}
