package ui

import (
	"image/color"
	"strings"

	"memcity/city"
	"memcity/layout"
)

// treeLook is how a tree is drawn.
type treeLook struct {
	name   string
	labels bool
	keys   bool        // it can be walked by keys
	global city.TreeID // what lies outside of this node is faint, if focus is set
	focus  bool
}

// treePainter paints one drawing.
type treePainter struct {
	*canvas
	look    treeLook
	room    box
	drawing *treeDrawing
	picture *city.TreePicture
	pose    treePose // now
	blend   float32  // from one form to that of the drawing; 1 if it does not change
	before  treeForm
	rolls   *unrolling // from one to the other of sunburst and icicle plot
	pic     raster
}

// Lengths in dp.
const (
	treeGap      = 1    // between nodes
	treeLeastPx  = 0.35 // narrower ones are not painted
	treeLabelGap = 5
)

// drawTree draws a tree and takes what is done in it.
func (c *canvas) drawTree(id string, b box, p *city.TreePicture, look treeLook) {
	if b.w < 30 || b.h < 30 {
		return
	}
	l := &c.local.trees
	d := l.drawings[id]
	if d == nil {
		d = &treeDrawing{}
		l.drawings[id] = d
	}
	c.aim(d, p, look.keys && l.entered)
	g := c.treePainter(b, d, look)
	if !c.sheet {
		g.take(id)
	}
	g.paint()
}

