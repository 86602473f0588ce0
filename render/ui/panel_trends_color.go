package ui

import "image/color"

// hueBook gives groups numbers of colours. A group keeps its number, whatever else is shown beside it, unless another one
// beside it came to it first.
type hueBook map[string]int

// give returns the numbers of some groups that are shown together, by their order. No two are the same.
func (h hueBook) give(keys []string) []int {
	taken := map[int]bool{}
	out := make([]int, len(keys))
	for i, key := range keys {
		n, known := h[key]
		if out[i] = -1; known && !taken[n] {
			taken[n], out[i] = true, n
		}
	}
	for i, key := range keys {
		if out[i] >= 0 {
			continue
		}
		n := 0
		for taken[n] {
			n++
		}
		taken[n], out[i], h[key] = true, n, n
	}
	return out
}

// seriesHue is the colour of a number that a [hueBook] gave; those that come after all of [canvas.series] are mixed.
func (c *canvas) seriesHue(n int) color.NRGBA {
	col := c.series(n)
	if n/len(lightSeries)%2 == 1 {
		col = mixed(col, c.theme.text, 0.4)
	}
	return col
}
