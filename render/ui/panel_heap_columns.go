package ui

import (
	"slices"
	"strconv"

	"memcity/city"
)

// heapColumn is how a column is shown.
type heapColumn struct {
	column      city.Column
	title, hint string
	width       float32 // dp
	rank        int     // the lowest go first where there is no room
	bar         bool    // cells show their share of the group above
}

const barHint = " The bar is the share of the group above in the table."

// usualColumns are the columns in the order in which they stand, for shallow sizes.
var usualColumns = []heapColumn{
	{city.ColumnObjects, "Objects", "How many objects are in the group at this GC point." + barHint, 96, 5, true},
	{city.ColumnBytes, "Bytes", "Shallow size: the bytes of the objects themselves, without what they refer to." + barHint, 88, 6, true},
	{city.ColumnShare, "Share", "Part of the whole heap, in the metric in force; the bar as well.", 92, 3, false},
	{city.ColumnGrowth, "Growth", "Now less at the start of the window, in the metric in force.", 96, 4, false},
	{city.ColumnAverage, "Average", "Shallow bytes for each object, on average.", 80, 0, false},
	{city.ColumnDeepObjects, "Deep objects", "The objects of the group and all that can be reached from them." + barHint, 112, 1, true},
	{city.ColumnDeepBytes, "Deep bytes", "Deep size: the bytes of the group and of all that can be reached from it." + barHint, 100, 2, true},
	{city.ColumnRetainedObjects, "Retained objects", "The objects that would be freed if the whole group were." + barHint, 132, 1, true},
	{city.ColumnRetainedBytes, "Retained bytes", "Retained size: the bytes that would be freed if the whole group were." + barHint, 120, 7, true},
}

// heapColumns are the columns for the measure in force.
func (m *Model) heapColumns() []heapColumn {
	if m.Measure == city.Shallow {
		return usualColumns
	}
	columns := slices.Clone(usualColumns)
	for i := range columns {
		if col := &columns[i]; col.column == city.ColumnObjects || col.column == city.ColumnBytes {
			col.title += " (" + m.Measure.String() + ")"
			col.hint = "In " + m.Measure.String() + " size, which was chosen for all numbers where groups are chosen (Ctrl+G)." + barHint
			col.width += 52
		}
	}
	return columns
}

// columnTitle is what stands above a column.
func (m *Model) columnTitle(col city.Column) string {
	columns := m.heapColumns()
	return columns[slices.IndexFunc(columns, func(h heapColumn) bool { return h.column == col })].title
}

// heapGrid is where the columns stand.
type heapGrid struct {
	name    heapSpan
	columns []heapColumn
	spans   []heapSpan
	missing int // columns without room
}

// heapSpan is a stretch from left to right, in dp.
type heapSpan struct{ x, w float32 }

func (s heapSpan) of(row box) box { return box{s.x, row.y, s.w, row.h} }

// Widths in dp of the column of names: the least, as a share of all and at most, and what it gets before others do.
const (
	heapNameLeast = 230
	heapNameShare = 0.42
	heapNameWell  = 420
)

// newHeapGrid chooses the columns that have room from x on.
func newHeapGrid(c *canvas, x, width float32) *heapGrid {
	s := &c.model.State
	g := &heapGrid{}
	shown := s.Table.Shown()
	waiting, why := c.sizesState()
	unknown := !waiting && why != ""
	sum := float32(0)
	for _, col := range c.model.heapColumns() {
		if slices.Contains(shown, col.column) {
			if col.column == s.Table.SortedBy(s.Settings.Metric) {
				col.rank += 10
			} else if col.column.NeedsSizes() && unknown {
				col.rank -= 10
			}
			g.columns = append(g.columns, col)
			sum += col.width
		}
	}
	least := min(heapNameLeast, width*heapNameShare)
	for len(g.columns) > 0 && width-sum < least {
		i := 0
		for j := range g.columns {
			if g.columns[j].rank < g.columns[i].rank {
				i = j
			}
		}
		sum -= g.columns[i].width
		g.columns = slices.Delete(g.columns, i, i+1)
		g.missing++
	}
	wider := float32(1)
	if sum > 0 {
		wider = min(max((width-heapNameWell)/sum, 1), 1.4)
	}
	at := x + width - sum*wider
	g.name = heapSpan{x, at - x}
	for _, col := range g.columns {
		g.spans = append(g.spans, heapSpan{at, col.width * wider})
		at += col.width * wider
	}
	return g
}

