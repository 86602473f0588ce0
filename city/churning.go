package city

import (
	"slices"
	"strings"

	"memcity/analysis/churn"
	grouppkg "memcity/analysis/group"
)

// Churning is what the churn view shows.
type Churning struct {
	Objects bool     // counts objects instead of bytes
	Path    []string // names of the groups drilled down into, from below the root: age, type, site, call sites; never written to

	Sort   ChurnColumn // NoChurnColumn for what is counted
	Upward bool        // small values first
	// Open tells which groups list their children, by key. Of the others the root does, and what stands above a group that
	// is looked for. Never written to.
	Open map[string]bool
}

// Metric returns what is counted.
func (c *Churning) Metric() Metric {
	if c.Objects {
		return Objects
	}
	return Bytes
}

// SetChurn changes what the churn view shows. What is counted can be taken back.
type SetChurn struct{ To Churning }

func (a SetChurn) step(s State) State {
	before := s.choices()
	s.Churning = a.To
	return s.chose(before, "")
}

// ChurnColumn is a number that the churn view shows of each group.
type ChurnColumn uint8

// The columns of the churn view.
const (
	NoChurnColumn ChurnColumn = iota
	ChurnName
	ChurnObjects
	ChurnBytes
	ChurnShare   // of all that died, in what is counted
	ChurnAverage // bytes per object
	ChurnRate    // bytes per second of the window
)

var churnColumnNames = []string{"", "name", "objects", "bytes", "share", "average", "rate"}

// String returns the stable lower-case name.
func (c ChurnColumn) String() string { return churnColumnNames[c] }

// ParseChurnColumn reads the name of a column.
func ParseChurnColumn(text string) (ChurnColumn, error) {
	return parseName[ChurnColumn]("column", churnColumnNames, text)
}

// SortedBy returns the column that decides the order.
func (c *Churning) SortedBy() ChurnColumn {
	switch {
	case c.Sort != NoChurnColumn:
		return c.Sort
	case c.Objects:
		return ChurnObjects
	}
	return ChurnBytes
}

// What a report on churn is made of.
const (
	ChurnDied      = churn.Died
	ChurnAllocated = churn.Allocated
	ChurnFreed     = churn.Freed
)

// What a report on churn is made of.
type (
	ChurnTold    = churn.Report
	ChurnAmount  = churn.Amount
	ChurnSuspect = churn.Suspect // a type that makes up much of the churn
)

// ChurnOf returns an amount of a report in a metric.
func ChurnOf(a ChurnAmount, m Metric) int64 { return Amount{a.Objects, a.Bytes}.Of(m) }

// ErrNoChurn says that an input tells nothing of what died, or was allocated, or was freed.
var ErrNoChurn = churn.ErrNothing

// AskChurn asks what died in a window of GCs, by their numbers.
type AskChurn struct {
	From, To uint32
	Bytes    bool
}

// ChurnReport is what died.
type ChurnReport struct {
	Ask AskChurn
	*ChurnTold
}

// Of returns the number of a column for a node of the tree; ok is false if it is not known. Shares are from 0 to 1.
func (r *ChurnReport) Of(c ChurnColumn, m Metric, node int32) (value float64, ok bool) {
	n := &r.Tree.Nodes[node]
	switch c {
	case ChurnObjects:
		return float64(n.Objects), true
	case ChurnBytes:
		return float64(n.Bytes), true
	case ChurnShare:
		all := &r.Tree.Nodes[0]
		return float64(Amount{n.Objects, n.Bytes}.Of(m)) / float64(max(Amount{all.Objects, all.Bytes}.Of(m), 1)), true
	case ChurnAverage:
		sampled := r.Basis == churn.Allocated && r.Estimated[node] // tells bytes better than objects
		return float64(n.Bytes) / float64(max(n.Objects, 1)), n.Objects > 0 && !sampled
	case ChurnRate:
		seconds := (r.End - r.Start).Seconds()
		if seconds <= 0 {
			return 0, false
		}
		return float64(n.Bytes) / seconds, true
	}
	return 0, false
}

// Path returns the names from the root to a node.
func (r *ChurnReport) Path(node int32) []string {
	var path []string
	for ; node >= 0; node = r.Tree.Nodes[node].Parent {
		path = append(path, r.Tree.Names.Text(r.Tree.Nodes[node].Name))
	}
	slices.Reverse(path)
	return path
}

// Key returns the key of a node: the names of its path joined by #.
func (r *ChurnReport) Key(node int32) string { return strings.Join(r.Path(node), "#") }

// Find returns the node with a key; -1 for none.
func (r *ChurnReport) Find(key string) int32 {
	l := r.listing()
	return l.find(key)
}

// Below returns the node that a path leads to as far as it does: names from below the root.
func (r *ChurnReport) Below(path []string) int32 {
	t, at := r.Tree, int32(0)
next:
	for _, name := range path {
		for c := at + 1; c < t.Nodes[at].End; c = t.Nodes[c].End {
			if t.Names.Text(t.Nodes[c].Name) == name {
				at = c
				continue next
			}
		}
		break
	}
	return at
}

// Strongest is the path from below the root to where most comes from: at each level the largest group, down to the first
// that is no more than half of the one above.
func (r *ChurnReport) Strongest(m Metric) []string {
	t, at := r.Tree, int32(0)
	of := func(i int32) int64 { return Amount{t.Nodes[i].Objects, t.Nodes[i].Bytes}.Of(m) }
	for {
		largest := int32(-1)
		for c := at + 1; c < t.Nodes[at].End; c = t.Nodes[c].End {
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
func (r *ChurnReport) SuspectPath(s *ChurnSuspect) []string {
	path := []string{s.Type}
	if r.Basis == churn.Died {
		path = []string{grouppkg.AgeName(0), s.Type}
	}
	if s.Site != "" {
		path = append(path, s.Site)
	}
	return r.Path(r.Below(path))[1:]
}

// TypeOf returns the name of the type that a node is of or lies below; ok is false if it has objects of several types.
func (r *ChurnReport) TypeOf(node int32) (name string, ok bool) {
	for ; node >= 0; node = r.Tree.Nodes[node].Parent {
		if r.Tree.Names.Text(r.Tree.Nodes[node].Role) == typeRole {
			return r.Tree.Names.Text(r.Tree.Nodes[node].Name), true
		}
	}
	return "", false
}

func (r *ChurnReport) listing() listing {
	t := r.Tree
	return listing{
		nodes:  len(t.Nodes),
		parent: func(i int32) int32 { return t.Nodes[i].Parent },
		end:    func(i int32) int32 { return t.Nodes[i].End },
		name:   func(i int32) string { return t.Names.Text(t.Nodes[i].Name) },
		there:  func(i int32) bool { return t.Nodes[i].Objects != 0 || t.Nodes[i].Bytes != 0 },
	}
}

// Rows lists the groups as the churn view does, those that fit a query with what is above and below them; an empty one is for
// all. The error is a *[QueryError]. Cost is linear in the groups.
func (r *ChurnReport) Rows(c *Churning, query string) (TableRows, error) {
	l := r.listing()
	l.open, l.upward = c.Open, c.Upward
	if by, m := c.SortedBy(), c.Metric(); by != ChurnName {
		l.value = func(i int32) float64 {
			v, _ := r.Of(by, m, i)
			return v
		}
	}
	return l.rows(query)
}
