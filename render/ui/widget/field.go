package widget

import (
	"image"
	"math"
	"strconv"

	"gioui.org/io/input"
	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/unit"
	"gioui.org/widget"

	"memcity/city/exchange"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/place"
	"memcity/words"
)

// MaxFieldLines is the maximum number of visible lines in a multi-line field.
const MaxFieldLines = 5

// Field is an editor with one or several lines.
type Field struct {
	Editor widget.Editor
	Height float32 // height of all lines at the last layout, in dp; for several lines
	focus  bool    // had the focus at the last layout
	Dirty  bool    // the user changed the text since it was last applied
}

// Edit handles the events of an editor in the box inner. It returns the text, whether to apply it now, and whether the editor has the focus.
// The text is applied on Return and when the focus leaves. The editor shows value until the user changes it.
func (c *Canvas) Edit(f *Field, inner canvas.Box, value string) (text string, done, focus bool) {
	gtx := c.Context(c.Rect(inner).Size())
	for {
		e, ok := f.Editor.Update(gtx)
		if !ok {
			break
		}
		switch e.(type) {
		case widget.ChangeEvent:
			f.Dirty = true
		case widget.SubmitEvent:
			done = f.Dirty
			c.Source.Execute(key.FocusCmd{})
		}
	}
	focus = gtx.Focused(&f.Editor)
	done = done || f.Dirty && f.focus && !focus
	f.focus = focus
	text = f.Editor.Text()
	if done {
		f.Dirty, c.Again = false, true
	}
	if !focus && !done && !f.Dirty && text != value {
		f.Editor.SetText(value)
	}
	return text, done, focus
}

// textField draws a one-line editor for digits, and returns its text and whether to apply it. It shows value while it is not edited.
func (c *Canvas) textField(id string, b canvas.Box, item model.Item, value string) (string, bool) {
	f := c.Field(id, widget.Editor{SingleLine: true, Submit: true, Filter: "0123456789", MaxLen: 6})
	inner := b.Inset(7, 0)
	text, done, focus := c.Edit(f, inner, value)
	c.DrawField(id, f, b, inner, item, focus)
	return text, done
}

// Field returns the editor with the given ID. A new one is a copy of editor.
func (c *Canvas) Field(id string, editor widget.Editor) *Field {
	f := c.Fields[id]
	if f == nil {
		f = &Field{Editor: editor}
		c.Fields[id] = f
	}
	return f
}

// DrawField draws an editor with its border and lists it.
func (c *Canvas) DrawField(id string, f *Field, b, inner canvas.Box, item model.Item, focus bool) {
	item.Kind, item.Value = "field", words.OneLine(f.Editor.Text())
	if focus {
		c.Focused, c.FocusRect, c.FocusKind = id, b, Typable
	}
	item.Panel, item.Rect, item.Focused = c.Panel, c.Visible(b), focus
	c.Items = append(c.Items, item)
	border := c.Edge
	if focus {
		border = c.Accent
	}
	c.Fill(b, place.CtlRadius, c.Card)
	c.Frame(b, place.CtlRadius, 1, border)
	c.editorText(f, inner, focus)
}

func (c *Canvas) Context(size image.Point) layout.Context {
	source := c.Source
	if c.BehindDialog() { // editors are disabled
		source = input.Source{}
	}
	return layout.Context{Ops: c.Ops, Source: source, Constraints: layout.Exact(size),
		Metric: unit.Metric{PxPerDp: c.Scale, PxPerSp: c.Scale}}
}

func (c *Canvas) editorText(f *Field, b canvas.Box, focus bool) {
	r := c.Rect(b)
	if f.Editor.SingleLine {
		line := c.Px(canvas.LineHeight(canvas.Body))
		r.Min.Y += (r.Dy() - line) / 2
		r.Max.Y = r.Min.Y + line
	}
	offset := op.Offset(r.Min).Push(c.Ops)
	area := clip.Rect{Max: r.Size()}.Push(c.Ops)
	gtx := c.Context(r.Size())
	if !f.Editor.SingleLine {
		c.measure(f, gtx)
	}
	f.Editor.Layout(gtx, c.Types.Shaper, c.Types.Font(canvas.Body), unit.Sp(canvas.Body.Size), op.CallOp{}, op.CallOp{})
	area.Pop()
	offset.Pop()
	c.paintEditor(f, r, gtx.Sp(unit.Sp(canvas.Body.Size)), focus)
}

// paintEditor draws the selection, the text and the caret of an editor.
func (c *Canvas) paintEditor(f *Field, r image.Rectangle, size int, focus bool) {
	e := &f.Editor
	width := r.Dx()
	if e.SingleLine {
		width = math.MaxInt
	}
	edited := c.Types.Edit(e.Text(), canvas.Body, size, r.Dx(), width)
	before := c.List.Clip(r)
	from, to := e.Selection()
	if focus && from != to {
		for _, region := range e.Regions(from, to, nil) {
			c.List.Box(region.Bounds.Add(r.Min), 0, canvas.Faded(c.Accent, 0.35))
		}
	}
	c.Write(&edited, r.Min.Sub(scrolled(e, &edited)), c.Theme.Text)
	if focus && !c.BehindDialog() {
		if at := e.Regions(from, from, nil); len(at) > 0 {
			x, half := int(math.Round(float64(e.CaretCoords().X))), max(c.Px(1)/2, 1)
			c.List.Box(image.Rect(x-half, at[0].Bounds.Min.Y, x+half, at[0].Bounds.Max.Y+1).Add(r.Min), 0, c.Theme.Text)
		}
	}
	c.List.Unclip(before)
}

