package ui

import (
	"image/color"
	"testing"

	"memcity/city/scene"
	"memcity/render/ui/canvas"
)

func contrast(a, b color.NRGBA) float64 {
	lum := func(c color.NRGBA) float64 { return scene.RGB{R: c.R, G: c.G, B: c.B}.Luminance() }
	x, y := lum(a), lum(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Text has a contrast of at least 4.5:1 (WCAG 2.1, 1.4.3). Meaningful controls have at least 3:1 to adjacent colors (1.4.11).
func TestContrast(t *testing.T) {
	for name, th := range map[string]*canvas.Theme{"light": &canvas.LightTheme, "dark": &canvas.DarkTheme, "dark over cards": canvas.ThemeOver(scene.Dark)} {
		for _, c := range []struct {
			what       string
			fore, back color.NRGBA
			least      float64
		}{
			{"text on card", th.Text, th.Card, 4.5}, {"text on raised", th.Text, th.Raised, 4.5}, {"text on hover", th.Text, th.Hover, 4.5},
			{"text on press", th.Text, th.Press, 4.5}, {"text on wash", th.Text, th.Wash, 4.5},
			{"dim on card", th.Dim, th.Card, 4.5}, {"dim on raised", th.Dim, th.Raised, 4.5}, {"dim on hover", th.Dim, th.Hover, 4.5},
			{"dim on wash", th.Dim, th.Wash, 4.5},
			{"link on card", th.Link, th.Card, 4.5}, {"link on wash", th.Link, th.Wash, 4.5}, {"link on raised", th.Link, th.Raised, 4.5},
			{"on on accent", th.On, th.Accent, 4.5}, {"warning", th.Warn, th.Card, 4.5}, {"warning on wash", th.Warn, th.Wash, 4.5},
			{"warning on raised", th.Warn, th.Raised, 4.5}, {"text on hovered wash", th.Text, canvas.Mixed(th.Wash, th.Hover, 0.6), 4.5},
			{"fault", th.Fault, th.Card, 4.5},
			{"text on incoming", th.Text, canvas.Mixed(th.Card, canvas.Solid(scene.Settings{}.Palette().Incoming), th.Tint*1.5), 4.5},
			{"text on outgoing", th.Text, canvas.Mixed(th.Card, canvas.Solid(scene.Settings{}.Palette().Outgoing), th.Tint*1.5), 4.5},
			{"text on incoming, color-blind", th.Text,
				canvas.Mixed(th.Card, canvas.Solid(scene.Settings{ColorBlind: true}.Palette().Incoming), th.Tint*1.5), 4.5},
			{"text on outgoing, color-blind", th.Text,
				canvas.Mixed(th.Card, canvas.Solid(scene.Settings{ColorBlind: true}.Palette().Outgoing), th.Tint*1.5), 4.5},
			{"accent on card", th.Accent, th.Card, 3}, {"playhead", th.Head, th.Card, 4.5}, {"knob on accent", th.Knob, th.Accent, 3},
		} {
			if got := contrast(c.fore, c.back); got < c.least {
				t.Errorf("%s theme: %s has %.2f, less than %v", name, c.what, got, c.least)
			}
		}
	}
}
