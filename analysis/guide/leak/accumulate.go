package leak

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"

	"memcity/trace/poll"
)

// Limits of accumulations in one heap state.
const (
	samePath     = 0.8 // least share of a place's retained size for the search to continue at the next place on the path
	entriesShare = 0.5 // least share of a container's retained size that its entries retain
	leastEntries = 16  // least number of entries per object of a container
	ownShare     = 0.5 // least share of a place's retained size for its own objects to count as large
	leastHeld    = 0.1 // least share of the references that each of several holders has
	mostStripes  = 64  // largest number of stripes of a container that is divided for concurrent use
)

// Accumulations returns what makes up at least the given number of bytes of the last heap state added, most retained bytes first. Each is
// the entries of a container, a few large objects, or objects with many different referents. A pile that several places hold together is
// listed once; [Dominance.HoldersOf] returns its holders. The cost is linear in places and edges. If ctx is done, the search stops early.
func (d *Dominance) Accumulations(ctx context.Context, least int64) []Suspect {
	a := accumulator{Dominance: d, least: max(least, 1), steps: poll.Count(ctx)}
	a.scan(NoPlace)
	slices.SortStableFunc(a.found, func(x, y Suspect) int {
		return cmp.Or(cmp.Compare(y.Bytes[len(y.Bytes)-1], x.Bytes[len(x.Bytes)-1]), cmp.Compare(x.At, y.At))
	})
	return a.found
}

type accumulator struct {
	*Dominance
	least int64
	found []Suspect
	steps poll.Steps
}

// scan finds accumulations below p in the dominator tree and reports whether there are any.
func (a *accumulator) scan(p Place) (found bool) {
	shared := map[string][]Place{} // by the branches that hold them
	b := branching{accumulator: a, of: p, tops: map[Place]Place{}}
	for _, c := range a.Dominated(p) {
		if a.steps.Add(1) != nil {
			return found
		}
		if !a.counts(c) {
			continue
		}
		b.left = maxShared
		branches := b.branches(c, map[Place]bool{})
		if len(branches) > 1 || len(branches) == 1 && branches[p] == 0 {
			key := keyOfBranches(branches)
			shared[key] = append(shared[key], c)
			continue
		}
		if a.Retained(c).Bytes >= a.least {
			found = a.descend(c) || found
		}
	}
	for _, key := range slices.Sorted(maps.Keys(shared)) {
		found = a.together(shared[key]) || found
	}
	return found
}

// counts reports whether a place may be noted, alone or together with others; see [accumulator.together]. Most places are too small.
func (a *accumulator) counts(c Place) bool {
	return a.Retained(c).Bytes >= a.least || a.holders.Nodes[c].Objects[a.holders.Points-1] >= leastEntries
}

// branching finds the branches below one place.
type branching struct {
	*accumulator
	of   Place
	tops map[Place]Place // results of below
	left int             // number of edges to shared places that may still be followed
}

// maxShared is the number of edges to shared places that branches follows to their holders. If objects refer back to their holders, as the
// nodes of a syntax tree do, nearly all places share nearly all others.
const maxShared = 512

// branches returns the references to c by branch. A branch is a place that b.of immediately dominates, with everything below it. References
// from a shared branch count for the branches that share it. Beyond [maxShared] edges, they count for the shared branch. The key b.of
// represents the objects of that place itself.
func (b *branching) branches(c Place, visited map[Place]bool) map[Place]int64 {
	out := map[Place]int64{}
	visited[c] = true
	for _, e := range b.Referrers(c) {
		if b.steps.Add(1) != nil {
			break
		}
		top, ok := b.below(e.From)
		switch {
		case !ok:
		case top == b.of:
			out[top] += e.References
		case visited[top]:
		case b.holders.Nodes[top].Parent == NoPlace || b.holders.Nodes[top].Parent == b.of || len(b.Referrers(top)) > b.left:
			out[top] += e.References
		default:
			b.left -= len(b.Referrers(top))
			for holder := range b.branches(top, visited) {
				out[holder] += e.References
			}
		}
	}
	if b.of == NoPlace && b.holders.Nodes[c].Parent == NoPlace {
		out[NoPlace]++
	}
	return out
}

// below returns the child of b.of in the dominator tree that is q or an ancestor of q; b.of if q is b.of. ok is false if b.of does not
// dominate q. That happens if no edge leads to q from the GC roots; references from q then keep nothing alive.
//
// The climb ends because each step leads to a parent in the dominator tree, whose root is [NoPlace].
func (b *branching) below(q Place) (top Place, ok bool) {
	if !b.IsReached(q) {
		return NoPlace, false
	}
	for top = q; top != b.of && b.Of(top) != b.of; top = b.Of(top) {
		if top == NoPlace {
			return NoPlace, false
		}
		if known, ok := b.tops[top]; ok {
			top = known
			break
		}
	}
	for ; q != top && b.tops[q] != top; q = b.Of(q) {
		b.tops[q] = top
	}
	return top, true
}

