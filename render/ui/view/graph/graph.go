package graph

import (
	statepkg "memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/graphs"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// View is the state of the graph view.
type View struct {
	recording any             // recording of the picture
	picture   *graphs.Picture // current picture; the previous one while the next is computed
	view      graphView
	node      string // key of the current node; "" for none
	edge      int    // edge that a menu was opened for
	anchor    string // key of the node that stays in place in the next picture
	hover     graphSpot
	hoverAt   canvas.Point // position of the pointer when it entered hover
	press     graphSpot    // under the pointer at the press
	grip      canvas.Point // position of the pointer at the last move of the picture
	moving    bool         // the picture follows the pointer
	wheel     byte         // its address is the Gio tag for the wheel
	whole     string       // full text shown instead of the picture; "" for none
	labels    []edgeLabel
	labelsAt  labelsAt // inputs of labels
}

// graphWidth is the minimum width beside the title for all buttons, in dp.
const graphWidth = 476

// DrawGraph draws the graph view: the strongest path in words, and the heap graph.
func (view *View) DrawGraph(c *widget.Canvas, b canvas.Box) {
	p, state := view.graphToShow(c)
	head := widget.DrawViewHead(c, &b, "Graph")
	b.CutTop(4)
	b.CutBottom(8)
	if p == nil || p.NoReferences {
		view.drawGraphState(c, b, state)
		return
	}
	view.drawGraphButtons(c, &head, p)
	c.Text(head, canvas.Body, canvas.Left, c.Dim, graphQueried(p))
	if view.drawGraphStory(c, &b, p) {
		return
	}
	view.drawGraphFoot(c, &b, p)
	view.drawGraphArea(c, b, p, state == graphBusy)
}

// graphQueried describes the queried objects.
func graphQueried(p *graphs.Picture) string {
	return "What keeps " + words.Amount(trees.Objects, p.Queried.Objects) + " (" + words.Size(p.Queried.Bytes) + ") alive"
}

// graphState explains why the picture is missing or out of date.
type graphState uint8

const (
	graphReady graphState = iota
	graphNothing
	graphBusy
	graphStopped // canceled or failed
	graphNoObjects
	graphNoReferences
	graphAbsent
)

// graphToShow returns the picture to draw, nil for none, and its state.
func (view *View) graphToShow(c *widget.Canvas) (*graphs.Picture, graphState) {
	m, l := &c.Model, view
	if m.Plan == nil || l.recording != m.Plan.Series.Names {
		*l = View{}
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
	if _, absent := m.Absent(); absent && len(explored.Objects) == 0 {
		l.picture = nil
		return nil, graphAbsent
	}
	wanted := explored.Walk()
	if p := graphs.Kind.Result(&m.Results); p != nil {
		view.takeGraph(c, p)
		if p.NoReferences {
			return p, graphNoReferences
		}
		if p.Query.Walk == wanted {
			return p, graphReady
		}
		return p, graphBusy
	}
	if q, ok := graphs.Kind.In(m.Results.Request); !m.Results.Busy && ok && q.Walk == wanted {
		return nil, graphStopped
	}
	return l.picture, graphBusy
}

// takeGraph replaces the current picture with the next one.
func (view *View) takeGraph(c *widget.Canvas, next *graphs.Picture) {
	l := view
	before := l.picture
	if before == next {
		return
	}
	l.picture, l.hover, l.press = next, graphSpot{}, graphSpot{}
	switch {
	case before == nil || before.Query.Objects != next.Query.Objects:
		l.view, l.node = graphView{}, ""
	case before.Point != next.Point && l.view.fits != fitsNothing:
		l.view.area = canvas.Box{} // fit it again
	default:
		l.view.follow(before, next, l.anchor)
	}
	if next.Find(l.node) < 0 {
		l.node = ""
	}
	l.anchor = ""
}

// drawGraphState explains why there is no picture, and the next steps.
func (view *View) drawGraphState(c *widget.Canvas, b canvas.Box, state graphState) {
	switch state {
	case graphNoObjects:
		c.EmptyView(b, "graph", "Single objects are needed",
			"This recording has only prebuilt memory trees, without single objects. Open a heap dump or heap snapshot instead.")
	case graphNoReferences:
		c.EmptyView(b, "graph", "References are needed",
			"This recording has no references between objects. Open a heap dump or heap snapshot instead.")
	case graphStopped:
		c.EmptyView(b, "graph", "No graph", "Computing the graph was interrupted.",
			widget.EmptyButton{Action: action.WorkRetry, Hint: "Compute the graph"},
			widget.EmptyButton{Action: undoAction, Text: "Undo the step"})
	case graphAbsent:
		part.DrawAbsent(c, b)
	case graphBusy:
		c.EmptyView(b, "graph", "Searching for what keeps the selection alive…", "")
	default:
		c.EmptyView(b, "graph", "Select a group to see what keeps it alive",
			"Click a building in the city or a row in the heap view, or search for a name. This view then shows the paths from GC roots to its objects, and the fields on each path.",
			widget.EmptyButton{Action: action.PanelSearch},
			widget.EmptyButton{Action: action.View(statepkg.CityView)})
	}
}

// drawGraphButtons draws the buttons for the whole picture, at the right of the head.
func (view *View) drawGraphButtons(c *widget.Canvas, head *canvas.Box, p *graphs.Picture) {
	e := c.Model.State.Explored()
	const side, gap = 30, 10
	last := head.CutRight(side).Centered(side, side)
	if c.IconButton("graph/more", last, "drop", "Save and more", "Save as SVG or PNG, copy as text, and more", "") {
		c.OpenMenu(pictureMenu, "graph/more", last)
	}
	if head.W < graphWidth-side {
		return
	}
	head.CutRight(gap)
	v := &view.view
	if c.IconButton("graph/fit", head.CutRight(side).Centered(side, side), "isolate", "Fit", "Fit the whole graph (0)", "") {
		v.fit(p)
		c.Again = true
	}
	if c.IconButton("graph/in", head.CutRight(side).Centered(side, side), "plus", "Zoom in", "Zoom in (+, or the wheel)",
		widget.Why(v.zoom >= maxGraphZoom, "Maximum zoom")) {
		view.zoomGraph(c, graphZoomStep, middlePoint(v.area))
	}
	c.Text(head.CutRight(44), canvas.Small, canvas.Center, c.Dim, words.PercentOf(float64(v.zoom)))
	if c.IconButton("graph/out", head.CutRight(side).Centered(side, side), "minus", "Zoom out", "Zoom out (−, or the wheel)",
		widget.Why(v.zoom <= minGraphZoom, "Minimum zoom")) {
		view.zoomGraph(c, 1/graphZoomStep, middlePoint(v.area))
	}
	head.CutRight(gap)
	if c.IconButton("graph/reset", head.CutRight(side).Centered(side, side), "reset", "Start over",
		"Return to the paths to the most important GC roots", widget.Why(!e.Begun(), unbegun)) {
		c.Do(statepkg.ExploreBack{All: true})
	}
	for _, id := range []action.ID{redoAction, undoAction} {
		c.ActionIcon("graph/"+string(id), head.CutRight(side).Centered(side, side), id)
	}
	head.CutRight(gap)
}

// drawGraphFoot draws the number of omitted groups, and explains shapes and colors.
func (view *View) drawGraphFoot(c *widget.Canvas, b *canvas.Box, p *graphs.Picture) {
	if b.H < 200 && p.Cut == 0 {
		return
	}
	foot := b.CutBottom(24)
	b.CutBottom(2)
	view.drawGraphCut(c, &foot, p)
	view.drawGraphKey(c, &foot)
}

// drawGraphCut draws the number of omitted groups.
func (view *View) drawGraphCut(c *widget.Canvas, foot *canvas.Box, p *graphs.Picture) {
	if p.Cut > 0 {
		words := words.Plural(int64(p.Cut), "smaller group is", "smaller groups are") + " not shown"
		w := c.Width(canvas.Strong, words) + 24
		cell := foot.CutLeft(min(w, foot.W))
		c.Explain("graph/cut", cell, "Not shown", words,
			"The last step found too many groups to draw. Remove groups that do not matter, then repeat the step.")
		c.Icon(cell.CutLeft(16).Middle(15), "warning", c.Warn)
		cell.CutLeft(5)
		c.Text(cell, canvas.Strong, canvas.Left, c.Warn, words)
		foot.CutLeft(14)
	}
}

// drawGraphKey explains shapes and colors, if it fits.
func (view *View) drawGraphKey(c *widget.Canvas, foot *canvas.Box) {
	col := view.graphColors(c)
	for _, k := range []struct {
		words string
		draw  func(r canvas.Box)
	}{
		{"selected", func(r canvas.Box) { view.graphBox(c, r, col.chosen, 3, 1, true) }},
		{"GC root", func(r canvas.Box) { view.graphBox(c, r, col.root, r.H/2, 1, false) }},
		{"strongest path", func(r canvas.Box) { c.Hline(r.X, r.MidY()-1.5, r.W, 3, col.strongest) }},
		{"numbers: selected objects kept alive", nil},
	} {
		chip := float32(0)
		if k.draw != nil {
			chip = 24
		}
		w := c.Width(canvas.Small, k.words) + chip + 16
		if w-16 > foot.W {
			return
		}
		cell := foot.CutLeft(w)
		if k.draw != nil {
			k.draw(cell.CutLeft(18).Middle(12))
			cell.CutLeft(6)
		}
		c.Text(cell, canvas.Small, canvas.Left, c.Dim, k.words)
	}
}
