package ui

import (
	"image/color"
	"strings"
)

// treeName is where the parts of a name cell lie.
type treeName struct{ opener, chip, words, more box }

// Widths in dp.
const (
	treeIndent = 16
	treeOpener = 20
	treeChip   = 11
	treeMore   = 24
)

// nameParts tells where the parts of a name cell lie. Where the tree is deep the steps of the indent are smaller.
func (t *treeTable) nameParts(g *treeGrid, list treeList, row box, r *treeRow) (n treeName) {
	cell := g.name.of(row)
	step := min(treeIndent, cell.w*0.4/float32(max(list.Deepest(), 1)))
	cell.cutLeft(step * float32(r.level))
	n.opener = cell.cutLeft(treeOpener)
	if t.chip != nil {
		n.chip = cell.cutLeft(treeChip).middle(treeChip)
		cell.cutLeft(7)
	}
	cell.cutRight(4)
	if t.menu != "" {
		n.more = cell.cutRight(treeMore)
	}
	n.words = cell
	return n
}

// treeRowState is what a row depends on beside the table.
type treeRowState struct {
	hover bool
	keys  bool // the table has the focus by key
}

func (t *treeTable) drawRow(c *canvas, list treeList, g *treeGrid, b box, i int, st treeRowState) {
	r := list.Row(i)
	ground := c.card
	switch {
	case t.isSelected(c, r.key):
		ground = c.wash
	case st.hover:
		ground = c.theme.hover
	}
	if ground != c.card {
		c.fill(b, 4, ground)
	}
	told := make([]string, 0, len(g.columns))
	for j := range g.columns {
		told = append(told, t.drawCell(c, &g.columns[j], g.spans[j].of(b), &r, ground))
	}
	c.items = append(c.items, Item{Panel: c.panel, Kind: "row", Text: oneLine(r.name), Value: strings.Join(told, " "), Rect: c.visible(b)})
	t.drawName(c, list, g, b, &r, st)
	if st.keys && r.key == t.local.cursor {
		c.frame(b.inset(1, 1), 4, 2, c.link)
	}
}

// drawName draws the indented name with its opener, its colour and its role.
func (t *treeTable) drawName(c *canvas, list treeList, g *treeGrid, b box, r *treeRow, st treeRowState) {
	n := t.nameParts(g, list, b, r)
	name := oneLine(r.name)
	if r.children {
		icon, verb := "chevron", "Open "
		if r.open {
			icon, verb = "down", "Close "
		}
		c.icon(n.opener.centered(15, 15), icon, c.dim)
		c.items = append(c.items, Item{Panel: c.panel, Kind: "opener", Text: verb + name, Rect: c.visible(n.opener)})
	}
	if t.chip != nil {
		t.chip(n.chip, r)
	}
	words := n.words
	if t.menu != "" && (st.hover || st.keys && r.key == t.local.cursor) {
		c.icon(n.more.centered(16, 16), "more", c.theme.text)
		c.items = append(c.items, Item{Panel: c.panel, Kind: "button", Text: "More about " + name, Hint: "What can be done with it", Rect: c.visible(n.more)})
	} else {
		words.w += n.more.w
	}
	fore := c.theme.text
	if t.fore != nil {
		fore = t.fore(r)
	}
	text := c.types.fit(name, body.size*c.scale, body.weight, words.w*c.scale, true)
	for _, query := range t.marks {
		c.markFound(words, text, query)
	}
	used := c.draw(words, body, left, fore, text)
	if r.role != "" && text == name && used+14+c.width(small, r.role) < words.w {
		c.draw(words, small, right, c.dim, oneLine(r.role))
	}
}

// markFound marks what of a name a filter looks for.
func (c *canvas) markFound(b box, text, query string) {
	lower := strings.ToLower(text)
	at := strings.Index(lower, strings.ToLower(query))
	if query == "" || at < 0 || len(lower) != len(text) || len(strings.ToLower(query)) != len(query) {
		return
	}
	from, to := c.width(body, text[:at]), c.width(body, text[:at+len(query)])
	c.fill(box{b.x + from - 1, b.y, to - from + 2, b.h}.middle(17), 0, mixed(c.card, c.warn, c.tint*1.5))
}

// drawCell draws a cell and returns its number for programs.
func (t *treeTable) drawCell(c *canvas, col *treeColumn, b box, r *treeRow, ground color.NRGBA) string {
	cell := t.cell(col.id, r)
	if len(cell.parts) > 0 {
		c.partsBar(b.inset(8, 5), cell.parts)
	} else {
		t.drawNumber(c, col, b, &cell, ground)
	}
	if cell.raw == "" {
		return col.id + "=?"
	}
	return col.id + "=" + cell.raw
}

func (t *treeTable) drawNumber(c *canvas, col *treeColumn, b box, cell *treeCell, ground color.NRGBA) {
	inner := b.inset(8, 0)
	if cell.tint {
		c.shareBar(b, cell.share, ground)
	}
	al, fore, text := right, c.theme.text, cell.text
	switch {
	case cell.raw == "":
		fore = c.theme.off
	case cell.faint:
		fore = c.dim
	}
	if col.words {
		al, text = left, c.types.fit(text, body.size*c.scale, body.weight, inner.w*c.scale, true)
	} else if cell.short != "" && c.width(body, text) > inner.w {
		text = cell.short
	}
	w := c.draw(inner, body, al, fore, text)
	if cell.mark != "" && inner.w >= w+16 {
		c.icon(box{inner.right() - w - 15, inner.y, 9, inner.h}.middle(9), cell.mark, cell.color)
	}
}

// growthMark is the arrow before a growth, in the city's colours of it; none for 0.
func (c *canvas) growthMark(v float64) (icon string, col color.NRGBA) {
	p := c.model.State.Settings.Palette()
	switch {
	case v > 0:
		return "rose", solid(p.Growth(0.7))
	case v < 0:
		return "fell", solid(p.Shrunk)
	}
	return "", color.NRGBA{}
}

// partsBar draws a bar of several parts.
func (c *canvas) partsBar(b box, parts []treePart) {
	x := b.x
	for _, p := range parts {
		to := min(x+b.w*float32(max(p.share, 0)), b.right())
		c.fill(box{x, b.y, to - x, b.h}, 0, p.color)
		x = to
	}
}

// shareBar tints the part of a cell that a share makes up.
func (c *canvas) shareBar(b box, share float64, ground color.NRGBA) {
	track := b.inset(3, 3)
	if w := track.w * float32(min(max(share, 0), 1)); w >= 1 {
		track.w = w
		c.fill(track, 0, mixed(ground, c.accent, c.tint))
	}
}
