package brush

import "math"

// Stroked returns the outline of lines along the contours of a path, with the given width in pixels and round joints and ends. Closed
// contours have no ends.
func (p *Path) Stroked(width float32) *Path {
	out := &Path{}
	for rest := p.points; len(rest) > 0; {
		n := 0
		for n < len(rest) && !rest[n].ends() {
			n++
		}
		out.along(rest[:n], width/2)
		rest = rest[min(n+1, len(rest)):]
	}
	return out
}

// along adds the outline of a line: along one side, around the end, and back along the other side.
func (p *Path) along(line []Point, half float32) {
	line = distinct(line)
	if len(line) == 0 {
		return
	}
	if len(line) == 1 {
		p.Circle(line[0], half)
		return
	}
	closed := line[0] == line[len(line)-1]
	if closed {
		p.side(line, half, true)
		p.side(backwards(line), half, true)
		return
	}
	p.side(line, half, false)
	last := len(line) - 1
	p.turn(line[last], half, heading(line[last-1], line[last]), math.Pi)
	back := backwards(line)
	p.follow(back, half, false)
	p.turn(line[0], half, heading(line[1], line[0]), math.Pi)
}

// distinct removes consecutive duplicates.
func distinct(line []Point) (out []Point) {
	for _, q := range line {
		if len(out) == 0 || q != out[len(out)-1] {
			out = append(out, q)
		}
	}
	return out
}

func backwards(line []Point) []Point {
	out := make([]Point, len(line))
	for i, q := range line {
		out[len(line)-1-i] = q
	}
	return out
}

// heading returns the angle of the direction from a to b.
func heading(a, b Point) float64 { return math.Atan2(float64(b.Y-a.Y), float64(b.X-a.X)) }

// beside returns the point at distance half to the left of q, looking along the angle.
func beside(q Point, half float32, angle float64) Point {
	sin, cos := math.Sincos(angle - math.Pi/2)
	return Point{q.X + half*float32(cos), q.Y + half*float32(sin)}
}

// side starts a contour along the left of a line.
func (p *Path) side(line []Point, half float32, closed bool) {
	p.MoveTo(beside(line[0], half, heading(line[0], line[1])))
	p.follow(line, half, closed)
}

// follow adds the left side of a line with its joints. It ends at the start if the line is closed.
func (p *Path) follow(line []Point, half float32, closed bool) {
	for i := 1; i < len(line); i++ {
		angle := heading(line[i-1], line[i])
		p.LineTo(beside(line[i], half, angle))
		next := i + 1
		if next == len(line) {
			if !closed {
				return
			}
			next = 1
		}
		by := heading(line[i], line[next]) - angle
		by = math.Remainder(by, 2*math.Pi)
		p.turn(line[i], half, angle, by)
	}
}

// turn adds a joint around a point on the left side, for a turn by the given angle. It is an arc outside the bend, and straight inside.
func (p *Path) turn(q Point, half float32, angle, by float64) {
	if by > 0 {
		p.arc(q, half, angle-math.Pi/2, angle-math.Pi/2+by)
		return
	}
	p.LineTo(beside(q, half, angle+by))
}
