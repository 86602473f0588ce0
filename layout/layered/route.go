package layered

import (
	"cmp"
	"slices"

	"memcity/layout"
)

// plan converts layers and centers to boxes and routes.
func (p *placer) plan() *Plan {
	n := len(p.graph.Nodes)
	out := &Plan{Boxes: make([]layout.Rect, n), Layers: slices.Clone(p.layer[:n]), Routes: make([]Route, len(p.graph.Edges))}
	bands := p.bands()
	for v, node := range p.graph.Nodes {
		w, d := length(node.W), length(node.D)
		b := bands[p.layer[v]]
		out.Boxes[v] = layout.Rect{X: p.x[v] - w/2, Z: b.Z + (b.D-d)/2, W: w, D: d}
	}
	for v, x := range p.x {
		out.Size.W = max(out.Size.W, x+p.rightOf(v))
	}
	if len(bands) > 0 {
		last := bands[len(bands)-1]
		out.Size.D = last.Z + last.D
	}
	p.route(out, bands)
	return out
}

// bands returns the extents of the rows in Z.
func (p *placer) bands() []layout.Rect {
	bands := make([]layout.Rect, len(p.rows))
	z := 0.0
	for l, row := range p.rows {
		bands[l].Z = z
		for _, v := range row {
			if p.isNode(v) {
				bands[l].D = max(bands[l].D, length(p.graph.Nodes[v].D))
			}
		}
		z += bands[l].D + length(p.options.LayerGap)
	}
	return bands
}

// route computes the routes of the edges. Within a layer they are vertical, at bends and at the borders of boxes, so that they pass through
// no box. They are slanted only between layers.
func (p *placer) route(out *Plan, bands []layout.Rect) {
	leave, arrive := p.ports(out)
	loops := make([]int, len(p.graph.Nodes))
	for e, chain := range p.chain {
		if chain == nil {
			v := p.graph.Edges[e].From
			loops[v]++
			out.Routes[e].Points = p.loop(out.Boxes[v], loops[v])
			continue
		}
		top, bottom := chain[0], chain[len(chain)-1]
		points := down(nil, leave[e], out.Boxes[top].Z+out.Boxes[top].D, bands[p.layer[top]].Z+bands[p.layer[top]].D)
		for _, v := range chain[1 : len(chain)-1] {
			b := bands[p.layer[v]]
			points = down(points, p.x[v], b.Z, b.Z+b.D)
		}
		points = down(points, arrive[e], bands[p.layer[bottom]].Z, out.Boxes[bottom].Z)
		if p.upward[e] {
			slices.Reverse(points)
		}
		out.Routes[e] = Route{points, p.upward[e]}
	}
}

// down appends a vertical piece, or one point if its length is 0.
func down(points []Point, x, from, to float64) []Point {
	points = append(points, Point{x, from})
	if to > from {
		points = append(points, Point{x, to})
	}
	return points
}

// loop returns the route of a node's n-th loop, from the lower to the upper part of its right side.
func (p *placer) loop(box layout.Rect, n int) []Point {
	right := box.X + box.W
	out := right + float64(n)*length(p.options.EdgeGap)
	share := 0.15 + 0.15/float64(n)
	low, high := box.Z+box.D*(1-share), box.Z+box.D*share
	return []Point{{right, low}, {out, low}, {out, high}, {right, high}}
}

// ports returns where edges leave the bottom of their upper box, and where they arrive at the top of their lower box: evenly spaced and in
// order.
func (p *placer) ports(out *Plan) (leave, arrive []float64) {
	n := len(p.graph.Nodes)
	lower, upper := make([][]int, n), make([][]int, n)
	for e, chain := range p.chain {
		if chain != nil {
			lower[chain[0]] = append(lower[chain[0]], e)
			upper[chain[len(chain)-1]] = append(upper[chain[len(chain)-1]], e)
		}
	}
	leave, arrive = make([]float64, len(p.chain)), make([]float64, len(p.chain))
	for v := range n {
		p.spread(out.Boxes[v], lower[v], leave, func(chain []int) int { return chain[1] })
		p.spread(out.Boxes[v], upper[v], arrive, func(chain []int) int { return chain[len(chain)-2] })
	}
	return leave, arrive
}

func (p *placer) spread(box layout.Rect, edges []int, x []float64, next func(chain []int) int) {
	slices.SortFunc(edges, func(a, b int) int {
		return cmp.Or(cmp.Compare(p.rank[next(p.chain[a])], p.rank[next(p.chain[b])]), cmp.Compare(a, b))
	})
	for i, e := range edges {
		x[e] = box.X + box.W*float64(i+1)/float64(len(edges)+1)
	}
}
