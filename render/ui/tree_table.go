package ui

import (
	"image/color"

	"gioui.org/io/key"
)

// treeTable is a table whose rows are a tree: a column of indented names, which open and close, and columns of numbers, bars
// or words. Only the rows that can be seen are laid out. A view makes one for each layout, which is cheap, keeps a
// [treeLocal] and its rows between them, and draws it:
//
//	t := &treeTable{id: "diff", what: "Groups", local: &c.local.diff.tree, list: c.diffRows, …}
//	t.draw(c, b)
//
// The mouse and the keys do what they do in trees of files: arrows, Home, End and page keys move the selection, right and
// left open and close, Shift and Ctrl select several where rows are groups, Return or the menu key open the menu of the row.
// Heads of columns sort. The functions are called while the table is drawn; those that change something do so by c.do, and
// list is asked again afterwards.
type treeTable struct {
	id    string // prefix of the ids of its controls; its rows are id + [treeRows]
	what  string // the rows, for programs, such as "Groups"
	local *treeLocal

	name    treeColumn   // of names; its id is "name"
	columns []treeColumn // beside it, from left to right
	sort    string       // id of the column that decides the order
	upward  bool         // small values first, or names from A to Z
	oneWay  bool         // columns sort the largest first only
	order   func(column string, upward bool)

	list func() treeList
	cell func(column string, r *treeRow) treeCell
	open func(r *treeRow, open bool)

	// groups says that keys of rows are those of groups: the selection is the one of all views. Else picked is the key of the
	// row that is selected, and pick selects another.
	groups bool
	picked string
	pick   func(key string)
	reveal func(key string) // opens what is above a group that was selected elsewhere; may be nil

	menu  menuName                     // what can be done with the row local.menuKey; empty for none
	act   func(r *treeRow)             // what Return and a double click do in place of the menu and of opening; may be nil
	press func(r *treeRow)             // what a press does beside selecting the row alone; may be nil
	chip  func(b box, r *treeRow)      // draws the colour before a name; nil for none
	marks []string                     // what of names is marked, as a filter looks for it
	hint  func(r *treeRow) string      // where the pointer rests
	void  func() string                // told below the rows, where these are too few; may be nil
	fore  func(r *treeRow) color.NRGBA // of names; nil for the usual one
}

// treeLocal is what a tree table keeps to itself between layouts.
type treeLocal struct {
	shown    bool    // at the last layout
	offset   float64 // of the rows, in dp
	grip     float32 // where the scroll bar is held, in dp below its upper end
	cursor   string  // key of the row that keys go on from
	anchor   string  // key of the row that a range begins at
	revealed string  // selection that the rows were scrolled to
	menuKey  string  // row that the menu is about
	under    int     // row under the pointer, -1 for none
}

// treeList are the rows that can be scrolled through.
type treeList interface {
	Len() int
	Row(i int) treeRow
	Find(key string) int // the row with a key; -1 for none
	Deepest() int        // level of any row
}

// treeRow is one row.
type treeRow struct {
	key, name string
	role      string // small, behind the name where there is room
	level     int    // from 0
	children  bool   // there are some that could be listed
	open      bool
	node      int32 // what it shows, in terms of whoever made it
}

// treeColumn is how a column is shown.
type treeColumn struct {
	id, title, hint string
	width           float32 // least, in dp
	rank            int     // the lowest go first where there is no room
	words           bool    // not numbers: set at the left
	fixed           bool    // does not sort
}

// treeCell is what stands in a cell.
type treeCell struct {
	text  string // for people
	short string // where text is too wide; empty if that is cut
	raw   string // for programs; empty if it is not known
	faint bool   // the number tells nothing, such as 0
	share float64
	tint  bool       // the part share of the cell is tinted
	parts []treePart // a bar of several parts, from the left; text is not drawn then
	mark  string     // icon before the number
	color color.NRGBA
}

// treePart is a part of a bar; share is of the width of the cell.
type treePart struct {
	share float64
	color color.NRGBA
}

// Ends of the ids of the parts of a table.
const (
	treeRows   = "/rows"
	treeFilter = "/filter"
)

// Heights and widths in dp.
const (
	treeStep   = 24 // from one row to the next
	treeHeader = 26
	treeBar    = 12 // the scroll bar
)

// draw draws the table and returns the rows as they were drawn.
func (t *treeTable) draw(c *canvas, b box) treeList {
	bar := b.cutRight(treeBar)
	grid := t.grid(b.x, b.w)
	t.drawHeader(c, b.cutTop(treeHeader), grid)
	c.hline(b.x, b.y, b.w+treeBar, 1, c.line)
	bar.cutTop(treeHeader)
	list := t.drawRows(c, b, bar, grid)
	t.local.shown = true
	return list
}

// focus gives the focus to the rows.
func (t *treeTable) focus(c *canvas) { c.focusRowsOf(t.id) }

func (c *canvas) focusRowsOf(table string) {
	if ctl := c.controls[table+treeRows]; ctl != nil {
		c.source.Execute(key.FocusCmd{Tag: ctl})
		c.again = true
	}
}

// selection is the key of the row that was selected last.
func (t *treeTable) selection(c *canvas) string {
	if t.groups {
		return c.model.State.Selection
	}
	return t.picked
}

func (t *treeTable) isSelected(c *canvas, key string) bool {
	if t.groups {
		return c.model.State.IsSelected(key)
	}
	return key == t.picked
}

// treeGrid is where the columns stand.
type treeGrid struct {
	name    treeSpan
	columns []treeColumn
	spans   []treeSpan
	missing int // columns without room
}

// treeSpan is a stretch from left to right, in dp.
type treeSpan struct{ x, w float32 }

func (s treeSpan) of(row box) box { return box{s.x, row.y, s.w, row.h} }

// Widths in dp of the column of names: the least, as a share of all and at most, and what it gets before others do.
const (
	treeNameLeast = 230
	treeNameShare = 0.42
	treeNameWell  = 420
)

// grid chooses the columns that have room from x on. The one that is sorted by goes last.
func (t *treeTable) grid(x, width float32) *treeGrid {
	g := &treeGrid{}
	sum := float32(0)
	for _, col := range t.columns {
		if col.id == t.sort {
			col.rank += 10
		}
		g.columns = append(g.columns, col)
		sum += col.width
	}
	least := min(treeNameLeast, width*treeNameShare)
	for len(g.columns) > 0 && width-sum < least {
		i := 0
		for j := range g.columns {
			if g.columns[j].rank < g.columns[i].rank {
				i = j
			}
		}
		sum -= g.columns[i].width
		g.columns = append(g.columns[:i], g.columns[i+1:]...)
		g.missing++
	}
	wider := float32(1)
	if sum > 0 {
		wider = min(max((width-treeNameWell)/sum, 1), 1.4)
	}
	at := x + width - sum*wider
	g.name = treeSpan{x, at - x}
	for _, col := range g.columns {
		g.spans = append(g.spans, treeSpan{at, col.width * wider})
		at += col.width * wider
	}
	return g
}
