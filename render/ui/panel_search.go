package ui

import (
	"gioui.org/io/key"
	"gioui.org/widget"

	"memcity/city"
)

const searchField = "search/field"

// searchWidth is the width of the search in dp: it stands beside the city, which shows what was found.
const searchWidth = 280

// SearchTall is the height of the window in points from which there is room below what was found for the whole legend.
const SearchTall = 940

// foundHeight is the height of a row of what was found; maxFound rows are visible before the list scrolls.
const (
	foundHeight = 40
	maxFound    = 8
)

// drawSearch draws the field, which has the focus from the start, and what was found. Up and down move in the list while
// the field keeps the focus.
func drawSearch(c *canvas, b box) {
	m := &c.model
	inner := b.inset(12, 0)
	inner.cutTop(11)
	row := inner.cutTop(34)
	text := searchText(c, row)
	inner.cutBottom(10)
	height := float32(56)
	found := m.Search.Found
	if text != "" {
		height += drawFoundText(c, &inner)
	}
	if text != "" && len(found) > 0 {
		height += foundHeight*float32(min(len(found), maxFound)) + 4
		c.scroll("search", inner, func(content box) float32 {
			for i := range found {
				drawFound(c, content.cutRow(i), i, &found[i])
			}
			return foundHeight * float32(len(found))
		})
	}
	c.want(0, height)
}

func (b box) cutRow(i int) box { return box{b.x, b.y + foundHeight*float32(i), b.w, foundHeight} }

// drawFoundText tells below the field how much was found, or what is wrong with what is searched for, and returns the
// height that takes.
func drawFoundText(c *canvas, b *box) float32 {
	s := c.model.Search
	if s.Problem == "" {
		c.text(b.cutTop(24), small, left, c.dim, foundText(s, c.model.Groups))
		return 24
	}
	b.cutTop(5)
	line := *b
	c.icon(line.cutLeft(14).withHeight(lineHeight(small)), "warning", c.fault)
	line.cutLeft(6)
	h := max(c.paragraphHeight(line.w, small, s.Problem), lineHeight(small))
	line.h = min(h, 5*lineHeight(small))
	c.paragraph(line, small, c.fault, s.Problem)
	b.cutTop(line.h + 5)
	return line.h + 10
}

func foundText(s *Search, groups int) string {
	switch {
	case s.Total == 0:
		return "No group has a name like this"
	case groups < s.Total:
		return plural(int64(s.Total), "group", "groups")
	}
	text := Count(int64(s.Total)) + " of " + plural(int64(groups), "group", "groups")
	if n := len(s.Found); n < s.Total {
		text += ", the best " + Count(int64(n)) + " listed"
	}
	return text
}

// searchText draws the field and handles its keys. It returns what is searched for.
func searchText(c *canvas, b box) string {
	f := c.field(searchField, widget.Editor{SingleLine: true, Submit: true, MaxLen: 200})
	if !c.local.searching {
		c.local.searching, c.local.foundRow = true, 0
		f.editor.SetCaret(f.editor.Len(), 0)
		c.source.Execute(key.FocusCmd{Tag: &f.editor})
		c.again = true
		if f.editor.Len() > 0 {
			c.emit(Find{f.editor.Text()})
		}
	}
	found := c.model.Search.Found
	for {
		e, ok := c.source.Event(key.Filter{Focus: &f.editor, Name: key.NameDownArrow}, key.Filter{Focus: &f.editor, Name: key.NameUpArrow})
		if !ok {
			break
		}
		if e, ok := e.(key.Event); ok && e.State == key.Press {
			by := 1
			if e.Name == key.NameUpArrow {
				by = -1
			}
			c.local.foundRow = min(max(c.local.foundRow+by, 0), max(len(found)-1, 0))
			c.revealRow("search", float32(c.local.foundRow)*foundHeight, foundHeight)
		}
	}
	inner := b.inset(9, 0)
	inner.cutLeft(24)
	gtx := c.context(c.rect(inner).Size())
	for {
		e, ok := f.editor.Update(gtx)
		if !ok {
			break
		}
		switch e.(type) {
		case widget.ChangeEvent:
			c.local.foundRow = 0
			c.emit(Find{f.editor.Text()})
		case widget.SubmitEvent:
			if i := c.local.foundRow; i < len(found) {
				chooseFound(c, &found[i])
			}
		}
	}
	c.drawField(searchField, f, b, inner, Item{Text: "Search", Hint: "Any part of a name; * and ? stand for letters, /Node$/ is a regular expression"}, c.source.Focused(&f.editor))
	c.icon(box{b.x + 9, b.y, 17, b.h}, "search", c.dim)
	if f.editor.Len() == 0 {
		c.text(inner.moved(2, 0), body, left, c.dim, "Find a class or package")
	}
	return f.editor.Text()
}

// revealRow scrolls so that a row of a list can be seen.
func (c *canvas) revealRow(id string, y, h float32) {
	s := c.scrollers[id]
	if s == nil {
		return
	}
	if y < s.offset {
		s.offset = y
	} else if y+h > s.offset+s.view {
		s.offset = y + h - s.view
	}
	c.again = true
}

func drawFound(c *canvas, row box, i int, f *Found) {
	if c.hidden(row) {
		return
	}
	item := Item{Kind: "button", Text: f.Name}
	if f.Hidden {
		item.Value = notShownText
	}
	ctl := c.control("search/found/"+f.Key, row, pressable, item)
	switch {
	case i == c.local.foundRow:
		c.fill(row, ctlRadius, c.wash)
	case ctl.hover:
		c.fill(row, ctlRadius, c.raised)
	}
	inner := row.inset(9, 4)
	metric := c.model.State.Settings.Metric
	amount := Amount(metric, f.Objects)
	if metric == city.Bytes {
		amount = Size(f.Bytes)
	}
	upper := inner.cutTop(17)
	w := c.text(upper, small, right, c.dim, amount)
	upper.cutRight(w + 10)
	c.name(upper, strong, left, c.theme.text, f.Name)
	if f.Hidden {
		w := c.text(inner, small, right, c.warn, "not shown")
		inner.cutRight(w + 10)
	}
	c.name(inner, small, left, c.dim, f.Path)
	c.ring(ctl, row, ctlRadius)
	if ctl.clicked {
		chooseFound(c, f)
	}
}

// notShownText tells that a group has no plot. Its inspector says why, and can give it one.
const notShownText = "not shown: among the smaller groups"

// chooseFound selects a group, flies there if it can be seen, and closes the search.
func chooseFound(c *canvas, f *Found) {
	if c.model.State.Selection != f.Key {
		c.do(city.Select{Key: f.Key})
	}
	if !f.Hidden {
		c.emit(FocusSelection)
	}
	c.emit(ToggleSearch)
	c.source.Execute(key.FocusCmd{})
}
