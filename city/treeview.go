package city

import (
	"cmp"
	"slices"

	"memcity/layout"
)

// TreeID names a node of the trees of the tree view at every GC point: a group of the series, or if Rest is not 0 what is
// left of it after its first groups were told apart Rest times.
type TreeID struct {
	Node int32
	Rest int32
}

// TreeNode is a node of a memory tree that is to be drawn.
type TreeNode struct {
	ID     TreeID
	Parent int   // index into TreePicture.Nodes; -1 for the root
	Level  int   // 0 for the root
	Value  int64 // at the GC point, in the metric
	First  int64 // at the start of the window
	Groups int   // siblings that it stands for: 1 unless it is a rest
	Leaf   bool  // there is nothing in it
}

// TreePicture is a memory tree of one GC point, drilled into and pruned. Nodes are in pre-order, siblings in their fixed
// order with the rest last; those that are empty at the GC point are there, too. Read-only.
type TreePicture struct {
	Series *Series
	Point  int
	Nodes  []TreeNode
	Spans  []layout.Span // by node
	Levels int           // that there are nodes on, the root's among them
	Most   int64         // largest value of the root in the window
	Heap   int64         // value of the whole heap at the GC point
}

// Limits of pruning (Weninger, Makor, Mössenböck: Memory Evolution through Tree Visualizations; thesis, section 5.3).
const (
	maxTreeChildren = 9
	treeCover       = 0.9 // share of a group's size that is enough
	treeLarge       = 0.1 // share from which a group is told apart in any case
)

// TreeOrdering ranks and prunes the children of every group over a window, once for all its GC points, so that siblings keep
// their order and stay told apart when time moves. It works what is asked for out as it is asked, so it belongs to one
// goroutine.
type TreeOrdering struct {
	series  *Series
	window  Window
	changes []Change
	metric  Metric
	order   TrendOrder
	rounds  map[TreeID]treeRound
}

// treeRound is the children of a group that are told apart, and those that are left.
type treeRound struct{ kept, left []int32 }

// NewTreeOrdering orders the groups of a series by a metric: by growth over the window, by size at its start, or by size at
// its end.
func NewTreeOrdering(s *Series, m *Meta, metric Metric, order TrendOrder) *TreeOrdering {
	return &TreeOrdering{s, m.Window, m.Of(metric), metric, order, map[TreeID]treeRound{}}
}

// rank is what siblings are ordered by.
func (t *TreeOrdering) rank(node int32) int64 {
	switch c := t.changes[node]; t.order {
	case StartOrder:
		return c.First
	case EndOrder:
		return c.Last
	default:
		return c.Growth()
	}
}

// round returns the children of a group that are told apart after others were left out id.Rest times.
func (t *TreeOrdering) round(id TreeID) treeRound {
	if r, ok := t.rounds[id]; ok {
		return r
	}
	var r treeRound
	if id.Rest > 0 {
		r = t.prune(t.round(TreeID{id.Node, id.Rest - 1}).left)
	} else {
		r = t.prune(t.children(id.Node))
	}
	t.rounds[id] = r
	return r
}

// children returns the groups below one that have objects in the window, in their order.
func (t *TreeOrdering) children(node int32) (list []int32) {
	nodes := t.series.Nodes
	for c := node + 1; c < nodes[node].End; c = nodes[c].End {
		if t.changes[c].Max > 0 {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.rank(b), t.rank(a)), cmp.Compare(t.changes[b].Max, t.changes[a].Max))
	})
	return list
}

// prune divides siblings into those that are told apart and the rest. The first ones by the order are kept until most of the
// size is covered, and there are places for large ones, so that what does not grow is not hidden because much else grows.
func (t *TreeOrdering) prune(siblings []int32) (r treeRound) {
	var whole float64
	for _, c := range siblings {
		whole += float64(t.changes[c].Max)
	}
	large := func(c int32) bool { return float64(t.changes[c].Max) >= treeLarge*whole }
	reserved := 0
	for _, c := range siblings {
		if large(c) {
			reserved++
		}
	}
	places, covered := maxTreeChildren, 0.0
	for _, c := range siblings {
		isLarge := large(c)
		if places > 0 && (isLarge || places > reserved && covered < treeCover*whole) {
			r.kept = append(r.kept, c)
			covered += float64(t.changes[c].Max)
			places--
		} else {
			r.left = append(r.left, c)
		}
		if isLarge {
			reserved--
		}
	}
	if len(r.left) == 1 && places > 0 { // a rest of one group is that group
		r.kept, r.left = t.inOrder(append(r.kept, r.left[0])), nil
	}
	return r
}

func (t *TreeOrdering) inOrder(list []int32) []int32 {
	slices.SortStableFunc(list, func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.rank(b), t.rank(a)), cmp.Compare(t.changes[b].Max, t.changes[a].Max), cmp.Compare(a, b))
	})
	return list
}

// ID returns the node that a root names; ok is false if the series has no such group.
func (t *TreeOrdering) ID(r TreeRoot) (id TreeID, ok bool) {
	if len(t.series.Nodes) == 0 {
		return TreeID{}, false
	}
	if r.Key != "" {
		if id.Node, ok = t.series.Find(r.Key); !ok {
			return TreeID{}, false
		}
	}
	for id.Rest = 0; int(id.Rest) < r.Rest; id.Rest++ {
		if len(t.round(id).left) == 0 {
			break
		}
	}
	return id, true
}

