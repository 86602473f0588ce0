package treemap

import (
	"cmp"
	"slices"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/trends"
	"memcity/layout"
)

// ID names a node of the trees of the tree view at every GC point: a group of the series, or if Rest is not 0 what is
// left of it after its first groups were shown separately Rest times.
type ID struct {
	Node int32
	Rest int32
}

// Node is a node of a memory tree that is to be drawn.
type Node struct {
	ID     ID
	Parent int   // index into TreePicture.Nodes; -1 for the root
	Level  int   // 0 for the root
	Value  int64 // at the GC point, in the metric
	First  int64 // at the start of the window
	Groups int   // siblings that it stands for: 1 unless it is a rest
	Leaf   bool  // there is nothing in it
}

// Picture is a memory tree of one GC point, drilled into and pruned. Nodes are in pre-order, siblings in their fixed
// order with the rest last; those that are empty at the GC point are there, too. Read-only.
type Picture struct {
	Series *trees.Series
	Point  int
	Nodes  []Node
	Spans  []layout.Span // by node
	Levels int           // that there are nodes on, the root's among them
	Most   int64         // largest value of the root in the window
	Heap   int64         // value of the whole heap at the GC point
}

// Limits of pruning (Weninger, Makor, Mössenböck: Memory Evolution through Tree Visualizations; thesis, section 5.3).
const (
	MaxChildren = 9
	cover       = 0.9 // share of a group's size that is enough
	large       = 0.1 // share from which a group is shown separately in any case
)

// Ordering ranks and prunes the children of every group over a window, once for all its GC points, so that siblings keep
// their order and stay shown separately when time moves. It computes what is requested on demand, so it belongs to one
// goroutine.
type Ordering struct {
	series  *trees.Series
	window  trees.Window
	changes []trees.Change
	metric  trees.Metric
	order   trends.Order
	rounds  map[ID]round
}

// round is the children of a group that are shown separately, and those that are left.
type round struct{ kept, left []int32 }

// NewTreeOrdering orders the groups of a series by a metric: by growth over the window, by size at its start, or by size at
// its end.
func NewTreeOrdering(s *trees.Series, m *trees.Meta, metric trees.Metric, order trends.Order) *Ordering {
	return &Ordering{s, m.Window, m.Of(metric), metric, order, map[ID]round{}}
}

// rank is what siblings are ordered by.
func (t *Ordering) rank(node int32) int64 {
	switch c := t.changes[node]; t.order {
	case trends.StartOrder:
		return c.First
	case trends.EndOrder:
		return c.Last
	default:
		return c.Growth()
	}
}

// round returns the children of a group that are shown separately after others were left out id.Rest times.
func (t *Ordering) round(id ID) round {
	if r, ok := t.rounds[id]; ok {
		return r
	}
	var r round
	if id.Rest > 0 {
		r = t.prune(t.round(ID{id.Node, id.Rest - 1}).left)
	} else {
		r = t.prune(t.children(id.Node))
	}
	t.rounds[id] = r
	return r
}

// children returns the groups below one that have objects in the window, in their order.
func (t *Ordering) children(node int32) (list []int32) {
	nodes := t.series.Nodes
	for c := range nodes.Children(node) {
		if t.changes[c].Max > 0 {
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.rank(b), t.rank(a)), cmp.Compare(t.changes[b].Max, t.changes[a].Max))
	})
	return list
}

