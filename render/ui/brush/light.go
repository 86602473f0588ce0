package brush

import (
	"image/color"
	"math"
)

// Linear is the transfer function of sRGB (IEC 61966-2-1). Encoded is its inverse.
func Linear(v uint8) float64 {
	return linear(float64(v) / 255)
}

func linear(c float64) float64 {
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

func Encoded(c float64) uint8 {
	if c <= 0.0031308 {
		c *= 12.92
	} else {
		c = 1.055*math.Pow(c, 1/2.4) - 0.055
	}
	return uint8(min(max(c, 0), 1)*255 + 0.5)
}

// The transfer function in integers: light from 0 to full.
const full = 1<<16 - 1

var (
	toLight   [256]uint32
	fromLight [full + 1]uint8
)

func init() {
	at := 0
	for v := range toLight {
		toLight[v] = uint32(Linear(uint8(v))*full + 0.5)
		end := full + 1 // end of the light that is nearest to v
		if v < 255 {
			end = int(linear((float64(v)+0.5)/255)*full) + 1
		}
		for ; at < end; at++ {
			fromLight[at] = uint8(v)
		}
	}
}

// ink is a color with its linear light.
type ink struct {
	r, g, b uint32 // linear light, or the encoded color if stored is set
	alpha   uint32
	solid   [4]uint8
	stored  bool
}

func inkOf(c color.NRGBA, stored bool) ink {
	k := ink{uint32(c.R), uint32(c.G), uint32(c.B), uint32(c.A), [4]uint8{c.R, c.G, c.B, 0xff}, stored}
	if !stored {
		k.r, k.g, k.b = toLight[c.R], toLight[c.G], toLight[c.B]
	}
	return k
}

// over blends the ink over a pixel with coverage 0 to 255.
func (k *ink) over(pixel []uint8, cover uint32) {
	if cover == 0xff {
		copy(pixel[:4], k.solid[:])
		return
	}
	rest := 0xff - cover
	p := pixel[:4:4]
	if k.stored {
		p[0] = uint8((uint32(p[0])*rest + k.r*cover + 127) / 255)
		p[1] = uint8((uint32(p[1])*rest + k.g*cover + 127) / 255)
		p[2] = uint8((uint32(p[2])*rest + k.b*cover + 127) / 255)
	} else {
		p[0] = fromLight[(k.r*cover+toLight[p[0]]*rest+127)/255]
		p[1] = fromLight[(k.g*cover+toLight[p[1]]*rest+127)/255]
		p[2] = fromLight[(k.b*cover+toLight[p[2]]*rest+127)/255]
	}
	p[3] = 0xff
}

// down blends the ink over n pixels of a column, with its alpha as coverage.
func (k *ink) down(pixels []uint8, stride, n int) {
	if k.alpha == 0xff || !k.stored {
		for y := range n {
			k.over(pixels[y*stride:], k.alpha)
		}
		return
	}
	// Compute red and blue together, then green, with 16 bits per product. Adding a half and the sum's own 256th divides by 255.
	const lanes, half = 0x00ff00ff, 0x00800080
	rest := 0xff - k.alpha
	outer, inner := (k.r|k.b<<16)*k.alpha+half, k.g*k.alpha+half&0xffff
	for y := range n {
		p := pixels[y*stride:][:4:4]
		v := uint32(p[0]) | uint32(p[2])<<16
		v = v*rest + outer
		v = (v + v>>8&lanes) >> 8 & lanes
		g := uint32(p[1])*rest + inner
		g = (g + g>>8) >> 8
		p[0], p[1], p[2], p[3] = uint8(v), uint8(g), uint8(v>>16), 0xff
	}
}
