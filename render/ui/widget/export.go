package widget

import (
	"bufio"
	"encoding/csv"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"

	"memcity/city/scene"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/words"
)

// Sheet is the content of a view for export, as a drawing and as numbers. It may only refer to immutable data, as it is drawn on another
// goroutine.
type Sheet struct {
	Name string                        // such as "overview"
	W, H float32                       // in dp
	Draw func(c *Canvas, b canvas.Box) // nil if there is no drawing
	Rows func() [][]string             // the first row is the header; nil if there are no numbers
}

// ExportRows returns the menu rows that export a sheet.
func (k *Core) ExportRows(s Sheet) []MenuRow {
	var rows []MenuRow
	m := k.Model
	if s.Draw != nil {
		rows = append(rows,
			MenuRow{Text: "Save as PNG…", Event: model.Save{Name: s.Name + ".png", Write: func(w io.Writer) error {
				img, err := paintSheet(&m, s)
				if err != nil {
					return err
				}
				return png.Encode(w, img)
			}}},
			MenuRow{Text: "Save as SVG…", Event: model.Save{Name: s.Name + ".svg", Write: func(w io.Writer) error { return WriteSVG(w, &m, s) }}})
	}
	if s.Rows != nil {
		rows = append(rows, MenuRow{Text: "Save as CSV…",
			Event: model.Save{Name: s.Name + ".csv", Write: func(w io.Writer) error { return csv.NewWriter(w).WriteAll(words.Cells(s.Rows())) }}})
	}
	return rows
}

// paintSheet paints a sheet at twice its size, unless that is too large for the graphics.
func paintSheet(m *model.Model, s Sheet) (*image.RGBA, error) {
	shrink := min(1, MaxSheet/(s.W*SheetScale), MaxSheet/(s.H*SheetScale),
		float32(math.Sqrt(float64(MaxSheetPx/(s.W*s.H*SheetScale*SheetScale)))))
	return s.Painted(m, SheetScale*shrink)
}

// Painted paints a sheet, where scale pixels are one dp.
func (s Sheet) Painted(m *model.Model, scale float32) (*image.RGBA, error) {
	k, err := laidOut(m, s, scale, nil)
	if err != nil {
		return nil, err
	}
	defer k.Release()
	return k.PaintPanel(sheetPanel), nil
}

// sheetPanel is the panel that sheets are drawn in.
const sheetPanel model.ID = "sheet"

// laidOut draws a sheet in its own panel, on the background of a card with a margin.
func laidOut(m *model.Model, s Sheet, scale float32, svg *canvas.SvgPen) (*Core, error) {
	k, err := NewCore(Options{})
	if err != nil {
		return nil, err
	}
	k.Model, k.DpPx = *m, scale
	k.Faces.Heavy = m.State.Settings.Theme == scene.Light && svg == nil
	size := image.Pt(int(s.W*scale), int(s.H*scale))
	k.Rects = map[model.ID]image.Rectangle{sheetPanel: {Max: size}}
	k.LayoutPanel(sheetPanel, k.Rects[sheetPanel], func(c *Canvas, b canvas.Box) {
		c.Sheet, c.Svg = true, svg
		c.Fill(b, 0, c.Card)
		s.Draw(c, b.Inset(SheetMargin, SheetMargin))
	})
	return k, nil
}

// WriteSVG writes a sheet as a self-contained file. Texts stay texts. It returns the error of w.
func WriteSVG(w io.Writer, m *model.Model, s Sheet) error {
	pen := &canvas.SvgPen{}
	k, err := laidOut(m, s, 1, pen)
	if err != nil {
		return err
	}
	k.Release()
	out := bufio.NewWriter(words.NewCleaner(w))
	size := k.Rects[sheetPanel].Size()
	fmt.Fprintf(out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">`+"\n<style>%s</style>\n",
		size.X, size.Y, size.X, size.Y, canvas.SvgStyle)
	_, _ = out.Write(pen.Body.Bytes())
	fmt.Fprintln(out, "</svg>")
	return out.Flush()
}

// SheetTitle is the height of a drawing's title, in dp.
const SheetTitle = 28

// SheetHead draws the title of a drawing: the recording and the content.
func (c *Canvas) SheetHead(b *canvas.Box, what string) {
	c.Name(b.CutTop(SheetTitle).WithHeight(22), canvas.Title, canvas.Left, c.Theme.Text, c.Model.Name+": "+what)
}

// Scale of pictures of heap graphs, and the maximum of their sides and area in pixels, as supported by common graphics. Larger ones are
// scaled down.
const (
	SheetScale  = 2
	MaxSheet    = 8192
	MaxSheetPx  = 48 << 20
	SheetMargin = 24
	SheetWords  = 480 // minimum width of the words, in dp
)
