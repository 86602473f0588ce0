package chain

import (
	"strconv"

	"gioui.org/io/key"
	"gioui.org/widget"

	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	widgetpkg "memcity/render/ui/widget"
)

const chainRowHeight = 32

// ChainArgument is the suffix of an argument field's ID, after the ID of its row.
const ChainArgument = "/argument"

func ChainRowID(id int) string { return ChainPrefix + "row/" + strconv.Itoa(id) }

// drawChainRows draws the draft chain, and the excluding filters below.
func (card *Card) drawChainRows(c *widgetpkg.Canvas, b canvas.Box) {
	e := card
	e.placed = e.placed[:0]
	c.Scroll(ChainPrefix+"rows", b, func(content canvas.Box) float32 {
		content.H = 1e5
		top := content.Y
		c.Text(content.CutTop(22), canvas.Heading, canvas.Left, c.Theme.Text, "Groups, outermost first")
		if len(e.Rows[ChainBy]) == 0 {
			card.drawChainNone(c, &content, "Empty. Choose a prebuilt chain, or add classifiers from the list.")
		}
		card.drawChainRowsOf(c, &content, ChainBy)
		content.CutTop(14)
		e.boundary = content.Y
		c.Hline(content.X, content.Y, content.W, 0, c.Line)
		content.CutTop(8)
		c.Text(content.CutTop(22), canvas.Heading, canvas.Left, c.Theme.Text, "Only objects that pass")
		if len(e.Rows[chainFilters]) == 0 {
			card.drawChainNone(c, &content, "No filters. Add a filter from the list to exclude objects.")
		}
		card.drawChainRowsOf(c, &content, chainFilters)
		card.drawWhereButton(c, &content)
		for _, p := range e.placed {
			if p.id == e.shown {
				c.RevealRow(ChainPrefix+"rows", p.at.Y-top-chainRowHeight, 3*chainRowHeight)
				e.shown = 0
			}
		}
		return content.Y - top
	})
}

func (card *Card) drawChainNone(c *widgetpkg.Canvas, b *canvas.Box, text string) {
	b.CutTop(c.Paragraph(b.WithHeight(60), canvas.Small, c.Dim, text) + 4)
}

// drawWhereButton draws a button that adds an expression filter.
func (card *Card) drawWhereButton(c *widgetpkg.Canvas, b *canvas.Box) {
	entry, ok := c.Model.Catalog.Entry("where")
	if !ok || entry.Kind != trees.Filters || entry.Missing != "" {
		return
	}
	b.CutTop(4)
	row := b.CutTop(28)
	if c.Button(ChainPrefix+"where", row.CutLeft(min(row.W, 150)),
		widgetpkg.ButtonOptions{Icon: "plus", Text: "Expression",
			Hint: "Include only objects for which an expression is true, such as " + entry.Example, Look: widgetpkg.Ground}) {
		card.addToChain(c, &entry)
	}
}

// drawChainRowsOf draws a list. It changes the rows after all are drawn.
func (card *Card) drawChainRowsOf(c *widgetpkg.Canvas, b *canvas.Box, list int) {
	e := card
	var after func()
	for i := range e.Rows[list] {
		if act := card.drawChainRow(c, b, list, i); act != nil {
			after = act
		}
	}
	if after != nil {
		after()
	}
}

// drawChainRow draws a row and its error. It returns the change to make; nil for none.
func (card *Card) drawChainRow(c *widgetpkg.Canvas, b *canvas.Box, list, i int) (act func()) {
	e := card
	r := &e.Rows[list][i]
	entry, known := c.Model.Catalog.Entry(r.name)
	b.CutTop(4)
	row := b.CutTop(chainRowHeight)
	e.placed = append(e.placed, chainPlace{r.Id, list, row})
	name := r.name
	if known && entry.Role != "" {
		name = entry.Role
	}
	ctl := c.Control(ChainRowID(r.Id), row, widgetpkg.Orderable,
		model.Item{Kind: "list", Text: r.name, Value: strconv.Itoa(i+1) + " of " + strconv.Itoa(len(e.Rows[list])),
			Hint: "Drag to reorder (Alt+Up, Alt+Down); Delete removes it"})
	ground := c.Raised
	if ctl.Pressed || e.cur == r.Id {
		ground = c.Wash
	} else if ctl.Hover {
		ground = c.Theme.Hover
	}
	c.Fill(row, place.CtlRadius, ground)
	if r.fault != "" {
		c.Frame(row, place.CtlRadius, 1, c.Fault)
	}
	c.Ring(ctl, row, place.CtlRadius)
	inner := row.Inset(6, 0)
	c.Icon(inner.CutLeft(16).Middle(16), "grip", c.Dim)
	inner.CutLeft(6)
	if c.IconButton(ChainRowID(r.Id)+"/remove", inner.CutRight(24).Centered(24, 24), "close", "Remove "+r.text(), "Remove it (Delete)",
		"") {
		act = func() { card.removeFromChain(c, r.Id) }
	}
	w := min(c.Width(canvas.Strong, name), inner.W)
	c.Text(inner.CutLeft(w+1), canvas.Strong, canvas.Left, c.Theme.Text, name)
	if r.takes {
		inner.CutLeft(8)
		card.drawChainArgument(c, inner.Middle(26), r, &entry)
	} else if name != r.name {
		inner.CutLeft(8)
		c.Name(inner, canvas.Small, canvas.Left, c.Dim, r.name)
	}
	if e.cur == r.Id && list == ChainBy {
		c.Fill(canvas.Rect(row.X, row.Bottom()+1, row.W, 2), 1, c.Accent)
	}
	card.drawChainFault(c, b, r)
	if did := card.moveChainRow(c, ctl, r, list, i); did != nil {
		act = did
	}
	return act
}

