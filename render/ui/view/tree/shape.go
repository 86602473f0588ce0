package tree

import (
	"math"

	"memcity/city/view/treemap"
	"memcity/layout"
	"memcity/render/ui/canvas"
)

// outline returns the border of a node with a gap to its neighbors, or nil if it is too small to be visible.
func (g *treePainter) outline(id treemap.ID, s layout.Span, gap float32) []canvas.Point {
	if g.blend == 1 {
		return g.formed(g.pose.form, id, s, gap, 0)
	}
	if g.rolls != nil {
		return g.rolls.outline(s, gap)
	}
	from, to := g.formed(g.before, id, s, gap, morphPoints), g.formed(g.drawing.pose.form, id, s, gap, morphPoints)
	if from == nil || to == nil {
		return nil
	}
	first := nearestTurn(from, to)
	for i := range to {
		was := from[(i+first)%len(from)]
		to[i].X = was.X + (to[i].X-was.X)*g.blend
		to[i].Y = was.Y + (to[i].Y-was.Y)*g.blend
	}
	return to
}

// morphPoints is the number of points on each side of a node while morphing.
const morphPoints = 28

// nearestTurn returns the index in from that the first point of to is matched with, so that the sum of squared distances is minimal. It
// checks only every other index.
func nearestTurn(from, to []canvas.Point) (first int) {
	best := math.Inf(1)
	for turn := 0; turn < len(from); turn += 2 {
		sum := 0.0
		for i := 0; i < len(to); i += 4 {
			a, b := from[(i+turn)%len(from)], to[i]
			sum += float64((a.X-b.X)*(a.X-b.X) + (a.Y-b.Y)*(a.Y-b.Y))
		}
		if sum < best {
			best, first = sum, turn
		}
	}
	return first
}

// unrolling is a morph between a sunburst and an icicle plot. The rings rotate by 90° and open at the top, as arcs of growing circles.
type unrolling struct {
	t      float64 // 0 for the sunburst, 1 for the icicle plot
	angle  float64 // total angle
	toward float64 // direction of the midpoint of the arcs
	x, y   float64 // center of the circles
	bend   float64 // radius of the innermost arc
	deep   func(level float64) float64
	fit    func(x, y float64) canvas.Point
}

// unroll returns the morph at t, scaled to fit the drawing area.
func (g *treePainter) unroll(t float64) *unrolling {
	middle, radius := g.disc()
	whole := g.bar(layout.Span{To: 1, Bottom: g.pose.levels})
	u := &unrolling{t: t, angle: 2 * math.Pi * max(1-t, 1e-4), toward: math.Pi - t*math.Pi/2}
	mix := func(a, b float64) float64 { return a + (b-a)*t }
	u.deep = func(level float64) float64 {
		return mix(layout.Span{Bottom: level}.Sunburst(g.pose.levels).Outer*radius, float64(whole.W)*min(max(level/g.pose.levels, 0), 1))
	}
	u.bend = float64(whole.H) * t / u.angle
	sin, cos := math.Sincos(u.toward)
	u.x = mix(float64(middle.X), float64(whole.X)) - u.bend*sin
	u.y = mix(float64(middle.Y), float64(whole.MidY())) + u.bend*cos
	u.fit = func(x, y float64) canvas.Point { return canvas.Pt(float32(x), float32(y)) }
	all := canvas.Around(append(u.arc(0, 0, 1, 4*morphPoints), u.arc(u.deep(g.pose.levels), 0, 1, 4*morphPoints)...))
	room := g.room
	shrink := min(1, room.W/all.W, room.H/all.H)
	at := canvas.Rect(0, 0, all.W*shrink, all.H*shrink)
	at.X = min(max(all.MidX()-at.W/2, room.X), room.Right()-at.W)
	at.Y = min(max(all.MidY()-at.H/2, room.Y), room.Bottom()-at.H)
	u.fit = func(x, y float64) canvas.Point {
		return canvas.Pt(at.X+(float32(x)-all.X)*shrink, at.Y+(float32(y)-all.Y)*shrink)
	}
	return u
}

// arc returns points along an arc between two shares of the total angle.
func (u *unrolling) arc(depth, from, to float64, points int) []canvas.Point {
	out := make([]canvas.Point, points)
	for i := range out {
		share := from + (to-from)*float64(i)/float64(points-1)
		sin, cos := math.Sincos(u.toward + (share-0.5)*u.angle)
		out[i] = u.fit(u.x+(u.bend+depth)*sin, u.y-(u.bend+depth)*cos)
	}
	return out
}

// outline returns the border of a node.
func (u *unrolling) outline(s layout.Span, gap float32) []canvas.Point {
	inner, outer := u.deep(s.Top), u.deep(s.Bottom)
	if outer-inner < treeLeastPx || s.Share()*u.angle*(u.bend+outer) < treeLeastPx {
		return nil
	}
	pad := min(float64(gap)/2, (outer-inner)/4)
	edge := min(pad/max(u.angle*(u.bend+outer), 1), s.Share()/4)
	return append(u.arc(inner+pad*min(inner, 1), s.From+edge, s.To-edge, morphPoints),
		u.arc(outer-pad, s.To-edge, s.From+edge, morphPoints)...)
}

