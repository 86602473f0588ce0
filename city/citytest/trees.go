package citytest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"memcity/city/trees"
	"memcity/trace"
)

// SmallRecording returns a city of two districts at three points. One group grows, one shrinks, one appears and one disappears. The
// smallest do not fit a child count of 3.
func SmallRecording() []trees.PointTree {
	moment := func(list, strings, gone, late int64) *Group {
		java := Inner("java.util", Leaf("LinkedList", 1, 32), Leaf("LinkedList$Node", list, 24*list), Leaf("HashMap", 4, 192))
		app := Inner("app", Leaf("Person", list, 24*list), Leaf("Cache", 900, 900*40), Leaf("Main", 1, 16), Leaf("Config", 2, 48))
		lang := Inner("java.lang", Leaf("String", strings, 24*strings))
		if gone > 0 {
			lang = Inner("java.lang", append(lang.Kids, Leaf("StringBuilder", gone, 32*gone))...)
		}
		if late > 0 {
			app = Inner("app", append(app.Kids, Leaf("Request", late, 64*late))...)
		}
		return Inner("Heap", java, app, lang)
	}
	return Points(moment(100, 5000, 300, 0), moment(4000, 4000, 20, 70), moment(10_000, 3000, 0, 500))
}

// Group is a memory tree under construction.
type Group struct {
	Name, Role     string
	Objects, Bytes int64
	Kids           []*Group
}

func Leaf(name string, objects, bytes int64) *Group {
	return &Group{Name: name, Role: "Type", Objects: objects, Bytes: bytes}
}

// Inner returns a group whose numbers are the sums of its children's.
func Inner(name string, kids ...*Group) *Group {
	g := &Group{Name: name, Role: "Package", Kids: kids}
	for _, k := range kids {
		g.Objects += k.Objects
		g.Bytes += k.Bytes
	}
	return g
}

func (g *Group) Tree(names *trace.Names) *trace.Tree {
	t := &trace.Tree{Names: names}
	var add func(g *Group, parent int32)
	add = func(g *Group, parent int32) {
		at := int32(len(t.Nodes))
		t.Nodes = append(t.Nodes, trace.Node{Name: names.ID(g.Name), Role: names.ID(g.Role), Place: trace.Place{Parent: parent},
			Objects: g.Objects, Bytes: g.Bytes})
		for _, k := range g.Kids {
			add(k, at)
		}
		t.Nodes[at].End = int32(len(t.Nodes))
	}
	if g != nil {
		add(g, -1)
	}
	return t
}

// Points returns one GC point per tree, 100 ms apart; nil is a point without groups.
func Points(groups ...*Group) []trees.PointTree {
	names := trace.NewNames()
	var out []trees.PointTree
	for i, g := range groups {
		out = append(out, trees.PointTree{Time: trace.Millis(100 * i), Tree: g.Tree(names)})
	}
	return out
}

// RandomSpec limits a random recording.
type RandomSpec struct {
	Points, Nodes, Depth, Width int
	Hashes                      bool // names may contain "#"
}

// RandomPoints returns a recording whose groups appear, disappear, change order, and are leaves at some points and inner groups at others.
// Numbers change at random over many decades; some are zero.
func RandomPoints(seed uint64, spec RandomSpec) []trees.PointTree {
	rng := rand.New(rand.NewPCG(seed, 0x63697479))
	left := spec.Nodes - 1
	root := &Group{Name: "Heap"}
	for frontier := []*Group{root}; left > 0 && len(frontier) > 0; {
		next := []*Group(nil)
		for _, g := range frontier {
			kids := min(left, rng.IntN(spec.Width+1))
			if g == root {
				kids = min(left, 1+rng.IntN(spec.Width))
			}
			left -= kids
			for i := range kids {
				k := &Group{Name: randomName(rng, i, spec.Hashes), Role: []string{"Package", "Type", "Site"}[rng.IntN(3)],
					Objects: int64(math.Pow(10, 7*rng.Float64()))}
				g.Kids = append(g.Kids, k)
				if rng.IntN(3) == 0 && spec.Depth > 1 {
					next = append(next, k)
				}
			}
		}
		spec.Depth--
		frontier = next
	}
	groups := make([]*Group, spec.Points)
	for p := range groups {
		groups[p] = randomMoment(rng, root)
	}
	return Points(groups...)
}

func randomName(rng *rand.Rand, i int, hashes bool) string {
	if hashes && rng.IntN(3) == 0 {
		return fmt.Sprintf("n%d#n%d", rng.IntN(i+1), rng.IntN(3))
	}
	return fmt.Sprintf("n%d", i)
}

// randomMoment returns the part of master that is alive at one point, in any order.
func randomMoment(rng *rand.Rand, master *Group) *Group {
	g := &Group{Name: master.Name, Role: master.Role, Objects: int64(float64(master.Objects) * 2 * rng.Float64())}
	if rng.IntN(12) == 0 {
		g.Objects = 0
	}
	g.Bytes = g.Objects * int64(8*rng.IntN(9))
	seen := map[string]bool{}
	for _, i := range rng.Perm(len(master.Kids)) {
		if k := master.Kids[i]; rng.IntN(5) > 0 && !seen[k.Name] {
			seen[k.Name] = true
			g.Kids = append(g.Kids, randomMoment(rng, k))
		}
	}
	if rng.IntN(2) == 0 {
		for i, j := 0, len(g.Kids)-1; i < j; i, j = i+1, j-1 {
			g.Kids[i], g.Kids[j] = g.Kids[j], g.Kids[i]
		}
	}
	for _, k := range g.Kids {
		g.Objects += k.Objects
		g.Bytes += k.Bytes
	}
	return g
}

// WholeWindow returns the window over all points of s.
func WholeWindow(s *trees.Series) trees.Window { return trees.Window{From: 0, To: max(s.Len()-1, 0)} }

// Near reports whether a and b agree up to a relative error.
func Near(a, b, relative float64) bool {
	return math.Abs(a-b) <= relative*max(math.Abs(a), math.Abs(b))
}

// PathText returns an unambiguous text for a path.
func PathText(path []string) string { return strings.Join(path, "\x00") }

var RandomSpecs = []RandomSpec{
	{Points: 1, Nodes: 1, Depth: 1, Width: 1},
	{Points: 3, Nodes: 2, Depth: 1, Width: 3},
	{Points: 6, Nodes: 40, Depth: 4, Width: 6},
	{Points: 9, Nodes: 300, Depth: 6, Width: 12, Hashes: true},
	{Points: 2, Nodes: 120, Depth: 50, Width: 2, Hashes: true},
}
