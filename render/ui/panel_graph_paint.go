package ui

import (
	"image/color"
	"strings"

	"memcity/city"
	"memcity/city/heapgraph"
	"memcity/layout"
)

// graphPalette are the colours of the graph view.
type graphPalette struct {
	node, asked, root graphColor
	strongest         color.NRGBA
	edge              color.NRGBA
}

// graphColor is the ground and the border of a box.
type graphColor struct{ ground, border color.NRGBA }

var (
	lightGraph = graphPalette{
		node: graphColor{rgb(0xeef3f9), rgb(0x8a9bb0)}, asked: graphColor{rgb(0xfff3d1), rgb(0xb98900)}, root: graphColor{rgb(0xe9e5f9), rgb(0x7a64c0)},
		strongest: rgb(0xc62828), edge: rgb(0xa9b6c6),
	}
	darkGraph = graphPalette{
		node: graphColor{rgb(0x222c38), rgb(0x64768c)}, asked: graphColor{rgb(0x3d3212), rgb(0xd8a930)}, root: graphColor{rgb(0x2f294e), rgb(0x9a86e0)},
		strongest: rgb(0xff6b5e), edge: rgb(0x56657a),
	}
)

func (c *canvas) graphColors() *graphPalette {
	if c.theme == &darkTheme {
		return &darkGraph
	}
	return &lightGraph
}

// graphPainter draws a picture as far as it is in the area of a view.
type graphPainter struct {
	*canvas
	*graphPalette
	view    *graphView
	picture *city.GraphPicture
	labels  []layout.Rect
	current int       // node that keys speak of, -1 for none
	hover   graphSpot // under the pointer
	sheet   bool      // for a file: nothing that can be pressed
	raster  raster
}

func (c *canvas) graphPainter(p *city.GraphPicture) *graphPainter {
	l := &c.local.graph
	if l.labelsOf != p {
		l.labelsOf, l.labels = p, heapgraph.Labels(p)
	}
	return &graphPainter{canvas: c, graphPalette: c.graphColors(), view: &l.view, picture: p, labels: l.labels,
		current: p.Find(l.node), hover: l.hover}
}

// Zooms below which things are left out, as they could not be made out.
const (
	fullGraphZoom  = 0.5  // numbers, handles
	namedGraphZoom = 0.22 // names
)

// draw draws edges, then boxes, then the numbers on edges. Edges of the strongest path lie over others. What changes with
// the pointer lies over all of it, so that the picture below can be kept.
func (g *graphPainter) draw() {
	shapes := make([]edgeShape, len(g.picture.Edges))
	for i := range shapes {
		shapes[i] = g.shape(i)
	}
	for _, strongest := range []bool{false, true} {
		for i := range shapes {
			if g.picture.Edges[i].Strongest == strongest {
				g.edge(i, &shapes[i])
			}
		}
	}
	for i := range g.picture.Nodes {
		g.node(i)
	}
	for i := range shapes {
		g.labelGround(i)
	}
	for i := range g.picture.Nodes {
		g.handles(&g.picture.Nodes[i], g.inkFill)
		g.listHandles(&g.picture.Nodes[i])
	}
	g.ink(&g.raster, g.view.area, &g.local.graph.rastered)
	g.drawHover(shapes)
	for i := range g.picture.Nodes {
		g.nodeText(i)
	}
	for i := range shapes {
		g.label(i)
	}
}

// drawHover marks what is under the pointer and the node that keys speak of.
func (g *graphPainter) drawHover(shapes []edgeShape) {
	if g.sheet {
		return
	}
	switch s := g.hover; s.kind {
	case overEdge:
		e := &shapes[s.index]
		for _, run := range visibleRuns(e.points, g.window.inset(-e.width, -e.width)) {
			g.polyline(run, e.width, g.link)
		}
		g.polygon(e.head(g.view.zoom), g.link)
	case overNode:
		n := &g.picture.Nodes[s.index]
		radius, width, col := g.nodeLook(n)
		g.graphBox(g.view.node(n), graphColor{mixed(col.ground, g.theme.head, 0.07), col.border}, radius, width, n.Asked)
		g.nodeBar(n, g.fill)
	}
	if g.current >= 0 {
		n := &g.picture.Nodes[g.current]
		radius, _, _ := g.nodeLook(n)
		g.frame(g.view.node(n).inset(-4, -4), radius+4, 2, g.link)
		g.handles(n, g.fill)
	}
	if n := g.hover.node(); n >= 0 {
		g.handles(&g.picture.Nodes[n], g.fill)
	}
	if s := g.hover; s.kind == overIn || s.kind == overOut {
		g.handle(g.view.handle(&g.picture.Nodes[s.index], s.kind == overIn), g.accent, g.on, g.fill)
	}
}

