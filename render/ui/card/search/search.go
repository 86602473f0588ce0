package search

import (
	"gioui.org/io/key"
	"gioui.org/widget"

	statepkg "memcity/city/state"
	"memcity/city/trees"
	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	widgetpkg "memcity/render/ui/widget"
	"memcity/words"
)

const SearchField = "search/field"

// SearchWidth is the width of the search in dp. It is beside the city, which highlights the results.
const SearchWidth = 280

// SearchTall is the minimum window height in points for the whole legend below the results.
const SearchTall = 940

// foundHeight is the row height of results. maxFound is the number of visible rows.
const (
	foundHeight = 40
	maxFound    = 8
)

// DrawSearch draws the field, which has the initial focus, and the results. Up and down move in the list while the field keeps the focus.
func DrawSearch(c *widgetpkg.Canvas, b canvas.Box) {
	m := &c.Model
	inner := b.Inset(12, 0)
	inner.CutTop(11)
	row := inner.CutTop(34)
	text := searchText(c, row)
	inner.CutBottom(10)
	height := float32(56)
	found := m.Search.Found
	runs := matchingActions(c.Core, text)
	if len(runs) > 0 {
		need := float32(actionsGap)
		for _, info := range runs {
			need += heightOf(c.Core, info)
		}
		rows := inner.CutBottom(min(need, inner.H))
		height += need
		drawActions(c, rows, runs, len(found))
	}
	if text != "" {
		height += drawFoundText(c, &inner)
	}
	if text != "" && len(found) > 0 {
		height += foundHeight*float32(min(len(found), maxFound)) + 4
		c.Scroll("search", inner, func(content canvas.Box) float32 {
			for i := range found {
				drawFound(c, cutRow(content, i), i, &found[i])
			}
			return foundHeight * float32(len(found))
		})
	}
	c.Want(0, height)
}

func cutRow(b canvas.Box, i int) canvas.Box {
	return canvas.Rect(b.X, b.Y+foundHeight*float32(i), b.W, foundHeight)
}

// drawFoundText draws the number of results, or the error in the query, and returns its height.
func drawFoundText(c *widgetpkg.Canvas, b *canvas.Box) float32 {
	s := c.Model.Search
	if s.Problem == "" {
		c.Text(b.CutTop(24), canvas.Small, canvas.Left, c.Dim, FoundText(s, c.Model.Groups))
		return 24
	}
	b.CutTop(5)
	line := *b
	c.Icon(line.CutLeft(14).WithHeight(canvas.LineHeight(canvas.Small)), "warning", c.Fault)
	line.CutLeft(6)
	h := max(c.ParagraphHeight(line.W, canvas.Small, s.Problem), canvas.LineHeight(canvas.Small))
	line.H = min(h, 5*canvas.LineHeight(canvas.Small))
	c.Paragraph(line, canvas.Small, c.Fault, s.Problem)
	b.CutTop(line.H + 5)
	return line.H + 10
}

func FoundText(s *model.Search, groups int) string {
	switch {
	case s.Total == 0:
		return "No group matches"
	case groups < s.Total:
		return words.Plural(int64(s.Total), "group", "groups")
	}
	text := words.Count(int64(s.Total)) + " of " + words.Plural(int64(groups), "group", "groups")
	if n := len(s.Found); n < s.Total {
		text += ", best " + words.Count(int64(n)) + " listed"
	}
	return text
}

// state is the state of the search between layouts.
type state struct {
	open bool // was open at the last layout
	row  int  // current row for keys
}

