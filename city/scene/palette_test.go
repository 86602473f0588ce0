package scene

import (
	"math"
	"testing"

	pinspkg "memcity/city/view/pins"
)

var palettes = map[string]*Palette{"default": &defaultPalette, "colour-blind safe": &colorBlindPalette,
	"colour-blind safe, dark": &colorBlindDarkPalette}

func TestGradientReadsInGreyscale(t *testing.T) {
	for name, p := range palettes {
		for i := range 1000 {
			a, b := p.Growth(float64(i)/1000), p.Growth(float64(i+1)/1000)
			if p == &colorBlindDarkPalette {
				a, b = b, a
			}
			// Rounding to 8 bits per channel can reverse a tiny step.
			if b.Luminance() > a.Luminance()+0.004 {
				t.Errorf("%s: luminance rises from %v to %v at %d/1000", name, a, b, i)
			}
		}
		for i := 1; i < len(p.growth); i++ {
			darker, lighter := p.growth[i], p.growth[i-1]
			if p == &colorBlindDarkPalette {
				darker, lighter = lighter, darker
			}
			if darker.Luminance() > lighter.Luminance()-0.05 {
				t.Errorf("%s: stop %v is hardly darker than %v", name, darker, lighter)
			}
		}
	}
}

func TestGradientEnds(t *testing.T) {
	for name, p := range palettes {
		first, last := p.growth[0], p.growth[len(p.growth)-1]
		for _, tt := range []struct {
			share float64
			want  RGB
		}{{-3, first}, {0, first}, {1, last}, {7, last}, {math.Inf(1), last}, {math.Inf(-1), first}} {
			if got := p.Growth(tt.share); got != tt.want {
				t.Errorf("%s: growth %v is %v, want %v", name, tt.share, got, tt.want)
			}
		}
		for i, stop := range p.growth {
			if got := p.Growth(float64(i) / float64(len(p.growth)-1)); got != stop {
				t.Errorf("%s: stop %d is %v, want %v", name, i, got, stop)
			}
		}
	}
	if p := (Settings{ColorBlind: true}).Palette(); p != &colorBlindPalette {
		t.Error("the colour-blind palette is not chosen")
	}
	if p := (Settings{ColorBlind: true, Theme: Dark}).Palette(); p.Growth(1).Luminance() < 0.5 {
		t.Errorf("in the dark theme the strongest growth is %v, which is hardly seen", p.Growth(1))
	}
}

// TestDefaultGradient checks the order in the paper: gray, orange, red.
func TestDefaultGradient(t *testing.T) {
	spread := func(c RGB) int { return int(max(c.R, c.G, c.B)) - int(min(c.R, c.G, c.B)) }
	gray, middle, end := defaultPalette.Growth(0), defaultPalette.Growth(0.5), defaultPalette.Growth(1)
	if spread(gray) > 12 {
		t.Errorf("no growth is %v, not gray", gray)
	}
	if hue(middle) < 20 || hue(middle) > 45 || spread(middle) < 100 {
		t.Errorf("medium growth is %v, not orange", middle)
	}
	if h := hue(end); h > 12 && h < 348 || spread(end) < 100 {
		t.Errorf("strong growth is %v, not red", end)
	}
}

// hue returns the angle on the color wheel in degrees.
func hue(c RGB) float64 {
	r, g, b := float64(c.R), float64(c.G), float64(c.B)
	return math.Mod(math.Atan2(math.Sqrt(3)*(g-b), 2*r-g-b)*180/math.Pi+360, 360)
}