// prune divides siblings into those that are shown separately and the rest. The first ones by the order are kept until most of the
// size is covered, and there are places for large ones, so that what does not grow is not hidden because much else grows.
func (t *Ordering) prune(siblings []int32) (r round) {
	var whole float64
	for _, c := range siblings {
		whole += float64(t.changes[c].Max)
	}
	large := func(c int32) bool { return float64(t.changes[c].Max) >= large*whole }
	reserved := 0
	for _, c := range siblings {
		if large(c) {
			reserved++
		}
	}
	places, covered := MaxChildren, 0.0
	for _, c := range siblings {
		isLarge := large(c)
		if places > 0 && (isLarge || places > reserved && covered < cover*whole) {
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

func (t *Ordering) inOrder(list []int32) []int32 {
	slices.SortStableFunc(list, func(a, b int32) int {
		return cmp.Or(cmp.Compare(t.rank(b), t.rank(a)), cmp.Compare(t.changes[b].Max, t.changes[a].Max), cmp.Compare(a, b))
	})
	return list
}

// ID returns the node that a root names; ok is false if the series has no such group.
func (t *Ordering) ID(r Root) (id ID, ok bool) {
	if len(t.series.Nodes) == 0 {
		return ID{}, false
	}
	if r.Key != "" {
		if id.Node, ok = t.series.Find(r.Key); !ok {
			return ID{}, false
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
func (t *Ordering) Root(id ID) Root {
	r := Root{Rest: int(id.Rest)}
	if id.Node != 0 {
		r.Key = t.series.Key(id.Node)
	}
	return r
}

// Kept returns the groups that are shown separately below a node, in their order; it must not be written to.
func (t *Ordering) Kept(id ID) []int32 { return t.round(id).kept }

// Value returns the size of a group at a GC point, in the metric.
func (t *Ordering) Value(point int, node int32) int64 {
	if t.metric == trees.Bytes {
		return t.series.Bytes(point, node)
	}
	return t.series.Objects(point, node)
}

// Picture returns the tree below a node at a GC point, at most the given number of levels below its own. Groups with less
// than a share of the root's value are not divided any more. Cost is linear in the nodes that are there, sorting once for
// each group aside.
func (t *Ordering) Picture(root ID, levels, point int, least float64) *Picture {
	p := &Picture{Series: t.series, Point: point, Heap: t.Value(point, 0), Levels: 1}
	var branches []layout.Branch
	add := func(n Node) int {
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
			divide(add(Node{ID: ID{Node: c}, Parent: at, Level: n.Level + 1, Value: t.Value(point, c), First: t.changes[c].First,
				Groups: 1, Leaf: t.series.IsLeaf(c)}))
		}
		if len(r.left) > 0 {
			add(t.rest(n.ID, r.left, at, n.Level+1, point))
		}
	}
	if root.Rest > 0 {
		n := t.rest(ID{root.Node, root.Rest - 1}, t.round(ID{root.Node, root.Rest - 1}).left, -1, 0, point)
		for at := t.window.From; at <= t.window.To && at < t.series.Len(); at++ {
			p.Most = max(p.Most, t.sum(n.ID, at))
		}
		add(n)
	} else {
		add(Node{ID: root, Parent: -1, Value: t.Value(point, root.Node), First: t.changes[root.Node].First, Groups: 1,
			Leaf: t.series.IsLeaf(root.Node)})
		p.Most = t.changes[root.Node].Max
	}
	divide(0)
	p.Spans = layout.Spans(branches)
	return p
}

// sum returns the size of what is left of a group at a GC point.
func (t *Ordering) sum(id ID, point int) (value int64) {
	for _, c := range t.round(ID{id.Node, id.Rest - 1}).left {
		value += t.Value(point, c)
	}
	return value
}

// rest returns the node of the groups that are left in addition to those that are shown separately below id.
func (t *Ordering) rest(id ID, left []int32, parent, level, point int) Node {
	n := Node{ID: ID{id.Node, id.Rest + 1}, Parent: parent, Level: level, Groups: len(left)}
	for _, c := range left {
		n.Value += t.Value(point, c)
		n.First += t.changes[c].First
	}
	return n
}

// Scale is how large the drawing is over one that fills its room, where drawings show sizes by their area: 1 if they are not
// scaled.
func (p *Picture) Scale(scaled bool) float64 {
	if !scaled || p.Most <= 0 {
		return 1
	}
	return min(float64(p.Nodes[0].Value)/float64(p.Most), 1)
}

// Name names a node for people; short leaves out the package of a type.
func (p *Picture) Name(n *Node, short bool) string {
	if n.ID.Rest > 0 {
		return "Other"
	}
	if short {
		return scene.ShortName(p.Series.Name(n.ID.Node), p.Series.Role(n.ID.Node))
	}
	return p.Series.Name(n.ID.Node)
}

// Key returns the key of the group that a node is; ok is false for a rest, which is none.
func (p *Picture) Key(n *Node) (key string, ok bool) {
	return p.Series.Key(n.ID.Node), n.ID.Rest == 0
}

// Index returns the place of a node; -1 if the picture does not have it.
func (p *Picture) Index(id ID) int {
	return slices.IndexFunc(p.Nodes, func(n Node) bool { return n.ID == id })
}

// GrowthColor returns the colour that shows how much a node has grown since the start of the window, as that of its building
// does.
func GrowthColor(p *scene.Plan, n *Node, settings scene.Settings) scene.RGB {
	palette := settings.Palette()
	growth := n.Value - n.First
	if growth < 0 {
		return palette.Roof(palette.Growth(0), scene.Shrinkage(n.First, n.Value))
	}
	return palette.Growth(p.Grown(growth, settings))
}
