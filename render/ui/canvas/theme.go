package canvas

import (
	"image/color"

	"memcity/city/scene"
)

// Theme contains the colors of the panels. Text on Card, Raised and fields has a contrast of at least 4.5 to 1. A test checks that.
type Theme struct {
	Card   color.NRGBA // background of a panel
	Raised color.NRGBA // background of buttons and fields
	Hover  color.NRGBA
	Press  color.NRGBA
	Line   color.NRGBA // between rows
	Edge   color.NRGBA // border of controls; 3:1 contrast would be too strong, so the fill shows state too

	Text   color.NRGBA
	Dim    color.NRGBA // secondary text
	Off    color.NRGBA // disabled controls
	Accent color.NRGBA // background of chosen controls
	On     color.NRGBA // text on Accent
	Link   color.NRGBA // text on Card in the accent's hue
	Wash   color.NRGBA // light area in the accent's hue
	Warn   color.NRGBA
	Fault  color.NRGBA
	Live   color.NRGBA // mark of a live recording
	Head   color.NRGBA // playhead
	Knob   color.NRGBA

	Rim color.NRGBA // around cards where shadows are not visible; transparent for none

	Tint float32 // share of a picture's color in the background of text
}

func Rgb(v uint32) color.NRGBA {
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}
}

var LightTheme = Theme{
	Card: Rgb(0xfbfcfe), Raised: Rgb(0xeef2f8), Hover: Rgb(0xe2e9f3), Press: Rgb(0xd3deed), Line: Rgb(0xe6ebf2), Edge: Rgb(0xc3cddb),
	Text: Rgb(0x111a27), Dim: Rgb(0x4b586c), Off: Rgb(0xa5afbd), Accent: Rgb(0x1f62e6), On: Rgb(0xffffff), Link: Rgb(0x1a57d0),
	Wash: Rgb(0xdce8fd), Warn: Rgb(0x925500), Fault: Rgb(0xb3261e), Live: Rgb(0x12703f), Head: Rgb(0x17212e), Knob: Rgb(0xffffff), Tint: 0.17,
}

var DarkTheme = Theme{
	Card: Rgb(0x1a212d), Raised: Rgb(0x283141), Hover: Rgb(0x323d4f), Press: Rgb(0x3e4a5f), Line: Rgb(0x2d3747), Edge: Rgb(0x4b586e),
	Text: Rgb(0xe9eef5), Dim: Rgb(0xa9b6c8), Off: Rgb(0x667387), Rim: Rgb(0x323d4e), Accent: Rgb(0x2b6df0), On: Rgb(0xffffff), Link: Rgb(0x83b2ff),
	Wash: Rgb(0x23375c), Warn: Rgb(0xf0b55c), Fault: Rgb(0xff8a80), Live: Rgb(0x5fd08f), Head: Rgb(0xf3f6fa), Knob: Rgb(0xf3f6fa), Tint: 0.38,
}

// darkOver is the dark theme of panels above cards. It is lighter, as shadows are not visible.
var darkOver = lifted(&DarkTheme)

// lifted returns a theme with lighter backgrounds.
func lifted(t *Theme) Theme {
	over := *t
	white := Rgb(0xffffff)
	for _, c := range []*color.NRGBA{&over.Card, &over.Raised, &over.Hover, &over.Press, &over.Line, &over.Edge, &over.Rim} {
		*c = Mixed(*c, white, 0.035)
	}
	over.Rim = Mixed(over.Rim, white, 0.08)
	return over
}

// ThemeOver is like [ThemeOf] for menus, dialogs and tooltips, which are above cards.
func ThemeOver(t scene.Theme) *Theme {
	if t == scene.Dark {
		return &darkOver
	}
	return &LightTheme
}

func ThemeOf(t scene.Theme) *Theme {
	if t == scene.Dark {
		return &DarkTheme
	}
	return &LightTheme
}

func Solid(c scene.RGB) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, 0xff} }

// Mixed returns a color between a and b; a at t = 0.
func Mixed(a, b color.NRGBA, t float32) color.NRGBA {
	ch := func(x, y uint8) uint8 { return uint8(float32(x) + (float32(y)-float32(x))*t + 0.5) }
	return color.NRGBA{ch(a.R, b.R), ch(a.G, b.G), ch(a.B, b.B), 0xff}
}

func Faded(c color.NRGBA, alpha float32) color.NRGBA {
	c.A = uint8(alpha*255 + 0.5)
	return c
}
