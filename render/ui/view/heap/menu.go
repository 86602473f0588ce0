package heap

import (
	"slices"
	"strings"

	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	viewpkg "memcity/city/view"
	"memcity/city/view/table"
	"memcity/render/action"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
	"memcity/words"
)

// HeapRowMenu returns the commands for the group whose row menu is open.
func (view *View) HeapRowMenu(k *widget.Core) []widget.MenuRow {
	m, group := &k.Model, view.Tree.MenuKey
	if m.Plan == nil {
		return nil
	}
	s := m.Plan.Series
	node, ok := s.Find(group)
	if !ok {
		return nil
	}
	show := func(v state.View) func(*widget.Canvas) {
		return func(c *widget.Canvas) {
			part.SelectGroup(c, group)
			c.Do(state.Show{View: v})
			if v == state.CityView {
				c.Run(action.CameraFocus)
			}
		}
	}
	root, leaf := node == 0, s.IsLeaf(node)
	return []widget.MenuRow{
		{Text: "Show in city", Key: k.KeyOf(action.View(state.CityView)), Why: widget.Why(m.Plan.Target(node).Kind == scene.Nothing, widget.NoPlaceInCity), Act: show(state.CityView)},
		{Text: "Inspect as group", Key: k.KeyOf(action.View(viewpkg.That(viewpkg.GroupContents))), Act: show(viewpkg.That(viewpkg.GroupContents))},
		{Text: "Paths to GC roots", Key: k.KeyOf(action.View(viewpkg.That(viewpkg.RootPaths))), Act: show(viewpkg.That(viewpkg.RootPaths))},
		{Text: "Group further…", Key: k.KeyOf(action.PanelGrouping), Why: widget.Why(m.Catalog == nil, widget.CameGrouped), Event: model.Run(action.PanelGrouping)},
		{Text: "Expand all below", Why: widget.Why(leaf, widget.NothingBelow), Act: func(c *widget.Canvas) { c.OpenBelow(groupsOf(c.Model.Plan.Series), node, true) }},
		{Text: "Collapse all below", Why: widget.Why(leaf, widget.NothingBelow), Act: func(c *widget.Canvas) { c.OpenBelow(groupsOf(c.Model.Plan.Series), node, false) }},
		{Text: "Show only this", Why: widget.Why(root, "This is the whole heap"), Act: func(c *widget.Canvas) { view.addChips(c, table.Chip{Key: group}) }},
		{Text: "Hide this", Why: widget.Why(root, "This is the whole heap"), Act: func(c *widget.Canvas) { view.hideGroups(c, c.ChosenRows(&view.Tree)) }},
		{Text: "Copy as text", Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: view.groupsText(c, c.ChosenRows(&view.Tree))}) }},
		{Text: "Copy table as CSV", Act: func(c *widget.Canvas) { c.Emit(model.CopyText{Text: view.heapTree(c).Csv()}) }},
	}
}

func (view *View) hideGroups(c *widget.Canvas, groups []string) {
	var chips []table.Chip
	root := c.Model.Plan.Series.Key(0)
	for _, group := range groups {
		if group != root {
			chips = append(chips, table.Chip{Key: group, Hide: true})
		}
	}
	view.addChips(c, chips...)
}

// groupsText returns the chosen columns of groups as a text for the user.
func (view *View) groupsText(c *widget.Canvas, groups []string) string {
	var b strings.Builder
	s, v := c.Model.Plan.Series, view.heapValues(c.Core)
	for _, group := range groups {
		node, ok := s.Find(group)
		if !ok {
			continue
		}
		b.WriteString(words.OneLine(strings.Join(s.Path(node), " → ")) + "\n")
		for _, column := range table.View.Of(c.Model.State.Views).Shown() {
			text := "unavailable"
			if value, ok := v.Of(column, node); ok {
				text = widget.CellText(quantityOf(column), c.Model.State.Settings.Unit, value)
			}
			b.WriteString("  " + columnTitle(&c.Model, column) + ": " + text + "\n")
		}
	}
	return b.String()
}

// HeapColumnMenu returns the rows that show or hide columns. The menu stays open.
func (view *View) HeapColumnMenu(k *widget.Core) []widget.MenuRow {
	var rows []widget.MenuRow
	shown := table.View.Of(k.Model.State.Views).Shown()
	for _, col := range heapColumns(&k.Model) {
		on := slices.Contains(shown, col.column)
		rows = append(rows, widget.MenuRow{Text: col.title, On: on, Why: widget.Why(on && len(shown) == 1, "The table needs at least one column"), Stays: true,
			Act: func(c *widget.Canvas) { view.toggleColumn(c, col.column) }})
	}
	return append(rows, widget.MenuRow{Text: "Default columns", Why: widget.Why(table.View.Of(k.Model.State.Views).Columns == nil, "Already shown"),
		Act: func(c *widget.Canvas) {
			t := table.View.Of(c.Model.State.Views)
			t.Columns = nil
			c.Do(state.SetView(table.View, t))
		}})
}

// toggleColumn shows or hides a column.
func (view *View) toggleColumn(c *widget.Canvas, col table.Column) {
	t := table.View.Of(c.Model.State.Views)
	columns := []table.Column{}
	for _, known := range table.AllColumns() {
		if slices.Contains(t.Shown(), known) != (known == col) {
			columns = append(columns, known)
		}
	}
	t.Columns = columns
	c.Do(state.SetView(table.View, t))
}

// groupsOf returns the tree of a series, for opening and closing its rows.
func groupsOf(s *trees.Series) widget.GroupTree {
	return widget.GroupTree{Tree: s.Nodes, View: table.View.ID, Key: s.Key}
}
