package part

import (
	"strings"

	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/widget"
)

// Units contains the choices of the unit.
var Units = []widget.Choice{{Text: "Objects", Hint: "Number of objects"}, {Text: "Bytes", Hint: "Number of bytes"}}

// Widths of the unit switch and of the button that ends zooming in time, in dp.
const (
	unitChoice = 124
	wholeTime  = 58
)

// ChainText formats a chain for display, with roles instead of names. Arguments are shown as written.
func ChainText(catalog *trees.Catalog, by seq.Seq[string]) string {
	var words []string
	for _, name := range by.All() {
		if entry, ok := catalog.Entry(name); ok && entry.Role != "" && !strings.Contains(name, "(") {
			name = entry.Role
		}
		words = append(words, name)
	}
	return strings.Join(words, " → ")
}

// CutUnitSwitch cuts off the space for the unit switch and for the button that ends zooming in time. It returns an empty box if they do not
// fit.
func CutUnitSwitch(c *widget.Canvas, row *canvas.Box) canvas.Box {
	if c.Compact() {
		return canvas.Box{}
	}
	w := float32(0)
	if row.W > 560 {
		w = unitChoice + 8
	}
	if !c.TimeShown.Whole() {
		w += wholeTime + 8
	}
	return row.CutRight(w)
}

// DrawUnitSwitch draws the switch for the unit shared by chart, city and lists, and the button that ends zooming in time.
func DrawUnitSwitch(c *widget.Canvas, row canvas.Box) {
	if row.Empty() {
		return
	}
	if !c.TimeShown.Whole() {
		row.CutLeft(8)
		cell := row.CutLeft(wholeTime).Middle(24)
		if c.Button("time/fit", cell, widget.ButtonOptions{Text: "All", Hint: "Show the whole recording again (double click)",
			Look: widget.Ground}) {
			c.TimeShown, c.Again = widget.Span{}, true
		}
	}
	if row.W < unitChoice {
		return
	}
	cell := row.CutRight(unitChoice).Middle(24)
	metrics := []widget.Choice{{Text: "Objects", Hint: "Show the number of objects, in this chart and in the city"},
		{Text: "Bytes", Hint: "Show the number of bytes, in this chart and in the city"}}
	if i := c.Segments("time/metric", cell, "Unit", metrics, int(c.Model.State.Settings.Unit), ""); i >= 0 {
		c.Set("", func(s *scene.Settings) { s.Unit = trees.Unit(i) })
	}
}
