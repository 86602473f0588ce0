package part

import (
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// Prompt is a question with two answers.
type Prompt struct {
	Prefix     string // prefix of the control names
	Head, Text string
	No, Yes    Answer
	SafeFirst  bool // No has the initial focus; otherwise Yes
}

// Answer is an answer to a prompt.
type Answer struct {
	Name, Text, Hint string
	Event            model.Event
}

// prompted contains the prompts shown at the last layout, by prefix.
type prompted struct{ shown map[string]bool }

// Forget sets the initial focus again when a prompt is shown the next time.
func Forget(k *widget.Core, prefix string) { delete(widget.Keep[prompted](k).shown, prefix) }

// Draw draws the prompt as a card.
func (p *Prompt) Draw(c *widget.Canvas, b canvas.Box) {
	inner := b.Inset(20, 0)
	h := c.ParagraphHeight(inner.W, canvas.Body, p.Text)
	inner.CutTop(min(14, b.H/12))
	inner.CutBottom(min(16, b.H/12))
	row := inner.CutBottom(32)
	inner.CutBottom(min(12, b.H/12))
	c.Name(inner.CutTop(26), canvas.Title, canvas.Left, c.Theme.Text, p.Head)
	inner.CutTop(3)
	c.Scroll(p.Prefix, inner, func(content canvas.Box) float32 {
		content.H = h + 1
		return c.Paragraph(content, canvas.Body, c.Dim, p.Text)
	})
	no := row.CutLeft((row.W - 8) / 2)
	row.CutLeft(8)
	p.focus(c)
	p.button(c, no, &p.No, widget.Ground)
	p.button(c, row, &p.Yes, widget.Chosen)
	c.Want(0, 14+26+3+h+1+12+32+16)
}

// focus sets the initial focus when the prompt appears.
func (p *Prompt) focus(c *widget.Canvas) {
	kept := widget.Keep[prompted](c.Core)
	if kept.shown[p.Prefix] {
		return
	}
	if kept.shown == nil {
		kept.shown = map[string]bool{}
	}
	kept.shown[p.Prefix], c.ByKey = true, true
	first := &p.Yes
	if p.SafeFirst {
		first = &p.No
	}
	c.FocusControl(p.Prefix + first.Name)
}

func (p *Prompt) button(c *widget.Canvas, b canvas.Box, a *Answer, look widget.Look) {
	if c.Button(p.Prefix+a.Name, b, widget.ButtonOptions{Text: a.Text, Look: look, Hint: a.Hint}) {
		c.Emit(a.Event)
	}
}
