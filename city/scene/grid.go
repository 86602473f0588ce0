package scene

import "math"

// gridSquares is the minimum number of squares along the longer side of the ground.
const gridSquares = 8

// GridUnit returns the side of the squares of a grid on the ground, and the value of a building with a square as its base: the largest power
// of ten in the plan's unit whose square fits gridSquares times along the ground. The value is approximate because streets take different
// shares of the ground. ok is false if the square of one object or byte is already too large.
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
