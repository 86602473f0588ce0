package ui

import (
	"math"
	"reflect"
	"slices"

	"gioui.org/io/event"
	"gioui.org/io/key"
	"gioui.org/io/pointer"

	"memcity/city"
)

// heapRows are the rows of the table with all that they were made of. They are made anew only when that changes.
type heapRows struct {
	plan  *city.Plan
	at    int
	sizes *city.Sizes // if they decide the order
	table city.Table
	live  string // filter that is being typed

	city.TableRows
	place   []int32 // row by node of the series, -1 for none
	deepest int32   // level of any row
	problem string  // what is wrong with live
}

// heapTable returns the rows as the model wants them. Cost is that of [city.Table.Rows] when they have changed.
func (k *core) heapTable() *heapRows {
	m, t := &k.model, &k.local.heap.rows
	next := heapRows{plan: m.Plan, at: m.At, table: m.State.Table, live: k.heapLive()}
	if next.table.Sort.NeedsSizes() {
		next.sizes = k.heapSizes()
	}
	if t.plan == next.plan && t.at == next.at && t.sizes == next.sizes && t.live == next.live && reflect.DeepEqual(t.table, next.table) {
		t.table = next.table // the maps of one table are compared at once
		return t
	}
	table := next.table
	if next.live != "" {
		table.Chips = append(slices.Clip(table.Chips), city.Chip{Query: next.live})
	}
	var err error
	if next.TableRows, err = table.Rows(m.Plan, m.At, next.sizes); err != nil {
		next.problem = err.Error()
		next.TableRows, _ = next.table.Rows(m.Plan, m.At, next.sizes) // chips were tried when they were typed
	}
	next.place = slices.Repeat([]int32{-1}, len(m.Plan.Series.Nodes))
	for i, r := range next.Rows {
		next.place[r.Node] = int32(i)
		next.deepest = max(next.deepest, r.Level)
	}
	*t = next
	return t
}

// heapTold are the sizes that ready-made trees tell of one GC point.
type heapTold struct {
	series *city.Series
	at     int
	sizes  *city.Sizes
}

// heapSizes returns what is known of deep and retained sizes; nil for nothing.
func (k *core) heapSizes() *city.Sizes {
	m, told := &k.model, &k.local.heap.told
	if m.FixedChain == "" {
		return m.Answers.Sizes
	}
	if told.series != m.Plan.Series || told.at != m.At {
		*told = heapTold{m.Plan.Series, m.At, city.TreeSizes(m.Plan.Series, m.At)}
	}
	return told.sizes
}

// heapValues gives the numbers of the table.
func (k *core) heapValues() city.Values {
	return city.Values{Plan: k.model.Plan, Point: k.model.At, Sizes: k.heapSizes()}
}

// rowOf returns the row of a group; -1 if it has none.
func (t *heapRows) rowOf(key string) int {
	if node, ok := t.plan.Series.Find(key); ok && key != "" {
		return int(t.place[node])
	}
	return -1
}

func (t *heapRows) key(row int) string { return t.plan.Series.Key(t.Rows[row].Node) }

const heapList = "heap/rows"

// focusRows gives the focus to the rows.
func (c *canvas) focusRows() {
	if ctl := c.controls[heapList]; ctl != nil {
		c.source.Execute(key.FocusCmd{Tag: ctl})
		c.again = true
	}
}

// drawHeapRows draws the rows that can be seen of the table, and bar, which scrolls it.
func drawHeapRows(c *canvas, b, bar box, g *heapGrid) *heapRows {
	t := c.heapTable()
	c.scrollHeap(b, len(t.Rows))
	c.inside(b, func() {
		event.Op(c.ops, &c.local.heap)
		ctl := c.control(heapList, b, browsable, Item{Kind: "table", Text: "Groups", Value: plural(int64(len(t.Rows)), "row", "rows")})
		if !c.local.heap.shown {
			c.source.Execute(key.FocusCmd{Tag: ctl})
			c.again = true
		}
		for _, k := range ctl.keys {
			c.heapKey(t, b, k, ctl.mods)
		}
		under := c.heapPointer(t, b, g, ctl)
		t = c.heapTable()
		c.revealSelection(t, b)
		t = c.heapTable()
		c.scrollTo(b, len(t.Rows), c.local.heap.offset)
		first := int(c.local.heap.offset / heapRow)
		for row := first; row < len(t.Rows); row++ {
			cell := heapRowBox(c, b, row)
			if cell.y >= b.bottom() {
				break
			}
			drawHeapRow(c, t, g, cell, row, heapRowState{hover: row == under && ctl.hover, keys: ctl.focus && c.byKey})
		}
		c.hintRow(t, b, g, ctl, under)
	})
	drawHeapEmpty(c, b, t)
	c.heapScrollBar(bar, b, len(t.Rows))
	return t
}

