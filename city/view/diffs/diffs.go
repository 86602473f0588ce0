package diffs

import (
	"math"
	"slices"

	"memcity/analysis/diff"
	"memcity/analysis/identity"
	"memcity/city/query"
	"memcity/city/trees"
	"memcity/city/view/rows"
)

// State is the state of the diff view.
type State struct {
	Probable bool // true if probable pairs of objects count as the same object
	Through  bool // true to follow objects through all GC points in between
	Vanished bool // true to list only groups that no longer have objects

	Sort   Column // NoDiffColumn for the absolute difference
	Upward bool   // true for ascending order
	// Open contains, by key, whether groups list their children. Otherwise only the root does, and the ancestors of a group that a search
	// finds.
	Open rows.Expansion
}

// Kind links queries for diffs to their reports.
var Kind = query.NewKind[Query, *Report]("diff")

// Query requests the fates of the objects between two GC points.
type Query struct {
	By       trees.Grouping
	From, To int  // GC points, 0-based; From is the earlier one
	Probable bool // true if probable pairs of objects count as the same object
	Through  bool // true to follow objects through all GC points in between
}

// Query returns the query of the diff view; ok is false if the window has a single GC point.
func (d State) Query(by trees.Grouping, from, to int) (q Query, ok bool) {
	return Query{By: by, From: from, To: to, Probable: d.Probable, Through: d.Through}, from < to
}

// Column is a column of the diff view, in the current unit.
type Column uint8

// Columns of the diff view.
const (
	NoDiffColumn Column = iota
	Name
	Before
	After
	Difference
	Born
	Died
	Permanent
	Came // moved in from other groups
	Left // moved out to other groups
	Turnover
	Indistinct // earlier objects that are not told apart
)

var columnNames = []string{"", "name", "before", "after", "difference", "born", "died", "permanent", "came", "left", "turnover", "not-told-apart"}

// String returns the stable lower-case name.
func (c Column) String() string { return columnNames[c] }

// ParseColumn returns the column with the given name.
func ParseColumn(text string) (Column, error) {
	return trees.ParseName[Column]("column", columnNames, text)
}

// SortedBy returns the sort column of a report.
func (d State) SortedBy() Column {
	if d.Sort != NoDiffColumn {
		return d.Sort
	}
	return Difference
}

// Ways of matching objects.
const (
	NotFollowed = identity.None
	ByNumbers   = identity.Native
	ByContent   = identity.Recovered
)

// Parts of a diff report.
type (
	Tree   = diff.Tree
	Node   = diff.Node
	Change = diff.Change
	Pairs  = identity.Counts
)

// Report contains the fates of objects, by group.
type Report struct {
	Query Query
	Tree  *Tree
}

// Followed reports whether objects were matched. Otherwise the report has only the numbers before and after.
func (r *Report) Followed() bool { return r.Tree.Followed != identity.None }

// Of returns the value of a column for a node of the tree; ok is false if it is missing.
func (r *Report) Of(c Column, m trees.Unit, node int32) (value int64, ok bool) {
	n := &r.Tree.Nodes[node]
	switch c {
	case Before:
		return n.Before.Of(m), true
	case After:
		return n.After.Of(m), true
	case Difference:
		return n.After.Of(m) - n.Before.Of(m), true
	}
	if n.Change == nil {
		return 0, false
	}
	switch c {
	case Born:
		return n.Change.Born.Of(m), true
	case Died:
		return n.Change.Died.Of(m), true
	case Permanent:
		return n.Change.Survived.Of(m), true
	case Came:
		return n.Change.MovedIn.Of(m), true
	case Left:
		return n.Change.MovedOut.Of(m), true
	case Turnover:
		return n.Change.Turnover().Of(m), true
	case Indistinct:
		return n.Change.IndistinctBefore.Of(m), true
	}
	return 0, false
}

// Parts returns the parts of a node's bar: objects that died or moved out, survivors, objects that cannot be distinguished (the larger
// number of the two points), and objects that were born or moved in. If objects are not followed, it returns the decrease, the number that
// both points have in common, 0, and the increase.
func (r *Report) Parts(m trees.Unit, node int32) [4]int64 {
	n := &r.Tree.Nodes[node]
	if n.Change == nil {
		f := ByCounts(n.Before, n.After)
		return [4]int64{f.Died.Of(m), f.Permanent.Of(m), 0, f.Born.Of(m)}
	}
	f := Fate{}
	f.Follow(n.Change)
	return [4]int64{f.Died.Of(m), f.Permanent.Of(m), max(f.IndistinctBefore.Of(m), f.IndistinctAfter.Of(m)), f.Born.Of(m)}
}

// Moved reports whether objects moved between groups.
func (r *Report) Moved() bool {
	return r.any(func(c *Change) bool { return c.MovedIn.Objects+c.MovedOut.Objects > 0 })
}

// AnyIndistinct reports whether some objects are not told apart.
func (r *Report) AnyIndistinct() bool {
	return r.any(func(c *Change) bool { return c.IndistinctBefore.Objects+c.IndistinctAfter.Objects > 0 })
}

func (r *Report) any(is func(*Change) bool) bool {
	return slices.ContainsFunc(r.Tree.Nodes, func(n Node) bool { return n.Change != nil && is(n.Change) })
}

// Key returns the key of a node.
func (r *Report) Key(node int32) string { return r.Tree.Nodes.Key(node, r.Tree.Name) }

// Find returns the node with the given key; -1 for none.
func (r *Report) Find(key string) int32 {
	return r.Tree.Nodes.Find(key, r.Tree.Name)
}

func (r *Report) listing() rows.Listing {
	t := r.Tree
	return rows.Listing{
		Tree:  t.Nodes,
		Name:  t.Name,
		There: func(i int32) bool { return t.Nodes[i].Before.Objects != 0 || t.Nodes[i].After.Objects != 0 },
	}
}

// Rows returns the rows of the diff view. With a query, they are the matching groups, their ancestors and their descendants. An empty query
// matches all. The error is a *[trees.QueryError]. The cost is linear in the groups.
func (r *Report) Rows(d *State, m trees.Unit, query string) (rows.TableRows, error) {
	l := r.listing()
	l.Open, l.Upward = d.Open, d.Upward
	value := func(by Column) func(i int32) float64 {
		return func(i int32) float64 {
			v, _ := r.Of(by, m, i)
			return float64(v)
		}
	}
	switch by := d.SortedBy(); {
	case d.Sort == NoDiffColumn: // a large decrease is as notable as an increase
		l.Value = func(i int32) float64 { return math.Abs(value(Difference)(i)) }
		l.Then = value(After)
	case by == Name:
	case by == Turnover:
		l.Value, l.Then = value(Turnover), value(Difference)
	default:
		l.Value = value(by)
	}
	if d.Vanished {
		gone := make([]bool, len(r.Tree.Nodes))
		for _, i := range r.Tree.Vanished() {
			gone[i] = true
		}
		l.Only = func(i int32) bool { return gone[i] }
	}
	return l.Rows(query)
}
