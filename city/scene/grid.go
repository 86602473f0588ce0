package scene

import "math"

// gridSquares is the minimum number of squares along the longer side of the ground.
const gridSquares = 8

// GridUnit returns a side of squares for a grid on the ground, and the value that a building with such a base has: the largest power of ten
// in the plan's unit whose square fits gridSquares times along the ground. The value is approximate, as streets take different shares of
// the ground. ok is false if not even one object or byte is that small.
func (p *Plan) GridUnit() (side float64, value int64, ok bool) {
	room := max(p.Ground.W, p.Ground.D) / gridSquares
	for v := int64(1); v <= math.MaxInt64/10; v *= 10 {
		next := math.Sqrt(p.settings.Area.weigh(v))
		if next > room {
			break
		}
		side, value, ok = next, v, true
	}
	return side, value, ok
}
