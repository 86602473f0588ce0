package layout

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// weightKinds generate n weights in descending order, as Squarify requires.
var weightKinds = []struct {
	name string
	make func(rng *rand.Rand, n int) []float64
}{
	{"equal", func(_ *rand.Rand, n int) []float64 { return slices.Repeat([]float64{3}, n) }},
	{"uniform", func(rng *rand.Rand, n int) []float64 { return descending(n, rng.Float64) }},
	{"integers with zeros", func(rng *rand.Rand, n int) []float64 {
		return descending(n, func() float64 { return float64(rng.IntN(4)) })
	}},
	{"twelve decades", func(rng *rand.Rand, n int) []float64 {
		return descending(n, func() float64 { return math.Pow(10, 12*rng.Float64()) })
	}},
	{"one giant", func(_ *rand.Rand, n int) []float64 {
		w := slices.Repeat([]float64{1}, n)
		w[0] = 1e12
		return w
	}},
	{"halving", func(_ *rand.Rand, n int) []float64 {
		w := make([]float64, n)
		for i := range w {
			w[i] = math.Pow(0.5, float64(min(i, 38)))
		}
		return w
	}},
	{"square roots of counts", func(rng *rand.Rand, n int) []float64 {
		return descending(n, func() float64 { return math.Sqrt(float64(rng.IntN(1 + 1<<rng.IntN(40)))) })
	}},
}

func descending(n int, next func() float64) []float64 {
	w := make([]float64, n)
	for i := range w {
		w[i] = next()
	}
	slices.SortFunc(w, func(a, b float64) int { return -compare(a, b) })
	return w
}

