package drawing

import (
	"image"

	"memcity/city/scene"
)

// Quality selects the effort for a picture.
type Quality uint8

// Lean lights boxes only at their corners, about a third of the work in a software renderer. Full lights every pixel.
const (
	Lean Quality = iota
	Full
)

// View contains everything that a picture depends on apart from the cities.
type View struct {
	Width, Height int     // size of the picture in framebuffer pixels
	Scale         float64 // framebuffer pixels per density-independent pixel; 0 means 1
	Resolution    float64 // fraction of width and height that is drawn and then enlarged, 0.25 to 1; 0 means 1
	Camera        scene.Camera
	Mix           float32 // 0 to 1 between the two cities; the shader eases it
	Quality       Quality

	Dark, ColorBlind bool
	Transparent      bool // no sky and ground; alpha is the coverage of the city
	Labels           bool // names on slabs
	Tags             bool // names of buildings

	Hover, Selected scene.Target   // targets in the second city
	Also            []scene.Target // other selected targets
	References      []scene.Reference
	Routes          *scene.Routes     // routes of the second city; nil for none
	Pointed         int               // route under the pointer, 1-based; 0 for none
	Covered         []image.Rectangle // parts covered by panels, in pixels of the whole picture, without tags
	Part            Part              // if set, Width and Height are those of the tile
}

// resolution returns the number of pixels drawn before enlarging.
func (v *View) resolution() (width, height int) {
	r := v.Resolution
	if r <= 0 || r > 1 {
		r = 1
	}
	r = max(r, 0.25)
	return max(int(float64(v.Width)*r+0.5), 1), max(int(float64(v.Height)*r+0.5), 1)
}

// aspect returns the ratio of width to height of the whole picture.
func (v *View) aspect() float64 {
	w, h := v.whole()
	return float64(w) / float64(h)
}

// dp converts density-independent pixels to framebuffer pixels.
func (v *View) dp(n float64) float64 {
	if v.Scale > 0 {
		return n * v.Scale
	}
	return n
}

// theme contains the light and the colors of the surroundings. Colors are sRGB; light is linear.
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
