package film

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// shade is a color of a picture with the number of its pixels.
type shade struct {
	levels [3]uint8
	pixels int
}

// quantized returns at most n colors for a picture: the means of boxes of its colors. The box with the most pixels times side is divided at
// the median of its longest side until there are n boxes. (Heckbert: Color Image Quantization for Frame Buffer Display, SIGGRAPH 1982,
// DOI 10.1145/965145.801294.)
func quantized(img *image.RGBA, n int) color.Palette {
	counts := map[[3]uint8]int{}
	for i := 0; i+3 < len(img.Pix); i += 4 {
		counts[[3]uint8(img.Pix[i:])]++
	}
	whole := make([]shade, 0, len(counts))
	for levels, pixels := range counts {
		whole = append(whole, shade{levels, pixels})
	}
	boxes := []box{boxOf(whole)}
	for len(boxes) < n {
		at := 0
		for i := range boxes {
			if boxes[i].weight > boxes[at].weight {
				at = i
			}
		}
		if boxes[at].weight == 0 { // each box is one color
			break
		}
		a, b := boxes[at].divide()
		boxes[at] = boxOf(a)
		boxes = append(boxes, boxOf(b))
	}
	colors := make(color.Palette, len(boxes))
	for i, b := range boxes {
		colors[i] = b.mean()
	}
	return colors
}

// box is a set of colors.
type box struct {
	of      []shade
	channel int // in which the colors differ most
	pixels  int
	weight  int // pixels times length of the longest side; 0 for one color
}

func boxOf(of []shade) box {
	b, side := box{of: of}, 0
	for channel := range 3 {
		least, most := 255, 0
		for _, s := range of {
			least, most = min(least, int(s.levels[channel])), max(most, int(s.levels[channel]))
		}
		if most-least > side {
			b.channel, side = channel, most-least
		}
	}
	for _, s := range of {
		b.pixels += s.pixels
	}
	b.weight = b.pixels * side
	return b
}

// divide returns the two halves of a box of more than one color. It reorders the colors.
func (b *box) divide() (low, high []shade) {
	slices.SortFunc(b.of, func(x, y shade) int {
		return cmp.Or(cmp.Compare(x.levels[b.channel], y.levels[b.channel]), slices.Compare(x.levels[:], y.levels[:]))
	})
	end, below := 1, b.of[0].pixels
	for ; end < len(b.of)-1 && 2*below < b.pixels; end++ {
		below += b.of[end].pixels
	}
	return b.of[:end], b.of[end:]
}

// mean returns the mean color of the pixels.
func (b *box) mean() color.RGBA {
	var sum [3]int
	for _, s := range b.of {
		for channel, level := range s.levels {
			sum[channel] += int(level) * s.pixels
		}
	}
	half := b.pixels / 2
	return color.RGBA{uint8((sum[0] + half) / b.pixels), uint8((sum[1] + half) / b.pixels), uint8((sum[2] + half) / b.pixels), 255}
}
