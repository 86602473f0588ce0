package ui

import (
	"slices"

	"memcity/assets/help"
	"memcity/city"
)

// drawGroup draws the group view: the selected groups, or the object that was walked to.
func drawGroup(c *canvas, b box) {
	m := &c.model
	_, walking := m.State.Inspection.Object()
	inner := b.inset(padding, 0)
	inner.cutTop(8)
	inner.cutBottom(10)
	switch {
	case m.Catalog == nil:
		drawGroupEmpty(c, inner, "Nothing is known of single objects here", noObjectsText, false)
	case len(m.State.Selected()) == 0:
		drawGroupEmpty(c, inner, "Select a group to see it here", selectText, true)
	case walking:
		drawObject(c, inner)
		return
	default:
		drawSelectedGroup(c, inner)
	}
	c.local.group.walking = false
}

// Texts of the group view while it has nothing to show.
const (
	noObjectsText = "This recording came as ready-made memory trees: how many objects each group has, but not which objects, nor what " +
		"refers to them. Open a heap dump of a Java virtual machine (HPROF) to see what a group keeps alive and who keeps it alive."
	selectText = "Then this view tells how large the group is, what would die with it, who keeps it alive, and lets you walk over its " +
		"objects. Find a group by its name, or press one in the city or in the table; Ctrl takes several together."
)

// drawGroupEmpty tells why there is nothing, and offers ways to select something.
func drawGroupEmpty(c *canvas, b box, words, text string, select_ bool) {
	w := min(b.w, 460)
	h := c.paragraphHeight(w, body, text) + 34
	if select_ {
		h += 40
	}
	c.scroll("group/empty", b, func(content box) float32 {
		col := box{content.midX() - w/2, content.y + max((b.h-h)/2, 0), w, h}
		c.text(col.cutTop(28), title, center, c.theme.text, words)
		col.cutTop(6)
		col.cutTop(c.paragraph(col, body, c.dim, text))
		if select_ {
			col.cutTop(10)
			drawSelectButtons(c, col.cutTop(30))
		}
		return h
	})
}

func drawSelectButtons(c *canvas, row box) {
	buttons := []struct {
		icon, text, hint string
		event            Event
	}{{"search", "Search", "Find a group by its name (Ctrl+F)", ToggleSearch},
		{"city", "City", "Groups as buildings (Ctrl+1)", Do{city.Show{View: city.CityView}}},
		{"table", "Heap", "Groups as a table (Ctrl+2)", Do{city.Show{View: city.HeapView}}}}
	w := min((row.w-16)/3, 120)
	row = row.centered(3*w+16, row.h)
	for i, o := range buttons {
		look := ground
		if i == 0 {
			look = chosen
		}
		if c.button("group/select/"+o.text, row.cutLeft(w), buttonOptions{icon: o.icon, text: o.text, hint: o.hint, look: look}) {
			c.emit(o.event)
		}
		row.cutLeft(8)
	}
}

// report returns the report on what is selected now; nil while there is none.
func (m *Model) report() *city.GroupReport {
	r := m.Answers.Group
	if r == nil || !slices.Equal(r.Ask.Keys, m.State.Selected()) || !slices.Equal(r.Ask.By, m.State.Inspection.By) {
		return nil
	}
	return r
}

// drawSelectedGroup draws all about the selected groups.
func drawSelectedGroup(c *canvas, b box) {
	l := &c.local.group
	switch keys := c.model.State.Selected(); {
	case !slices.Equal(keys, l.keys):
		l.keys, l.takeFocus = keys, false
		clear(l.folded)
		c.startOver("group/")
	case l.walking:
		l.takeFocus = c.byKey
	}
	drawGroupHead(c, &b)
	if _, absent := c.model.absent(); absent {
		c.drawAbsent(b)
		return
	}
	r := c.model.report()
	if r == nil {
		drawNoAnswer(c, b, "Reading the heap state…")
		return
	}
	part := func(title string, draw func(*canvas, *city.GroupReport, *box, *box)) groupCard {
		return groupCard{title, func(c *canvas, head, b *box) { draw(c, r, head, b) }}
	}
	numbers, owners := part("How large it is", drawGroupNumbers), part("Who keeps it alive", drawGroupOwners)
	parts, roots := part("What it keeps alive", drawGroupParts), part("GC roots", drawGroupRoots)
	few := 0
	objects := part("Objects", func(c *canvas, r *city.GroupReport, head, b *box) { drawGroupObjects(c, r, few, head, b) })
	columns := [][]groupCard{{numbers, owners, parts, roots, objects}}
	switch columnsOf(b.w) {
	case 3:
		columns = [][]groupCard{{numbers, parts}, {owners}, {roots, objects}}
		few = int((b.h - 4*sectionHead - fewRoots*rootHeight) / sampleHeight)
	case 2:
		columns = [][]groupCard{{numbers, parts}, {owners, roots, objects}}
	}
	drawColumns(c, b, "group/column", columns)
	if l.takeFocus { // back from an object
		l.takeFocus = false
		c.focusFirst("group/objects")
	}
}

