package tree

import (
	"image/color"
	"strings"

	"memcity/city/view/treemap"
	"memcity/layout"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
	"memcity/words"
)

// treeLook contains the options of a drawing.
type treeLook struct {
	name   string
	labels bool
	keys   bool       // supports the keyboard
	global treemap.ID // nodes outside this node are dimmed if focus is set
	focus  bool
}

// treePainter paints one drawing.
type treePainter struct {
	*widget.Canvas
	of      *View
	look    treeLook
	room    canvas.Box
	drawing *treeDrawing
	picture *treemap.Picture
	pose    treePose // current pose
	blend   float32  // progress of the morph from the form before; 1 while not morphing
	before  treeForm
	rolls   *unrolling // morph between sunburst and icicle plot
	pic     canvas.Raster
}

// Lengths in dp.
const (
	treeGap      = 1    // between nodes
	treeLeastPx  = 0.35 // narrower nodes are not painted
	treeLabelGap = 5
)

// drawTree draws a tree and handles its input.
func (view *View) drawTree(c *widget.Canvas, id string, b canvas.Box, p *treemap.Picture, look treeLook) {
	if b.W < 30 || b.H < 30 {
		return
	}
	l := view
	d := l.drawings[id]
	if d == nil {
		d = &treeDrawing{}
		l.drawings[id] = d
	}
	view.aim(c, d, p, look.keys && l.entered)
	g := view.treePainter(c, b, d, look)
	if !c.Sheet {
		g.take(id)
	}
	g.paint()
}

func (view *View) treePainter(c *widget.Canvas, b canvas.Box, d *treeDrawing, look treeLook) *treePainter {
	g := &treePainter{Canvas: c, of: view, look: look, room: b.Inset(3, 3), drawing: d, picture: d.picture, pose: d.present(), blend: 1,
		before: d.pose.form}
	if m := d.motion; m != nil && m.from.form != d.pose.form {
		g.blend, g.before = float32(m.eased()), m.from.form
		switch {
		case g.before == asSunburst && d.pose.form == asIcicle:
			g.rolls = g.unroll(m.eased())
		case g.before == asIcicle && d.pose.form == asSunburst:
			g.rolls = g.unroll(1 - m.eased())
		}
	}
	return g
}

// paint paints all nodes, then their labels and frames.
func (g *treePainter) paint() {
	g.InkBox(&g.pic, widget.Grown(g.room, 3, 3), 0, g.Card)
	if m := g.drawing.motion; m != nil {
		for i := range m.gone {
			gone := &m.gone[i]
			g.fillNode(gone.picture, gone.node, gone.from.Mix(gone.to, m.eased()))
		}
	}
	for i := range g.picture.Nodes {
		n := &g.picture.Nodes[i]
		g.fillNode(g.picture, n, g.pose.spans[n.ID])
	}
	g.Ink(&g.pic, widget.Grown(g.room, 3, 3))
	g.marks()
	if g.look.labels && g.blend == 1 && g.pose.form != asPlan {
		g.labels()
	}
}

// fillNode paints the area of a node.
func (g *treePainter) fillNode(p *treemap.Picture, n *treemap.Node, s layout.Span) {
	outline := g.outline(n.ID, s, treeGap)
	if outline == nil {
		return
	}
	g.InkPolygon(&g.pic, outline, g.fillColor(p, n))
}

// fillColor returns the color of a node in this drawing: dimmed if it is outside the node drilled into.
func (g *treePainter) fillColor(p *treemap.Picture, n *treemap.Node) color.NRGBA {
	col := g.of.nodeColor(g.Canvas, p, n)
	if g.look.focus && !g.within(n) {
		col = canvas.Mixed(g.Card, col, 0.3)
	}
	if g.of.hover.is(n.ID) {
		col = canvas.Mixed(col, g.Theme.Text, 0.12)
	}
	return col
}

// within reports whether a node is the node drilled into or one of its descendants.
func (g *treePainter) within(n *treemap.Node) bool {
	root, s := g.look.global, g.picture.Series
	if root.Rest == 0 {
		return s.Nodes.Within(n.ID.Node, root.Node)
	}
	if n.ID.Node == root.Node {
		return n.ID.Rest >= root.Rest
	}
	return false // separately shown groups are not in the rest
}

func (s treeSpot) is(id treemap.ID) bool { return s.there && s.id == id }

// marks frames the selected nodes, the node drilled into, the node under the pointer, and the keyboard cursor.
func (g *treePainter) marks() {
	l, s := g.of, &g.Model.State
	if g.look.focus && g.look.global != (treemap.ID{}) {
		g.frameNode(g.look.global, 1.5, g.Theme.Text)
	}
	if !g.Sheet {
		for _, key := range s.Selected() {
			if node, ok := g.picture.Series.Find(key); ok && key != "" && node != g.picture.Nodes[0].ID.Node &&
				!(g.look.focus && node == g.look.global.Node) {
				g.frameNode(treemap.ID{Node: node}, 2, g.Accent)
			}
		}
	}
	if l.hover.there && !g.Sheet {
		g.frameNode(l.hover.id, 2, g.Theme.Text)
	}
	if ctl := g.Controls["tree/local"]; g.look.keys && ctl != nil && ctl.Focus && g.ByKey && l.cursor.there {
		g.frameNode(l.cursor.id, 2.5, g.Link)
	}
}

