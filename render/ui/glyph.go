package ui

import (
	"image/color"

	"gioui.org/f32"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/text"
)

// run paints glyphs of one line, the baseline being where the caller's offset is.
func (c *pen) run(glyphs []text.Glyph, col color.NRGBA) {
	at := f32.Pt(float32(glyphs[0].X)/64, float32(glyphs[0].Y))
	off := op.Affine(f32.AffineId().Offset(at)).Push(c.ops)
	paint.FillShape(c.ops, col, clip.Outline{Path: c.types.shaper.Shape(glyphs)}.Op())
	if call := c.types.shaper.Bitmaps(glyphs); call != (op.CallOp{}) {
		call.Add(c.ops)
	}
	off.Pop()
}
