package ui

import (
	"cmp"
	"image/color"
	"slices"

	"memcity/city"
)

// Lengths of the bars of the churn view, in dp.
const (
	churnBarStep = 28 // from one to the next
	churnBarHigh = 22
	churnBarRole = 104 // width of what a bar is of
)

// A bar shows at most so many groups, and no more once they are so large a part; the others are one.
const (
	churnBarMost = 9
	churnBarPart = 0.95
)

// churnPart is a group in a bar.
type churnPart struct {
	node  int32 // -1 for all others
	value int64
	name  string
	color color.NRGBA
}

// drawChurnBars draws a bar for each level down to the group that is chosen and one below it: the parts of the group above.
func drawChurnBars(c *canvas, b *box, r *city.ChurnReport) {
	path := r.Path(r.Below(c.model.State.Churning.Path))[1:]
	most := min(int((b.h-churnRoom)/churnBarStep), 4)
	levels := len(path) + 1
	if r.Tree.Nodes[r.Below(path)].End == r.Below(path)+1 {
		levels--
	}
	for i := max(levels-most, 0); i < levels; i++ {
		drawChurnBar(c, b.cutTop(churnBarStep).withHeight(churnBarHigh), r, path, i)
	}
	b.cutTop(4)
}

// drawChurnBar draws the parts of the group that so many names of the path lead to.
func drawChurnBar(c *canvas, b box, r *city.ChurnReport, path []string, level int) {
	node := r.Below(path[:level])
	parts := c.churnParts(r, node)
	if len(parts) == 0 {
		return
	}
	role := r.Tree.Names.Text(r.Tree.Nodes[node+1].Role)
	c.text(b.cutLeft(min(churnBarRole, b.w/4)), small, left, c.dim, role)
	chosen := int32(-1)
	if level < len(path) {
		chosen = r.Below(path[:level+1])
	}
	whole := int64(0)
	for i := range parts {
		whole += parts[i].value
	}
	at, end := b.x, b.right()
	sum := int64(0)
	for i := range parts {
		p := &parts[i]
		sum += p.value
		to := b.x + (end-b.x)*float32(float64(sum)/float64(max(whole, 1)))
		drawChurnPart(c, box{at, b.y, max(to-at-1, 1), b.h}, r, p, path[:level], chosen)
		at = to
	}
}

// drawChurnPart draws a part of a bar. Pressed, it is gone down into, or up from if it was chosen.
func drawChurnPart(c *canvas, b box, r *city.ChurnReport, p *churnPart, above []string, chosen int32) {
	col := p.color
	if chosen >= 0 && p.node != chosen {
		col = mixed(col, c.card, 0.7)
	}
	share := partText(p.value, max(city.ChurnOf(r.Garbage, c.model.State.Churning.Metric()), 1))
	if p.node < 0 {
		c.fill(b, 2, col)
		c.explain("churn/bar/others/"+Count(int64(len(above))), b, p.name, share, p.name+", "+share+" of all: too small to be shown by themselves; the table lists them.")
		return
	}
	value := share
	if p.node == chosen {
		value += ", chosen"
	}
	key := r.Key(p.node)
	ctl := c.control("churn/bar/"+key, b, pressable, Item{Kind: "button", Text: p.name, Value: value,
		Hint: oneLine(p.name) + "\n" + share + " of all. Click to see what it is made of; again to go up."})
	if ctl.hover {
		col = mixed(col, c.theme.text, 0.15)
	}
	c.fill(b, 2, col)
	if p.node == chosen {
		c.frame(b, 2, 2, c.theme.text)
	}
	c.churnPartWords(b.inset(6, 0), shortName(r, p), share, readable(col))
	c.ring(ctl, b, 3)
	if !ctl.clicked {
		return
	}
	if p.node == chosen {
		c.goChurn(above)
	} else {
		c.goChurn(append(slices.Clip(above), p.name))
	}
}

// churnPartWords writes a name and a share as far as they fit.
func (c *canvas) churnPartWords(b box, name, share string, col color.NRGBA) {
	w := c.width(small, share)
	if b.w < 34 {
		return
	}
	if b.w > w+40 {
		c.draw(b, small, right, col, share)
		b.cutRight(w + 8)
	}
	c.draw(b, smallB, left, col, c.types.fit(oneLine(name), smallB.size*c.scale, smallB.weight, b.w*c.scale, false))
}

func shortName(r *city.ChurnReport, p *churnPart) string {
	switch r.Tree.Names.Text(r.Tree.Nodes[p.node].Role) {
	case "Type":
		return shortType(p.name)
	case "Allocation Site", "Call Site":
		if p.name[0] != '(' {
			return shortSite(p.name)
		}
	}
	return p.name
}

// churnParts are the children of a group as parts of a bar, the largest first.
func (c *canvas) churnParts(r *city.ChurnReport, node int32) []churnPart {
	t, m := r.Tree, c.model.State.Churning.Metric()
	var parts []churnPart
	sum := int64(0)
	for n := node + 1; n < t.Nodes[node].End; n = t.Nodes[n].End {
		v := city.Amount{Objects: t.Nodes[n].Objects, Bytes: t.Nodes[n].Bytes}.Of(m)
		parts = append(parts, churnPart{node: n, value: v, name: t.Names.Text(t.Nodes[n].Name)})
		sum += v
	}
	slices.SortStableFunc(parts, func(a, b churnPart) int { return cmp.Compare(b.value, a.value) })
	shown, taken := 0, int64(0)
	for shown < len(parts) && shown < churnBarMost && float64(taken) < churnBarPart*float64(sum) {
		taken += parts[shown].value
		shown++
	}
	rest := len(parts) - shown
	for i := range parts[:shown] {
		parts[i].color = c.series(i)
	}
	if rest == 1 {
		parts[shown].color = c.restColor()
		return parts
	}
	if parts = parts[:shown]; rest > 0 && sum > taken {
		parts = append(parts, churnPart{node: -1, value: sum - taken, name: plural(int64(rest), "other", "others"), color: c.restColor()})
	}
	return parts
}

// readable returns black or white, whichever is read better on a colour.
func readable(on color.NRGBA) color.NRGBA {
	if 0.299*float32(on.R)+0.587*float32(on.G)+0.114*float32(on.B) > 140 {
		return rgb(0x10161f)
	}
	return rgb(0xffffff)
}
