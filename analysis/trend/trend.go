// Package trend makes series of the groups below one group of a memory tree, over the GC points of a recording: what grows,
// and by how much. It follows Weninger, Makor, Gander, Mössenböck: AntTracks TrendViz: Configurable Heap Memory
// Visualization Over Time (ICPE 2019, https://doi.org/10.1145/3302541.3313100), section 3. Drilling down is a query for the
// groups below one of the groups.
package trend

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"memcity/trace"
)

// Source is the memory trees of a series of GC points, merged by path. A node that a point lacks counts 0 there.
type Source interface {
	Len() int // GC points
	Objects(point int, node int32) int64
	Bytes(point int, node int32) int64
	// Children are the groups below one group, in any order.
	Children(node int32) iter.Seq[int32]
	Name(node int32) string
}

// Order is what series are ordered by, the largest first.
type Order uint8

// Orders. Start and end are the first and the last GC point.
const (
	ByGrowth   Order = iota // end less start
	ByRelative              // growth by start: what was not there at the start comes first
	ByStart
	ByEnd
	ByAverage // of all GC points
)

var orderNames = [...]string{"growth", "relative", "start", "end", "average"}

// String returns the name of the order, in lower case.
func (o Order) String() string {
	if int(o) < len(orderNames) {
		return orderNames[o]
	}
	return fmt.Sprintf("order %d", uint8(o))
}

// ParseOrder reads "growth", "relative", "start", "end" or "average".
func ParseOrder(text string) (Order, error) {
	if i := slices.Index(orderNames[:], text); i >= 0 {
		return Order(i), nil
	}
	return 0, fmt.Errorf("order %q: expected growth, relative, start, end or average", text)
}

// Options are what is requested.
type Options struct {
	Node  int32 // the group whose groups are series; 0 is the root
	Bytes bool  // instead of objects
	Order Order
	Top   int // series to distinguish; less than 1 for all
	// Overlap reports that groups may hold the same objects, as deep and retained sizes do, so that they do not add up.
	Overlap bool
}

// DefaultTop is how many series a chart can show.
const DefaultTop = 5

// Series is one group over time.
type Series struct {
	Node   int32 // -1 for others
	Name   string
	Values []int64 // by GC point
	Stats
	Leaf bool // there is nothing to drill down into
}

// Stats sum a series up.
type Stats struct {
	Start, End, Growth int64
	Relative           float64 // Growth by Start, +Inf if the start is 0 and the end is not
	Average            float64
}

// Trend is the series of one level.
type Trend struct {
	Node   int32
	Total  Series   // the group itself
	Series []Series // in order
	// Others is what the top series leave: those not shown and, if Additive, what the group holds itself. It is zero at
	// all points if nothing is left.
	Others Series
	Rest   int // series in Others
	// Additive reports that the series and Others add up to Total at every point. If not, the groups hold the same objects,
	// and Others is the sum of what is not shown.
	Additive bool
}

// New makes the series of one level. It takes time in proportion to GC points times groups of that level, and memory for
// the series of the top.
func New(s Source, o Options) *Trend {
	value := valueOf(s, o.Bytes)
	t := &Trend{Node: o.Node, Total: series(s, o.Bytes, o.Node), Additive: !o.Overlap}
	all := make([]int64, s.Len()) // of all groups below
	var groups []group
	values := make([]int64, s.Len())
	for node := range s.Children(o.Node) {
		for point := range values {
			values[point] = value(point, node)
			all[point] += values[point]
		}
		groups = append(groups, group{node, s.Name(node), sum(values)})
	}
	slices.SortFunc(groups, func(a, b group) int { return a.compare(&b, o.Order) })
	shown := len(groups)
	if o.Top > 0 {
		shown = min(shown, o.Top)
	}
	for point := range all {
		t.Additive = t.Additive && all[point] <= t.Total.Values[point]
	}
	t.Others = Series{Node: -1, Name: "Other", Values: all, Leaf: true}
	t.Rest = len(groups) - shown
	if t.Additive {
		copy(all, t.Total.Values)
	}
	for _, g := range groups[:shown] {
		t.separate(series(s, o.Bytes, g.node))
	}
	t.Others.Stats = sum(all)
	return t
}

// With returns t with series of further groups below its own, which leave Others, behind those that are there. It must be made
// of s, and of bytes as then. Groups that have a series already are left out.
func (t *Trend) With(s Source, bytes bool, nodes ...int32) *Trend {
	out := *t
	out.Series, out.Others.Values = slices.Clone(t.Series), slices.Clone(t.Others.Values)
	for _, node := range nodes {
		if !slices.ContainsFunc(out.Series, func(s Series) bool { return s.Node == node }) {
			out.separate(series(s, bytes, node))
			out.Rest--
		}
	}
	out.Others.Stats = sum(out.Others.Values)
	return &out
}

// separate makes one of the others a series of its own.
func (t *Trend) separate(one Series) {
	t.Series = append(t.Series, one)
	for point, n := range one.Values {
		t.Others.Values[point] -= n
	}
}

func valueOf(s Source, bytes bool) func(point int, node int32) int64 {
	if bytes {
		return s.Bytes
	}
	return s.Objects
}

func series(s Source, bytes bool, node int32) Series {
	value := valueOf(s, bytes)
	out := Series{Node: node, Name: s.Name(node), Values: make([]int64, s.Len()), Leaf: true}
	for point := range out.Values {
		out.Values[point] = value(point, node)
	}
	for range s.Children(node) {
		out.Leaf = false
		break
	}
	out.Stats = sum(out.Values)
	return out
}

type group struct {
	node int32
	name string
	Stats
}

// compare orders groups, the largest first; equal ones by their ends, then names.
func (g *group) compare(h *group, o Order) int {
	first := 0
	switch o {
	case ByGrowth:
		first = cmp.Compare(h.Growth, g.Growth)
	case ByRelative:
		first = cmp.Or(cmp.Compare(h.Relative, g.Relative), cmp.Compare(h.Growth, g.Growth))
	case ByStart:
		first = cmp.Compare(h.Start, g.Start)
	case ByAverage:
		first = cmp.Compare(h.Average, g.Average)
	}
	return cmp.Or(first, cmp.Compare(h.End, g.End), cmp.Compare(g.name, h.name), cmp.Compare(g.node, h.node))
}

func sum(values []int64) (s Stats) {
	if len(values) == 0 {
		return s
	}
	s.Start, s.End = values[0], values[len(values)-1]
	s.Growth = s.End - s.Start
	switch {
	case s.Start != 0:
		s.Relative = float64(s.Growth) / float64(s.Start)
	case s.End > 0:
		s.Relative = math.Inf(1)
	}
	for _, v := range values {
		s.Average += float64(v)
	}
	s.Average /= float64(len(values))
	return s
}

// Choice says which of the GC points are looked at. The zero Choice is all of them.
type Choice struct {
	Every int           // every so many GC points; less than 2 for all
	Apart time.Duration // least time between two
}

// Of returns the chosen points of those with the given times, which ascend. The first and the last are always among them.
func (c Choice) Of(times []trace.Millis) []int {
	var chosen []int
	every := max(1, c.Every)
	for i, t := range times {
		switch {
		case i == 0, i == len(times)-1,
			i%every == 0 && time.Duration(t-times[chosen[len(chosen)-1]])*time.Millisecond >= c.Apart:
			chosen = append(chosen, i)
		}
	}
	return chosen
}