// Colour vision deficiencies of severity 1 as matrices on linear RGB: Machado, Oliveira, Fernandes: A
// Physiologically-based Model for Simulation of Color Vision Deficiency, IEEE TVCG 15(6), 2009, table 1,
// DOI 10.1109/TVCG.2009.113.
var deficiencies = map[string][9]float64{
	"none":         {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
	"tritanopia":   {1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900},
}

func TestPalettesUnderColorBlindness(t *testing.T) {
	for name, p := range palettes {
		for vision, m := range deficiencies {
			for i := 1; i < len(p.growth); i++ {
				if d := labDistance(p.growth[i-1], p.growth[i], m); d < 10 {
					t.Errorf("%s with %s: stops %v and %v differ by %.1f, want 10", name, vision, p.growth[i-1], p.growth[i], d)
				}
			}
			if d := labDistance(p.Incoming, p.Outgoing, m); d < 20 {
				t.Errorf("%s with %s: incoming and outgoing differ by %.1f, want 20", name, vision, d)
			}
			for i := range 51 {
				if d := labDistance(p.Born(float64(i)/50), p.Kept, m); d < 10 {
					t.Errorf("%s with %s: what is born, growing by %d %%, and permanent differ by %.1f, want 10", name, vision, 2*i, d)
				}
			}
			if d := labDistance(p.Root, p.Leaf, m); d < 8 { // slabs have names and borders; a larger distance would reduce that of meaningful colors
				t.Errorf("%s with %s: slabs differ by %.1f, want 8", name, vision, d)
			}
		}
	}
	for vision, m := range deficiencies {
		if d := labDistance(colorBlindPalette.Incoming, colorBlindPalette.Outgoing, m); d < 40 {
			t.Errorf("safe palette with %s: incoming and outgoing differ by %.1f, want 40", vision, d)
		}
	}
}

// labDistance returns the distance of two colors in CIELAB (CIE 1976, white D65) as seen through m.
func labDistance(a, b RGB, m [9]float64) float64 {
	x, y := lab(a, m), lab(b, m)
	return math.Sqrt((x[0]-y[0])*(x[0]-y[0]) + (x[1]-y[1])*(x[1]-y[1]) + (x[2]-y[2])*(x[2]-y[2]))
}

func lab(c RGB, m [9]float64) [3]float64 {
	v := [3]float64{linearChannel(c.R), linearChannel(c.G), linearChannel(c.B)}
	var s [3]float64
	for i := range s {
		s[i] = min(max(m[3*i]*v[0]+m[3*i+1]*v[1]+m[3*i+2]*v[2], 0), 1)
	}
	x := (0.4124564*s[0] + 0.3575761*s[1] + 0.1804375*s[2]) / 0.95047
	y := 0.2126729*s[0] + 0.7151522*s[1] + 0.0721750*s[2]
	z := (0.0193339*s[0] + 0.1191920*s[1] + 0.9503041*s[2]) / 1.08883
	f := func(t float64) float64 {
		if t > 216.0/24389 {
			return math.Cbrt(t)
		}
		return (24389.0/27*t + 16) / 116
	}
	return [3]float64{116*f(y) - 16, 500 * (f(x) - f(y)), 200 * (f(y) - f(z))}
}

func linearChannel(v uint8) float64 {
	f := float64(v) / 255
	if f <= 0.04045 {
		return f / 12.92
	}
	return math.Pow((f+0.055)/1.055, 2.4)
}

func TestLuminance(t *testing.T) {
	for _, tt := range []struct {
		c    RGB
		want float64
	}{{RGB{}, 0}, {RGB{255, 255, 255}, 1}, {RGB{255, 0, 0}, 0.2126}, {RGB{0x80, 0x80, 0x80}, 0.2159}} {
		if got := tt.c.Luminance(); math.Abs(got-tt.want) > 1e-4 {
			t.Errorf("luminance of %v is %v, want %v", tt.c, got, tt.want)
		}
	}
	if got := (RGB{0xe4, 0x57, 0x0e}).String(); got != "#e4570e" {
		t.Errorf("colour is printed as %s", got)
	}
}

// TestCulpritStandsOut: on a dark background, the color-blind palette draws a culprit brighter than everything else, and then a suspect. All
// kinds of color vision distinguish both from their other objects and from uncolored groups.
func TestCulpritStandsOut(t *testing.T) {
	p := (Settings{ColorBlind: true, Theme: Dark}).Palette()
	culprit, held := p.Found(pinspkg.Culprit)
	suspect, suspectHeld := p.Found(pinspkg.Suspect)
	others := []RGB{held, suspect, suspectHeld, p.Growth(0), p.Root, p.Leaf, p.Kept, p.Shrunk, p.Selected}
	for e := range pinspkg.Suspect {
		finding, held := p.Found(e)
		others = append(others, finding, held)
	}
	for _, other := range others {
		if culprit.Luminance() < other.Luminance()+0.15 {
			t.Errorf("a culprit has luminance %.2f, and %v has %.2f", culprit.Luminance(), other, other.Luminance())
		}
		if other != suspect && suspect.Luminance() < other.Luminance()+0.05 {
			t.Errorf("a suspect has luminance %.2f, and %v has %.2f", suspect.Luminance(), other, other.Luminance())
		}
	}
	for vision, m := range deficiencies {
		for _, pair := range [][2]RGB{{culprit, held}, {suspect, suspectHeld}, {held, p.Growth(0)}, {culprit, p.Growth(0)}, {suspect, p.Growth(0)}} {
			if d := labDistance(pair[0], pair[1], m); d < 15 {
				t.Errorf("with %s: %v and %v differ by %.1f, want 15", vision, pair[0], pair[1], d)
			}
		}
	}
}
