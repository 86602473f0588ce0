package group

import (
	"slices"

	"memcity/assets/help"
	"memcity/city/state"
	viewpkg "memcity/city/view"
	"memcity/city/view/inspect"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// DrawGroup draws the group view: the selected groups, or the current object.
func (view *View) DrawGroup(c *widget.Canvas, b canvas.Box) {
	m := &c.Model
	_, walking := inspect.View.Of(m.State.Views).Object()
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(8)
	inner.CutBottom(10)
	switch {
	case m.Catalog == nil:
		view.drawGroupEmpty(c, inner, "This input has no single objects", noObjectsText, false)
	case len(m.State.Selected()) == 0:
		view.drawGroupEmpty(c, inner, "Select a group to inspect it", selectText, true)
	case walking:
		view.drawObject(c, inner)
		return
	default:
		view.drawSelectedGroup(c, inner)
	}
	view.walking = false
}

// Messages of the empty group view.
const (
	noObjectsText = "This recording has only prebuilt memory trees: numbers of objects per group, but no objects or references. Open a heap dump or heap snapshot to see what a group keeps alive and what keeps it alive."
	selectText    = "This view shows the size of a group, what would be freed with it, and what keeps it alive. You can also walk through its objects. Find a group by name, or click one in the city or the table. Ctrl+click selects several."
)

// drawGroupEmpty explains why the view is empty, and offers ways to select a group.
func (view *View) drawGroupEmpty(c *widget.Canvas, b canvas.Box, words, text string, select_ bool) {
	w := min(b.W, 460)
	h := c.ParagraphHeight(w, canvas.Body, text) + 34
	if select_ {
		h += 40
	}
	c.Scroll("group/empty", b, func(content canvas.Box) float32 {
		col := canvas.Rect(content.MidX()-w/2, content.Y+max((b.H-h)/2, 0), w, h)
		c.Text(col.CutTop(28), canvas.Title, canvas.Center, c.Theme.Text, words)
		col.CutTop(6)
		col.CutTop(c.Paragraph(col, canvas.Body, c.Dim, text))
		if select_ {
			col.CutTop(10)
			view.drawSelectButtons(c, col.CutTop(30))
		}
		return h
	})
}

func (view *View) drawSelectButtons(c *widget.Canvas, row canvas.Box) {
	buttons := []action.ID{action.PanelSearch, action.View(state.CityView), action.View(viewpkg.That(viewpkg.GroupTable))}
	w := min((row.W-16)/3, 120)
	row = row.Centered(3*w+16, row.H)
	for i, id := range buttons {
		look := widget.Ground
		if i == 0 {
			look = widget.Chosen
		}
		words := c.Action(id).Now(c.ActionContext())
		c.ActionButton("group/select/"+string(id), row.CutLeft(w), id, widget.ButtonOptions{Icon: words.Icon, Text: words.Name, Look: look})
		row.CutLeft(8)
	}
}

// drawSelectedGroup draws the report on the selected groups.
func (view *View) drawSelectedGroup(c *widget.Canvas, b canvas.Box) {
	l := view
	switch keys := c.Model.State.Selected(); {
	case !slices.Equal(keys, l.keys):
		l.keys, l.takeFocus = keys, false
		clear(l.folded)
		c.ClearFilter(objectsID)
		view.startOver(c, "group/")
	case l.walking:
		l.takeFocus = c.ByKey
	}
	view.drawGroupHead(c, &b)
	if _, absent := c.Model.Absent(); absent {
		part.DrawAbsent(c, b)
		return
	}
	r := reportOf(&c.Model)
	if r == nil {
		view.drawNoResult(c, b, "Reading the heap state…")
		return
	}
	part := func(title string, draw func(*widget.Canvas, *inspect.Report, *canvas.Box, *canvas.Box)) groupCard {
		return groupCard{title, func(c *widget.Canvas, head, b *canvas.Box) { draw(c, r, head, b) }}
	}
	numbers, owners := part("Size", view.drawGroupNumbers), part("What keeps it alive", view.drawGroupOwners)
	parts, roots := part("What it keeps alive", view.drawGroupParts), part("GC roots", view.drawGroupRoots)
	few := 0
	objects := part("Objects", func(c *widget.Canvas, r *inspect.Report, head, b *canvas.Box) {
		view.drawGroupObjects(c, r, few, head, b)
	})
	columns := [][]groupCard{{numbers, owners, parts, roots, objects}}
	switch columnsOf(b.W) {
	case 4:
		columns = [][]groupCard{{numbers, parts}, {owners}, {roots}, {objects}}
		few = int((b.H - 4*sectionHead) / sampleHeight)
	case 3:
		columns = [][]groupCard{{numbers, parts}, {owners}, {roots, objects}}
		few = int((b.H - 4*sectionHead - fewRoots*rootHeight) / sampleHeight)
	case 2:
		columns = [][]groupCard{{numbers, parts}, {owners, roots, objects}}
	}
	view.drawColumns(c, b, "group/column", columns)
	if l.takeFocus { // back from an object
		l.takeFocus = false
		view.focusFirst(c, objectsID)
	}
}

// drawNoResult shows that a result is being computed, or why there is none.
func (view *View) drawNoResult(c *widget.Canvas, b canvas.Box, doing string) {
	view.waiting(c, &b, doing)
	if !computing(&c.Model) {
		b.CutTop(8)
		view.tryAgain(c, b.CutTop(28))
	}
}

// tryAgain draws a button that repeats a canceled computation.
func (view *View) tryAgain(c *widget.Canvas, b canvas.Box) {
	w := c.Width(canvas.Strong, "Try again") + 24
	if c.Button("group/again", b.CutLeft(w), widget.ButtonOptions{Text: "Try again", Hint: "Compute anyway", Look: widget.Ground}) {
		c.Run(action.WorkRetry)
	}
}

// drawGroupHead draws the names of the selected groups, and buttons.
func (view *View) drawGroupHead(c *widget.Canvas, b *canvas.Box) {
	m := &c.Model
	head := b.CutTop(30)
	buttons := head.CutRight(28 * 5)
	groupButton := func(id, icon, name, hint string) bool {
		return c.IconButton("group/"+id, buttons.CutLeft(28).Centered(26, 26).Moved(4, 0), icon, name, hint, "")
	}
	if groupButton("graph", "graph", "Heap graph", c.Tip(action.View(viewpkg.That(viewpkg.RootPaths)), "The paths from GC roots to the group")) {
		c.Do(state.Show{View: viewpkg.That(viewpkg.RootPaths)})
	}
	if groupButton("city", "city", "Show in the city", c.Tip(action.View(state.CityView), "The city with the group selected")) {
		c.Do(state.Show{View: state.CityView})
	}
	if groupButton("copy", "copy", "Copy as text", "Copy this panel as text") {
		c.Emit(model.CopyText{Text: reportText(m)})
	}
	if groupButton("manual", "help", "Manual", "Open the manual page about this view") {
		c.Emit(model.ShowHelp{Page: help.View("group")})
	}
	if groupButton("close", "close", "Close", c.Tip(action.GoEscape, "Deselect")) {
		c.Do(state.Select{})
	}
	head.CutRight(8)
	if r := reportOf(m); r != nil && !r.Whole && !computing(m) {
		view.tryAgain(c, head.CutRight(c.Width(canvas.Strong, "Try again")+24).Middle(26))
		head.CutRight(8)
	}
	name, where := groupTitle(m)
	if g := m.Selection; g != nil && len(m.Selections) < 2 && !g.Hidden {
		part.Chip(c, head.CutLeft(13).Middle(13), 3, part.ShownColor(g))
		head.CutLeft(8)
	}
	w := min(c.Width(canvas.Title, name), head.W)
	c.Name(head.CutLeft(w+1), canvas.Title, canvas.Left, c.Theme.Text, name)
	head.CutLeft(10)
	if head.W > 60 {
		c.Name(head, canvas.Small, canvas.Left, c.Dim, where)
	}
	b.CutTop(6)
}

// groupTitle returns the name and place of the selection.
func groupTitle(m *model.Model) (name, where string) {
	if n := len(m.Selections); n > 1 {
		names := make([]string, n)
		for i, g := range m.Selections {
			names[i] = g.Name()
		}
		return words.Plural(int64(n), "group", "groups") + " together", words.Joined(names)
	}
	if m.Selection == nil {
		return m.State.Selection, ""
	}
	where = m.Selection.Role()
	if in := m.Selection.Where(); in != "" {
		where += " " + in
	}
	return m.Selection.Name(), where
}
