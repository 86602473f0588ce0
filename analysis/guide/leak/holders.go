package leak

import (
	"context"
	"iter"
	"strings"

	"github.com/bits-and-blooms/bitset"

	"memcity/analysis/closure"
	"memcity/analysis/group"
	"memcity/trace"
)

// Place is a path from a GC root, as an index into [Holders.Nodes]. Objects of one place have paths with the same types and fields. The
// links of a chain share one place, and so do the nodes of a tree. A type that recurs on a path with other types between has at most two
// places.
type Place int32

// NoPlace is the place of objects that no GC root keeps alive.
const NoPlace Place = -1

// Node is a place.
type Node struct {
	Parent Place  // NoPlace for GC roots
	Field  string // field of the parent that refers here; [Element] for array elements, [Class] for an object's class
	Type   string // type of the objects, see [Alike]; description of a GC root
	Own    bool   // true if the type, or the class of the static field or local variable, belongs to the program under study

	// By GC point: objects of this place, their shallow size, and the size of this place and all places below it, in bytes.
	Objects, Bytes, AllBytes []int64

	first, last, next Place // first and last child, and next sibling; 0, which is a GC root, for none

	root  *rootKey // description of a GC root; nil for other places
	back  bool     // true if a place of the same type is above
	trunk bool     // true if another place of the same type is below
	end   string   // second field of the parent that refers to the chain or tree that starts here; empty for none
	depth uint16   // number of places above
	links uint32   // number of objects at the last GC point that another object of this place holds
	kin   bool     // true if the type extends a JDK collection, so that its fields are not the program's

	declaring uint32 // number of the name of the parent's supertype that declares Field, plus one; 0 if the parent's type declares it
}

// gcRoot returns the description of a GC root; the zero value for other places.
func (n *Node) gcRoot() rootKey {
	if n.root == nil {
		return rootKey{}
	}
	return *n.root
}

// Names of references that are not fields.
const (
	Element = "[]"
	Class   = "<class>"
)

// maxPlaces bounds memory. Objects beyond it get the last existing place on their path.
const maxPlaces = 1 << 18

// fewestOfPlace is the least average number of objects per place in heaps of some size.
const fewestOfPlace = 3

// maxLevels is the largest number of places of one type on a path.
const maxLevels = 2

// maxDepth is the largest number of places on a path. Deeper objects share the last place. Nobody follows a path through thousands of
// different types.
const maxDepth = 4096

// Holders contains the places of all objects of a series of heap states. It is not safe for concurrent use.
type Holders struct {
	Nodes  []Node
	Points int
	// Objects and Bytes are the reachable size by GC point.
	Objects, Bytes []int64
	// Soft is the size of the objects that only soft references keep alive, in bytes by GC point.
	Soft []int64

	domain   *group.Domain // domain of the last heap state added
	names    map[string]uint32
	texts    []string // names by number
	index    placeIndex
	links    []uint32 // by node: see linkOf
	roots    []Place
	removals map[Place]closure.Removal  // removals of GC roots in the last heap state added
	held     map[Place][]trace.ObjectID // by GC root: held objects, in the order of its removal's Roots; nil for threads and static fields
	only     map[string]string          // by name with N for each number: the full name, if only one thread of the last heap state has it
}

// placeKey identifies a place by its parent and the numbers of its names.
type placeKey struct {
	parent      Place
	field, kind uint32
}

// anyField replaces the field in the key of a place found by its type alone.
const anyField = ^uint32(0)

// NewHolders returns an empty series.
func NewHolders() *Holders {
	return &Holders{names: map[string]uint32{}}
}

// key returns the key of a place. It numbers new names.
func (s *Holders) key(parent Place, field, kind string) placeKey {
	return placeKey{parent, s.number(field), s.number(kind)}
}

func (s *Holders) number(name string) uint32 {
	n, ok := s.names[name]
	if !ok {
		n = uint32(len(s.names))
		s.names[name], s.texts = n, append(s.texts, name)
	}
	return n
}

// known returns the place with the given parent, field and type; ok is false if there is none.
func (s *Holders) known(parent Place, field, kind string) (Place, bool) {
	f, isName := s.names[field]
	k, isKind := s.names[kind]
	p, ok := s.index.get(placeKey{parent, f, k})
	return p, ok && isName && isKind
}

