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
func Squarify(dst []Rect, weights []float64, r Rect) { squarify(dst, weights, r, nil) }

// SquarifyRows does what [Squarify] does, and returns the rows, from which [Resquarify] makes a layout of other weights
// that looks like this one.
func SquarifyRows(dst []Rect, weights []float64, r Rect) (rows []Row) {
	squarify(dst, weights, r, &rows)
	return rows
}

func squarify(dst []Rect, weights []float64, r Rect, rows *[]Row) {
	sumUp(dst, weights)
	for start := 0; start < len(weights); {
		total := dst[start].W
		if total <= 0 || r.Area() <= 0 {
			empty(dst[start:], r)
			if rows != nil {
				*rows = append(*rows, Row{len(weights), r.W >= r.D})
			}
			return
		}
		end, sum := growRow(weights, start, min(r.W, r.D), r.Area()/total)
		row := Row{end, r.W >= r.D}
		r = row.place(dst, weights, start, sum, r)
		if rows != nil {
			*rows = append(*rows, row)
		}
		start = end
	}
}

// sumUp sets the width of each piece to the weight from there on, until it is placed.
func sumUp(dst []Rect, weights []float64) {
	total := 0.0
	for i := len(weights) - 1; i >= 0; i-- {
		total += weights[i]
		dst[i].W = total
	}
}

func empty(dst []Rect, r Rect) {
	for i := range dst {
		dst[i] = Rect{X: r.X, Z: r.Z}
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

// place lays the pieces from start on, whose weights have the given sum, as a row at the left or at the back of r. It
// returns the rest.
func (row Row) place(dst []Rect, weights []float64, start int, sum float64, r Rect) Rect {
	total, after := dst[start].W, 0.0
	if row.End < len(weights) {
		after = dst[row.End].W
	}
	side, room := r.D, r.W
	if !row.AlongZ {
		side, room = r.W, r.D
	}
	thick := min(room*(sum/total), room)
	at := 0.0
	for i := start; i < row.End; i++ {
		length := side * (weights[i] / sum)
		if row.AlongZ {
			dst[i] = Rect{r.X, r.Z + at, thick, length}
		} else {
			dst[i] = Rect{r.X + at, r.Z, length, thick}
		}
		at += length
	}
	room *= after / total
	if row.AlongZ {
		return Rect{r.X + r.W - room, r.Z, room, r.D}
	}
	return Rect{r.X, r.Z + r.D - room, r.W, room}
}
