package heap

import (
	"slices"

	"memcity/city/scene"
	"memcity/city/trees"
	"memcity/city/view/rows"
	tablepkg "memcity/city/view/table"
	"memcity/render/ui/widget"
)

// heapRows contains the rows of the table with all inputs they were built from. They are rebuilt only if an input changes.
type heapRows struct {
	plan  *scene.Plan
	at    int
	sizes *trees.Sizes // set only if they determine the order
	table tablepkg.State
	live  string // text of the filter field

	rows.TableRows
	place   []int32 // row index by node of the series; -1 for none
	deepest int32   // deepest level of any row
	problem string  // error in live
}

// heapRows returns the current rows of the table. The cost is that of [table.State.Rows] if an input changed.
func (view *View) heapRows(k *widget.Core) *heapRows {
	m, t := &k.Model, &view.rows
	next := heapRows{plan: m.Plan, at: m.At, table: tablepkg.View.Of(m.State.Views), live: k.FilterText(heapTable)}
	if next.table.Sort.NeedsSizes() {
		next.sizes = view.heapSizes(k)
	}
	if t.plan == next.plan && t.at == next.at && t.sizes == next.sizes && t.live == next.live && t.table.Same(&next.table) {
		return t
	}
	table := next.table
	if next.live != "" {
		table.Chips = append(slices.Clip(table.Chips), tablepkg.Chip{Query: next.live})
	}
	var err error
	if next.TableRows, err = table.Rows(m.Plan, m.At, next.sizes); err != nil {
		next.problem = err.Error()
		next.TableRows, _ = next.table.Rows(m.Plan, m.At, next.sizes) // never fails: chips were validated when entered
	}
	next.place = slices.Repeat([]int32{-1}, len(m.Plan.Series.Nodes))
	for i, r := range next.Rows {
		next.place[r.Node] = int32(i)
		next.deepest = max(next.deepest, r.Level)
	}
	*t = next
	return t
}

// heapSizes contains the sizes of one GC point from ready-made trees.
type heapSizes struct {
	series *trees.Series
	at     int
	sizes  *trees.Sizes
}

// heapSizes returns the available deep and retained sizes, or nil for none.
func (view *View) heapSizes(k *widget.Core) *trees.Sizes {
	m, sizes := &k.Model, &view.sizes
	if m.FixedChain == "" {
		return tablepkg.SizesKind.Result(&m.Results)
	}
	if sizes.series != m.Plan.Series || sizes.at != m.At {
		*sizes = heapSizes{m.Plan.Series, m.At, trees.TreeSizes(m.Plan.Series, m.At)}
	}
	return sizes.sizes
}

// heapValues returns the numbers of the table.
func (view *View) heapValues(k *widget.Core) tablepkg.Values {
	return tablepkg.Values{Plan: k.Model.Plan, Point: k.Model.At, Sizes: view.heapSizes(k)}
}

// rowOf returns the row index of a group, or -1 if it has none.
func (t *heapRows) rowOf(key string) int {
	if node, ok := t.plan.Series.Find(key); ok && key != "" {
		return int(t.place[node])
	}
	return -1
}

// Len and the following methods implement [widget.TreeList].

func (t *heapRows) Len() int { return len(t.Rows) }

func (t *heapRows) Row(i int) widget.TreeRow {
	r, s := &t.Rows[i], t.plan.Series
	return widget.TreeRow{Key: s.Key(r.Node), Name: s.Name(r.Node), Role: s.Role(r.Node), Level: int(r.Level), Children: r.Children,
		Open: r.Open, Node: r.Node}
}

func (t *heapRows) Find(key string) int { return t.rowOf(key) }

func (t *heapRows) Deepest() int { return int(t.deepest) }

// revealGroup expands all ancestors of a group.
func (view *View) revealGroup(c *widget.Canvas, t *heapRows, group string) {
	if node, ok := t.plan.Series.Find(group); ok {
		c.OpenAbove(groupsOf(t.plan.Series), node, t.Rows, t.place)
	}
}

// void returns why the list is empty, or "" if it is not.
func (t *heapRows) void() string {
	switch {
	case len(t.Rows) == 0:
		return "The heap is empty at this GC point."
	case len(t.Rows) == 1 && t.Left > 0 && !t.Rows[0].Children:
		return "No group matches all filters."
	}
	return ""
}
