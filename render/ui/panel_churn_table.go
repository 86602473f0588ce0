package ui

import (
	"strings"

	"memcity/city"
)

// churnColumns are the columns of the churn view, from left to right.
var churnColumns = []struct {
	column      city.ChurnColumn
	title, hint string
	width       float32
	rank        int
}{
	{city.ChurnObjects, "Objects", "How many objects died in the window. ~ marks what is estimated.", 104, 5},
	{city.ChurnBytes, "Bytes", "The bytes of these objects.", 92, 5},
	{city.ChurnShare, "Share", "Part of all that died, in what is counted; the bar as well.", 92, 6},
	{city.ChurnAverage, "Average", "Bytes for each object, on average.", 80, 1},
	{city.ChurnRate, "Rate", "Bytes for each second of the window.", 92, 3},
}

// churnTree is the table of the churn view as it is told to others than the canvas; it does not change.
type churnTree struct{ churnShown }

// churnTable makes the table.
func (c *canvas) churnTable(report *city.ChurnReport) *treeTable {
	s := c.churnListed(report)
	told := churnTree{*s}
	asked := &c.model.State.Churning
	return &treeTable{
		id: churnTable, what: "What died", local: &c.local.churn.tree,
		name:    told.name(),
		columns: told.columns(), sort: s.asked.SortedBy().String(), upward: s.asked.Upward,
		order: func(column string, upward bool) {
			to := c.model.State.Churning
			to.Sort, _ = city.ParseChurnColumn(column) // the table has only columns that there are
			to.Upward = upward
			c.do(city.SetChurn{To: to})
		},
		list: func() treeList { return c.churnListed(report).rows },
		cell: told.cell,
		open: func(r *treeRow, open bool) {
			c.do(city.OpenRows{In: city.ChurnView, Keys: []string{r.key}, Close: !open})
		},
		picked: report.Key(report.Below(asked.Path)),
		pick:   func(key string) { c.goChurn(report.Path(max(report.Find(key), 0))[1:]) },
		reveal: func(key string) { c.revealChurn(report, key) },
		menu:   churnRowMenu,
		marks:  []string{s.query},
		hint:   told.hint,
		void: func() string {
			if s := c.churnListed(report); len(s.rows.Rows) == 1 && s.rows.Left > 0 {
				return "No group fits the filter."
			}
			return ""
		},
	}
}

func (t *churnTree) name() treeColumn {
	if t.report.Basis == city.ChurnAllocated {
		return treeColumn{id: city.ChurnName.String(), title: "Type → allocation site → call sites", hint: "What was allocated, by type, by where, and who called that."}
	}
	return treeColumn{id: city.ChurnName.String(), title: "Age → type → allocation site → call sites",
		hint: "What died, by the number of GCs that it survived, by type, by where it was allocated, and who called that."}
}

func (t *churnTree) columns() []treeColumn {
	var columns []treeColumn
	for _, col := range churnColumns {
		hint := col.hint
		if t.report.Basis == city.ChurnAllocated {
			hint = strings.NewReplacer("died in the window", "were allocated in the window", "all that died", "all that was allocated").Replace(hint)
		}
		columns = append(columns, treeColumn{id: col.column.String(), title: col.title, hint: hint, width: col.width, rank: col.rank})
	}
	return columns
}

func (t *churnTree) cell(column string, r *treeRow) treeCell {
	col, _ := city.ParseChurnColumn(column)
	v, ok := t.report.Of(col, t.asked.Metric(), r.node)
	if !ok {
		return treeCell{text: "–"}
	}
	mark := estimated(t.report.Estimated[r.node])
	cell := treeCell{raw: rawText(v), faint: v == 0}
	switch col {
	case city.ChurnObjects:
		cell.text, cell.short = mark+Count(int64(v)), mark+ShortCount(int64(v))
	case city.ChurnBytes:
		cell.text = mark + Size(int64(v))
	case city.ChurnShare:
		cell.text, cell.share, cell.tint = certainText(v), v, true
	case city.ChurnAverage:
		cell.text = mark + cellText(city.ColumnAverage, city.Bytes, v)
	case city.ChurnRate:
		cell.text = mark + Size(int64(v)) + "/s"
	}
	return cell
}

// hint tells the whole path of a row and its exact numbers.
func (t *churnTree) hint(r *treeRow) string {
	n := &t.report.Tree.Nodes[r.node]
	mark := estimated(t.report.Estimated[r.node])
	text := oneLine(strings.Join(t.report.Path(r.node), " → ")) + "\n" + mark + exactly(n.Objects, n.Bytes)
	if mark != "" {
		text += ", estimated from samples"
	}
	return text
}

// revealChurn opens what is above a group.
func (c *canvas) revealChurn(report *city.ChurnReport, key string) {
	if node := report.Find(key); node >= 0 {
		listed := c.churnListed(report).rows
		c.openAbove(churnGroups(report), node, listed.Rows, listed.place)
	}
}
