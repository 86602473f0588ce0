package collections

import (
	"gioui.org/io/key"

	"memcity/city/view/collections"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
	"memcity/words"
)

// drawPatterns draws the kinds of inefficiently used collections, each with advice.
func (view *View) drawPatterns(c *widget.Canvas, b canvas.Box, r *collections.Report) {
	c.Scroll("collections/patterns", b, func(content canvas.Box) float32 {
		top := content.Y
		view.scrollKeys(c, "collections/patterns", b, "Patterns", words.Counted(int64(len(r.Patterns)), "pattern"))
		content.W -= 8
		for i := range r.Patterns {
			view.drawPattern(c, &content, &r.Patterns[i])
		}
		return content.Y - top
	})
}

func (view *View) drawPattern(c *widget.Canvas, b *canvas.Box, p *collections.Pattern) {
	head := b.CutTop(22)
	c.Text(head, canvas.Strong, canvas.Left, c.Theme.Text, p.Text())
	site := b.CutTop(18)
	w := c.Name(site, canvas.Small, canvas.Left, c.Theme.Link, words.ShortCollection(p.Label))
	c.Explain("collections/pattern/"+p.Kind+p.Label, site.WithWidth(w), p.Label, "",
		words.OneLine(p.Label)+"\nsizes "+sizeRange(p)+", alive at "+words.PercentOf(p.Points)+" of the GC points")
	b.CutTop(c.Paragraph(*b, canvas.Body, c.Dim, p.Fix))
	b.CutTop(8)
	c.Hline(b.X, b.Y, b.W, 1, c.Line)
	b.CutTop(6)
}

func sizeRange(p *collections.Pattern) string {
	if p.Min == p.Max {
		return words.Count(p.Min)
	}
	return words.Count(p.Min) + " to " + words.Count(p.Max)
}

// scrollKeys makes a scrolled area scroll with keys. Call it before drawing the content.
func (view *View) scrollKeys(c *widget.Canvas, id string, area canvas.Box, name, value string) {
	ctl := c.Control(id+"/keys", area, widget.Browsable, model.Item{Kind: "list", Text: name, Value: value})
	s := c.Scrollers[id]
	if s == nil {
		return
	}
	for _, k := range ctl.Keys {
		switch k {
		case key.NameUpArrow:
			s.Offset -= rowHigh
		case key.NameDownArrow:
			s.Offset += rowHigh
		case key.NamePageUp:
			s.Offset -= s.View * 0.9
		case key.NamePageDown:
			s.Offset += s.View * 0.9
		case key.NameHome:
			s.Offset = 0
		case key.NameEnd:
			s.Offset = s.Content
		}
		c.Again = true
	}
	if ctl.Focus && c.ByKey {
		c.Frame(area.Inset(-2, 0), 4, 2, c.Link)
	}
}
