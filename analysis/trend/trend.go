// Package trend computes time series for the groups below a group of a memory tree, over the GC points of a recording. They show what grows
// and by how much. It follows Weninger, Makor, Gander, Mössenböck: AntTracks TrendViz: Configurable Heap Memory Visualization Over Time
// (ICPE 2019, https://doi.org/10.1145/3302541.3313100), section 3. Drilling down is a query for the groups below one of these groups.
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

// Source contains the memory trees of several GC points, merged by path. A node counts 0 at points where it does not exist.
type Source interface {
	Len() int // number of GC points
	Objects(point int, node int32) int64
	Bytes(point int, node int32) int64
	// Children yields the groups below a group, in any order.
	Children(node int32) iter.Seq[int32]
	Name(node int32) string
}

// Order selects what series are sorted by, largest first.
type Order uint8

// Orders. Start and end are the first and the last GC point.
const (
	ByGrowth   Order = iota // end minus start
	ByRelative              // growth divided by start; groups that did not exist at the start come first
	ByStart
	ByEnd
	ByAverage // average of all GC points
)

var orderNames = [...]string{"growth", "relative", "start", "end", "average"}

// String returns the name of the order in lower case.
func (o Order) String() string {
	if int(o) < len(orderNames) {
		return orderNames[o]
	}
	return fmt.Sprintf("order %d", uint8(o))
}

// ParseOrder parses "growth", "relative", "start", "end" or "average".
func ParseOrder(text string) (Order, error) {
	if i := slices.Index(orderNames[:], text); i >= 0 {
		return Order(i), nil
	}
	return 0, fmt.Errorf("order %q: expected growth, relative, start, end or average", text)
}

// Options contains the settings of a trend.
type Options struct {
	Node  int32 // group whose children form the series; 0 for the root
	Bytes bool  // true for bytes, false for objects
	Order Order
	Top   int // maximum number of series; less than 1 for all
	// Overlap is true if groups may contain the same objects, as for deep and retained sizes, so that they do not add up.
	Overlap bool
}

// DefaultTop is the number of series that fit into a chart.
const DefaultTop = 5

// Series is a group over time.
type Series struct {
	Node   int32 // -1 for others
	Name   string
	Values []int64 // by GC point
	Stats
	Leaf bool // true if it has no groups below it
}

// Stats summarizes a series.
type Stats struct {
	Start, End, Growth int64
	Relative           float64 // Growth divided by Start; +Inf if Start is 0 and End is not
	Average            float64
}

// Trend contains the series of one level.
type Trend struct {
	Node   int32
	Total  Series   // the group itself
	Series []Series // sorted
	// Others contains what the top series leave: the groups not shown and, if Additive is true, what the group holds directly. It is zero
	// at all points if nothing is left.
	Others Series
	Rest   int // number of series in Others
	// Additive is true if the series and Others add up to Total at every point. If it is false, groups contain the same objects, and Others
	// is the sum of the groups not shown.
	Additive bool
}

// New computes the series of one level. The cost is linear in GC points times groups of that level. Memory is needed for the top series.
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

// With returns t with series for further groups below its own, appended to the existing ones and subtracted from Others. s and bytes must
// be those that t was created with. Groups that already have a series are skipped.
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

// separate moves a group from the others to a series of its own.
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

// compare orders groups, largest first. Ties are ordered by End, then by name.
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

// Choice selects GC points. The zero Choice selects all.
type Choice struct {
	Every int           // distance between selected points, in points; less than 2 for all
	Apart time.Duration // minimum time between two points
}

// Of returns the selected points of those with the given times, which must be ascending. They always include the first and the last.
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
