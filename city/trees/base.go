package trees

import (
	"math"
	"slices"

	"memcity/city/seq"
	"memcity/trace"
)

// Baseline selects a recording to compare with the open one, and how. It stays selected while the buildings are not split, see
// [scene.ByBaseline].
type Baseline struct {
	Paths  seq.Seq[string] // of the baseline; empty for none
	At     int             // GC point of the baseline, 1-based, or [LastPoint]; 0 for the default of commands
	Shares bool            // true to compare shares of the heap instead of numbers
}

// LastPoint selects the last GC point of a baseline.
const LastPoint = -1

// BaselineTree is a memory tree of another recording at one of its GC points.
type BaselineTree struct {
	Name          string // of the recording
	Point, Points int    // GC point, 0-based, and the number of points
	Time          trace.Millis
	Tree          *trace.Tree
	Shares        bool // see [Baseline]
}

// BaselineAmounts is a baseline for the groups of a series, at one GC point. Read-only once built.
type BaselineAmounts struct {
	BaselineTree
	amounts []Amount // by node of the series
}

// Baseline returns the baseline of the series; nil for none.
func (s *Series) Baseline() *BaselineAmounts { return s.baseline }

// WithBaseline returns the series with a baseline. Groups that only the baseline has are added, without objects at any GC point. Groups are
// matched by the names on their paths, except that of the root. Names that differ only by a runtime-generated number, such as those of
// lambdas and proxies, also match. If several match, they are paired by size, largest first. s does not change. The cost is linear in the
// nodes of both.
func (s *Series) WithBaseline(b BaselineTree) *Series {
	out := &Series{Names: s.Names, Times: s.Times, points: s.points, domain: s.domain}
	if out.Names == nil {
		out.Names = b.Tree.Names
	}
	u := s.union()
	columns := u.add(u.paired(s, Translated(b.Tree, out.Names)))
	u.flatten(out)
	out.lowered = &lowerNames{}
	base := &BaselineAmounts{BaselineTree: b, amounts: make([]Amount, len(out.Nodes))}
	for i, c := range columns {
		a := &base.amounts[out.nodes[c]]
		a.Objects += b.Tree.Nodes[i].Objects
		a.Bytes += b.Tree.Nodes[i].Bytes
	}
	out.baseline = base
	return out
}

// Translated returns t with the names of the given dictionary.
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

// Before returns the baseline amount of a node for comparison with a GC point of the series. If shares are compared, the amount is scaled
// as if the whole baseline were as large as the heap at that point. It is zero without a baseline.
func (s *Series) Before(point int, node int32) Amount {
	if s.baseline == nil {
		return Amount{}
	}
	return s.baseline.Scaled(node, s.Objects(point, 0), s.Bytes(point, 0))
}

// Scaled returns the amount of a node, scaled to a heap of the given size if shares are compared.
func (b *BaselineAmounts) Scaled(node int32, objects, bytes int64) Amount {
	a := b.amounts[node]
	if b.Shares {
		whole := b.amounts[0]
		a = Amount{Objects: proportional(a.Objects, objects, whole.Objects), Bytes: proportional(a.Bytes, bytes, whole.Bytes)}
	}
	return a
}

// proportional returns value · to / from, rounded; 0 if from is not positive.
func proportional(value, to, from int64) int64 {
	if from <= 0 {
		return 0
	}
	return int64(math.Round(float64(value) / float64(from) * float64(to)))
}

// Amount returns the baseline amount of a node of the series.
func (b *BaselineAmounts) Amount(node int32) Amount { return b.amounts[node] }

// ScaleName returns the stable lower-case name of the scaling.
func (b *BaselineAmounts) ScaleName() string {
	if b.Shares {
		return "total"
	}
	return "none"
}