// keyOfBranches returns a key made of the branches that hold more than a few of a place's objects.
func keyOfBranches(branches map[Place]int64) (key string) {
	total := int64(0)
	for _, n := range branches {
		total += n
	}
	for _, b := range slices.Sorted(maps.Keys(branches)) {
		if float64(branches[b]) >= leastHeld*float64(total) {
			key += strconv.Itoa(int(b)) + " "
		}
	}
	return key
}

// together notes places that the same branches hold. It descends into a place with few objects regardless of its holders.
func (a *accumulator) together(places []Place) (found bool) {
	var tops []Place
	bytes := int64(0)
	last := a.holders.Points - 1
	for _, c := range places {
		switch {
		case a.holders.Nodes[c].Objects[last] >= leastEntries:
			tops = append(tops, c)
			bytes += a.Retained(c).Bytes
		case a.Retained(c).Bytes >= a.least:
			found = a.descend(c) || found
		}
	}
	if bytes < a.least {
		return found
	}
	tops = slices.DeleteFunc(tops, func(c Place) bool { return a.Retained(c).Bytes*10 < bytes })
	if len(tops) > 0 {
		a.note(NoPlace, tops)
	}
	return found || len(tops) > 0
}

// descend goes down the dominator tree from a place until the retained size splits up, and notes the accumulation there. scan and
// descend call each other; both end because they only go down.
func (a *accumulator) descend(c Place) bool {
	path := []Place{c}
	for {
		q := path[len(path)-1]
		kids := a.Dominated(q)
		if len(kids) == 0 || float64(a.Retained(kids[0]).Bytes) < samePath*float64(a.Retained(q).Bytes) {
			break
		}
		path = append(path, kids[0])
	}
	end := path[len(path)-1]
	best, container, tops := 0.0, NoPlace, []Place(nil)
	for i := range path[1:] {
		if r := a.ratio(path[i], path[i+1]); r >= leastEntries && (r > best || a.isStriped(path[:i+1], tops, best, r)) {
			best, container, tops = r, path[i], path[i+1:i+2]
		}
	}
	if entries, r := a.entries(end); r > best || len(entries) > 0 && a.isStriped(path, tops, best, r) {
		container, tops = end, entries
	}
	if container != NoPlace {
		a.note(container, tops)
		return true
	}
	if own := a.own(end); float64(own) >= ownShare*float64(a.Retained(end).Bytes) {
		a.note(end, nil)
		return true
	}
	if !a.scan(end) {
		a.note(end, nil)
	}
	return true
}

// isStriped reports whether the given entries are only parts of a container, such as the segments of a concurrent map, that hold the actual
// entries. There are few such parts, and only internals on the path from them to many more objects.
func (a *accumulator) isStriped(path, entries []Place, ratio, next float64) bool {
	if len(entries) != 1 || ratio > mostStripes && next < ratio {
		return false
	}
	for _, p := range path[slices.Index(path, entries[0]):] {
		if !a.holders.IsInternal(p) {
			return false
		}
	}
	return true
}

// ratio returns the number of objects in entries per object in container.
func (a *accumulator) ratio(container, entries Place) float64 {
	last := a.holders.Points - 1
	return float64(a.holders.Nodes[entries].Objects[last]) / float64(max(1, a.holders.Nodes[container].Objects[last]))
}

// entries returns the large places with many objects that container dominates, and the sum of their ratios. It returns none if they are
// only a small part of what container retains.
func (a *accumulator) entries(container Place) (tops []Place, ratio float64) {
	bytes := int64(0)
	for _, c := range a.Dominated(container) {
		if r := a.ratio(container, c); r >= leastEntries && a.Retained(c).Bytes*20 >= a.Retained(container).Bytes {
			tops, ratio = append(tops, c), ratio+r
			bytes += a.Retained(c).Bytes
		}
	}
	if float64(bytes) < entriesShare*float64(a.Retained(container).Bytes) {
		return nil, 0
	}
	return tops, ratio
}

// note adds an accumulation. The holder of a chain's first link holds the chain.
func (a *accumulator) note(container Place, tops []Place) {
	s := a.holders
	if container == NoPlace {
		container = s.Nodes[tops[0]].Parent
		if h := a.HoldersOf(tops, nil); len(h) > 0 {
			container = h[0].Container
		}
	}
	h := s.Holding(container)
	if len(tops) == 1 {
		if n := &s.Nodes[tops[0]]; n.Parent == container && 2*int64(n.links) > n.Objects[s.Points-1] && !isCollection(s.Nodes[container].Type) {
			h = s.Holding(tops[0])
		}
	}
	x := Suspect{Holding: h, Parts: []Pile{{container, tops}}, Objects: make([]int64, s.Points), Bytes: make([]int64, s.Points)}
	x.From = FromNothing
	for _, p := range x.Tops() {
		for i := range x.Objects {
			x.Objects[i] += s.Nodes[p].Objects[i]
			x.Bytes[i] += s.Nodes[p].AllBytes[i]
		}
	}
	x.Bytes[s.Points-1] = 0
	for _, p := range x.Tops() {
		x.Bytes[s.Points-1] += a.Retained(p).Bytes
	}
	a.found = append(a.found, x)
}
