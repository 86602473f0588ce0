package ui

import (
	"maps"
	"strings"

	"gioui.org/io/key"

	"memcity/city"
)

// groupLocal is what the group view keeps for itself.
type groupLocal struct {
	deep   bool            // parts of the deep size are shown, not of the retained one
	folded map[string]bool // parts by their path whose folding the user changed
	whole  map[string]bool // lists by id that are shown to their end
	sort   rootColumn      // that GC roots are ordered by

	keys      []string // of the groups at the last layout
	walked    uint32   // object at the last layout
	walking   bool     // there was one
	takeFocus bool     // a list is to get the focus when there is something in it
}

func newGroupLocal() groupLocal {
	return groupLocal{folded: map[string]bool{}, whole: map[string]bool{}, sort: byIndirect}
}

// groupCard is a part of a view with a heading. draw cuts what it needs from b, whose height has no bounds, and may put
// controls at the right of the heading.
type groupCard struct {
	title string
	draw  func(c *canvas, head, b *box)
}

// Lengths of sections, in dp.
const (
	sectionGap   = 12
	sectionInset = 12
	sectionHead  = 26
)

// drawGroupCards draws sections one below the other and returns the height used.
func drawGroupCards(c *canvas, b box, list []groupCard) float32 {
	top := b.y
	for _, s := range list {
		inner := box{b.x + sectionInset, b.y + 8, b.w - 2*sectionInset, 1e7}
		head := inner.cutTop(sectionHead)
		listed := len(c.items)
		s.draw(c, &head, &inner)
		own := len(c.items)
		c.text(head, heading, left, c.theme.text, s.title)
		if len(c.items) > own { // it is read first
			title := c.items[own]
			copy(c.items[listed+1:], c.items[listed:own])
			c.items[listed] = title
		}
		h := inner.y + 10 - b.y
		c.frame(box{b.x, b.y, b.w, h}, cardRadius, 1, c.line)
		b.y += h + sectionGap
	}
	return b.y - top
}

// drawColumns puts sections side by side, each column scrolling by itself.
func drawColumns(c *canvas, b box, id string, columns [][]groupCard) {
	n := float32(len(columns))
	w := (b.w - (n-1)*(sectionGap+scrollRoom)) / n
	for i, list := range columns {
		column := box{b.x + float32(i)*(w+sectionGap+scrollRoom), b.y, w, b.h}
		c.scroll(id+string(rune('0'+i)), column, func(content box) float32 { return drawGroupCards(c, content, list) })
	}
}

// scrollRoom is the room for the bar at the side of a scrolled area.
const scrollRoom = 6

// columnsOf is how many columns of sections there is room for.
func columnsOf(width float32) int {
	switch {
	case width >= 1120:
		return 3
	case width >= 640:
		return 2
	}
	return 1
}

// rowList is a list that keys can walk over.
type rowList struct {
	id, words string
	rows      int
	height    float32                   // of a row
	still     bool                      // nothing happens when a row is chosen
	cut       func(i int) []city.Cutout // what X, or pressing a row at its left, takes out; nil for lists of other things
	item      func(i int) Item
	draw      func(i int, cell box, under bool)
}

// list draws a list, cuts it from b, and returns the row that was chosen, or -1.
func (c *canvas) list(b *box, l rowList) int {
	area := b.cutTop(l.height * float32(l.rows))
	if l.rows == 0 {
		return -1
	}
	at := min(c.local.rows[l.id], l.rows-1)
	kind := listable
	switch {
	case l.cut != nil && c.model.NoCut == "":
		kind = cuttable
	case l.still:
		kind = slidable
	}
	ctl := c.control(l.id, area, kind, Item{Kind: "list", Text: l.words, Value: plural(int64(l.rows), "row", "rows")})
	cell := func(i int) box { return box{area.x, area.y + float32(i)*l.height, area.w, l.height} }
	chosen := false
	for _, k := range ctl.keys {
		switch k {
		case key.NameReturn, key.NameEnter, key.NameSpace:
			chosen = true
		case keyCut:
			c.takeOut(l.cut(at))
		default:
			at = stepRow(at, k, l.rows)
			c.revealed = ""
		}
	}
	under := ctl.rowUnder(area, l.height, l.rows)
	if under >= 0 && ctl.released {
		at, chosen = under, true
		if kind == cuttable && c.overCut(ctl, cell(at)) && len(l.cut(at)) > 0 {
			c.takeOut(l.cut(at))
			chosen = false
		}
	}
	keyed := ctl.focus && c.byKey
	if keyed {
		under = at
	}
	if ctl.focus {
		c.focusRect = cell(at)
	}
	c.local.rows[l.id] = at
	for i := range l.rows {
		if c.hidden(cell(i)) {
			continue
		}
		c.listRow(&l, ctl, i, cell(i), i == under)
	}
	if keyed {
		c.frame(cell(at).inset(-2, 0), 4, 2, c.link)
	}
	if chosen && !l.still {
		return at
	}
	return -1
}

