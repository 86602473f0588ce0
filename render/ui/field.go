package ui

import (
	"image"
	"image/color"
	"strconv"

	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/unit"
	"gioui.org/widget"

	"memcity/city"
)

// field is an editor of one line or, if it is not told to be so, of several.
type field struct {
	editor widget.Editor
	height float32 // of all lines at the last layout, in dp; of an editor of several
	focus  bool    // at the last layout
	dirty  bool    // the user changed the text since the last time it was taken over
}

// edit takes the events of an editor with room inner, and returns its text, whether that is to be taken over now, and
// whether the editor has the focus. It is taken over with Return and when the focus leaves; until the user changes it,
// value is shown.
func (c *canvas) edit(f *field, inner box, value string) (text string, done, focus bool) {
	gtx := c.context(c.rect(inner).Size())
	for {
		e, ok := f.editor.Update(gtx)
		if !ok {
			break
		}
		switch e.(type) {
		case widget.ChangeEvent:
			f.dirty = true
		case widget.SubmitEvent:
			done = f.dirty
			c.source.Execute(key.FocusCmd{})
		}
	}
	focus = gtx.Focused(&f.editor)
	done = done || f.dirty && f.focus && !focus
	f.focus = focus
	text = f.editor.Text()
	if done {
		f.dirty, c.again = false, true
	}
	if !focus && !done && !f.dirty && text != value {
		f.editor.SetText(value)
	}
	return text, done, focus
}

// textField draws an editor of one line for digits, and returns its text and whether it is to be taken over. While it is
// not edited it shows value.
func (c *canvas) textField(id string, b box, item Item, value string) (string, bool) {
	f := c.field(id, widget.Editor{SingleLine: true, Submit: true, Filter: "0123456789", MaxLen: 6})
	inner := b.inset(7, 0)
	text, done, focus := c.edit(f, inner, value)
	c.drawField(id, f, b, inner, item, focus)
	return text, done
}

// field finds the editor with an id; a new one is made like editor.
func (c *canvas) field(id string, editor widget.Editor) *field {
	f := c.fields[id]
	if f == nil {
		f = &field{editor: editor}
		c.fields[id] = f
	}
	return f
}

// drawField draws an editor with its border and tells of it.
func (c *canvas) drawField(id string, f *field, b, inner box, item Item, focus bool) {
	item.Kind, item.Value = "field", oneLine(f.editor.Text())
	if focus {
		c.focused, c.focusRect, c.focusKind = id, b, typable
	}
	item.Panel, item.Rect, item.Focused = c.panel, c.visible(b), focus
	c.items = append(c.items, item)
	border := c.edge
	if focus {
		border = c.accent
	}
	c.fill(b, ctlRadius, c.card)
	c.frame(b, ctlRadius, 1, border)
	c.editorText(f, inner, focus)
}

func (c *canvas) context(size image.Point) layout.Context {
	source := c.source
	if c.behindHelp() { // editors are not in use
		source = input.Source{}
	}
	return layout.Context{Ops: c.ops, Source: source, Constraints: layout.Exact(size),
		Metric: unit.Metric{PxPerDp: c.scale, PxPerSp: c.scale}}
}

func (c *canvas) editorText(f *field, b box, focus bool) {
	r := c.rect(b)
	if f.editor.SingleLine {
		line := c.px(lineHeight(body))
		r.Min.Y += (r.Dy() - line) / 2
		r.Max.Y = r.Min.Y + line
	}
	offset := op.Offset(r.Min).Push(c.ops)
	area := clip.Rect{Max: r.Size()}.Push(c.ops)
	gtx := c.context(r.Size())
	if !f.editor.SingleLine {
		c.measure(f, gtx)
	}
	f.editor.Layout(gtx, c.types.shaper, c.types.font(body), unit.Sp(body.size), c.material(c.theme.text), c.material(faded(c.accent, 0.35)))
	area.Pop()
	offset.Pop()

	// The caret's place tells how far the text is scrolled as well.
	from, to := f.editor.Selection()
	caret := f.editor.CaretCoords()
	seen := uint64(0)
	if focus {
		seen = 1
	}
	c.mixBox(9, r, c.theme.text, uint64(from), uint64(to), uint64(int64(caret.X)), uint64(int64(caret.Y)), seen, foldText(fnvOffset, f.editor.Text()))
}

