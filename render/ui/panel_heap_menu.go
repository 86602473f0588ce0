package ui

import (
	"slices"
	"strings"

	"memcity/city"
)

// heapRowMenu is what can be done with the group that the menu of a row is about.
func (k *core) heapRowMenu() []menuRow {
	m, group := &k.model, k.local.heap.tree.menuKey
	if m.Plan == nil {
		return nil
	}
	s := m.Plan.Series
	node, ok := s.Find(group)
	if !ok {
		return nil
	}
	show := func(v city.View) func(*canvas) {
		return func(c *canvas) {
			c.selectGroup(group)
			c.do(city.Show{View: v})
			if v == city.CityView {
				c.emit(FocusSelection)
			}
		}
	}
	root, leaf := node == 0, s.IsLeaf(node)
	return []menuRow{
		{text: "Show in city", key: "Ctrl+1", off: m.Plan.Target(node).Kind == city.Nothing, act: show(city.CityView)},
		{text: "Inspect as group", key: "Ctrl+3", act: show(city.GroupView)},
		{text: "Paths to GC roots", key: "Ctrl+4", act: show(city.GraphView)},
		{text: "Group further…", key: "Ctrl+G", off: m.Catalog == nil, event: ToggleChain},
		{text: "Open all below", off: leaf, act: func(c *canvas) { c.openBelow(seriesGroups(c.model.Plan.Series), node, true) }},
		{text: "Close all below", off: leaf, act: func(c *canvas) { c.openBelow(seriesGroups(c.model.Plan.Series), node, false) }},
		{text: "Show only this", off: root, act: func(c *canvas) { c.addChips(city.Chip{Key: group}) }},
		{text: "Hide this", off: root, act: func(c *canvas) { c.hideGroups(c.chosenRows(&c.local.heap.tree)) }},
		{text: "Copy as text", act: func(c *canvas) { c.emit(CopyText{c.groupsText(c.chosenRows(&c.local.heap.tree))}) }},
		{text: "Copy table as CSV", act: func(c *canvas) { c.emit(CopyText{c.heapTree().csv()}) }},
	}
}

// selectGroup selects a group unless it is selected, maybe with others.
func (c *canvas) selectGroup(group string) {
	if !c.model.State.IsSelected(group) {
		c.do(city.SelectRows{Keys: []string{group}})
	}
}

func (c *canvas) hideGroups(groups []string) {
	var chips []city.Chip
	root := c.model.Plan.Series.Key(0)
	for _, group := range groups {
		if group != root {
			chips = append(chips, city.Chip{Key: group, Hide: true})
		}
	}
	c.addChips(chips...)
}

// groupsText tells of groups what the columns that are chosen do, for people.
func (c *canvas) groupsText(groups []string) string {
	var b strings.Builder
	s, v := c.model.Plan.Series, c.heapValues()
	for _, group := range groups {
		node, ok := s.Find(group)
		if !ok {
			continue
		}
		b.WriteString(oneLine(strings.Join(s.Path(node), " → ")) + "\n")
		for _, column := range c.model.State.Table.Shown() {
			text := "not known"
			if value, ok := v.Of(column, node); ok {
				text = cellText(column, c.model.State.Settings.Metric, value)
			}
			b.WriteString("  " + c.model.columnTitle(column) + ": " + text + "\n")
		}
	}
	return b.String()
}

// heapColumnMenu offers the columns; it stays open.
func (k *core) heapColumnMenu() []menuRow {
	var rows []menuRow
	shown := k.model.State.Table.Shown()
	for _, col := range k.model.heapColumns() {
		on := slices.Contains(shown, col.column)
		rows = append(rows, menuRow{text: col.title, on: on, off: on && len(shown) == 1, stays: true,
			act: func(c *canvas) { c.toggleColumn(col.column) }})
	}
	return append(rows, menuRow{text: "Usual columns", off: k.model.State.Table.Columns == nil, act: func(c *canvas) {
		t := c.model.State.Table
		t.Columns = nil
		c.do(city.SetTable{Table: t})
	}})
}

// toggleColumn shows a column or takes it away.
func (c *canvas) toggleColumn(col city.Column) {
	t := c.model.State.Table
	columns := []city.Column{}
	for _, known := range city.AllColumns() {
		if slices.Contains(t.Shown(), known) != (known == col) {
			columns = append(columns, known)
		}
	}
	t.Columns = columns
	c.do(city.SetTable{Table: t})
}
