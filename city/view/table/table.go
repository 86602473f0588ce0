package table

import (
	"cmp"
	"math"
	"slices"

	"memcity/city/scene"
	"memcity/city/trees"
	rowspkg "memcity/city/view/rows"
	"memcity/trace"
)

// State is the state of the heap view: expanded groups, columns, order and filters. The zero State has the default columns, sorted by the
// current unit.
type State struct {
	// Open contains, by key, whether groups list their children. Otherwise only the root does, and the ancestors of a group that a chip
	// shows.
	Open    rowspkg.Expansion
	Columns []Column // columns next to the name; nil for [DefaultColumns]; read-only
	Sort    Column   // NoColumn for the current unit
	Upward  bool     // true for ascending order
	Chips   []Chip   // filters, all of which apply; read-only

	Walked string // last group that keys moved the selection to
}

// Column is a column of the table.
type Column uint8

// Columns.
const (
	NoColumn Column = iota
	ColumnName
	ColumnObjects
	ColumnBytes
	ColumnShare   // of the heap, in the current unit
	ColumnGrowth  // since the start of the window, in the current unit
	ColumnAverage // bytes per object
	ColumnDeepObjects
	ColumnDeepBytes
	ColumnRetainedObjects
	ColumnRetainedBytes
)

// AllColumns returns the available columns, in display order.
func AllColumns() []Column {
	return []Column{ColumnObjects, ColumnBytes, ColumnShare, ColumnGrowth, ColumnAverage,
		ColumnDeepObjects, ColumnDeepBytes, ColumnRetainedObjects, ColumnRetainedBytes}
}

// DefaultColumns returns the columns shown until the user chooses others.
func DefaultColumns() []Column {
	return []Column{ColumnObjects, ColumnBytes, ColumnShare, ColumnGrowth, ColumnRetainedBytes}
}

var columnNames = []string{"", "name", "objects", "bytes", "share", "growth", "average", "deep_objects", "deep_bytes",
	"retained_objects", "retained_bytes"}

// String returns the stable lower-case name.
func (c Column) String() string { return columnNames[c] }

// ParseColumn returns the column with the given name.
func ParseColumn(text string) (Column, error) {
	return trees.ParseName[Column]("column", columnNames, text)
}

// NeedsSizes reports whether the column needs deep or retained sizes.
func (c Column) NeedsSizes() bool { return c >= ColumnDeepObjects }

// Shown returns the current columns.
func (t State) Shown() []Column {
	if t.Columns == nil {
		return DefaultColumns()
	}
	return t.Columns
}

// SortedBy returns the sort column.
func (t State) SortedBy(m trees.Unit) Column {
	switch {
	case t.Sort != NoColumn:
		return t.Sort
	case m == trees.Bytes:
		return ColumnBytes
	}
	return ColumnObjects
}

// NeedsSizes reports whether a visible column or the sort column needs deep or retained sizes.
func (t State) NeedsSizes() bool {
	return t.Sort.NeedsSizes() || slices.ContainsFunc(t.Shown(), Column.NeedsSizes)
}

// Chip is a filter of the table. It lists only matching groups, their ancestors and their descendants, or hides matching groups and their
// descendants. It does not change the numbers of the remaining groups. Either Key or Query is set.
type Chip struct {
	Hide  bool
	Key   string // of a single group
	Query string // as for [trees.Search]
}

// Rows returns the rows of the table at a GC point. It omits groups without objects there. Sizes may be nil. The cost, without sorting, is
// linear in the groups if there are chips, otherwise in the rows and in the groups below expanded ones. The error is a *[trees.QueryError]
// of a chip.
func (t *State) Rows(p *scene.Plan, point int, sizes *trees.Sizes) (rowspkg.TableRows, error) {
	s := p.Series
	if len(s.Nodes) == 0 {
		return rowspkg.TableRows{}, nil
	}
	r := rowBuilder{table: t, values: Values{p, point, sizes}, by: t.SortedBy(p.Settings().Unit)}
	for i := range s.Nodes {
		if r.there(int32(i)) {
			r.out.Groups++
		}
	}
	if len(t.Chips) > 0 {
		if err := r.sieve(); err != nil {
			return rowspkg.TableRows{}, err
		}
	}
	if !r.there(0) {
		return r.out, nil
	}
	r.list(0)
	return r.out, nil
}

// Values contains the inputs of the table's columns.
type Values struct {
	Plan  *scene.Plan
	Point int
	Sizes *trees.Sizes // nil for missing data
}

