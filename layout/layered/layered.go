// Package layered draws directed graphs in layers with edges leading downward, in the manner of Sugiyama, Tagawa and Toda ("Methods for
// Visual Understanding of Hierarchical System Structures", 1981, DOI 10.1109/TSMC.1981.4308636):
//
//  1. Edges on cycles that lead against the order of the nodes are reversed, so that no cycle is left.
//  2. Nodes get layers by their longest path to a node without outgoing edges. Nodes with more incoming than outgoing
//     edges move up as far as possible. Edges over several layers are divided into pieces by bends.
//  3. The order in each layer is improved by barycenters, down and up. The order with the fewest crossings is kept.
//  4. Positions in a layer are as close to the neighbors' as the order and the gaps allow: an isotonic regression.
//
// The same graph gives the same plan. Nodes with a previous position keep their relative order, so that a picture does not jump when a graph
// grows.
package layered

import (
	"math"

	"memcity/layout"
)

// Graph is the graph to draw. On a cycle, edges from a later node of Nodes to an earlier one point upward.
type Graph struct {
	Nodes []Node
	Edges []Edge
}

// Node is a box to place.
type Node struct {
	W, D float64 // width and depth in the caller's unit; 0 unless positive

	// Before is the X of the box in an earlier plan if Known is set. Two known nodes in a layer keep the order of Before; ties keep the
	// order of Nodes.
	Before float64
	Known  bool
}

// Edge leads from one node to another, or to itself. Parallel edges are allowed.
type Edge struct{ From, To int }

// Options are distances in the caller's unit.
type Options struct {
	NodeGap  float64 // between boxes in a layer
	LayerGap float64 // between layers
	EdgeGap  float64 // between edges that pass a layer, and between edges and boxes
}

// Plan is the layout of a graph. X points right and Z down, both starting at 0.
type Plan struct {
	Boxes  []layout.Rect // by node
	Layers []int         // by node, 0-based from the top
	Routes []Route       // by edge
	Size   layout.Rect   // bounds of the plan
}

// Point is a point in a plan.
type Point struct{ X, Z float64 }

// Route is the path of an edge from the border of its first box to that of its second. It has at least two points and passes through no box.
type Route struct {
	Points []Point
	Upward bool // reversed, on a cycle
}

// Place returns the plan of a graph. It panics if an edge leads to a node that does not exist. The cost is about that of sorting the edges,
// divided at every layer, some dozen times.
func Place(g Graph, o Options) *Plan {
	p := &placer{graph: g, options: o}
	p.orient()
	p.assignLayers()
	p.clip()
	p.order()
	p.align()
	return p.plan()
}

// placer carries out the steps. A vertex is a node or a bend; the first vertices are the nodes.
type placer struct {
	graph   Graph
	options Options

	upward []bool  // by edge
	layer  []int   // by vertex
	chain  [][]int // by edge: vertices from top to bottom; nil for a loop
	above  [][]int // by vertex: connected vertices one layer above, once per edge
	below  [][]int
	rows   [][]int   // by layer: vertices from left to right
	rank   []int     // by vertex: index in its row
	center []float64 // by vertex: barycenter
	x      []float64 // by vertex: center
	loops  []int     // by node: number of loops
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