// scrolled returns the scroll offset of an editor's text. Vertically it is the caret's line position minus its visible one. Horizontally it
// is the start of the text minus its visible one.
func scrolled(e *widget.Editor, edited *canvas.Edited) image.Point {
	line, _ := e.CaretPos()
	out := image.Pt(0, edited.Baseline(line)-int(math.Round(float64(e.CaretCoords().Y))))
	left := math.MaxInt
	for _, region := range e.Regions(0, e.Len(), nil) {
		left = min(left, region.Bounds.Min.X)
	}
	if left != math.MaxInt {
		out.X = edited.Left() - left
	}
	return out
}

// measure determines the height of all lines of an editor.
func (c *Canvas) measure(f *Field, gtx layout.Context) {
	m := op.Record(c.Ops)
	gtx.Constraints.Min.Y, gtx.Constraints.Max.Y = 0, MaxFieldLines*c.Px(canvas.LineHeight(canvas.Body))
	size := f.Editor.Layout(gtx.Disabled(), c.Types.Shaper, c.Types.Font(canvas.Body), unit.Sp(canvas.Body.Size), op.CallOp{}, op.CallOp{}).Size
	m.Stop()
	if h := float32(size.Y) / c.Scale; h != f.Height {
		f.Height, c.Again = h, true
	}
}

// Number draws an integer field with step buttons, and returns the new value.
func (c *Canvas) Number(id string, b canvas.Box, label, hint string, value, low, high int, why string) (int, bool) {
	least, most := why, why
	if why == "" {
		least = Why(value <= low, "This is the minimum")
		most = Why(value >= high, "This is the maximum")
	}
	wanted := value
	minus, plus := b.CutLeft(26), b.CutRight(26)
	if c.Button(id+"/less", minus, ButtonOptions{Icon: "minus", Name: label + ", less", Look: Ground, Why: least}) {
		wanted = value - numberStep(value-1)
	}
	if why != "" {
		c.Text(b, canvas.Body, canvas.Center, c.Theme.Off, strconv.Itoa(value))
	} else {
		text, done := c.textField(id, b.Inset(4, 0), model.Item{Text: label, Hint: hint}, strconv.Itoa(value))
		if v, err := strconv.Atoi(text); done && err == nil {
			wanted = v
		}
	}
	if c.Button(id+"/more", plus, ButtonOptions{Icon: "plus", Name: label + ", more", Look: Ground, Why: most}) {
		wanted = value + numberStep(value)
	}
	if why != "" {
		return value, false
	}
	wanted = min(max(wanted, low), high)
	return wanted, wanted != value
}

// numberStep returns the step size, which grows with the number.
func numberStep(v int) int {
	switch {
	case v < 20:
		return 1
	case v < 100:
		return 10
	}
	return 100
}

// LineEditor returns a one-line editor.
func LineEditor() widget.Editor {
	return widget.Editor{SingleLine: true, Submit: true, MaxLen: exchange.MaxCommand}
}

// FocusLineField gives the focus to a [Canvas.LineField] drawn later with the same value, as a panel does when it opens. It selects the
// whole value.
func (c *Canvas) FocusLineField(id, value string) {
	if c.Fields[id] == nil {
		c.Field(id, LineEditor()).Editor.SetText(value)
	}
	c.FocusField(id)
}

// LineField draws a one-line field that reports every change. It returns the text, whether that has changed, and whether Return was pressed.
// Without the focus it shows value. While it is empty, it shows the prompt empty.
func (c *Canvas) LineField(id string, b canvas.Box, item model.Item, value, empty string) (text string, changed, submitted bool) {
	_, known := c.Fields[id]
	f := c.Field(id, LineEditor())
	inner := b.Inset(8, 0)
	if !known {
		f.Editor.SetText(value)
	}
	gtx := c.Context(c.Rect(inner).Size())
	for {
		e, ok := f.Editor.Update(gtx)
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
	focus := gtx.Focused(&f.Editor)
	if text = f.Editor.Text(); !focus && !changed && text != value {
		f.Editor.SetText(value)
		text = value
	}
	c.DrawField(id, f, b, inner, item, focus)
	if text == "" {
		c.Text(inner.Moved(2, 0), canvas.Body, canvas.Left, c.Dim, empty)
	}
	return text, changed, submitted
}

// FocusField gives the focus to a field that was drawn, and selects its text.
func (c *Canvas) FocusField(id string) {
	f := c.Fields[id]
	f.Editor.SetCaret(f.Editor.Len(), 0)
	c.Source.Execute(key.FocusCmd{Tag: &f.Editor})
	c.Again = true
}
