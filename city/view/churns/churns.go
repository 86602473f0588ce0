package churns

import (
	"memcity/analysis/churn"
	"memcity/analysis/group"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/rows"
)

// State is what the churn view shows.
type State struct {
	Objects bool     // counts objects instead of bytes
	Path    []string // names of the groups drilled down into, from below the root: age, type, site, call sites; never written to

	Sort   Column // NoChurnColumn for what is counted
	Upward bool   // small values first
	// Open says which groups list their children, by key. Of the others the root does, and what stands above a group that
	// is looked for.
	Open rows.Opened
}

// SameRows reports whether c and o list the same rows of one report: which group is selected does not matter.
func (c *State) SameRows(o *State) bool {
	return c.Objects == o.Objects && c.Sort == o.Sort && c.Upward == o.Upward && c.Open == o.Open
}

// Same reports whether c and o show the same.
func (c *State) Same(o *State) bool { return c.SameRows(o) && seq.Same(c.Path, o.Path) }

// Metric returns what is counted.
func (c State) Metric() trees.Metric {
	if c.Objects {
		return trees.Objects
	}
	return trees.Bytes
}

// Column is a number that the churn view shows of each group.
type Column uint8

// The columns of the churn view.
const (
	NoChurnColumn Column = iota
	Name
	Objects
	Bytes
	Share   // of all that died, in what is counted
	Average // bytes per object
	Rate    // bytes per second of the window
)

var columnNames = []string{"", "name", "objects", "bytes", "share", "average", "rate"}

// String returns the stable lower-case name.
func (c Column) String() string { return columnNames[c] }

// ParseColumn reads the name of a column.
func ParseColumn(text string) (Column, error) {
	return trees.ParseName[Column]("column", columnNames, text)
}

// SortedBy returns the column that decides the order.
func (c State) SortedBy() Column {
	switch {
	case c.Sort != NoChurnColumn:
		return c.Sort
	case c.Objects:
		return Objects
	}
	return Bytes
}

// What a report on churn is made of.
const (
	Died      = churn.Died
	Allocated = churn.Allocated
	Freed     = churn.Freed
)

// What a report on churn is made of.
type (
	Analysis = churn.Report
	Amount   = churn.Amount
	Suspect  = churn.Suspect // a type that makes up much of the churn
)

// ErrNothing says that an input has no data on what died, or was allocated, or was freed.
var ErrNothing = churn.ErrNothing

// Kind links queries for churn with reports on it.
var Kind = query.NewKind[Query, *Report]("churn")

// Query is for what died in a window of GCs, by their numbers.
type Query struct {
	From, To uint32
	Bytes    bool
}

// Report is what died.
type Report struct {
	Query Query
	*Analysis
}

// Of returns the number of a column for a node of the tree; ok is false if it is not known. Shares are from 0 to 1.
func (r *Report) Of(c Column, m trees.Metric, node int32) (value float64, ok bool) {
	n := &r.Tree.Nodes[node]
	switch c {
	case Objects:
		return float64(n.Objects), true
	case Bytes:
		return float64(n.Bytes), true
	case Share:
		all := &r.Tree.Nodes[0]
		return float64(n.Amount().Of(m)) / float64(max(all.Amount().Of(m), 1)), true
	case Average:
		sampled := r.Basis == churn.Allocated && r.Estimated[node] // knows bytes better than objects
		return float64(n.Bytes) / float64(max(n.Objects, 1)), n.Objects > 0 && !sampled
	case Rate:
		seconds := (r.End - r.Start).Seconds()
		if seconds <= 0 {
			return 0, false
		}
		return float64(n.Bytes) / seconds, true
	}
	return 0, false
}

// Path returns the names from the root to a node.
func (r *Report) Path(node int32) []string {
	return r.Tree.Path(node)
}

// Key returns the key of a node: the names of its path joined by #.
func (r *Report) Key(node int32) string { return r.Tree.Key(node) }

// Find returns the node with a key; -1 for none.
func (r *Report) Find(key string) int32 {
	return r.Tree.Nodes.Find(key, r.Tree.Name)
}

// Below returns the node that a path leads to as far as it does: names from below the root.
func (r *Report) Below(path []string) int32 {
	return r.Tree.Nodes.Descend(0, path, r.Tree.Name)
}

// Strongest is the path from below the root to where most comes from: at each level the largest group, down to the first
// that is no more than half of the one above.
func (r *Report) Strongest(m trees.Metric) []string {
	t, at := r.Tree, int32(0)
	of := func(i int32) int64 { return t.Nodes[i].Amount().Of(m) }
	for {
		largest := int32(-1)
		for c := range t.Nodes.Children(at) {
			if largest < 0 || of(c) > of(largest) {
				largest = c
			}
		}
		if largest < 0 || at != 0 && 2*of(largest) <= of(at) {
			return r.Path(at)[1:]
		}
		at = largest
	}
}

// SuspectPath is the path from below the root to what a suspect is made of: its type among what survived no GC, and its site
// if one is known.
func (r *Report) SuspectPath(s *Suspect) []string {
	path := []string{s.Type}
	if r.Basis == churn.Died {
		path = []string{group.AgeName(0), s.Type}
	}
	if s.Site != "" {
		path = append(path, s.Site)
	}
	return r.Path(r.Below(path))[1:]
}

// TypeOf returns the name of the type that a node is of or lies below; ok is false if it has objects of several types.
func (r *Report) TypeOf(node int32) (name string, ok bool) {
	for up := range r.Tree.Nodes.Up(node) {
		if r.Tree.Names.Text(r.Tree.Nodes[up].Role) == trees.TypeRole {
			return r.Tree.Name(up), true
		}
	}
	return "", false
}

func (r *Report) listing() rows.Listing {
	t := r.Tree
	return rows.Listing{
		Tree:  t.Nodes,
		Name:  t.Name,
		There: func(i int32) bool { return t.Nodes[i].Objects != 0 || t.Nodes[i].Bytes != 0 },
	}
}

// Rows lists the groups as the churn view does, those that fit a query with what is above and below them; an empty one is for
// all. The error is a *[trees.QueryError]. Cost is linear in the groups.
func (r *Report) Rows(c *State, query string) (rows.TableRows, error) {
	l := r.listing()
	l.Open, l.Upward = c.Open, c.Upward
	if by, m := c.SortedBy(), c.Metric(); by != Name {
		l.Value = func(i int32) float64 {
			v, _ := r.Of(by, m, i)
			return v
		}
	}
	return l.Rows(query)
}
