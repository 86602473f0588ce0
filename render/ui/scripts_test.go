package ui

import (
	"image"
	"testing"

	"gioui.org/font"

	"memcity/city"
)

// Names in other scripts are set with fonts of the system, where one has them: every letter has a glyph of a font beside
// the embedded ones, whichever way it is written, and the panels are laid out as with other names.
func TestOtherScripts(t *testing.T) {
	types, err := newTypesetter(true)
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, name := range []string{"מחלקה", "فئة", "クラス", "类型", "클래스", "कक्षा"} {
		l := types.line(name, 12.5, font.Medium)
		if len(l.glyphs) == 0 || l.width <= 0 {
			t.Errorf("%q is not set at all", name)
			continue
		}
		if int(l.glyphs[0].ID>>48) < len(types.letters.fonts) {
			continue // no font of this machine has it; the embedded one shows a box
		}
		known++
		if _, ok := types.letters.outline(&l); ok {
			t.Errorf("%q is taken for text of an embedded font", name)
		}
	}
	t.Logf("fonts of this machine know %d of 6 scripts", known)
}

func TestPanelsWithOtherScripts(t *testing.T) {
	for _, name := range []string{"com.example.מחלקה.ארוכה.מאוד", "שלום", "com.例.クラス$内部", "فئة.طويلة.جدا.Node"} {
		m := sample()
		m.Name = name
		m.Selection.Path = []Part{{"Heap", "Heap", ""}, {"p", name, "Package"}, {"c", name + "$Inner", "Type"}}
		m.Selection.In = []Link{{"a", name, 1, 1, city.RGB{}, false}}
		m.Hover, m.HoverAt = m.Selection, image.Pt(500, 300)
		k, err := newCore(Options{SystemFonts: true})
		if err != nil {
			t.Fatal(err)
		}
		k.show(&shown{m, screen, 1})
		k.layout()
		checkTexts(t, k, screen)
		find(t, k, Inspector, "text", name+"$Inner")
	}
}
