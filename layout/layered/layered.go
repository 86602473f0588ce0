// Package layered draws directed graphs in layers, edges leading downwards, in the manner of Sugiyama, Tagawa and Toda
// ("Methods for Visual Understanding of Hierarchical System Structures", 1981, DOI 10.1109/TSMC.1981.4308636):
//
//  1. Edges on cycles that lead against the order of the nodes are reversed, so that no cycle is left.
//  2. Nodes get layers by their longest way to a node without outgoing edges; nodes with more incoming than outgoing
//     edges move up as far as those allow. Edges over several layers are cut into pieces by bends.
//  3. The order in each layer is improved by barycentres, down and up, and the order with fewest crossings is kept.
//  4. Places in a layer are those nearest to the neighbours' that keep the order and the gaps: an isotonic regression.
//
// The same graph gives the same plan. Nodes that had a place before keep their order among each other, so that a
// picture does not jump when a graph grows.
package layered

import (
	"math"

	"memcity/layout"
)

// Graph is what is drawn. On a cycle, the edges that lead from a later node of Nodes to an earlier one point upwards.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// Node is a box to be placed.
type Node struct {
	W, D float64 // width and depth, in the caller's unit; what is not a positive number counts as 0

	// Before is the X of the box in an earlier plan if Known is set. Of two nodes of one layer that had a place before,
	// the one with the smaller Before stays to the left, the first one if they are equal.
	Before float64
	Known  bool
}

// Edge leads from one node to another, or to itself; several may lead from one to the same.
type Edge struct{ From, To int }

// Options are distances in the caller's unit.
type Options struct {
	NodeGap  float64 // between boxes of one layer
	LayerGap float64 // between layers
	EdgeGap  float64 // between edges that pass a layer, and to boxes
}

// Plan is where everything is. X leads to the right, Z downwards, both from 0.
type Plan struct {
	Boxes  []layout.Rect // by node
	Layers []int         // by node, from 0 at the top
	Routes []Route       // by edge
	Size   layout.Rect   // all of it
}

// Point is a place in a plan.
type Point struct{ X, Z float64 }

// Route is the way of an edge from the border of its first box to that of its second, with at least two points. It
// passes no box.
type Route struct {
	Points []Point
	Upward bool // reversed, on a cycle
}

// Place makes the plan of a graph. It panics if an edge leads to a node that is not there. The cost is about that of
// sorting the edges, cut at every layer, some dozen times.
func Place(g Graph, o Options) *Plan {
	p := &placer{graph: g, options: o}
	p.orient()
	p.assignLayers()
	p.clip()
	p.order()
	p.align()
	return p.plan()
}

// placer goes through the steps. A vertex is a node or a bend; the first vertices are the nodes.
type placer struct {
	graph   Graph
	options Options

	upward []bool  // by edge
	layer  []int   // by vertex
	chain  [][]int // by edge: the vertices from top to bottom; nil for an edge to its own node
	above  [][]int // by vertex: vertices one layer above that it is joined with, once for each edge
	below  [][]int
	rows   [][]int   // by layer: vertices from left to right
	rank   []int     // by vertex: its index in its row
	centre []float64 // by vertex: its barycentre
	x      []float64 // by vertex: the middle
	loops  []int     // by node: edges to itself
}

func (p *placer) isNode(v int) bool { return v < len(p.graph.Nodes) }

// ends returns the upper and the lower end of an edge.
func (p *placer) ends(e int) (top, bottom int) {
	edge := p.graph.Edges[e]
	if p.upward[e] {
		return edge.To, edge.From
	}
	return edge.From, edge.To
}

func length(v float64) float64 {
	if v > 0 && !math.IsInf(v, 1) {
		return v
	}
	return 0
}
