package scene

import (
	"cmp"
	"math"
	"slices"

	"memcity/city/trees"
	"memcity/layout"
)

// anchor is an earlier plan of the same recording that a new plan should resemble.
type anchor struct {
	plan    *Plan
	nodes   []int32  // nodes of the new series, by node of the plan's series; -1 if there is none
	targets []Target // in the plan, by node of the new series
	whole   bool     // true if the new series has every group with a plot
}

func newAnchor(p *Plan, s *trees.Series) *anchor {
	a := &anchor{plan: p, nodes: s.Matching(p.Series), targets: make([]Target, len(s.Nodes)), whole: true}
	for old, node := range a.nodes {
		if node >= 0 {
			a.targets[node] = p.target[old]
		} else if p.target[old].OfGroup() {
			a.whole = false
		}
	}
	return a
}

// all returns the nodes of the new series for nodes of the plan's series. It omits nodes that no longer exist.
func (a *anchor) all(nodes []int32) []int32 {
	out := make([]int32, 0, len(nodes))
	for _, n := range nodes {
		if n == rest {
			out = append(out, rest)
		} else if a.nodes[n] >= 0 {
			out = append(out, a.nodes[n])
		}
	}
	return out
}

// rank returns the sort key of a group: its largest value, multiplied by rankBonus if the group had a plot. The bonus keeps two groups of
// similar size from alternating.
func (a *anchor) rank(node int32, largest int64) float64 {
	if a != nil && a.targets[node].OfGroup() {
		return float64(largest) * rankBonus
	}
	return float64(largest)
}

// tolerance is the limit for the mean elongation of kept plots, as a factor of that in a new layout. Beyond it, neighbors change.
const tolerance = 1.35

// divide lays out the shown children of a node. With an anchor, it tries the old rows, then the old order in new rows, then a new layout.
// It uses the first one whose mean elongation is within tolerance.
func (b *planner) divide(node int32, r layout.Rect) (children []int32, cells []layout.Rect, rows []layout.Row) {
	children = b.shown[node]
	cells = make([]layout.Rect, len(children))
	rows = layout.Squarify(cells, b.weightsOf(node, children), r)
	order, old := b.order(node, children)
	if old == nil {
		return children, cells, rows
	}
	limit := tolerance * elongation(cells)
	weights, anchored := b.weightsOf(node, order), make([]layout.Rect, len(order))
	if layout.Resquarify(anchored, weights, old, r); elongation(anchored) <= limit {
		return order, anchored, old
	}
	if old = layout.Squarify(anchored, weights, r); elongation(anchored) <= limit {
		return order, anchored, old
	}
	return children, cells, rows
}

func (b *planner) weightsOf(node int32, children []int32) []float64 {
	weights := make([]float64, len(children))
	for i, c := range children {
		weights[i] = b.weight(node, c)
	}
	return weights
}

// elongation returns the mean aspect ratio. A single piece counts at most 20.
func elongation(cells []layout.Rect) float64 {
	sum := 0.0
	for _, c := range cells {
		sum += min(c.Aspect(), 20)
	}
	return sum / float64(max(len(cells), 1))
}

// order returns the shown children of a node in their previous rows. New children are appended to the row with the most similar mean
// weight. It returns nil if the node was not a district.
func (b *planner) order(node int32, children []int32) (order []int32, rows []layout.Row) {
	a := b.anchor
	if a == nil || a.targets[node].Kind != OnDistrict {
		return nil, nil
	}
	shown := make(map[int32]bool, len(children))
	for _, c := range children {
		shown[c] = true
	}
	old := &a.plan.districts[a.targets[node].Index]
	var lists [][]int32
	start := 0
	for _, row := range old.rows {
		var list []int32
		for _, c := range a.all(old.children[start:row.End]) {
			if shown[c] {
				list = append(list, c)
				delete(shown, c)
			}
		}
		start = row.End
		if list != nil {
			lists, rows = append(lists, list), append(rows, row)
		}
	}
	if lists == nil {
		return nil, nil
	}
	b.join(node, lists, slices.DeleteFunc(slices.Clone(children), func(c int32) bool { return !shown[c] }))
	for i, list := range lists {
		order = append(order, list...)
		rows[i].End = len(order)
	}
	return order, rows
}

// join adds new groups to rows.
func (b *planner) join(node int32, lists [][]int32, added []int32) {
	means := make([]float64, len(lists))
	for i, list := range lists {
		for _, c := range list {
			means[i] += math.Log(b.weight(node, c)) / float64(len(list))
		}
	}
	for _, c := range added {
		best := 0
		for i := range lists {
			weight := math.Log(b.weight(node, c))
			if cmp.Less(math.Abs(means[i]-weight), math.Abs(means[best]-weight)) {
				best = i
			}
		}
		lists[best] = append(lists[best], c)
	}
}
