package widget

import (
	"image/color"
	"strconv"
	"strings"

	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	wordspkg "memcity/words"
)

// treeName contains the boxes of a name cell's parts.
type treeName struct{ opener, chip, words, more canvas.Box }

// Widths in dp.
const (
	treeIndent = 16
	TreeOpener = 20
	TreeChip   = 11
	treeMore   = 24
)

// nameParts returns the boxes of a name cell's parts. In deep trees the indentation is smaller.
func (t *TreeTable) nameParts(g *TreeGrid, list TreeList, row canvas.Box, r *TreeRow) (n treeName) {
	cell := g.Name.Of(row)
	step := min(treeIndent, cell.W*0.4/float32(max(list.Deepest(), 1)))
	cell.CutLeft(step * float32(r.Level))
	n.opener = cell.CutLeft(TreeOpener)
	if t.Chip != nil {
		n.chip = cell.CutLeft(TreeChip).Middle(TreeChip)
		cell.CutLeft(7)
	}
	cell.CutRight(4)
	if t.Menu != "" {
		n.more = cell.CutRight(treeMore)
	}
	n.words = cell
	return n
}

// treeRowState is the state that a row depends on apart from the table.
type treeRowState struct {
	hover bool
	keys  bool // the table has the focus by key
}

func (t *TreeTable) drawRow(c *Canvas, list TreeList, g *TreeGrid, b canvas.Box, i int, st treeRowState) {
	r := list.Row(i)
	ground := c.Card
	switch {
	case t.isSelected(c, r.Key):
		ground = c.Wash
	case st.hover:
		ground = c.Theme.Hover
	}
	if ground != c.Card {
		c.Fill(b, 4, ground)
	}
	values := make([]string, 0, len(g.Columns))
	for j := range g.Columns {
		values = append(values, t.DrawCell(c, &g.Columns[j], g.Spans[j].Of(b), &r, ground))
	}
	c.Items = append(c.Items, model.Item{Panel: c.Panel, Kind: "row", Text: wordspkg.OneLine(r.Name), Value: strings.Join(values, " "),
		Rect: c.Visible(b)})
	t.drawName(c, list, g, b, &r, st)
	if g.History.W > 0 {
		t.drawHistory(c, g.History.Of(b).Inset(8, 4), &r)
	}
	if st.keys && r.Key == t.Local.Cursor {
		c.Frame(b.Inset(1, 1), 4, 2, c.Link)
	}
}

// drawHistory draws the amounts of a row over the GC points.
func (t *TreeTable) drawHistory(c *Canvas, b canvas.Box, r *TreeRow) {
	value, a := t.History(r), NewAxis(c.Model.Points)
	low, top := value(a.Lo), int64(1)
	for i := a.Lo; i <= a.Hi; i++ {
		low, top = min(low, value(i)), max(top, value(i))
	}
	if low == top || top == 1 { // constant
		c.Hline(b.X, b.MidY(), b.W, 1, c.Line)
		return
	}
	c.Area(b, Curve(b, &a, value, top), 1.2)
	c.Vline(a.X(b, c.Model.State.Point), b.Y-2, b.H+4, 1, canvas.Mixed(c.Card, c.Head, 0.5))
}

// drawName draws the indented name with its opener, color and role.
func (t *TreeTable) drawName(c *Canvas, list TreeList, g *TreeGrid, b canvas.Box, r *TreeRow, st treeRowState) {
	n := t.nameParts(g, list, b, r)
	name := wordspkg.OneLine(r.Name)
	if r.Children {
		icon, verb := "chevron", "Open "
		if r.Open {
			icon, verb = "down", "Close "
		}
		c.Icon(n.opener.Centered(15, 15), icon, c.Dim)
		c.Items = append(c.Items, model.Item{Panel: c.Panel, Kind: "opener", Text: verb + name, Rect: c.Visible(n.opener)})
	}
	if t.Chip != nil {
		t.Chip(n.chip, r)
	}
	words := n.words
	if t.Menu != "" && (st.hover || st.keys && r.Key == t.Local.Cursor) {
		c.Icon(n.more.Centered(16, 16), "more", c.Theme.Text)
		c.Items = append(c.Items, model.Item{Panel: c.Panel, Kind: "button", Text: "More about " + name, Hint: "More actions",
			Rect: c.Visible(n.more)})
	} else {
		words.W += n.more.W
	}
	fore := c.Theme.Text
	if t.Fore != nil {
		fore = t.Fore(r)
	}
	text := c.Types.Fit(name, canvas.Body.Size*c.Scale, canvas.Body.Weight, words.W*c.Scale, true)
	for _, query := range t.Marks {
		c.markFound(words, text, query)
	}
	used := c.DrawName(words, canvas.Body, canvas.Left, fore, name, words.W)
	if r.Role != "" && text == name && used+14+c.Width(canvas.Small, r.Role) < words.W {
		c.Draw(words, canvas.Small, canvas.Right, c.Dim, wordspkg.OneLine(r.Role))
	}
}

