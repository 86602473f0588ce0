package widget

import (
	"image/color"
	"math"
	"unicode/utf8"

	"gioui.org/io/key"

	"memcity/render/ui/canvas"
)

// TreeTable is a table whose rows are a tree: a column of indented names that open and close, and columns of numbers, bars or words. It lays
// out only the visible rows. A view creates one in each layout, which is cheap. It keeps a [TreeLocal] and the rows between layouts, and
// draws the table:
//
//	t := &TreeTable{Id: "diff", What: "Groups", Local: &v.tree, List: v.rows, …}
//	t.Draw(c, b)
//
// Mouse and keys work as in file trees. Arrows, Home, End and page keys move the selection. Right and left open and close. Shift and Ctrl
// select several rows if these are groups. Return and the menu key open the menu of the row. Column heads sort. The table calls its
// functions while drawing. Functions that change state use c.Do. The table then calls List again.
type TreeTable struct {
	Id    string // prefix of its controls' IDs; the rows are Id + [TreeRows]
	What  string // name of the rows for programs, such as "Groups"
	Local *TreeLocal

	Name    TreeColumn   // column of names, with the ID "name"
	Columns []TreeColumn // other columns, left to right
	Sort    string       // ID of the sort column
	Upward  bool         // ascending: small values first, or names from A to Z
	OneWay  bool         // columns sort only in descending order
	Order   func(column string, upward bool)

	List func() TreeList
	Cell func(column string, r *TreeRow) TreeCell
	Open func(r *TreeRow, open bool)

	// Groups is true if row keys are group keys; the table then shows the selection of all views. Otherwise Picked is the key of the
	// selected row, and Pick selects another one.
	Groups bool
	Picked string
	Pick   func(key string)
	Reveal func(key string) // opens the groups that contain a group selected elsewhere; may be nil

	Menu  MenuName                       // menu of the row Local.MenuKey; "" for none
	Act   func(r *TreeRow)               // action of Return and double clicks instead of opening or the menu; may be nil
	Press func(r *TreeRow)               // additional action of a press that selects a single row; may be nil
	Chip  func(b canvas.Box, r *TreeRow) // draws the color before a name; nil for none
	Marks []string                       // parts of names to mark, as matched by filters
	Hint  func(r *TreeRow) string        // hint of a row
	Void  func() string                  // message below few rows; may be nil
	Fore  func(r *TreeRow) color.NRGBA   // color of names; nil for the default

	History func(r *TreeRow) func(point int) int64 // amounts over time, drawn if there is spare space; nil for none
}

// TreeLocal is the private state of a tree table between layouts.
type TreeLocal struct {
	Shown    bool    // was visible at the last layout
	Offset   float64 // scroll offset, in dp
	grip     float32 // where the scroll bar is held, in dp below its top
	Cursor   string  // key of the current row for keys
	anchor   string  // key of the first row of a range
	revealed string  // selection that the rows were scrolled to
	MenuKey  string  // key of the menu's row
	Under    int     // row under the pointer; -1 for none
}

// TreeList contains the rows of a table.
type TreeList interface {
	Len() int
	Row(i int) TreeRow
	Find(key string) int // row with a key; -1 for none
	Deepest() int        // maximum level of a row
}

// TreeRow is a row.
type TreeRow struct {
	Key, Name string
	Role      string // small text after the name, if it fits
	Level     int    // 0-based
	Children  bool   // has children that could be listed
	Open      bool
	Node      int32 // node of the row, as defined by its creator
}

// TreeColumn describes a column.
type TreeColumn struct {
	Id, Title, Hint string
	Width           float32 // minimum, in dp
	Rank            int     // columns with the lowest rank are dropped first if space is short
	Words           bool    // words instead of numbers: left-aligned
	Fixed           bool    // cannot be sorted
}

// TreeCell is the content of a cell.
type TreeCell struct {
	Text  string // for display
	Short string // used if Text is too wide; "" to cut Text
	Raw   string // for programs; "" if unknown
	Faint bool   // insignificant, such as 0
	Share float64
	Tint  bool       // tint the fraction Share of the cell
	Parts []TreePart // stacked bar, from the left, in place of Text
	Mark  string     // icon before the number
	Color color.NRGBA
}

// TreePart is a part of a stacked bar. Share is a fraction of the cell's width.
type TreePart struct {
	Share float64
	Color color.NRGBA
}

// Suffixes of the IDs of a table's parts.
const (
	TreeRows   = "/rows"
	treeFilter = "/filter"
)

