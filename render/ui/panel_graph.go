package ui

import (
	"memcity/city"
	"memcity/layout"
)

// graphLocal is what the graph view keeps of its own.
type graphLocal struct {
	recording any                // that the picture is of
	picture   *city.GraphPicture // drawn; while the next one is computed, the one before
	view      graphView
	node      string // key of the node that keys speak of; empty for none
	edge      int    // that a menu was opened for
	anchor    string // key of the node that stays where it is when the next picture comes
	hover     graphSpot
	hoverAt   point     // of the pointer when it came there
	press     graphSpot // under the pointer when the button went down
	grip      point     // of the pointer when the picture was moved last
	moving    bool      // the picture follows the pointer
	wheel     byte      // its address is Gio's tag for the wheel
	rastered  rastered
	labels    []layout.Rect
	labelsOf  *city.GraphPicture
}

// graphWidth is the width in dp beside the title from which on all buttons have room.
const graphWidth = 476

// drawGraph draws the graph view: the strongest path in words, and the picture of the heap graph.
func drawGraph(c *canvas, b box) {
	p, state := c.graphToShow()
	head := drawViewHead(c, &b, "Graph")
	b.cutTop(4)
	b.cutBottom(8)
	if p == nil || p.NoReferences {
		drawGraphState(c, b, state)
		return
	}
	drawGraphButtons(c, &head, p)
	c.text(head, body, left, c.dim, graphAsked(p))
	drawGraphStory(c, &b, p)
	drawGraphFoot(c, &b, p)
	drawGraphArea(c, b, p, state == graphBusy)
}

// graphAsked says what is asked about.
func graphAsked(p *city.GraphPicture) string {
	return "What keeps " + Amount(city.Objects, p.Asked.Objects) + " (" + Size(p.Asked.Bytes) + ") alive"
}

// graphState is why there is no picture, or only an old one.
type graphState uint8

const (
	graphReady graphState = iota
	graphNothing
	graphBusy
	graphStopped // cancelled, or failed
	graphNoObjects
	graphNoReferences
	graphAbsent
)

// graphToShow returns the picture to be drawn, nil for none, and what there is to say about it.
func (c *canvas) graphToShow() (*city.GraphPicture, graphState) {
	m, l := &c.model, &c.local.graph
	if m.Plan == nil || l.recording != m.Plan.Series.Names {
		*l = graphLocal{}
		if m.Plan != nil {
			l.recording = m.Plan.Series.Names
		}
	}
	explored := m.State.Explored()
	if m.Catalog == nil {
		return nil, graphNoObjects
	}
	if !explored.Any() {
		l.picture = nil
		return nil, graphNothing
	}
	if _, absent := m.absent(); absent && len(explored.Objects) == 0 {
		l.picture = nil
		return nil, graphAbsent
	}
	wanted := explored.Ask()
	if p := m.Answers.Graph; p != nil {
		c.takeGraph(p)
		if p.NoReferences {
			return p, graphNoReferences
		}
		if p.Ask.Same(&wanted) {
			return p, graphReady
		}
		return p, graphBusy
	}
	if !m.Answers.Busy && wanted.Same(m.Answers.Ask.Graph) {
		return nil, graphStopped
	}
	return l.picture, graphBusy
}

// takeGraph brings the view from the picture drawn so far to the next one.
func (c *canvas) takeGraph(next *city.GraphPicture) {
	l := &c.local.graph
	before := l.picture
	if before == next {
		return
	}
	l.picture, l.hover, l.press = next, graphSpot{}, graphSpot{}
	switch {
	case before == nil || !before.Ask.SameObjects(&next.Ask):
		l.view, l.node = graphView{}, ""
	case before.Point != next.Point && l.view.fits != fitsNothing:
		l.view.area = box{} // made to fit again
	default:
		l.view.follow(before, next, l.anchor)
	}
	if next.Find(l.node) < 0 {
		l.node = ""
	}
	l.anchor = ""
}

