package files

import (
	"path/filepath"
	"strings"

	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

const (
	usualHeight = 560 // in dp
	placesWidth = 150 // width of the column of places, in dp
	lowHeight   = 280 // height of a card too low for the switch of all files, in dp
	roomy       = 520 // minimum width of the card for the column of places, in dp

	listID   = prefix + "list"
	filterID = prefix + "filter"
	nameID   = prefix + "name"
	pathID   = prefix + "path"
)

// draw draws the browser. The initial focus is on the list, or on the name of the file to write.
func draw(c *widget.Canvas, b canvas.Box) {
	f := c.Model.Files
	k := at(c, f)
	if !k.open {
		k.open, k.name = true, f.Name
		if f.Saves {
			c.FocusLineField(nameID, k.name)
		} else {
			c.ByKey = true
			c.FocusControl(listID)
		}
	}
	inner := b.Inset(place.Padding, 0)
	low := b.H < lowHeight
	inner.CutTop(10)
	head := inner.CutTop(28)
	if c.IconButton(prefix+"close", head.CutRight(26).Moved(5, 0).Centered(26, 26), "close", "Close", c.Tip(action.GoEscape, "Cancel"), "") {
		c.Emit(model.ChooseFiles{})
	}
	c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, f.Title)
	inner.CutTop(6)
	drawPath(c, inner.CutTop(32), k)
	if !low {
		inner.CutTop(8)
	}
	inner.CutBottom(min(14, max(b.H-200, 4)))
	drawFoot(c, inner.CutBottom(32), k)
	inner.CutBottom(8)
	if f.Saves {
		drawName(c, inner.CutBottom(32), k)
		inner.CutBottom(8)
	} else if !low {
		drawKinds(c, inner.CutBottom(28), f)
		inner.CutBottom(4)
	}
	if f.Problem != "" {
		c.Paragraph(inner.CutBottom(c.ParagraphHeight(inner.W, canvas.Small, f.Problem)), canvas.Small, c.Fault, f.Problem)
		inner.CutBottom(4)
	}
	if inner.W >= roomy {
		drawPlaces(c, inner.CutLeft(placesWidth), f)
		inner.CutLeft(12)
	}
	drawList(c, inner, k)
	c.Frame(b, 10, 1, c.Line)
	c.Want(0, usualHeight)
}

// drawPath draws the button for the parent folder, the field for a path, and the filter.
func drawPath(c *widget.Canvas, row canvas.Box, k *browser) {
	f := c.Model.Files
	up := filepath.Dir(f.Folder)
	if c.IconButton(prefix+"up", row.CutLeft(32).Middle(30), "up", "Parent folder", "Go to the parent folder", widget.Why(up == f.Folder, "This is the topmost folder")) {
		c.Emit(model.BrowseTo{Path: up})
	}
	row.CutLeft(6)
	drawFilter(c, row.CutRight(min(180, row.W*0.38)), k)
	row.CutRight(6)
	text, _, submitted := c.LineField(pathID, row, model.Item{Text: "Path", Hint: "Type a path; Enter opens it"}, k.path, "Path of a folder or file")
	if k.path = text; submitted && strings.TrimSpace(text) != "" {
		c.Emit(model.BrowseTo{Path: text})
	}
}

// drawPlaces draws folders that the user is likely to open.
func drawPlaces(c *widget.Canvas, b canvas.Box, f *model.Files) {
	c.Text(b.CutTop(24), canvas.SmallB, canvas.Left, c.Dim, "Places")
	c.Scroll(prefix+"places", b, func(content canvas.Box) float32 {
		for i, p := range f.Places {
			row := canvas.Rect(content.X, content.Y+30*float32(i), content.W, 30).Inset(0, 1)
			look := widget.Plain
			if p.Path == f.Folder {
				look = widget.Ground
			}
			if c.Button(prefix+"place/"+p.Path, row, widget.ButtonOptions{Icon: "open", Text: p.Name, Hint: p.Path, Look: look}) {
				c.Emit(model.BrowseTo{Path: p.Path})
			}
		}
		return 30 * float32(len(f.Places))
	})
}

// drawKinds draws the switch that lists all files, with the number of files left out.
func drawKinds(c *widget.Canvas, row canvas.Box, f *model.Files) {
	label := "All files"
	if f.Others > 0 {
		label += " (" + words.Count(int64(f.Others)) + " more)"
	}
	if c.Toggle(prefix+"all", row.CutLeft(min(row.W, c.Width(canvas.Body, label)+60)), label,
		"Also list files without a known extension. Memory City detects the format from the content.", f.All, "") {
		c.Emit(model.BrowseAll{All: !f.All})
	}
	if f.More > 0 {
		row.CutLeft(12)
		c.Text(row, canvas.Small, canvas.Left, c.Dim, words.Count(int64(f.More))+" more files are not listed. Type a path instead.")
	}
}

// drawName draws the field for the name of the file to write.
func drawName(c *widget.Canvas, row canvas.Box, k *browser) {
	text, changed, submitted := c.LineField(nameID, row, model.Item{Text: "Name", Hint: "File name; Enter saves it"}, k.name, "File name")
	if changed {
		k.name, c.Again = text, true
	}
	if submitted {
		save(c, k)
	}
}

func save(c *widget.Canvas, k *browser) {
	if name := strings.TrimSpace(k.name); name != "" {
		c.Emit(model.ChooseFiles{Paths: []string{filepath.Join(c.Model.Files.Folder, name)}})
	}
}

// drawFoot draws the buttons: cancel on the left, choose on the right.
func drawFoot(c *widget.Canvas, row canvas.Box, k *browser) {
	f := c.Model.Files
	chosen := k.paths()
	text, why := "Open", widget.Why(len(chosen) == 0, "Select a file first")
	switch {
	case f.Saves && f.Replace != "":
		text, why = "Replace", ""
	case f.Saves:
		text, why = "Save", widget.Why(strings.TrimSpace(k.name) == "", "Enter a file name first")
	case len(chosen) > 1:
		text = "Open " + words.Count(int64(len(chosen)))
	}
	if c.Button(prefix+"choose", row.CutRight(110), widget.ButtonOptions{Text: text, Hint: "Enter", Look: widget.Chosen, Why: why}) {
		if f.Saves {
			save(c, k)
		} else {
			c.Emit(model.ChooseFiles{Paths: chosen})
		}
	}
	row.CutRight(8)
	if !f.Saves && row.W > 220 {
		if c.Button(prefix+"folder", row.CutRight(130), widget.ButtonOptions{Text: "Open this folder", Hint: "Open all its files as one series of heap states", Look: widget.Ground}) {
			c.Emit(model.ChooseFiles{Paths: []string{f.Folder}})
		}
	}
	if c.Button(prefix+"cancel", row.CutLeft(90), widget.ButtonOptions{Text: "Cancel", Hint: "Esc", Look: widget.Ground}) {
		c.Emit(model.ChooseFiles{})
	}
}
