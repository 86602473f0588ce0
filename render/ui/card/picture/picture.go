package picture

import (
	"strconv"

	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/part"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// Control IDs of the dialog.
const (
	PicturePrefix = "picture/"
	pictureSave   = PicturePrefix + "save"
)

var pictureScales = []widget.Choice{
	{Text: "1x", Hint: "Same size as the window"}, {Text: "2x", Hint: "Render at twice the width and height"},
	{Text: "3x", Hint: "Render at three times the width and height"}, {Text: "4x", Hint: "Render at four times the width and height"},
}

// DrawPicture draws the dialog. The save button has the initial focus and is always visible.
func DrawPicture(c *widget.Canvas, b canvas.Box) {
	const rows = 30 + 26 + 4*part.SettingRow
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(10)
	head := inner.CutTop(28)
	ends := head.CutRight(26).Moved(5, 0)
	c.HelpMark(head.CutRight(26).Moved(5, 0), "pictures-and-films")
	if c.IconButton(PicturePrefix+"close", ends.Centered(26, 26), "close", "Close", c.Tip(action.GoEscape, "Close"), "") {
		c.Run(action.PictureDialog)
	}
	c.Text(head, canvas.Title, canvas.Left, c.Theme.Text, "Picture")
	inner.CutTop(6)
	inner.CutBottom(min(16, max(b.H-28-10-6-32-40, 6)))
	buttons := inner.CutBottom(32)
	inner.CutBottom(8)
	c.Scroll(PicturePrefix, inner, func(content canvas.Box) float32 {
		drawPictureOptions(c, content.WithHeight(rows))
		return rows
	})
	drawPictureButtons(c, buttons, words.UpperFirst(c.Model.Picture.Problem))
	c.Want(0, 10+28+6+rows+8+32+16)
}

func drawPictureOptions(c *widget.Canvas, b canvas.Box) {
	p := c.Model.Picture
	o := p.Options
	if i := c.Segments(PicturePrefix+"scale", b.CutTop(30), "Size", pictureScales, o.Scale-1, ""); i >= 0 {
		o.Scale = i + 1
	}
	size, ink := strconv.Itoa(p.Width*p.Options.Scale)+" × "+strconv.Itoa(p.Height*p.Options.Scale)+" pixels", c.Dim
	if p.Problem != "" {
		size, ink = "Too large: "+size, c.Fault
	}
	c.Text(b.CutTop(26), canvas.Small, canvas.Left, ink, size)
	for _, s := range []struct {
		name, hint string
		on         *bool
	}{
		{"Legend", "Include the meaning of area, height and color", &o.Legend},
		{"Caption", "Include a line that describes the picture", &o.Caption},
		{"Labels", "Include names of districts and labels of buildings", &o.Labels},
		{"Transparent background", "Omit ground and sky; keep shadows", &o.Transparent},
	} {
		if c.Toggle(PicturePrefix+s.name, b.CutTop(part.SettingRow), s.name, s.hint, *s.on, "") {
			*s.on = !*s.on
		}
	}
	if o != p.Options {
		c.Emit(model.SetPicture{Options: o})
	}
}

func drawPictureButtons(c *widget.Canvas, row canvas.Box, why string) {
	if at := widget.Keep[state](c.Core); !at.open {
		at.open, c.ByKey = true, true
		c.FocusControl(pictureSave)
	}
	save := row.CutLeft((row.W - 8) / 2)
	row.CutLeft(8)
	if c.Button(pictureSave, save, widget.ButtonOptions{Text: "Save…", Hint: c.Tip(action.DialogAccept, "Choose a file and save"), Look: widget.Chosen, Why: why}) {
		c.Run(action.PictureSave)
	}
	if c.Button(PicturePrefix+"copy", row,
		widget.ButtonOptions{Text: "Copy", Hint: c.Tip(action.PictureCopy, "Copy to the clipboard"), Look: widget.Ground, Why: why}) {
		c.Run(action.PictureCopy)
	}
}

// state is the state of the dialog between layouts.
type state struct{ open bool } // was open at the last layout
