package ui

import (
	"strconv"

	"gioui.org/io/key"
	"gioui.org/widget"

	"memcity/city"
)

const chainRowHeight = 32

// chainArgument ends the id of the field for the argument of a row, behind that of the row.
const chainArgument = "/argument"

func chainRowID(id int) string { return chainPrefix + "row/" + strconv.Itoa(id) }

// drawChainRows draws the chain being put together, and the filters below it.
func drawChainRows(c *canvas, b box) {
	e := &c.local.chain
	e.placed = e.placed[:0]
	c.scroll(chainPrefix+"rows", b, func(content box) float32 {
		content.h = 1e5
		top := content.y
		c.text(content.cutTop(22), heading, left, c.theme.text, "Groups, from the outside in")
		if len(e.rows[chainBy]) == 0 {
			drawChainNone(c, &content, "Nothing yet. Choose a ready-made chain, or add classifiers from the list.")
		}
		drawChainRowsOf(c, &content, chainBy)
		content.cutTop(14)
		e.boundary = content.y
		c.hline(content.x, content.y, content.w, 0, c.line)
		content.cutTop(8)
		c.text(content.cutTop(22), heading, left, c.theme.text, "Only objects that pass")
		if len(e.rows[chainFilters]) == 0 {
			drawChainNone(c, &content, "All objects. Filters from the list leave the others out altogether.")
		}
		drawChainRowsOf(c, &content, chainFilters)
		drawWhereButton(c, &content)
		for _, p := range e.placed {
			if p.id == e.shown {
				c.revealRow(chainPrefix+"rows", p.at.y-top-chainRowHeight, 3*chainRowHeight)
				e.shown = 0
			}
		}
		return content.y - top
	})
}

func drawChainNone(c *canvas, b *box, text string) {
	b.cutTop(c.paragraph(b.withHeight(60), small, c.dim, text) + 4)
}

// drawWhereButton offers a filter that is an expression.
func drawWhereButton(c *canvas, b *box) {
	entry, ok := c.model.Catalog.Entry("where")
	if !ok || entry.Kind != city.Filters || entry.Missing != "" {
		return
	}
	b.cutTop(4)
	row := b.cutTop(28)
	if c.button(chainPrefix+"where", row.cutLeft(min(row.w, 150)), buttonOptions{icon: "plus", text: "Expression", hint: "Only objects for which an expression is true, such as " + entry.Example, look: ground}) {
		c.addToChain(&entry)
	}
}

// drawChainRowsOf draws one of the lists. What was done to its rows is done once all are drawn.
func drawChainRowsOf(c *canvas, b *box, list int) {
	e := &c.local.chain
	var after func()
	for i := range e.rows[list] {
		if act := drawChainRow(c, b, list, i); act != nil {
			after = act
		}
	}
	if after != nil {
		after()
	}
}

// drawChainRow draws a row, and what is wrong with it, and returns what is to be done about it; nil for nothing.
func drawChainRow(c *canvas, b *box, list, i int) (act func()) {
	e := &c.local.chain
	r := &e.rows[list][i]
	entry, known := c.model.Catalog.Entry(r.name)
	b.cutTop(4)
	row := b.cutTop(chainRowHeight)
	e.placed = append(e.placed, chainPlace{r.id, list, row})
	name := r.name
	if known && entry.Role != "" {
		name = entry.Role
	}
	ctl := c.control(chainRowID(r.id), row, orderable, Item{Kind: "list", Text: r.name, Value: strconv.Itoa(i+1) + " of " + strconv.Itoa(len(e.rows[list])),
		Hint: "Drag to move it (Alt+Up, Alt+Down); Delete removes it"})
	ground := c.raised
	if ctl.pressed || e.cur == r.id {
		ground = c.wash
	} else if ctl.hover {
		ground = c.theme.hover
	}
	c.fill(row, ctlRadius, ground)
	if r.fault != "" {
		c.frame(row, ctlRadius, 1, c.fault)
	}
	c.ring(ctl, row, ctlRadius)
	inner := row.inset(6, 0)
	c.icon(inner.cutLeft(16).middle(16), "grip", c.dim)
	inner.cutLeft(6)
	if c.iconButton(chainRowID(r.id)+"/remove", inner.cutRight(24).centered(24, 24), "close", "Remove "+r.text(), "Take it out (Delete)", false) {
		act = func() { c.removeFromChain(r.id) }
	}
	w := min(c.width(strong, name), inner.w)
	c.text(inner.cutLeft(w+1), strong, left, c.theme.text, name)
	if r.takes {
		inner.cutLeft(8)
		drawChainArgument(c, inner.middle(26), r, &entry)
	} else if name != r.name {
		inner.cutLeft(8)
		c.name(inner, small, left, c.dim, r.name)
	}
	if e.cur == r.id && list == chainBy {
		c.fill(box{row.x, row.bottom() + 1, row.w, 2}, 1, c.accent)
	}
	drawChainFault(c, b, r)
	if did := c.moveChainRow(ctl, r, list, i); did != nil {
		act = did
	}
	return act
}