// measure finds how high all lines of an editor are.
func (c *canvas) measure(f *field, gtx layout.Context) {
	m := op.Record(c.ops)
	gtx.Constraints.Min.Y, gtx.Constraints.Max.Y = 0, maxNoteLines*c.px(lineHeight(body))
	size := f.editor.Layout(gtx.Disabled(), c.types.shaper, c.types.font(body), unit.Sp(body.size), c.material(c.theme.text), c.material(c.theme.text)).Size
	m.Stop()
	if h := float32(size.Y) / c.scale; h != f.height {
		f.height, c.again = h, true
	}
}

func (c *canvas) material(col color.NRGBA) op.CallOp {
	m := op.Record(c.ops)
	paint.ColorOp{Color: col}.Add(c.ops)
	return m.Stop()
}

// number draws a whole number that can be typed or stepped, and returns the wanted value.
func (c *canvas) number(id string, b box, label, hint string, value, low, high int, off bool) (int, bool) {
	wanted := value
	minus, plus := b.cutLeft(26), b.cutRight(26)
	if c.button(id+"/less", minus, buttonOptions{icon: "minus", name: label + ", less", look: ground, off: off || value <= low}) {
		wanted = value - numberStep(value-1)
	}
	if off {
		c.text(b, body, center, c.theme.off, strconv.Itoa(value))
	} else {
		text, done := c.textField(id, b.inset(4, 0), Item{Text: label, Hint: hint}, strconv.Itoa(value))
		if v, err := strconv.Atoi(text); done && err == nil {
			wanted = v
		}
	}
	if c.button(id+"/more", plus, buttonOptions{icon: "plus", name: label + ", more", look: ground, off: off || value >= high}) {
		wanted = value + numberStep(value)
	}
	if off {
		return value, false
	}
	wanted = min(max(wanted, low), high)
	return wanted, wanted != value
}

// numberStep grows with the number, so that large ones are reached soon.
func numberStep(v int) int {
	switch {
	case v < 20:
		return 1
	case v < 100:
		return 10
	}
	return 100
}

// lineEditor is an editor of one line.
func lineEditor() widget.Editor {
	return widget.Editor{SingleLine: true, Submit: true, MaxLen: city.MaxCommand}
}

// lineField draws a field of one line that tells every change, and returns its text, whether that has changed, and
// whether Return was pressed. While it does not have the focus it shows value; while it is empty, what is to be typed.
func (c *canvas) lineField(id string, b box, item Item, value, empty string) (text string, changed, submitted bool) {
	_, known := c.fields[id]
	f := c.field(id, lineEditor())
	inner := b.inset(8, 0)
	if !known {
		f.editor.SetText(value)
	}
	gtx := c.context(c.rect(inner).Size())
	for {
		e, ok := f.editor.Update(gtx)
		if !ok {
			break
		}
		switch e.(type) {
		case widget.ChangeEvent:
			changed = true
		case widget.SubmitEvent:
			submitted = true
		}
	}
	focus := gtx.Focused(&f.editor)
	if text = f.editor.Text(); !focus && !changed && text != value {
		f.editor.SetText(value)
		text = value
	}
	c.drawField(id, f, b, inner, item, focus)
	if text == "" {
		c.text(inner.moved(2, 0), body, left, c.dim, empty)
	}
	return text, changed, submitted
}

// focusField gives the focus to a field that was drawn, with all in it selected.
func (c *canvas) focusField(id string) {
	f := c.fields[id]
	f.editor.SetCaret(f.editor.Len(), 0)
	c.source.Execute(key.FocusCmd{Tag: &f.editor})
	c.again = true
}
