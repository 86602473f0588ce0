package widget

import (
	"image/color"
	"math"
	"sort"

	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/words"
)

// Axis maps GC points to a length. Points are placed by time if there are increasing times, otherwise evenly.
type Axis struct {
	At     []float64    // 0 … 1 by point; beyond that if zoomed
	Lo, Hi int          // range of visible points, extended by one at both ends
	Clock  trees.Millis // Unix time of time zero in ms for wall-clock labels; else 0
	timed  bool
	first  trees.Millis
	length trees.Millis
}

func NewAxis(points []model.Point) Axis {
	n := len(points)
	a := Axis{At: make([]float64, n), timed: n > 1}
	for i := 1; i < n; i++ {
		a.timed = a.timed && points[i].Time > points[i-1].Time
	}
	if a.timed {
		a.first, a.length = points[0].Time, points[n-1].Time-points[0].Time
	}
	for i := range a.At {
		switch {
		case n == 1:
			a.At[i] = 0.5
		case a.timed:
			a.At[i] = float64(points[i].Time-a.first) / float64(a.length)
		default:
			a.At[i] = float64(i) / float64(n-1)
		}
	}
	a.Hi = max(n-1, 0)
	return a
}

// Zoom stretches the axis so that a part fills the length.
func (a *Axis) Zoom(v Span) {
	if v.Whole() || len(a.At) == 0 {
		return
	}
	width := v.To - v.From
	a.Lo = max(sort.SearchFloat64s(a.At, v.From)-1, 0)
	a.Hi = min(sort.SearchFloat64s(a.At, v.To), len(a.At)-1)
	for i := range a.At {
		a.At[i] = (a.At[i] - v.From) / width
	}
	a.first += trees.Millis(math.Round(v.From * float64(a.length)))
	a.length = max(trees.Millis(math.Round(width*float64(a.length))), 1)
}

// Place returns the position of a time, 0 … 1. ok is false if it is not visible or times are unknown.
func (a *Axis) Place(t trees.Millis) (at float64, ok bool) {
	if !a.timed || a.length <= 0 {
		return 0, false
	}
	at = float64(t-a.first) / float64(a.length)
	return at, at >= 0 && at <= 1
}

// Shown reports whether a point is visible.
func (a *Axis) Shown(point int) bool {
	const slack = 1e-6
	return point >= 0 && point < len(a.At) && a.At[point] >= -slack && a.At[point] <= 1+slack
}

// NearestShown is like Nearest, but prefers visible points.
func (a *Axis) NearestShown(at float64) int {
	i := a.Nearest(min(max(at, 0), 1))
	switch {
	case a.Shown(i+1) && a.At[i] < 0:
		return i + 1
	case a.Shown(i-1) && a.At[i] > 1:
		return i - 1
	}
	return i
}

// Nearest returns the point nearest to a position from 0 to 1.
func (a *Axis) Nearest(at float64) int {
	i := sort.SearchFloat64s(a.At, at)
	if i == len(a.At) {
		return max(i-1, 0)
	}
	if i > 0 && at-a.At[i-1] < a.At[i]-at {
		return i - 1
	}
	return i
}

// label is a text at a position of an axis, 0 … 1.
type label struct {
	At   float64
	Text string
}