func (c *canvas) treePainter(b box, d *treeDrawing, look treeLook) *treePainter {
	g := &treePainter{canvas: c, look: look, room: b.inset(3, 3), drawing: d, picture: d.picture, pose: d.present(), blend: 1, before: d.pose.form}
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

// paint paints all nodes, then their names and what stands out.
func (g *treePainter) paint() {
	g.inkBox(&g.pic, g.room.grown(3, 3), 0, g.card)
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
	g.ink(&g.pic, g.room.grown(3, 3), &g.drawing.rastered)
	g.marks()
	if g.look.labels && g.blend == 1 && g.pose.form != asPlan {
		g.labels()
	}
}

// fillNode paints the area of a node.
func (g *treePainter) fillNode(p *city.TreePicture, n *city.TreeNode, s layout.Span) {
	outline := g.outline(n.ID, s, treeGap)
	if outline == nil {
		return
	}
	g.inkPolygon(&g.pic, outline, g.fillColor(p, n))
}

// fillColor is the colour of a node here: faint if it is not below what is drilled into.
func (g *treePainter) fillColor(p *city.TreePicture, n *city.TreeNode) color.NRGBA {
	col := g.nodeColor(p, n)
	if g.look.focus && !g.within(n) {
		col = mixed(g.card, col, 0.3)
	}
	if g.local.trees.hover.is(n.ID) {
		col = mixed(col, g.theme.text, 0.12)
	}
	return col
}

// within reports whether a node is what is drilled into, or below it.
func (g *treePainter) within(n *city.TreeNode) bool {
	root, s := g.look.global, g.picture.Series
	if root.Rest == 0 {
		return n.ID.Node >= root.Node && n.ID.Node < s.Nodes[root.Node].End
	}
	if n.ID.Node == root.Node {
		return n.ID.Rest >= root.Rest
	}
	return false // what is told apart is not in the rest
}

func (s treeSpot) is(id city.TreeID) bool { return s.there && s.id == id }

// marks frames what is selected, what is drilled into, what the pointer is over, and where keys are.
func (g *treePainter) marks() {
	l, s := &g.local.trees, &g.model.State
	if g.look.focus && g.look.global != (city.TreeID{}) {
		g.frameNode(g.look.global, 1.5, g.theme.text)
	}
	if !g.sheet {
		for _, key := range s.Selected() {
			if node, ok := g.picture.Series.Find(key); ok && key != "" && node != g.picture.Nodes[0].ID.Node && !(g.look.focus && node == g.look.global.Node) {
				g.frameNode(city.TreeID{Node: node}, 2, g.accent)
			}
		}
	}
	if l.hover.there && !g.sheet {
		g.frameNode(l.hover.id, 2, g.theme.text)
	}
	if ctl := g.controls["tree/local"]; g.look.keys && ctl != nil && ctl.focus && g.byKey && l.cursor.there {
		g.frameNode(l.cursor.id, 2.5, g.link)
	}
}

// frameNode draws a line along the border of a node.
func (g *treePainter) frameNode(id city.TreeID, width float32, col color.NRGBA) {
	s, ok := g.pose.spans[id]
	if !ok {
		return
	}
	outline := g.outline(id, s, treeGap)
	if outline == nil {
		return
	}
	if g.blend == 1 && g.pose.form == asSunburst && s.Share() > 1-1e-9 { // no seam
		half := len(outline) / 2
		if s.Top > 0 {
			g.polyline(outline[:half], width, col)
		}
		g.polyline(outline[half:], width, col)
		return
	}
	g.polyline(append(outline, outline[0], outline[1]), width, col)
}

// labels writes names where they fit.
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

// Heights of labels in dp, of one line and of two.
const (
	treeLine     = 15
	treeTwoLines = 29
	treeShortest = 30 // narrower ones are left out
)

// labelRoom returns the box for the label of a node.
func (g *treePainter) labelRoom(n *city.TreeNode, s layout.Span) (box, bool) {
	if g.pose.form == asIcicle {
		b := g.bar(s).inset(treeLabelGap, 1)
		return b, b.h >= treeLine-1 && b.w >= treeShortest
	}
	middle, radius := g.disc()
	r := s.Sunburst(g.pose.levels)
	r.Inner, r.Outer = r.Inner*radius, r.Outer*radius
	best := box{}
	for _, high := range []float64{treeTwoLines, treeLine} {
		x, z, w := r.Within(high)
		if w -= 2 * 3; w < treeShortest {
			continue
		}
		best = box{middle.x + float32(x-w/2), middle.y + float32(z-high/2), float32(w), float32(high)}
		if high == treeLine || g.width(smallB, g.labelName(n)) <= best.w {
			return best, true
		}
	}
	return best, best.w > 0
}

// labelName is a name as it stands in the drawing.
func (g *treePainter) labelName(n *city.TreeNode) string {
	if n.ID.Rest > 0 {
		return "Other " + Count(int64(n.Groups))
	}
	return oneLine(g.picture.Name(n, true))
}

// label writes the name of a node into a box, with its value if there is room for both.
func (g *treePainter) label(b box, n *city.TreeNode) {
	name := g.labelName(n)
	fore := onColor(g.fillColor(g.picture, n))
	short := g.shortened(name, n, b.w)
	if short == "" {
		return
	}
	al := center
	if g.pose.form == asIcicle {
		al = left
	}
	value := ShortAmount(g.model.State.Settings.Metric, n.Value)
	if n.Level > 0 && n.Value > 0 {
		value += "  " + Percent(n.Value, g.picture.Nodes[0].Value)
	}
	if b.h < treeTwoLines-1 || g.width(small, value) > b.w {
		if b.h >= treeTwoLines-1 && g.width(small, ShortAmount(g.model.State.Settings.Metric, n.Value)) <= b.w {
			value = ShortAmount(g.model.State.Settings.Metric, n.Value)
		} else {
			value = ""
		}
	}
	lines := b.middle(treeLine)
	if value != "" {
		lines = b.middle(treeTwoLines).withHeight(treeLine)
		g.draw(lines.moved(0, 13), small, al, fore, value)
	}
	g.draw(lines, smallB, al, fore, short)
}

// shortened returns as much of a name as a label of a width can show, from its end on; empty if that says too little.
func (g *treePainter) shortened(name string, n *city.TreeNode, width float32) string {
	if n.ID.Rest > 0 {
		if g.width(smallB, name) > width {
			name = "Other"
		}
		if g.width(smallB, name) > width {
			return ""
		}
		return name
	}
	if site, _, isSite := strings.Cut(name, "("); isSite && site != "" { // a class and its method are enough
		at := strings.LastIndexByte(site[:max(strings.LastIndexByte(site, '.'), 0)], '.') + 1
		if g.width(smallB, name) > width {
			name = site[at:]
		}
	}
	for _, sign := range []string{"", ".", "$"} {
		if sign != "" {
			name = name[strings.LastIndex(name, sign)+len(sign):]
		}
		if g.width(smallB, name) <= width {
			return name
		}
	}
	short := g.types.fit(name, smallB.size*g.scale, smallB.weight, width*g.scale, false)
	if len([]rune(short)) < leastLetters {
		return ""
	}
	return short
}

// leastLetters is how short a name may become.
const leastLetters = 6
