package ui

import (
	"image"
	"image/color"
	"strings"
	"testing"

	"gioui.org/font"
	"gioui.org/io/key"
	"gioui.org/layout"
	"gioui.org/op"
	"gioui.org/op/clip"
	"gioui.org/op/paint"
	"gioui.org/unit"
	gio "gioui.org/widget"

	"memcity/city/scene"
	"memcity/render/ui/brush"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// paintLine paints a line of text with a mask, or with Gio's renderer.
func paintLine(t *testing.T, ground, ink color.NRGBA, s string, st canvas.Style, scale float32, byGio bool) *image.RGBA {
	t.Helper()
	k, err := widget.NewCore(widget.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if byGio {
		k.Faces.Letters.Fonts = nil
	}
	defer k.Release()
	list := &brush.List{}
	list.Reset(image.Pt(400, 60))
	c := &canvas.Canvas{Theme: &canvas.LightTheme, Types: k.Faces, Album: &k.Photos, List: list, Scale: scale,
		Window: canvas.Rect(0, 0, 1000, 1000)}
	img := image.NewRGBA(image.Rect(0, 0, 400, 60))
	list.Box(img.Rect, 0, ground)
	c.Draw(canvas.Rect(10/scale, 5/scale, 380/scale, 50/scale), st, canvas.Left, ink, s)
	list.Paint(img, img.Rect)
	return img
}

// Text painted with masks looks like Gio's rendering of the same glyphs. This requires a correct interpretation of Gio's glyph IDs.
func TestLettersLookLikeGlyphs(t *testing.T) {
	uitest.NeedGraphics(t)
	for _, c := range []struct {
		ground, ink color.NRGBA
		text        string
		st          canvas.Style
		scale       float32
	}{
		{canvas.LightTheme.Card, canvas.LightTheme.Text, "Growth, objects +11,145 (Åg)", canvas.Body, 1},
		{canvas.DarkTheme.Card, canvas.DarkTheme.Dim, "java.util.LinkedList$Node · 40 %", canvas.Style{Size: 11, Weight: font.Medium}, 1.25},
		{canvas.LightTheme.Accent, canvas.LightTheme.On, "“Open…” → 0.25×", canvas.Title, 2},
		{canvas.DarkTheme.Card, canvas.Faded(canvas.DarkTheme.Link, 0.5), "faded", canvas.Title, 1},
	} {
		want := paintLine(t, c.ground, c.ink, c.text, c.st, c.scale, true)
		got := paintLine(t, c.ground, c.ink, c.text, c.st, c.scale, false)
		sum, ink := 0, 0
		for i := range got.Pix {
			d := int(got.Pix[i]) - int(want.Pix[i])
			sum += max(d, -d)
			e := int(want.Pix[i]) - int(want.Pix[i%4])
			ink += max(e, -e)
		}
		if ink < 1000 {
			t.Fatalf("%q: nothing is painted", c.text)
		}
		if share := float64(sum) / float64(ink); share > 0.12 {
			t.Errorf("%q differs by %.1f %% of its ink", c.text, 100*share)
		}
	}
}

func TestLettersAreKept(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	n, bytes := len(k.Faces.Letters.Made), k.Faces.Letters.Bytes
	if n == 0 {
		t.Fatal("no text is painted with a mask")
	}
	k.Layout()
	if len(k.Faces.Letters.Made) != n || k.Faces.Letters.Bytes != bytes {
		t.Error("the same texts were made again")
	}
	k.Faces.Letters.Bytes = canvas.MaxLetterBytes + 1
	m := uitest.Sample()
	m.State.Settings.Theme = scene.Dark
	k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
	k.Layout()
	if got := k.Faces.Letters.Bytes; got > canvas.MaxLetterBytes {
		t.Errorf("%d bytes are kept", got)
	}
}

// Gio draws letters that the embedded fonts lack.
func TestForeignLetters(t *testing.T) {
	types, err := canvas.NewTypesetter(false)
	if err != nil {
		t.Fatal(err)
	}
	l := types.Line("Node", 13, font.Normal)
	if _, ok := types.Letters.Of(&l); !ok {
		t.Error("plain text is left to Gio")
	}
	l.Glyphs[1].ID |= 3 << 48
	l.Key.Text = "other"
	if _, ok := types.Letters.Of(&l); ok {
		t.Error("a glyph of another font is painted with an embedded one")
	}
}

// Editors look like Gio's: text, scrolled text, several lines, selection, and caret.
func TestEditorsLookLikeGios(t *testing.T) {
	uitest.NeedGraphics(t)
	for name, c := range map[string]struct {
		text     string
		single   bool
		from, to int
		scale    float32
	}{
		"a word": {"Node", true, 4, 4, 1}, "selected": {"java.util.LinkedList", true, 3, 12, 1}, "empty": {"", true, 0, 0, 1},
		"scrolled": {strings.Repeat("com.example.", 20) + "End", true, 243, 243, 1.25}, "scrolled back": {strings.Repeat("abc.", 80), true, 40, 40, 2},
		"two lines": {"first\nsecond line", false, 3, 3, 1}, "ends with a break": {"first\n\n", false, 7, 7, 1},
		"many lines": {strings.Repeat("some words of a note ", 20), false, 400, 390, 1},
	} {
		var f widget.Field
		f.Editor = gio.Editor{SingleLine: c.single, Submit: c.single}
		f.Editor.SetText(c.text)
		k := newTest(t, uitest.Sample(), uitest.Screen, float64(c.scale))
		size := image.Pt(220, 60)
		var ops op.Ops
		draw := func() *brush.List {
			list := &brush.List{}
			list.Reset(size)
			list.Box(image.Rectangle{Max: size}, 0, canvas.LightTheme.Card)
			ops.Reset()
			macro := op.Record(&ops)
			cv := &widget.Canvas{Core: k, Source: k.Router.Source(), Canvas: &canvas.Canvas{Theme: &canvas.LightTheme, Types: k.Faces, Ops: &ops, List: list,
				Scale: c.scale, Window: canvas.Rect(0, 0, 1000, 1000)}}
			box := canvas.Rect(4/c.scale, 4/c.scale, float32(size.X-8)/c.scale, float32(size.Y-8)/c.scale)
			cv.DrawField("test", &f, canvas.Rect(0, 0, float32(size.X)/c.scale, float32(size.Y)/c.scale), box, model.Item{}, true)
			call := macro.Stop()
			call.Add(&ops)
			k.Router.Frame(&ops)
			return list
		}
		draw()
		k.Router.Source().Execute(key.FocusCmd{Tag: &f.Editor})
		draw()
		f.Editor.SetCaret(c.from, c.to)
		draw()
		list := draw()
		got := image.NewRGBA(image.Rectangle{Max: size})
		list.Paint(got, got.Rect)
		want := byGio(t, k, &f, size, c.scale)
		sum, ink := 0, 0
		for i := range got.Pix {
			x, y := i/4%size.X, i/4/size.X
			if !image.Pt(x, y).In(image.Rect(4, 4, size.X-4, size.Y-4)) { // border
				continue
			}
			d := int(got.Pix[i]) - int(want.Pix[i])
			sum += max(d, -d)
			e := int(want.Pix[i]) - int(want.Pix[4*(8*size.X+size.X-8)+i%4])
			ink += max(e, -e)
		}
		if share := float64(sum) / float64(max(ink, 1)); share > 0.12 || ink == 0 {
			t.Errorf("%s: differs by %.1f %% of its ink, %d", name, 100*share, ink)
		}
	}
}

// byGio paints an editor with Gio, including its selection and caret.
func byGio(t *testing.T, k *widget.Core, f *widget.Field, size image.Point, scale float32) *image.RGBA {
	t.Helper()
	var ops op.Ops
	material := func(col color.NRGBA) op.CallOp {
		m := op.Record(&ops)
		paint.ColorOp{Color: col}.Add(&ops)
		return m.Stop()
	}
	macro := op.Record(&ops)
	paint.FillShape(&ops, canvas.LightTheme.Card, clip.Rect{Max: size}.Op())
	room := image.Rect(4, 4, size.X-4, size.Y-4)
	if f.Editor.SingleLine {
		line := int(canvas.LineHeight(canvas.Body)*scale + 0.5)
		room.Min.Y += (room.Dy() - line) / 2
		room.Max.Y = room.Min.Y + line
	}
	off := op.Offset(room.Min).Push(&ops)
	cut := clip.Rect{Max: room.Size()}.Push(&ops)
	gtx := layout.Context{Ops: &ops, Source: k.Router.Source(), Constraints: layout.Exact(room.Size()), Metric: unit.Metric{PxPerDp: scale, PxPerSp: scale}}
	f.Editor.Layout(gtx, k.Faces.Shaper, k.Faces.Font(canvas.Body), unit.Sp(canvas.Body.Size), material(canvas.LightTheme.Text),
		material(canvas.Faded(canvas.LightTheme.Accent, 0.35)))
	cut.Pop()
	off.Pop()
	var surf canvas.Surface
	defer surf.Release()
	img, err := surf.Paint(macro.Stop(), size)
	if err != nil {
		t.Fatal(err)
	}
	return img
}