// Labels returns labels at round times or point numbers. They do not overlap on an axis of the given length in dp. width measures a text.
func (a *Axis) Labels(length float32, width func(string) float32) []label {
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
		for t := roundUp(a.first+a.Clock, step) - a.Clock; t <= a.first+a.length; t += step {
			l := label{float64(t-a.first) / float64(a.length), a.text(t)}
			half := width(l.Text) / 2
			x := float32(l.At) * length
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

// text formats a time as a label.
func (a *Axis) text(t trees.Millis) string {
	if a.Clock != 0 {
		return words.ShortClock(int64(a.Clock + t))
	}
	return words.Time(t)
}

func (a *Axis) pointLabels(length float32, width func(string) float32) []label {
	n := len(a.At)
	if n == 0 {
		return nil
	}
	stretch := 1.0
	if n > 1 && a.At[n-1] > a.At[0] {
		stretch = a.At[n-1] - a.At[0]
	}
	wide := width(words.Count(int64(n))) + 18
	step := 1
	for _, next := range []int{2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 100000, 1000000} {
		if float32(n-1)/float32(step)*wide <= length*float32(stretch) {
			break
		}
		step = next
	}
	var list []label
	for i := (a.Lo + step - 1) / step * step; i <= a.Hi; i += step {
		if !a.Shown(i) {
			continue
		}
		list = append(list, label{a.At[i], words.Count(int64(i + 1))})
	}
	return list
}

// timeSteps are the round distances between times.
var timeSteps = func() []trees.Millis {
	const s, m, h, d = 1000, 60_000, 3_600_000, 86_400_000
	return []trees.Millis{1, 2, 5, 10, 20, 50, 100, 200, 500, s, 2 * s, 5 * s, 10 * s, 20 * s, 30 * s, m, 2 * m, 5 * m, 10 * m,
		20 * m, 30 * m, h, 2 * h, 3 * h, 6 * h, 12 * h, d, 2 * d, 5 * d, 10 * d, 30 * d, 100 * d, 365 * d}
}()

func roundUp(t, step trees.Millis) trees.Millis {
	r := t / step * step
	if r < t {
		r += step
	}
	return r
}

// Marks returns round numbers for the lines of an axis, from 0 up to at least v. There are at most three more than lines.
func Marks(v int64, lines int) []int64 {
	if v <= 0 {
		return []int64{0, 1}
	}
	step := RoundStep(float64(v) / float64(lines))
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

// RoundStep returns the smallest round number that is not below raw.
func RoundStep(raw float64) int64 {
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	for _, f := range []float64{1, 2, 2.5, 5} {
		if s := f * power; s >= raw && s == math.Trunc(s) {
			return max(int64(s), 1)
		}
	}
	return max(int64(10*power), 1)
}

// Curve returns the points of a chart in b, thinned to about two per dp. Of points at the same place it keeps the first, lowest, highest and
// last.
func Curve(b canvas.Box, a *Axis, value func(i int) int64, top int64) []canvas.Point {
	place := func(i int) canvas.Point {
		share := float32(float64(value(i)) / float64(top))
		return canvas.Pt(b.X+float32(a.At[i])*b.W, b.Bottom()-b.H*min(max(share, 0), 1))
	}
	var list []canvas.Point
	if len(a.At) == 0 {
		return nil
	}
	n := a.Hi + 1
	if float32(n-a.Lo) <= 2*b.W {
		for i := a.Lo; i < n; i++ {
			list = append(list, place(i))
		}
		return list
	}
	for i := a.Lo; i < n; {
		column := math.Floor(a.At[i] * float64(b.W))
		low, high, end := i, i, i
		for ; end < n && math.Floor(a.At[end]*float64(b.W)) == column; end++ {
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

// Area draws a curve and fills the area below it.
func (c *Canvas) Area(b canvas.Box, points []canvas.Point, width float32) {
	if len(points) == 1 {
		c.Fill(canvas.Rect(points[0].X-2, points[0].Y-2, 4, 4), 2, c.Accent)
		return
	}
	ground := append(append(make([]canvas.Point, 0, len(points)+2), points...), canvas.Pt(points[len(points)-1].X, b.Bottom()),
		canvas.Pt(points[0].X, b.Bottom()))
	c.Polygon(ground, canvas.Mixed(c.Card, c.Accent, 0.13))
	c.Polyline(points, width, c.Accent)
}

func (a *Axis) X(chart canvas.Box, point int) float32 {
	if len(a.At) == 0 {
		return chart.X
	}
	return chart.X + float32(a.At[min(max(point, 0), len(a.At)-1)])*chart.W
}

func DrawGrip(c *Canvas, grip canvas.Box, col color.NRGBA) {
	c.Vline(grip.MidX(), grip.MidY()-5, 10, 1, canvas.Faded(col, 0.85))
}

// Share returns the position of v between from and from+length, clamped to 0 … 1.
func Share(v, from, length float32) float64 {
	return min(max(float64((v-from)/length), 0), 1)
}
