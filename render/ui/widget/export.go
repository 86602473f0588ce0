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

// Sheet is what a view shows, as a drawing of its own and as numbers. It must only refer to what does not change any more:
// it is drawn on another goroutine.
type Sheet struct {
	Name string                        // of what is shown, such as "overview"
	W, H float32                       // dp
	Draw func(c *Canvas, b canvas.Box) // nil if there is no drawing
	Rows func() [][]string             // the first one is the heading; nil if there are no numbers
}

// ExportRows are what can be done with a sheet, as rows of a menu.
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

// paintSheet paints a sheet, twice as large as its lengths unless that would be too large for graphics.
func paintSheet(m *model.Model, s Sheet) (*image.RGBA, error) {
	shrink := min(1, MaxSheet/(s.W*SheetScale), MaxSheet/(s.H*SheetScale),
		float32(math.Sqrt(float64(MaxSheetPx/(s.W*s.H*SheetScale*SheetScale)))))
	return s.Painted(m, SheetScale*shrink)
}

// Painted paints a sheet, scale pixels of which make one dp.
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

// laidOut draws a sheet in panels of its own, on the ground of a card with room around.
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

// WriteSVG writes a sheet as a file that needs nothing else. Texts stay texts. The error is w's.
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

// SheetTitle is the height of the title of a drawing, in dp.
const SheetTitle = 28

// SheetHead draws the title of a drawing: what it shows of which recording.
func (c *Canvas) SheetHead(b *canvas.Box, what string) {
	c.Name(b.CutTop(SheetTitle).WithHeight(22), canvas.Title, canvas.Left, c.Theme.Text, c.Model.Name+": "+what)
}

// Scale of pictures of heap graphs, and the bounds of their sides in pixels and of their area, as far as graphics in use
// go. Larger ones are drawn smaller.
const (
	SheetScale  = 2
	MaxSheet    = 8192
	MaxSheetPx  = 48 << 20
	SheetMargin = 24
	SheetWords  = 480 // least width of the words, in dp
)
