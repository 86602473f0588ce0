package tree

import (
	"strings"

	"memcity/city/scene"
	"memcity/city/state"
	viewpkg "memcity/city/view"
	"memcity/city/view/treemap"
	"memcity/city/view/trends"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/widget"
)

// The menus of the tree view.
const (
	TreeNodeMenu    widget.MenuName = "tree node"
	TreeOrderMenu   widget.MenuName = "tree order"
	TreeSaveMenu    widget.MenuName = "tree save"
	TreeOptionsMenu widget.MenuName = "tree options"
)

// treeOrderWords are the names of the orders of siblings.
var treeOrderWords = map[trends.Order]string{trends.GrowthOrder: "growth", trends.StartOrder: "start", trends.EndOrder: "end"}

// TreeMenuRows returns the rows of the open menu of the tree view.
func (view *View) TreeMenuRows(k *widget.Core) []widget.MenuRow {
	if view.order == nil {
		return nil
	}
	switch k.Menu.Name {
	case TreeNodeMenu:
		return view.treeNodeRows(k)
	case TreeOrderMenu:
		return view.treeOrderRows(k)
	case TreeSaveMenu:
		return k.ExportRows(view.treeSheet(k))
	}
	return view.treeOptionRows(k)
}

// setTrees returns the event that changes the settings of the view.
func (view *View) setTrees(k *widget.Core, change func(t *treemap.State)) model.Event {
	to := treemap.View.Of(k.Model.State.Views)
	change(&to)
	return model.Do{Action: state.SetTreemap{To: to}}
}

// treeOrderRows returns the orders of siblings.
func (view *View) treeOrderRows(k *widget.Core) (rows []widget.MenuRow) {
	for _, order := range treemap.Orders() {
		rows = append(rows, widget.MenuRow{Text: "By " + treeOrderWords[order], On: order == treemap.View.Of(k.Model.State.Views).Order,
			Event: view.setTrees(k, func(t *treemap.State) { t.Order = order })})
	}
	return rows
}

// treeOptionRows returns all options, for heads with space for a single button.
func (view *View) treeOptionRows(k *widget.Core) []widget.MenuRow {
	t := treemap.View.Of(k.Model.State.Views)
	rows := []widget.MenuRow{
		{Text: "Sunburst", On: t.Kind == treemap.Sunburst, Event: view.setTrees(k, func(t *treemap.State) { t.Kind = treemap.Sunburst })},
		{Text: "Icicle", On: t.Kind == treemap.Icicle, Event: view.setTrees(k, func(t *treemap.State) { t.Kind = treemap.Icicle })},
		{Text: "Side by side", On: t.Together, Why: widget.Why(len(k.Model.Points) < 2, widget.OnePoint),
			Event: view.setTrees(k, func(t *treemap.State) { t.Together = !t.Together })},
		{Text: "Scaled", On: t.Scaled, Why: widget.Why(len(k.Model.Points) < 2, widget.OnePoint), Event: view.setTrees(k, func(t *treemap.State) { t.Scaled = !t.Scaled })},
		{Text: "Growth colors", On: t.Growth, Why: widget.Why(len(k.Model.Points) < 2, widget.OnePoint),
			Event: view.setTrees(k, func(t *treemap.State) { t.Growth = !t.Growth })},
	}
	return append(append(rows, view.treeOrderRows(k)...), k.ExportRows(view.treeSheet(k))...)
}

// treeNodeRows returns the commands for a node.
func (view *View) treeNodeRows(k *widget.Core) []widget.MenuRow {
	l, s := view, k.Model.Plan.Series
	id := l.menu
	if int(id.Node) >= len(s.Nodes) {
		return nil
	}
	drill := widget.MenuRow{Text: "Zoom in on this group", Key: "Enter", Why: widget.Why(id.Rest == 0 && s.IsLeaf(id.Node), widget.NothingBelow),
		Event: model.Do{Action: state.Drill{To: l.order.Root(id)}}}
	up, ok := l.order.Root(id).Up(s)
	rows := []widget.MenuRow{drill, {Text: "Zoom out one level", Why: widget.Why(!ok, "This is the highest level"), Event: model.Do{Action: state.Drill{To: up}}}}
	if id.Rest > 0 {
		return rows
	}
	key := s.Key(id.Node)
	visit := func(v state.View) model.Event { return model.Do{Action: state.Visit{View: v, Key: key}} }
	return append(rows,
		widget.MenuRow{Text: "Show in city", Key: k.KeyOf(action.View(state.CityView)), Why: widget.Why(k.Model.Plan.Target(id.Node).Kind == scene.Nothing, widget.NoPlaceInCity), Act: func(c *widget.Canvas) {
			c.Do(state.Visit{View: state.CityView, Key: key})
			c.Run(action.CameraFocus)
		}},
		widget.MenuRow{Text: "Show in heap", Key: k.KeyOf(action.View(viewpkg.That(viewpkg.GroupTable))), Event: visit(viewpkg.That(viewpkg.GroupTable))},
		widget.MenuRow{Text: "Inspect as group", Key: k.KeyOf(action.View(viewpkg.That(viewpkg.GroupContents))), Event: visit(viewpkg.That(viewpkg.GroupContents))},
		widget.MenuRow{Text: "Paths to GC roots", Key: k.KeyOf(action.View(viewpkg.That(viewpkg.RootPaths))), Event: visit(viewpkg.That(viewpkg.RootPaths))},
		widget.MenuRow{Text: "Copy path", Event: model.CopyText{Text: strings.Join(s.Path(id.Node), " → ")}})
}

