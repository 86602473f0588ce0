package drafts

import (
	"cmp"
	"slices"

	"memcity/city/query"
	"memcity/city/trees"
	"memcity/trace"
)

// Kind links queries for groupings that are put together with reports on them.
var Kind = query.NewKind[Query, *Report]("draft")

// Query is for the groups that a grouping, which need not be in force, makes of a heap state.
type Query struct{ Heap trees.HeapState }

// Group is a group that the grouping makes. Those in it follow it.
type Group struct {
	Name              string
	Level             int // 0 for those that are in no other
	Shallow, Retained trees.Amount
}

// Size is what the group is ranked by: the bytes that it retains where they are known, else its shallow bytes.
func (g *Group) Size(sized bool) int64 {
	if sized {
		return g.Retained.Bytes
	}
	return g.Shallow.Bytes
}

// Report says which groups there would be.
type Report struct {
	Query  Query
	Heap   trees.Amount // all objects that pass the filters
	Groups []Group      // the largest, with the largest in each
	Total  int          // of those that are in no other
	Sized  bool         // retained sizes are known
	None   string       // why they will not be; empty if they are, or are being computed
}

// What a report lists.
const (
	maxGroups = 24
	maxInEach = 3
)

// New reports on the tree of a grouping. Retained, unless nil, has retained sizes by node.
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