// drawGraphState says why there is no picture, and what to do.
func drawGraphState(c *canvas, b box, state graphState) {
	switch state {
	case graphNoObjects:
		c.emptyView(b, "graph", "Single objects are needed", "This recording holds ready-made memory trees, which tell nothing of single objects and of what refers to them. Heap dumps of a Java virtual machine (HPROF) do.")
	case graphNoReferences:
		c.emptyView(b, "graph", "References are needed", "This recording does not tell which objects refer to which. Heap dumps of a Java virtual machine (HPROF) do.")
	case graphStopped:
		c.emptyView(b, "graph", "No picture", "The graph was not finished.", emptyButton{"Try again", "Compute the graph", AskAgain},
			emptyButton{"Undo the step", "Take back the last step (U)", Do{city.ExploreBack{}}})
	case graphAbsent:
		c.drawAbsent(b)
	case graphBusy:
		c.emptyView(b, "graph", "Looking for what keeps the selection alive …", "")
	default:
		c.emptyView(b, "graph", "Select a group to see what keeps it alive", "Click a building of the city or a row of the heap view, or search for a name. The ways from the GC roots to its objects are then shown here, with the fields that hold them.",
			emptyButton{"Search", "Find a group by its name (Ctrl+F)", ToggleSearch}, emptyButton{"City", "Show the city (Ctrl+1)", Do{city.Show{View: city.CityView}}})
	}
}

// drawAbsent says that the selection has no objects at this GC point.
func (c *canvas) drawAbsent(b box) {
	a, _ := c.model.absent()
	var buttons []emptyButton
	if a.button != "" {
		buttons = []emptyButton{{a.button, "Show the GC point at which it has most objects", Do{a.goTo}}}
	}
	c.emptyView(b, "graph", a.words, a.text, buttons...)
}

// drawGraphButtons draws what can be done with the whole picture, at the right of the head.
func drawGraphButtons(c *canvas, head *box, p *city.GraphPicture) {
	e := c.model.State.Explored()
	const side, gap = 30, 10
	last := head.cutRight(side).centered(side, side)
	if c.iconButton("graph/more", last, "drop", "Save and more", "Save the picture as SVG or PNG, copy it as text, and more", false) {
		c.openMenu(graphMenu, "graph/more", last)
	}
	if head.w < graphWidth-side {
		return
	}
	head.cutRight(gap)
	v := &c.local.graph.view
	if c.iconButton("graph/fit", head.cutRight(side).centered(side, side), "isolate", "Fit", "Show the whole picture (0)", false) {
		v.fit(p)
		c.again = true
	}
	if c.iconButton("graph/in", head.cutRight(side).centered(side, side), "plus", "Zoom in", "Zoom in (+, or the wheel)", v.zoom >= maxGraphZoom) {
		c.zoomGraph(graphZoomStep, v.area.middlePoint())
	}
	c.text(head.cutRight(44), small, center, c.dim, PercentOf(float64(v.zoom)))
	if c.iconButton("graph/out", head.cutRight(side).centered(side, side), "minus", "Zoom out", "Zoom out (−, or the wheel)", v.zoom <= minGraphZoom) {
		c.zoomGraph(1/graphZoomStep, v.area.middlePoint())
	}
	head.cutRight(gap)
	if c.iconButton("graph/reset", head.cutRight(side).centered(side, side), "reset", "Start over", "Go back to the ways to the most interesting GC roots", !e.Begun()) {
		c.do(city.ExploreBack{All: true})
	}
	if c.iconButton("graph/redo", head.cutRight(side).centered(side, side), "redo", "Redo step", "Do the step again (Shift+U)", len(e.Undone) == 0) {
		c.do(city.ExploreForward{})
	}
	if c.iconButton("graph/undo", head.cutRight(side).centered(side, side), "undo", "Undo step", "Take back the last step in the graph (U)", len(e.Steps) == 0) {
		c.do(city.ExploreBack{})
	}
	head.cutRight(gap)
}

