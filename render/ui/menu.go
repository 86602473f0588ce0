package ui

import (
	"image"
	"slices"

	"gioui.org/io/key"

	"memcity/city"
)

// menuName names a menu.
type menuName string

// The menus.
const (
	cameraMenu menuName = "camera"
	speedMenu  menuName = "speed"
	viewMenu   menuName = "view"
	rowMenu    menuName = "row"
	columnMenu menuName = "columns"
	graphMenu  menuName = "graph"

	overviewMenu     menuName = "overview"
	overviewPlotMenu menuName = "overview/plot"

	nodeMenu menuName = "node"
	edgeMenu menuName = "edge"
	openMenu menuName = "open"

	trendMenu        menuName = "trend"
	trendSeriesMenu  menuName = "trend series"
	trendPointsMenu  menuName = "trend points"
	trendOptionsMenu menuName = "trend options"
	trendSaveMenu    menuName = "trend save"
)

// menu is the one that is open; its name is empty if none is.
type menu struct {
	name   menuName
	from   string          // control that opened it
	at     image.Rectangle // of that control, in framebuffer pixels
	fresh  bool            // its first row is to get the focus
	closed menuName        // closed by the press that is going on
}

// menuRow is one choice of a menu. Off ones cannot be chosen. Of event and act one is set.
type menuRow struct {
	text, key string
	on, off   bool
	stays     bool // the menu stays open, as there is more to choose
	event     Event
	act       func(c *canvas)
}

func (k *core) menuRows() []menuRow {
	switch k.local.menu.name {
	case speedMenu:
		return speedRows(&k.model.State)
	case viewMenu:
		return viewRows(&k.model.State)
	case openMenu:
		return k.openRows()
	case groupByMenu:
		return groupByRows(&k.model)
	case graphMenu:
		return k.graphMenuRows()
	case nodeMenu:
		return k.nodeMenuRows()
	case edgeMenu:
		return k.edgeMenuRows()
	case overviewMenu:
		return k.overviewMenuRows()
	case overviewPlotMenu:
		return k.overviewPlotRows()
	case trendMenu, trendSeriesMenu, trendPointsMenu, trendOptionsMenu, trendSaveMenu:
		return k.trendMenuRows()
	case diffMenu:
		return k.diffMenuRows()
	case diffRowMenu:
		return k.diffRows()
	case churnMenu:
		return k.churnMenuRows()
	case churnRowMenu:
		return k.churnRowMenuRows()
	case structuresMenu:
		return k.structuresMenuRows()
	case structureMenu:
		return k.structureMenuRows()
	case treeNodeMenu, treeOrderMenu, treeSaveMenu, treeOptionsMenu:
		return k.treeMenuRows()
	case rowMenu:
		return k.heapRowMenu()
	case columnMenu:
		return k.heapColumnMenu()
	}
	return []menuRow{
		{text: "Whole city", key: "R", event: ViewHome}, {text: "Bird's eye", key: "B", event: ViewBird},
		{text: "From the front", key: "1", event: ViewFront}, {text: "From the right", key: "2", event: ViewRight},
		{text: "From the back", key: "3", event: ViewBack}, {text: "From the left", key: "4", event: ViewLeft},
		{text: "As sunburst", key: "Ctrl+T", act: func(c *canvas) { c.showTrees(city.Sunburst) }},
		{text: "As icicle plot", act: func(c *canvas) { c.showTrees(city.Icicle) }},
		{text: "Fly to the selection", key: "F", off: k.model.State.Selection == "" && k.model.Selection == nil, event: FocusSelection},
	}
}

// speeds are the paces that playing can have, in units of the usual one.
var speeds = []struct {
	text  string
	times float64
}{{"0.25×", 0.25}, {"0.5×", 0.5}, {"1×", 1}, {"2×", 2}, {"4×", 4}}

// usualSpeed is the seconds per GC point that count as 1×.
var usualSpeed = city.DefaultSettings().PlaySpeed

func speedRows(s *city.State) []menuRow {
	var rows []menuRow
	for _, v := range speeds {
		to := s.Settings
		to.PlaySpeed = usualSpeed / v.times
		rows = append(rows, menuRow{text: v.text, key: secondsText(to.PlaySpeed) + " per point", on: to.PlaySpeed == s.Settings.PlaySpeed, event: Do{city.Set{To: to}}})
	}
	return rows
}

