package ui

import (
	"image/color"
	"strings"

	"memcity/city"
)

// heapName is where the parts of a name cell lie.
type heapName struct{ opener, chip, words, more box }

// Widths in dp.
const (
	heapIndent = 16
	heapOpener = 20
	heapChip   = 11
	heapMore   = 24
)

// nameParts tells where the parts of a name cell lie. Where the tree is deep the steps of the indent are smaller.
func (g *heapGrid) nameParts(t *heapRows, row box, i int) (n heapName) {
	cell := g.name.of(row)
	step := min(heapIndent, cell.w*0.4/float32(max(t.deepest, 1)))
	cell.cutLeft(step * float32(t.Rows[i].Level))
	n.opener = cell.cutLeft(heapOpener)
	n.chip = cell.cutLeft(heapChip).middle(heapChip)
	cell.cutLeft(7)
	cell.cutRight(4)
	n.more = cell.cutRight(heapMore)
	n.words = cell
	return n
}

// heapRowState is what the row depends on beside the table.
type heapRowState struct {
	hover bool
	keys  bool // the table has the focus by key
}

func drawHeapRow(c *canvas, t *heapRows, g *heapGrid, b box, i int, st heapRowState) {
	r := &t.Rows[i]
	group := t.key(i)
	selected := c.model.State.IsSelected(group)
	ground := c.card
	switch {
	case selected:
		ground = c.wash
	case st.hover:
		ground = c.theme.hover
	}
	if ground != c.card {
		c.fill(b, 4, ground)
	}
	values := c.heapValues()
	told := make([]string, 0, len(g.columns))
	for j := range g.columns {
		told = append(told, drawHeapCell(c, &g.columns[j], g.spans[j].of(b), values, r.Node, ground))
	}
	name := t.plan.Series.Name(r.Node)
	c.items = append(c.items, Item{Panel: c.panel, Kind: "row", Text: oneLine(name), Value: strings.Join(told, " "), Rect: c.visible(b)})
	drawHeapName(c, t, g, b, i, group, st)
	if st.keys && group == c.local.heap.cursor {
		c.frame(b.inset(1, 1), 4, 2, c.link)
	}
}

// drawHeapName draws the indented name with its opener, its colour and its role.
func drawHeapName(c *canvas, t *heapRows, g *heapGrid, b box, i int, group string, st heapRowState) {
	r := &t.Rows[i]
	s := t.plan.Series
	n := g.nameParts(t, b, i)
	name := oneLine(s.Name(r.Node))
	if r.Children {
		icon, verb := "chevron", "Open "
		if r.Open {
			icon, verb = "down", "Close "
		}
		c.icon(n.opener.centered(15, 15), icon, c.dim)
		c.items = append(c.items, Item{Panel: c.panel, Kind: "opener", Text: verb + name, Rect: c.visible(n.opener)})
	}
	drawHeapChip(c, n.chip, r.Node, group)
	words := n.words
	if st.hover || st.keys && group == c.local.heap.cursor {
		c.icon(n.more.centered(16, 16), "more", c.theme.text)
		c.items = append(c.items, Item{Panel: c.panel, Kind: "button", Text: "More about " + name, Hint: "What can be done with the group", Rect: c.visible(n.more)})
	} else {
		words.w += n.more.w
	}
	text := c.types.fit(name, body.size*c.scale, body.weight, words.w*c.scale, true)
	c.markFilter(words, t, text)
	used := c.draw(words, body, left, c.theme.text, text)
	if role := s.Role(r.Node); role != "" && text == name && used+14+c.width(small, role) < words.w {
		c.draw(words, small, right, c.dim, oneLine(role))
	}
}

