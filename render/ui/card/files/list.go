package files

import (
	"fmt"
	"path/filepath"

	"gioui.org/io/key"

	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

const (
	rowHeight = 26
	sizeWidth = 76
	dateWidth = 118
	aroundRow = "Folder around"
)

// drawList draws the entries of the folder under the names of the columns.
func drawList(c *widget.Canvas, b canvas.Box, k *browser) {
	f := c.Model.Files
	head := b.CutTop(24)
	name, size, date := columns(head)
	c.Text(name, canvas.SmallB, canvas.Left, c.Dim, "Name")
	c.Text(size, canvas.SmallB, canvas.Right, c.Dim, "Size")
	if date.W > 0 {
		c.Text(date, canvas.SmallB, canvas.Right, c.Dim, "Changed")
	}
	c.Hline(b.X, b.Y, b.W, 0, c.Line)
	c.Scroll(listID, b, func(content canvas.Box) float32 {
		rows := 1 + len(f.Entries)
		list := content.WithHeight(rowHeight * float32(rows))
		drawRows(c, list, k, rows)
		note := ""
		switch {
		case f.Reads && f.Entries == nil:
			note = "Reading the folder…"
		case len(f.Entries) == 0 && f.Problem == "" && f.Others == 0:
			note = "The folder is empty"
		case len(f.Entries) == 0 && f.Problem == "":
			note = "There is nothing here that can be opened by its name"
		}
		if note == "" {
			return list.H
		}
		c.Text(canvas.Rect(list.X+8, list.Bottom(), list.W-8, rowHeight), canvas.Small, canvas.Left, c.Dim, note)
		return list.H + rowHeight
	})
}

// columns are the places of a row's texts; there is no date where the card is narrow.
func columns(row canvas.Box) (name, size, date canvas.Box) {
	inner := row.Inset(8, 0)
	if inner.W > 380 {
		date = inner.CutRight(dateWidth)
	}
	size = inner.CutRight(sizeWidth)
	inner.CutRight(8)
	return inner, size, date
}

// drawRows draws one control for all rows, as there may be thousands.
func drawRows(c *widget.Canvas, list canvas.Box, k *browser, rows int) {
	f := c.Model.Files
	k.row = min(k.row, rows-1)
	cell := func(i int) canvas.Box { return canvas.Rect(list.X, list.Y+float32(i)*rowHeight, list.W, rowHeight) }
	ctl := c.Control(listID, list, widget.Listable, model.Item{Kind: "list", Text: "Files", Value: fmt.Sprintf("%d rows", rows)})
	before := k.row
	for _, n := range ctl.Keys {
		switch n {
		case key.NameReturn, key.NameEnter:
			open(c, k, k.row)
		case key.NameSpace:
			mark(f, k, k.row)
			k.row = widget.StepRow(k.row, key.NameDownArrow, rows)
		default:
			k.row = widget.StepRow(k.row, n, rows)
		}
	}
	if k.row != before {
		c.RevealRow(listID, rowHeight*float32(k.row), rowHeight)
	}
	under := ctl.RowUnder(list, rowHeight, rows)
	if ctl.Fresh && under >= 0 {
		press(c, ctl, k, under)
	}
	if ctl.Focus && c.ByKey {
		c.FocusRect = cell(k.row)
	}
	for i := range rows {
		if row := cell(i); !c.Hidden(row) {
			drawRow(c, row, k, i, i == under && ctl.Hover)
		}
	}
	if ctl.Focus && c.ByKey {
		c.Frame(cell(k.row), 4, 2, c.Link)
	}
}

// press chooses the row under the pointer, with Ctrl together with others; twice opens it.
func press(c *widget.Canvas, ctl *widget.Control, k *browser, under int) {
	f := c.Model.Files
	c.FocusControl(listID)
	c.Again = true
	switch {
	case ctl.Double:
		open(c, k, under)
	case ctl.Mods.Contain(key.ModCtrl):
		mark(f, k, k.row)
		mark(f, k, under)
	default:
		clear(k.marked)
	}
	if k.row = under; f.Saves && under > 0 && !f.Entries[under-1].Folder {
		k.name = f.Entries[under-1].Name
	}
}

// mark adds a file to those that are opened together, or leaves it out again.
func mark(f *model.Files, k *browser, row int) {
	if row < 1 || f.Saves || f.Entries[row-1].Folder {
		return
	}
	if name := f.Entries[row-1].Name; k.marked[name] {
		delete(k.marked, name)
	} else {
		k.marked[name] = true
	}
}

// paths are those of the files that are chosen.
func paths(f *model.Files, k *browser) []string {
	var list []string
	for i, e := range f.Entries {
		if !e.Folder && (k.marked[e.Name] || len(k.marked) == 0 && i == k.row-1) {
			list = append(list, filepath.Join(f.Folder, e.Name))
		}
	}
	return list
}

// open goes to the folder of a row, or chooses files.
func open(c *widget.Canvas, k *browser, row int) {
	f := c.Model.Files
	switch {
	case row == 0:
		c.Emit(model.BrowseTo{Path: filepath.Dir(f.Folder)})
	case f.Entries[row-1].Folder:
		c.Emit(model.BrowseTo{Path: filepath.Join(f.Folder, f.Entries[row-1].Name)})
	case f.Saves:
		k.name = f.Entries[row-1].Name
		save(c, k)
	default:
		if k.row = row; len(paths(f, k)) > 0 {
			c.Emit(model.ChooseFiles{Paths: paths(f, k)})
		}
	}
}

func drawRow(c *widget.Canvas, row canvas.Box, k *browser, i int, hover bool) {
	f := c.Model.Files
	e := model.FileEntry{Name: aroundRow, Folder: true}
	if i > 0 {
		e = f.Entries[i-1]
	}
	switch {
	case i == k.row, k.marked[e.Name] && i > 0:
		c.Fill(row, place.CtlRadius, c.Wash)
	case hover:
		c.Fill(row, place.CtlRadius, c.Theme.Hover)
	}
	name, size, date := columns(row)
	icon, ink := "file", c.Dim
	switch {
	case i == 0:
		icon = "up"
	case e.Folder:
		icon, ink = "open", c.Link
	case k.marked[e.Name]:
		icon, ink = "check", c.Link
	}
	c.Icon(name.CutLeft(16).Middle(16), icon, ink)
	name.CutLeft(8)
	c.Name(name, canvas.Body, canvas.Left, c.Theme.Text, e.Name)
	if !e.Folder {
		c.Text(size, canvas.Small, canvas.Right, c.Theme.Text, words.Size(e.Bytes))
	}
	if date.W > 0 && !e.Changed.IsZero() {
		c.Text(date, canvas.Small, canvas.Right, c.Dim, e.Changed.Format("2006-01-02 15:04"))
	}
}
