package ui

import (
	"strings"

	"memcity/city"
)

// The menus of the tree view.
const (
	treeNodeMenu    menuName = "tree node"
	treeOrderMenu   menuName = "tree order"
	treeSaveMenu    menuName = "tree save"
	treeOptionsMenu menuName = "tree options"
)

// treeOrderWords say what siblings are ordered by.
var treeOrderWords = map[city.TrendOrder]string{city.GrowthOrder: "growth", city.StartOrder: "start", city.EndOrder: "end"}

// treeMenuRows are the rows of the open menu of the tree view.
func (k *core) treeMenuRows() []menuRow {
	if k.local.trees.order == nil {
		return nil
	}
	switch k.local.menu.name {
	case treeNodeMenu:
		return k.treeNodeRows()
	case treeOrderMenu:
		return k.treeOrderRows()
	case treeSaveMenu:
		return k.exportRows(k.treeSheet())
	}
	return k.treeOptionRows()
}

// setTrees changes how trees are drawn.
func (k *core) setTrees(change func(t *city.Treeing)) Event {
	to := k.model.State.Treeing
	change(&to)
	return Do{city.SetTreeing{To: to}}
}

// treeOrderRows offer what siblings are ordered by.
func (k *core) treeOrderRows() (rows []menuRow) {
	for _, order := range city.TreeOrders() {
		rows = append(rows, menuRow{text: "By " + treeOrderWords[order], on: order == k.model.State.Treeing.Order,
			event: k.setTrees(func(t *city.Treeing) { t.Order = order })})
	}
	return rows
}

// treeOptionRows offer everything where there is no room for more than one button.
func (k *core) treeOptionRows() []menuRow {
	t := k.model.State.Treeing
	rows := []menuRow{
		{text: "Sunburst", on: t.Kind == city.Sunburst, event: k.setTrees(func(t *city.Treeing) { t.Kind = city.Sunburst })},
		{text: "Icicle", on: t.Kind == city.Icicle, event: k.setTrees(func(t *city.Treeing) { t.Kind = city.Icicle })},
		{text: "Side by side", on: t.Beside, off: len(k.model.Points) < 2, event: k.setTrees(func(t *city.Treeing) { t.Beside = !t.Beside })},
		{text: "Scaled", on: t.Scaled, off: len(k.model.Points) < 2, event: k.setTrees(func(t *city.Treeing) { t.Scaled = !t.Scaled })},
		{text: "Colours of growth", on: t.Growth, off: len(k.model.Points) < 2, event: k.setTrees(func(t *city.Treeing) { t.Growth = !t.Growth })},
	}
	return append(append(rows, k.treeOrderRows()...), k.exportRows(k.treeSheet())...)
}

// treeNodeRows are what can be done with a node.
func (k *core) treeNodeRows() []menuRow {
	l, s := &k.local.trees, k.model.Plan.Series
	id := l.menu
	if int(id.Node) >= len(s.Nodes) {
		return nil
	}
	drill := menuRow{text: "Show what is in it", key: "Enter", off: id.Rest == 0 && s.IsLeaf(id.Node), event: Do{city.Drill{To: l.order.Root(id)}}}
	up, ok := l.order.Root(id).Up(s)
	rows := []menuRow{drill, {text: "Show what is around it", off: !ok, event: Do{city.Drill{To: up}}}}
	if id.Rest > 0 {
		return rows
	}
	key := s.Key(id.Node)
	visit := func(v city.View) Event { return Do{city.Visit{View: v, Key: key}} }
	return append(rows,
		menuRow{text: "Show in city", key: "Ctrl+1", off: k.model.Plan.Target(id.Node).Kind == city.Nothing, act: func(c *canvas) {
			c.do(city.Visit{View: city.CityView, Key: key})
			c.emit(FocusSelection)
		}},
		menuRow{text: "Show in heap", key: "Ctrl+2", event: visit(city.HeapView)},
		menuRow{text: "Inspect as group", key: "Ctrl+3", event: visit(city.GroupView)},
		menuRow{text: "Paths to GC roots", key: "Ctrl+4", event: visit(city.GraphView)},
		menuRow{text: "Copy path", event: CopyText{strings.Join(s.Path(id.Node), " → ")}})
}

// treeToolsWide is the width in dp that all tools have room in, treeToolsGap what lies between them.
const (
	treeToolsWide = 690
	treeToolsGap  = 8
)

