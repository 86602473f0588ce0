package scene

import (
	"cmp"
	"math"
	"slices"

	"memcity/city/trees"
	"memcity/layout"
)

// anchor is a plan that another one of the same recording is to look like.
type anchor struct {
	plan    *Plan
	nodes   []int32  // of the new series, by node of the plan's; -1 if there is none
	targets []Target // in the plan, by node of the new series
	whole   bool     // all that has a plot is in the new series
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

// all returns the nodes of the new series for nodes of the plan's; those that are gone are left out.
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

// rank orders groups by their largest value. Those that had a plot rank higher, so that two that are about equally large
// do not take turns.
func (a *anchor) rank(node int32, largest int64) float64 {
	if a != nil && a.targets[node].OfGroup() {
		return float64(largest) * rankBonus
	}
	return float64(largest)
}

// tolerance is how much more elongated plots may become, at the mean, than those of a new layout are, before their
// neighbours change.
const tolerance = 1.35

// divide lays out the shown children of a node. With an anchor the first of these is taken whose plots are not much more
// elongated than those of a new layout: the same rows; the same order in other rows; a new layout.
func (b *planner) divide(node int32, r layout.Rect) (children []int32, cells []layout.Rect, rows []layout.Row) {
	children = b.shown[node]
	cells = make([]layout.Rect, len(children))
	rows = layout.SquarifyRows(cells, b.weightsOf(node, children), r)
	order, old := b.order(node, children)
	if old == nil {
		return children, cells, rows
	}
	limit := tolerance * elongation(cells)
	weights, anchored := b.weightsOf(node, order), make([]layout.Rect, len(order))
	if layout.Resquarify(anchored, weights, old, r); elongation(anchored) <= limit {
		return order, anchored, old
	}
	if old = layout.SquarifyRows(anchored, weights, r); elongation(anchored) <= limit {
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

// elongation is the mean aspect ratio; single pieces count 20 at most.
func elongation(cells []layout.Rect) float64 {
	sum := 0.0
	for _, c := range cells {
		sum += min(c.Aspect(), 20)
	}
	return sum / float64(max(len(cells), 1))
}

// order returns the shown children of a node in rows as they stood before. New ones stand at the end of the row whose
// pieces weigh most nearly the same. Nil if the node was no district.
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

// join puts new groups into rows.
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
