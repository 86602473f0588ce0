package layout

// Squarify divides r among weights so that areas are proportional to weights and the pieces are as square as the greedy
// rule of squarified treemaps makes them: rows are built along the shorter side of what is left, and a piece joins the
// row while the worst aspect ratio of the row does not get worse. (Bruls, Huizing, van Wijk: Squarified Treemaps,
// VisSym 2000, section 3, DOI 10.1007/978-3-7091-6783-0_4.)
//
// Weights must be descending for good shapes, and not negative; pieces of weight zero get an empty rectangle. dst is
// filled, one piece a weight, and must be as long as weights. Sizes are exact to rounding even for pieces that are many
// decades smaller than the first, as what is left is measured by the weights still to come and not by subtraction. Cost
// is linear.
func Squarify(dst []Rect, weights []float64, r Rect) {
	total := 0.0
	for i := len(weights) - 1; i >= 0; i-- {
		total += weights[i]
		dst[i].W = total // the weight from i on, until the piece is placed
	}
	for start := 0; start < len(weights); {
		total := dst[start].W
		if total <= 0 || r.Area() <= 0 {
			for i := range dst[start:] {
				dst[start+i] = Rect{X: r.X, Z: r.Z}
			}
			return
		}
		end, sum := growRow(weights, start, min(r.W, r.D), r.Area()/total)
		after := 0.0
		if end < len(weights) {
			after = dst[end].W
		}
		r = placeRow(dst[start:end], weights[start:end], sum, sum/total, after/total, r)
		start = end
	}
}

// growRow returns the end of the row that begins at start, and its weight.
func growRow(weights []float64, start int, side, scale float64) (end int, sum float64) {
	sum = weights[start]
	largest, smallest := sum, sum
	worst := worstAspect(sum*scale, largest*scale, smallest*scale, side)
	for end = start + 1; end < len(weights); end++ {
		w := weights[end]
		l, s := max(largest, w), min(smallest, w)
		next := worstAspect((sum+w)*scale, l*scale, s*scale, side)
		if next > worst {
			return end, sum
		}
		sum, largest, smallest, worst = sum+w, l, s, next
	}
	return end, sum
}

// worstAspect is the worst aspect ratio in a row along side with the given areas in sum, at most and at least.
func worstAspect(sum, largest, smallest, side float64) float64 {
	if smallest <= 0 || sum <= 0 {
		return maxAspect
	}
	return max(side*side*largest/(sum*sum), sum*sum/(side*side*smallest))
}

// maxAspect stands for the aspect of a piece without area; finite, so that comparing rows of such pieces is defined.
const maxAspect = 1e300

// placeRow lays one row, which takes the share taken of r, along the shorter side of r. It returns the rest, which has
// the share left.
func placeRow(dst []Rect, weights []float64, sum, taken, left float64, r Rect) Rect {
	alongZ := r.W >= r.D // the row stands at the left and runs along Z
	side, room := r.D, r.W
	if !alongZ {
		side, room = r.W, r.D
	}
	thick := min(room*taken, room)
	at := 0.0
	for i, w := range weights {
		length := side * (w / sum)
		if alongZ {
			dst[i] = Rect{r.X, r.Z + at, thick, length}
		} else {
			dst[i] = Rect{r.X + at, r.Z, length, thick}
		}
		at += length
	}
	room *= left
	if alongZ {
		return Rect{r.X + r.W - room, r.Z, room, r.D}
	}
	return Rect{r.X, r.Z + r.D - room, r.W, room}
}
