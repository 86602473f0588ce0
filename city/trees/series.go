package trees

import (
	"slices"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/pods"
	"memcity/trace/preorder"
)

// Millis is a time in milliseconds since the start of the recording.
type Millis = trace.Millis

// Mark is a user's comment on a moment, made while recording.
type Mark = trace.Mark

// Series is the union of the memory trees of all GC points of one recording and grouping. Nodes are matched by path; a node counts 0 at
// points that lack it. Read-only once built: later series of a growing recording share unchanged data with it; see [Series.With].
type Series struct {
	Names *trace.Names
	Nodes preorder.Nodes[SeriesNode, *SeriesNode] // empty if there are no trees
	Times []Millis

	points   []seriesPoint
	columns  []int32          // by node: its index in the columns of points
	nodes    []int32          // the inverse
	lowered  *lowerNames      // for Search
	baseline *BaselineAmounts // see [Series.WithBaseline]; nil for none
	domain   *group.Domain    // see [Series.Of]; nil for the default
}

// SeriesNode is a group at any GC point.
type SeriesNode struct {
	Name, Role trace.NameID
	trace.Place
	Level int32 // 0 for the root
}

// IsLeaf reports whether node i has no children at any GC point.
func (s *Series) IsLeaf(i int32) bool { return s.Nodes.IsLeaf(i) }

type seriesPoint struct {
	source         int
	objects, bytes numbers // by column; they end with the last group that existed when the point was added
	pointers       *trace.Pointers
	columns        []int32 // by node of the point's tree; shared by points with the same groups

	// Other data of the tree, see [trace.Tree].
	estimates      map[int32]trace.Estimate
	deep, retained []int64
	fleet          *pods.Fleet
}

// PointTree is the memory tree of one GC point, with the references between its groups; nil if missing.
type PointTree struct {
	Time     trace.Millis
	Source   int // number of the GC point in the recording, 0-based
	Tree     *trace.Tree
	Pointers *trace.Pointers
}

// Len returns the number of GC points.
func (s *Series) Len() int { return len(s.points) }

// Source returns the number of a point in the recording. A series omits points that could not be read.
func (s *Series) Source(point int) int { return s.points[point].source }

// PointOf is the inverse of Source; -1 if the point was omitted.
func (s *Series) PointOf(source int) int {
	return slices.IndexFunc(s.points, func(p seriesPoint) bool { return p.source == source })
}

// WindowOf returns the window between two GC points of the recording, 0-based. For points that are not in the series, it uses the next ones
// outside.
func (s *Series) WindowOf(from, to int) Window {
	w := Window{To: max(s.Len()-1, 0)}
	for i := range s.Len() {
		if s.Source(i) <= from {
			w.From = i
		}
	}
	for i := s.Len() - 1; i >= w.From && s.Source(i) >= to; i-- {
		w.To = i
	}
	return w
}

// Sources returns the numbers of points in the recording, ascending and without duplicates. It omits points that do not exist.
func (s *Series) Sources(points []int) []int {
	var out []int
	for _, p := range points {
		if p >= 0 && p < s.Len() {
			out = append(out, s.Source(p))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// NodeOf returns the node of the series for a node of a GC point's tree.
func (s *Series) NodeOf(point int, node int32) int32 { return s.nodes[s.points[point].columns[node]] }

// Objects returns the number of objects of node at a GC point.
func (s *Series) Objects(point int, node int32) int64 {
	return s.points[point].objects.at(s.columns[node])
}

// Bytes returns the shallow bytes of node at a GC point.
func (s *Series) Bytes(point int, node int32) int64 {
	return s.points[point].bytes.at(s.columns[node])
}

// Amount returns the objects and bytes of a node at a GC point.
func (s *Series) Amount(point int, node int32) Amount {
	return Amount{Objects: s.Objects(point, node), Bytes: s.Bytes(point, node)}
}

// IsUnreachable reports whether a node below the root contains the objects that no GC root keeps alive.
func (s *Series) IsUnreachable(node int32) bool {
	return s.Name(node) == group.Unreachable && s.Role(node) == group.UnreachableRole
}

// Live returns the amount of the whole heap at a GC point without unreachable objects. The cost is linear in the nodes below the root.
func (s *Series) Live(point int) Amount {
	live := s.Amount(point, 0)
	for n := range s.Nodes.Children(0) {
		if s.IsUnreachable(n) {
			live = live.Minus(s.Amount(point, n))
		}
	}
	return live
}

// Estimate returns the error of the numbers of node at a GC point; ok is false if they are exact. The cost is linear in the nodes.
func (s *Series) Estimate(point int, node int32) (e trace.Estimate, ok bool) {
	if p := &s.points[point]; len(p.estimates) > 0 {
		e, ok = p.estimates[s.IndexOf(point, node)]
	}
	return e, ok
}

// Pointers returns the references between the groups of a GC point, by index in its tree; nil for missing data.
func (s *Series) Pointers(point int) *trace.Pointers { return s.points[point].pointers }

// Size returns the number of groups at a GC point.
func (s *Series) Size(point int) int { return len(s.points[point].columns) }

// IndexOf returns the index of a group in the tree of a GC point; -1 if it is not there. It is the inverse of [Series.NodeOf].
func (s *Series) IndexOf(point int, node int32) int32 {
	return int32(slices.Index(s.points[point].columns, s.columns[node]))
}

// HasPointers reports whether a GC point has references between groups.
func (s *Series) HasPointers(point int) bool { return s.points[point].pointers != nil }

// Counted returns the closest GC point that has references between groups, for a point that has only counts; the earlier of two at equal
// distance. ok is false if the point has references or no other point does. The cost is linear in the GC points.
func (s *Series) Counted(point int) (closest int, ok bool) {
	if s.HasPointers(point) {
		return 0, false
	}
	for d := 1; d < s.Len(); d++ {
		for _, at := range []int{point - d, point + d} {
			if at >= 0 && at < s.Len() && s.HasPointers(at) {
				return at, true
			}
		}
	}
	return 0, false
}

// Path returns the names from the root to node; nil for -1.
func (s *Series) Path(node int32) []string { return s.Nodes.Path(node, s.Name) }

// Key returns the path of node joined by "#".
func (s *Series) Key(node int32) string { return s.Nodes.Key(node, s.Name) }

// Name returns the last name of the path of node.
func (s *Series) Name(node int32) string { return s.Names.Text(s.Nodes[node].Name) }

// Role returns the classifier role of node; empty for the root.
func (s *Series) Role(node int32) string { return s.Names.Text(s.Nodes[node].Role) }

// Find returns the node with the given key. Names may contain "#", so Find tries all ways to split the key; the first match in node order
// wins. The cost is the size of the levels on the path.
func (s *Series) Find(key string) (node int32, ok bool) {
	node = s.Nodes.Find(key, s.Name)
	return max(node, 0), node >= 0
}
