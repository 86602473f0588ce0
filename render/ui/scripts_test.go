package ui

import (
	"image"
	"testing"

	"gioui.org/font"

	"memcity/city/scene"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

// Names in other scripts are set in system fonts, if available. Every letter has a glyph of a font outside the embedded ones, in either
// writing direction. The panels are laid out as for other names.
func TestOtherScripts(t *testing.T) {
	types, err := canvas.NewTypesetter(true)
	if err != nil {
		t.Fatal(err)
	}
	known := 0
	for _, name := range []string{"מחלקה", "فئة", "クラス", "类型", "클래스", "कक्षा"} {
		l := types.Line(name, 12.5, font.Medium)
		if len(l.Glyphs) == 0 || l.Width <= 0 {
			t.Errorf("%q is not set at all", name)
			continue
		}
		if int(l.Glyphs[0].ID>>48) < len(types.Letters.Fonts) {
			continue // no font on this machine contains it; the embedded font shows a box
		}
		known++
		if _, ok := types.Letters.Outline(&l, false); ok {
			t.Errorf("%q is taken for text of an embedded font", name)
		}
	}
	t.Logf("fonts of this machine know %d of 6 scripts", known)
}

func TestPanelsWithOtherScripts(t *testing.T) {
	for _, name := range []string{"com.example.מחלקה.ארוכה.מאוד", "שלום", "com.例.クラス$内部", "فئة.طويلة.جدا.Node"} {
		m := uitest.Sample()
		m.Name = name
		m.Selection.Path = []model.Part{{Key: "Heap", Name: "Heap", Role: ""}, {Key: "p", Name: name, Role: "Package"},
			{Key: "c", Name: name + "$Inner", Role: "Type"}}
		m.Selection.In = []model.Link{{Key: "a", Name: name, Own: 1, Partner: 1, Color: scene.RGB{}, AtLeast: false}}
		m.Hover, m.HoverAt = m.Selection, image.Pt(500, 300)
		k, err := widget.NewCore(widget.Options{SystemFonts: true}, panels()...)
		if err != nil {
			t.Fatal(err)
		}
		k.Show(&widget.Shown{Model: m, Size: uitest.Screen, Scale: 1})
		k.Layout()
		uitest.CheckTexts(t, k, uitest.Screen)
		uitest.Find(t, k, model.Inspector, "text", name+"$Inner")
	}
}
