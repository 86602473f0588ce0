package ui

import (
	"fmt"
	"strconv"
	"strings"

	"memcity/city"
)

// drawTreeFoot tells of the node under the pointer or the keys, or else of what is drilled into.
func drawTreeFoot(c *canvas, b box, root city.TreeID) {
	l := &c.local.trees
	id := root
	if l.hover.there {
		id = l.hover.id
	}
	metric := c.model.State.Settings.Metric
	n := c.treeNode(id, c.treePoint())
	whole := c.treePicture(city.TreeID{}, 0, c.treePoint(), 0).Nodes[0].Value
	what := c.model.Measure.Of(metric)
	facts := []string{Amount(metric, n.Value), Percent(n.Value, whole) + " of the heap's " + what}
	if id != root {
		if all := c.treeNode(root, c.treePoint()).Value; root != (city.TreeID{}) && all > 0 {
			facts = append(facts, Percent(n.Value, all)+" of "+c.nodeName(root))
		}
	}
	if len(c.model.Points) > 1 {
		facts = append(facts, Growth(metric, n.Value-n.First)+" since the window began")
	}
	path := c.nodePath(id)
	least := min(c.width(smallB, path)+treeChip+24, b.w*0.6)
	words := strings.Join(facts, "  ·  ")
	for len(facts) > 1 && c.width(small, words) > b.w-least {
		facts = facts[:len(facts)-1]
		words = strings.Join(facts, "  ·  ")
	}
	c.text(b.cutRight(min(c.width(small, words), b.w-least)), small, right, c.dim, words)
	b.cutRight(16)
	c.seriesChip(b.cutLeft(treeChip).middle(treeChip), c.nodeColor(c.treePicture(id, 0, c.treePoint(), 0), n))
	b.cutLeft(7)
	c.name(b, smallB, left, c.theme.text, path)
}

// treeNode returns a node at a GC point.
func (c *canvas) treeNode(id city.TreeID, point int) *city.TreeNode {
	return &c.treePicture(id, 0, point, 0).Nodes[0]
}

// nodeName names a node.
func (c *canvas) nodeName(id city.TreeID) string {
	if id.Rest > 0 {
		return "Other"
	}
	return oneLine(c.model.Plan.Series.Name(id.Node))
}

// nodePath names a node with what is around it.
func (c *canvas) nodePath(id city.TreeID) string {
	path := oneLine(strings.Join(c.model.Plan.Series.Path(id.Node), " → "))
	if id.Rest > 0 {
		path += strings.Repeat(" → Other", int(min(id.Rest, 4)))
	}
	return path
}

// drawTreeList lists what is told apart below the root, in its order.
func drawTreeList(c *canvas, b box, p *city.TreePicture) {
	metric := c.model.State.Settings.Metric
	var rows []*city.TreeNode
	for i := range p.Nodes {
		if p.Nodes[i].Level == 1 {
			rows = append(rows, &p.Nodes[i])
		}
	}
	l := &c.local.trees
	over := treeSpot{}
	if c.model.State.Treeing.Growth && b.h > 90 {
		drawTreeScale(c, b.cutBottom(34))
	}
	step := min(max(b.h/float32(max(len(rows), 1)), treesRowLow), treesListRow)
	if len(rows) == 0 {
		c.text(b.cutTop(step), small, left, c.dim, "Nothing is grouped below this.")
	}
	for i, n := range rows {
		if b.h < step-0.01 {
			break
		}
		cell := b.cutTop(step)
		if b.h < step-0.01 && i < len(rows)-1 {
			c.text(cell.inset(6, 0), small, left, c.dim, fmt.Sprintf("and %s", plural(int64(len(rows)-i), "more", "more")))
			break
		}
		name := oneLine(p.Name(n, true))
		if n.ID.Rest > 0 {
			name = "Other, " + plural(int64(n.Groups), "group", "groups")
		}
		value := ShortAmount(metric, n.Value)
		ctl := c.control("tree/list/"+strconv.Itoa(i), cell, pointable, Item{Kind: "row", Text: oneLine(p.Name(n, false)), Value: value + ", " + Percent(n.Value, p.Nodes[0].Value)})
		if ctl.hover {
			over = treeSpot{n.ID, true}
		}
		if ctl.asked {
			c.askTreeMenu("tree/local", n.ID, box{ctl.at.x, ctl.at.y, 1, 1})
		}
		if l.hover.is(n.ID) {
			c.fill(cell, 4, c.theme.hover)
		}
		c.drawTreeRow(cell, p, n, name, value)
		if ctl.fresh {
			c.drill(n.ID)
		}
	}
	c.hoverFrom("list", over)
}

// drawTreeRow draws the row of a node: its colour, its name, its size and its share.
func (c *canvas) drawTreeRow(cell box, p *city.TreePicture, n *city.TreeNode, name, value string) {
	inner := cell.inset(6, 0)
	c.seriesChip(inner.cutLeft(treeChip).middle(treeChip), c.nodeColor(p, n))
	inner.cutLeft(8)
	fore := c.theme.text
	if n.Value == 0 {
		fore = c.dim
	}
	c.text(inner.cutRight(46), small, right, c.dim, Percent(n.Value, p.Nodes[0].Value))
	c.text(inner.cutRight(min(64, inner.w/2)), smallB, right, fore, value)
	inner.cutRight(6)
	short := c.types.fit(name, small.size*c.scale, small.weight, inner.w*c.scale, strings.Contains(name, ".")) // the front of a qualified name tells the least
	c.draw(inner, small, left, fore, strings.Replace(short, "….", "…", 1))
}

// drawTreeScale tells what the colours of growth mean.
func drawTreeScale(c *canvas, b box) {
	palette, metric := c.model.State.Settings.Palette(), c.model.State.Settings.Metric
	b.cutTop(6)
	bar := b.cutTop(8).inset(6, 0)
	const steps = 24
	for i := range steps {
		from, to := bar.x+bar.w*float32(i)/steps, bar.x+bar.w*float32(i+1)/steps
		c.fill(box{from, bar.y, to - from, bar.h}, 0, solid(palette.Growth(float64(i)/(steps-1))))
	}
	words := b.cutTop(18).inset(6, 0)
	c.text(words, small, left, c.dim, "no growth")
	c.text(words, small, right, c.dim, Growth(metric, c.model.Plan.MaxGrowth())+" and more")
}
