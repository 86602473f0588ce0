package ui

import (
	"slices"
	"strings"

	"memcity/city"
)

// Menus of the churn view.
const (
	churnMenu    menuName = "churn"
	churnRowMenu menuName = "churn row"
)

// churnMenuRows are what can be done with the whole table.
func (k *core) churnMenuRows() []menuRow {
	report := k.local.churn.report
	if report == nil || report.Tree == nil {
		return nil
	}
	rows := []menuRow{
		{text: "Open the way to most", act: func(c *canvas) { c.goChurn(report.Strongest(c.model.State.Churning.Metric())) }},
		{text: "Close all", act: func(c *canvas) { c.openBelow(churnGroups(report), 0, false) }},
		{text: "Copy table as CSV", act: func(c *canvas) { c.emit(CopyText{c.churnTable(report).csv()}) }},
	}
	return append(rows, k.exportRows(k.churnSheet(report))...)
}

// churnSheet is what the view shows, to be saved.
func (k *core) churnSheet(report *city.ChurnReport) sheet {
	told := churnTree{*k.churnListed(report)}
	const wide, most = 1160, 200
	bars := float32(min(len(k.model.State.Churning.Path)+1, 4)) * churnBarStep
	table := float32(min(len(told.rows.Rows), most))*treeStep + treeHeader
	suspects := float32(0)
	for range report.Suspects {
		suspects += 120
	}
	return sheet{name: "churn", w: wide + 2*sheetMargin, h: sheetTitle + 18 + 44 + 24 + max(bars+4+max(table, churnRoom), suspects+40) + 2*sheetMargin,
		draw: func(c *canvas, b box) {
			c.local.churn.tree.shown = true
			c.sheetHead(&b, "what died, how old it was, and where it was allocated")
			drawChurnWords(c, &b, report, false)
			if len(report.Suspects) > 0 {
				drawSuspects(c, b.cutRight(churnSide), report)
				b.cutRight(16)
			}
			drawChurnBars(c, &b, report)
			t := c.churnTable(report)
			t.list = func() treeList { return told.rows }
			t.draw(c, b)
		},
		rows: func() [][]string { return tableRows(told.rows, told.columns(), told.cell) },
	}
}

// churnRowMenuRows is what can be done with the group that the menu of a row is about.
func (k *core) churnRowMenuRows() []menuRow {
	m, report := &k.model, k.local.churn.report
	if report == nil || report.Tree == nil || m.Plan == nil {
		return nil
	}
	node := report.Find(k.local.churn.tree.menuKey)
	if node < 0 {
		return nil
	}
	group, inCity, known := k.churnGroup(report, node)
	leaf := report.Tree.Nodes[node].End == node+1
	return append(k.groupRows(group, inCity, known),
		menuRow{text: "Open all below", off: leaf, act: func(c *canvas) { c.openBelow(churnGroups(report), node, true) }},
		menuRow{text: "Close all below", off: leaf, act: func(c *canvas) { c.openBelow(churnGroups(report), node, false) }},
		menuRow{text: "Copy as text", act: func(c *canvas) { c.emit(CopyText{c.churnText(report, node)}) }},
		menuRow{text: "Copy table as CSV", act: func(c *canvas) { c.emit(CopyText{c.churnTable(report).csv()}) }})
}

// churnGroup returns the group of the living objects of the type that a row is about.
func (k *core) churnGroup(report *city.ChurnReport, node int32) (key string, inCity, known bool) {
	name, ok := report.TypeOf(node)
	if !ok {
		return "", false, false
	}
	s := k.model.Plan.Series
	group, ok := s.TypeGroups(k.model.At)[name]
	if !ok {
		return "", false, false
	}
	return s.Key(group), k.model.Plan.Target(group).Kind != city.Nothing, true
}

// churnText tells of a group what the columns do, for people.
func (c *canvas) churnText(report *city.ChurnReport, node int32) string {
	var b strings.Builder
	t := c.churnTable(report)
	b.WriteString(oneLine(strings.Join(slices.Clip(report.Path(node)), " → ")) + "\n")
	for _, col := range t.columns {
		b.WriteString("  " + col.title + ": " + t.cell(col.id, &treeRow{node: node}).text + "\n")
	}
	return b.String()
}
