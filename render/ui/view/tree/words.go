package tree

import (
	"fmt"
	"strconv"
	"strings"

	"memcity/city/view/treemap"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// drawTreeFoot describes the node under the pointer or keyboard cursor, otherwise the node drilled into.
func (view *View) drawTreeFoot(c *widget.Canvas, b canvas.Box, root treemap.ID) {
	l := view
	id := root
	if l.hover.there {
		id = l.hover.id
	}
	unit := c.Model.State.Settings.Unit
	n := view.treeNode(c, id, view.treePoint(c))
	whole := view.treePicture(c, treemap.ID{}, 0, view.treePoint(c), 0).Nodes[0].Value
	what := c.Model.SizeKind.Of(unit)
	facts := []string{wordspkg.Amount(unit, n.Value), wordspkg.Percent(n.Value, whole) + " of the heap's " + what}
	if id != root {
		if all := view.treeNode(c, root, view.treePoint(c)).Value; root != (treemap.ID{}) && all > 0 {
			facts = append(facts, wordspkg.Percent(n.Value, all)+" of "+view.nodeName(c, root))
		}
	}
	if len(c.Model.Points) > 1 {
		facts = append(facts, wordspkg.Growth(unit, n.Value-n.First)+" since the start of the window")
	}
	path := view.nodePath(c, id)
	least := min(c.Width(canvas.SmallB, path)+widget.TreeChip+24, b.W*0.6)
	words := strings.Join(facts, "  ·  ")
	for len(facts) > 1 && c.Width(canvas.Small, words) > b.W-least {
		facts = facts[:len(facts)-1]
		words = strings.Join(facts, "  ·  ")
	}
	c.Text(b.CutRight(min(c.Width(canvas.Small, words), b.W-least)), canvas.Small, canvas.Right, c.Dim, words)
	b.CutRight(16)
	part.SeriesChip(c, b.CutLeft(widget.TreeChip).Middle(widget.TreeChip),
		view.nodeColor(c, view.treePicture(c, id, 0, view.treePoint(c), 0), n))
	b.CutLeft(7)
	c.Name(b, canvas.SmallB, canvas.Left, c.Theme.Text, path)
}

// treeNode returns a node at a GC point.
func (view *View) treeNode(c *widget.Canvas, id treemap.ID, point int) *treemap.Node {
	return &view.treePicture(c, id, 0, point, 0).Nodes[0]
}

// nodeName returns the name of a node.
func (view *View) nodeName(c *widget.Canvas, id treemap.ID) string {
	if id.Rest > 0 {
		return "Other"
	}
	return wordspkg.OneLine(c.Model.Plan.Series.Name(id.Node))
}

// nodePath returns the path of a node.
func (view *View) nodePath(c *widget.Canvas, id treemap.ID) string {
	path := wordspkg.OneLine(strings.Join(c.Model.Plan.Series.Path(id.Node), " → "))
	if id.Rest > 0 {
		path += strings.Repeat(" → Other", int(min(id.Rest, 4)))
	}
	return path
}

// drawTreeList lists the groups shown separately below the root, in drawing order.
func (view *View) drawTreeList(c *widget.Canvas, b canvas.Box, p *treemap.Picture) {
	unit := c.Model.State.Settings.Unit
	var rows []*treemap.Node
	for i := range p.Nodes {
		if p.Nodes[i].Level == 1 {
			rows = append(rows, &p.Nodes[i])
		}
	}
	l := view
	over := treeSpot{}
	if treemap.View.Of(c.Model.State.Views).Growth && b.H > 90 {
		view.drawTreeScale(c, b.CutBottom(34))
	}
	step := min(max(b.H/float32(max(len(rows), 1)), treesRowLow), treesListRow)
	if len(rows) == 0 {
		c.Text(b.CutTop(step), canvas.Small, canvas.Left, c.Dim, "This group has no subgroups.")
	}
	for i, n := range rows {
		if b.H < step-0.01 {
			break
		}
		cell := b.CutTop(step)
		if b.H < step-0.01 && i < len(rows)-1 {
			c.Text(cell.Inset(6, 0), canvas.Small, canvas.Left, c.Dim, fmt.Sprintf("and %s", wordspkg.Plural(int64(len(rows)-i), "more", "more")))
			break
		}
		name := wordspkg.OneLine(p.Name(n, true))
		if n.ID.Rest > 0 {
			name = "Other, " + wordspkg.Plural(int64(n.Groups), "group", "groups")
		}
		value := wordspkg.ShortAmount(unit, n.Value)
		ctl := c.Control("tree/list/"+strconv.Itoa(i), cell, widget.Pointable,
			model.Item{Kind: "row", Text: wordspkg.OneLine(p.Name(n, false)), Value: value + ", " + wordspkg.Percent(n.Value, p.Nodes[0].Value)})
		if ctl.Hover {
			over = treeSpot{n.ID, true}
		}
		if ctl.MenuRequested {
			view.openTreeMenu(c, "tree/local", n.ID, canvas.Rect(ctl.At.X, ctl.At.Y, 1, 1))
		}
		if l.hover.is(n.ID) {
			c.Fill(cell, 4, c.Theme.Hover)
		}
		view.drawTreeRow(c, cell, p, n, name, value)
		if ctl.Fresh {
			view.drill(c, n.ID)
		}
	}
	view.hoverFrom(c, "list", over)
}

// drawTreeRow draws the row of a node: color, name, size and share.
func (view *View) drawTreeRow(c *widget.Canvas, cell canvas.Box, p *treemap.Picture, n *treemap.Node, name, value string) {
	inner := cell.Inset(6, 0)
	part.SeriesChip(c, inner.CutLeft(widget.TreeChip).Middle(widget.TreeChip), view.nodeColor(c, p, n))
	inner.CutLeft(8)
	fore := c.Theme.Text
	if n.Value == 0 {
		fore = c.Dim
	}
	c.Text(inner.CutRight(46), canvas.Small, canvas.Right, c.Dim, wordspkg.Percent(n.Value, p.Nodes[0].Value))
	c.Text(inner.CutRight(min(64, inner.W/2)), canvas.SmallB, canvas.Right, fore, value)
	inner.CutRight(6)
	// the start of a qualified name matters least
	short := c.Types.Fit(name, canvas.Small.Size*c.Scale, canvas.Small.Weight, inner.W*c.Scale, strings.Contains(name, "."))
	c.Draw(inner, canvas.Small, canvas.Left, fore, strings.Replace(short, "….", "…", 1))
}

// drawTreeScale draws the legend of the growth colors.
func (view *View) drawTreeScale(c *widget.Canvas, b canvas.Box) {
	palette, unit := c.Model.State.Settings.Palette(), c.Model.State.Settings.Unit
	b.CutTop(6)
	bar := b.CutTop(8).Inset(6, 0)
	const steps = 24
	for i := range steps {
		from, to := bar.X+bar.W*float32(i)/steps, bar.X+bar.W*float32(i+1)/steps
		c.Fill(canvas.Rect(from, bar.Y, to-from, bar.H), 0, canvas.Solid(palette.Growth(float64(i)/(steps-1))))
	}
	words := b.CutTop(18).Inset(6, 0)
	c.Text(words, canvas.Small, canvas.Left, c.Dim, "no growth")
	c.Text(words, canvas.Small, canvas.Right, c.Dim, wordspkg.Growth(unit, c.Model.Plan.RedGrowth(c.Model.State.Settings))+" and more")
}
