package layout

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// randomTree returns a tree in pre-order. Unless overlap is true, the sum of the children is at most their parent's value.
func randomTree(rng *rand.Rand, nodes int, overlap bool) []Branch {
	tree := []Branch{{-1, 1000}}
	left := []float64{1000}
	for len(tree) < nodes {
		up := rng.IntN(len(tree))
		value := left[up] * rng.Float64()
		if overlap {
			value = tree[up].Value * rng.Float64()
		}
		if rng.IntN(5) == 0 {
			value = 0
		}
		left[up] -= value
		tree, left = append(tree, Branch{up, value}), append(left, value)
	}
	return tree
}

const tiny = 1e-9

func TestSpansProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, overlap := range []bool{false, true} {
		for round := range 200 {
			t.Run(fmt.Sprint(overlap, round), func(t *testing.T) {
				tree := randomTree(rng, 1+rng.IntN(60), overlap)
				checkSpans(t, tree, Spans(tree), overlap)
			})
		}
	}
}

func checkSpans(t *testing.T, tree []Branch, spans []Span, overlap bool) {
	t.Helper()
	if root := (Span{0, 1, 0, 1}); spans[0] != root {
		t.Fatalf("the root is %v", spans[0])
	}
	sums, before := make([]float64, len(tree)), map[int]Span{}
	for _, b := range tree[1:] {
		sums[b.Parent] += b.Value
	}
	for i, s := range spans {
		if i == 0 {
			continue
		}
		up := spans[tree[i].Parent]
		if s.Top != up.Bottom || s.Bottom != s.Top+1 {
			t.Errorf("node %d is on levels %v to %v below %v", i, s.Top, s.Bottom, up)
		}
		if s.From < up.From-tiny || s.To > up.To+tiny {
			t.Errorf("node %d, %v, leaves its parent, %v", i, s, up)
		}
		if last, ok := before[tree[i].Parent]; ok && s.From < last.To-tiny {
			t.Errorf("node %d, %v, overlaps the one before it, %v", i, s, last)
		}
		before[tree[i].Parent] = s
		whole := max(tree[tree[i].Parent].Value, sums[tree[i].Parent])
		if whole > 0 && math.Abs(s.Share()-up.Share()*tree[i].Value/whole) > tiny {
			t.Errorf("node %d has a share of %v, not in proportion to %v of %v", i, s.Share(), tree[i].Value, whole)
		}
		if !overlap && math.Abs(s.Share()-tree[i].Value/1000) > 1e-6 && onlyWhole(tree, sums, i) {
			t.Errorf("node %d has a share of %v for %v of 1000", i, s.Share(), tree[i].Value)
		}
	}
}

// onlyWhole reports whether all ancestors of i are at least as large as the sum of their children.
func onlyWhole(tree []Branch, sums []float64, i int) bool {
	for up := tree[i].Parent; up >= 0; up = tree[up].Parent {
		if sums[up] > tree[up].Value {
			return false
		}
	}
	return true
}

// Rectangles and ring segments are divided like spans. Areas of a level are proportional to values, children touch their parent from
// outside, and none overlap.
func TestIcicleAndSunburstFollowSpans(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	room := Rect{10, 20, 300, 200}
	for range 100 {
		tree := randomTree(rng, 40, false)
		spans := Spans(tree)
		levels := 1.0
		for _, s := range spans {
			levels = max(levels, s.Bottom)
		}
		rects, rings := make([]Rect, len(spans)), make([]Ring, len(spans))
		for i, s := range spans {
			rects[i], rings[i] = s.Icicle(room, levels), s.Sunburst(levels)
			if !room.Contains(rects[i], 1e-6) || rings[i].Outer > 1+tiny {
				t.Fatalf("%v leaves the room: %v, %v", s, rects[i], rings[i])
			}
			if want := room.Area() / levels * s.Share(); math.Abs(rects[i].Area()-want) > 1e-6 {
				t.Fatalf("%v has an area of %v, want %v", s, rects[i].Area(), want)
			}
			if want := math.Pi * s.Share() * (sq(rings[i].Outer) - sq(rings[i].Inner)); math.Abs(rings[i].Area()-want) > 1e-9 {
				t.Fatalf("%v has a segment of %v, want %v", s, rings[i].Area(), want)
			}
			if up := tree[i].Parent; up >= 0 && (math.Abs(rings[i].Inner-rings[up].Outer) > tiny || rects[i].X < rects[up].X+rects[up].W-1e-6) {
				t.Fatalf("%v does not lie outside of its parent", s)
			}
			for k := range i {
				if rects[i].Overlaps(rects[k], 1e-6) {
					t.Fatalf("%v and %v overlap", rects[i], rects[k])
				}
			}
		}
	}
}

func sq(v float64) float64 { return v * v }

// A root that is drilled into becomes the whole, and drilling up restores the spans.
func TestSpanSeenFromARoot(t *testing.T) {
	root := Span{0.25, 0.75, 1, 2}
	for _, c := range []struct{ in, want Span }{
		{root, Span{0, 1, 0, 1}}, {Span{0.5, 0.75, 2, 3}, Span{0.5, 1, 1, 2}}, {Span{0, 0.2, 1, 2}, Span{0, 0, 0, 1}},
		{Span{0.8, 1, 1, 2}, Span{1, 1, 0, 1}},
	} {
		if got := c.in.Seen(root); got != c.want {
			t.Errorf("%v seen from %v is %v, want %v", c.in, root, got, c.want)
		}
	}
	below := Span{0.5, 0.625, 2, 3}
	if got := below.Seen(root).Placed(root); got != below {
		t.Errorf("there and back %v becomes %v", below, got)
	}
	if got := (Span{1, 1, 0, 1}).Seen(Span{0.5, 0.5, 0, 1}); got.Share() != 0 {
		t.Errorf("seen from nothing there is %v", got)
	}
}

// The box for a text is inside its segment.
func TestRingWithin(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		from := 2 * math.Pi * rng.Float64()
		r := Ring{From: from, To: from + (2*math.Pi-from)*rng.Float64(), Inner: 0.3 + 0.2*rng.Float64(), Outer: 0.6 + 0.4*rng.Float64()}
		x, z, w := r.Within(0.05)
		if w == 0 {
			continue
		}
		for _, corner := range [][2]float64{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}} {
			if px, pz := x+corner[0]*w/2*0.999, z+corner[1]*0.05/2*0.999; !r.holdsPlace(px, pz) {
				t.Fatalf("the box of %v at %v, %v, %v wide, leaves it at %v, %v", r, x, z, w, px, pz)
			}
		}
	}
	if _, _, w := (Ring{To: 2 * math.Pi, Outer: 0.5}).Within(0.6); math.Abs(w-0.8) > 1e-6 {
		t.Errorf("in a disc of radius 0.5 a box of height 0.6 is %v wide, want 0.8", w)
	}
}
