package graph

import (
	"math"

	"memcity/city/view/graphs"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
)

// Limits and steps of the zoom.
const (
	minGraphZoom  = 0.05
	maxGraphZoom  = 3
	graphZoomStep = 1.2
	readableZoom  = 0.4  // minimum initial zoom, for legible names
	roomyZoom     = 1.35 // maximum initial zoom, for a small picture in a large window
	graphMargin   = 22   // around the picture, in dp
)

// graphView is the visible part of the picture. The corner of the picture is at x, y from the center of the area, in dp.
type graphView struct {
	area canvas.Box
	zoom float32 // dp per unit of the picture; 0 before the first layout
	x, y float32
	fits fitting
}

// fitting selects what stays fitted to the area until the user moves the picture.
type fitting uint8

const (
	fitsNothing fitting = iota
	fitsStart
	fitsWhole
)

// at converts a point of the picture to panel coordinates.
func (v *graphView) at(p graphs.Point) canvas.Point {
	return canvas.Pt(v.area.MidX()+v.x+float32(p.X)*v.zoom, v.area.MidY()+v.y+float32(p.Y)*v.zoom)
}

// box converts a rectangle of the picture to panel coordinates.
func (v *graphView) box(x, y, w, h float64) canvas.Box {
	corner := v.at(graphs.Point{X: x, Y: y})
	return canvas.Rect(corner.X, corner.Y, float32(w)*v.zoom, float32(h)*v.zoom)
}

func (v *graphView) node(n *graphs.Node) canvas.Box { return v.box(n.X, n.Y, n.W, n.H) }

// fit shows the whole picture, centered in the area.
func (v *graphView) fit(p *graphs.Picture) {
	v.show(canvas.Rect(0, 0, float32(p.W), float32(p.H)), minGraphZoom)
	v.fits = fitsWhole
}

// start shows the whole picture or, if that would be illegible, the whole strongest path.
func (v *graphView) start(p *graphs.Picture) {
	if v.fit(p); v.zoom < readableZoom {
		v.show(strongestPart(p), readableZoom)
		if main := p.Main(); main >= 0 {
			v.reveal(&p.Nodes[main])
		}
	}
	v.fits = fitsStart
}

// show centers a part of the picture in the area. The zoom is at least least, and limited for small parts. If the part does not fit, its top
// is cut off.
func (v *graphView) show(part canvas.Box, least float32) {
	inner := v.area.Inset(graphMargin, graphMargin)
	v.zoom = max(min(inner.W/max(part.W, 1), inner.H/max(part.H, 1), roomyZoom), least)
	v.x, v.y = -part.MidX()*v.zoom, -part.MidY()*v.zoom
	if part.H*v.zoom > inner.H {
		v.y = inner.H/2 - part.Bottom()*v.zoom
	}
}

// strongestPart returns the bounds of the strongest path or, without one, of the queried node.
func strongestPart(p *graphs.Picture) canvas.Box {
	main := p.Main()
	if main < 0 {
		return canvas.Rect(0, 0, float32(p.W), float32(p.H))
	}
	part := nodeBox(&p.Nodes[main])
	for i := range p.Nodes {
		if p.Nodes[i].Strongest {
			part = union(part, nodeBox(&p.Nodes[i]))
		}
	}
	return part
}

func nodeBox(n *graphs.Node) canvas.Box {
	return canvas.Rect(float32(n.X), float32(n.Y), float32(n.W), float32(n.H))
}

func union(b canvas.Box, o canvas.Box) canvas.Box {
	x, y := min(b.X, o.X), min(b.Y, o.Y)
	return canvas.Rect(x, y, max(b.Right(), o.Right())-x, max(b.Bottom(), o.Bottom())-y)
}

// place updates the view to its current area.
func (v *graphView) place(area canvas.Box, p *graphs.Picture) {
	changed := v.area != area
	v.area = area
	switch {
	case v.zoom == 0 || v.fits == fitsStart && changed:
		v.start(p)
	case v.fits == fitsWhole && changed:
		v.fit(p)
	}
}

