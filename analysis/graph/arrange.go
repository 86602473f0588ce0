package graph

import "slices"

// arrangement orders nodes so that references lead to later ones, but for those within cycles, whose nodes are next to each other.
// It is made by a depth-first search for strongly connected components (Tarjan: Depth-First Search and Linear Graph Algorithms, 1972;
// with the smaller stack of Pearce: A Space-Efficient Algorithm for Finding Strongly Connected Components, 2016).
type arrangement struct {
	order []int32 // nodes
	ends  []int32 // of the parts of order that are a cycle, or one node
}

// arrange orders the nodes whose references are to[start[n]:start[n+1]]. If within is given, only references between nodes count that
// are alike there.
func arrange[N ~int32 | ~uint32](start []uint32, to []N, within []int32) *arrangement {
	n := len(start) - 1
	a := &arranger{order: make([]int32, n), next: n, low: make([]uint32, n)}
	for l := range int32(n) {
		if a.low[l] == 0 {
			search(a, l, start, to, within)
		}
	}
	slices.Reverse(a.starts)
	for i := range a.starts { // each part ends where the next one begins
		if i+1 < len(a.starts) {
			a.starts[i] = a.starts[i+1]
		} else {
			a.starts[i] = int32(n)
		}
	}
	return &arrangement{a.order, a.starts}
}

// arranger is the state of one search. Order is filled from behind.
type arranger struct {
	order  []int32
	next   int
	starts []int32
	low    []uint32 // by node: the lowest number in order of visits that it is known to lead back to; 0 not visited, closed once placed
	left   []int32  // nodes that were left and lead back to one that was not
	frames []visit
	count  uint32
}

type visit struct {
	node   int32
	at     uint32
	number uint32
}

const closed = ^uint32(0)

func (a *arranger) enter(node int32, start []uint32) {
	a.count++
	a.low[node] = a.count
	a.frames = append(a.frames, visit{node, start[node], a.count})
}

func search[N ~int32 | ~uint32](a *arranger, node int32, start []uint32, to []N, within []int32) {
	a.enter(node, start)
next:
	for len(a.frames) > 0 {
		f := &a.frames[len(a.frames)-1]
		low := a.low[f.node]
		for end := start[f.node+1]; f.at < end; {
			t := int32(to[f.at])
			f.at++
			if within != nil && within[t] != within[f.node] {
				continue
			}
			switch l := a.low[t]; {
			case l == 0:
				a.low[f.node] = low
				a.enter(t, start)
				continue next
			case l != closed && l < low:
				low = l
			}
		}
		a.low[f.node] = low
		a.leave(*f)
	}
}

func (a *arranger) leave(f visit) {
	a.frames = a.frames[:len(a.frames)-1]
	if low := a.low[f.node]; low < f.number {
		a.left = append(a.left, f.node)
		before := a.frames[len(a.frames)-1].node
		a.low[before] = min(a.low[before], low)
		return
	}
	top := len(a.left)
	for top > 0 && a.low[a.left[top-1]] >= f.number {
		top--
	}
	for _, node := range append(a.left[top:], f.node) {
		a.next--
		a.order[a.next] = node
		a.low[node] = closed
	}
	a.left = a.left[:top]
	a.starts = append(a.starts, int32(a.next))
}
