package city

import (
	"math"
	"slices"

	"memcity/trace"
)

// Beside says which recording is compared with the one shown, the base, and how. It is kept while the buildings are not split
// by it, and used when they are: see [ByBase].
type Beside struct {
	Paths  []string // of the base; nil for none. Never written to
	At     int      // GC point of the base from 1; 0 for its last one
	Shares bool     // shares of the heap are compared, not numbers
}

// Same reports whether b and o compare with the same in the same way.
func (b Beside) Same(o Beside) bool {
	return b.At == o.At && b.Shares == o.Shares && slices.Equal(b.Paths, o.Paths)
}

// CompareWith splits the buildings by another recording, or by another GC point of it. It can be taken back with Undo.
type CompareWith struct{ To Beside }

func (a CompareWith) step(s State) State {
	before := s.choices()
	a.To.At = max(a.To.At, 0)
	s.Beside = a.To
	s.Division, s.Cutouts = ByBase, nil
	if len(a.To.Paths) == 0 {
		s.Division = Undivided
	}
	return s.chose(before, "")
}

// KeepBeside gives a comparison back that is shown, as there is none of what was chosen. A change that is taken back by
// this leaves nothing to undo or redo.
type KeepBeside struct {
	To       Beside
	Division Division
}

func (a KeepBeside) step(s State) State {
	s.Beside, s.Division, s.drag = a.To, a.Division, ""
	s.undo = withoutLast(s.undo, s.choices())
	s.redo = withoutLast(s.redo, s.choices())
	return s
}

// Split returns what the plan is to be split by; the zero Beside for nothing.
func (s State) Split() Beside {
	if s.Division != ByBase {
		return Beside{}
	}
	return s.Beside
}

// BaseTree is a memory tree of another recording, at one of its GC points.
type BaseTree struct {
	Name          string // of the recording
	Point, Points int    // the GC point from 0, and how many there are
	Time          trace.Millis
	Tree          *trace.Tree
	Shares        bool // see [Beside]
}

// Base is another recording that the groups of a series are compared with, at one GC point. Read-only.
type Base struct {
	BaseTree
	amounts []Amount // by node of the series
}

// Base returns what the series is compared with; nil for nothing.
func (s *Series) Base() *Base { return s.base }

// WithBase returns the series with the groups of another recording beside it: those that s does not have are added, with
// no objects at any GC point. Groups are matched by the names on their paths, whatever that of the root is. Those whose names
// differ by a number that the runtime made up, as of lambdas and proxies, match as well: of several that nothing else tells
// apart the largest one matches the largest one, and so on. s stays as it is. Cost is linear in the nodes of both.
func (s *Series) WithBase(b BaseTree) *Series {
	out := &Series{Names: s.Names, Times: s.Times, points: s.points}
	if out.Names == nil {
		out.Names = b.Tree.Names
	}
	u := s.union()
	columns := u.add(u.paired(s, translated(b.Tree, out.Names)))
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

// translated returns a tree whose names are of a dictionary.
func translated(t *trace.Tree, names *trace.Names) *trace.Tree {
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
	out := &trace.Tree{Names: names, Nodes: slices.Clone(t.Nodes)}
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
	return s.base.scaled(node, s.Objects(point, 0), s.Bytes(point, 0))
}

// scaled returns the amount of a node for a heap of a size.
func (b *Base) scaled(node int32, objects, bytes int64) Amount {
	a := b.amounts[node]
	if b.Shares {
		whole := b.amounts[0]
		a = Amount{proportional(a.Objects, objects, whole.Objects), proportional(a.Bytes, bytes, whole.Bytes)}
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

// most is the largest that a node is at any GC point of the window, or in the base.
func (p *Plan) most(metric Metric, node int32) int64 {
	changes := p.Meta.Of(metric)
	most := changes[node].Max
	if b := p.Series.Base(); b != nil {
		most = max(most, b.scaled(node, p.Meta.Objects[0].Max, p.Meta.Bytes[0].Max).Of(metric))
	}
	return most
}

// Matched tells how much of two recordings that are compared lies in groups that both have: shares of the whole, 0 to 1.
type Matched struct{ Before, After float64 }

// Matched returns how much of either side of a comparison with a base is in groups that both have, in a metric. Of each
// side, groups are those that it does not divide further. Zero without a base, and if there is nothing.
func (k *Comparison) Matched(metric Metric) Matched { return k.matched[metric] }

// match finds out how much of both sides matches. Cost is linear in the groups.
func (k *Comparison) match() {
	s := k.Series
	before, after := make([]Amount, len(s.Nodes)), make([]Amount, len(s.Nodes))
	for i := range s.Nodes {
		n := int32(i)
		before[i], after[i] = k.Base.Amount(n), Amount{s.Objects(k.To, n), s.Bytes(k.To, n)}
	}
	b, a := s.matchedShare(before, after), s.matchedShare(after, before)
	for metric := range k.matched {
		k.matched[metric] = Matched{b[metric], a[metric]}
	}
}

// matchedShare returns by metric the share of one side that is in groups of the other.
func (s *Series) matchedShare(one, other []Amount) (share [2]float64) {
	var in, all Amount
	divided := make([]bool, len(s.Nodes))
	for i := len(s.Nodes) - 1; i >= 0; i-- {
		if one[i].Objects <= 0 {
			continue
		}
		if up := s.Nodes[i].Parent; up >= 0 {
			divided[up] = true
		}
		if divided[i] {
			continue
		}
		all = Amount{all.Objects + one[i].Objects, all.Bytes + one[i].Bytes}
		if other[i].Objects > 0 {
			in = Amount{in.Objects + one[i].Objects, in.Bytes + one[i].Bytes}
		}
	}
	for _, metric := range []Metric{Objects, Bytes} {
		share[metric] = float64(in.Of(metric)) / float64(max(all.Of(metric), 1))
	}
	return share
}
