package drawing

import (
	"image"

	"memcity/city/scene"
)

// Quality is how much effort a picture takes.
type Quality uint8

// Qualities: Lean lights boxes at their corners only, about a third of the work in a software renderer; Full lights
// every pixel.
const (
	Lean Quality = iota
	Full
)

// View is everything that a picture depends on apart from the cities.
type View struct {
	Width, Height int     // of the picture in framebuffer pixels
	Scale         float64 // framebuffer pixels per density-independent pixel; 0 means 1
	Resolution    float64 // share of width and height that is drawn and then enlarged, 0.25 to 1; 0 means 1
	Camera        scene.Camera
	Mix           float32 // 0 to 1 between the two cities; eased in the shader
	Quality       Quality

	Dark, ColorBlind bool
	Transparent      bool // no sky and ground; the picture's alpha shows where the city is
	Labels           bool // names on slabs
	Tags             bool // names of buildings

	Hover, Selected scene.Target   // in the second city
	Also            []scene.Target // selected in addition to Selected
	References      []scene.Reference
	Routes          *scene.Routes     // of the second city; nil for none
	Pointed         int               // route of Routes that the pointer is at, from 1; 0 for none
	Covered         []image.Rectangle // by panels, in pixels of the whole picture: no tags there
	Part            Part              // Width and Height are then those of the tile
}

// resolution returns how many pixels are drawn before enlarging.
func (v *View) resolution() (width, height int) {
	r := v.Resolution
	if r <= 0 || r > 1 {
		r = 1
	}
	r = max(r, 0.25)
	return max(int(float64(v.Width)*r+0.5), 1), max(int(float64(v.Height)*r+0.5), 1)
}

// aspect is the width over height of the whole picture.
func (v *View) aspect() float64 {
	w, h := v.whole()
	return float64(w) / float64(h)
}

// dp returns density-independent pixels as framebuffer pixels.
func (v *View) dp(n float64) float64 {
	if v.Scale > 0 {
		return n * v.Scale
	}
	return n
}

// theme is the light and the colours of the surroundings. Colours are sRGB; light is linear.
type theme struct {
	sun, sky, bounce    [3]float32
	fog, zenith, ground [3]float32
}

var lightTheme = theme{
	sun: [3]float32{0.86, 0.80, 0.70}, sky: [3]float32{0.43, 0.485, 0.58}, bounce: [3]float32{0.20, 0.19, 0.18},
	fog: [3]float32{0.953, 0.951, 0.945}, zenith: [3]float32{0.86, 0.895, 0.945}, ground: [3]float32{0.885, 0.897, 0.912},
}

var darkTheme = theme{
	sun: [3]float32{0.66, 0.63, 0.60}, sky: [3]float32{0.22, 0.265, 0.36}, bounce: [3]float32{0.08, 0.09, 0.12},
	fog: [3]float32{0.102, 0.129, 0.173}, zenith: [3]float32{0.063, 0.082, 0.114}, ground: [3]float32{0.078, 0.102, 0.137},
}

func (v *View) theme() *theme {
	if v.Dark {
		return &darkTheme
	}
	return &lightTheme
}
