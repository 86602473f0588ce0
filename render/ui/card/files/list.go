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
	dateWidth = 118 // date and time
	dayWidth  = 76  // date only
	aroundRow = "Parent folder"
)

// drawList draws the entries of the folder below the column heads.
func drawList(c *widget.Canvas, b canvas.Box, k *browser) {
	f := c.Model.Files
	drawHeads(c, b.CutTop(24))
	c.Hline(b.X, b.Y, b.W, 0, c.Line)
	c.Scroll(listID, b, func(content canvas.Box) float32 {
		rows := 1 + len(k.rows)
		list := content.WithHeight(rowHeight * float32(rows))
		drawRows(c, list, k, rows)
		note := emptyText(f, k)
		if note == "" {
			return list.H
		}
		below := canvas.Rect(list.X+8, list.Bottom()+6, list.W-16, b.H)
		height := 6 + c.Paragraph(below, canvas.Small, c.Dim, note)
		if len(f.Entries) == 0 && f.Others > 0 {
			label := "List " + words.Plural(int64(f.Others), "other file", "other files")
			button := canvas.Rect(below.X, list.Bottom()+height+8, min(below.W, c.Width(canvas.Body, label)+32), 30)
			if c.Button(prefix+"others", button, widget.ButtonOptions{Text: label, Hint: "Memory City detects the format from the content, not the name", Look: widget.Ground}) {
				c.Emit(model.BrowseAll{All: true})
			}
			height += 40
		}
		return list.H + height
	})
}

// emptyText explains why the list has no entries; "" if it has some.
func emptyText(f *model.Files, k *browser) string {
	switch {
	case len(k.rows) > 0:
	case f.Reads && f.Entries == nil:
		return "Reading the folder…"
	case f.Problem != "" && len(f.Entries) == 0:
	case len(f.Entries) > 0:
		return "None of " + words.Plural(int64(len(f.Entries)), "name", "names") + " contains “" + k.filter + "”. Press Esc to show all."
	case f.Others == 0:
		return "This folder is empty."
	default:
		return "No file here has the extension of a recording."
	}
	return ""
}

// drawRows draws a single control for all rows, as there may be thousands.
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
			if !f.Saves {
				k.mark(k.row)
			}
			k.row = widget.StepRow(k.row, key.NameDownArrow, rows)
		default:
			k.row = widget.StepRow(k.row, n, rows)
		}
	}
	if k.row != before {
		k.anchor = k.row
		k.reveal(c.Core)
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

// press selects the row under the pointer, with Ctrl in addition to others. A double click opens it.
func press(c *widget.Canvas, ctl *widget.Control, k *browser, under int) {
	f := c.Model.Files
	c.FocusControl(listID)
	c.Again = true
	switch {
	case ctl.Double:
		open(c, k, under)
		return
	case ctl.Mods.Contain(key.ModShift) && !f.Saves:
		k.extend(under)
		return
	case ctl.Mods.Contain(key.ModCtrl) && !f.Saves:
		if len(k.marked) == 0 && k.row != under {
			k.mark(k.row)
		}
		k.mark(under)
	default:
		clear(k.marked)
	}
	k.row, k.anchor = under, under
	if e := k.entry(under); f.Saves && e != nil && !e.Folder {
		k.name = e.Name
	}
}

// open opens the folder of a row, or chooses files.
func open(c *widget.Canvas, k *browser, row int) {
	f, e := c.Model.Files, k.entry(row)
	switch {
	case e == nil:
		c.Emit(model.BrowseTo{Path: filepath.Dir(f.Folder)})
	case e.Folder:
		c.Emit(model.BrowseTo{Path: filepath.Join(f.Folder, e.Name)})
	case f.Saves:
		k.name = e.Name
		save(c, k)
	default:
		k.row = row
		c.Emit(model.ChooseFiles{Paths: k.paths()})
	}
}

func drawRow(c *widget.Canvas, row canvas.Box, k *browser, i int, hover bool) {
	e := &model.FileEntry{Name: aroundRow, Folder: true}
	if i > 0 {
		e = k.entry(i)
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
		layout := "2006-01-02 15:04"
		if date.W < dateWidth {
			layout = "2006-01-02"
		}
		c.Text(date, canvas.Small, canvas.Right, c.Dim, e.Changed.Format(layout))
	}
}
