package churns

import (
	"memcity/analysis/churn"
	"memcity/analysis/group"
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/rows"
)

// State is the state of the churn view.
type State struct {
	Objects bool     // true to count objects instead of bytes
	Path    []string // names of the drill-down, below the root: age, type, site, call sites; read-only

	Sort   Column // NoChurnColumn for the unit
	Upward bool   // true for ascending order
	// Open contains, by key, whether groups list their children. Otherwise only the root does, and the ancestors of a group that a search
	// finds.
	Open rows.Expansion
}

// SameRows reports whether c and o list the same rows of a report. It ignores the selected group.
func (c *State) SameRows(o *State) bool {
	return c.Objects == o.Objects && c.Sort == o.Sort && c.Upward == o.Upward && c.Open == o.Open
}

// Same reports whether c and o show the same.
func (c *State) Same(o *State) bool { return c.SameRows(o) && seq.Same(c.Path, o.Path) }

// Unit returns the unit of all numbers.
func (c State) Unit() trees.Unit {
	if c.Objects {
		return trees.Objects
	}
	return trees.Bytes
}

// Column is a column of the churn view.
type Column uint8

// Columns of the churn view.
const (
	NoChurnColumn Column = iota
	Name
	Objects
	Bytes
	Share   // of all that died, in the counted unit
	Average // bytes per object
	Rate    // bytes per second of the window
)

var columnNames = []string{"", "name", "objects", "bytes", "share", "average", "rate"}

// String returns the stable lower-case name.
func (c Column) String() string { return columnNames[c] }

// ParseColumn returns the column with the given name.
func ParseColumn(text string) (Column, error) {
	return trees.ParseName[Column]("column", columnNames, text)
}

// SortedBy returns the sort column.
func (c State) SortedBy() Column {
	switch {
	case c.Sort != NoChurnColumn:
		return c.Sort
	case c.Objects:
		return Objects
	}
	return Bytes
}

// Bases of a churn report.
const (
	Died      = churn.Died
	Allocated = churn.Allocated
	Freed     = churn.Freed
)

// Parts of a churn report.
type (
	Analysis = churn.Report
	Amount   = churn.Amount
	Suspect  = churn.Suspect // a type that makes up much of the churn
)

// ErrNothing is returned for an input without data on objects that died, were allocated or were freed.
var ErrNothing = churn.ErrNothing

// Kind links queries for churn to their reports.
var Kind = query.NewKind[Query, *Report]("churn")

// Query requests the objects that died in a range of GCs, by their numbers.
type Query struct {
	From, To uint32
	Bytes    bool
}

// Report contains the objects that died.
type Report struct {
	Query Query
	*Analysis
}

// Of returns the value of a column for a node of the tree; ok is false if it is missing. Shares are from 0 to 1.
func (r *Report) Of(c Column, m trees.Unit, node int32) (value float64, ok bool) {
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
		sampled := r.Basis == churn.Allocated && r.Estimated[node] // bytes are more accurate than objects
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

// Find returns the node with the given key; -1 for none.
func (r *Report) Find(key string) int32 {
	return r.Tree.Nodes.Find(key, r.Tree.Name)
}

// Below returns the deepest node on a path. The path consists of names below the root.
func (r *Report) Below(path []string) int32 {
	return r.Tree.Nodes.Descend(0, path, r.Tree.Name)
}

// Strongest returns the path, below the root, to the main source of churn. At each level it takes the largest group. It stops at the first
// group that is at most half of the one above.
func (r *Report) Strongest(m trees.Unit) []string {
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

// SuspectPath returns the path, below the root, to a suspect: its type among the objects that survived no GC, and its site if there is one.
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

// TypeOf returns the type of a node or of its ancestors; ok is false if the node has objects of several types.
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

// Rows returns the rows of the churn view. With a query, they are the matching groups, their ancestors and their descendants. An empty
// query matches all. The error is a *[trees.QueryError]. The cost is linear in the groups.
func (r *Report) Rows(c *State, query string) (rows.TableRows, error) {
	l := r.listing()
	l.Open, l.Upward = c.Open, c.Upward
	if by, m := c.SortedBy(), c.Unit(); by != Name {
		l.Value = func(i int32) float64 {
			v, _ := r.Of(by, m, i)
			return v
		}
	}
	return l.Rows(query)
}
