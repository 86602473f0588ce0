package layout

// Squarify divides r among weights. Areas are proportional to weights, and pieces are as square as the greedy rule of squarified treemaps
// makes them. Rows are built along the shorter side of the remaining rectangle. A piece joins the row if the worst aspect ratio of the row
// does not increase. (Bruls, Huizing, van Wijk: Squarified Treemaps, VisSym 2000, section 3, DOI 10.1007/978-3-7091-6783-0_4.)
//
// Weights must not be negative, and must be descending for good shapes. Pieces of weight zero get an empty rectangle. dst gets one piece
// per weight, and must be as long as weights. Sizes are exact to rounding, even for pieces many decades smaller than the first. The
// remaining rectangle is therefore measured by the remaining weights, not by subtraction. The cost is linear in the number of weights.
//
// [Resquarify] uses the returned rows for a similar layout of other weights.
func Squarify(dst []Rect, weights []float64, r Rect) (rows []Row) {
	sumUp(dst, weights)
	for start := 0; start < len(weights); {
		total := dst[start].W
		if total <= 0 || r.Area() <= 0 {
			empty(dst[start:], r)
			return append(rows, Row{len(weights), r.W >= r.D})
		}
		end, sum := growRow(weights, start, min(r.W, r.D), r.Area()/total)
		row := Row{end, r.W >= r.D}
		r = row.place(dst, weights, start, sum, r)
		rows = append(rows, row)
		start = end
	}
	return rows
}

// sumUp sets the width of each piece to the sum of weights from that piece to the last, until it is placed.
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

// worstAspect returns the worst aspect ratio in a row along side. The areas have the given sum, maximum and minimum.
func worstAspect(sum, largest, smallest, side float64) float64 {
	if smallest <= 0 || sum <= 0 {
		return maxAspect
	}
	return max(side*side*largest/(sum*sum), sum*sum/(side*side*smallest))
}

// maxAspect is the aspect ratio of a piece without area. It is finite, so that rows of these pieces can be compared.
const maxAspect = 1e300

// place places the pieces of a row, beginning at start, at the left or the back of r. The given sum is that of their weights. It returns the
// rest of r.
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
