package ui

import "memcity/city"

// heapLocal is what the heap view keeps to itself.
type heapLocal struct {
	of   string // recording that the rest belongs to
	rows heapRows
	tree treeLocal
	told heapTold
}

// Heights in dp.
const (
	heapFooter = 24
	heapLow    = 190 // a lower panel has no footer
)

// drawHeap draws the heap view: the groups of the GC point as a table.
func drawHeap(c *canvas, b box) {
	if h := &c.local.heap; h.of != c.model.Name {
		*h = heapLocal{of: c.model.Name}
		c.clearFilter(heapTable)
	}
	low := b.h < heapLow
	head := drawViewHead(c, &b, "Heap")
	drawHeapTools(c, head)
	b.cutTop(4)
	drawChips(c, &b)
	foot := box{}
	if low {
		b.cutBottom(4)
	} else {
		foot = b.cutBottom(heapFooter)
	}
	c.heapTree().draw(c, b)
	if !low {
		c.hline(foot.x, foot.y, foot.w, 1, c.line)
		drawHeapFooter(c, foot, c.heapRows())
	}
}

// drawHeapTools draws the field that filters, and the button for the columns.
func drawHeapTools(c *canvas, head box) {
	wide := head.w >= 380
	room := float32(32)
	if wide {
		room = 104
	}
	button := head.cutRight(room).middle(28)
	head.cutRight(10)
	field := head.middle(28)
	field.w = min(field.w, 340)
	drawHeapFilter(c, field)
	o := buttonOptions{icon: "table", name: "Columns", look: ground, hint: "Which numbers the table shows"}
	if wide {
		o.text = o.name
	}
	if c.local.menu.name == columnMenu {
		o.look = chosen
	}
	if c.button("heap/columns", button, o) {
		c.openMenu(columnMenu, "heap/columns", button)
	}
}

// drawHeapFooter tells how many groups are listed, and how far deep and retained sizes are known.
func drawHeapFooter(c *canvas, b box, t *heapRows) {
	sizes := b
	sizes.x += b.w * 0.42
	sizes.w -= b.w * 0.42
	used := drawSizesState(c, sizes)
	words := b
	words.cutRight(used + 12)
	text, col := t.counts(), c.dim
	switch node, found := c.model.Plan.Series.Find(c.model.State.Selection); {
	case t.problem != "":
		text, col = t.problem, c.fault
	case found && t.place[node] < 0 && (len(t.table.Chips) > 0 || t.live != ""):
		text += "; the selection is among them"
	}
	c.text(words, small, left, col, text)
}

// counts tells how many groups are listed.
func (t *heapRows) counts() string {
	text := Count(int64(len(t.Rows))) + " of " + plural(int64(t.Groups), "group", "groups")
	if t.Left > 0 {
		text += ", " + Count(int64(t.Left)) + " left out by filters"
	}
	return text
}

// drawSizesState tells at the right of b how far deep and retained sizes are known, if a column wants them, and returns the
// width used. Computing them can be given up.
func drawSizesState(c *canvas, b box) float32 {
	if !c.model.State.Table.NeedsSizes() {
		return 0
	}
	waiting, why := c.sizesState()
	switch {
	case !waiting && why == "":
		return 0
	case !waiting:
		w := c.text(b, small, right, c.dim, why)
		c.explain("heap/sizes", box{b.right() - w, b.y, w, b.h}, "Deep and retained sizes", "not known", why+".")
		return w
	}
	whole := b.w
	text := "computing deep and retained sizes"
	if c.model.Answers.Busy {
		if c.iconButton("heap/cancel", b.cutRight(22).middle(22), "close", "Cancel", "Give computing up (Esc)", false) {
			c.emit(CancelWork)
		}
		b.cutRight(6)
		if p := c.model.Answers.Progress; p.Total > 0 {
			share := min(float64(p.Done)/float64(p.Total), 1)
			text += ", " + PercentOf(share)
			c.bar(b.cutRight(min(80, b.w/4)).middle(5), share, c.accent)
			b.cutRight(8)
		}
	}
	return whole - b.w + c.text(b, small, right, c.dim, text)
}

// heapTellsProgress reports whether the heap view itself tells of the work under way, so that no card need lie over it.
func (k *core) heapTellsProgress() bool {
	m := &k.model
	return m.State.View == city.HeapView && m.Plan != nil && m.Answers.Busy && m.Progress.Text == m.Answers.Progress.What &&
		m.State.Table.NeedsSizes() && !k.compact()
}

// sizesState tells whether deep and retained sizes are still to come, and if not, why some are not known; why is empty if
// all are.
func (k *core) sizesState() (waiting bool, why string) {
	m, a := &k.model, &k.model.Answers
	known := a.Sizes != nil && a.Sizes.Series == m.Plan.Series && a.Sizes.Point == m.Plan.Series.Source(m.At)
	switch {
	case m.FixedChain != "" && k.heapSizes() == nil:
		return false, "no deep or retained sizes: the trees came ready-made"
	case m.FixedChain != "":
		return false, ""
	case known && a.Sizes.Whole && len(a.Sizes.Groups) > 0 && !a.Sizes.Groups[0].HasRetained:
		return false, "no retained sizes: GC roots are not told"
	case known && a.Sizes.Whole:
		return false, ""
	case a.Err != nil && !a.Busy:
		return false, "no deep or retained sizes: " + a.Err.Error()
	case a.Ask.Sizes && !a.Busy && !known:
		return false, "no deep or retained sizes: computing them was cancelled"
	}
	return true, ""
}
