package ui

import (
	"image/color"
	"testing"

	"memcity/city"
)

func contrast(a, b color.NRGBA) float64 {
	lum := func(c color.NRGBA) float64 { return city.RGB{R: c.R, G: c.G, B: c.B}.Luminance() }
	x, y := lum(a), lum(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// Text keeps 4.5:1 (WCAG 2.1, 1.4.3), controls 3:1 against what is beside them where that carries meaning (1.4.11).
func TestContrast(t *testing.T) {
	for name, th := range map[string]*theme{"light": &lightTheme, "dark": &darkTheme} {
		for _, c := range []struct {
			what       string
			fore, back color.NRGBA
			least      float64
		}{
			{"text on card", th.text, th.card, 4.5}, {"text on raised", th.text, th.raised, 4.5}, {"text on hover", th.text, th.hover, 4.5},
			{"text on press", th.text, th.press, 4.5}, {"text on wash", th.text, th.wash, 4.5},
			{"dim on card", th.dim, th.card, 4.5}, {"dim on raised", th.dim, th.raised, 4.5}, {"dim on hover", th.dim, th.hover, 4.5}, {"dim on wash", th.dim, th.wash, 4.5},
			{"link on card", th.link, th.card, 4.5}, {"link on wash", th.link, th.wash, 4.5}, {"link on raised", th.link, th.raised, 4.5},
			{"on on accent", th.on, th.accent, 4.5}, {"warning", th.warn, th.card, 4.5}, {"warning on wash", th.warn, th.wash, 4.5}, {"warning on raised", th.warn, th.raised, 4.5}, {"text on hovered wash", th.text, mixed(th.wash, th.hover, 0.6), 4.5}, {"fault", th.fault, th.card, 4.5},
			{"text on incoming", th.text, mixed(th.card, solid(city.Settings{}.Palette().Incoming), th.tint*1.5), 4.5},
			{"text on outgoing", th.text, mixed(th.card, solid(city.Settings{}.Palette().Outgoing), th.tint*1.5), 4.5},
			{"text on incoming, colour-blind", th.text, mixed(th.card, solid(city.Settings{ColorBlind: true}.Palette().Incoming), th.tint*1.5), 4.5},
			{"text on outgoing, colour-blind", th.text, mixed(th.card, solid(city.Settings{ColorBlind: true}.Palette().Outgoing), th.tint*1.5), 4.5},
			{"accent on card", th.accent, th.card, 3}, {"playhead", th.head, th.card, 4.5}, {"knob on accent", th.knob, th.accent, 3},
		} {
			if got := contrast(c.fore, c.back); got < c.least {
				t.Errorf("%s theme: %s has %.2f, less than %v", name, c.what, got, c.least)
			}
		}
	}
}
