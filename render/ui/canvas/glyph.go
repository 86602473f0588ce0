package canvas

import (
	"image"
	"image/color"

	"gioui.org/f32"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/text"
)

// foreign has Gio paint a line without a background.
func (t *Typesetter) foreign(ln *line, col color.NRGBA) foreign {
	l := &t.Letters
	key := foreignKey{ln.Key, col}
	if made, ok := l.Foreign[key]; ok {
		return made
	}
	l.makeRoom()
	var made foreign
	if area := around(ln); !area.Empty() && area.Dx() <= maxLetterSide && area.Dy() <= maxLetterSide {
		var ops op.Ops
		m := op.Record(&ops)
		off := op.Affine(f32.AffineId().Offset(f32.Pt(float32(-area.Min.X), float32(-area.Min.Y)-float32(ln.Glyphs[0].Y)))).Push(&ops)
		// Runs of the same length as in Gio's labels keep its path cache small.
		for run := ln.Glyphs; len(run) > 0; {
			n := min(len(run), 32)
			t.run(&ops, run[:n], col)
			run = run[n:]
		}
		off.Pop()
		if img, err := l.surface.Paint(m.Stop(), area.Size()); err == nil {
			made = foreign{img, area.Min}
			l.Bytes += len(img.Pix)
		}
	}
	l.Bytes += 256
	l.Foreign[key] = made
	return made
}

// around returns the bounds of a line's glyphs, relative to the start of the baseline.
func around(ln *line) (area image.Rectangle) {
	for _, g := range ln.Glyphs {
		x, y := g.X-g.Offset.X, -g.Offset.Y
		area = area.Union(image.Rect((x + g.Bounds.Min.X).Floor(), (y + g.Bounds.Min.Y).Floor(), (x + g.Bounds.Max.X).Ceil(),
			(y + g.Bounds.Max.Y).Ceil()))
		area = area.Union(image.Rect(x.Floor(), -g.Ascent.Ceil(), (x + g.Advance).Ceil(), g.Descent.Ceil()))
	}
	return area.Inset(-1)
}

// run paints the glyphs of a line with the baseline at the current offset.
func (t *Typesetter) run(ops *op.Ops, glyphs []text.Glyph, col color.NRGBA) {
	at := f32.Pt(float32(glyphs[0].X)/64, float32(glyphs[0].Y))
	off := op.Affine(f32.AffineId().Offset(at)).Push(ops)
	paint.FillShape(ops, col, clip.Outline{Path: t.Shaper.Shape(glyphs)}.Op())
	if call := t.Shaper.Bitmaps(glyphs); call != (op.CallOp{}) {
		call.Add(ops)
	}
	off.Pop()
}
