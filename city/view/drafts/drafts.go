package drafts

import (
	"cmp"
	"slices"

	"memcity/city/query"
	"memcity/city/trees"
	"memcity/trace"
)

// Kind links queries for previews of groupings to their reports.
var Kind = query.NewKind[Query, *Report]("draft")

// Query requests the groups of a heap state in a grouping, which need not be applied.
type Query struct{ Heap trees.HeapState }

// Group is a group of the grouping. Its subgroups follow it.
type Group struct {
	Name              string
	Level             int // 0 for top-level groups
	Shallow, Retained trees.Amount
}

// Size returns the size for ranking: the retained bytes if sized, otherwise the shallow bytes.
func (g *Group) Size(sized bool) int64 {
	if sized {
		return g.Retained.Bytes
	}
	return g.Shallow.Bytes
}

// Report lists the groups of a grouping.
type Report struct {
	Query  Query
	Heap   trees.Amount // all objects that pass the filters
	Groups []Group      // the largest groups, each with its largest subgroups
	Total  int          // number of top-level groups
	Sized  bool         // true if retained sizes are available
	None   string       // why retained sizes are not possible; empty if they are
}

// Limits of a report.
const (
	maxGroups = 24
	maxInEach = 3
)

// New returns a report on the tree of a grouping. Retained, unless nil, contains retained sizes by node.
func New(q Query, tree *trace.Tree, retained []trees.Amount) *Report {
	r := &Report{Query: q, Heap: trees.Amount(tree.Nodes[0].Amount()), Sized: retained != nil}
	group := func(node int32, level int) Group {
		g := Group{Name: tree.Name(node), Level: level, Shallow: trees.Amount(tree.Nodes[node].Amount())}
		if retained != nil {
			g.Retained = retained[node]
		}
		return g
	}
	largest := func(of int32, level, most int) (nodes []int32, all int) {
		for c := range tree.Children(of) {
			nodes = append(nodes, c)
		}
		all = len(nodes)
		slices.SortStableFunc(nodes, func(a, b int32) int {
			x, y := group(a, level), group(b, level)
			return cmp.Or(cmp.Compare(y.Size(r.Sized), x.Size(r.Sized)), cmp.Compare(x.Name, y.Name))
		})
		return nodes[:min(len(nodes), most)], all
	}
	var outer []int32
	outer, r.Total = largest(0, 0, maxGroups)
	for _, n := range outer {
		r.Groups = append(r.Groups, group(n, 0))
		inner, _ := largest(n, 1, maxInEach)
		for _, c := range inner {
			r.Groups = append(r.Groups, group(c, 1))
		}
	}
	return r
}
