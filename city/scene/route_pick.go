package scene

import (
	"math"

	"memcity/city/trees"
)

// Pick returns the 1-based route at a point of a picture, and the point on the route; 0 if there is none. x and y are from -1 (left,
// bottom) to 1. A route is hit up to slop beyond its border, in the unit of y. Points with a depth above away are hidden. Pick prefers the
// route nearest to the eye. The cost is linear in the routes.
func (r *Routes) Pick(camera Camera, x, y, aspect, slop, away float64) (route int, at Vec) {
	eye := camera.Eye()
	right, up, back := camera.Axes()
	x *= aspect // the unit of y
	for i := range r.List {
		e := &r.List[i]
		var px, py, pz float64
		var seen bool
		for k, p := range e.Points {
			d := p.Sub(eye)
			qz := -d.Dot(back)
			high := camera.halfHeight(qz)
			qx, qy, ok := d.Dot(right)/high, d.Dot(up)/high, qz > 0 || camera.Orthographic
			if ok && seen {
				u := alongPiece(x, y, px, py, qx, qy)
				depth := pz + (qz-pz)*u
				share := (float64(k-1) + u) / RouteSegments
				radius := e.FromRadius + (e.ToRadius-e.FromRadius)*share
				off := math.Hypot(px+(qx-px)*u-x, py+(qy-py)*u-y)
				if depth < away && off <= radius/camera.halfHeight(depth)+slop {
					away, route, at = depth, i+1, e.Points[k-1].Toward(p, u)
				}
			}
			px, py, pz, seen = qx, qy, qz, ok
		}
	}
	return route, at
}

// alongPiece returns the position, from 0 at p to 1 at q, that is nearest to a point.
func alongPiece(x, y, px, py, qx, qy float64) float64 {
	dx, dy := qx-px, qy-py
	if long := dx*dx + dy*dy; long > 0 {
		return trees.Clamp(((x-px)*dx+(y-py)*dy)/long, 0, 1)
	}
	return 0
}
