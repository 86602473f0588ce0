package guide

import (
	"fmt"

	"memcity/analysis/guide/findings"
	"memcity/city/view/guides"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/widget"
)

// drawSamples draws the button for sample contents of a finding and, once pressed, the contents. They are not part of the copied text.
func drawSamples(c *widget.Canvas, b *canvas.Box, f *findings.Finding) {
	q, ok := guides.SamplesOf(f)
	if !ok {
		return
	}
	results := &c.Model.Results
	shown := results.Request.Wants(guides.SamplesKind.Of(q))
	o := widget.ButtonOptions{Text: "Show sample texts", Look: widget.Ground,
		Hint: "Show up to three values of the accumulating objects, from the heap dump. They may contain secrets."}
	if shown {
		o.Text, o.Hint = "Hide sample texts", "Hide the values"
	}
	b.CutTop(4)
	if c.Button("guide/texts", b.CutTop(28), o) {
		c.Emit(model.ToggleTexts{Of: q})
	}
	b.CutTop(6)
	if !shown {
		return
	}
	found := guides.SamplesKind.For(results, q)
	switch {
	case found == nil && results.Err != nil:
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, "The values cannot be read: "+results.Err.Error()))
	case found == nil:
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, "Reading …"))
	case len(found.Texts) == 0:
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, "These objects have no text near them."))
	default:
		b.CutTop(c.Paragraph(*b, canvas.Small, c.Dim, "Values from the heap dump. They may contain secrets, such as passwords or names."))
		for i, text := range found.Texts {
			b.CutTop(3)
			h := c.Paragraph(*b, canvas.Small, c.Theme.Text, text)
			c.Explain(fmt.Sprintf("guide/text/%d", i), b.CutTop(h), "Sample text", text, text)
		}
	}
	b.CutTop(8)
}
