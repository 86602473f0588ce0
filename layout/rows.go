package layout

// A Row is a row of pieces of a squarified layout.
type Row struct {
	End    int  // index after its last piece; its first one is the end of the row before
	AlongZ bool // it stands at the left of what was left, and runs along Z; else it lies at the back, along X
}

// Resquarify divides r among weights into given rows, one after the other, so that every piece keeps its neighbours and
// its relative place while weights change. (As in the module d3-hierarchy, where its treemap is resquarified.) Rows must
// end with the last piece. Shapes are as good as those of [Squarify] while weights keep their proportions. Cost is linear.
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
