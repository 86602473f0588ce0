package layout

// A Row is a row of pieces in a squarified layout.
type Row struct {
	End    int  // index after its last piece; it starts at the end of the previous row
	AlongZ bool // at the left of the remaining rectangle, along Z; otherwise at its back, along X
}

// Resquarify divides r among weights into the given rows in order, so that every piece keeps its neighbors and relative position while
// weights change. The module d3-hierarchy calls this resquarifying. The last row must end with the last piece. Shapes are as good as from
// [Squarify] while weights keep their proportions. The cost is linear in the number of weights.
func Resquarify(dst []Rect, weights []float64, rows []Row, r Rect) {
	sumUp(dst, weights)
	start := 0
	for _, row := range rows {
		if start == row.End {
			continue
		}
		sum := 0.0
		for _, w := range weights[start:row.End] {
			sum += w
		}
		if sum <= 0 || r.Area() <= 0 {
			empty(dst[start:row.End], r)
		} else {
			r = row.place(dst, weights, start, sum, r)
		}
		start = row.End
	}
}
