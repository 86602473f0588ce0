package ui

import (
	"slices"
	"strings"

	"memcity/city"
)

// Menus of the diff view.
const (
	diffMenu    menuName = "diff"
	diffRowMenu menuName = "diff row"
)

// diffMenuRows are the switches, and ways to save the table.
func (k *core) diffMenuRows() []menuRow {
	var rows []menuRow
	for _, o := range slices.Backward(k.diffSwitches()) {
		rows = append(rows, menuRow{text: o.text, on: o.on, off: o.off, stays: true, act: o.flip})
	}
	report := k.local.diff.report
	if report == nil {
		return rows
	}
	rows = append(rows, menuRow{text: "Copy table as CSV", act: func(c *canvas) { c.emit(CopyText{c.diffTable(report).csv()}) }})
	return append(rows, k.exportRows(k.diffSheet(report))...)
}

// diffSheetRows is how many rows a drawing has at most.
const diffSheetRows = 200

// diffSheet is what the view shows, to be saved.
func (k *core) diffSheet(report *city.DiffReport) sheet {
	listed := k.diffListed(report)
	told := diffTree{diffShown: *listed}
	high := min(len(listed.rows.Rows), diffSheetRows)*treeStep + treeHeader
	const wide, above = 1160, sheetTitle + 18 + 28 + 20 + 26 + 4
	query := listed.query
	return sheet{name: "diff", w: wide + 2*sheetMargin, h: above + float32(high) + 2*sheetMargin,
		draw: func(c *canvas, b box) {
			c.local.diff.shown, c.local.diff.tree.shown = told.diffShown, true
			t := c.diffTable(report)
			t.list = func() treeList { return told.rows }
			t.marks = []string{query}
			c.sheetHead(&b, "what died, stayed and was born")
			drawDiffWhole(c, &b, false)
			words, _ := diffIdentity(report)
			c.text(b.cutTop(26), small, left, c.dim, words)
			b.cutTop(4)
			t.draw(c, b)
		},
		rows: func() [][]string { return tableRows(told.rows, told.columns(), told.cell) },
	}
}

// sheetTitle is the height of the title of a drawing, in dp.
const sheetTitle = 28

// sheetHead draws the title of a drawing: what it shows of which recording.
func (c *canvas) sheetHead(b *box, what string) {
	c.name(b.cutTop(sheetTitle).withHeight(22), title, left, c.theme.text, c.model.Name+": "+what)
}

// diffRows is what can be done with the group that the menu of a row is about.
func (k *core) diffRows() []menuRow {
	m, group, report := &k.model, k.local.diff.tree.menuKey, k.local.diff.report
	if report == nil || m.Plan == nil {
		return nil
	}
	node := report.Find(group)
	if node < 0 {
		return nil
	}
	shown, known := m.Plan.Series.Find(group)
	n := &report.Tree.Nodes[node]
	leaf := n.End == node+1
	rows := k.groupRows(group, known && m.Plan.Target(shown).Kind != city.Nothing, known)
	rows = append(rows,
		menuRow{text: "Open all below", off: leaf, act: func(c *canvas) { c.openBelow(diffGroups(report), node, true) }},
		menuRow{text: "Close all below", off: leaf, act: func(c *canvas) { c.openBelow(diffGroups(report), node, false) }},
		menuRow{text: "Copy as text", act: func(c *canvas) { c.emit(CopyText{c.diffText(report, c.chosenRows(&c.local.diff.tree))}) }},
		menuRow{text: "Copy table as CSV", act: func(c *canvas) { c.emit(CopyText{c.diffTable(report).csv()}) }})
	if n.After.Objects == 0 && m.At > m.State.Window.From {
		at := m.State.Window.From
		rows = append([]menuRow{{text: "Go to the start of the window", off: !known, act: func(c *canvas) {
			c.selectGroup(group)
			c.do(city.GoTo{Point: at})
		}}}, rows...)
	}
	return rows
}

// groupRows are the ways from a group to other views.
func (k *core) groupRows(group string, inCity, known bool) []menuRow {
	visit := func(v city.View) func(*canvas) {
		return func(c *canvas) {
			c.do(city.Visit{View: v, Key: group})
			if v == city.CityView {
				c.emit(FocusSelection)
			}
		}
	}
	return []menuRow{
		{text: "Show in city", key: "Ctrl+1", off: !inCity, act: visit(city.CityView)},
		{text: "Inspect as group", key: "Ctrl+3", off: !known, act: visit(city.GroupView)},
		{text: "Who holds it", key: "Ctrl+4", off: !known, act: visit(city.GraphView)},
	}
}

// diffText tells of groups what the columns do, for people.
func (c *canvas) diffText(report *city.DiffReport, groups []string) string {
	var b strings.Builder
	t := c.diffTable(report)
	for _, group := range groups {
		node := report.Find(group)
		if node < 0 {
			continue
		}
		b.WriteString(oneLine(strings.Join(report.Tree.Path(node), " → ")) + "\n")
		for _, col := range t.columns {
			if col.id != diffBar {
				b.WriteString("  " + col.title + ": " + t.cell(col.id, &treeRow{node: node}).text + "\n")
			}
		}
	}
	return b.String()
}
