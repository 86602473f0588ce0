package ui

import (
	"math"
	"math/rand/v2"
	"testing"

	"memcity/city/trees"
	"memcity/render/ui/canvas"
	"memcity/render/ui/model"
	"memcity/render/ui/uitest"
	"memcity/render/ui/widget"
)

func randomPoints(r *rand.Rand, n int) []model.Point {
	points := make([]model.Point, n)
	t := trees.Millis(r.Int64N(1000))
	for i := range points {
		points[i] = model.Point{Time: t, Objects: r.Int64N(1 << 30), Bytes: r.Int64N(1 << 40)}
		t += trees.Millis(1 + r.ExpFloat64()*math.Pow(10, r.Float64()*6))
	}
	return points
}

func TestAxisLabelsStayApart(t *testing.T) {
	k := newTest(t, uitest.Sample(), uitest.Screen, 1)
	width := func(s string) float32 { return k.Faces.Line(s, canvas.Small.Size, canvas.Small.Weight).Width }
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		points := randomPoints(r, 1+r.IntN(300))
		if r.IntN(4) == 0 {
			for i := range points {
				points[i].Time = 7 // no times
			}
		}
		a := widget.NewAxis(points)
		length := 60 + r.Float32()*1500
		labels := a.Labels(length, width)
		if length > 400 && len(labels) == 0 {
			t.Fatalf("no labels for %d points on %v dp", len(points), length)
		}
		end := float32(math.Inf(-1))
		for _, l := range labels {
			x := float32(l.At)*length - width(l.Text)/2
			if x < end+4 {
				t.Fatalf("label %q of %v starts at %v, the one before ends at %v (%v dp)", l.Text, labels, x, end, length)
			}
			end = x + width(l.Text)
		}
	}
}

func TestNearestPoint(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		a := widget.NewAxis(randomPoints(r, 1+r.IntN(40)))
		at := r.Float64()*1.4 - 0.2
		got := a.Nearest(at)
		for i := range a.At {
			if math.Abs(a.At[i]-at) < math.Abs(a.At[got]-at) {
				t.Fatalf("nearest(%v) is %d at %v, but %d is at %v", at, got, a.At[got], i, a.At[i])
			}
		}
	}
}

func TestAxisMarks(t *testing.T) {
	check := func(v int64) {
		list := widget.Marks(v, 2)
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

// For any number of points, a curve stays within its box, keeps its highest point, and has a short path.
func TestCurveIsThinned(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, n := range []int{1, 2, 23, 1000, 20_000} {
		points := randomPoints(r, n)
		highest := int64(0)
		for _, p := range points {
			highest = max(highest, p.Objects)
		}
		b := canvas.Rect(10, 20, 300, 60)
		a := widget.NewAxis(points)
		list := widget.Curve(b, &a, func(i int) int64 { return points[i].Objects }, highest)
		if len(list) > 4*300+8 || len(list) < min(n, 2) {
			t.Errorf("%d points make a curve of %d", n, len(list))
		}
		peak := float32(math.Inf(1))
		for i, p := range list {
			if p.X < b.X-0.01 || p.X > b.Right()+0.01 || p.Y < b.Y-0.01 || p.Y > b.Bottom()+0.01 {
				t.Fatalf("point %v lies outside %v", p, b)
			}
			if i > 0 && p.X < list[i-1].X {
				t.Fatalf("the curve turns back at %d", i)
			}
			peak = min(peak, p.Y)
		}
		if math.Abs(float64(peak-b.Y)) > 0.01 {
			t.Errorf("%d points: the highest is drawn at %v, not at %v", n, peak, b.Y)
		}
	}
}

func TestZoomedAxis(t *testing.T) {
	var timed, untimed []model.Point
	for i := range 1001 {
		timed = append(timed, model.Point{Time: trees.Millis(100 + 10*i)})
		untimed = append(untimed, model.Point{})
	}
	for name, points := range map[string][]model.Point{"timed": timed, "untimed": untimed} {
		a := widget.NewAxis(points)
		a.Zoom(widget.Span{From: 0.25, To: 0.5})
		if a.Lo != 249 || a.Hi != 500 {
			t.Errorf("%s: points %d to %d are drawn, want 249 to 500", name, a.Lo, a.Hi)
		}
		for _, c := range []struct {
			at    float64
			point int
		}{{0, 250}, {0.5, 375}, {1, 500}, {-3, 250}, {7, 500}} {
			if got := a.NearestShown(c.at); got != c.point {
				t.Errorf("%s: next to %v is point %d, want %d", name, c.at, got, c.point)
			}
		}
		labels := a.Labels(1000, func(s string) float32 { return float32(6 * len(s)) })
		if len(labels) < 4 {
			t.Errorf("%s: the labels are %v", name, labels)
		}
		for _, l := range labels {
			if l.At < -1e-3 || l.At > 1+1e-3 {
				t.Errorf("%s: the label %q is out of sight at %v", name, l.Text, l.At)
			}
		}
		if n := len(widget.Curve(canvas.Rect(0, 0, 1000, 50), &a, func(int) int64 { return 1 }, 2)); n != 252 {
			t.Errorf("%s: the curve has %d points, want 252", name, n)
		}
	}
}

func TestSpan(t *testing.T) {
	for _, c := range []struct{ got, want widget.Span }{
		{widget.Span{}.Scaled(0.5, 0.5, 0.01), widget.Span{From: 0.25, To: 0.75}},
		{widget.Span{}.Scaled(0, 0.5, 0.01), widget.Span{From: 0, To: 0.5}},
		{widget.Span{From: 0, To: 0.5}.Scaled(1, 0.5, 0.01), widget.Span{From: 0.25, To: 0.5}},
		{widget.Span{From: 0.5, To: 1}.Scaled(0, 4, 0.01), widget.Span{}},
		{widget.Span{From: 0.25, To: 0.75}.Moved(9), widget.Span{From: 0.5, To: 1}},
		{widget.Span{From: 0.25, To: 0.75}.Moved(-9), widget.Span{From: 0, To: 0.5}}, {widget.Span{}.Moved(0.3), widget.Span{}},
		{widget.Span{From: 0.25, To: 0.5}.Scaled(0.5, 0.001, 0.125), widget.Span{From: 0.3125, To: 0.4375}},
	} {
		if c.got != c.want {
			t.Errorf("got %v, want %v", c.got, c.want)
		}
	}
}
