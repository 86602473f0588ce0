package ui

import (
	"image"
	"image/color"
	"testing"

	"gioui.org/font"
	"gioui.org/op"
	"gioui.org/op/paint"

	"memcity/city"
)

// paintLine paints a line of text as a picture, or as Gio does it.
func paintLine(t *testing.T, ground, ink color.NRGBA, s string, st style, scale float32, byGio bool) *image.RGBA {
	t.Helper()
	k, err := newCore(Options{})
	if err != nil {
		t.Fatal(err)
	}
	if byGio {
		k.faces.letters.fonts = nil
	}
	size := image.Pt(400, 60)
	var ops op.Ops
	macro := op.Record(&ops)
	c := &canvas{core: k, pen: &pen{theme: &lightTheme, types: k.faces, album: &k.photos, ops: &ops, scale: scale, bands: make([]uint64, bandsOf(size.Y)), window: box{0, 0, 1000, 1000}}}
	paint.Fill(&ops, ground)
	c.draw(box{10 / scale, 5 / scale, 380 / scale, 50 / scale}, st, left, ink, s)
	call := macro.Stop()
	var surf surface
	defer surf.release()
	img, err := surf.paint(call, size, nil, 0, size.Y)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// Text painted as a picture looks like what Gio paints from the same glyphs. That holds only if the fonts and glyphs are
// read from Gio's identities of glyphs in the right way.
func TestLettersLookLikeGlyphs(t *testing.T) {
	needGraphics(t)
	for _, c := range []struct {
		ground, ink color.NRGBA
		text        string
		st          style
		scale       float32
	}{
		{lightTheme.card, lightTheme.text, "Growth, objects +11,145 (Åg)", body, 1},
		{darkTheme.card, darkTheme.dim, "java.util.LinkedList$Node · 40 %", style{11, font.Medium}, 1.25},
		{lightTheme.accent, lightTheme.on, "“Open…” → 0.25×", title, 2},
		{darkTheme.card, faded(darkTheme.link, 0.5), "faded", title, 1},
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
	k := newTest(t, sample(), screen, 1)
	n, bytes := len(k.faces.letters.made), k.faces.letters.bytes
	if n == 0 {
		t.Fatal("no text is painted as a picture")
	}
	k.layout()
	if len(k.faces.letters.made) != n || k.faces.letters.bytes != bytes {
		t.Error("the same texts were made again")
	}
	k.faces.letters.bytes = maxLetterBytes + 1
	m := sample()
	m.State.Settings.Theme = city.Dark
	k.show(&shown{m, screen, 1})
	k.layout()
	if got := k.faces.letters.bytes; got > maxLetterBytes {
		t.Errorf("%d bytes are kept", got)
	}
}

// Letters that the embedded fonts lack are left to Gio.
func TestForeignLetters(t *testing.T) {
	types, err := newTypesetter(false)
	if err != nil {
		t.Fatal(err)
	}
	l := types.line("Node", 13, font.Normal)
	if _, ok := types.letters.of(&l, lightTheme.text); !ok {
		t.Error("plain text is left to Gio")
	}
	l.glyphs[1].ID |= 3 << 48
	l.key.text = "other"
	if _, ok := types.letters.of(&l, lightTheme.text); ok {
		t.Error("a glyph of another font is painted with an embedded one")
	}
}

func TestInk(t *testing.T) {
	var l letters
	ink := l.ink(rgb(0x1f62e6))
	if ink[0] != (color.RGBA{}) || ink[255] != (color.RGBA{0x1f, 0x62, 0xe6, 0xff}) {
		t.Errorf("the ends are %v and %v", ink[0], ink[255])
	}
	// Half the light of full red is 188 of 255 in sRGB.
	if got := l.ink(rgb(0xff0000))[128]; got.R != 188 || got.A != 128 {
		t.Errorf("half of red is %v", got)
	}
}
