package churn

import (
	"cmp"
	"image/color"
	"slices"

	"memcity/city/view/churns"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Lengths of the bars, in dp.
const (
	churnBarStep = 28 // from one bar to the next
	churnBarHigh = 22
	churnBarRole = 104 // width of the role at the left
)

// Limits of the groups in a bar: a maximum number, and the share after which no more are shown. The others are merged.
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

// drawChurnBars draws a bar for each level down to one below the chosen group. A bar shows the parts of the group above.
func (view *View) drawChurnBars(c *widget.Canvas, b *canvas.Box, r *churns.Report) {
	path := r.Path(r.Below(churns.View.Of(c.Model.State.Views).Path))[1:]
	most := min(int((b.H-churnRoom)/churnBarStep), 4)
	levels := len(path) + 1
	if r.Tree.IsLeaf(r.Below(path)) {
		levels--
	}
	for i := max(levels-most, 0); i < levels; i++ {
		view.drawChurnBar(c, b.CutTop(churnBarStep).WithHeight(churnBarHigh), r, path, i)
	}
	b.CutTop(4)
}

// drawChurnBar draws the parts of the group at the given level of the path.
func (view *View) drawChurnBar(c *widget.Canvas, b canvas.Box, r *churns.Report, path []string, level int) {
	node := r.Below(path[:level])
	parts := view.churnParts(c, r, node)
	if len(parts) == 0 {
		return
	}
	role := r.Tree.Names.Text(r.Tree.Nodes[node+1].Role)
	c.Text(b.CutLeft(min(churnBarRole, b.W/4)), canvas.Small, canvas.Left, c.Dim, role)
	chosen := int32(-1)
	if level < len(path) {
		chosen = r.Below(path[:level+1])
	}
	whole := int64(0)
	for i := range parts {
		whole += parts[i].value
	}
	at, end := b.X, b.Right()
	sum := int64(0)
	for i := range parts {
		p := &parts[i]
		sum += p.value
		to := b.X + (end-b.X)*float32(float64(sum)/float64(max(whole, 1)))
		view.drawChurnPart(c, canvas.Rect(at, b.Y, max(to-at-1, 1), b.H), r, p, path[:level], chosen)
		at = to
	}
}

// drawChurnPart draws a part of a bar. Pressing it goes down to it, or up from it if it was chosen.
func (view *View) drawChurnPart(c *widget.Canvas, b canvas.Box, r *churns.Report, p *churnPart, above []string, chosen int32) {
	col := p.color
	if chosen >= 0 && p.node != chosen {
		col = canvas.Mixed(col, c.Card, 0.7)
	}
	share := words.PartText(p.value, max(r.Garbage.Of(churns.View.Of(c.Model.State.Views).Unit()), 1))
	if p.node < 0 {
		c.Fill(b, 2, col)
		c.Explain("churn/bar/others/"+words.Count(int64(len(above))), b, p.name, share,
			p.name+", "+share+" of all: too small to draw. The table lists them.")
		return
	}
	value := share
	if p.node == chosen {
		value += ", selected"
	}
	key := r.Key(p.node)
	ctl := c.Control("churn/bar/"+key, b, widget.Pressable, model.Item{Kind: "button", Text: p.name, Value: value,
		Hint: words.OneLine(p.name) + "\n" + share + " of all. Click to see its contents; click again to go back up."})
	if ctl.Hover {
		col = canvas.Mixed(col, c.Theme.Text, 0.15)
	}
	c.Fill(b, 2, col)
	if p.node == chosen {
		c.Frame(b, 2, 2, c.Theme.Text)
	}
	view.churnPartWords(c, b.Inset(6, 0), shortName(r, p), share, readable(col))
	c.Ring(ctl, b, 3)
	if !ctl.Clicked {
		return
	}
	if p.node == chosen {
		view.goChurn(c, above)
	} else {
		view.goChurn(c, append(slices.Clip(above), p.name))
	}
}

// churnPartWords draws a name and a share if they fit.
func (view *View) churnPartWords(c *widget.Canvas, b canvas.Box, name, share string, col color.NRGBA) {
	w := c.Width(canvas.Small, share)
	if b.W < 34 {
		return
	}
	if b.W > w+40 {
		c.Draw(b, canvas.Small, canvas.Right, col, share)
		b.CutRight(w + 8)
	}
	c.DrawText(b, canvas.SmallB, canvas.Left, col, words.OneLine(name), b.W)
}

func shortName(r *churns.Report, p *churnPart) string {
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

// churnParts returns the children of a group as parts of a bar, the largest first.
func (view *View) churnParts(c *widget.Canvas, r *churns.Report, node int32) []churnPart {
	t, m := r.Tree, churns.View.Of(c.Model.State.Views).Unit()
	var parts []churnPart
	sum := int64(0)
	for n := range t.Nodes.Children(node) {
		v := t.Nodes[n].Amount().Of(m)
		parts = append(parts, churnPart{node: n, value: v, name: t.Name(n)})
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
		parts[i].color = c.Series(i)
	}
	if rest == 1 {
		parts[shown].color = c.RestColor()
		return parts
	}
	if parts = parts[:shown]; rest > 0 && sum > taken {
		parts = append(parts, churnPart{node: -1, value: sum - taken, name: words.Plural(int64(rest), "other", "others"), color: c.RestColor()})
	}
	return parts
}

// readable returns black or white, whichever is more readable on a color.
func readable(on color.NRGBA) color.NRGBA {
	if 0.299*float32(on.R)+0.587*float32(on.G)+0.114*float32(on.B) > 140 {
		return canvas.Rgb(0x10161f)
	}
	return canvas.Rgb(0xffffff)
}
