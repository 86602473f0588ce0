package widget

import (
	"image/color"
	"math"
	"unicode/utf8"

	"gioui.org/io/key"

	"memcity/render/ui/canvas"
)

// TreeTable is a table whose rows are a tree: a column of indented names, which open and close, and columns of numbers, bars
// or words. Only the rows that can be seen are laid out. A view makes one for each layout, which is cheap, keeps a
// [TreeLocal] and its rows between them, and draws it:
//
//	t := &treeTable{id: "diff", what: "Groups", local: &c.local.diff.tree, list: c.diffRows, …}
//	t.draw(c, b)
//
// The mouse and the keys do what they do in trees of files: arrows, Home, End and page keys move the selection, right and
// left open and close, Shift and Ctrl select several where rows are groups, Return or the menu key open the menu of the row.
// Heads of columns sort. The functions are called while the table is drawn; those that change something do so by c.do, and
// list is called again afterwards.
type TreeTable struct {
	Id    string // prefix of the ids of its controls; its rows are id + [TreeRows]
	What  string // the rows, for programs, such as "Groups"
	Local *TreeLocal

	Name    TreeColumn   // of names; its id is "name"
	Columns []TreeColumn // next to it, from left to right
	Sort    string       // id of the column that decides the order
	Upward  bool         // small values first, or names from A to Z
	OneWay  bool         // columns sort the largest first only
	Order   func(column string, upward bool)

	List func() TreeList
	Cell func(column string, r *TreeRow) TreeCell
	Open func(r *TreeRow, open bool)

	// groups says that keys of rows are those of groups: the selection is the one of all views. Else picked is the key of the
	// row that is selected, and pick selects another.
	Groups bool
	Picked string
	Pick   func(key string)
	Reveal func(key string) // opens what is above a group that was selected elsewhere; may be nil

	Menu  MenuName                       // what can be done with the row local.menuKey; empty for none
	Act   func(r *TreeRow)               // what Return and a double click do in place of the menu and of opening; may be nil
	Press func(r *TreeRow)               // what a press does in addition to selecting the row alone; may be nil
	Chip  func(b canvas.Box, r *TreeRow) // draws the colour before a name; nil for none
	Marks []string                       // what of names is marked, as a filter looks for it
	Hint  func(r *TreeRow) string        // where the pointer rests
	Void  func() string                  // shown below the rows, where these are too few; may be nil
	Fore  func(r *TreeRow) color.NRGBA   // of names; nil for the usual one

	History func(r *TreeRow) func(point int) int64 // amounts over time, drawn where there is room to spare; nil for none
}

// TreeLocal is what a tree table keeps to itself between layouts.
type TreeLocal struct {
	Shown    bool    // at the last layout
	Offset   float64 // of the rows, in dp
	grip     float32 // where the scroll bar is held, in dp below its upper end
	Cursor   string  // key of the row that keys go on from
	anchor   string  // key of the row that a range begins at
	revealed string  // selection that the rows were scrolled to
	MenuKey  string  // row that the menu is about
	Under    int     // row under the pointer, -1 for none
}

// TreeList are the rows that can be scrolled through.
type TreeList interface {
	Len() int
	Row(i int) TreeRow
	Find(key string) int // the row with a key; -1 for none
	Deepest() int        // level of any row
}

// TreeRow is one row.
type TreeRow struct {
	Key, Name string
	Role      string // small, behind the name where there is room
	Level     int    // from 0
	Children  bool   // there are some that could be listed
	Open      bool
	Node      int32 // what it shows, in terms of whoever made it
}

// TreeColumn is how a column is shown.
type TreeColumn struct {
	Id, Title, Hint string
	Width           float32 // least, in dp
	Rank            int     // the lowest go first where there is no room
	Words           bool    // not numbers: set at the left
	Fixed           bool    // does not sort
}

// TreeCell is what stands in a cell.
type TreeCell struct {
	Text  string // for people
	Short string // where text is too wide; empty if that is cut
	Raw   string // for programs; empty if it is not known
	Faint bool   // the number says nothing, such as 0
	Share float64
	Tint  bool       // the part share of the cell is tinted
	Parts []TreePart // a bar of several parts, from the left; text is not drawn then
	Mark  string     // icon before the number
	Color color.NRGBA
}

// TreePart is a part of a bar; share is of the width of the cell.
type TreePart struct {
	Share float64
	Color color.NRGBA
}

// Ends of the ids of the parts of a table.
const (
	TreeRows   = "/rows"
	treeFilter = "/filter"
)

// Heights and widths in dp.
const (
	TreeStep   = 24 // from one row to the next
	TreeHeader = 26
	TreeBar    = 12 // the scroll bar
)

// Draw draws the table and returns the rows as they were drawn.
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

// selection is the key of the row that was selected last.
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

// TreeGrid is where the columns stand.
type TreeGrid struct {
	Name    treeSpan
	Columns []TreeColumn
	Spans   []treeSpan
	History treeSpan // of the curves; no width without room to spare
	missing int      // columns without room
}

// treeSpan is a stretch from left to right, in dp.
type treeSpan struct{ x, W float32 }

func (s treeSpan) Of(row canvas.Box) canvas.Box { return canvas.Rect(s.x, row.Y, s.W, row.H) }

// Widths in dp of the column of names: the least, as a share of all and at most, and what it gets before others do.
const (
	TreeNameLeast = 230
	TreeNameShare = 0.42
	treeNameWell  = 360
)

// treeWider is how much wider than they must be columns of numbers get where there is room: more would tear rows apart.
const treeWider = 1.5

// Widths in dp of the curves over time, which get what columns leave.
const (
	historyLeast = 110
	historyMost  = 420
)

// Grid chooses the columns that have room from x on. The one that is sorted by goes last. Names get what they need, and numbers stand
// next to them: what is left over lies at the right, with curves over time where the table has some.
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

// namesWidth estimates how wide the column of names has to be, the same wherever the rows are scrolled to.
func (t *TreeTable) namesWidth() float32 {
	const (
		rows         = 500  // that are looked at
		letter, role = 7, 6 // in dp, rather more than the usual letter has
		step         = 60   // so that columns rarely move as rows are opened
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
