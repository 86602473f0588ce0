package ui

import (
	"encoding/csv"
	"image"
	"image/png"
	"io"
	"math"

	"memcity/city"
)

// Save asks for a file and to write what a view shows there. Write may be called on any goroutine, once.
type Save struct {
	Name  string // of what is saved, with its extension, such as "overview.svg"; the recording's name goes before it
	Write func(w io.Writer) error
}

func (Save) event() {}

// sheet is what a view shows, as a drawing of its own and as numbers. It must only refer to what does not change any more:
// it is drawn on another goroutine.
type sheet struct {
	name string                 // of what is shown, such as "overview"
	w, h float32                // dp
	draw func(c *canvas, b box) // nil if there is no drawing
	rows func() [][]string      // the first one is the heading; nil if there are no numbers
}

// exportRows are what can be done with a sheet, as rows of a menu.
func (k *core) exportRows(s sheet) []menuRow {
	var rows []menuRow
	m := k.model
	if s.draw != nil {
		rows = append(rows,
			menuRow{text: "Save as PNG…", event: Save{s.name + ".png", func(w io.Writer) error {
				img, err := paintSheet(&m, s)
				if err != nil {
					return err
				}
				return png.Encode(w, img)
			}}},
			menuRow{text: "Save as SVG…", event: Save{s.name + ".svg", func(w io.Writer) error { return writeSVG(w, &m, s) }}})
	}
	if s.rows != nil {
		rows = append(rows, menuRow{text: "Save as CSV…", event: Save{s.name + ".csv", func(w io.Writer) error { return csv.NewWriter(w).WriteAll(s.rows()) }}})
	}
	return rows
}

// paintSheet paints a sheet, twice as large as its lengths unless that would be too large for graphics.
func paintSheet(m *Model, s sheet) (*image.RGBA, error) {
	shrink := min(1, maxSheet/(s.w*sheetScale), maxSheet/(s.h*sheetScale), float32(math.Sqrt(float64(maxSheetPx/(s.w*s.h*sheetScale*sheetScale)))))
	return s.painted(m, sheetScale*shrink)
}

// painted paints a sheet, scale pixels of which make one dp.
func (s sheet) painted(m *Model, scale float32) (*image.RGBA, error) {
	k, err := laidOut(m, s, scale, nil)
	if err != nil {
		return nil, err
	}
	defer k.release()
	p := k.panels[sheetPanel]
	if err := p.paint(); err != nil {
		return nil, err
	}
	return p.image, nil
}

// sheetPanel is the panel that sheets are drawn in.
const sheetPanel ID = "sheet"

// laidOut draws a sheet in panels of its own, on the ground of a card with room around.
func laidOut(m *Model, s sheet, scale float32, svg *svgPen) (*core, error) {
	k, err := newCore(Options{})
	if err != nil {
		return nil, err
	}
	k.model, k.dpPx = *m, scale
	k.faces.heavy = m.State.Settings.Theme == city.Light && svg == nil
	size := image.Pt(int(s.w*scale), int(s.h*scale))
	k.rects = map[ID]image.Rectangle{sheetPanel: {Max: size}}
	k.layoutPanel(sheetPanel, k.rects[sheetPanel], func(c *canvas, b box) {
		c.sheet, c.svg = true, svg
		c.fill(b, 0, c.card)
		s.draw(c, b.inset(sheetMargin, sheetMargin))
	})
	return k, nil
}