// Of returns the value of a column for a node of the series; ok is false if it is missing. Shares are from 0 to 1.
func (v Values) Of(c Column, node int32) (value float64, ok bool) {
	s, unit := v.Plan.Series, v.Plan.Settings().Unit
	objects, bytes := s.Objects(v.Point, node), s.Bytes(v.Point, node)
	switch c {
	case ColumnObjects:
		return float64(objects), true
	case ColumnBytes:
		return float64(bytes), true
	case ColumnShare:
		whole := s.Amount(v.Point, 0).Of(unit)
		return float64(trees.Amount{Objects: objects, Bytes: bytes}.Of(unit)) / float64(max(whole, 1)), true
	case ColumnGrowth:
		return float64(trees.Amount{Objects: objects, Bytes: bytes}.Of(unit) - v.Plan.Meta.Of(unit)[node].First), true
	case ColumnAverage:
		return float64(bytes) / float64(max(objects, 1)), objects > 0
	}
	if v.Sizes == nil || v.Sizes.Series != s || v.Sizes.Point != s.Source(v.Point) {
		return 0, false
	}
	g := &v.Sizes.Groups[node]
	switch c {
	case ColumnDeepObjects:
		return float64(g.Deep.Objects), g.HasDeep && g.Deep.Objects >= 0
	case ColumnDeepBytes:
		return float64(g.Deep.Bytes), g.HasDeep
	case ColumnRetainedObjects:
		return float64(g.Retained.Objects), g.HasRetained && g.Retained.Objects >= 0
	case ColumnRetainedBytes:
		return float64(g.Retained.Bytes), g.HasRetained
	}
	return 0, false
}

// rowBuilder creates the rows.
type rowBuilder struct {
	table  *State
	values Values
	by     Column
	kept   []bool // by node; nil without chips
	leads  []bool // by node; true for ancestors of groups that a chip shows; nil without chips
	key    []byte // of the current group
	sorted []rowspkg.SortedRow
	out    rowspkg.TableRows
}

// there reports whether a group has objects and is not filtered out.
func (r *rowBuilder) there(node int32) bool {
	return r.values.Plan.Series.Objects(r.values.Point, node) != 0 && (r.kept == nil || r.kept[node])
}

// list adds a group and its expanded descendants.
func (r *rowBuilder) list(node int32) {
	s := r.values.Plan.Series
	n := &s.Nodes[node]
	row := rowspkg.Row{Node: node, Level: n.Level}
	if s.IsLeaf(node) {
		r.out.Rows = append(r.out.Rows, row)
		return
	}
	above := len(r.key)
	if node != 0 {
		r.key = append(r.key, '#')
	}
	r.key = append(r.key, s.Names.Text(n.Name)...)
	open, stored := r.table.Open.Has(r.key)
	if !stored {
		open = node == 0 || r.leads != nil && r.leads[node]
	}
	start := len(r.sorted)
	for c := range s.Nodes.Children(node) {
		if !r.there(c) {
			continue
		}
		row.Children = true
		if !open {
			break
		}
		r.sorted = append(r.sorted, r.sortable(c))
	}
	row.Open = row.Children && open
	r.out.Rows = append(r.out.Rows, row)
	r.sort(r.sorted[start:])
	for i, end := start, len(r.sorted); i < end; i++ {
		r.list(r.sorted[i].Node)
	}
	r.sorted, r.key = r.sorted[:start], r.key[:above]
}

func (r *rowBuilder) sortable(node int32) rowspkg.SortedRow {
	if r.by == ColumnName {
		return rowspkg.SortedRow{Node: node}
	}
	value, ok := r.values.Of(r.by, node)
	if !ok {
		value = math.Inf(-1)
	}
	return rowspkg.SortedRow{Node: node, Value: value}
}

// sort sorts by descending value, or by name with natural order of numbers, or the reverse if Upward.
func (r *rowBuilder) sort(rows []rowspkg.SortedRow) {
	s := r.values.Plan.Series
	name := func(row rowspkg.SortedRow) string { return s.Name(row.Node) }
	slices.SortStableFunc(rows, func(a, b rowspkg.SortedRow) int {
		switch {
		case a.Value == b.Value && r.by == ColumnName && r.table.Upward:
			return trace.NaturalOrder(name(b), name(a))
		case a.Value == b.Value:
			return trace.NaturalOrder(name(a), name(b))
		case r.table.Upward:
			return cmp.Compare(a.Value, b.Value)
		}
		return cmp.Compare(b.Value, a.Value)
	})
}

// sieve computes the groups that the chips keep. Every showing chip must match the group, one of its ancestors or one of its descendants.
// No hiding chip may match the group or one of its ancestors.
func (r *rowBuilder) sieve() error {
	s := r.values.Plan.Series
	kept, leads := make([]bool, len(s.Nodes)), make([]bool, len(s.Nodes))
	for i := range kept {
		kept[i] = true
	}
	for _, chip := range r.table.Chips {
		fits, err := chip.fits(s)
		if err != nil {
			return err
		}
		for i := range s.Nodes { // descendants
			if up := s.Nodes[i].Parent; up >= 0 && fits[up] {
				fits[i] = true
			}
		}
		for i := range slices.Backward(s.Nodes) {
			if chip.Hide {
				kept[i] = kept[i] && !fits[i]
				continue
			}
			kept[i] = kept[i] && fits[i]
			if up := s.Nodes[i].Parent; up >= 0 && fits[i] && !fits[up] {
				fits[up], leads[up] = true, true
			}
		}
	}
	kept[0] = true
	for i := range kept {
		if !kept[i] && r.there(int32(i)) {
			r.out.Left++
		}
	}
	r.kept, r.leads = kept, leads
	return nil
}

func (c *Chip) fits(s *trees.Series) ([]bool, error) {
	if c.Query == "" {
		fits := make([]bool, len(s.Nodes))
		if node, ok := s.Find(c.Key); ok {
			fits[node] = true
		}
		return fits, nil
	}
	return s.Fitting(c.Query)
}
