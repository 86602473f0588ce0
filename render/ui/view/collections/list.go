package collections

import (
	"fmt"
	"slices"

	"gioui.org/io/key"

	"memcity/city/view/collections"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Lengths of the list, in dp.
const (
	rowHigh    = 28
	barHigh    = 16
	headHigh   = 24
	labelLeast = 150
	labelMost  = 330
	numberWide = 84
	barLeast   = 90 // minimum width of bars; numbers have precedence
)

// column is a column of numbers, which can sort the list.
type column struct {
	order       collections.Order
	title, hint string
	text        func(r *collections.Row) string
}

// columns returns the columns from left to right, after the bars.
func columns(known bool) []column {
	all := []column{
		{collections.BySize, "Elements", "Maximum number of elements in the window",
			func(r *collections.Row) string { return words.Count(r.Size) }},
		{collections.ByStaleness, "Staleness",
			"Share of the window since elements were last read or added: the mean, from 0 to 1",
			func(r *collections.Row) string { return words.Ratio(r.Staleness) }},
	}
	if known {
		all = append(all, column{collections.ByConfidence, "Leak conf.",
			"Leak confidence, 0 to 1: combines staleness with the share of the heap that only this collection keeps alive",
			func(r *collections.Row) string {
				if r.Confidence == nil {
					return "–"
				}
				return words.Ratio(*r.Confidence)
			}})
	}
	return all
}

// grid contains the positions of a row's parts.
type grid struct {
	label, bar canvas.Box // in the heading
	numbers    []canvas.Box
	columns    []column
	longest    int64 // elements of the longest bar
}

func (view *View) grid(b canvas.Box, r *collections.Report) *grid {
	g := &grid{columns: columns(collections.KnowsConfidence(r.Collections))}
	b.CutRight(8) // for the scroll bar
	for _, c := range r.Collections {
		g.longest = max(g.longest, c.Size)
	}
	for len(g.columns) > 1 && b.W-numberWide*float32(len(g.columns)) < labelLeast {
		g.columns = g.columns[:len(g.columns)-1]
	}
	g.numbers = make([]canvas.Box, len(g.columns))
	for i := range slices.Backward(g.columns) {
		g.numbers[i] = b.CutRight(min(numberWide, b.W/2))
	}
	g.label = b.CutLeft(min(max(b.W*0.36, labelLeast), labelMost, b.W))
	b.CutLeft(8)
	if b.W < barLeast {
		g.label.W, b.W = b.Right()-g.label.X, 0
	}
	g.bar = b
	return g
}

// of moves a part of the heading to a row.
func of(part, row canvas.Box) canvas.Box { return canvas.Rect(part.X, row.Y, part.W, row.H) }

// drawList draws the collections as bars with their numbers.
func (view *View) drawList(c *widget.Canvas, b canvas.Box, r *collections.Report, s collections.State) {
	g := view.grid(b, r)
	view.drawHeading(c, b.CutTop(headHigh), g, s)
	if len(r.Collections) == 0 {
		why := "No collection was alive in the window."
		if r.Window.Collections > 0 {
			why = "No collection matches the filters."
		}
		c.Text(b.CutTop(rowHigh), canvas.Body, canvas.Left, c.Dim, why)
	}
	if c.Sheet {
		view.drawRows(c, b, r, g)
		return
	}
	c.Scroll("collections/list", b, func(content canvas.Box) float32 {
		content.H = rowHigh * float32(len(r.Collections))
		view.input(c, content, b, r, g)
		view.drawRows(c, content, r, g)
		return content.H
	})
}

// drawHeading draws the column heads, which sort.
func (view *View) drawHeading(c *widget.Canvas, b canvas.Box, g *grid, s collections.State) {
	c.Hline(b.X, b.Bottom()-1, b.W, 1, c.Line)
	c.Draw(of(g.label, b), canvas.SmallB, canvas.Left, c.Dim, "Collection")
	head := func(at canvas.Box, al canvas.Align, order collections.Order, title, hint string) {
		on := s.Order == order
		fore, value := c.Dim, ""
		if on {
			fore, value = c.Theme.Text, "chosen"
		}
		if !c.Sheet {
			ctl := c.Control("collections/order/"+title, at, widget.Pressable,
				model.Item{Kind: "choice", Text: "Order by: " + title, Value: value, Hint: hint + ". Click to sort by it."})
			if ctl.Hover {
				c.Fill(at.Inset(0, 2), 4, c.Theme.Hover)
			}
			c.Ring(ctl, at.Inset(0, 2), 4)
			if ctl.Clicked && !on {
				view.set(c, func(s *collections.State) { s.Order, s.Top = order, 0 })
			}
		}
		if inner := at.Inset(4, 0); on {
			w := c.Width(canvas.SmallB, title)
			arrow := canvas.Rect(inner.X+w+3, inner.Y, 10, inner.H)
			if al == canvas.Right {
				arrow.X = inner.Right() - w - 13
			}
			c.Icon(arrow.Middle(10), "down", fore)
		}
		c.Draw(at.Inset(4, 0), canvas.SmallB, al, fore, title)
	}
	if g.bar.W > 0 {
		head(of(g.bar, b), canvas.Left, collections.ByRank, "Size × staleness",
			"Bar length is the number of elements; colors show staleness")
	}
	for i, col := range g.columns {
		head(of(g.numbers[i], b), canvas.Right, col.order, col.title, col.hint)
	}
}

// drawRows draws the visible rows.
func (view *View) drawRows(c *widget.Canvas, content canvas.Box, r *collections.Report, g *grid) {
	cold, hot := view.colors(c)
	for i := range r.Collections {
		one := &r.Collections[i]
		row := rowAt(content, i)
		if c.Hidden(row) {
			continue
		}
		name := words.ShortCollection(one.Label)
		label := of(g.label, row)
		label.W -= 6
		c.DrawText(label, canvas.Body, canvas.Left, c.Theme.Text, words.OneLine(name), label.W)
		below, above := barParts(of(g.bar, row).Middle(barHigh), one, g.longest)
		if g.bar.W > 0 {
			c.Fill(below, 2, cold)
			c.Fill(above, 2, hot)
		}
		for k, col := range g.columns {
			c.Draw(of(g.numbers[k], row).Inset(4, 0), canvas.Body, canvas.Right, c.Theme.Text, col.text(one))
		}
		c.Items = append(c.Items, model.Item{Panel: c.Panel, Kind: "row", Text: words.OneLine(name), Value: one.Text(), Rect: c.Visible(row)})
	}
}

func rowAt(content canvas.Box, i int) canvas.Box {
	return canvas.Rect(content.X, content.Y+rowHigh*float32(i), content.W, rowHigh)
}

// barParts returns the two parts of a collection's bar: elements up to the threshold and above it. A part with elements is always visible.
func barParts(b canvas.Box, r *collections.Row, most int64) (below, above canvas.Box) {
	width := func(n int64) float32 {
		if n == 0 {
			return 0
		}
		return max(b.W*float32(float64(n)/float64(max(most, 1))), 2)
	}
	below, above = b.WithWidth(width(r.Below.Elements)), b.WithWidth(width(r.Above.Elements))
	above.X = below.Right()
	if below.W > 0 && above.W > 0 {
		above.X++
		above.W = max(above.W-1, 1)
	}
	return below, above
}

// input handles pointer and keys in the list.
func (view *View) input(c *widget.Canvas, content, seen canvas.Box, r *collections.Report, g *grid) {
	n := len(r.Collections)
	at := max(slices.IndexFunc(r.Collections, func(row collections.Row) bool { return row.Number == view.row }), 0)
	ctl := c.Control(table+widget.TreeRows, content, widget.Browsable,
		model.Item{Kind: "table", Text: "Collections listed", Value: words.Counted(int64(n), "row")})
	if n == 0 {
		return
	}
	under := ctl.RowUnder(content, rowHigh, n)
	if under != view.under {
		view.under, ctl.Since = under, c.Now
	}
	if under >= 0 {
		c.Fill(rowAt(content, under), 4, c.Theme.Hover)
		one, row := &r.Collections[under], rowAt(content, under)
		c.ProposeHint(fmt.Sprintf("collections/row/%d", one.Number), ctl, view.rowHint(row, one, g, ctl.At), c.Visible(row.Intersect(seen)))
	}
	if ctl.Focus {
		c.Fill(rowAt(content, at), 4, c.Wash)
		if c.ByKey {
			c.Frame(rowAt(content, at), 4, 2, c.Link)
		}
	}
	to := view.keys(c, ctl, content, r, at)
	switch {
	case ctl.MenuRequested && under >= 0:
		to = under
		view.openRowMenu(c, r.Collections[under].Number, canvas.Rect(ctl.At.X, ctl.At.Y, 0, 0))
	case ctl.Fresh:
		view.pressed = under
		c.Source.Execute(key.FocusCmd{Tag: ctl})
	case ctl.Released:
		if under >= 0 && under == view.pressed {
			to = under
			view.open(c, r.Collections[under].Number)
		}
		view.pressed = -1
	}
	if next := r.Collections[to].Number; to != at || view.row == 0 {
		view.row, c.Again = next, true
		c.RevealRow("collections/list", rowHigh*float32(to), rowHigh)
	}
}

// keys handles keys in the list, and returns the new current row.
func (view *View) keys(c *widget.Canvas, ctl *widget.Control, content canvas.Box, r *collections.Report, at int) (to int) {
	to = at
	for _, k := range ctl.Keys {
		switch k {
		case key.NameReturn, key.NameEnter, key.NameRightArrow:
			view.open(c, r.Collections[to].Number)
		case key.NameF10, widget.KeyMenu:
			view.openRowMenu(c, r.Collections[to].Number, rowAt(content, to).WithWidth(200))
		default:
			to = widget.StepRow(to, k, len(r.Collections))
		}
	}
	return to
}

// open shows the details of a collection.
func (view *View) open(c *widget.Canvas, number int) {
	view.row = number
	view.set(c, func(s *collections.State) { s.Opened = number })
}

// rowHint describes a collection, or the part of its bar under the pointer.
func (view *View) rowHint(row canvas.Box, r *collections.Row, g *grid, at canvas.Point) string {
	below, above := barParts(of(g.bar, row).Middle(barHigh), r, g.longest)
	part := func(p collections.Part, what string) string {
		return words.Counted(p.Elements, "element") + " " + what + ", mean staleness " + words.Ratio(p.Staleness)
	}
	text := words.OneLine(r.Label) + "\n" + r.Text()
	switch {
	case g.bar.W > 0 && at.X >= below.X && at.X < below.Right():
		text = words.OneLine(r.Label) + "\n" + part(r.Below, "up to the threshold")
	case g.bar.W > 0 && at.X >= above.X && at.X < above.Right():
		text = words.OneLine(r.Label) + "\n" + part(r.Above, "above the threshold")
	default:
		text += "\n" + part(r.Below, "up to the threshold") + "\n" + part(r.Above, "above it")
	}
	if r.Duplicates > 0 {
		text += "\n" + words.Plural(r.Duplicates, "copy", "copies") + " of elements already in it"
	}
	if r.Share != nil {
		text += "\nkeeps " + words.PercentOf(*r.Share) + " of the heap alive on average"
	}
	return text + "\nClick to see the lines that fill and read it."
}