// rowUnder is the row of a list in b that the pointer is on, or -1.
func (ctl *control) rowUnder(b box, height float32, rows int) int {
	if i := int((ctl.at.y - b.y) / height); (ctl.hover || ctl.dragged) && ctl.at.y >= b.y && i < rows {
		return i
	}
	return -1
}

// pageRows is how many rows the page keys move by.
const pageRows = 10

// stepRow is the row of a list after a key.
func stepRow(at int, k key.Name, rows int) int {
	switch k {
	case key.NameUpArrow:
		at--
	case key.NameDownArrow:
		at++
	case key.NamePageUp:
		at -= pageRows
	case key.NamePageDown:
		at += pageRows
	case key.NameHome:
		at = 0
	case key.NameEnd:
		at = rows - 1
	}
	return min(max(at, 0), rows-1)
}

func (c *canvas) listRow(l *rowList, ctl *control, i int, cell box, under bool) {
	item := l.item(i)
	item.Panel, item.Rect, item.Text = c.panel, c.visible(cell), oneLine(item.Text)
	if item.Kind == "" {
		item.Kind = "link"
	}
	pointed := ctl.hover && ctl.at.y >= cell.y && ctl.at.y < cell.bottom()
	if (under || pointed) && item.Hint != "" && !(l.cut != nil && c.overCut(ctl, cell)) {
		c.proposeHint(l.id+"/"+item.Text, ctl, item.Hint, item.Rect)
	}
	if under && item.Kind == "link" {
		c.fill(cell.inset(-4, 0), 4, c.theme.hover)
	}
	var cuts []city.Cutout
	if l.cut != nil {
		cuts = l.cut(i)
	}
	if c.model.isOut(cuts) {
		item.Value = strings.TrimPrefix(item.Value+", taken out", ", ")
	}
	c.items = append(c.items, item)
	l.draw(i, cell, under)
	if len(cuts) == 0 {
		return
	}
	c.cutMark(ctl, cell, cuts, under)
	if under && c.overCut(ctl, cell) {
		c.proposeHint(l.id+"/cut/"+item.Text, ctl, c.cutHint(cuts, "it"), item.Rect)
	}
}

// shortened returns how many of n rows are shown: few until the user asks for all. more draws the button for that.
func (c *canvas) shortened(id string, n, few int) int {
	if n <= few+2 || c.local.group.whole[id] {
		return n
	}
	return few
}

// more offers to show all rows of a list that is shortened, or fewer again.
func (c *canvas) more(b *box, id string, n, few int) {
	if n <= few+2 {
		return
	}
	words, whole := "Show all "+Count(int64(n)), c.local.group.whole[id]
	if whole {
		words = "Show fewer"
	}
	b.cutTop(4)
	if c.button(id+"/more", b.cutTop(26), buttonOptions{text: words, look: ground}) {
		c.local.group.whole[id] = !whole
		c.again = true
	}
}

// remark sets a paragraph of secondary text and cuts it from b.
func (c *canvas) remark(b *box, text string) { b.cutTop(c.paragraph(*b, small, c.dim, text)) }

// waiting tells that something is being computed, or why it is not; it is drawn where its outcome will be.
func (c *canvas) waiting(b *box, text string) {
	m := &c.model
	if !m.answering() {
		text = "Not computed: it was given up."
		if err := m.Answers.Err; err != nil {
			text = "Not computed: " + err.Error() + "."
		}
		c.remark(b, text)
		return
	}
	row := b.cutTop(24)
	for i := range 3 {
		c.fill(row.cutLeft(9).centered(5, 5), 2.5, mixed(c.card, c.accent, 0.4+0.3*float32(i)))
	}
	row.cutLeft(6)
	c.text(row, body, left, c.dim, text)
}

// startOver forgets how far the lists of a page were scrolled and walked over; their ids start with a prefix.
func (c *canvas) startOver(prefix string) {
	for id, s := range c.scrollers {
		if strings.HasPrefix(id, prefix) {
			s.offset = 0
		}
	}
	starts := func(id string) bool { return strings.HasPrefix(id, prefix) }
	maps.DeleteFunc(c.local.rows, func(id string, _ int) bool { return starts(id) })
	maps.DeleteFunc(c.local.group.whole, func(id string, _ bool) bool { return starts(id) })
}

// focusFirst gives the focus to the first of some controls that can be seen.
func (c *canvas) focusFirst(ids ...string) {
	for _, id := range ids {
		if ctl := c.controls[id]; ctl != nil && ctl.seen == c.pass {
			c.source.Execute(key.FocusCmd{Tag: ctl})
			c.again = true
			return
		}
	}
}

// metric is what groups are measured in.
func (c *canvas) metric() city.Metric { return c.model.State.Settings.Metric }