// Root is the inverse of ID.
func (t *TreeOrdering) Root(id TreeID) TreeRoot {
	r := TreeRoot{Rest: int(id.Rest)}
	if id.Node != 0 {
		r.Key = t.series.Key(id.Node)
	}
	return r
}

// Kept returns the groups that are told apart below a node, in their order; it must not be written to.
func (t *TreeOrdering) Kept(id TreeID) []int32 { return t.round(id).kept }

// Value returns the size of a group at a GC point, in the metric.
func (t *TreeOrdering) Value(point int, node int32) int64 {
	if t.metric == Bytes {
		return t.series.Bytes(point, node)
	}
	return t.series.Objects(point, node)
}

// Picture returns the tree below a node at a GC point, at most the given number of levels beside its own. Groups with less
// than a share of the root's value are not divided any more. Cost is linear in the nodes that are there, sorting once for
// each group aside.
func (t *TreeOrdering) Picture(root TreeID, levels, point int, least float64) *TreePicture {
	p := &TreePicture{Series: t.series, Point: point, Heap: t.Value(point, 0), Levels: 1}
	var branches []layout.Branch
	add := func(n TreeNode) int {
		p.Nodes, branches = append(p.Nodes, n), append(branches, layout.Branch{Parent: n.Parent, Value: float64(n.Value)})
		p.Levels = max(p.Levels, n.Level+1)
		return len(p.Nodes) - 1
	}
	var divide func(at int)
	divide = func(at int) {
		n := p.Nodes[at]
		if n.Level >= levels || n.Leaf || at > 0 && float64(n.Value) < least*float64(p.Nodes[0].Value) {
			return
		}
		r := t.round(n.ID)
		for _, c := range r.kept {
			divide(add(TreeNode{ID: TreeID{Node: c}, Parent: at, Level: n.Level + 1, Value: t.Value(point, c), First: t.changes[c].First,
				Groups: 1, Leaf: t.series.IsLeaf(c)}))
		}
		if len(r.left) > 0 {
			add(t.rest(n.ID, r.left, at, n.Level+1, point))
		}
	}
	if root.Rest > 0 {
		n := t.rest(TreeID{root.Node, root.Rest - 1}, t.round(TreeID{root.Node, root.Rest - 1}).left, -1, 0, point)
		for at := t.window.From; at <= t.window.To && at < t.series.Len(); at++ {
			p.Most = max(p.Most, t.sum(n.ID, at))
		}
		add(n)
	} else {
		add(TreeNode{ID: root, Parent: -1, Value: t.Value(point, root.Node), First: t.changes[root.Node].First, Groups: 1, Leaf: t.series.IsLeaf(root.Node)})
		p.Most = t.changes[root.Node].Max
	}
	divide(0)
	p.Spans = layout.Spans(branches)
	return p
}

// sum returns the size of what is left of a group at a GC point.
func (t *TreeOrdering) sum(id TreeID, point int) (value int64) {
	for _, c := range t.round(TreeID{id.Node, id.Rest - 1}).left {
		value += t.Value(point, c)
	}
	return value
}

// rest returns the node of the groups that are left beside those that are told apart below id.
func (t *TreeOrdering) rest(id TreeID, left []int32, parent, level, point int) TreeNode {
	n := TreeNode{ID: TreeID{id.Node, id.Rest + 1}, Parent: parent, Level: level, Groups: len(left)}
	for _, c := range left {
		n.Value += t.Value(point, c)
		n.First += t.changes[c].First
	}
	return n
}

// Scale is how large the drawing is over one that fills its room, where drawings tell sizes by their area: 1 if they are not
// scaled.
func (p *TreePicture) Scale(scaled bool) float64 {
	if !scaled || p.Most <= 0 {
		return 1
	}
	return min(float64(p.Nodes[0].Value)/float64(p.Most), 1)
}

// Name names a node for people; short leaves out the package of a type.
func (p *TreePicture) Name(n *TreeNode, short bool) string {
	if n.ID.Rest > 0 {
		return "Other"
	}
	if short {
		return shortName(p.Series.Name(n.ID.Node), p.Series.Role(n.ID.Node))
	}
	return p.Series.Name(n.ID.Node)
}

// Key returns the key of the group that a node is; ok is false for a rest, which is none.
func (p *TreePicture) Key(n *TreeNode) (key string, ok bool) {
	return p.Series.Key(n.ID.Node), n.ID.Rest == 0
}

// Index returns the place of a node; -1 if the picture does not have it.
func (p *TreePicture) Index(id TreeID) int {
	return slices.IndexFunc(p.Nodes, func(n TreeNode) bool { return n.ID == id })
}

// GrowthColor returns the colour that tells how much a node has grown since the start of the window, as that of its building
// does: over the largest growth of any building.
func (p *Plan) GrowthColor(n *TreeNode, palette *Palette) RGB {
	growth := n.Value - n.First
	if growth < 0 {
		return palette.Roof(palette.Growth(0), shrinkage(n.First, n.Value))
	}
	if p.MaxGrowth() <= 0 {
		return palette.Growth(0)
	}
	return palette.Growth(float64(growth) / float64(p.MaxGrowth()))
}

// Plot returns the ground reserved for a node of the series; ok is false if it has none.
func (p *Plan) Plot(node int32) (plot layout.Rect, ok bool) {
	switch t := p.target[node]; t.Kind {
	case OnBuilding:
		return p.buildings[t.Index].plot, true
	case OnDistrict:
		return p.districts[t.Index].plot, true
	}
	return layout.Rect{}, false
}