// markFilter marks what of a name the plain filters in force look for.
func (c *canvas) markFilter(b box, t *heapRows, text string) {
	lower := strings.ToLower(text)
	mark := func(query string) {
		at := strings.Index(lower, strings.ToLower(query))
		if query == "" || at < 0 || len(lower) != len(text) || len(strings.ToLower(query)) != len(query) {
			return
		}
		from, to := c.width(body, text[:at]), c.width(body, text[:at+len(query)])
		c.fill(box{b.x + from - 1, b.y, to - from + 2, b.h}.middle(17), 0, mixed(c.card, c.warn, c.tint*1.5))
	}
	mark(t.live)
	for i := range t.table.Chips {
		if chip := &t.table.Chips[i]; !chip.Hide {
			mark(chip.Query)
		}
	}
}

// drawHeapChip draws the colour of a group in the city: a square for a building, a slab for a district, and an empty frame
// for one without a plot.
func drawHeapChip(c *canvas, b box, node int32, group string) {
	col, building, shown := c.model.Plan.ColorAt(node, c.model.At, c.model.State.Settings)
	if mark, ok := c.model.State.Marks[group]; ok {
		col = mark
	}
	inside, edge := solid(col), mixed(solid(col), c.theme.text, 0.35)
	switch {
	case !shown:
		b, inside, edge = b.inset(1, 1), c.card, c.edge
	case !building:
		b = b.middle(7)
	}
	c.fill(b, 0, edge) // round corners and strokes in every row would make scrolling slow
	c.fill(b.inset(1, 1), 0, inside)
}

// drawHeapCell draws a number and returns it for programs.
func drawHeapCell(c *canvas, col *heapColumn, b box, values city.Values, node int32, ground color.NRGBA) string {
	settings := &c.model.State.Settings
	inner := b.inset(8, 0)
	v, ok := values.Of(col.column, node)
	if col.column == city.ColumnGrowth && len(c.model.Points) < 2 {
		ok = false
	}
	if !ok {
		text := "–"
		if waiting, _ := c.sizesState(); waiting && col.column.NeedsSizes() {
			text = "…"
		}
		c.draw(inner, body, right, c.theme.off, text)
		return col.column.String() + "=?"
	}
	switch {
	case col.column == city.ColumnShare:
		c.shareBar(b, v, ground)
	case col.bar:
		above := v
		if up := values.Plan.Series.Nodes[node].Parent; up >= 0 {
			above, _ = values.Of(col.column, up)
		}
		if above > 0 {
			c.shareBar(b, v/above, ground)
		}
	}
	fore := c.theme.text
	if v == 0 {
		fore = c.dim
	}
	text := cellText(col.column, settings.Metric, v)
	if c.width(body, text) > inner.w {
		text = shortCell(col.column, settings.Metric, v)
	}
	w := c.draw(inner, body, right, fore, text)
	if col.column == city.ColumnGrowth && v != 0 {
		drawHeapGrowth(c, inner, w, v)
	}
	return col.column.String() + "=" + rawText(v)
}

// drawHeapGrowth draws the arrow before a growth, in the city's colours of it.
func drawHeapGrowth(c *canvas, b box, w float32, v float64) {
	p := c.model.State.Settings.Palette()
	icon, col := "rose", p.Growth(0.7)
	if v < 0 {
		icon, col = "fell", p.Shrunk
	}
	if b.w < w+16 {
		return
	}
	c.icon(box{b.right() - w - 15, b.y, 9, b.h}.middle(9), icon, solid(col))
}

// rowHint tells the whole path of a row and its exact numbers.
func (c *canvas) rowHint(t *heapRows, row int) string {
	node := t.Rows[row].Node
	v := c.heapValues()
	objects, _ := v.Of(city.ColumnObjects, node)
	bytes, _ := v.Of(city.ColumnBytes, node)
	return oneLine(strings.Join(t.plan.Series.Path(node), " → ")) + "\n" + plural(int64(objects), "object", "objects") + ", " +
		plural(int64(bytes), "byte", "bytes")
}

// shareBar tints the part of a cell that a share makes up.
func (c *canvas) shareBar(b box, share float64, ground color.NRGBA) {
	track := b.inset(3, 3)
	if w := track.w * float32(min(max(share, 0), 1)); w >= 1 {
		track.w = w
		c.fill(track, 0, mixed(ground, c.accent, c.tint))
	}
}
