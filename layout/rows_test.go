package layout

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestResquarifyOfTheSameWeights checks that the same weights give the original layout.
func TestResquarifyOfTheSameWeights(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, n := range []int{0, 1, 2, 7, 100, 3000} {
		weights := descending(n, rng.Float64)
		want, got := make([]Rect, n), make([]Rect, n)
		r := Rect{X: 3, Z: -2, W: 5, D: 3}
		rows := Squarify(want, weights, r)
		Resquarify(got, weights, rows, r)
		for i := range want {
			if got[i] != want[i] {
				t.Fatalf("%d pieces: piece %d is %v, want %v", n, i, got[i], want[i])
			}
		}
	}
}

// TestResquarifyKeepsNeighbours uses other weights, some of them zero. Areas are proportional, pieces fill the rectangle without overlaps,
// and each row keeps its order.
func TestResquarifyKeepsNeighbours(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, n := range []int{1, 2, 9, 60, 300} {
		weights := descending(n, rng.Float64)
		dst := make([]Rect, n)
		r := Rect{X: 1, Z: 1, W: 4, D: 7}
		rows := Squarify(dst, weights, r)
		sum := 0.0
		for i := range weights {
			weights[i] *= math.Exp(2 * rng.NormFloat64())
			if i > 0 && rng.IntN(10) == 0 {
				weights[i] = 0
			}
			sum += weights[i]
		}
		Resquarify(dst, weights, rows, r)
		const eps = 1e-9
		for i := range dst {
			if want := r.Area() * weights[i] / sum; math.Abs(dst[i].Area()-want) > eps*r.Area() || !r.Contains(dst[i], eps) {
				t.Fatalf("%d pieces: piece %d, %v, has area %v, want %v in %v", n, i, dst[i], dst[i].Area(), want, r)
			}
			for k := range i {
				if dst[i].Overlaps(dst[k], eps) {
					t.Fatalf("%d pieces: %v and %v overlap", n, dst[k], dst[i])
				}
			}
		}
		start := 0
		for _, row := range rows {
			for i := start + 1; i < row.End; i++ {
				a, b := dst[i-1], dst[i]
				if row.AlongZ && (a.X != b.X || b.Z < a.Z) || !row.AlongZ && (a.Z != b.Z || b.X < a.X) {
					t.Fatalf("%d pieces: %v does not follow %v in its row", n, b, a)
				}
			}
			start = row.End
		}
	}
}

func TestResquarifyNothing(t *testing.T) {
	dst := make([]Rect, 3)
	rows := Squarify(dst, []float64{3, 2, 1}, Rect{W: 1, D: 1})
	Resquarify(dst, []float64{0, 0, 0}, rows, Rect{W: 1, D: 1})
	for _, r := range dst {
		if r.Area() != 0 {
			t.Errorf("a piece without weight has %v", r)
		}
	}
	Resquarify(dst, []float64{3, 2, 1}, rows, Rect{X: 1})
	for _, r := range dst {
		if r.Area() != 0 || math.IsNaN(r.X) {
			t.Errorf("a piece of nothing has %v", r)
		}
	}
}
