package leak

import (
	"cmp"
	"slices"
	"strings"

	"memcity/trace"
)

// Holder is a container that holds a pile. It has few objects, and it refers to the pile or to objects that exist once for each object of
// the pile.
type Holder struct {
	Holding
	Pile
	References int64 // from the container's objects
}

// Bounds for objects that exist once for each object of a pile.
const (
	alongsideMost  = 2  // as a multiple of the pile's objects; a place with more objects is a part
	alongsideLeast = 16 // pile objects per object of a container, for large piles
	leastChain     = 4  // links of a chain per object that holds its ends
	leastPile      = 3
)

// HoldersOf returns the containers that hold a pile. tops are the pile's places. alongside are places that exist once for each object of
// the pile. The search follows references backward from all of them, through places with about as many objects, to places with few.
// Containers with most references come first. A pile of fewer than three objects has none. The cost is linear in the edges of the visited
// places, each of which is followed once.
func (d *Dominance) HoldersOf(tops, alongside []Place) []Holder {
	last := d.holders.Points - 1
	count := func(p Place) int64 { return d.holders.Nodes[p].Objects[last] }
	total := int64(0)
	pile := map[Place]bool{}
	for _, p := range tops {
		total += count(p)
		pile[p] = true
	}
	if total < leastPile {
		return nil
	}
	each := min(alongsideLeast, max(leastPile, total/8)) // objects of the pile per object of a container
	containers := map[Place]*Holder{}
	queue := slices.Clone(tops)
	for _, p := range alongside {
		if !pile[p] {
			pile[p] = true
			queue = append(queue, p)
		}
	}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		for _, e := range d.Referrers(p) {
			n := count(e.From)
			switch { // a container may have other entries as well
			case pile[e.From] || min(n, e.References) > alongsideMost*total:
			case n*each > total && !(d.chained[p] && leastChain*n <= count(p)):
				pile[e.From] = true
				queue = append(queue, e.From)
			default:
				h := containers[e.From]
				if h == nil {
					h = &Holder{Holding: d.holders.Holding(e.From), Pile: Pile{Container: e.From}}
					containers[e.From] = h
				}
				h.Tops = append(h.Tops, p)
				if h.References += e.References; d.chained[p] { // it holds all later links of the chain
					h.References += count(p)
				}
			}
		}
	}
	return d.ranked(containers)
}

// HoldsChain reports whether a holder refers only to the ends of chains, whose links hold each other.
func (d *Dominance) HoldsChain(s *Suspect) bool {
	for _, part := range s.Parts {
		for _, top := range part.Tops {
			if n := d.holders.Nodes[top].Objects[d.holders.Points-1]; !d.chained[top] || leastChain*d.references(part.Container, top) > n {
				return false
			}
		}
	}
	return true
}

// Kinds of holders, by how a reader finds them in source code. Objects of a running call usually have other holders, and are released when
// the call ends. Objects that the virtual machine holds do not appear in source code.
const (
	heldByField = iota
	heldByCall
	heldByMachine
)

func (s *Holders) kindOf(h *Holding) int {
	root := s.Nodes[s.Path(h.Base)[0]].gcRoot()
	switch {
	case h.Field != "" || strings.HasPrefix(h.Owner, "field "):
		return heldByField
	case root.kind.IsNamed() || root.kind == trace.RootThread:
		return heldByField
	case root.kind == trace.RootLocal || root.kind == trace.RootJNILocal:
		return heldByCall
	}
	return heldByMachine
}

// ranked sorts holders and removes those with few references. It also removes those of the virtual machine and of calls, unless there are
// no others.
func (d *Dominance) ranked(containers map[Place]*Holder) (list []Holder) {
	for _, h := range containers {
		slices.Sort(h.Tops)
		list = append(list, *h)
	}
	best := heldByMachine
	for i := range list {
		best = min(best, d.holders.kindOf(&list[i].Holding))
	}
	list = slices.DeleteFunc(list, func(h Holder) bool { return d.holders.kindOf(&h.Holding) > best })
	most := int64(0)
	for _, h := range list {
		most = max(most, h.References)
	}
	list = slices.DeleteFunc(list, func(h Holder) bool { return float64(h.References) < leastHeld*float64(most) })
	slices.SortFunc(list, func(a, b Holder) int {
		return cmp.Or(cmp.Compare(b.References, a.References), cmp.Compare(a.Container, b.Container))
	})
	return list
}

// IsInternal reports whether the objects of a place only hold objects for others, such as the arrays and entries of collections.
func (s *Holders) IsInternal(p Place) bool {
	t := s.Nodes[p].Type
	return strings.HasSuffix(t, "[]") || OfRuntime(t) || !s.Nodes[p].Own && isInternal(t)
}