// graphBox paints a box with its border; two of them if double is set.
func (c *canvas) graphBox(b box, col graphColor, radius, width float32, double bool) {
	graphBox(b, col, radius, width, double, c.fill)
}

// filler paints a box with round corners.
type filler func(b box, radius float32, col color.NRGBA)

func graphBox(b box, col graphColor, radius, width float32, double bool, fill filler) {
	fill(b, radius, col.border)
	fill(b.inset(width, width), max(radius-width, 0), col.ground)
	if double {
		const gap = 2
		in := width + gap
		fill(b.inset(in, in), max(radius-in, 0), col.border)
		fill(b.inset(in+1, in+1), max(radius-in-1, 0), col.ground)
	}
}

func (g *graphPainter) inkFill(b box, radius float32, col color.NRGBA) {
	g.inkBox(&g.raster, b, radius, col)
}

// nodeLook returns how a box is painted.
func (g *graphPainter) nodeLook(n *city.GraphNode) (radius, width float32, col graphColor) {
	radius, width, col = 5*g.view.zoom, 1, g.graphPalette.node
	switch {
	case n.Root:
		radius, col = g.view.zoom*float32(n.H)/2, g.root
	case n.Asked:
		radius, col = 2*g.view.zoom, g.asked
	}
	if n.Strongest {
		width, col.border = 2, g.strongest
	}
	return radius, width, col
}

// node paints a box.
func (g *graphPainter) node(i int) {
	n := &g.picture.Nodes[i]
	b := g.view.node(n)
	if g.hidden(b) {
		return
	}
	radius, width, col := g.nodeLook(n)
	graphBox(b, col, radius, width, n.Asked && g.view.zoom >= namedGraphZoom, g.inkFill)
	g.nodeBar(n, g.inkFill)
	if !g.sheet {
		g.items = append(g.items, Item{Panel: g.panel, Kind: "node", Text: oneLine(n.Title), Value: nodeValue(n), Rect: g.visible(b),
			Focused: i == g.current && g.focused == graphArea})
	}
}

// nodeRows are the rows in a box: name, numbers, and what it keeps alive.
func (g *graphPainter) nodeRows(n *city.GraphNode) (name, numbers, alive box) {
	z := g.view.zoom
	b := g.view.node(n)
	if n.Root {
		b = b.inset(17*z, 0)
	} else {
		b = b.inset(11*z, 0)
	}
	b.y += 4.5 * z
	return b.cutTop(19 * z), b.cutTop(16 * z), b.cutTop(15 * z)
}

// aliveText is the number in the last row of a box.
func (g *graphPainter) aliveText(n *city.GraphNode) (st style, text string, width float32) {
	st, text = g.zoomed(graphSmall), Count(n.Alive)
	return st, text, g.width(st, text)
}

// nodeBar paints how many of the objects asked about a node keeps alive.
func (g *graphPainter) nodeBar(n *city.GraphNode, fill filler) {
	z := g.view.zoom
	if z < fullGraphZoom || n.Asked {
		return
	}
	_, _, row := g.nodeRows(n)
	_, _, w := g.aliveText(n)
	row.cutRight(w + 8*z)
	col := g.dim
	if n.Strongest {
		col = g.strongest
	}
	track := row.middle(5 * z)
	fill(track, track.h/2, mixed(g.card, g.theme.head, 0.16))
	if n.Alive > 0 {
		share := float32(min(float64(n.Alive)/float64(max(g.picture.Asked.Objects, 1)), 1))
		fill(box{track.x, track.y, max(track.w*share, track.h), track.h}, track.h/2, col)
	}
}

// nodeText sets what stands in a box: the name and, where that can be read, the numbers.
func (g *graphPainter) nodeText(i int) {
	n := &g.picture.Nodes[i]
	z := g.view.zoom
	b := g.view.node(n)
	if z < namedGraphZoom || g.hidden(b) {
		return
	}
	name := g.zoomed(graphName)
	if z < fullGraphZoom {
		name.size = max(name.size, 7.5)
		g.nameIn(b.inset(8*z, 0), name, center, nodeName(n))
		return
	}
	top, middle, bottom := g.nodeRows(n)
	g.nameIn(top, name, left, nodeName(n))
	line, number, _ := g.aliveText(n)
	g.fitted(middle, line, left, g.dim, nodeSize(n))
	g.canvas.draw(bottom, line, right, g.theme.text, number)
	if n.Asked {
		g.fitted(bottom, line, left, g.dim, "asked about")
	}
}