// Heights and widths in dp.
const (
	TreeStep   = 24 // height of a row
	TreeHeader = 26
	TreeBar    = 12 // width of the scroll bar
)

// Draw draws the table and returns the rows as drawn.
func (t *TreeTable) Draw(c *Canvas, b canvas.Box) TreeList {
	bar := b.CutRight(TreeBar)
	grid := t.Grid(b.X, b.W)
	t.drawHeader(c, b.CutTop(TreeHeader), grid)
	c.Hline(b.X, b.Y, b.W+TreeBar, 1, c.Line)
	bar.CutTop(TreeHeader)
	list := t.drawRows(c, b, bar, grid)
	t.Local.Shown = true
	return list
}

// focus gives the focus to the rows.
func (t *TreeTable) focus(c *Canvas) { c.FocusRowsOf(t.Id) }

func (c *Canvas) FocusRowsOf(table string) {
	if ctl := c.Controls[table+TreeRows]; ctl != nil {
		c.Source.Execute(key.FocusCmd{Tag: ctl})
		c.Again = true
	}
}

// selection returns the key of the last selected row.
func (t *TreeTable) selection(c *Canvas) string {
	if t.Groups {
		return c.Model.State.Selection
	}
	return t.Picked
}

func (t *TreeTable) isSelected(c *Canvas, key string) bool {
	if t.Groups {
		return c.Model.State.IsSelected(key)
	}
	return key == t.Picked
}

// TreeGrid contains the positions of the columns.
type TreeGrid struct {
	Name    treeSpan
	Columns []TreeColumn
	Spans   []treeSpan
	History treeSpan // column of curves; no width if there is no spare space
	missing int      // number of columns that do not fit
}

// treeSpan is a horizontal range, in dp.
type treeSpan struct{ x, W float32 }

func (s treeSpan) Of(row canvas.Box) canvas.Box { return canvas.Rect(s.x, row.Y, s.W, row.H) }

// Widths of the name column in dp: the minimum, its maximum share of the table, and the width that it gets before others.
const (
	TreeNameLeast = 230
	TreeNameShare = 0.42
	treeNameWell  = 360
)

// treeWider is the maximum factor by which columns of numbers are widened. Wider ones would tear rows apart.
const treeWider = 1.5

// Widths of the curves over time in dp. They get the space that columns leave.
const (
	historyLeast = 110
	historyMost  = 420
)

// Grid chooses the columns that fit from x. The sort column is dropped last. Names get the width they need, and numbers follow. Spare space
// is on the right, with curves over time if the table has any.
func (t *TreeTable) Grid(x, width float32) *TreeGrid {
	g := &TreeGrid{}
	sum := float32(0)
	for _, col := range t.Columns {
		if col.Id == t.Sort {
			col.Rank += 10
		}
		g.Columns = append(g.Columns, col)
		sum += col.Width
	}
	least := min(TreeNameLeast, width*TreeNameShare)
	for len(g.Columns) > 0 && width-sum < least {
		i := 0
		for j := range g.Columns {
			if g.Columns[j].Rank < g.Columns[i].Rank {
				i = j
			}
		}
		sum -= g.Columns[i].Width
		g.Columns = append(g.Columns[:i], g.Columns[i+1:]...)
		g.missing++
	}
	name, wider := width-sum, float32(1)
	if sum > 0 {
		name = min(name, max(t.namesWidth(), treeNameWell))
		wider = min(max((width-name)/sum, 1), treeWider)
	}
	at := x + name
	g.Name = treeSpan{x, name}
	for _, col := range g.Columns {
		g.Spans = append(g.Spans, treeSpan{at, col.Width * wider})
		at += col.Width * wider
	}
	if left := x + width - at - 16; t.History != nil && left >= historyLeast {
		g.History = treeSpan{at + 16, min(left, historyMost)}
	}
	return g
}

// namesWidth estimates the width of the name column. It does not depend on the scroll position.
func (t *TreeTable) namesWidth() float32 {
	const (
		rows         = 500  // maximum number of rows to examine
		letter, role = 7, 6 // in dp, slightly more than average letters
		step         = 60   // so that columns rarely move as rows open
	)
	list := t.List()
	widest := float32(0)
	for i := range min(list.Len(), rows) {
		r := list.Row(i)
		w := treeIndent*float32(r.Level) + letter*float32(utf8.RuneCountInString(r.Name))
		if r.Role != "" {
			w += 2*TreeChip + role*float32(utf8.RuneCountInString(r.Role))
		}
		widest = max(widest, w)
	}
	widest += TreeOpener + 2*TreeChip + treeMore
	return float32(math.Ceil(float64(widest/step))) * step
}
