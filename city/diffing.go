package city

import (
	"strings"

	"memcity/analysis/diff"
	"memcity/analysis/identity"
)

// Diffing is what the diff view shows.
type Diffing struct {
	Probable bool // probable pairs of objects count as the same object
	Through  bool // objects are followed through all GC points in between
	Vanished bool // lists only groups that have no objects any more

	Sort   DiffColumn // NoDiffColumn for the difference
	Upward bool       // small values first
	// Open tells which groups list their children, by key. Of the others the root does, and what stands above a group that
	// is looked for. Never written to.
	Open map[string]bool
}

// AskDiff asks what became of the objects of one GC point at a later one.
type AskDiff struct {
	From, To          int
	Probable, Through bool
}

// Ask returns what the diff view asks for; nil if the window has a single GC point.
func (d *Diffing) Ask(from, to int) *AskDiff {
	if from >= to {
		return nil
	}
	return &AskDiff{From: from, To: to, Probable: d.Probable, Through: d.Through}
}

// diffChoices are those that can be taken back.
type diffChoices struct{ probable, through, vanished bool }

func (d *Diffing) choices() diffChoices {
	return diffChoices{d.Probable, d.Through, d.Vanished}
}

func (d *Diffing) take(c diffChoices) {
	d.Probable, d.Through, d.Vanished = c.probable, c.through, c.vanished
}

// SetDiff changes what the diff view shows. How objects are followed, and which groups are listed, can be taken back.
type SetDiff struct{ To Diffing }

func (a SetDiff) step(s State) State {
	before := s.choices()
	s.Diffing = a.To
	return s.chose(before, "")
}

// DiffColumn is a number that the diff view shows of each group, in the metric in force.
type DiffColumn uint8

// The columns of the diff view.
const (
	NoDiffColumn DiffColumn = iota
	DiffName
	DiffBefore
	DiffAfter
	DiffDifference
	DiffBorn
	DiffDied
	DiffPermanent
	DiffCame // from other groups
	DiffLeft // to other groups
)

var diffColumnNames = []string{"", "name", "before", "after", "difference", "born", "died", "permanent", "came", "left"}

// String returns the stable lower-case name.
func (c DiffColumn) String() string { return diffColumnNames[c] }

// ParseDiffColumn reads the name of a column.
func ParseDiffColumn(text string) (DiffColumn, error) {
	return parseName[DiffColumn]("column", diffColumnNames, text)
}

// SortedBy returns the column that decides the order.
func (d *Diffing) SortedBy() DiffColumn {
	if d.Sort == NoDiffColumn {
		return DiffDifference
	}
	return d.Sort
}

// How objects were recognised.
const (
	NotFollowed = identity.None
	ByNumbers   = identity.Native
	ByContent   = identity.Recovered
)

// What a report on a diff is made of.
type (
	DiffTree   = diff.Tree
	DiffNode   = diff.Node
	DiffChange = diff.Change
	DiffAmount = diff.Amount
	DiffPairs  = identity.Counts
)

// DiffReport is what became of the objects, by groups.
type DiffReport struct {
	Ask  AskDiff
	Tree *DiffTree
}

// Followed reports whether it is known which objects are the same; else there are the numbers before and after only.
func (r *DiffReport) Followed() bool { return r.Tree.Followed != identity.None }

// Of returns the number of a column for a node of the tree; ok is false if it is not known.
func (r *DiffReport) Of(c DiffColumn, m Metric, node int32) (value int64, ok bool) {
	n := &r.Tree.Nodes[node]
	switch c {
	case DiffBefore:
		return Amount(n.Before).Of(m), true
	case DiffAfter:
		return Amount(n.After).Of(m), true
	case DiffDifference:
		return Amount(n.After).Of(m) - Amount(n.Before).Of(m), true
	}
	if n.Change == nil {
		return 0, false
	}
	switch c {
	case DiffBorn:
		return Amount(n.Change.Born).Of(m), true
	case DiffDied:
		return Amount(n.Change.Died).Of(m), true
	case DiffPermanent:
		return Amount(n.Change.Permanent).Of(m), true
	case DiffCame:
		return Amount(n.Change.Came).Of(m), true
	case DiffLeft:
		return Amount(n.Change.Left).Of(m), true
	}
	return 0, false
}

// Parts returns what a bar of a node shows: what died or left, what is permanent, and what was born or came. Where objects are
// not followed these are how many fewer, how many the same and how many more there are.
func (r *DiffReport) Parts(m Metric, node int32) [3]int64 {
	n := &r.Tree.Nodes[node]
	if n.Change == nil {
		f := byCounts(Amount(n.Before), Amount(n.After))
		return [3]int64{f.Died.Of(m), f.Permanent.Of(m), f.Born.Of(m)}
	}
	f := Fate{}
	f.follow(n.Change)
	return [3]int64{f.Died.Of(m), f.Permanent.Of(m), f.Born.Of(m)}
}

// Moved reports whether objects went from one group to another.
func (r *DiffReport) Moved() bool {
	for i := range r.Tree.Nodes {
		if c := r.Tree.Nodes[i].Change; c != nil && c.Came.Objects+c.Left.Objects > 0 {
			return true
		}
	}
	return false
}

// Key returns the key of a node.
func (r *DiffReport) Key(node int32) string { return strings.Join(r.Tree.Path(node), "#") }

// Find returns the node with a key; -1 for none.
func (r *DiffReport) Find(key string) int32 {
	l := r.listing()
	return l.find(key)
}

func (r *DiffReport) listing() listing {
	t := r.Tree
	return listing{
		nodes:  len(t.Nodes),
		parent: func(i int32) int32 { return t.Nodes[i].Parent },
		end:    func(i int32) int32 { return t.Nodes[i].End },
		name:   func(i int32) string { return t.Names.Text(t.Nodes[i].Name) },
		there:  func(i int32) bool { return t.Nodes[i].Before.Objects != 0 || t.Nodes[i].After.Objects != 0 },
	}
}

// Rows lists the groups as the diff view does, those that fit a query with what is above and below them; an empty one is for
// all. The error is a *[QueryError]. Cost is linear in the groups.
func (r *DiffReport) Rows(d *Diffing, m Metric, query string) (TableRows, error) {
	l := r.listing()
	l.open, l.upward = d.Open, d.Upward
	if by := d.SortedBy(); by != DiffName {
		l.value = func(i int32) float64 {
			v, _ := r.Of(by, m, i)
			return float64(v)
		}
	}
	if d.Vanished {
		gone := make([]bool, len(r.Tree.Nodes))
		for _, i := range r.Tree.Vanished() {
			gone[i] = true
		}
		l.only = func(i int32) bool { return gone[i] }
	}
	return l.rows(query)
}
