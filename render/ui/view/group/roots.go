package group

import (
	"cmp"
	"slices"
	"strings"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/city/view/whatif"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// rootColumn selects a number of a GC root.
type rootColumn uint8

const (
	byDirect rootColumn = iota
	byClosest
	byIndirect
)

var rootColumns = []struct{ name, hint string }{
	{"direct", "Objects that the GC root refers to directly"},
	{"closest", "Objects for which no other GC root is closer"},
	{"indirect", "Objects reachable from the GC root; others may reach them too"},
}

func rootNumber(r *inspect.RootShare, by rootColumn, unit trees.Unit) int64 {
	return []trees.Amount{r.Direct, r.Closest, r.Indirect}[by].Of(unit)
}

// rootIcons maps kinds of GC roots to icons. Other kinds use the icon of a root.
var rootIcons = map[string]string{"static field": "pin", "local variable": "frames", "thread": "thread", "thread block": "thread",
	"monitor": "lock", "JNI local": "native", "JNI global": "native", "native stack": "native", "system class": "settings"}

func rootIcon(kind string) string {
	if icon := rootIcons[kind]; icon != "" {
		return icon
	}
	return "root"
}

const (
	fewRoots    = 6
	rootHeight  = 42
	rootNumbers = 64 // width of a column, in dp
)

// drawGroupRoots lists the GC roots that reach the group.
func (view *View) drawGroupRoots(c *widget.Canvas, r *inspect.Report, head, b *canvas.Box) {
	switch {
	case r.NoRoots:
		c.Remark(b, missingText(r))
		return
	case r.Roots == nil && r.RootOwners == nil && !r.Whole:
		view.waiting(c, b, "Finding GC roots…")
		return
	case len(r.Roots) == 0:
		c.Remark(b, "Unreachable from GC roots: garbage that is not collected yet.")
		return
	}
	unit, by := view.unit(c), view.sort
	c.Text(*head, canvas.Small, canvas.Right, c.Dim, words.Plural(int64(len(r.Roots)), "GC root", "GC roots")+", in "+unit.String())
	head.CutRight(150)
	roots := slices.Clone(r.Roots)
	slices.SortStableFunc(roots, func(x, y inspect.RootShare) int {
		return cmp.Compare(rootNumber(&y, by, unit), rootNumber(&x, by, unit))
	})
	columns := b.CutTop(24)
	for i := len(rootColumns) - 1; i >= 0; i-- {
		view.drawRootColumn(c, columns.CutRight(rootNumbers), rootColumn(i))
	}
	shown := roots[:view.shortened(c, "group/roots", len(roots), fewRoots)]
	view.list(c, b, rowList{id: "group/roots", words: "GC roots", rows: len(shown), height: rootHeight, still: true,
		item: func(i int) model.Item { return rootItem(&shown[i], unit) },
		cut:  func(i int) []whatif.Removal { return []whatif.Removal{whatif.RootRemoval(shown[i].Text)} },
		draw: func(i int, cell canvas.Box, _ bool) { view.drawRoot(c, cell, &shown[i]) }})
	view.more(c, b, "group/roots", len(roots), fewRoots)
}

// drawRootColumn draws the header of a column. Pressing it sorts the list by that column.
func (view *View) drawRootColumn(c *widget.Canvas, b canvas.Box, column rootColumn) {
	l := view
	value := ""
	if l.sort == column {
		value = "chosen"
	}
	ctl := c.Control("group/roots/"+rootColumns[column].name, b, widget.Pressable,
		model.Item{Kind: "choice", Text: "Sort by " + rootColumns[column].name,
			Value: value, Hint: rootColumns[column].hint + ". Click to sort by it."})
	fore := c.Dim
	switch {
	case l.sort == column:
		fore = c.Link
	case ctl.Hover:
		fore = c.Theme.Text
	}
	name := rootColumns[column].name
	if l.sort == column {
		c.Icon(canvas.Rect(b.Right()-c.Width(canvas.SmallB, name)-12, b.Y, 10, b.H), "down", fore)
	}
	c.Draw(b, canvas.SmallB, canvas.Right, fore, name)
	c.Ring(ctl, b.Inset(0, 2), 4)
	if ctl.Clicked {
		l.sort, c.Again = column, true
	}
}

// rootName returns the text of a GC root without its kind.
func rootName(r *inspect.RootShare) string {
	if name := strings.TrimPrefix(strings.TrimPrefix(r.Text, r.Kind), " "); name != "" {
		return name
	}
	return r.Kind
}

func rootItem(r *inspect.RootShare, unit trees.Unit) model.Item {
	value := r.Kind
	for i, column := range rootColumns {
		value += ", " + column.name + " " + words.Amount(unit, rootNumber(r, rootColumn(i), unit))
	}
	return model.Item{Kind: "value", Text: words.Unqualified(r.Text), Value: value, Hint: words.OneLine(r.Text)}
}

func (view *View) drawRoot(c *widget.Canvas, cell canvas.Box, r *inspect.RootShare) {
	c.Hline(cell.X, cell.Y, cell.W, 0, c.Line)
	row := cell.Inset(0, 4)
	upper := row.CutTop(18)
	c.Icon(upper.CutLeft(14).Middle(14), rootIcon(r.Kind), c.Link)
	upper.CutLeft(6)
	c.Name(upper, canvas.Body, canvas.Left, c.Theme.Text, words.Unqualified(rootName(r)))
	unit := view.unit(c)
	for i := len(rootColumns) - 1; i >= 0; i-- {
		v := rootNumber(r, rootColumn(i), unit)
		text, col := words.ShortAmount(unit, v), c.Theme.Text
		if unit == trees.Objects {
			text = words.Count(v)
		}
		if v == 0 {
			text, col = "–", c.Dim
		}
		c.Text(row.CutRight(rootNumbers), canvas.SmallB, canvas.Right, col, text)
	}
	row.CutLeft(20)
	c.Text(row, canvas.Small, canvas.Left, c.Dim, r.Kind)
}

const (
	FewSamples   = 12
	sampleHeight = 28
)

// drawSample draws one line for an object in a list of objects of the same type.
func (view *View) drawSample(c *widget.Canvas, row canvas.Box, o *inspect.ObjectLine) {
	c.Hline(row.X, row.Y, row.W, 0, c.Line)
	c.Icon(row.CutRight(14).Middle(14), "chevron", c.Dim)
	if o.Retains.Objects > 0 {
		c.Text(row.CutRight(min(100, row.W*0.4)), canvas.Strong, canvas.Right, c.Theme.Text, "retains "+words.Size(o.Retains.Bytes))
	}
	if row.W > 140 {
		c.Text(row.CutRight(60), canvas.Small, canvas.Right, c.Dim, words.Size(o.Shallow))
	}
	row.CutRight(8)
	switch {
	case o.Text != "":
		c.Text(row, canvas.Body, canvas.Left, c.Theme.Text, quoted(o.Text))
	case o.Address != "":
		c.Text(row, canvas.Body, canvas.Left, c.Theme.Text, o.Address)
	default:
		c.Name(row, canvas.Body, canvas.Left, c.Theme.Text, words.Unqualified(o.Type))
	}
}

// objectHeight is the height of an object's row in a list with different types and fields.
const objectHeight = 42

// drawObjectList lists objects. Selecting one continues the walk there.
func (view *View) drawObjectList(c *widget.Canvas, b *canvas.Box, id, words string, objects []inspect.ObjectLine, few int) {
	shown := objects[:view.shortened(c, id, len(objects), few)]
	chosen := view.list(c, b, rowList{id: id, words: words, rows: len(shown), height: objectHeight,
		item: func(i int) model.Item { return objectItem(&shown[i]) },
		draw: func(i int, cell canvas.Box, _ bool) { view.drawObjectLine(c, cell, &shown[i]) }})
	if chosen >= 0 {
		c.Do(state.WalkTo{Object: shown[chosen].Object})
	}
	view.more(c, b, id, len(objects), few)
}

func objectItem(o *inspect.ObjectLine) model.Item {
	it := model.Item{Text: objectName(o), Value: "shallow " + words.Size(o.Shallow), Hint: words.OneLine(o.Type)}
	if o.Field != "" {
		it.Text = o.Field + ": " + it.Text
	}
	if o.Address != "" {
		it.Hint += " at " + o.Address
	}
	if o.Retains.Objects > 0 {
		it.Value += ", retains " + words.Size(o.Retains.Bytes)
	}
	it.Hint += ": " + it.Value + ". Click to go there."
	return it
}

// objectName returns an object's type without packages, followed by its text or address.
func objectName(o *inspect.ObjectLine) string {
	name := words.Unqualified(o.Type)
	switch {
	case o.Text != "":
		name += " " + quoted(o.Text)
	case o.Address != "":
		name += " " + o.Address
	}
	return name
}

func quoted(s string) string { return "“" + words.OneLine(s) + "”" }

func (view *View) drawObjectLine(c *widget.Canvas, cell canvas.Box, o *inspect.ObjectLine) {
	c.Hline(cell.X, cell.Y, cell.W, 0, c.Line)
	row := cell.Inset(0, 4)
	upper := row.CutTop(18)
	c.Icon(upper.CutRight(14).Middle(14), "chevron", c.Dim)
	row.CutRight(14)
	if o.Retains.Objects > 0 {
		c.Text(upper.CutRight(min(106, upper.W/2)), canvas.Strong, canvas.Right, c.Theme.Text, "retains "+words.Size(o.Retains.Bytes))
		upper.CutRight(6)
	}
	name := words.Unqualified(o.Type)
	if o.Field != "" {
		w := c.Text(withWidth(upper, upper.W*0.45), canvas.Strong, canvas.Left, c.Link, o.Field)
		upper.CutLeft(min(w, upper.W*0.45) + 7)
	}
	c.Name(upper, canvas.Body, canvas.Left, c.Theme.Text, name)
	c.Text(row.CutRight(60), canvas.Small, canvas.Right, c.Dim, words.Size(o.Shallow))
	row.CutRight(6)
	if o.Text != "" {
		c.Text(row, canvas.Small, canvas.Left, c.Dim, quoted(o.Text))
	} else {
		c.Text(row, canvas.Small, canvas.Left, c.Dim, o.Address)
	}
}

func withWidth(b canvas.Box, w float32) canvas.Box { return canvas.Rect(b.X, b.Y, w, b.H) }
