package layered_test

import (
	"cmp"
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"memcity/layout"
	"memcity/layout/layered"
)

const eps = 1e-6

var gaps = layered.Options{NodeGap: 10, LayerGap: 30, EdgeGap: 4}

// random returns a random graph. High densities produce cycles, self-loops and parallel edges.
func random(seed uint64, nodes int, density float64) layered.Graph {
	rng := rand.New(rand.NewPCG(seed, 7))
	var g layered.Graph
	for range nodes {
		g.Nodes = append(g.Nodes, layered.Node{W: 20 + 100*rng.Float64(), D: 10 + 40*rng.Float64()})
	}
	for range int(density * float64(nodes)) {
		from := rng.IntN(nodes)
		to := min(nodes-1, from+rng.IntN(1+nodes/4))
		if rng.IntN(5) == 0 {
			to = rng.IntN(nodes)
		}
		g.Edges = append(g.Edges, layered.Edge{From: from, To: to})
	}
	return g
}

// check checks all invariants of a plan.
func check(t *testing.T, g layered.Graph, p *layered.Plan) {
	t.Helper()
	for i, a := range p.Boxes {
		if !p.Size.Contains(a, eps) || math.IsNaN(a.X+a.Z) {
			t.Fatalf("box %d %v is not in %v", i, a, p.Size)
		}
		for k, b := range p.Boxes[:i] {
			if a.Overlaps(b, eps) {
				t.Fatalf("boxes %d %v and %d %v overlap", i, a, k, b)
			}
			if p.Layers[i] == p.Layers[k] && gap(a, b) < min(gaps.NodeGap, 2*gaps.EdgeGap)-eps {
				t.Fatalf("boxes %d %v and %d %v are too near", i, a, k, b)
			}
		}
	}
	for i, e := range g.Edges {
		r := p.Routes[i]
		switch d := p.Layers[e.To] - p.Layers[e.From]; {
		case e.From == e.To && !r.Upward:
		case r.Upward != (d < 0) || d == 0:
			t.Fatalf("edge %d leads %d layers down, upward is %v", i, d, r.Upward)
		case r.Upward && (e.From < e.To || !reaches(g, e.To, e.From)):
			t.Fatalf("edge %d from %d to %d leads upwards for no reason", i, e.From, e.To)
		}
		checkRoute(t, p, e, r)
	}
}

// gap returns the horizontal distance between two boxes.
func gap(a, b layout.Rect) float64 { return max(b.X-a.X-a.W, a.X-b.X-b.W) }

func reaches(g layered.Graph, from, to int) bool {
	seen := map[int]bool{from: true}
	for stack := []int{from}; len(stack) > 0; {
		v := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if v == to {
			return true
		}
		for _, e := range g.Edges {
			if e.From == v && !seen[e.To] {
				seen[e.To] = true
				stack = append(stack, e.To)
			}
		}
	}
	return false
}

func checkRoute(t *testing.T, p *layered.Plan, e layered.Edge, r layered.Route) {
	t.Helper()
	from, to := p.Boxes[e.From], p.Boxes[e.To]
	if !onBorder(from, r.Points[0]) || !onBorder(to, r.Points[len(r.Points)-1]) {
		t.Fatalf("the route %v does not lead from %v to %v", r.Points, from, to)
	}
	for i := range r.Points[1:] {
		a, b := r.Points[i], r.Points[i+1]
		for k := range 21 {
			s := float64(k) / 20
			x, z := a.X+(b.X-a.X)*s, a.Z+(b.Z-a.Z)*s
			if !p.Size.Contains(layout.Rect{X: x, Z: z}, eps) {
				t.Fatalf("the route %v leaves the plan", r.Points)
			}
			for n, box := range p.Boxes {
				if x > box.X+eps && x < box.X+box.W-eps && z > box.Z+eps && z < box.Z+box.D-eps {
					t.Fatalf("the route %v passes box %d %v", r.Points, n, box)
				}
			}
		}
	}
}

func onBorder(r layout.Rect, p layered.Point) bool {
	inX, inZ := p.X >= r.X-eps && p.X <= r.X+r.W+eps, p.Z >= r.Z-eps && p.Z <= r.Z+r.D+eps
	atX := math.Abs(p.X-r.X) < eps || math.Abs(p.X-r.X-r.W) < eps
	atZ := math.Abs(p.Z-r.Z) < eps || math.Abs(p.Z-r.Z-r.D) < eps
	return inX && inZ && (atX || atZ)
}

func TestProperties(t *testing.T) {
	for seed := range uint64(40) {
		for _, density := range []float64{0, 0.8, 1.5, 3} {
			g := random(seed, 1+int(seed)*2, density)
			p := layered.Place(g, gaps)
			check(t, g, p)
			if again := layered.Place(g, gaps); !reflect.DeepEqual(p, again) {
				t.Fatalf("seed %d: the same graph got another plan", seed)
			}
		}
	}
	check(t, layered.Graph{}, layered.Place(layered.Graph{}, gaps))
}

