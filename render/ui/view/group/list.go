package group

import (
	"maps"
	"strings"

	"gioui.org/io/key"

	"memcity/city/trees"
	"memcity/city/view/whatif"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// View is the state of the group view.
type View struct {
	deep   bool            // show parts of the deep size, not of the retained size
	folded map[string]bool // parts folded or unfolded by the user, by path
	whole  map[string]bool // lists shown in full, by ID
	sort   rootColumn      // sort column of GC roots

	keys      []string // keys of the groups at the last layout
	walked    uint32   // object at the last layout
	walking   bool     // an object was shown
	takeFocus bool     // a list gets the focus once it has rows
}

func newView() *View {
	return &View{folded: map[string]bool{}, whole: map[string]bool{}, sort: byIndirect}
}

// groupCard is a section with a heading. draw cuts the space it needs from b, whose height is unbounded. It may draw controls at the right
// of the heading.
type groupCard struct {
	title string
	draw  func(c *widget.Canvas, head, b *canvas.Box)
}

// Lengths of sections, in dp.
const (
	sectionGap   = 12
	sectionInset = 12
	sectionHead  = 26
)

// drawGroupCards draws sections one below the other and returns their height.
func (view *View) drawGroupCards(c *widget.Canvas, b canvas.Box, list []groupCard) float32 {
	top := b.Y
	for _, s := range list {
		inner := canvas.Rect(b.X+sectionInset, b.Y+8, b.W-2*sectionInset, 1e7)
		head := inner.CutTop(sectionHead)
		listed := len(c.Items)
		s.draw(c, &head, &inner)
		own := len(c.Items)
		c.Text(head, canvas.Heading, canvas.Left, c.Theme.Text, s.title)
		if len(c.Items) > own { // list it first, in reading order
			title := c.Items[own]
			copy(c.Items[listed+1:], c.Items[listed:own])
			c.Items[listed] = title
		}
		h := inner.Y + 10 - b.Y
		c.Frame(canvas.Rect(b.X, b.Y, b.W, h), place.CardRadius, 1, c.Line)
		b.Y += h + sectionGap
	}
	return b.Y - top
}

// drawColumns draws columns of sections side by side, each with its own scroll bar.
func (view *View) drawColumns(c *widget.Canvas, b canvas.Box, id string, columns [][]groupCard) {
	n := float32(len(columns))
	w := (b.W - (n-1)*(sectionGap+scrollRoom)) / n
	for i, list := range columns {
		column := canvas.Rect(b.X+float32(i)*(w+sectionGap+scrollRoom), b.Y, w, b.H)
		c.Scroll(id+string(rune('0'+i)), column, func(content canvas.Box) float32 { return view.drawGroupCards(c, content, list) })
	}
}

// scrollRoom is the space for a scroll bar.
const scrollRoom = 6

// columnsOf returns the number of columns that fit.
func columnsOf(width float32) int {
	switch {
	case width >= 1640:
		return 4
	case width >= 1120:
		return 3
	case width >= 640:
		return 2
	}
	return 1
}

// rowList is a list for the keyboard.
type rowList struct {
	id, words string
	rows      int
	height    float32                      // height of a row
	still     bool                         // rows cannot be chosen
	cut       func(i int) []whatif.Removal // what X, or pressing the left of a row, removes; nil for rows without objects
	item      func(i int) model.Item
	draw      func(i int, cell canvas.Box, under bool)
}

// list draws a list, cuts it from b, and returns the chosen row, or -1.
func (view *View) list(c *widget.Canvas, b *canvas.Box, l rowList) int {
	area := b.CutTop(l.height * float32(l.rows))
	if l.rows == 0 {
		return -1
	}
	at := min(c.Lists[l.id], l.rows-1)
	kind := widget.Listable
	switch {
	case l.cut != nil && c.Model.NoRemovals == "":
		kind = widget.Cuttable
	case l.still:
		kind = widget.Slidable
	}
	ctl := c.Control(l.id, area, kind, model.Item{Kind: "list", Text: l.words, Value: words.Plural(int64(l.rows), "row", "rows")})
	cell := func(i int) canvas.Box { return canvas.Rect(area.X, area.Y+float32(i)*l.height, area.W, l.height) }
	chosen := false
	for _, k := range ctl.Keys {
		switch k {
		case key.NameReturn, key.NameEnter, key.NameSpace:
			chosen = true
		case widget.KeyCut:
			part.ToggleRemoval(c, l.cut(at))
		default:
			at = widget.StepRow(at, k, l.rows)
			c.Revealed = ""
		}
	}
	under := ctl.RowUnder(area, l.height, l.rows)
	if under >= 0 && ctl.Released {
		at, chosen = under, true
		if kind == widget.Cuttable && part.OverCut(c, ctl, cell(at)) && len(l.cut(at)) > 0 {
			part.ToggleRemoval(c, l.cut(at))
			chosen = false
		}
	}
	keyed := ctl.Focus && c.ByKey
	if keyed {
		under = at
	}
	if ctl.Focus {
		c.FocusRect = cell(at)
	}
	c.Lists[l.id] = at
	for i := range l.rows {
		if c.Hidden(cell(i)) {
			continue
		}
		view.listRow(c, &l, ctl, i, cell(i), i == under)
	}
	if keyed {
		c.Frame(cell(at).Inset(-2, 0), 4, 2, c.Link)
	}
	if chosen && !l.still {
		return at
	}
	return -1
}

func (view *View) listRow(c *widget.Canvas, l *rowList, ctl *widget.Control, i int, cell canvas.Box, under bool) {
	item := l.item(i)
	item.Panel, item.Rect, item.Text = c.Panel, c.Visible(cell), words.OneLine(item.Text)
	if item.Kind == "" {
		item.Kind = "link"
	}
	pointed := ctl.Hover && ctl.At.Y >= cell.Y && ctl.At.Y < cell.Bottom()
	if (under || pointed) && item.Hint != "" && !(l.cut != nil && part.OverCut(c, ctl, cell)) {
		c.ProposeHint(l.id+"/"+item.Text, ctl, item.Hint, item.Rect)
	}
	if under && item.Kind == "link" {
		c.Fill(cell.Inset(-4, 0), 4, c.Theme.Hover)
	}
	var cuts []whatif.Removal
	if l.cut != nil {
		cuts = l.cut(i)
	}
	if c.Model.IsRemoved(cuts) {
		item.Value = strings.TrimPrefix(item.Value+", removed", ", ")
	}
	c.Items = append(c.Items, item)
	l.draw(i, cell, under)
	if len(cuts) == 0 {
		return
	}
	part.CutMark(c, ctl, cell, cuts, under)
	if under && part.OverCut(c, ctl, cell) {
		c.ProposeHint(l.id+"/cut/"+item.Text, ctl, part.CutHint(c, cuts, "it"), item.Rect)
	}
}

// shortened returns how many of n rows to show: few, or all once the user asked for all. [View.more] draws the button for that.
func (view *View) shortened(c *widget.Canvas, id string, n, few int) int {
	if n <= few+2 || view.whole[id] {
		return n
	}
	return few
}

// more draws the button that shows all rows of a shortened list, or fewer again.
func (view *View) more(c *widget.Canvas, b *canvas.Box, id string, n, few int) {
	if n <= few+2 {
		return
	}
	words, whole := "Show all "+words.Count(int64(n)), view.whole[id]
	if whole {
		words = "Show fewer"
	}
	b.CutTop(4)
	if c.Button(id+"/more", b.CutTop(26), widget.ButtonOptions{Text: words, Look: widget.Ground}) {
		view.whole[id] = !whole
		c.Again = true
	}
}

// waiting draws text while a computation runs, otherwise why it did not run. Draw it where the result will appear.
func (view *View) waiting(c *widget.Canvas, b *canvas.Box, text string) {
	m := &c.Model
	if !computing(m) {
		text = "Not computed: canceled."
		if err := m.Results.Err; err != nil {
			text = "Not computed: " + err.Error() + "."
		}
		c.Remark(b, text)
		return
	}
	row := b.CutTop(24)
	for i := range 3 {
		c.Fill(row.CutLeft(9).Centered(5, 5), 2.5, canvas.Mixed(c.Card, c.Accent, 0.4+0.3*float32(i)))
	}
	row.CutLeft(6)
	c.Text(row, canvas.Body, canvas.Left, c.Dim, text)
}

// startOver resets the scroll positions and focused rows of a page's lists, whose ids start with the given prefix.
func (view *View) startOver(c *widget.Canvas, prefix string) {
	for id, s := range c.Scrollers {
		if strings.HasPrefix(id, prefix) {
			s.Offset = 0
		}
	}
	starts := func(id string) bool { return strings.HasPrefix(id, prefix) }
	maps.DeleteFunc(c.Lists, func(id string, _ int) bool { return starts(id) })
	maps.DeleteFunc(view.whole, func(id string, _ bool) bool { return starts(id) })
}

// focusFirst focuses the first visible control of the given ids.
func (view *View) focusFirst(c *widget.Canvas, ids ...string) {
	for _, id := range ids {
		if ctl := c.Controls[id]; ctl != nil && ctl.Seen == c.Pass {
			c.Source.Execute(key.FocusCmd{Tag: ctl})
			c.Again = true
			return
		}
	}
}

// unit returns the current unit.
func (view *View) unit(c *widget.Canvas) trees.Unit { return c.Model.State.Settings.Unit }