// Add appends a heap state to the series and returns the place of every object. reachable contains the objects that GC roots keep alive.
// domain is the program's domain; nil for the default.
//
// If several paths lead to an object, Add takes the shortest of those that start where a reader of the program looks first. The order is:
// static fields of the program, local variables of main methods, threads, other static fields, other GC roots, local variables, values of
// thread-locals and lists of cleaners, and local variables of collection methods. Add does not follow weak and phantom references, which
// keep nothing alive. It does not follow soft references either, which are cleared before memory runs out. Running threads are GC roots,
// regardless of other references to them. Static fields are GC roots. Those of classes of [closure.MadeLoaders] are fields of the class
// instead, and its loader holds the class. The cost is one traversal and 8 bytes per object, 4 of which are kept. It returns an error only
// if ctx is done.
func (s *Holders) Add(ctx context.Context, h *trace.Heap, reachable *bitset.BitSet, domain *group.Domain) ([]Place, error) {
	if s.domain = domain; domain == nil {
		s.domain = group.DefaultDomain()
	}
	s.grow()
	if s.Nodes == nil { // large heaps reach the capacity, and growing a slice needs both copies at once
		s.Nodes = make([]Node, 0, min(maxPlaces, h.Len()/fewestOfPlace))
	}
	p := newPlacer(s, newWalk(h, reachable, s.domain, false))
	if err := p.run(ctx); err != nil {
		return nil, err
	}
	s.sum(s.Points - 1)
	s.keepRemovals(p.walk)
	s.only = closure.LoneThreads(h)
	if len(s.Nodes) < cap(s.Nodes)/2 {
		s.Nodes = append(make([]Node, 0, len(s.Nodes)), s.Nodes...)
	}
	return p.places, ctx.Err()
}

// keepRemovals records how to remove each GC root of a heap state.
func (s *Holders) keepRemovals(w *walk) {
	s.removals, s.held = map[Place]closure.Removal{}, map[Place][]trace.ObjectID{}
	for _, starts := range w.starts {
		for _, h := range starts {
			p, ok := s.known(NoPlace, "", w.roots[h.root].text)
			if !ok {
				continue
			}
			removal := s.removals[p]
			switch {
			case h.listed < 0:
				removal.References = append(removal.References, h.static)
			case w.roots[h.root].kind == trace.RootThread:
				removal.Objects = append(removal.Objects, h.object)
				removal.Roots = append(removal.Roots, h.listed)
			default:
				removal.Roots = append(removal.Roots, h.listed)
				s.held[p] = append(s.held[p], h.object)
			}
			s.removals[p] = removal
		}
	}
	s.endThreads(w.heap)
}

// endThreads adds the other GC roots of a thread, such as its local variables, to the thread's removal.
func (s *Holders) endThreads(h *trace.Heap) {
	for i := range h.Roots {
		r := &h.Roots[i]
		if r.Kind == trace.RootThread || r.Thread < 0 || int(r.Thread) >= len(h.Threads) {
			continue
		}
		p, ok := s.known(NoPlace, "", threadText(h.Threads[r.Thread].Name))
		if !ok {
			continue
		}
		removal := s.removals[p]
		removal.Roots = append(removal.Roots, i)
		s.removals[p] = removal
	}
}

// rootText returns the description of a GC root.
func (s *Holders) rootText(p Place) string {
	n := &s.Nodes[p]
	thread := n.gcRoot().thread
	if name := s.only[thread]; name != "" && thread != "" {
		return strings.TrimSuffix(n.Type, thread) + name
	}
	return n.Type
}

func threadText(name string) string {
	return strings.TrimSpace(trace.RootThread.String() + " " + closure.WithoutNumbers(name))
}

// RootRemoval returns the removal of a GC root from the last heap state added. It removes a thread together with its local variables, as if
// the thread ended.
func (s *Holders) RootRemoval(p Place) closure.Removal { return s.removals[p] }

// RootRemovalTo returns the removal of only those GC roots whose objects satisfy isHeld, or of all if none do. It removes threads and static
// fields completely.
func (s *Holders) RootRemovalTo(p Place, isHeld func(trace.ObjectID) bool) closure.Removal {
	all := s.removals[p]
	held := s.held[p]
	if len(held) != len(all.Roots) || len(all.References)+len(all.Objects) > 0 {
		return all
	}
	var some closure.Removal
	for i, o := range held {
		if isHeld(o) {
			some.Roots = append(some.Roots, all.Roots[i])
		}
	}
	if len(some.Roots) == 0 {
		return all
	}
	return some
}

// grow adds a GC point.
func (s *Holders) grow() {
	s.Points++
	s.Objects, s.Bytes, s.Soft = append(s.Objects, 0), append(s.Bytes, 0), append(s.Soft, 0)
	for i := range s.Nodes {
		n := &s.Nodes[i]
		n.links = 0
		n.Objects, n.Bytes = append(n.Objects, 0), append(n.Bytes, 0)
		n.AllBytes = append(n.AllBytes, 0)
	}
}

// root returns the place of a GC root, which has no objects itself, and creates it if necessary.
func (s *Holders) root(root rootKey) Place {
	key := s.key(NoPlace, "", root.text)
	if p, ok := s.index.get(key); ok {
		return p
	}
	p := s.add(Node{Parent: NoPlace, Type: root.text, Own: root.own, root: &root}, key.kind)
	s.index.put(key, p)
	s.roots = append(s.roots, p)
	return p
}

