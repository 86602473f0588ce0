package ui

import (
	"image/color"

	"memcity/city"
)

// theme holds the colours of the panels. Text on card, raised, and field has a contrast of at least 4.5 to 1, which a
// test holds.
type theme struct {
	card   color.NRGBA // ground of a panel
	raised color.NRGBA // ground of buttons and fields
	hover  color.NRGBA
	press  color.NRGBA
	line   color.NRGBA // between rows
	edge   color.NRGBA // border of controls; at least 3:1 would be loud, so state is told by fill as well

	text   color.NRGBA
	dim    color.NRGBA // secondary text
	off    color.NRGBA // controls that cannot be used now
	accent color.NRGBA // ground of what is chosen
	on     color.NRGBA // text on accent
	link   color.NRGBA // text of the accent's hue on card
	wash   color.NRGBA // light area of the accent's hue
	warn   color.NRGBA
	fault  color.NRGBA
	live   color.NRGBA // mark of a recording that grows
	head   color.NRGBA // playhead
	knob   color.NRGBA

	tint float32 // share of a colour of the picture in the ground below text
}

func rgb(v uint32) color.NRGBA {
	return color.NRGBA{uint8(v >> 16), uint8(v >> 8), uint8(v), 0xff}
}

var lightTheme = theme{
	card: rgb(0xfbfcfe), raised: rgb(0xeef2f8), hover: rgb(0xe2e9f3), press: rgb(0xd3deed), line: rgb(0xe6ebf2), edge: rgb(0xc3cddb),
	text: rgb(0x111a27), dim: rgb(0x4b586c), off: rgb(0xa5afbd), accent: rgb(0x1f62e6), on: rgb(0xffffff), link: rgb(0x1a57d0),
	wash: rgb(0xdce8fd), warn: rgb(0x925500), fault: rgb(0xb3261e), live: rgb(0x12703f), head: rgb(0x17212e), knob: rgb(0xffffff), tint: 0.17,
}

var darkTheme = theme{
	card: rgb(0x171d27), raised: rgb(0x232b38), hover: rgb(0x2d3747), press: rgb(0x394559), line: rgb(0x293241), edge: rgb(0x455267),
	text: rgb(0xe9eef5), dim: rgb(0xa3b0c2), off: rgb(0x5d697b), accent: rgb(0x2b6df0), on: rgb(0xffffff), link: rgb(0x83b2ff),
	wash: rgb(0x23375c), warn: rgb(0xf0b55c), fault: rgb(0xff8a80), live: rgb(0x5fd08f), head: rgb(0xf3f6fa), knob: rgb(0xf3f6fa), tint: 0.38,
}

func themeOf(t city.Theme) *theme {
	if t == city.Dark {
		return &darkTheme
	}
	return &lightTheme
}

func solid(c city.RGB) color.NRGBA { return color.NRGBA{c.R, c.G, c.B, 0xff} }

// mixed returns a colour between a and b, all of a at t = 0.
func mixed(a, b color.NRGBA, t float32) color.NRGBA {
	ch := func(x, y uint8) uint8 { return uint8(float32(x) + (float32(y)-float32(x))*t + 0.5) }
	return color.NRGBA{ch(a.R, b.R), ch(a.G, b.G), ch(a.B, b.B), 0xff}
}

func faded(c color.NRGBA, alpha float32) color.NRGBA {
	c.A = uint8(alpha*255 + 0.5)
	return c
}

// Lengths of all panels, in dp.
const (
	margin     = 12 // between cards, and around them
	padding    = 14 // inside a card
	cardRadius = 8
	cardShadow = 6
	ctlRadius  = 6
)
