package ui

import (
	"math"
	"math/rand/v2"
	"testing"

	"memcity/city"
)

func randomPoints(r *rand.Rand, n int) []Point {
	points := make([]Point, n)
	t := city.Millis(r.Int64N(1000))
	for i := range points {
		points[i] = Point{t, r.Int64N(1 << 30), r.Int64N(1 << 40)}
		t += city.Millis(1 + r.ExpFloat64()*math.Pow(10, r.Float64()*6))
	}
	return points
}

func TestAxisLabelsStayApart(t *testing.T) {
	k := newTest(t, sample(), screen, 1)
	width := func(s string) float32 { return k.faces.line(s, small.size, small.weight).width }
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		points := randomPoints(r, 1+r.IntN(300))
		if r.IntN(4) == 0 {
			for i := range points {
				points[i].Time = 7 // times are not known
			}
		}
		a := newAxis(points)
		length := 60 + r.Float32()*1500
		labels := a.labels(length, width)
		if length > 400 && len(labels) == 0 {
			t.Fatalf("no labels for %d points on %v dp", len(points), length)
		}
		end := float32(math.Inf(-1))
		for _, l := range labels {
			x := float32(l.at)*length - width(l.text)/2
			if x < end+4 {
				t.Fatalf("label %q of %v starts at %v, the one before ends at %v (%v dp)", l.text, labels, x, end, length)
			}
			end = x + width(l.text)
		}
	}
}

func TestNearestPoint(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		a := newAxis(randomPoints(r, 1+r.IntN(40)))
		at := r.Float64()*1.4 - 0.2
		got := a.nearest(at)
		for i := range a.at {
			if math.Abs(a.at[i]-at) < math.Abs(a.at[got]-at) {
				t.Fatalf("nearest(%v) is %d at %v, but %d is at %v", at, got, a.at[got], i, a.at[i])
			}
		}
	}
}

func TestAxisMarks(t *testing.T) {
	check := func(v int64) {
		list := marks(v, 2)
		if list[0] != 0 || list[len(list)-1] < v || len(list) < 2 || len(list) > 5 {
			t.Errorf("marks of %d are %v", v, list)
		}
		for i, m := range list[1:] {
			if m <= list[i] {
				t.Errorf("marks of %d do not rise: %v", v, list)
			}
		}
	}
	for v := int64(0); v >= 0 && v < math.MaxInt64/2; v = v*3/2 + 1 {
		check(v)
	}
	for _, v := range []int64{-5, math.MaxInt64, math.MaxInt64 - 1, math.MaxInt64 / 2, 1 << 60} {
		check(v)
	}
}

// However many points there are, a curve stays within its box, keeps its highest point, and its path stays short.
func TestCurveIsThinned(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 2, 23, 1000, 20_000} {
		points := randomPoints(r, n)
		highest := int64(0)
		for _, p := range points {
			highest = max(highest, p.Objects)
		}
		b := box{10, 20, 300, 60}
		a := newAxis(points)
		list := curve(b, &a, func(i int) int64 { return points[i].Objects }, highest)
		if len(list) > 4*300+8 || len(list) < min(n, 2) {
			t.Errorf("%d points make a curve of %d", n, len(list))
		}
		peak := float32(math.Inf(1))
		for i, p := range list {
			if p.x < b.x-0.01 || p.x > b.right()+0.01 || p.y < b.y-0.01 || p.y > b.bottom()+0.01 {
				t.Fatalf("point %v lies outside %v", p, b)
			}
			if i > 0 && p.x < list[i-1].x {
				t.Fatalf("the curve turns back at %d", i)
			}
			peak = min(peak, p.y)
		}
		if math.Abs(float64(peak-b.y)) > 0.01 {
			t.Errorf("%d points: the highest is drawn at %v, not at %v", n, peak, b.y)
		}
	}
}

func TestZoomedAxis(t *testing.T) {
	var timed, untimed []Point
	for i := range 1001 {
		timed = append(timed, Point{Time: city.Millis(100 + 10*i)})
		untimed = append(untimed, Point{})
	}
	for name, points := range map[string][]Point{"timed": timed, "untimed": untimed} {
		a := newAxis(points)
		a.zoom(span{0.25, 0.5})
		if a.lo != 249 || a.hi != 500 {
			t.Errorf("%s: points %d to %d are drawn, want 249 to 500", name, a.lo, a.hi)
		}
		for _, c := range []struct {
			at    float64
			point int
		}{{0, 250}, {0.5, 375}, {1, 500}, {-3, 250}, {7, 500}} {
			if got := a.nearestShown(c.at); got != c.point {
				t.Errorf("%s: next to %v is point %d, want %d", name, c.at, got, c.point)
			}
		}
		labels := a.labels(1000, func(s string) float32 { return float32(6 * len(s)) })
		if len(labels) < 4 {
			t.Errorf("%s: the labels are %v", name, labels)
		}
		for _, l := range labels {
			if l.at < -1e-3 || l.at > 1+1e-3 {
				t.Errorf("%s: the label %q is out of sight at %v", name, l.text, l.at)
			}
		}
		if n := len(curve(box{0, 0, 1000, 50}, &a, func(int) int64 { return 1 }, 2)); n != 252 {
			t.Errorf("%s: the curve has %d points, want 252", name, n)
		}
	}
}

func TestSpan(t *testing.T) {
	for _, c := range []struct{ got, want span }{
		{span{}.scaled(0.5, 0.5, 0.01), span{0.25, 0.75}}, {span{}.scaled(0, 0.5, 0.01), span{0, 0.5}},
		{span{0, 0.5}.scaled(1, 0.5, 0.01), span{0.25, 0.5}}, {span{0.5, 1}.scaled(0, 4, 0.01), span{}},
		{span{0.25, 0.75}.moved(9), span{0.5, 1}}, {span{0.25, 0.75}.moved(-9), span{0, 0.5}}, {span{}.moved(0.3), span{}},
		{span{0.25, 0.5}.scaled(0.5, 0.001, 0.125), span{0.3125, 0.4375}},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}