// child creates the place for a new key, or returns an existing place that represents it.
func (s *Holders) child(key placeKey, field, kind string, kin, isEnd bool) Place {
	parent := key.parent
	if len(s.Nodes) >= maxPlaces || s.Nodes[parent].depth >= maxDepth {
		return parent
	}
	of := s.Nodes[parent].Type
	ends := isCollection(of) && OfRuntime(kind) || strings.HasPrefix(kind, of+"$") || isEnd // one of the two ends of a chain
	other := placeKey{parent: parent, field: anyField, kind: key.kind}
	if ends {
		if c, ok := s.index.get(other); ok {
			if n := &s.Nodes[c]; isEnd && n.end == "" && field != Element && n.Field != Element {
				n.end = field
			}
			s.index.put(key, c)
			return c
		}
	}
	levels := 0
	shared := OfRuntime(kind) // runtime types recur in unrelated parts of the program
	for p := parent; p != NoPlace && !(shared && !OfRuntime(s.Nodes[p].Type)); p = s.Nodes[p].Parent {
		if s.Nodes[p].Type == kind && s.Nodes[p].Parent != NoPlace {
			s.Nodes[p].trunk = true
			if levels++; levels == maxLevels {
				nearest := parent // the loop ends: two places of this type are above
				for s.Nodes[nearest].Type != kind {
					nearest = s.Nodes[nearest].Parent
				}
				s.index.put(key, nearest)
				return nearest
			}
		}
	}
	p := s.add(Node{Parent: parent, Field: field, Type: kind, Own: s.domain.Owns(kind), back: levels > 0, kin: kin,
		depth: s.Nodes[parent].depth + 1}, key.kind)
	s.append(parent, p)
	s.index.put(key, p)
	if ends {
		s.index.put(other, p)
	}
	return p
}

// add adds a place. kind is the number of its type.
func (s *Holders) add(n Node, kind uint32) Place {
	c, k := make([]int64, 3*s.Points), s.Points
	n.Objects, n.Bytes, n.AllBytes = c[:k:k], c[k:2*k:2*k], c[2*k:]
	s.Nodes, s.links = append(s.Nodes, n), append(s.links, linkOf(&n, kind))
	return Place(len(s.Nodes) - 1)
}

// append adds p to the children of parent.
func (s *Holders) append(parent, p Place) {
	n := &s.Nodes[parent]
	if n.first == 0 {
		n.first = p
	} else {
		s.Nodes[n.last].next = p
	}
	n.last = p
}

// children returns the places directly below p, in the order in which they were found.
func (s *Holders) children(p Place) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for c := s.Nodes[p].first; c != 0 && yield(c); {
			c = s.Nodes[c].next
		}
	}
}

// sum computes AllBytes at a GC point. Parents precede their children.
func (s *Holders) sum(at int) {
	for i := range s.Nodes {
		n := &s.Nodes[i]
		n.AllBytes[at] = n.Bytes[at]
	}
	for i := len(s.Nodes) - 1; i >= 0; i-- {
		if n := &s.Nodes[i]; n.Parent != NoPlace {
			s.Nodes[n.Parent].AllBytes[at] += n.AllBytes[at]
		}
	}
}

// Path returns the places from the GC root to p, inclusive. The loop ends because a parent has a smaller index than its children.
func (s *Holders) Path(p Place) []Place {
	var path []Place
	for ; p != NoPlace; p = s.Nodes[p].Parent {
		path = append(path, p)
	}
	for i, j := 0, len(path)-1; i < j; i, j = i+1, j-1 {
		path[i], path[j] = path[j], path[i]
	}
	return path
}

// Step is a step of the path to a place: its field and type, or the description of a GC root.
type Step struct{ Field, Type string }

// Steps returns the path from the GC root to p, for use with [Holders.Find] in other heap states.
func (s *Holders) Steps(p Place) []Step {
	path := s.Path(p)
	steps := make([]Step, len(path))
	for i, p := range path {
		steps[i] = Step{s.Nodes[p].Field, s.Nodes[p].Type}
	}
	return steps
}

// Find returns the place at the end of a path; NoPlace if there is none.
func (s *Holders) Find(path []Step) Place {
	at := NoPlace
	for _, step := range path {
		p, ok := s.known(at, step.Field, step.Type)
		if !ok {
			return NoPlace
		}
		at = p
	}
	return at
}

// Within reports whether p is top or below it. Parents have smaller indices than their children.
func (s *Holders) Within(p, top Place) bool {
	for p > top {
		p = s.Nodes[p].Parent
	}
	return p == top
}