func (card *Card) drawChainFault(c *widgetpkg.Canvas, b *canvas.Box, r *chainRow) {
	if r.fault == "" {
		return
	}
	line := b.Inset(8, 0)
	line.Y += 3
	c.Icon(line.CutLeft(14).WithHeight(canvas.LineHeight(canvas.Small)), "warning", c.Fault)
	line.CutLeft(6)
	line.H = min(c.ParagraphHeight(line.W, canvas.Small, r.fault), 8*canvas.LineHeight(canvas.Small))
	c.Paragraph(line, canvas.Small, c.Fault, r.fault)
	b.CutTop(line.H + 5)
}

// drawChainArgument draws the field for the argument of a row. Every change applies immediately.
func (card *Card) drawChainArgument(c *widgetpkg.Canvas, b canvas.Box, r *chainRow, entry *trees.CatalogEntry) {
	e := card
	id := ChainRowID(r.Id) + ChainArgument
	f := c.Field(id, widget.Editor{SingleLine: true, Submit: true, MaxLen: trees.MaxChainName})
	inner := b.Inset(7, 0)
	gtx := c.Context(c.Rect(inner).Size())
	if f.Editor.Text() != r.argument && !f.Dirty {
		f.Editor.SetText(r.argument)
	}
	for {
		ev, ok := f.Editor.Update(gtx)
		if !ok {
			break
		}
		switch ev.(type) {
		case widget.ChangeEvent:
			f.Dirty = true
			if text := f.Editor.Text(); text != r.argument {
				r.argument = text
				card.chainChanged(c)
			}
		case widget.SubmitEvent:
			card.focusChainRow(c, r.Id)
		}
	}
	if e.focus == r.Id {
		e.focus, c.Again = 0, true
		c.Source.Execute(key.FocusCmd{Tag: &f.Editor})
	}
	c.DrawField(id, f, b, inner, model.Item{Text: r.name + " (" + entry.Argument + ")", Hint: "Example: " + entry.Example},
		gtx.Focused(&f.Editor))
	if f.Editor.Len() == 0 {
		c.Name(inner.Moved(2, 0), canvas.Body, canvas.Left, c.Dim, argumentExample(entry))
	}
}

// argumentExample returns the argument in the example, or its description.
func argumentExample(entry *trees.CatalogEntry) string {
	if n := len(entry.Name) + 1; len(entry.Example) > n+1 && entry.Example[:n] == entry.Name+"(" {
		return entry.Example[n : len(entry.Example)-1]
	}
	return entry.Argument
}

// moveChainRow handles the events of the row itself.
func (card *Card) moveChainRow(c *widgetpkg.Canvas, ctl *widgetpkg.Control, r *chainRow, list, i int) (act func()) {
	e, id := card, r.Id
	if ctl.Fresh {
		c.Source.Execute(key.FocusCmd{Tag: ctl})
		if e.cur == id {
			e.cur = 0
		} else {
			e.cur = id
		}
		c.Again = true
	} else if ctl.Dragged {
		y := ctl.At.Y
		return func() { card.dragChainRow(c, id, y) }
	}
	for _, k := range ctl.Keys {
		switch {
		case k == key.NameDeleteForward || k == key.NameDeleteBackward:
			return func() { card.removeFromChain(c, id) }
		case k == key.NameReturn || k == key.NameEnter:
			e.focus, c.Again = id, r.takes
		case ctl.Mods == key.ModAlt && k == key.NameUpArrow:
			return func() { card.stepChainRow(c, id, list, i-1) }
		case ctl.Mods == key.ModAlt && k == key.NameDownArrow:
			return func() { card.stepChainRow(c, id, list, i+1) }
		case k == key.NameUpArrow:
			card.focusChainNext(c, id, -1)
		case k == key.NameDownArrow:
			card.focusChainNext(c, id, 1)
		}
	}
	return nil
}

// focusChainNext moves the focus to the row above or below, in either list.
func (card *Card) focusChainNext(c *widgetpkg.Canvas, id, by int) {
	e := card
	var all []int
	at := 0
	for list := range e.Rows {
		for i := range e.Rows[list] {
			if e.Rows[list][i].Id == id {
				at = len(all)
			}
			all = append(all, e.Rows[list][i].Id)
		}
	}
	if to := at + by; to >= 0 && to < len(all) {
		card.focusChainRow(c, all[to])
	}
}

// stepChainRow moves a row by one position. Filters can move from the chain to the list below, and back.
func (card *Card) stepChainRow(c *widgetpkg.Canvas, id, list, to int) {
	e := card
	switch {
	case to >= 0 && to < len(e.Rows[list]):
		e.move(id, list, to)
	case list == ChainBy && to > 0 && card.isFilter(c, id):
		e.move(id, chainFilters, 0)
	case list == chainFilters && to < 0:
		e.move(id, ChainBy, len(e.Rows[ChainBy]))
	default:
		return
	}
	card.chainChanged(c)
}

func (card *Card) isFilter(c *widgetpkg.Canvas, id int) bool {
	list, i := card.at(id)
	if list < 0 {
		return false
	}
	entry, ok := c.Model.Catalog.Entry(card.Rows[list][i].name)
	return ok && entry.Kind == trees.Filters
}

// dragChainRow moves a row to the pointer: below all rows with centers above it.
func (card *Card) dragChainRow(c *widgetpkg.Canvas, id int, y float32) {
	e := card
	from, before := e.at(id)
	list, index := ChainBy, 0
	if y > e.boundary && card.isFilter(c, id) {
		list = chainFilters
	}
	for _, p := range e.placed {
		if p.list == list && p.id != id && p.at.MidY() < y {
			index++
		}
	}
	if list != from || index != before {
		e.move(id, list, index)
		card.chainChanged(c)
	}
}