// frameNode draws a line along the border of a node.
func (g *treePainter) frameNode(id treemap.ID, width float32, col color.NRGBA) {
	s, ok := g.pose.spans[id]
	if !ok {
		return
	}
	outline := g.outline(id, s, treeGap)
	if outline == nil {
		return
	}
	if g.blend == 1 && g.pose.form == asSunburst && s.Share() > 1-1e-9 { // a full ring has no seam
		half := len(outline) / 2
		if s.Top > 0 {
			g.Polyline(outline[:half], width, col)
		}
		g.Polyline(outline[half:], width, col)
		return
	}
	g.Polyline(append(outline, outline[0], outline[1]), width, col)
}

// labels draws the labels that fit.
func (g *treePainter) labels() {
	for i := range g.picture.Nodes {
		n := &g.picture.Nodes[i]
		if n.Value <= 0 {
			continue
		}
		area, ok := g.labelRoom(n, g.pose.spans[n.ID])
		if !ok {
			continue
		}
		g.label(area, n)
	}
}

// Heights of labels with one and two lines, in dp.
const (
	treeLine     = 15
	treeTwoLines = 29
	treeShortest = 30 // narrower labels are left out
)

// labelRoom returns the box for the label of a node. It returns false if the label does not fit.
func (g *treePainter) labelRoom(n *treemap.Node, s layout.Span) (canvas.Box, bool) {
	if g.pose.form == asIcicle {
		b := g.bar(s).Inset(treeLabelGap, 1)
		return b, b.H >= treeLine-1 && b.W >= treeShortest
	}
	middle, radius := g.disc()
	r := s.Sunburst(g.pose.levels)
	r.Inner, r.Outer = r.Inner*radius, r.Outer*radius
	best := canvas.Box{}
	for _, high := range []float64{treeTwoLines, treeLine} {
		x, z, w := r.Within(high)
		if w -= 2 * 3; w < treeShortest {
			continue
		}
		best = canvas.Rect(middle.X+float32(x-w/2), middle.Y+float32(z-high/2), float32(w), float32(high))
		if high == treeLine || g.Width(canvas.SmallB, g.labelName(n)) <= best.W {
			return best, true
		}
	}
	return best, best.W > 0
}

// labelName returns the label of a node.
func (g *treePainter) labelName(n *treemap.Node) string {
	if n.ID.Rest > 0 {
		return "Other " + words.Count(int64(n.Groups))
	}
	return words.OneLine(g.picture.Name(n, true))
}

// label draws the name of a node into a box, and its value if both fit.
func (g *treePainter) label(b canvas.Box, n *treemap.Node) {
	name := g.labelName(n)
	fore := widget.OnColor(g.fillColor(g.picture, n))
	short := g.shortened(name, n, b.W)
	if short == "" {
		return
	}
	al := canvas.Center
	if g.pose.form == asIcicle {
		al = canvas.Left
	}
	value := words.ShortAmount(g.Model.State.Settings.Unit, n.Value)
	if n.Level > 0 && n.Value > 0 {
		value += "  " + words.Percent(n.Value, g.picture.Nodes[0].Value)
	}
	if b.H < treeTwoLines-1 || g.Width(canvas.Small, value) > b.W {
		if b.H >= treeTwoLines-1 && g.Width(canvas.Small, words.ShortAmount(g.Model.State.Settings.Unit, n.Value)) <= b.W {
			value = words.ShortAmount(g.Model.State.Settings.Unit, n.Value)
		} else {
			value = ""
		}
	}
	lines := b.Middle(treeLine)
	if value != "" {
		lines = b.Middle(treeTwoLines).WithHeight(treeLine)
		g.Draw(lines.Moved(0, 13), canvas.Small, al, fore, value)
	}
	g.Draw(lines, canvas.SmallB, al, fore, short)
}

// shortened returns a name shortened to fit the width. It drops qualifiers first, then truncates the name. It returns "" if too few letters
// fit.
func (g *treePainter) shortened(name string, n *treemap.Node, width float32) string {
	if n.ID.Rest > 0 {
		if g.Width(canvas.SmallB, name) > width {
			name = "Other"
		}
		if g.Width(canvas.SmallB, name) > width {
			return ""
		}
		return name
	}
	if site, _, isSite := strings.Cut(name, "("); isSite && site != "" { // class and method are enough
		at := strings.LastIndexByte(site[:max(strings.LastIndexByte(site, '.'), 0)], '.') + 1
		if g.Width(canvas.SmallB, name) > width {
			name = site[at:]
		}
	}
	for _, sign := range []string{"", ".", "$"} {
		if sign != "" {
			name = name[strings.LastIndex(name, sign)+len(sign):]
		}
		if g.Width(canvas.SmallB, name) <= width {
			return name
		}
	}
	short := g.Types.Fit(name, canvas.SmallB.Size*g.Scale, canvas.SmallB.Weight, width*g.Scale, false)
	if len([]rune(short)) < minLetters {
		return ""
	}
	return short
}

// minLetters is the minimum length of a shortened name.
const minLetters = 6
