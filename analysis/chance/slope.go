package chance

// Slope returns the slope of the least-squares line of y over x, which have the same length. ok is false if there are fewer than two distinct x.
func Slope[X, Y int64 | float64](x []X, y []Y) (slope float64, ok bool) {
	n := float64(len(x))
	meanX, meanY := 0.0, 0.0
	for i := range x {
		meanX += float64(x[i]-x[0]) / n
		meanY += float64(y[i]-y[0]) / n
	}
	above, below := 0.0, 0.0
	for i := range x {
		d := float64(x[i]-x[0]) - meanX
		above += d * (float64(y[i]-y[0]) - meanY)
		below += d * d
	}
	if below == 0 {
		return 0, false
	}
	return above / below, true
}
