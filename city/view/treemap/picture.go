package treemap

import (
	"cmp"
	"slices"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/trends"
	"memcity/layout"
)

// ID identifies a node of the tree view at every GC point. It is a group of the series or, if Rest is not 0, the remainder of the group
// after Rest rounds of showing its first children separately.
type ID struct {
	Node int32
	Rest int32
}

// Node is a node of a memory tree to draw.
type Node struct {
	ID     ID
	Parent int   // index into Picture.Nodes; -1 for the root
	Level  int   // 0 for the root
	Value  int64 // at the GC point, in the unit
	First  int64 // at the start of the window
	Groups int   // number of siblings that it represents: 1 unless it is a rest
	Leaf   bool  // true if it has no children
}

// Picture is a memory tree of one GC point, drilled into and pruned. Nodes are in pre-order, siblings in their fixed order with the rest
// last. It includes nodes that are empty at the GC point. Read-only once built.
type Picture struct {
	Series *trees.Series
	Point  int
	Nodes  []Node
	Spans  []layout.Span // by node
	Levels int           // number of levels with nodes, including the root's
	Max    int64         // largest value of the root in the window
	Heap   int64         // value of the whole heap at the GC point
}

// Limits of pruning (Weninger, Makor, Mössenböck: Memory Evolution through Tree Visualizations; thesis, section 5.3).
const (
	MaxChildren = 9
	cover       = 0.9 // share of a group's size to cover
	large       = 0.1 // share from which a group is always shown separately
)

// Ordering ranks and prunes the children of every group over a window, once for all its GC points. So siblings keep their order and remain
// shown separately when the GC point changes. It computes results on demand and is not safe for concurrent use.
type Ordering struct {
	series  *trees.Series
	window  trees.Window
	changes []trees.Change
	unit    trees.Unit
	order   trends.Order
	rounds  map[ID]round
}

// round contains the children of a group that are shown separately, and the remaining ones.
type round struct{ kept, left []int32 }

// NewTreeOrdering orders the groups of a series in a unit: by growth over the window, by size at its start, or by size at its end.
func NewTreeOrdering(s *trees.Series, m *trees.Meta, unit trees.Unit, order trends.Order) *Ordering {
	return &Ordering{s, m.Window, m.Of(unit), unit, order, map[ID]round{}}
}

// rank returns the sort value of a sibling.
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

// round returns the children of a group that are shown separately after id.Rest rounds.
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

// children returns the children of a group that have objects in the window, in order.
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

// prune divides siblings into those shown separately and the rest. It keeps the first ones until most of the size is covered. It reserves
// places for large ones, so that large groups without growth stay visible next to growing ones.
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

// ID returns the node of a root; ok is false if the series has no such group.
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

// Kept returns the groups that are shown separately below a node, in order. The caller must not write to the result.
func (t *Ordering) Kept(id ID) []int32 { return t.round(id).kept }

// Value returns the size of a group at a GC point, in the unit.
func (t *Ordering) Value(point int, node int32) int64 {
	if t.unit == trees.Bytes {
		return t.series.Bytes(point, node)
	}
	return t.series.Objects(point, node)
}

// Picture returns the tree below a node at a GC point, with at most the given number of further levels. It does not divide groups whose
// share of the root's value is below least. The cost is linear in the nodes, except for sorting the children of each group once.
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
			p.Max = max(p.Max, t.sum(n.ID, at))
		}
		add(n)
	} else {
		add(Node{ID: root, Parent: -1, Value: t.Value(point, root.Node), First: t.changes[root.Node].First, Groups: 1,
			Leaf: t.series.IsLeaf(root.Node)})
		p.Max = t.changes[root.Node].Max
	}
	divide(0)
	p.Spans = layout.Spans(branches)
	return p
}

// sum returns the size of a group's remainder at a GC point.
func (t *Ordering) sum(id ID, point int) (value int64) {
	for _, c := range t.round(ID{id.Node, id.Rest - 1}).left {
		value += t.Value(point, c)
	}
	return value
}

// rest returns the node for the groups that are not shown separately below id.
func (t *Ordering) rest(id ID, left []int32, parent, level, point int) Node {
	n := Node{ID: ID{id.Node, id.Rest + 1}, Parent: parent, Level: level, Groups: len(left)}
	for _, c := range left {
		n.Value += t.Value(point, c)
		n.First += t.changes[c].First
	}
	return n
}

// Scale returns the size of the drawing relative to the available space, for drawings that show sizes by area; 1 if they are not scaled.
func (p *Picture) Scale(scaled bool) float64 {
	if !scaled || p.Max <= 0 {
		return 1
	}
	return min(float64(p.Nodes[0].Value)/float64(p.Max), 1)
}

// Name returns the display name of a node; short omits the package of a type.
func (p *Picture) Name(n *Node, short bool) string {
	if n.ID.Rest > 0 {
		return "Other"
	}
	if short {
		return scene.ShortName(p.Series.Name(n.ID.Node), p.Series.Role(n.ID.Node))
	}
	return p.Series.Name(n.ID.Node)
}

// Key returns the key of a node's group; ok is false for a rest, which is not a group.
func (p *Picture) Key(n *Node) (key string, ok bool) {
	return p.Series.Key(n.ID.Node), n.ID.Rest == 0
}

// Index returns the index of a node; -1 if the picture does not have it.
func (p *Picture) Index(id ID) int {
	return slices.IndexFunc(p.Nodes, func(n Node) bool { return n.ID == id })
}

// GrowthColor returns the color for a node's growth since the start of the window, as for its building.
func GrowthColor(p *scene.Plan, n *Node, settings scene.Settings) scene.RGB {
	palette := settings.Palette()
	growth := n.Value - n.First
	if growth < 0 {
		return palette.Roof(palette.Growth(0), scene.Shrinkage(n.First, n.Value))
	}
	return palette.Growth(p.Grown(growth, settings))
}
