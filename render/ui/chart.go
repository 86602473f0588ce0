package ui

import (
	"math"
	"sort"

	"memcity/city"
)

// axis maps GC points to a length. Points stand by their time where times are known and rise, else evenly.
type axis struct {
	at     []float64 // 0 … 1 by point; beyond that if zoomed
	lo, hi int       // points that can be seen, with one more at both ends
	timed  bool
	first  city.Millis
	length city.Millis
}

func newAxis(points []Point) axis {
	n := len(points)
	a := axis{at: make([]float64, n), timed: n > 1}
	for i := 1; i < n; i++ {
		a.timed = a.timed && points[i].Time > points[i-1].Time
	}
	if a.timed {
		a.first, a.length = points[0].Time, points[n-1].Time-points[0].Time
	}
	for i := range a.at {
		switch {
		case n == 1:
			a.at[i] = 0.5
		case a.timed:
			a.at[i] = float64(points[i].Time-a.first) / float64(a.length)
		default:
			a.at[i] = float64(i) / float64(n-1)
		}
	}
	a.hi = max(n-1, 0)
	return a
}

// zoom stretches the axis so that a part of it fills the length.
func (a *axis) zoom(v span) {
	if v.whole() || len(a.at) == 0 {
		return
	}
	width := v.to - v.from
	a.lo = max(sort.SearchFloat64s(a.at, v.from)-1, 0)
	a.hi = min(sort.SearchFloat64s(a.at, v.to), len(a.at)-1)
	for i := range a.at {
		a.at[i] = (a.at[i] - v.from) / width
	}
	a.first += city.Millis(math.Round(v.from * float64(a.length)))
	a.length = max(city.Millis(math.Round(width*float64(a.length))), 1)
}

// shown reports whether a point lies within the length.
func (a *axis) shown(point int) bool {
	const slack = 1e-6
	return point >= 0 && point < len(a.at) && a.at[point] >= -slack && a.at[point] <= 1+slack
}

// nearestShown is nearest among the points within the length, if there are any.
func (a *axis) nearestShown(at float64) int {
	i := a.nearest(min(max(at, 0), 1))
	switch {
	case a.shown(i+1) && a.at[i] < 0:
		return i + 1
	case a.shown(i-1) && a.at[i] > 1:
		return i - 1
	}
	return i
}

// nearest returns the point next to a place from 0 to 1.
func (a *axis) nearest(at float64) int {
	i := sort.SearchFloat64s(a.at, at)
	if i == len(a.at) {
		return max(i-1, 0)
	}
	if i > 0 && at-a.at[i-1] < a.at[i]-at {
		return i - 1
	}
	return i
}

// label is a text at a place of an axis, 0 … 1.
type label struct {
	at   float64
	text string
}

// labels chooses round times, or round numbers of points, so that texts of the given width in dp stay apart on a length of
// dp. width measures a text.
func (a *axis) labels(length float32, width func(string) float32) []label {
	if !a.timed {
		return a.pointLabels(length, width)
	}
	const apart = 48
	for _, step := range timeSteps {
		if float64(a.length)/float64(step) > float64(length)/20 {
			continue
		}
		var list []label
		end := float32(math.Inf(-1))
		fits := true
		for t := roundUp(a.first, step); t <= a.first+a.length; t += step {
			l := label{float64(t-a.first) / float64(a.length), Time(t)}
			half := width(l.text) / 2
			x := float32(l.at) * length
			if x-half < end+apart {
				fits = false
				break
			}
			end = x + half
			list = append(list, l)
		}
		if fits {
			return list
		}
	}
	return nil
}

func (a *axis) pointLabels(length float32, width func(string) float32) []label {
	n := len(a.at)
	if n == 0 {
		return nil
	}
	stretch := 1.0
	if n > 1 && a.at[n-1] > a.at[0] {
		stretch = a.at[n-1] - a.at[0]
	}
	wide := width(Count(int64(n))) + 18
	step := 1
	for _, next := range []int{2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000, 1000000} {
		if float32(n-1)/float32(step)*wide <= length*float32(stretch) {
			break
		}
		step = next
	}
	var list []label
	for i := (a.lo + step - 1) / step * step; i <= a.hi; i += step {
		if !a.shown(i) {
			continue
		}
		list = append(list, label{a.at[i], Count(int64(i + 1))})
	}
	return list
}