func compare(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func TestSquarifyProperties(t *testing.T) {
	parents := []Rect{{W: 6, D: 4}, {X: -3, Z: 7, W: 1, D: 1}, {X: 10, Z: -5, W: 1000, D: 0.5}, {W: 1e-6, D: 3}}
	for _, kind := range weightKinds {
		for _, n := range []int{1, 2, 3, 7, 40, 333, 1000} {
			for i, parent := range parents {
				rng := rand.New(rand.NewPCG(uint64(n), uint64(i)))
				weights := kind.make(rng, n)
				got := make([]Rect, n)
				Squarify(got, weights, parent)
				if err := checkPieces(got, weights, parent); err != nil {
					t.Errorf("%s, %d weights in %v: %v", kind.name, n, parent, err)
				}
			}
		}
	}
}

func TestSquarifyManyPieces(t *testing.T) {
	const n = 50_000
	for _, kind := range weightKinds {
		if kind.name == "one giant" {
			continue // all others share a strip, where the overlap check is quadratic
		}
		weights := kind.make(rand.New(rand.NewPCG(1, n)), n)
		parent := Rect{X: 1, Z: 2, W: 1.2, D: 1}
		got, again := make([]Rect, n), make([]Rect, n)
		Squarify(got, weights, parent)
		Squarify(again, weights, parent)
		if !slices.Equal(got, again) {
			t.Errorf("%s: same weights, different pieces", kind.name)
		}
		if err := checkPieces(got, weights, parent); err != nil {
			t.Errorf("%s: %v", kind.name, err)
		}
	}
}

// checkPieces reports the first violated invariant of a treemap. Besides the relative tolerance, it allows rounding errors of a float64 in
// the size of the parent.
func checkPieces(got []Rect, weights []float64, parent Rect) error {
	const relative = 1e-9
	reach := max(math.Abs(parent.X), math.Abs(parent.X+parent.W), math.Abs(parent.Z), math.Abs(parent.Z+parent.D))
	eps := 1024 * reach * 0x1p-52
	total, covered := 0.0, 0.0
	for _, w := range weights {
		total += w
	}
	for i, r := range got {
		if r.W < 0 || r.D < 0 || math.IsNaN(r.X+r.Z+r.W+r.D) {
			return fmt.Errorf("piece %d is %v", i, r)
		}
		if !parent.Contains(r, eps) {
			return fmt.Errorf("piece %d, %v, is not inside", i, r)
		}
		covered += r.Area()
		if total == 0 || weights[i] == 0 {
			if r.Area() != 0 {
				return fmt.Errorf("piece %d has no weight but area %g", i, r.Area())
			}
			continue
		}
		want := parent.Area() * weights[i] / total
		if math.Abs(r.Area()-want) > relative*want {
			return fmt.Errorf("piece %d of weight %g has area %g, want %g", i, weights[i], r.Area(), want)
		}
	}
	if total > 0 && math.Abs(covered-parent.Area()) > relative*parent.Area() {
		return fmt.Errorf("pieces cover %g of %g", covered, parent.Area())
	}
	return checkApart(got, eps)
}

// checkApart checks for overlaps with a sweep in X, so that it can check many pieces.
func checkApart(got []Rect, eps float64) error {
	order := make([]int, 0, len(got))
	for i := range got {
		if min(got[i].W, got[i].D) > eps { // thinner pieces cannot overlap by more
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return compare(got[a].X, got[b].X) })
	var open []int
	for _, i := range order {
		kept := open[:0]
		for _, k := range open {
			if got[k].X+got[k].W <= got[i].X+eps {
				continue
			}
			if got[k].Overlaps(got[i], eps) {
				return fmt.Errorf("pieces %d, %v, and %d, %v, overlap", k, got[k], i, got[i])
			}
			kept = append(kept, k)
		}
		open = append(kept, i)
	}
	return nil
}

// TestSquarifyPublishedExample checks the worked example of Bruls, Huizing and van Wijk, figure 4: a rectangle of 6 by 4 and areas 6 6 4 3 2
// 2 1.
func TestSquarifyPublishedExample(t *testing.T) {
	got := make([]Rect, 7)
	Squarify(got, []float64{6, 6, 4, 3, 2, 2, 1}, Rect{W: 6, D: 4})
	want := []Rect{
		{X: 0, Z: 0, W: 3, D: 2},
		{X: 0, Z: 2, W: 3, D: 2},
		{X: 3, Z: 0, W: 12.0 / 7, D: 7.0 / 3},
		{X: 3 + 12.0/7, Z: 0, W: 9.0 / 7, D: 7.0 / 3},
		{X: 3, Z: 7.0 / 3, W: 1.2, D: 5.0 / 3},
		{X: 4.2, Z: 7.0 / 3, W: 1.2, D: 5.0 / 3},
		{X: 5.4, Z: 7.0 / 3, W: 0.6, D: 5.0 / 3},
	}
	mean := 0.0
	for i := range want {
		if !got[i].Contains(want[i], 1e-12) || !want[i].Contains(got[i], 1e-12) {
			t.Errorf("piece %d is %v, want %v", i, got[i], want[i])
		}
		mean += got[i].Aspect() / float64(len(want))
	}
	published := (3.0/2 + 3.0/2 + 49.0/36 + 49.0/27 + 25.0/18 + 25.0/18 + 25.0/9) / 7
	if mean > published+1e-9 {
		t.Errorf("mean aspect ratio is %v, that of the published layout %v", mean, published)
	}
}

func TestSquarifyWithoutArea(t *testing.T) {
	for _, tt := range []struct {
		name    string
		weights []float64
		r       Rect
	}{
		{"no weights", nil, Rect{W: 2, D: 1}},
		{"only zeros", []float64{0, 0, 0}, Rect{X: 4, Z: 5, W: 2, D: 1}},
		{"no width", []float64{3, 2}, Rect{X: 4, Z: 5, D: 1}},
		{"no ground", []float64{3, 0}, Rect{X: 4, Z: 5}},
	} {
		got := make([]Rect, len(tt.weights))
		Squarify(got, tt.weights, tt.r)
		for i, r := range got {
			if r.Area() != 0 || !tt.r.Contains(r, 0) || math.IsNaN(r.X+r.Z+r.W+r.D) {
				t.Errorf("%s: piece %d is %v", tt.name, i, r)
			}
		}
	}
}

// TestSquarifyShapes checks the purpose of the algorithm: pieces of similar weight are nearly square even in a narrow rectangle.
func TestSquarifyShapes(t *testing.T) {
	weights := descending(200, rand.New(rand.NewPCG(5, 5)).Float64)
	for i := range weights {
		weights[i] += 0.5
	}
	got := make([]Rect, len(weights))
	for _, parent := range []Rect{{W: 1, D: 1}, {W: 3, D: 1}, {W: 1, D: 8}} {
		Squarify(got, weights, parent)
		mean := 0.0
		for _, r := range got {
			mean += r.Aspect() / float64(len(got))
		}
		if mean > 1.2 {
			t.Errorf("in %v the mean aspect ratio is %v, want at most 1.2", parent, mean)
		}
	}
}

func BenchmarkSquarify(b *testing.B) {
	for _, n := range []int{100, 10_000, 50_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			weights := descending(n, rand.New(rand.NewPCG(9, 9)).Float64)
			got := make([]Rect, n)
			for b.Loop() {
				Squarify(got, weights, Rect{W: 2, D: 1})
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/piece")
		})
	}
}