// drawTreeTools draws what holds for the whole view.
func drawTreeTools(c *canvas, head box) {
	t := &c.model.State.Treeing
	const side = 30
	series := len(c.model.Points) > 1
	if head.w < 300 {
		cell := head.cutRight(side).middle(28)
		if c.iconButton("tree/options", cell, "settings", "Options", "How the tree is drawn", false) {
			c.openMenu(treeOptionsMenu, "tree/options", cell)
		}
		return
	}
	back := head.cutRight(side).middle(28)
	if c.iconButton("tree/city", back, "city", "Back to the city", "The drawing becomes the plan of the city", c.local.trees.leaving) {
		c.backToCity()
	}
	save := head.cutRight(side).middle(28)
	if c.iconButton("tree/save", save, "drop", "Save the tree", "Save the drawing as PNG or SVG, and its numbers as CSV", false) {
		c.openMenu(treeSaveMenu, "tree/save", save)
	}
	if series && head.w < treeToolsWide {
		cell := head.cutRight(side).middle(28)
		if c.iconButton("tree/options", cell, "settings", "Options", "How the tree is drawn", false) {
			c.openMenu(treeOptionsMenu, "tree/options", cell)
		}
	}
	head.cutRight(treeToolsGap)
	kinds := []choice{{"Sunburst", "Rings around the root; angles tell sizes"}, {"Icicle", "Columns beside the root; heights tell sizes"}}
	if i := c.segments("tree/kind", head.cutLeft(152).middle(26), "Drawing", kinds, int(t.Kind), false); i >= 0 {
		c.emit(c.setTrees(func(t *city.Treeing) { t.Kind = city.TreeKind(i) }))
	}
	head.cutLeft(treeToolsGap)
	if !series {
		return
	}
	words := "By " + treeOrderWords[t.Order]
	if w := c.width(strong, words) + 42; head.w >= w {
		cell := head.cutRight(w).middle(28)
		if c.dropButton("tree/order", cell, words, "What siblings are ordered by; they keep their order over time") {
			c.openMenu(treeOrderMenu, "tree/order", cell)
		}
		head.cutRight(treeToolsGap)
	}
	drawTreeSwitches(c, head)
}

// drawTreeSwitches draws what belongs to recordings of several GC points, as far as there is room.
func drawTreeSwitches(c *canvas, head box) {
	t := &c.model.State.Treeing
	if head.w >= 170 {
		current := 0
		if t.Beside {
			current = 1
		}
		times := []choice{{"One time", "The tree of the GC point shown, with the whole heap beside it"}, {"Side by side", "Trees of up to six GC points"}}
		if i := c.segments("tree/beside", head.cutLeft(170).middle(26), "Times", times, current, false); i >= 0 {
			c.emit(c.setTrees(func(t *city.Treeing) { t.Beside = i == 1 }))
		}
		head.cutLeft(treeToolsGap + 4)
	}
	if w := c.width(body, "Scaled") + 46; head.w >= w {
		if c.toggle("tree/scaled", head.cutLeft(w).middle(24), "Scaled", "The drawing is as large as the heap; the largest of the window fills the room", t.Scaled, false) {
			c.emit(c.setTrees(func(t *city.Treeing) { t.Scaled = !t.Scaled }))
		}
		head.cutLeft(treeToolsGap + 4)
	}
	if w := c.width(body, "Growth") + 46; head.w >= w {
		if c.toggle("tree/growth", head.cutLeft(w).middle(24), "Growth", "Colours tell growth since the start of the window, as in the city", t.Growth, false) {
			c.emit(c.setTrees(func(t *city.Treeing) { t.Growth = !t.Growth }))
		}
	}
}

// backToCity lets the drawing become the plan of the city, and shows that.
func (c *canvas) backToCity() {
	if c.model.State.Treeing.Beside || c.model.State.Settings.ReducedMotion {
		c.do(city.Show{View: city.CityView})
		return
	}
	c.local.trees.leaving, c.again = true, true
}

// showTrees shows the tree view with a kind of drawing; from the city, its plan becomes that.
func (c *canvas) showTrees(kind city.TreeKind) {
	to := c.model.State.Treeing
	to.Kind, to.Beside = kind, false
	c.do(city.SetTreeing{To: to})
	c.do(city.Show{View: city.TreeView})
}
