package city

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/layout"
	"memcity/trace"
)

// group is a memory tree in the making.
type group struct {
	name, role     string
	objects, bytes int64
	kids           []*group
}

func leaf(name string, objects, bytes int64) *group {
	return &group{name: name, role: "Type", objects: objects, bytes: bytes}
}

// inner returns a group whose numbers are the sums of its children's.
func inner(name string, kids ...*group) *group {
	g := &group{name: name, role: "Package", kids: kids}
	for _, k := range kids {
		g.objects += k.objects
		g.bytes += k.bytes
	}
	return g
}

func (g *group) tree(names *trace.Names) *trace.Tree {
	t := &trace.Tree{Names: names}
	var add func(g *group, parent int32)
	add = func(g *group, parent int32) {
		at := int32(len(t.Nodes))
		t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(g.name), Role: names.ID(g.role), Parent: parent,
			Objects: g.objects, Bytes: g.bytes})
		for _, k := range g.kids {
			add(k, at)
		}
		t.Nodes[at].End = int32(len(t.Nodes))
	}
	if g != nil {
		add(g, -1)
	}
	return t
}

// points makes one GC point every 100 ms of each tree; nil is a point without any group.
func points(groups ...*group) []PointTree {
	names := trace.NewNames()
	var out []PointTree
	for i, g := range groups {
		out = append(out, PointTree{Time: trace.Millis(100 * i), Tree: g.tree(names)})
	}
	return out
}

// randomSpec bounds a random recording.
type randomSpec struct {
	points, nodes, depth, width int
	hashes                      bool // names may hold "#"
}

// randomPoints makes a recording whose groups come, go, change order, and are leaves at some points and inner groups at
// others. Numbers walk at random over many decades; some are zero.
func randomPoints(seed uint64, spec randomSpec) []PointTree {
	rng := rand.New(rand.NewPCG(seed, 0x63697479))
	left := spec.nodes - 1
	root := &group{name: "Heap"}
	for frontier := []*group{root}; left > 0 && len(frontier) > 0; {
		next := []*group(nil)
		for _, g := range frontier {
			kids := min(left, rng.IntN(spec.width+1))
			if g == root {
				kids = min(left, 1+rng.IntN(spec.width))
			}
			left -= kids
			for i := range kids {
				k := &group{name: randomName(rng, i, spec.hashes), role: []string{"Package", "Type", "Site"}[rng.IntN(3)],
					objects: int64(math.Pow(10, 7*rng.Float64()))}
				g.kids = append(g.kids, k)
				if rng.IntN(3) == 0 && spec.depth > 1 {
					next = append(next, k)
				}
			}
		}
		spec.depth--
		frontier = next
	}
	groups := make([]*group, spec.points)
	for p := range groups {
		groups[p] = randomMoment(rng, root)
	}
	return points(groups...)
}

func randomName(rng *rand.Rand, i int, hashes bool) string {
	if hashes && rng.IntN(3) == 0 {
		return fmt.Sprintf("n%d#n%d", rng.IntN(i+1), rng.IntN(3))
	}
	return fmt.Sprintf("n%d", i)
}

// randomMoment returns what of master is alive at one point, in any order.
func randomMoment(rng *rand.Rand, master *group) *group {
	g := &group{name: master.name, role: master.role, objects: int64(float64(master.objects) * 2 * rng.Float64())}
	if rng.IntN(12) == 0 {
		g.objects = 0
	}
	g.bytes = g.objects * int64(8*rng.IntN(9))
	seen := map[string]bool{}
	for _, i := range rng.Perm(len(master.kids)) {
		if k := master.kids[i]; rng.IntN(5) > 0 && !seen[k.name] {
			seen[k.name] = true
			g.kids = append(g.kids, randomMoment(rng, k))
		}
	}
	if rng.IntN(2) == 0 {
		for i, j := 0, len(g.kids)-1; i < j; i, j = i+1, j-1 {
			g.kids[i], g.kids[j] = g.kids[j], g.kids[i]
		}
	}
	for _, k := range g.kids {
		g.objects += k.objects
		g.bytes += k.bytes
	}
	return g
}

// wholeWindow is the window over all points of s.
func wholeWindow(s *Series) Window { return Window{0, max(s.Len()-1, 0)} }

func planOf(points []PointTree, settings Settings) *Plan {
	s := NewSeries(points)
	return NewPlan(s, NewMeta(s, wholeWindow(s)), settings)
}

// planSettings are defaults with the metric, area mode and child count that shape a plan.
func planSettings(metric Metric, area Area, children int) Settings {
	s := DefaultSettings()
	s.Metric, s.Area, s.Children = metric, area, children
	return s
}

// allPlanSettings covers every way to lay out.
func allPlanSettings() []Settings {
	var all []Settings
	for _, metric := range []Metric{Objects, Bytes} {
		for _, area := range []Area{Sqrt, Linear} {
			for _, children := range []int{AllChildren, 1, 3, 40} {
				all = append(all, planSettings(metric, area, children))
			}
		}
	}
	return all
}

// near reports whether a and b agree to a relative error.
func near(a, b, relative float64) bool {
	return math.Abs(a-b) <= relative*max(math.Abs(a), math.Abs(b))
}

func sameRect(a, b layout.Rect, eps float64) bool { return a.Contains(b, eps) && b.Contains(a, eps) }

// pathText is an unambiguous name of a path.
func pathText(path []string) string { return strings.Join(path, "\x00") }

func mustFind(t testing.TB, c *City, key string) Target {
	t.Helper()
	target := c.Plan.Find(key)
	if target.Kind == Nothing {
		t.Fatalf("%s is not in the plan", key)
	}
	return target
}