// hintRow offers the words of the row under the pointer once that rests there.
func (c *canvas) hintRow(t *heapRows, b box, g *heapGrid, ctl *control, under int) {
	if under != c.local.heap.under {
		c.local.heap.under, ctl.since = under, c.now
	}
	if under < 0 || under >= len(t.Rows) || !ctl.hover {
		return
	}
	cell := heapRowBox(c, b, under)
	words := g.nameParts(t, cell, under).words
	c.proposeHint(heapList+t.key(under), ctl, c.rowHint(t, under), c.visible(box{words.x, cell.y, min(words.w, 200), cell.h}))
}

// heapRowBox is where a row lies.
func heapRowBox(c *canvas, b box, row int) box {
	return box{b.x, b.y + float32(float64(row)*heapRow-c.local.heap.offset), b.w, heapRow}
}

// scrollHeap takes the turns of the wheel.
func (c *canvas) scrollHeap(b box, rows int) {
	h := &c.local.heap
	limit := max(float64(rows)*heapRow-float64(b.h), 0)
	h.offset = min(max(h.offset, 0), limit)
	for {
		e, ok := c.source.Event(pointer.Filter{Target: h, Kinds: pointer.Scroll, ScrollY: pointer.ScrollRange{
			Min: -int(math.Ceil(h.offset * float64(c.scale))), Max: int(math.Ceil((limit - h.offset) * float64(c.scale)))}})
		if !ok {
			return
		}
		if e, ok := e.(pointer.Event); ok {
			h.offset = min(max(h.offset+float64(e.Scroll.Y/c.scale), 0), limit)
		}
	}
}

// scrollTo scrolls the rows by a distance in dp from their start, as far as there are rows.
func (c *canvas) scrollTo(b box, rows int, offset float64) {
	limit := max(float64(rows)*heapRow-float64(b.h), 0)
	c.local.heap.offset = min(max(offset, 0), limit)
}

// showRow scrolls so that a row can be seen.
func (c *canvas) showRow(b box, row int) {
	h := &c.local.heap
	top := float64(row) * heapRow
	h.offset = max(min(h.offset, top), top+heapRow-float64(b.h))
}

// heapBar is the width of the scroll bar in dp.
const heapBar = 12

// heapScrollBar draws how much of the rows can be seen, and lets it be dragged. A press beside the thumb jumps there.
func (c *canvas) heapScrollBar(bar, b box, rows int) {
	h := &c.local.heap
	content := float64(rows) * heapRow
	limit := content - float64(b.h)
	if limit <= 0 || bar.h < 8 {
		return
	}
	high := min(max(bar.h*float32(float64(b.h)/content), 28), bar.h*0.8)
	ctl := c.control("heap/scroll", bar, pointable, Item{Kind: "slider", Text: "Scroll", Value: PercentOf(h.offset / limit)})
	thumb := box{bar.x + 4, bar.y + (bar.h-high)*float32(h.offset/limit), 6, high}
	if ctl.fresh {
		if h.grip = ctl.at.y - thumb.y; h.grip < 0 || h.grip > high {
			h.grip = high / 2
		}
	}
	if ctl.dragged {
		if to := float64((ctl.at.y-h.grip-bar.y)/(bar.h-high)) * limit; math.Abs(to-h.offset) > 1e-6 {
			c.scrollTo(b, rows, to)
			c.again = true
		}
	}
	col := c.edge
	if ctl.hover || ctl.pressed {
		col = c.dim
	}
	c.fill(thumb, 3, col)
}

// revealSelection opens what is above a newly selected group and scrolls to it.
func (c *canvas) revealSelection(t *heapRows, b box) {
	h := &c.local.heap
	selected := c.model.State.Selection
	if selected == h.revealed {
		return
	}
	h.revealed = selected
	node, ok := t.plan.Series.Find(selected)
	if selected == "" || !ok {
		return
	}
	h.cursor = selected
	if t.place[node] < 0 {
		var closed []string
		for up := t.plan.Series.Nodes[node].Parent; up >= 0; up = t.plan.Series.Nodes[up].Parent {
			if row := t.place[up]; row < 0 || !t.Rows[row].Open {
				closed = append(closed, t.plan.Series.Key(up))
			}
		}
		if len(closed) > 0 {
			c.do(city.OpenRow{Key: closed[0], Below: closed[1:]})
		}
		t = c.heapTable()
	}
	if top := float64(t.place[node]) * heapRow; top >= 0 && (top < h.offset || top+heapRow > h.offset+float64(b.h)) {
		h.offset = top + heapRow/2 - float64(b.h)/2
	}
}

// drawHeapEmpty tells why there is nothing to list.
func drawHeapEmpty(c *canvas, b box, t *heapRows) {
	text := ""
	switch {
	case len(t.Rows) == 0:
		text = "The heap is empty at this GC point."
	case len(t.Rows) == 1 && t.Left > 0 && !t.Rows[0].Children:
		text = "No group fits all filters."
	}
	b.cutTop(heapRow * float32(len(t.Rows)))
	if text == "" || b.h < 30 {
		return
	}
	c.text(b.withHeight(min(b.h, 72)), body, center, c.dim, text)
}
