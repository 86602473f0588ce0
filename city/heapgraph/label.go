package heapgraph

import (
	"cmp"
	"slices"

	"memcity/city/view/graphs"
	"memcity/layout"
	"memcity/words"
)

// labelShares are the candidate positions of an edge's number along its longest segment, best first.
var labelShares = []float64{0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8}

// Labels places the numbers of the edges, most important first. It avoids overlaps if possible. The rectangles are by edge, in points, for
// texts of 11 points.
func Labels(p *graphs.Picture) []layout.Rect {
	order := make([]int, len(p.Edges))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p.Edges[b].Alive, p.Edges[a].Alive) })
	out := make([]layout.Rect, len(p.Edges))
	var taken []layout.Rect
	for _, i := range order {
		out[i] = label(&p.Edges[i], labelShares[0])
		for _, share := range labelShares {
			r := label(&p.Edges[i], share)
			if !slices.ContainsFunc(taken, func(o layout.Rect) bool { return r.Overlaps(o, 0) }) {
				out[i] = r
				break
			}
		}
		taken = append(taken, out[i])
	}
	return out
}

// label returns the rectangle of an edge's number at a position along its longest segment.
func label(e *graphs.Edge, share float64) layout.Rect {
	longest, length := 0, -1.0
	for i := range e.Points[1:] {
		dx, dy := e.Points[i+1].X-e.Points[i].X, e.Points[i+1].Y-e.Points[i].Y
		if l := dx*dx + dy*dy; l > length {
			longest, length = i, l
		}
	}
	at := along(e.Points[longest], e.Points[longest+1], share)
	w, h := float64(len(words.Count(e.Alive)))*letterWidth+6, lineHeight
	if e.From == e.To { // next to the box
		at.X = e.Points[0].X + 2 + w/2
	}
	return layout.Rect{X: at.X - w/2, Z: at.Y - h/2, W: w, D: h}
}

// along returns a point on the curve between two points, which is vertical at both ends.
func along(a, b graphs.Point, t float64) graphs.Point {
	u, middle := 1-t, (a.Y+b.Y)/2
	return graphs.Point{
		X: a.X + (b.X-a.X)*t*t*(3-2*t),
		Y: u*u*u*a.Y + 3*u*t*middle + t*t*t*b.Y,
	}
}
