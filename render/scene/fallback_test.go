package scene

import (
	"testing"

	"golang.org/x/image/font/gofont/goregular"

	"memcity/assets"
)

// The font of Go lacks Vietnamese letters; Inter has them.
func TestFallbackFontsHaveWhatTheFirstLacks(t *testing.T) {
	const size = 16
	alone, err := newAtlas([][]byte{goregular.TTF}, size, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	both, err := newAtlas([][]byte{goregular.TTF, assets.InterMedium}, size, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	inter, err := newAtlas([][]byte{assets.InterMedium}, size, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	const lacked = 'ấ'
	if alone.glyph(lacked, 0) != alone.glyph(missingGlyph, 0) {
		t.Fatal("the font of Go has Vietnamese letters")
	}
	if got, want := both.glyph(lacked, 0), inter.glyph(lacked, 0); got.width != want.width || got.height != want.height || got.width == 0 {
		t.Errorf("glyph %+v, want that of the fallback, %+v", got, want)
	}
	if got, want := both.measure("aấ"), alone.measure("a")+inter.measure("ấ"); got != want {
		t.Errorf("width %v, want %v", got, want)
	}
	if both.glyph('字', 0) != both.glyph(missingGlyph, 0) {
		t.Error("a rune that both lack has a picture of its own")
	}
	if both.ascent != alone.ascent {
		t.Error("a fallback changes the ascent")
	}
}

func TestFallbackThatIsNoFont(t *testing.T) {
	for _, data := range [][]byte{nil, []byte("no font"), assets.InterMedium[:1000]} {
		if _, err := newAtlas([][]byte{assets.InterMedium, data}, 16, 1, 1); err == nil {
			t.Errorf("%d bytes that are no font are accepted", len(data))
		}
	}
}