// searchText draws the field and handles its keys. It returns the query.
func searchText(c *widgetpkg.Canvas, b canvas.Box) string {
	f := c.Field(SearchField, widget.Editor{SingleLine: true, Submit: true, MaxLen: 200})
	at := widgetpkg.Keep[state](c.Core)
	if !at.open {
		at.open, at.row = true, 0
		f.Editor.SetCaret(f.Editor.Len(), 0)
		c.Source.Execute(key.FocusCmd{Tag: &f.Editor})
		c.Again = true
		if f.Editor.Len() > 0 {
			c.Emit(model.Find{Text: f.Editor.Text()})
		}
	}
	found := c.Model.Search.Found
	for {
		e, ok := c.Source.Event(key.Filter{Focus: &f.Editor, Name: key.NameDownArrow}, key.Filter{Focus: &f.Editor, Name: key.NameUpArrow})
		if !ok {
			break
		}
		if e, ok := e.(key.Event); ok && e.State == key.Press {
			by := 1
			if e.Name == key.NameUpArrow {
				by = -1
			}
			rows := len(found) + len(matchingActions(c.Core, f.Editor.Text()))
			if at.row += by; rows > 0 { // Up leads from the first group to the actions
				at.row = (at.row + rows) % rows
			} else {
				at.row = 0
			}
			c.RevealRow("search", float32(min(at.row, max(len(found)-1, 0)))*foundHeight, foundHeight)
		}
	}
	inner := b.Inset(9, 0)
	inner.CutLeft(24)
	gtx := c.Context(c.Rect(inner).Size())
	for {
		e, ok := f.Editor.Update(gtx)
		if !ok {
			break
		}
		switch e.(type) {
		case widget.ChangeEvent:
			at.row = 0
			c.Emit(model.Find{Text: f.Editor.Text()})
		case widget.SubmitEvent:
			if i := at.row; i < len(found) {
				chooseFound(c, &found[i])
			} else if runs := matchingActions(c.Core, f.Editor.Text()); i-len(found) < len(runs) {
				chooseAction(c, runs[i-len(found)])
			}
		}
	}
	c.DrawField(SearchField, f, b, inner,
		model.Item{Text: "Search", Hint: "Part of a name. * and ? are wildcards. /Node$/ is a regular expression."},
		c.Source.Focused(&f.Editor))
	c.Icon(canvas.Rect(b.X+9, b.Y, 17, b.H), "search", c.Dim)
	if f.Editor.Len() == 0 {
		c.Text(inner.Moved(2, 0), canvas.Body, canvas.Left, c.Dim, "Find a class, package or action")
	}
	return f.Editor.Text()
}

func drawFound(c *widgetpkg.Canvas, row canvas.Box, i int, f *model.Found) {
	if c.Hidden(row) {
		return
	}
	item := model.Item{Kind: "button", Text: f.Name}
	if f.Hidden {
		item.Value = NotShownText
	}
	if f.Block != "" {
		item.Value = BlockText(f.Block)
	}
	ctl := c.Control("search/found/"+f.Key, row, widgetpkg.Pressable, item)
	switch {
	case i == widgetpkg.Keep[state](c.Core).row:
		c.Fill(row, place.CtlRadius, c.Wash)
	case ctl.Hover:
		c.Fill(row, place.CtlRadius, c.Raised)
	}
	inner := row.Inset(9, 4)
	unit := c.Model.State.Settings.Unit
	amount := words.Amount(unit, f.Objects)
	if unit == trees.Bytes {
		amount = words.Size(f.Bytes)
	}
	upper := inner.CutTop(17)
	w := c.Text(upper, canvas.Small, canvas.Right, c.Dim, amount)
	upper.CutRight(w + 10)
	c.Name(upper, canvas.Strong, canvas.Left, c.Theme.Text, f.Name)
	if f.Hidden {
		ink, where := c.Warn, "not shown"
		if f.Block != "" {
			ink, where = c.Dim, "part of "+f.Block
		}
		w := c.Text(inner, canvas.Small, canvas.Right, ink, where)
		inner.CutRight(w + 10)
	}
	c.Name(inner, canvas.Small, canvas.Left, c.Dim, f.Path)
	c.Ring(ctl, row, place.CtlRadius)
	if ctl.Clicked {
		chooseFound(c, f)
	}
}

// NotShownText describes a group that the city does not show. Its inspector explains why.
const NotShownText = "not shown: empty in the window"

// BlockText describes a group that is part of a block. Its inspector can give it a plot.
func BlockText(block string) string { return "part of the low block of its district: " + block }

// chooseFound selects a group, flies to it if it is visible, and closes the search.
func chooseFound(c *widgetpkg.Canvas, f *model.Found) {
	if c.Model.State.Selection != f.Key {
		c.Do(statepkg.Select{Key: f.Key})
	}
	if !f.Hidden || f.Block != "" {
		c.Run(action.CameraFocus)
	}
	c.Run(action.PanelSearch)
	c.Source.Execute(key.FocusCmd{})
}
