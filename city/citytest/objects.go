package citytest

import (
	"memcity/city/trees"
	"memcity/trace"
)

// ObjectGraph is a small heap. Each object is in one leaf group; GroupOf contains indexes into Groups.
type ObjectGraph struct {
	Groups  []string
	GroupOf []int
	Edges   [][2]int // from object, to object
}

// PairCounts returns the number of objects of group a that refer to an object of group b, and the number of objects of b that an object of
// a refers to.
func (g *ObjectGraph) PairCounts(a, b int) (from, to int64) {
	sources, targets := map[int]bool{}, map[int]bool{}
	for _, e := range g.Edges {
		if g.GroupOf[e[0]] == a && g.GroupOf[e[1]] == b {
			sources[e[0]], targets[e[1]] = true, true
		}
	}
	return int64(len(sources)), int64(len(targets))
}

// Point returns the GC point of the graph, with its groups as leaves below the root, and pointer maps.
func (g *ObjectGraph) Point() trees.PointTree {
	counts := make([]int64, len(g.Groups))
	for _, group := range g.GroupOf {
		counts[group]++
	}
	var kids []*Group
	for i, name := range g.Groups {
		kids = append(kids, Leaf(name, counts[i], 16*counts[i]))
	}
	p := Points(Inner("Heap", kids...))[0]
	p.Pointers = &trace.Pointers{
		PointsTo:    pointerMap(len(kids), func(n, m int) int64 { _, to := g.PairCounts(n, m); return to }),
		PointedFrom: pointerMap(len(kids), func(n, m int) int64 { from, _ := g.PairCounts(m, n); return from }),
	}
	return p
}

// pointerMap returns a map for a root and its leaves, where leaf i is node i+1.
func pointerMap(leaves int, count func(n, m int) int64) trace.PointerMap {
	m := trace.PointerMap{Start: []uint32{0, 0}}
	for a := range leaves {
		for b := range leaves {
			if c := count(a, b); c > 0 {
				m.To = append(m.To, int32(b+1))
				m.Counts = append(m.Counts, c)
			}
		}
		m.Start = append(m.Start, uint32(len(m.To)))
	}
	return m
}

func (g *ObjectGraph) Add(name string, n int) (first int) {
	first = len(g.GroupOf)
	g.Groups = append(g.Groups, name)
	for range n {
		g.GroupOf = append(g.GroupOf, len(g.Groups)-1)
	}
	return first
}

// LeakingList returns the worked example of Memory Cities, section VII-D: a list of persons with two names each.
func LeakingList(persons int) *ObjectGraph {
	g := &ObjectGraph{}
	list, node, person := g.Add("LinkedList", 1), g.Add("LinkedList$Node", persons), g.Add("Person", persons)
	str, chars, buffer := g.Add("String", 2*persons+40), g.Add("byte[]", 2*persons+40), g.Add("Buffer", 30)
	g.Edges = append(g.Edges, [2]int{list, node})
	for i := range persons {
		if i > 0 {
			g.Edges = append(g.Edges, [2]int{node + i - 1, node + i}, [2]int{node + i, node + i - 1})
		}
		g.Edges = append(g.Edges, [2]int{node + i, person + i},
			[2]int{person + i, str + 2*i}, [2]int{person + i, str + 2*i + 1})
	}
	for i := range 2*persons + 40 {
		g.Edges = append(g.Edges, [2]int{str + i, chars + i})
	}
	for i := range 30 {
		g.Edges = append(g.Edges, [2]int{buffer + i, str + 2*persons + i})
	}
	return g
}
