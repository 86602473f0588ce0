package graph

import (
	"image/color"
	"strings"

	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	wordspkg "memcity/words"
)

// graphPalette contains the colors of the graph view.
type graphPalette struct {
	node, chosen, root graphColor
	strongest          color.NRGBA
	edge               color.NRGBA
}

// graphColor contains the colors of a box.
type graphColor struct{ ground, border color.NRGBA }

var (
	lightGraph = graphPalette{
		node: graphColor{canvas.Rgb(0xeef3f9), canvas.Rgb(0x8a9bb0)}, chosen: graphColor{canvas.Rgb(0xfff3d1), canvas.Rgb(0xb98900)},
		root:      graphColor{canvas.Rgb(0xe9e5f9), canvas.Rgb(0x7a64c0)},
		strongest: canvas.Rgb(0xc62828), edge: canvas.Rgb(0xa9b6c6),
	}
	darkGraph = graphPalette{
		node: graphColor{canvas.Rgb(0x222c38), canvas.Rgb(0x64768c)}, chosen: graphColor{canvas.Rgb(0x3d3212), canvas.Rgb(0xd8a930)},
		root:      graphColor{canvas.Rgb(0x2f294e), canvas.Rgb(0x9a86e0)},
		strongest: canvas.Rgb(0xff6b5e), edge: canvas.Rgb(0x56657a),
	}
)

func (view *View) graphColors(c *widget.Canvas) *graphPalette {
	if c.Theme == &canvas.DarkTheme {
		return &darkGraph
	}
	return &lightGraph
}

// graphPainter draws the visible part of a picture.
type graphPainter struct {
	*widget.Canvas
	*graphPalette
	of      *View
	view    *graphView
	picture *graphs.Picture
	labels  []edgeLabel
	current int       // current node; -1 for none
	hover   graphSpot // under the pointer
	sheet   bool      // drawing for a file, without controls
	raster  canvas.Raster
}

func (view *View) graphPainter(c *widget.Canvas, p *graphs.Picture) *graphPainter {
	l := view
	g := &graphPainter{Canvas: c, of: view, graphPalette: view.graphColors(c), view: &l.view, picture: p,
		current: p.Find(l.node), hover: l.hover}
	if at := (labelsAt{p, l.view.zoom, c.Scale, c.Types.Heavy}); l.labelsAt != at {
		l.labelsAt, l.labels = at, g.placeLabels()
	}
	g.labels = l.labels
	return g
}

// Minimum zooms for details, which would be illegible below.
const (
	fullGraphZoom  = 0.5  // numbers and handles
	namedGraphZoom = 0.25 // names
)

// draw draws edges, then boxes, then labels. The strongest path is above other edges. Parts that depend on the pointer come last, so that
// little is repainted.
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
	g.Ink(&g.raster, g.view.area)
	g.drawHover(shapes)
	for i := range g.picture.Nodes {
		g.nodeText(i)
	}
	for i := range shapes {
		g.label(i)
	}
	if !g.sheet {
		g.pinnedRoots()
	}
}

// drawHover marks the element under the pointer and the current node.
func (g *graphPainter) drawHover(shapes []edgeShape) {
	if g.sheet {
		return
	}
	switch s := g.hover; s.kind {
	case overEdge:
		e := &shapes[s.index]
		for _, run := range visibleRuns(e.points, g.Window.Inset(-e.width, -e.width)) {
			g.Polyline(run, e.width, g.Link)
		}
		g.Polygon(e.head(g.view.zoom), g.Link)
	case overNode:
		n := &g.picture.Nodes[s.index]
		radius, width, col := g.nodeLook(n)
		g.of.graphBox(g.Canvas, g.view.node(n), graphColor{canvas.Mixed(col.ground, g.Theme.Head, 0.07), col.border}, radius, width, n.Queried)
		g.nodeBar(n, g.Fill)
	}
	if g.current >= 0 {
		n := &g.picture.Nodes[g.current]
		radius, _, _ := g.nodeLook(n)
		g.Frame(g.view.node(n).Inset(-4, -4), radius+4, 2, g.Link)
		g.handles(n, g.Fill)
	}
	if n := g.hover.node(); n >= 0 {
		g.handles(&g.picture.Nodes[n], g.Fill)
	}
	if s := g.hover; s.kind == overIn || s.kind == overOut {
		g.handle(g.view.handle(&g.picture.Nodes[s.index], s.kind == overIn), g.Accent, g.On, g.Fill)
	}
}

// graphBox paints a box with its border, which is double if set.
func (view *View) graphBox(c *widget.Canvas, b canvas.Box, col graphColor, radius, width float32, double bool) {
	graphBox(b, col, radius, width, double, c.Fill)
}

// filler fills a box with round corners.
type filler func(b canvas.Box, radius float32, col color.NRGBA)

