package leak

import (
	"cmp"
	"slices"
	"time"

	"memcity/trace"
)

// leastThreads is the least growth of a group of threads. Pools grow by less.
const leastThreads = 16

// GrowingThreads returns groups of threads whose number keeps growing, most growth first. The names in a group differ only in numbers.
// times are those of the GC points. The cost is linear in GC roots for each group.
func (s *Holders) GrowingThreads(times []time.Duration) (found []Suspect) {
	f := finder{Holders: s, times: times}
	for _, root := range s.roots {
		n := &s.Nodes[root]
		if n.gcRoot().kind != trace.RootThread {
			continue
		}
		threads, _ := s.total(slices.Collect(s.children(root)))
		if v := Judge(f.samples(threads)); v.Lasts && v.Growth() >= leastThreads {
			x := s.ThreadPile(root)
			if x.Verdict = v; x.GrowthBytes() > 0 { // other holders may hold their objects now
				found = append(found, x)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Suspect) int { return cmp.Compare(b.GrowthObjects(), a.GrowthObjects()) })
	return found
}

// ThreadPile returns the threads of a GC root as a pile, including everything that their objects and calls hold.
func (s *Holders) ThreadPile(root Place) Suspect {
	n := &s.Nodes[root]
	children := slices.Collect(s.children(root))
	x := Suspect{Holding: s.Holding(root), Parts: []Pile{{root, children}}, Bytes: slices.Clone(n.AllBytes)}
	x.From = FromNothing
	x.Objects, _ = s.total(children)
	for _, call := range s.roots {
		if r := s.Nodes[call].gcRoot(); r.kind == trace.RootThread || r.thread == "" || r.thread != n.gcRoot().thread {
			continue
		}
		if tops := s.oneEach(call, x.Objects[s.Points-1]); len(tops) > 0 {
			x.Parts = append(x.Parts, Pile{call, tops})
		}
		for i, bytes := range s.Nodes[call].AllBytes {
			x.Bytes[i] += bytes
		}
	}
	return x
}

// oneEach returns the places directly below a GC root that have about as many objects as there are threads.
func (s *Holders) oneEach(root Place, threads int64) (tops []Place) {
	for c := range s.children(root) {
		if n := float64(s.Nodes[c].Objects[s.Points-1]); n >= topLeast*float64(threads) && n <= topMost*float64(threads) {
			tops = append(tops, c)
		}
	}
	return tops
}
