package ui

import (
	"strconv"

	"gioui.org/io/key"
)

// PictureOptions are the user's choices about a picture of the city.
type PictureOptions struct {
	Scale           int // times the size of the window, 1 … MaxPictureScale
	Legend, Caption bool
	Labels          bool // names on districts and tags on buildings
	Transparent     bool // no ground and sky
}

// MaxPictureScale is the largest scale that is offered.
const MaxPictureScale = 4

// Picture is what the dialog for pictures shows.
type Picture struct {
	Options       PictureOptions
	Width, Height int    // of the window in pixels
	Problem       string // why there can be no picture as chosen; empty if there can
}

// SetPicture asks for other choices about pictures. The answer is Model.Picture.
type SetPicture struct{ Options PictureOptions }

func (SetPicture) event() {}

// Controls of the dialog that others know.
const (
	picturePrefix = "picture/"
	pictureSave   = picturePrefix + "save"
)

var pictureScales = []choice{
	{"1x", "The size of the window"}, {"2x", "Twice as wide and high, drawn anew"},
	{"3x", "Three times as wide and high, drawn anew"}, {"4x", "Four times as wide and high, drawn anew"},
}

// drawPicture draws the dialog. The button that saves has the focus from the start, and is always to be seen.
func drawPicture(c *canvas, b box) {
	const rows = 30 + 26 + 4*settingRow
	inner := b.inset(padding, 0)
	inner.cutTop(10)
	head := inner.cutTop(28)
	ends := head.cutRight(26).moved(5, 0)
	c.helpMark(head.cutRight(26).moved(5, 0), "pictures-and-films")
	if c.iconButton(picturePrefix+"close", ends.centered(26, 26), "close", "Close", "Close (Esc)", false) {
		c.emit(PictureAsked)
	}
	c.text(head, title, left, c.theme.text, "Picture")
	inner.cutTop(6)
	inner.cutBottom(min(16, max(b.h-28-10-6-32-40, 6)))
	buttons := inner.cutBottom(32)
	inner.cutBottom(8)
	c.scroll(picturePrefix, inner, func(content box) float32 {
		drawPictureOptions(c, content.withHeight(rows))
		return rows
	})
	drawPictureButtons(c, buttons, c.model.Picture.Problem != "")
	c.want(0, 10+28+6+rows+8+32+16)
}

func drawPictureOptions(c *canvas, b box) {
	p := c.model.Picture
	o := p.Options
	if i := c.segments(picturePrefix+"scale", b.cutTop(30), "Size", pictureScales, o.Scale-1, false); i >= 0 {
		o.Scale = i + 1
	}
	size, ink := strconv.Itoa(p.Width*p.Options.Scale)+" × "+strconv.Itoa(p.Height*p.Options.Scale)+" pixels", c.dim
	if p.Problem != "" {
		size, ink = "Too large: "+size, c.fault
	}
	c.text(b.cutTop(26), small, left, ink, size)
	for _, s := range []struct {
		name, hint string
		on         *bool
	}{
		{"Legend", "What area, height and colour mean", &o.Legend},
		{"Caption", "A line that says what is shown", &o.Caption},
		{"Labels", "Names of districts and tags of buildings", &o.Labels},
		{"Transparent ground", "No ground and sky; shade stays", &o.Transparent},
	} {
		if c.toggle(picturePrefix+s.name, b.cutTop(settingRow), s.name, s.hint, *s.on, false) {
			*s.on = !*s.on
		}
	}
	if o != p.Options {
		c.emit(SetPicture{o})
	}
}

func drawPictureButtons(c *canvas, row box, off bool) {
	save := row.cutLeft((row.w - 8) / 2)
	row.cutLeft(8)
	if c.button(pictureSave, save, buttonOptions{text: "Save…", hint: "Choose a file for it (Enter)", look: chosen, off: off}) {
		c.emit(SavePicture)
	}
	if c.button(picturePrefix+"copy", row, buttonOptions{text: "Copy", hint: "Put it on the clipboard (Ctrl+Shift+C)", look: ground, off: off}) {
		c.emit(CopyPicture)
	}
	if !c.local.picturing {
		c.local.picturing, c.byKey = true, true
		c.source.Execute(key.FocusCmd{Tag: c.controls[pictureSave]})
		c.again = true
	}
}

// usable reports whether the dialog has something to show; what it is told is not trusted.
func (p *Picture) usable() bool {
	return p != nil && p.Options.Scale >= 1 && p.Options.Scale <= MaxPictureScale
}