func graphBox(b canvas.Box, col graphColor, radius, width float32, double bool, fill filler) {
	fill(b, radius, col.border)
	fill(b.Inset(width, width), max(radius-width, 0), col.ground)
	if double {
		const gap = 2
		in := width + gap
		fill(b.Inset(in, in), max(radius-in, 0), col.border)
		fill(b.Inset(in+1, in+1), max(radius-in-1, 0), col.ground)
	}
}

func (g *graphPainter) inkFill(b canvas.Box, radius float32, col color.NRGBA) {
	g.InkBox(&g.raster, b, radius, col)
}

// nodeLook returns the style of a box.
func (g *graphPainter) nodeLook(n *graphs.Node) (radius, width float32, col graphColor) {
	radius, width, col = 5*g.view.zoom, 1, g.graphPalette.node
	switch {
	case n.Root:
		radius, col = g.view.zoom*float32(n.H)/2, g.root
	case n.Queried:
		radius, col = 2*g.view.zoom, g.chosen
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
	if g.Hidden(b) {
		return
	}
	radius, width, col := g.nodeLook(n)
	graphBox(b, col, radius, width, n.Queried && g.view.zoom >= namedGraphZoom, g.inkFill)
	g.nodeBar(n, g.inkFill)
	if !g.sheet {
		g.Items = append(g.Items, model.Item{Panel: g.Panel, Kind: "node", Text: wordspkg.OneLine(n.Title), Value: nodeValue(n),
			Rect:    g.Visible(b),
			Focused: i == g.current && g.Focused == graphArea})
	}
}

// nodeRows returns the rows in a box: name, numbers, and the number of objects kept alive. Numbers that do not fit have an empty box.
func (g *graphPainter) nodeRows(n *graphs.Node) (name, numbers, alive canvas.Box) {
	z := g.view.zoom
	b := g.view.node(n)
	if n.Root {
		b = b.Inset(17*z, 0)
	} else {
		b = b.Inset(11*z, 0)
	}
	const step = canvas.LeastSize * 1.2
	high, middle, low := max(19*z, step), max(16*z, step), max(15*z, step)
	const borders = 8 // both borders, with gaps
	if high+middle+low > b.H-borders {
		middle = 0
	}
	b.Y += (b.H - high - middle - low) * 0.45
	b.H = high + middle + low
	return b.CutTop(high), b.CutTop(middle), b.CutTop(low)
}

// aliveText returns the number in the last row of a box.
func (g *graphPainter) aliveText(n *graphs.Node) (st canvas.Style, text string, width float32) {
	st, text = g.zoomed(graphSmall), wordspkg.Count(n.Alive)
	return st, text, g.Width(st, text)
}

// nodeBar paints the share of the queried objects that a node keeps alive.
func (g *graphPainter) nodeBar(n *graphs.Node, fill filler) {
	z := g.view.zoom
	if z < fullGraphZoom || n.Queried {
		return
	}
	_, _, row := g.nodeRows(n)
	_, _, w := g.aliveText(n)
	row.CutRight(w + 8*z)
	col := g.Dim
	if n.Strongest {
		col = g.strongest
	}
	track := row.Middle(5 * z)
	fill(track, track.H/2, canvas.Mixed(g.Card, g.Theme.Head, 0.16))
	if n.Alive > 0 {
		share := float32(min(float64(n.Alive)/float64(max(g.picture.Queried.Objects, 1)), 1))
		fill(canvas.Rect(track.X, track.Y, max(track.W*share, track.H), track.H), track.H/2, col)
	}
}

// nodeText draws the texts in a box: the name and, if legible, the numbers.
func (g *graphPainter) nodeText(i int) {
	n := &g.picture.Nodes[i]
	z := g.view.zoom
	b := g.view.node(n)
	if z < namedGraphZoom || g.Hidden(b) {
		return
	}
	name := g.zoomed(graphName)
	if z < fullGraphZoom {
		g.nodeNameIn(b.Inset(8*z, 0), name, canvas.Center, n)
		return
	}
	top, middle, bottom := g.nodeRows(n)
	g.nodeNameIn(top, name, canvas.Left, n)
	line, number, _ := g.aliveText(n)
	if !middle.Empty() {
		g.fitted(middle, line, canvas.Left, g.Dim, nodeSize(n))
	}
	g.Canvas.Draw(bottom, line, canvas.Right, g.Theme.Text, number)
	if n.Queried {
		g.fitted(bottom, line, canvas.Left, g.Dim, "selected")
	}
}

// fitted draws a line cut to fit, without listing it.
func (g *graphPainter) fitted(b canvas.Box, st canvas.Style, al canvas.Align, col color.NRGBA, s string) {
	g.Canvas.Draw(b, st, al, col, g.Types.Fit(wordspkg.OneLine(s), st.Size*g.Scale, st.Weight, b.W*g.Scale+0.5, false))
}

// nodeNameIn draws the name of a node. A GC root whose name is too long shows first what differs from other roots.
func (g *graphPainter) nodeNameIn(b canvas.Box, st canvas.Style, al canvas.Align, n *graphs.Node) {
	name := nodeName(n)
	if n.Root && g.Width(st, wordspkg.OneLine(name)) > b.W {
		if distinct := g.rootName(n); distinct != wordspkg.OneLine(name) {
			g.fitted(b, st, al, g.Theme.Text, distinct)
			return
		}
	}
	g.nameIn(b, st, al, name)
}

// nameIn draws a name. If it is too long, it uses a smaller size, then removes packages from the left, and finally cuts the class.
func (g *graphPainter) nameIn(b canvas.Box, st canvas.Style, al canvas.Align, name string) {
	const tighter = 0.86
	name = wordspkg.OneLine(name)
	tight := canvas.Style{Size: max(st.Size*tighter, canvas.LeastSize), Weight: st.Weight}
	for short, rest := name, name; ; short = "…" + rest {
		for _, st := range []canvas.Style{st, tight} {
			if g.Width(st, short) <= b.W {
				g.Canvas.Draw(b, st, al, g.Theme.Text, short)
				return
			}
		}
		class, _, _ := strings.Cut(rest, "(") // the file follows
		at := strings.IndexByte(class, '.')
		if at < 0 {
			g.Canvas.Draw(b, st, al, g.Theme.Text, g.Types.Fit(short, st.Size*g.Scale, st.Weight, b.W*g.Scale+0.5, true))
			return
		}
		rest = rest[at+1:]
	}
}

// Text styles in the picture at zoom 1.
var (
	graphName  = canvas.Style{Size: 14, Weight: canvas.Title.Weight}
	graphSmall = canvas.Style{Size: 12.25, Weight: canvas.Small.Weight}
)

// zoomed returns a style scaled by the zoom, but not below the minimum size. Sizes are in steps, so that shaped lines can be reused.
func (g *graphPainter) zoomed(st canvas.Style) canvas.Style {
	const step = 0.25
	st.Size = max(float32(int(st.Size*g.view.zoom/step+0.5))*step, canvas.LeastSize)
	return st
}

// nodeName returns the name of a node: the type, or the GC root without its kind.
func nodeName(n *graphs.Node) string {
	if name := strings.TrimSpace(strings.TrimPrefix(n.Title, n.Kind)); n.Root && name != "" {
		return name
	}
	return n.Title
}

// nodeSize returns the second line of a box.
func nodeSize(n *graphs.Node) string {
	if n.Root {
		return n.Kind
	}
	return wordspkg.Amount(trees.Objects, n.Objects) + " · " + wordspkg.Size(n.Bytes)
}

// nodeValue describes the content of a box.
func nodeValue(n *graphs.Node) string {
	var parts []string
	if n.Root {
		parts = append(parts, "GC root")
	} else {
		parts = append(parts, wordspkg.Amount(trees.Objects, n.Objects), wordspkg.Size(n.Bytes))
	}
	if n.Queried {
		parts = append(parts, "selected")
	} else {
		parts = append(parts, "keeps "+wordspkg.Count(n.Alive)+" alive")
	}
	if n.Strongest {
		parts = append(parts, "on the strongest path")
	}
	return strings.Join(parts, ", ")
}

// handle returns the box of a node's handle: the upper one adds incoming references, the lower one outgoing ones.
func (v *graphView) handle(n *graphs.Node, in bool) canvas.Box {
	b := v.node(n)
	side := min(max(15*v.zoom, 12), 20)
	at := b.Bottom()
	if in {
		at = b.Y
	}
	return canvas.Rect(b.X-side*0.4, at-side/2, side, side)
}

// hasHandle reports whether a node shows a handle for incoming or for outgoing references.
func (g *graphPainter) hasHandle(n *graphs.Node, in bool) bool {
	can := n.CanOut
	if in {
		can = n.CanIn
	}
	return can && !g.sheet && g.view.zoom >= fullGraphZoom && !g.Hidden(g.view.handle(n, in))
}

// handles paints the visible handles of a node.
func (g *graphPainter) handles(n *graphs.Node, fill filler) {
	for _, in := range []bool{true, false} {
		if g.hasHandle(n, in) {
			g.handle(g.view.handle(n, in), g.Card, g.Link, fill)
		}
	}
}

func (g *graphPainter) listHandles(n *graphs.Node) {
	for _, in := range []bool{true, false} {
		words := "Referenced by "
		if in {
			words = "References to "
		}
		if g.hasHandle(n, in) {
			g.Items = append(g.Items, model.Item{Panel: g.Panel, Kind: "button", Text: words + wordspkg.OneLine(n.Title),
				Rect: g.Visible(g.view.handle(n, in))})
		}
	}
}

func (g *graphPainter) handle(b canvas.Box, ground, fore color.NRGBA, fill filler) {
	graphBox(b, graphColor{ground, g.Link}, b.H/2, 1, false, fill)
	arm := b.W * 0.5
	fill(b.Centered(arm, 1.5), 0, fore)
	fill(b.Centered(1.5, arm), 0, fore)
}
