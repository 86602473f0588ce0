package notice

import (
	"image/color"
	"slices"

	"memcity/render/action"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/render/ui/widget"
	"memcity/words"
)

// problems is the state of the card with warnings and errors. Warnings are folded into one line until the user opens them, so that the city
// stays visible.
type problems struct {
	shown    []model.Problem // at the last layout
	unfolded bool
}

func (p *problems) draw(c *widget.Canvas, b canvas.Box) {
	if p.isLine(c.Model.Problems) {
		p.drawLine(c, b)
		return
	}
	p.drawAll(c, b)
}

// isLine resets the card if the problems have changed, and reports whether it is one line.
func (p *problems) isLine(list []model.Problem) bool {
	if !slices.Equal(p.shown, list) {
		p.shown, p.unfolded = slices.Clone(list), false
	}
	return !p.unfolded && !p.hasErrors()
}

func (p *problems) hasErrors() bool {
	return slices.ContainsFunc(p.shown, func(one model.Problem) bool { return one.Error })
}

// drawLine draws warnings as one line with as much of the first as fits.
func (p *problems) drawLine(c *widget.Canvas, b canvas.Box) {
	row := b.Inset(place.Padding, 0).Middle(26)
	p.drawEnds(c, &row, c.Warn)
	count, first := words.Plural(int64(len(p.shown)), "warning", "warnings"), p.shown[0].Text
	row.CutLeft(c.Text(row, canvas.Strong, canvas.Left, c.Warn, count) + 8)
	if len(p.shown) > 1 || c.Width(canvas.Body, first) > row.W {
		if c.Button("problems/show", row.CutRight(58).Middle(24),
			widget.ButtonOptions{Text: "Show", Hint: "Show all warnings", Look: widget.Ground}) {
			p.unfolded, c.Again = true, true
		}
		row.CutRight(8)
	}
	c.Text(row, canvas.Body, canvas.Left, c.Theme.Text, first)
	c.Want(0, place.LineHeight)
}

// drawEnds draws the icon and the button at the ends of a row.
func (p *problems) drawEnds(c *widget.Canvas, row *canvas.Box, ink color.NRGBA) {
	c.Icon(row.CutLeft(18).Middle(18), "warning", ink)
	row.CutLeft(8)
	if c.IconButton("problems/close", row.CutRight(26).Centered(26, 26).Moved(5, 0), "close", "Dismiss", c.Tip(action.GoEscape, "Dismiss"), "") {
		c.Run(action.ProblemsDismiss)
	}
}

func (p *problems) drawAll(c *widget.Canvas, b canvas.Box) {
	ink, head := c.Warn, words.Plural(int64(len(p.shown)), "warning", "warnings")
	if p.hasErrors() {
		ink, head = c.Fault, "Something went wrong"
	}
	inner := b.Inset(place.Padding, 0)
	inner.CutTop(8)
	row := inner.CutTop(26)
	p.drawEnds(c, &row, ink)
	c.Text(row, canvas.Heading, canvas.Left, ink, head)
	inner.CutTop(4)
	inner.CutBottom(10)
	used := float32(0)
	c.Scroll("problems", inner, func(content canvas.Box) float32 {
		used = 0
		for _, one := range p.shown {
			content.H = 1e6
			used += c.Paragraph(content.Moved(0, used), canvas.Body, c.Theme.Text, one.Text) + 5
		}
		return used
	})
	c.Want(0, min(8+26+4+used+10, 240))
}