// timeSteps are the distances between times that people find round.
var timeSteps = func() []city.Millis {
	const s, m, h, d = 1000, 60_000, 3_600_000, 86_400_000
	return []city.Millis{1, 2, 5, 10, 20, 50, 100, 200, 500, s, 2 * s, 5 * s, 10 * s, 20 * s, 30 * s, m, 2 * m, 5 * m, 10 * m,
		20 * m, 30 * m, h, 2 * h, 3 * h, 6 * h, 12 * h, d, 2 * d, 5 * d, 10 * d, 30 * d, 100 * d, 365 * d}
}()

func roundUp(t, step city.Millis) city.Millis {
	r := t / step * step
	if r < t {
		r += step
	}
	return r
}

// marks returns round numbers for the lines of an axis from 0; the last holds v. There are at most three more than lines.
func marks(v int64, lines int) []int64 {
	if v <= 0 {
		return []int64{0, 1}
	}
	step := roundStep(float64(v) / float64(lines))
	if step > math.MaxInt64/8 || v > math.MaxInt64-2*step {
		return []int64{0, v}
	}
	list := []int64{0}
	for last := int64(0); last < v; {
		last += step
		list = append(list, last)
	}
	return list
}

// roundStep returns the next round number from raw on.
func roundStep(raw float64) int64 {
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, f := range []float64{1, 2, 2.5, 5} {
		if s := f * power; s >= raw && s == math.Trunc(s) {
			return max(int64(s), 1)
		}
	}
	return max(int64(10*power), 1)
}

func (p Point) value(m city.Metric) int64 {
	if m == city.Bytes {
		return p.Bytes
	}
	return p.Objects
}

func (v Value) value(m city.Metric) int64 {
	if m == city.Bytes {
		return v.Bytes
	}
	return v.Objects
}

// curve returns the points of a chart in b, thinned to about two per dp: of what falls together, the first, lowest,
// highest and last stay.
func curve(b box, a *axis, value func(i int) int64, top int64) []point {
	place := func(i int) point {
		share := float32(float64(value(i)) / float64(top))
		return point{b.x + float32(a.at[i])*b.w, b.bottom() - b.h*min(max(share, 0), 1)}
	}
	var list []point
	if len(a.at) == 0 {
		return nil
	}
	n := a.hi + 1
	if float32(n-a.lo) <= 2*b.w {
		for i := a.lo; i < n; i++ {
			list = append(list, place(i))
		}
		return list
	}
	for i := a.lo; i < n; {
		column := math.Floor(a.at[i] * float64(b.w))
		low, high, end := i, i, i
		for ; end < n && math.Floor(a.at[end]*float64(b.w)) == column; end++ {
			if value(end) < value(low) {
				low = end
			}
			if value(end) > value(high) {
				high = end
			}
		}
		last := -1
		for _, k := range sorted4(i, low, high, end-1) {
			if k != last {
				list = append(list, place(k))
			}
			last = k
		}
		i = end
	}
	return list
}

func sorted4(a, b, c, d int) [4]int {
	s := [4]int{a, b, c, d}
	sort.Ints(s[:])
	return s
}

// area draws a curve with the ground below it filled.
func (c *canvas) area(b box, points []point, width float32) {
	if len(points) == 1 {
		c.fill(box{points[0].x - 2, points[0].y - 2, 4, 4}, 2, c.accent)
		return
	}
	ground := append(append(make([]point, 0, len(points)+2), points...), point{points[len(points)-1].x, b.bottom()}, point{points[0].x, b.bottom()})
	c.polygon(ground, mixed(c.card, c.accent, 0.13))
	c.polyline(points, width, c.accent)
}