// drawHeapHeader draws the names of the columns, which sort.
func drawHeapHeader(c *canvas, row box, g *heapGrid) {
	name := heapColumn{column: city.ColumnName, title: "Name", hint: "Groups by name. Districts hold what is below them."}
	drawHeapHead(c, g.name.of(row), &name, left)
	for i := range g.columns {
		drawHeapHead(c, g.spans[i].of(row), &g.columns[i], right)
	}
}

// drawHeapHead draws the head of a column; pressed, it sorts by that, pressed again the other way round.
func drawHeapHead(c *canvas, b box, col *heapColumn, al align) {
	t := c.model.State.Table
	sorted := t.SortedBy(c.model.State.Settings.Metric) == col.column
	down := t.Upward == (col.column == city.ColumnName) // large numbers first, or names from Z to A
	value, arrow := "", "up"
	if sorted {
		value = heapOrder(col.column, t.Upward)
		if down {
			arrow = "down"
		}
	}
	ctl := c.control("heap/head/"+col.column.String(), b, pressable, Item{Kind: "button", Text: col.title, Value: value, Hint: c.headHint(col, sorted)})
	fore := c.dim
	if ctl.hover {
		c.fill(b, 4, c.theme.hover)
		fore = c.theme.text
	}
	inner := b.inset(8, 0)
	if sorted {
		fore = c.theme.text
		w := min(c.width(smallB, col.title), inner.w-14)
		at := box{inner.right() - w - 15, inner.y, 13, inner.h}
		if al == left {
			at.x = inner.x + w + 3
		}
		c.icon(at.middle(13), arrow, c.link)
	}
	c.draw(inner, smallB, al, fore, c.types.fit(col.title, smallB.size*c.scale, smallB.weight, inner.w*c.scale, false))
	c.ring(ctl, b.inset(2, 2), 4)
	if !ctl.clicked {
		return
	}
	t.Upward = sorted && !t.Upward
	t.Sort = col.column
	c.local.heap.revealed = ""
	if !c.byKey {
		c.focusRows() // so that keys go on there after a click
	}
	c.do(city.SetTable{Table: t})
}

func heapOrder(col city.Column, upward bool) string {
	switch {
	case col == city.ColumnName && upward:
		return "Z to A"
	case col == city.ColumnName:
		return "A to Z"
	case upward:
		return "smallest first"
	}
	return "largest first"
}

// headHint explains the numbers of a column, and why they are missing if they are.
func (c *canvas) headHint(col *heapColumn, sorted bool) string {
	text := col.hint
	if col.column == city.ColumnGrowth && len(c.model.Points) < 2 {
		text += " It takes two GC points at least."
	}
	if col.column.NeedsSizes() {
		if waiting, why := c.sizesState(); waiting {
			text += " They are being computed."
		} else if why != "" {
			text += " Here: " + why + "."
		}
	}
	if sorted {
		return text + " Sorted, " + heapOrder(col.column, c.model.State.Table.Upward) + "; click for the other way round."
	}
	return text + " Click to sort."
}

// cellText writes a number of a column for people.
func cellText(col city.Column, metric city.Metric, v float64) string {
	switch col {
	case city.ColumnBytes, city.ColumnDeepBytes, city.ColumnRetainedBytes:
		return Size(int64(v))
	case city.ColumnShare:
		return PercentOf(v)
	case city.ColumnGrowth:
		return Growth(metric, int64(v))
	case city.ColumnAverage:
		if v < 100 {
			return strconv.FormatFloat(v, 'f', 1, 64) + " B"
		}
		return Size(int64(v + 0.5))
	}
	return Count(int64(v))
}

// shortCell is cellText for where that is too wide.
func shortCell(col city.Column, metric city.Metric, v float64) string {
	switch col {
	case city.ColumnObjects, city.ColumnDeepObjects, city.ColumnRetainedObjects:
		return ShortCount(int64(v))
	case city.ColumnGrowth:
		if v > 0 {
			return "+" + ShortAmount(metric, int64(v))
		}
		return ShortAmount(metric, int64(v))
	}
	return cellText(col, metric, v)
}

// rawText writes a number of a column for programs.
func rawText(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