// drawGraphStory draws the strongest path in words.
func drawGraphStory(c *canvas, b *box, p *city.GraphPicture) {
	words, known := graphStory(p)
	const pad, gutter = 9, 34
	width := b.w - 2*pad - gutter
	most := 3
	if b.h < 260 {
		most = 1
	}
	lines := c.types.wrap(words, body.size*c.scale, body.weight, width*c.scale)
	if len(lines) > most {
		lines = lines[:most]
		shown := 0
		for _, l := range lines[:most-1] {
			shown += len(l) + 1
		}
		lines[most-1] = words[min(shown, len(words)):]
	}
	step := lineHeight(body)
	strip := b.cutTop(step*float32(len(lines)) + 12)
	b.cutTop(6)
	c.fill(strip, ctlRadius, c.raised)
	if known {
		c.fill(box{strip.x, strip.y, 4, strip.h}, 2, c.graphColors().strongest)
		button := box{strip.right() - 30, strip.y + (strip.h-26)/2, 26, 26}
		if c.iconButton("graph/copy", button, "copy", "Copy the words", "Copy the strongest path in words", false) {
			c.emit(CopyText{p.Words})
		}
	}
	text := strip.inset(pad+3, 6)
	for i, l := range lines {
		c.draw(box{text.x, text.y + step*float32(i), width, step}, body, left, c.theme.text, c.types.fit(l, body.size*c.scale, body.weight, width*c.scale, false))
	}
	c.tell(text, words)
}

// graphStory is the strongest path in words, else why there is none.
func graphStory(p *city.GraphPicture) (words string, known bool) {
	switch {
	case p.Words != "":
		return p.Words + ".", true
	case p.NoRoots:
		return "This recording does not tell the GC roots, so nothing is known about what keeps objects alive; what refers to them is. Heap dumps of a Java virtual machine have GC roots.", false
	case p.Ask.Steps == nil:
		return "Only what is asked about is shown. Add what refers to it, or the paths to GC roots.", false
	}
	return "None of the ways found so far begins at a GC root.", false
}

// drawGraphFoot says what was left out, and what shapes and colours mean.
func drawGraphFoot(c *canvas, b *box, p *city.GraphPicture) {
	if b.h < 200 && p.Cut == 0 {
		return
	}
	foot := b.cutBottom(24)
	b.cutBottom(2)
	drawGraphCut(c, &foot, p)
	drawGraphKey(c, &foot)
}

// drawGraphCut says what was left out.
func drawGraphCut(c *canvas, foot *box, p *city.GraphPicture) {
	if p.Cut > 0 {
		words := plural(int64(p.Cut), "smaller group is", "smaller groups are") + " left out"
		w := c.width(strong, words) + 24
		cell := foot.cutLeft(min(w, foot.w))
		c.explain("graph/cut", cell, "Left out", words, "The last step found more groups than a picture can show. Remove groups that do not matter, then take the step again.")
		c.icon(cell.cutLeft(16).middle(15), "warning", c.warn)
		cell.cutLeft(5)
		c.text(cell, strong, left, c.warn, words)
		foot.cutLeft(14)
	}
}

// drawGraphKey says what shapes and colours mean, as far as there is room.
func drawGraphKey(c *canvas, foot *box) {
	col := c.graphColors()
	for _, k := range []struct {
		words string
		draw  func(r box)
	}{
		{"asked about", func(r box) { c.graphBox(r, col.asked, 3, 1, true) }},
		{"GC root", func(r box) { c.graphBox(r, col.root, r.h/2, 1, false) }},
		{"strongest path", func(r box) { c.hline(r.x, r.midY()-1.5, r.w, 3, col.strongest) }},
		{"numbers: objects asked about that are kept alive", nil},
	} {
		chip := float32(0)
		if k.draw != nil {
			chip = 24
		}
		w := c.width(small, k.words) + chip + 16
		if w-16 > foot.w {
			return
		}
		cell := foot.cutLeft(w)
		if k.draw != nil {
			k.draw(cell.cutLeft(18).middle(12))
			cell.cutLeft(6)
		}
		c.text(cell, small, left, c.dim, k.words)
	}
}
