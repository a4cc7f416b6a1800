package print

const (
	wideMarginX = 10.0
	wideMarginY = 9.0
	wideHead    = 19.0 // height of the head, in millimetres
	wideFoot    = 6.0
)

// widePage opens a landscape page whose head is low, for pictures and tables that need the height, and returns the room
// below the head.
func (l *layout) widePage(head listHead) box {
	l.addPage(a4Long, a4Short)
	inner := box{wideMarginX, wideMarginY, a4Long - 2*wideMarginX, a4Short - 2*wideMarginY}
	top, rest := inner.cutTop(wideHead)
	_, rest = rest.cutBottom(wideFoot)
	l.wideHead(head, top)
	return rest
}

// wideHead sets the event over the title, and beside the title what the page shows.
func (l *layout) wideHead(head listHead, at box) {
	event, below := at.cutTop(6)
	l.text("event", event, style{size: 9.5, single: 7, lines: 2, color: soft, leading: 1.05}, head.event)
	below.h = 10
	if head.tag != "" {
		var tag box
		tag, below = below.cutRight(26)
		tag = box{tag.x, tag.y + 1, tag.w, 7}
		l.frame(tag, 0.5, red)
		l.label(tag.insetX(1), style{size: 11, bold: true, color: red, lines: 1, align: alignCentre, spacing: 0.15}, head.tag)
		below.w -= 4
	}
	big := style{size: 18, single: 11, bold: true, lines: 2, leading: 1.1}
	title := below
	title.w = min(l.width(clean(head.title, false), big, big.size)+1, below.w*0.55)
	l.text("title", title, big, head.title)
	subtitle := box{title.right() + 5, below.y + 1.2, below.right() - title.right() - 5, below.h - 1.4}
	l.text("subtitle", subtitle, style{size: 10, single: 7, lines: 2, color: soft, leading: 1.05}, head.subtitle)
}

// wideFeet closes a document of wide pages. left stands at the foot of each.
func (l *layout) wideFeet(left string) {
	for i, p := range l.pages {
		l.addPanel(p, box{0, 0, p.w, p.h})
		at := box{wideMarginX, p.h - wideMarginY - wideFoot + 1.5, p.w - 2*wideMarginX, wideFoot - 1.5}
		number, more := at.cutRight(34)
		l.label(number, style{size: 8, lines: 1, align: alignRight, color: soft}, l.word("print.page", "Page", i+1, "Pages", len(l.pages)))
		l.text("foot", more, style{size: 7.5, single: 6, lines: 2, color: soft, leading: 1.05}, left)
	}
}