// When a graph grows, its old nodes keep their order within each layer.
func TestStable(t *testing.T) {
	for seed := range uint64(40) {
		g := random(seed, 30, 1.5)
		before := layered.Place(g, gaps)
		rng := rand.New(rand.NewPCG(seed, 8))
		grown := layered.Graph{Nodes: slices.Clone(g.Nodes), Edges: slices.Clone(g.Edges)}
		for i := range g.Nodes {
			grown.Nodes[i].Known, grown.Nodes[i].Before = true, before.Boxes[i].X
		}
		for range 12 {
			grown.Nodes = append(grown.Nodes, layered.Node{W: 50, D: 20})
			grown.Edges = append(grown.Edges, layered.Edge{From: len(grown.Nodes) - 1, To: rng.IntN(len(g.Nodes))},
				layered.Edge{From: len(grown.Nodes) - 1, To: rng.IntN(len(g.Nodes))})
		}
		after := layered.Place(grown, gaps)
		check(t, grown, after)
		for i := range g.Nodes {
			for k := range i {
				if after.Layers[i] == after.Layers[k] &&
					cmp.Compare(before.Boxes[i].X, before.Boxes[k].X)*cmp.Compare(after.Boxes[i].X, after.Boxes[k].X) < 0 {
					t.Fatalf("seed %d: nodes %d and %d changed sides", seed, i, k)
				}
			}
		}
		for i := range g.Nodes {
			grown.Nodes[i].Before = after.Boxes[i].X
		}
	}
}

// A tree has no crossings and its parents are above their children. A chain is straight.
func TestTreeAndChain(t *testing.T) {
	var tree layered.Graph
	for i := range 63 {
		tree.Nodes = append(tree.Nodes, layered.Node{W: 20, D: 10})
		if i > 0 {
			tree.Edges = append(tree.Edges, layered.Edge{From: (i - 1) / 2, To: i})
		}
	}
	p := layered.Place(tree, gaps)
	check(t, tree, p)
	for i, a := range p.Routes {
		for k, b := range p.Routes[:i] {
			if crosses(a.Points, b.Points) {
				t.Errorf("edges %d and %d cross", i, k)
			}
		}
	}
	root, _ := p.Boxes[0].Center()
	if math.Abs(root-p.Size.W/2) > 10 {
		t.Errorf("the root is at %g of %g", root, p.Size.W)
	}
	chain := layered.Graph{Nodes: make([]layered.Node, 5)}
	for i := range 4 {
		chain.Nodes[i].W = float64(10 * i)
		chain.Edges = append(chain.Edges, layered.Edge{From: i, To: i + 1})
	}
	for i, r := range layered.Place(chain, gaps).Routes {
		if math.Abs(r.Points[0].X-r.Points[len(r.Points)-1].X) > eps {
			t.Errorf("edge %d of a chain is slanted: %v", i, r.Points)
		}
	}
}

func crosses(a, b []layered.Point) bool {
	side := func(p, q, r layered.Point) float64 { return (q.X-p.X)*(r.Z-p.Z) - (q.Z-p.Z)*(r.X-p.X) }
	for i := range a[1:] {
		for k := range b[1:] {
			p, q, r, s := a[i], a[i+1], b[k], b[k+1]
			if side(p, q, r)*side(p, q, s) < -eps && side(r, s, p)*side(r, s, q) < -eps {
				return true
			}
		}
	}
	return false
}

// Leaves are directly below their parents, not in the last layer.
func TestShortEdges(t *testing.T) {
	g := layered.Graph{Nodes: make([]layered.Node, 6)}
	g.Edges = []layered.Edge{{From: 0, To: 1}, {From: 1, To: 2}, {From: 2, To: 3}, {From: 0, To: 4}, {From: 5, To: 3}}
	if got, want := layered.Place(g, gaps).Layers, []int{0, 1, 2, 3, 1, 2}; !reflect.DeepEqual(got, want) {
		t.Errorf("layers are %v, want %v", got, want)
	}
}

func TestNoNumbers(t *testing.T) {
	nan := math.NaN()
	g := layered.Graph{Nodes: []layered.Node{{W: nan, D: math.Inf(1)}, {W: -3, D: 4, Known: true, Before: nan}, {Known: true}}}
	g.Edges = []layered.Edge{{From: 0, To: 1}, {From: 0, To: 2}, {From: 2, To: 2}}
	p := layered.Place(g, layered.Options{NodeGap: nan, LayerGap: -1, EdgeGap: math.Inf(1)})
	text, err := json.Marshal(p)
	if err != nil {
		t.Errorf("the plan holds what is no number: %v %s", err, text)
	}
}

func FuzzPlace(f *testing.F) {
	f.Add([]byte{5, 0, 1, 1, 2, 2, 0, 3, 3, 3, 4})
	f.Add([]byte{1, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) == 0 || data[0] == 0 || len(data) > 400 {
			return
		}
		g := layered.Graph{Nodes: make([]layered.Node, data[0])}
		for i := range g.Nodes {
			g.Nodes[i] = layered.Node{W: float64(i*7%30 + 1), D: float64(i*5%20 + 1)}
			if i < len(data) {
				g.Nodes[i].Known, g.Nodes[i].Before = data[i]%3 == 0, float64(data[i])
			}
		}
		for i := 1; i+1 < len(data); i += 2 {
			g.Edges = append(g.Edges, layered.Edge{From: int(data[i]) % len(g.Nodes), To: int(data[i+1]) % len(g.Nodes)})
		}
		check(t, g, layered.Place(g, gaps))
	})
}

func BenchmarkPlace(b *testing.B) {
	g := random(1, 300, 2.5)
	for b.Loop() {
		layered.Place(g, gaps)
	}
}