func drawChainFault(c *canvas, b *box, r *chainRow) {
	if r.fault == "" {
		return
	}
	line := b.inset(8, 0)
	line.y += 3
	c.icon(line.cutLeft(14).withHeight(lineHeight(small)), "warning", c.fault)
	line.cutLeft(6)
	line.h = min(c.paragraphHeight(line.w, small, r.fault), 8*lineHeight(small))
	c.paragraph(line, small, c.fault, r.fault)
	b.cutTop(line.h + 5)
}

// drawChainArgument draws the field for what stands in the parentheses. Every letter counts at once.
func drawChainArgument(c *canvas, b box, r *chainRow, entry *city.CatalogEntry) {
	e := &c.local.chain
	id := chainRowID(r.id) + chainArgument
	f := c.field(id, widget.Editor{SingleLine: true, Submit: true, MaxLen: city.MaxChainName})
	inner := b.inset(7, 0)
	gtx := c.context(c.rect(inner).Size())
	if f.editor.Text() != r.argument && !f.dirty {
		f.editor.SetText(r.argument)
	}
	for {
		ev, ok := f.editor.Update(gtx)
		if !ok {
			break
		}
		switch ev.(type) {
		case widget.ChangeEvent:
			f.dirty = true
			if text := f.editor.Text(); text != r.argument {
				r.argument = text
				c.chainChanged()
			}
		case widget.SubmitEvent:
			c.focusChainRow(r.id)
		}
	}
	if e.focus == r.id {
		e.focus, c.again = 0, true
		c.source.Execute(key.FocusCmd{Tag: &f.editor})
	}
	c.drawField(id, f, b, inner, Item{Text: r.name + " (" + entry.Argument + ")", Hint: "Such as " + entry.Example}, gtx.Focused(&f.editor))
	if f.editor.Len() == 0 {
		c.name(inner.moved(2, 0), body, left, c.dim, argumentExample(entry))
	}
}

// argumentExample is what stands in the parentheses of the example, or what is to be written there.
func argumentExample(entry *city.CatalogEntry) string {
	if n := len(entry.Name) + 1; len(entry.Example) > n+1 && entry.Example[:n] == entry.Name+"(" {
		return entry.Example[n : len(entry.Example)-1]
	}
	return entry.Argument
}

// moveChainRow handles what the row itself was told.
func (c *canvas) moveChainRow(ctl *control, r *chainRow, list, i int) (act func()) {
	e, id := &c.local.chain, r.id
	if ctl.fresh {
		c.source.Execute(key.FocusCmd{Tag: ctl})
		if e.cur == id {
			e.cur = 0
		} else {
			e.cur = id
		}
		c.again = true
	} else if ctl.dragged {
		y := ctl.at.y
		return func() { c.dragChainRow(id, y) }
	}
	for _, k := range ctl.keys {
		switch {
		case k == key.NameDeleteForward || k == key.NameDeleteBackward:
			return func() { c.removeFromChain(id) }
		case k == key.NameReturn || k == key.NameEnter:
			e.focus, c.again = id, r.takes
		case ctl.mods == key.ModAlt && k == key.NameUpArrow:
			return func() { c.stepChainRow(id, list, i-1) }
		case ctl.mods == key.ModAlt && k == key.NameDownArrow:
			return func() { c.stepChainRow(id, list, i+1) }
		case k == key.NameUpArrow:
			c.focusChainNext(id, -1)
		case k == key.NameDownArrow:
			c.focusChainNext(id, 1)
		}
	}
	return nil
}

// focusChainNext moves the focus to the row above or below, of either list.
func (c *canvas) focusChainNext(id, by int) {
	e := &c.local.chain
	var all []int
	at := 0
	for list := range e.rows {
		for i := range e.rows[list] {
			if e.rows[list][i].id == id {
				at = len(all)
			}
			all = append(all, e.rows[list][i].id)
		}
	}
	if to := at + by; to >= 0 && to < len(all) {
		c.focusChainRow(all[to])
	}
}

// stepChainRow moves a row by one place. Filters go over from the chain to those below it, and back.
func (c *canvas) stepChainRow(id, list, to int) {
	e := &c.local.chain
	switch {
	case to >= 0 && to < len(e.rows[list]):
		e.move(id, list, to)
	case list == chainBy && to > 0 && c.isFilter(id):
		e.move(id, chainFilters, 0)
	case list == chainFilters && to < 0:
		e.move(id, chainBy, len(e.rows[chainBy]))
	default:
		return
	}
	c.chainChanged()
}

func (c *canvas) isFilter(id int) bool {
	list, i := c.local.chain.at(id)
	if list < 0 {
		return false
	}
	entry, ok := c.model.Catalog.Entry(c.local.chain.rows[list][i].name)
	return ok && entry.Kind == city.Filters
}

// dragChainRow moves a row to where the pointer is: below all rows whose middle is above it.
func (c *canvas) dragChainRow(id int, y float32) {
	e := &c.local.chain
	from, before := e.at(id)
	list, index := chainBy, 0
	if y > e.boundary && c.isFilter(id) {
		list = chainFilters
	}
	for _, p := range e.placed {
		if p.list == list && p.id != id && p.at.midY() < y {
			index++
		}
	}
	if list != from || index != before {
		e.move(id, list, index)
		c.chainChanged()
	}
}