// markFound marks the part of a name that a filter matches.
func (c *Canvas) markFound(b canvas.Box, text, query string) {
	lower := strings.ToLower(text)
	at := strings.Index(lower, strings.ToLower(query))
	if query == "" || at < 0 || len(lower) != len(text) || len(strings.ToLower(query)) != len(query) {
		return
	}
	from, to := c.Width(canvas.Body, text[:at]), c.Width(canvas.Body, text[:at+len(query)])
	c.Fill(canvas.Rect(b.X+from-1, b.Y, to-from+2, b.H).Middle(17), 0, canvas.Mixed(c.Card, c.Warn, c.Tint*1.5))
}

// DrawCell draws a cell and returns its number for programs.
func (t *TreeTable) DrawCell(c *Canvas, col *TreeColumn, b canvas.Box, r *TreeRow, ground color.NRGBA) string {
	cell := t.Cell(col.Id, r)
	if len(cell.Parts) > 0 {
		c.partsBar(b.Inset(8, 5), cell.Parts)
	} else {
		t.drawNumber(c, col, b, &cell, ground)
	}
	if cell.Raw == "" {
		return col.Id + "=?"
	}
	return col.Id + "=" + cell.Raw
}

func (t *TreeTable) drawNumber(c *Canvas, col *TreeColumn, b canvas.Box, cell *TreeCell, ground color.NRGBA) {
	inner := b.Inset(8, 0)
	if cell.Tint {
		c.shareBar(b, cell.Share, ground)
	}
	fore, text := c.Theme.Text, cell.Text
	switch {
	case cell.Raw == "":
		fore = c.Theme.Off
	case cell.Faint:
		fore = c.Dim
	}
	if col.Words {
		c.DrawName(inner, canvas.Body, canvas.Left, fore, text, inner.W)
		return
	}
	if cell.Short != "" && c.Width(canvas.Body, text) > inner.W {
		text = cell.Short
	}
	w := c.Draw(inner, canvas.Body, canvas.Right, fore, text)
	if cell.Mark != "" && inner.W >= w+16 {
		c.Icon(canvas.Rect(inner.Right()-w-15, inner.Y, 9, inner.H).Middle(9), cell.Mark, cell.Color)
	}
}

// GrowthMark returns the arrow before a growth and its color in the city; none for 0.
func (c *Canvas) GrowthMark(v float64) (icon string, col color.NRGBA) {
	p := c.Model.State.Settings.Palette()
	switch {
	case v > 0:
		return "rose", canvas.Solid(p.Growth(0.7))
	case v < 0:
		return "fell", canvas.Solid(p.Shrunk)
	}
	return "", color.NRGBA{}
}

// partsBar draws a stacked bar.
func (c *Canvas) partsBar(b canvas.Box, parts []TreePart) {
	x := b.X
	for _, p := range parts {
		to := min(x+b.W*float32(max(p.Share, 0)), b.Right())
		c.Fill(canvas.Rect(x, b.Y, to-x, b.H), 0, p.Color)
		x = to
	}
}

// shareBar tints a fraction of a cell.
func (c *Canvas) shareBar(b canvas.Box, share float64, ground color.NRGBA) {
	track := b.Inset(3, 3)
	if w := track.W * float32(min(max(share, 0), 1)); w >= 1 {
		track.W = w
		c.Fill(track, 0, canvas.Mixed(ground, c.Accent, c.Tint))
	}
}

// Quantity selects how the numbers of a column are formatted.
type Quantity uint8

// Quantities of columns.
const (
	Count    Quantity = iota // of objects
	Bytes                    // size
	Fraction                 // 0 to 1, shown in percent
	Growth                   // in the current unit
	Average                  // size of an object, in bytes
)

// CellText formats a number of a column for display.
func CellText(of Quantity, unit trees.Unit, v float64) string {
	switch of {
	case Bytes:
		return wordspkg.Size(int64(v))
	case Fraction:
		return wordspkg.PercentOf(v)
	case Growth:
		return wordspkg.Growth(unit, int64(v))
	case Average:
		if v < 100 {
			return strconv.FormatFloat(v, 'f', 1, 64) + " B"
		}
		return wordspkg.Size(int64(v + 0.5))
	}
	return wordspkg.Count(int64(v))
}

// ShortCell formats a number of a column in short form.
func ShortCell(of Quantity, unit trees.Unit, v float64) string {
	switch of {
	case Count:
		return wordspkg.ShortCount(int64(v))
	case Growth:
		if v > 0 {
			return "+" + wordspkg.ShortAmount(unit, int64(v))
		}
		return wordspkg.ShortAmount(unit, int64(v))
	}
	return CellText(of, unit, v)
}

// RawText formats a number of a column for programs.
func RawText(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
