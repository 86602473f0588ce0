package canvas

import (
	"image/color"

	"gioui.org/f32"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/text"
)

// run paints glyphs of one line, the baseline being where the caller's offset is.
func (c *Canvas) run(glyphs []text.Glyph, col color.NRGBA) {
	at := f32.Pt(float32(glyphs[0].X)/64, float32(glyphs[0].Y))
	off := op.Affine(f32.AffineId().Offset(at)).Push(c.Ops)
	paint.FillShape(c.Ops, col, clip.Outline{Path: c.Types.Shaper.Shape(glyphs)}.Op())
	if call := c.Types.Shaper.Bitmaps(glyphs); call != (op.CallOp{}) {
		call.Add(c.Ops)
	}
	off.Pop()
}
