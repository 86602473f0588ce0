// Package steer asks whether another program, such as an assistant, may show something in the window.
package steer

import (
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
)

const prefix = "steer/"

// New returns the prompt.
func New() *widget.Panel {
	return &widget.Panel{ID: model.SteerP, Usual: place.Want{W: 460, H: 200, MinH: 80}, Draw: drawPrompt,
		Opens:  func(k *widget.Core) bool { return k.Model.Steer != nil },
		Absent: func(k *widget.Core) { widget.Keep[prompt](k).shown = false },
		Escape: widget.EscapeBy(prefix, model.RefuseSteering)}
}

// prompt remembers whether the prompt has the focus already.
type prompt struct{ shown bool }

func drawPrompt(c *widget.Canvas, b canvas.Box) {
	s := c.Model.Steer
	head := s.Name + " requests to show something here"
	text := "It may then open recordings and choose views, groups and GC points in this window, until the window is closed. " +
		"First it requests:\n" + s.Command
	inner := b.Inset(20, 0)
	h := c.ParagraphHeight(inner.W, canvas.Body, text)
	inner.CutTop(min(14, b.H/12))
	inner.CutBottom(min(16, b.H/12))
	row := inner.CutBottom(32)
	inner.CutBottom(min(12, b.H/12))
	c.Name(inner.CutTop(26), canvas.Title, canvas.Left, c.Theme.Text, head)
	inner.CutTop(3)
	c.Scroll(prefix, inner, func(content canvas.Box) float32 {
		content.H = h + 1
		return c.Paragraph(content, canvas.Body, c.Dim, text)
	})
	refuse := row.CutLeft((row.W - 8) / 2)
	row.CutLeft(8)
	if asked := widget.Keep[prompt](c.Core); !asked.shown {
		asked.shown, c.ByKey = true, true
		c.FocusControl(prefix + "refuse") // what was typed for something else must not allow it
	}
	if c.Button(prefix+"refuse", refuse, widget.ButtonOptions{Text: "Do not allow", Look: widget.Ground, Hint: "Nothing changes (Esc)"}) {
		c.Emit(model.RefuseSteering)
	}
	if c.Button(prefix+"allow", row, widget.ButtonOptions{Text: "Allow", Look: widget.Chosen, Hint: "It may show things in this window"}) {
		c.Emit(model.AllowSteering)
	}
	c.Want(0, 14+26+3+h+1+12+32+16)
}