// formed returns the border of a node in the given form. It starts along the side of the parent and returns along the opposite side. points
// is the number of points of each side; 0 selects as many as needed.
func (g *treePainter) formed(form treeForm, id treemap.ID, s layout.Span, gap float32, points int) []canvas.Point {
	switch form {
	case asSunburst:
		return g.segment(s, gap, points)
	case asIcicle:
		return g.sides(g.bar(s), gap, points)
	}
	plot, ok := g.plot(id)
	if !ok {
		return nil
	}
	return g.sides(plot, gap, points)
}

// disc returns the center and the radius of a sunburst.
func (g *treePainter) disc() (middle canvas.Point, radius float64) {
	full := float64(min(g.room.W, g.room.H)) / 2
	return canvas.Pt(g.room.MidX(), g.room.MidY()), full * math.Sqrt(max(g.pose.scale, 0))
}

// segment returns the border of a ring segment.
func (g *treePainter) segment(s layout.Span, gap float32, points int) []canvas.Point {
	middle, radius := g.disc()
	r := s.Sunburst(g.pose.levels)
	inner, outer := r.Inner*radius, r.Outer*radius
	if outer-inner < treeLeastPx || (r.To-r.From)*outer < treeLeastPx {
		return nil
	}
	pad := min(float64(gap)/2, (outer-inner)/4)
	if inner > 0 {
		inner += pad
	}
	outer -= pad
	if points == 0 {
		points = min(max(int((r.To-r.From)*outer*float64(g.Scale)/5)+2, 2), 240)
	}
	full := s.Share() > 1-1e-9
	out := make([]canvas.Point, 0, 2*points)
	along := func(radius float64, back bool) {
		turn := 0.0
		if !full && radius > 0 {
			turn = min(pad/radius, (r.To-r.From)/4)
		}
		for i := range points {
			share := float64(i) / float64(points-1)
			if back {
				share = 1 - share
			}
			sin, cos := math.Sincos(r.From + turn + (r.To-r.From-2*turn)*share)
			out = append(out, canvas.Pt(middle.X+float32(sin*radius), middle.Y-float32(cos*radius)))
		}
	}
	along(inner, false)
	along(outer, true)
	return out
}

// bar returns the box of a node in an icicle plot. Scaled plots are aligned to the bottom.
func (g *treePainter) bar(s layout.Span) canvas.Box {
	high := float64(g.room.H) * g.pose.scale
	r := s.Icicle(layout.Rect{X: float64(g.room.X), Z: float64(g.room.Bottom()) - high, W: float64(g.room.W), D: high}, g.pose.levels)
	return canvas.Rect(float32(r.X), float32(r.Z), float32(r.W), float32(r.D))
}

// plot returns the plot of a node in the plan of the city, scaled to the root's plot. It returns false if the plan does not show the root.
func (g *treePainter) plot(id treemap.ID) (canvas.Box, bool) {
	plan := g.Model.Plan
	root, ok := plan.Plot(g.picture.Nodes[0].ID.Node)
	if !ok || root.W <= 0 || root.D <= 0 {
		return canvas.Box{}, false
	}
	r, ok := plan.Plot(id.Node)
	for up := id.Node; !ok && up > 0; { // hidden nodes start at the center of their nearest visible ancestor
		up = plan.Series.Nodes[up].Parent
		r, ok = plan.Plot(up)
		x, z := r.Center()
		r = layout.Rect{X: x, Z: z}
	}
	if id.Rest > 0 {
		r = layout.Rect{X: r.X + r.W, Z: r.Z + r.D}
	}
	scale := min(float64(g.room.W)/root.W, float64(g.room.H)/root.D)
	x, y := float64(g.room.MidX())-root.W*scale/2, float64(g.room.MidY())-root.D*scale/2
	least := float64(treeLeastPx)
	return canvas.Rect(float32(x+(r.X-root.X)*scale), float32(y+(r.Z-root.Z)*scale), float32(max(r.W*scale, least)),
		float32(max(r.D*scale, least))), true
}

// sides returns the border of a box.
func (g *treePainter) sides(b canvas.Box, gap float32, points int) []canvas.Point {
	if b.W < treeLeastPx || b.H < treeLeastPx {
		return nil
	}
	b = b.Inset(min(gap/2, b.W/4), min(gap/2, b.H/4))
	points = max(points, 2)
	out := make([]canvas.Point, 0, 2*points)
	for i := range points {
		out = append(out, canvas.Pt(b.X, b.Y+b.H*float32(i)/float32(points-1)))
	}
	for i := range points {
		out = append(out, canvas.Pt(b.Right(), b.Bottom()-b.H*float32(i)/float32(points-1)))
	}
	return out
}
