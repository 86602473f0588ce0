package ui

import (
	"image/color"

	"memcity/city"
)

// sizeRow is one of the sizes of a group.
type sizeRow struct {
	name, text string
	amount     city.Amount
	col        color.NRGBA
	known      bool
}

func groupSizes(c *canvas, r *city.GroupReport) []sizeRow {
	m := &c.model
	rows := []sizeRow{{"Shallow", shallowText(m, r), r.Shallow, c.accent, true}}
	retained := sizeRow{"Retained", "", r.Retained, mixed(c.card, c.accent, 0.62), r.HasClosures && !r.NoRoots}
	deep := sizeRow{"Deep", "", r.Deep, mixed(c.card, c.accent, 0.3), r.HasClosures}
	switch {
	case r.NoReferences:
		retained.text = missingText(r)
	case !r.HasClosures:
	case r.NoRoots:
		retained.text, deep.text = missingText(r), deepText(r)
	default:
		retained.text, deep.text = retainedText(m, r), deepText(r)
	}
	return append(rows, retained, deep)
}

// missingText tells why nothing is known of who keeps objects alive.
func missingText(r *city.GroupReport) string {
	what := "GC roots"
	if r.NoReferences {
		what = "references between objects"
	}
	return "Not known: this recording has no " + what + ". Heap dumps of a Java virtual machine (HPROF) have them."
}

// drawGroupNumbers draws the sizes of the group with what they mean.
func drawGroupNumbers(c *canvas, r *city.GroupReport, head, b *box) {
	c.explain("group/heap", *head, "Whole heap", bothAmounts(r.Heap), "All live objects at this GC point; the shares are of these.")
	w := c.text(*head, small, right, c.dim, "heap: "+bothAmounts(r.Heap))
	head.cutRight(w + 8)
	rows := groupSizes(c, r)
	b.cutTop(4)
	drawSizeBar(c, b, rows, r.Heap)
	for i := range rows {
		drawSizeRow(c, b, &rows[i], r.Heap)
	}
	if !r.HasClosures && !r.NoReferences {
		c.waiting(b, "Finding what the group keeps alive…")
	}
	drawGroupOwn(c, b)
}

func drawSizeRow(c *canvas, b *box, s *sizeRow, heap city.Amount) {
	if !s.known && s.text == "" {
		return
	}
	b.cutTop(6)
	row := b.cutTop(20)
	c.fill(row.cutLeft(10).middle(10), 2, s.col)
	row.cutLeft(8)
	if s.known {
		c.text(row.cutRight(58), small, right, c.dim, shareText(s.amount.Bytes, heap.Bytes))
		c.text(row.cutRight(72), strong, right, c.theme.text, Size(s.amount.Bytes))
		objects := Count(s.amount.Objects)
		if row.w > 200 {
			objects = plural(s.amount.Objects, "object", "objects")
		}
		c.text(row.cutRight(min(max(row.w-70, 0), 130)), body, right, c.theme.text, objects)
	}
	c.text(row, heading, left, c.theme.text, s.name)
	text := *b
	text.cutLeft(18)
	b.cutTop(c.paragraph(text, small, c.dim, s.text))
}

// barZoom is the share of the heap below which the bar of sizes is drawn a second time, as wide as its largest one.
const barZoom = 0.25

// drawSizeBar draws the sizes one within the other.
func drawSizeBar(c *canvas, b *box, rows []sizeRow, heap city.Amount) {
	largest := int64(0)
	for _, s := range rows {
		if s.known {
			largest = max(largest, s.amount.Bytes)
		}
	}
	draw := func(bar box, whole int64) {
		c.fill(bar, 4, c.line)
		for i := len(rows) - 1; i >= 0; i-- {
			if s := &rows[i]; s.known && s.amount.Bytes > 0 && whole > 0 {
				part := bar
				part.w = max(bar.w*float32(min(float64(s.amount.Bytes)/float64(whole), 1)), 2)
				c.fill(part, 4, s.col)
			}
		}
		c.frame(bar, 4, 1, c.edge)
	}
	bar := b.cutTop(16)
	draw(bar, heap.Bytes)
	c.tell(bar, "bar: "+sizeBarText(rows, heap))
	if largest <= 0 || heap.Bytes <= 0 || float64(largest) >= barZoom*float64(heap.Bytes) {
		return
	}
	edge := bar.x + max(bar.w*float32(float64(largest)/float64(heap.Bytes)), 2)
	gap := b.cutTop(12)
	c.polygon([]point{{bar.x, gap.y}, {edge, gap.y}, {bar.right(), gap.bottom()}, {bar.x, gap.bottom()}}, mixed(c.card, c.line, 0.7))
	draw(b.cutTop(16), largest)
}

// sizeBarText says what the bar of sizes shows.
func sizeBarText(rows []sizeRow, heap city.Amount) string {
	text := ""
	for _, s := range rows {
		if s.known {
			text += s.name + " " + shareText(s.amount.Bytes, heap.Bytes) + ", "
		}
	}
	return text + "heap 100 %"
}

// drawGroupOwn draws what is the user's, and the group over time, for a single group.
func drawGroupOwn(c *canvas, b *box) {
	g := c.model.Selection
	if g == nil || len(c.model.Selections) > 1 {
		return
	}
	b.cutTop(10)
	drawNote(c, b, g)
	if len(g.History) > 1 && len(g.History) == len(c.model.Points) {
		b.cutTop(10)
		drawHistory(c, b.cutTop(64), g)
	}
	if g.Building {
		b.cutTop(8)
		drawMarks(c, b.cutTop(26), g)
	}
}