// fitted sets a line that is shortened to fit, without listing it.
func (g *graphPainter) fitted(b box, st style, al align, col color.NRGBA, s string) {
	g.canvas.draw(b, st, al, col, g.types.fit(oneLine(s), st.size*g.scale, st.weight, b.w*g.scale+0.5, false))
}

// nameIn sets a name. If it is too long it is set tighter, then packages are left out from the left, as far as the class
// itself goes.
func (g *graphPainter) nameIn(b box, st style, al align, name string) {
	const tighter = 0.86
	name = oneLine(name)
	tight := style{st.size * tighter, st.weight}
	for short, rest := name, name; ; short = "…" + rest {
		for _, st := range []style{st, tight} {
			if g.width(st, short) <= b.w {
				g.canvas.draw(b, st, al, g.theme.text, short)
				return
			}
		}
		class, _, _ := strings.Cut(rest, "(") // a file follows
		at := strings.IndexByte(class, '.')
		if at < 0 {
			g.canvas.draw(b, st, al, g.theme.text, g.types.fit(short, st.size*g.scale, st.weight, b.w*g.scale+0.5, true))
			return
		}
		rest = rest[at+1:]
	}
}

// Texts in the picture at zoom 1.
var (
	graphName  = style{14, title.weight}
	graphSmall = style{12.25, small.weight}
)

// zoomed is a style at the zoom of the view. Sizes are in steps, so that lines of text can be used again.
func (g *graphPainter) zoomed(st style) style {
	const step = 0.25
	st.size = max(float32(int(st.size*g.view.zoom/step+0.5)), 1) * step
	return st
}

// nodeName is what a node is: the type, or the GC root without its kind.
func nodeName(n *city.GraphNode) string {
	if name := strings.TrimSpace(strings.TrimPrefix(n.Title, n.Kind)); n.Root && name != "" {
		return name
	}
	return n.Title
}

// nodeSize is the second line of a box.
func nodeSize(n *city.GraphNode) string {
	if n.Root {
		return n.Kind
	}
	return Amount(city.Objects, n.Objects) + " · " + Size(n.Bytes)
}

// nodeValue says in words what a box shows.
func nodeValue(n *city.GraphNode) string {
	var parts []string
	if n.Root {
		parts = append(parts, "GC root")
	} else {
		parts = append(parts, Amount(city.Objects, n.Objects), Size(n.Bytes))
	}
	if n.Asked {
		parts = append(parts, "asked about")
	} else {
		parts = append(parts, "keeps "+Count(n.Alive)+" alive")
	}
	if n.Strongest {
		parts = append(parts, "on the strongest path")
	}
	return strings.Join(parts, ", ")
}

// handle returns where a handle of a node is: the one at the top adds what refers to it, the other one what it refers to.
func (v *graphView) handle(n *city.GraphNode, in bool) box {
	b := v.node(n)
	side := min(max(15*v.zoom, 12), 20)
	at := b.bottom()
	if in {
		at = b.y
	}
	return box{b.x - side*0.4, at - side/2, side, side}
}

// hasHandle reports whether a node is shown with a handle for what refers to it, or for what it refers to.
func (g *graphPainter) hasHandle(n *city.GraphNode, in bool) bool {
	can := n.CanOut
	if in {
		can = n.CanIn
	}
	return can && !g.sheet && g.view.zoom >= fullGraphZoom && !g.hidden(g.view.handle(n, in))
}

// handles paints the handles of a node, for what there is to be added.
func (g *graphPainter) handles(n *city.GraphNode, fill filler) {
	for _, in := range []bool{true, false} {
		if g.hasHandle(n, in) {
			g.handle(g.view.handle(n, in), g.card, g.link, fill)
		}
	}
}

func (g *graphPainter) listHandles(n *city.GraphNode) {
	for _, in := range []bool{true, false} {
		words := "What is referred to by "
		if in {
			words = "What refers to "
		}
		if g.hasHandle(n, in) {
			g.items = append(g.items, Item{Panel: g.panel, Kind: "button", Text: words + oneLine(n.Title), Rect: g.visible(g.view.handle(n, in))})
		}
	}
}

func (g *graphPainter) handle(b box, ground, fore color.NRGBA, fill filler) {
	graphBox(b, graphColor{ground, g.link}, b.h/2, 1, false, fill)
	arm := b.w * 0.5
	fill(b.centered(arm, 1.5), 0, fore)
	fill(b.centered(1.5, arm), 0, fore)
}