// follow moves the view so that a node stays in place in the next picture. It takes the node with the key, otherwise the queried one,
// otherwise any common node.
func (v *graphView) follow(before, next *graphs.Picture, key string) {
	from, to := before.Find(key), next.Find(key)
	if main := before.Main(); (from < 0 || to < 0) && main >= 0 {
		from, to = main, next.Find(before.Nodes[main].Key)
	}
	for i := 0; (from < 0 || to < 0) && i < len(before.Nodes); i++ {
		from, to = i, next.Find(before.Nodes[i].Key)
	}
	if from < 0 || to < 0 {
		*v = graphView{}
		return
	}
	a, b := &before.Nodes[from], &next.Nodes[to]
	v.x += float32(a.X-b.X) * v.zoom
	v.y += float32(a.Y-b.Y) * v.zoom
	v.fits = fitsNothing
	v.showNew(before, next)
}

// showNew moves the picture by the minimum that makes a new node visible, unless one already is.
func (v *graphView) showNew(before, next *graphs.Picture) {
	nearest, least := -1, float32(math.Inf(1))
	for i := range next.Nodes {
		n := &next.Nodes[i]
		if before.Find(n.Key) >= 0 {
			continue
		}
		dx, dy := v.toReveal(n)
		if way := max(dx, -dx) + max(dy, -dy); way < least {
			nearest, least = i, way
		}
	}
	if nearest >= 0 {
		v.reveal(&next.Nodes[nearest])
	}
}

// scale multiplies the zoom by a factor. The point at the given position stays in place.
func (v *graphView) scale(factor float32, at canvas.Point) {
	to := min(max(v.zoom*factor, minGraphZoom), maxGraphZoom)
	dx, dy := at.X-v.area.MidX(), at.Y-v.area.MidY()
	v.x, v.y = dx-(dx-v.x)*to/v.zoom, dy-(dy-v.y)*to/v.zoom
	v.zoom, v.fits = to, fitsNothing
}

// move moves the picture, but keeps part of it visible.
func (v *graphView) move(dx, dy float32, p *graphs.Picture) {
	const keep = 40
	w, h := float32(p.W)*v.zoom, float32(p.H)*v.zoom
	v.x = min(max(v.x+dx, keep-w-v.area.W/2), v.area.W/2-keep)
	v.y = min(max(v.y+dy, keep-h-v.area.H/2), v.area.H/2-keep)
	v.fits = fitsNothing
}

// reveal moves the picture by the minimum that makes a node visible.
func (v *graphView) reveal(n *graphs.Node) {
	x, y := v.toReveal(n)
	if x != 0 || y != 0 {
		v.x, v.y, v.fits = v.x+x, v.y+y, fitsNothing
	}
}

// toReveal returns the movement that makes a node visible.
func (v *graphView) toReveal(n *graphs.Node) (x, y float32) {
	b := v.node(n)
	return within(b.X, b.Right(), v.area.X+graphMargin, v.area.Right()-graphMargin),
		within(b.Y, b.Bottom(), v.area.Y+graphMargin, v.area.Bottom()-graphMargin)
}

// within returns the movement of a range into limits. If it is too long, its start decides.
func within(from, to, low, high float32) float32 {
	if from < low || to-from > high-low {
		return low - from
	}
	return min(high-to, 0)
}

func middlePoint(b canvas.Box) canvas.Point { return canvas.Pt(b.MidX(), b.MidY()) }

func holds(b canvas.Box, p canvas.Point) bool {
	return p.X >= b.X && p.X < b.Right() && p.Y >= b.Y && p.Y < b.Bottom()
}

// zoomGraph zooms at a position of the panel.
func (view *View) zoomGraph(c *widget.Canvas, factor float32, at canvas.Point) {
	view.view.scale(factor, at)
	c.Again = true
}

// wheelFactor returns the zoom factor of a number of notches.
func wheelFactor(notches float64) float32 { return float32(math.Pow(graphZoomStep, -notches)) }
