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

// Mark is what was said about a moment while the program was recorded.
type Mark = trace.Mark

// Series is the union of the memory trees of all GC points of one recording and grouping. Nodes are matched by path;
// a node that a point lacks counts 0 there. Read-only: a series of a recording that grows is followed by others, which
// share with it what has not changed; see [Series.With].
type Series struct {
	Names *trace.Names
	Nodes preorder.Nodes[SeriesNode, *SeriesNode] // empty if there are no trees
	Times []Millis

	points  []seriesPoint
	columns []int32       // by node: its place in the columns of points
	nodes   []int32       // the reverse
	lowered *lowered      // for Search
	base    *Base         // see [Series.WithBase]; nil for none
	domain  *group.Domain // see [Series.Of]; nil for the default
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
	objects, bytes numbers // by column; they end with the last group that there was when the point came
	pointers       *trace.Pointers
	columns        []int32 // by node of the tree of the point; shared by points with the same groups

	// What else the tree had, see [trace.Tree].
	estimates      map[int32]trace.Estimate
	deep, retained []int64
	fleet          *pods.Fleet
}

// PointTree is the memory tree of one GC point, with the references between its groups if they are known.
type PointTree struct {
	Time     trace.Millis
	Source   int // number of the GC point in the recording, from 0
	Tree     *trace.Tree
	Pointers *trace.Pointers
}

// Len returns the number of GC points.
func (s *Series) Len() int { return len(s.points) }

// Source returns which GC point of the recording a point is. Those that could not be read are left out of a series.
func (s *Series) Source(point int) int { return s.points[point].source }

// PointOf is the reverse of Source; -1 if the point was left out.
func (s *Series) PointOf(source int) int {
	return slices.IndexFunc(s.points, func(p seriesPoint) bool { return p.source == source })
}

// WindowOf returns the window between two GC points of the recording, by number from 0: of those that are not in the series the next
// ones outside.
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

// Sources are the numbers in the recording of some points, ascending and each once; those that there are not are left out.
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

// NodeOf returns the node of the series that a node of the tree of a GC point stands for.
func (s *Series) NodeOf(point int, node int32) int32 { return s.nodes[s.points[point].columns[node]] }

// Objects returns the number of objects of node at a GC point.
func (s *Series) Objects(point int, node int32) int64 {
	return s.points[point].objects.at(s.columns[node])
}

// Bytes returns the shallow bytes of node at a GC point.
func (s *Series) Bytes(point int, node int32) int64 {
	return s.points[point].bytes.at(s.columns[node])
}

// Amount returns how much a node has at a point.
func (s *Series) Amount(point int, node int32) Amount {
	return Amount{Objects: s.Objects(point, node), Bytes: s.Bytes(point, node)}
}

// Estimate returns the error of the numbers of node at a GC point; ok is false if they are exact. Cost is linear in the number of nodes.
func (s *Series) Estimate(point int, node int32) (e trace.Estimate, ok bool) {
	if p := &s.points[point]; len(p.estimates) > 0 {
		e, ok = p.estimates[s.IndexOf(point, node)]
	}
	return e, ok
}

// Pointers are the references between the groups of a GC point, by their places in its tree; nil if they are not known.
func (s *Series) Pointers(point int) *trace.Pointers { return s.points[point].pointers }

// Size is how many groups there are at a GC point.
func (s *Series) Size(point int) int { return len(s.points[point].columns) }

// IndexOf returns the place of a group in the tree of a GC point; -1 if it is not there. See [Series.NodeOf].
func (s *Series) IndexOf(point int, node int32) int32 {
	return int32(slices.Index(s.points[point].columns, s.columns[node]))
}

// HasPointers reports whether the references between groups are known at a GC point.
func (s *Series) HasPointers(point int) bool { return s.points[point].pointers != nil }

// Counted reports whether a GC point has numbers of objects only, while others have references between groups as well, and which of these is the
// closest, the earlier of two. Cost is linear in the GC points.
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

// Role returns what node was grouped by; empty for the root.
func (s *Series) Role(node int32) string { return s.Names.Text(s.Nodes[node].Role) }

// Find returns the node with the given key. Names may hold "#" themselves, so all ways to cut the key are tried; the
// first in order of nodes wins. Cost is the size of the levels on the way.
func (s *Series) Find(key string) (node int32, ok bool) {
	node = s.Nodes.Find(key, s.Name)
	return max(node, 0), node >= 0
}
