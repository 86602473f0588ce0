package ui

import (
	"image"
	"image/color"
	"testing"

	"gioui.org/font"
	"gioui.org/op"
	"gioui.org/op/paint"

	"memcity/city/scene"
	"memcity/render/ui/canvas"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// paintLine paints a line of text as a picture, or as Gio does it.
func paintLine(t *testing.T, ground, ink color.NRGBA, s string, st canvas.Style, scale float32, byGio bool) *image.RGBA {
	t.Helper()
	k, err := widget.NewCore(widget.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if byGio {
		k.Faces.Letters.Fonts = nil
	}
	size := image.Pt(400, 60)
	var ops op.Ops
	macro := op.Record(&ops)
	c := &widget.Canvas{Core: k, Canvas: &canvas.Canvas{Theme: &canvas.LightTheme, Types: k.Faces, Album: &k.Photos, Ops: &ops,
		Scale: scale, Bands: make([]uint64, canvas.BandsOf(size.Y)), Window: canvas.Rect(0, 0, 1000, 1000)}}
	paint.Fill(&ops, ground)
	c.Draw(canvas.Rect(10/scale, 5/scale, 380/scale, 50/scale), st, canvas.Left, ink, s)
	call := macro.Stop()
	var surf canvas.Surface
	defer surf.Release()
	img, err := surf.Paint(call, size, nil, 0, size.Y)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// Text painted as a picture looks like what Gio paints from the same glyphs. That holds only if the fonts and glyphs are
// read from Gio's identities of glyphs in the right way.
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
		t.Fatal("no text is painted as a picture")
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

// Letters that the embedded fonts lack are left to Gio.
func TestForeignLetters(t *testing.T) {
	types, err := canvas.NewTypesetter(false)
	if err != nil {
		t.Fatal(err)
	}
	l := types.Line("Node", 13, font.Normal)
	if _, ok := types.Letters.Of(&l, canvas.LightTheme.Text); !ok {
		t.Error("plain text is left to Gio")
	}
	l.Glyphs[1].ID |= 3 << 48
	l.Key.Text = "other"
	if _, ok := types.Letters.Of(&l, canvas.LightTheme.Text); ok {
		t.Error("a glyph of another font is painted with an embedded one")
	}
}

func TestInk(t *testing.T) {
	var l canvas.Letters
	ink := l.Ink(canvas.Rgb(0x1f62e6))
	if ink[0] != (color.RGBA{}) || ink[255] != (color.RGBA{0x1f, 0x62, 0xe6, 0xff}) {
		t.Errorf("the ends are %v and %v", ink[0], ink[255])
	}
	// Half the light of full red is 188 of 255 in sRGB.
	if got := l.Ink(canvas.Rgb(0xff0000))[128]; got.R != 188 || got.A != 128 {
		t.Errorf("half of red is %v", got)
	}
}