// openMenu opens a menu below a control, or closes it if it is the one that is open.
func (c *canvas) openMenu(name menuName, from string, b box) {
	m := &c.local.menu
	again := m.closed == name || m.name == name
	*m = menu{}
	if !again {
		*m = menu{name: name, from: from, at: c.visible(b), fresh: true}
		delete(c.wants, Menu)
	}
	c.again = true
}

func (k *core) closeMenu() {
	if k.local.menu.name != "" {
		k.local.menu = menu{}
		k.again = true
	}
}

// leaveMenu closes the menu and gives the focus back to where it came from.
func (k *core) leaveMenu() {
	from := k.controls[k.local.menu.from]
	k.closeMenu()
	if from == nil {
		k.router.Source().Execute(key.FocusCmd{})
		return
	}
	k.router.Source().Execute(key.FocusCmd{Tag: from})
}

// pressBeside closes the menu if a press is not on it.
func (k *core) pressBeside(at image.Point) {
	open := k.local.menu.name
	k.local.menu.closed = ""
	if open != "" && hit(k.rects, at) != Menu {
		k.local.menu = menu{closed: open}
	}
}

const menuRowHeight = 30

func drawMenu(c *canvas, b box) {
	rows := c.menuRows()
	inner := b.inset(6, 6)
	w := float32(0)
	for _, r := range rows {
		w = max(w, c.width(body, r.text)+c.width(small, r.key))
	}
	c.scroll("menu", inner, func(content box) float32 {
		for i := range rows {
			row := box{content.x, content.y + menuRowHeight*float32(i), content.w, menuRowHeight}
			drawMenuRow(c, row, rows, i)
		}
		return menuRowHeight * float32(len(rows))
	})
	c.local.menu.fresh = false
	room := float32(12 + 16 + 28)
	if ticked(rows) {
		room += 22
	}
	c.want(w+room, 12+menuRowHeight*float32(len(rows)))
}

func menuRowID(name menuName, text string) string { return "menu/" + string(name) + "/" + text }

func drawMenuRow(c *canvas, row box, rows []menuRow, i int) {
	r := &rows[i]
	value := ""
	if r.on {
		value = "chosen"
	}
	ctl := c.control(menuRowID(c.local.menu.name, r.text), row, choosable, Item{Kind: "button", Text: r.text, Value: value, Off: r.off})
	if c.local.menu.fresh && i == slices.IndexFunc(rows, func(r menuRow) bool { return !r.off }) {
		c.source.Execute(key.FocusCmd{Tag: ctl})
		c.again = true
	}
	for _, k := range ctl.keys {
		switch k {
		case key.NameUpArrow:
			c.focusMenuRow(rows, i, -1)
		case key.NameDownArrow:
			c.focusMenuRow(rows, i, 1)
		default:
			ctl.clicked = true
		}
	}
	fore := c.theme.text
	if r.off {
		fore = c.theme.off
	} else if ctl.hover || ctl.focus && c.byKey {
		c.fill(row, ctlRadius, c.theme.hover)
	}
	words := row.inset(8, 0)
	if ticked(rows) {
		words.cutLeft(22)
	}
	if r.on {
		tick := box{row.x + 8, row.y, 15, row.h}
		c.icon(tick.cutLeft(15).middle(15), "check", c.link)
	}
	c.draw(words, body, left, fore, r.text)
	c.draw(words, small, right, c.dim, r.key)
	c.ring(ctl, row.inset(2, 2), ctlRadius)
	if ctl.clicked {
		c.chooseMenu(r)
	}
}

// ticked reports whether a row is marked as chosen, which takes room beside all.
func ticked(rows []menuRow) bool {
	return slices.ContainsFunc(rows, func(r menuRow) bool { return r.on })
}

// focusMenuRow moves the focus to the next row that can be chosen.
func (c *canvas) focusMenuRow(rows []menuRow, from, by int) {
	for i := from + by; i >= 0 && i < len(rows); i += by {
		if ctl := c.controls[menuRowID(c.local.menu.name, rows[i].text)]; ctl != nil && !rows[i].off {
			c.source.Execute(key.FocusCmd{Tag: ctl})
			c.again = true
			return
		}
	}
}

// chooseMenu closes the menu, unless it stays, and tells what was chosen. The focus goes back to where the menu came from.
func (c *canvas) chooseMenu(r *menuRow) {
	if ctl := c.controls[c.local.menu.from]; ctl != nil && !r.stays && (c.byKey || ctl.kind.browses()) {
		c.source.Execute(key.FocusCmd{Tag: ctl})
	}
	if !r.stays {
		c.closeMenu()
	}
	if r.act != nil {
		r.act(c)
	} else {
		c.emit(r.event)
	}
	c.again = true
}