// answering reports whether what is shown is still being computed, or about to be.
func (m *Model) answering() bool {
	a, asked := &m.Answers, false
	if object, walking := m.State.Inspection.Object(); walking {
		asked = a.Ask.Object.Same(&city.AskObject{Object: object})
	} else {
		asked = a.Ask.Group.Same(&city.AskGroup{Keys: m.State.Selected(), By: m.State.Inspection.By})
	}
	return a.Busy || m.Progress != nil || !asked
}

// drawNoAnswer tells that an answer is being computed, or why there is none.
func drawNoAnswer(c *canvas, b box, doing string) {
	c.waiting(&b, doing)
	if !c.model.answering() {
		b.cutTop(8)
		c.tryAgain(b.cutTop(28))
	}
}

// tryAgain offers to compute what was given up.
func (c *canvas) tryAgain(b box) {
	w := c.width(strong, "Try again") + 24
	if c.button("group/again", b.cutLeft(w), buttonOptions{text: "Try again", hint: "Compute it after all", look: ground}) {
		c.emit(AskAgain)
	}
}

// drawGroupHead draws what is selected and what can be done with it.
func drawGroupHead(c *canvas, b *box) {
	m := &c.model
	head := b.cutTop(30)
	buttons := head.cutRight(28 * 5)
	groupButton := func(id, icon, name, hint string) bool {
		return c.iconButton("group/"+id, buttons.cutLeft(28).centered(26, 26).moved(4, 0), icon, name, hint, false)
	}
	if groupButton("graph", "graph", "Heap graph", "The ways from GC roots to the group (Ctrl+4)") {
		c.do(city.Show{View: city.GraphView})
	}
	if groupButton("city", "city", "Show in the city", "The city with the group selected (Ctrl+1)") {
		c.do(city.Show{View: city.CityView})
	}
	if groupButton("copy", "copy", "Copy as text", "Copy what is said here as text") {
		c.emit(CopyText{reportText(m)})
	}
	if groupButton("manual", "help", "Manual", "What this is: the page of the manual") {
		c.emit(ShowHelp{help.View("group")})
	}
	if groupButton("close", "close", "Close", "Deselect (Esc)") {
		c.do(city.Select{})
	}
	head.cutRight(8)
	if r := m.report(); r != nil && !r.Whole && !m.answering() {
		c.tryAgain(head.cutRight(c.width(strong, "Try again") + 24).middle(26))
		head.cutRight(8)
	}
	name, where := groupTitle(m)
	if g := m.Selection; g != nil && len(m.Selections) < 2 && !g.Hidden {
		c.chip(head.cutLeft(13).middle(13), 3, g.shownColor())
		head.cutLeft(8)
	}
	w := min(c.width(title, name), head.w)
	c.name(head.cutLeft(w+1), title, left, c.theme.text, name)
	head.cutLeft(10)
	if head.w > 60 {
		c.name(head, small, left, c.dim, where)
	}
	b.cutTop(6)
}

// groupTitle names what is selected, and tells where it is.
func groupTitle(m *Model) (name, where string) {
	if n := len(m.Selections); n > 1 {
		names := make([]string, n)
		for i, g := range m.Selections {
			names[i] = g.Name()
		}
		return plural(int64(n), "group", "groups") + " together", joined(names)
	}
	if m.Selection == nil {
		return m.State.Selection, ""
	}
	where = m.Selection.role()
	if in := m.Selection.where(); in != "" {
		where += " " + in
	}
	return m.Selection.Name(), where
}