// treeToolsWide is the width that fits all tools, treeToolsGap the gap between them, both in dp.
const (
	treeToolsWide = 690
	treeToolsGap  = 8
)

// drawTreeTools draws the tools of the whole view.
func (view *View) drawTreeTools(c *widget.Canvas, head canvas.Box) {
	t := treemap.View.Of(c.Model.State.Views)
	const side = 30
	series := len(c.Model.Points) > 1
	if head.W < 300 {
		cell := head.CutRight(side).Middle(28)
		if c.IconButton("tree/options", cell, "settings", "Options", "Choose how to draw the tree", "") {
			c.OpenMenu(TreeOptionsMenu, "tree/options", cell)
		}
		return
	}
	back := head.CutRight(side).Middle(28)
	if c.IconButton("tree/city", back, "city", "Back to the city", "Turn the drawing back into the city", widget.Why(view.leaving, "Already returning to the city")) {
		view.backToCity(c)
	}
	save := head.CutRight(side).Middle(28)
	if c.IconButton("tree/save", save, "drop", "Save the tree", "Save the drawing as PNG or SVG, and its numbers as CSV", "") {
		c.OpenMenu(TreeSaveMenu, "tree/save", save)
	}
	if series && head.W < treeToolsWide {
		cell := head.CutRight(side).Middle(28)
		if c.IconButton("tree/options", cell, "settings", "Options", "Choose how to draw the tree", "") {
			c.OpenMenu(TreeOptionsMenu, "tree/options", cell)
		}
	}
	head.CutRight(treeToolsGap)
	kinds := []widget.Choice{{Text: "Sunburst", Hint: "Draw rings around the root; angles show sizes"},
		{Text: "Icicle", Hint: "Draw columns next to the root; heights show sizes"}}
	if i := c.Segments("tree/kind", head.CutLeft(152).Middle(26), "Drawing", kinds, int(t.Kind), ""); i >= 0 {
		c.Emit(view.setTrees(c.Core, func(t *treemap.State) { t.Kind = treemap.Kind(i) }))
	}
	head.CutLeft(treeToolsGap)
	if !series {
		return
	}
	words := "By " + treeOrderWords[t.Order]
	if w := c.Width(canvas.Strong, words) + 42; head.W >= w {
		cell := head.CutRight(w).Middle(28)
		if part.DropButton(c, "tree/order", cell, words, "Sort siblings by this value; the order stays the same over time") {
			c.OpenMenu(TreeOrderMenu, "tree/order", cell)
		}
		head.CutRight(treeToolsGap)
	}
	view.drawTreeSwitches(c, head)
}

// drawTreeSwitches draws the switches for recordings with several GC points, if they fit.
func (view *View) drawTreeSwitches(c *widget.Canvas, head canvas.Box) {
	t := treemap.View.Of(c.Model.State.Views)
	if head.W >= 170 {
		current := 0
		if t.Together {
			current = 1
		}
		times := []widget.Choice{{Text: "One time", Hint: "Show the tree of the selected GC point, with the whole heap next to it"},
			{Text: "Side by side", Hint: "Show trees of up to six GC points"}}
		if i := c.Segments("tree/beside", head.CutLeft(170).Middle(26), "Times", times, current, ""); i >= 0 {
			c.Emit(view.setTrees(c.Core, func(t *treemap.State) { t.Together = i == 1 }))
		}
		head.CutLeft(treeToolsGap + 4)
	}
	if w := c.Width(canvas.Body, "Scaled") + 46; head.W >= w {
		if c.Toggle("tree/scaled", head.CutLeft(w).Middle(24), "Scaled",
			"Scale drawings with the heap; the largest in the window fills the space", t.Scaled, "") {
			c.Emit(view.setTrees(c.Core, func(t *treemap.State) { t.Scaled = !t.Scaled }))
		}
		head.CutLeft(treeToolsGap + 4)
	}
	if w := c.Width(canvas.Body, "Growth") + 46; head.W >= w {
		if c.Toggle("tree/growth", head.CutLeft(w).Middle(24), "Growth", "Color groups by growth since the start of the window, as in the city",
			t.Growth, "") {
			c.Emit(view.setTrees(c.Core, func(t *treemap.State) { t.Growth = !t.Growth }))
		}
	}
}

// backToCity morphs the drawing into the plan of the city, then shows the city.
func (view *View) backToCity(c *widget.Canvas) {
	if treemap.View.Of(c.Model.State.Views).Together || c.Model.State.Settings.ReducedMotion {
		c.Do(state.Show{View: state.CityView})
		return
	}
	view.leaving, c.Again = true, true
}
