package trees

import (
	"math"
	"slices"

	"memcity/city/seq"
	"memcity/trace"
)

// Baseline says which recording is compared with the one shown, the base, and how. It is kept while the buildings are not split
// by it, and used when they are: see [scene.ByBase].
type Baseline struct {
	Paths  seq.Seq[string] // of the base; empty for none
	At     int             // GC point of the base from 1, or [LastPoint]; 0 for the default of commands
	Shares bool            // shares of the heap are compared, not numbers
}

// LastPoint is the last GC point of a base.
const LastPoint = -1

// BaseTree is a memory tree of another recording, at one of its GC points.
type BaseTree struct {
	Name          string // of the recording
	Point, Points int    // the GC point from 0, and how many there are
	Time          trace.Millis
	Tree          *trace.Tree
	Shares        bool // see [Baseline]
}

// Base is another recording that the groups of a series are compared with, at one GC point. Read-only.
type Base struct {
	BaseTree
	amounts []Amount // by node of the series
}

// Base returns what the series is compared with; nil for nothing.
func (s *Series) Base() *Base { return s.base }

// WithBase returns the series with the groups of another recording next to its own: those that s does not have are added, with
// no objects at any GC point. Groups are matched by the names on their paths, whatever that of the root is. Those whose names
// differ by a number that the runtime made up, as of lambdas and proxies, match as well: of several that nothing else distinguishes
// the largest one matches the largest one, and so on. s stays as it is. Cost is linear in the nodes of both.
func (s *Series) WithBase(b BaseTree) *Series {
	out := &Series{Names: s.Names, Times: s.Times, points: s.points, domain: s.domain}
	if out.Names == nil {
		out.Names = b.Tree.Names
	}
	u := s.union()
	columns := u.add(u.paired(s, Translated(b.Tree, out.Names)))
	u.flatten(out)
	out.lowered = &lowered{}
	base := &Base{BaseTree: b, amounts: make([]Amount, len(out.Nodes))}
	for i, c := range columns {
		a := &base.amounts[out.nodes[c]]
		a.Objects += b.Tree.Nodes[i].Objects
		a.Bytes += b.Tree.Nodes[i].Bytes
	}
	out.base = base
	return out
}

// Translated returns a tree whose names are of a dictionary.
func Translated(t *trace.Tree, names *trace.Names) *trace.Tree {
	if t.Names == names {
		return t
	}
	ids := map[trace.NameID]trace.NameID{}
	id := func(old trace.NameID) trace.NameID {
		now, ok := ids[old]
		if !ok {
			now = names.ID(t.Names.Text(old))
			ids[old] = now
		}
		return now
	}
	out := &trace.Tree{Names: names, Nodes: slices.Clone(t.Nodes), Estimates: t.Estimates}
	for i := range out.Nodes {
		n := &out.Nodes[i]
		n.Name, n.Role = id(n.Name), id(n.Role)
	}
	return out
}

// Before returns what the base has of a node, to be held against a GC point of the series: as it is or, where shares are
// compared, what it would be if the whole base were as large as the heap at that point. Zero without a base.
func (s *Series) Before(point int, node int32) Amount {
	if s.base == nil {
		return Amount{}
	}
	return s.base.Scaled(node, s.Objects(point, 0), s.Bytes(point, 0))
}

// Scaled returns the amount of a node for a heap of a size.
func (b *Base) Scaled(node int32, objects, bytes int64) Amount {
	a := b.amounts[node]
	if b.Shares {
		whole := b.amounts[0]
		a = Amount{Objects: proportional(a.Objects, objects, whole.Objects), Bytes: proportional(a.Bytes, bytes, whole.Bytes)}
	}
	return a
}

// proportional is value · to / from.
func proportional(value, to, from int64) int64 {
	if from <= 0 {
		return 0
	}
	return int64(math.Round(float64(value) / float64(from) * float64(to)))
}

// Amount returns what the base has of a node of the series.
func (b *Base) Amount(node int32) Amount { return b.amounts[node] }

// ScaleName is the stable lower-case name of what of the base is compared.
func (b *Base) ScaleName() string {
	if b.Shares {
		return "total"
	}
	return "none"
}
