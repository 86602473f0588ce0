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

// Place is a path from a GC root: an index into [Holders.Nodes]. Objects of one place have the same types and fields on their
// ways. The links of a chain, which refer to each other, share a place, and so do the nodes of a tree. A type that comes up again
// and again on a way with others between has two places at most.
type Place int32

// NoPlace is that of objects that no GC root keeps alive.
const NoPlace Place = -1

// Node is a place.
type Node struct {
	Parent Place  // NoPlace for GC roots
	Field  string // of the parent that refers here, [Element] for elements of arrays, [Class] for the class of an object
	Type   string // of the objects, see [Alike]; what a GC root is
	Own    bool   // the type, or the class of the static field or local variable, belongs to the program under study

	// By GC point: objects and shallow bytes of the place itself, and bytes of all places below it together with its own.
	Objects, Bytes, AllBytes []int64

	first, last, next Place // children, and the next one of the parent's; 0, which is a GC root, for none

	root  *rootKey // what a GC root is; nil for other places
	back  bool     // objects of the same type are above
	trunk bool     // objects of the same type are below, in another place
	end   string   // a further field of the parent that refers to the chain or tree that begins here; empty for none
	depth uint16   // places above it
	links uint32   // objects at the last GC point that another one of the place holds
	kin   bool     // the type extends a collection of the JDK, whose fields the program does not declare

	declaring uint32 // number of the name, plus one, of the super type of the parent's that declares Field; 0 if it is the parent's type
}

// gcRoot is what a GC root is; nothing for other places.
func (n *Node) gcRoot() rootKey {
	if n.root == nil {
		return rootKey{}
	}
	return *n.root
}

// Names of references that are no fields.
const (
	Element = "[]"
	Class   = "<class>"
)

// maxPlaces bounds memory; what is in further places counts for the last one on the way that there is.
const maxPlaces = 1 << 18

// fewestOfPlace is how many objects heaps of some size have for each place at least, in the mean.
const fewestOfPlace = 3

// maxLevels is how many places of one type there are on a way.
const maxLevels = 2

// maxDepth is how many places a way has at most: those of further objects are the last one. Lists of thousands of different types in a
// row are no way that anybody follows.
const maxDepth = 4096

// Holders are the places of all objects of a series of heap states. It is for one goroutine.
type Holders struct {
	Nodes  []Node
	Points int
	// Heap is the reachable size by GC point.
	Objects, Bytes []int64
	// Soft is how many further bytes only soft references keep alive, by GC point.
	Soft []int64

	domain   *group.Domain // of the heap state added last
	names    map[string]uint32
	texts    []string // by number
	index    placeIndex
	links    []uint32 // by node: see linkOf
	roots    []Place
	removals map[Place]closure.Removal  // of GC roots, in the heap state added last
	held     map[Place][]trace.ObjectID // by the roots of removals, in their order; not of threads and static fields
	only     map[string]string          // by name with N for each number: the full name if only one thread of the newest heap state has it
}

// placeKey is a place below another one by numbers of names.
type placeKey struct {
	parent      Place
	field, kind uint32
}

// anyField stands for the field of a place that is known by its type alone.
const anyField = ^uint32(0)

// NewHolders returns an empty series.
func NewHolders() *Holders {
	return &Holders{names: map[string]uint32{}}
}

// key returns the key of a place.
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

// known returns the place below another one; false if there is none.
func (s *Holders) known(parent Place, field, kind string) (Place, bool) {
	f, isName := s.names[field]
	k, isKind := s.names[kind]
	p, ok := s.index.get(placeKey{parent, f, k})
	return p, ok && isName && isKind
}

// Add adds a heap state at the end of the series, and returns the place of every object. Reachable are the objects that the GC
// roots keep alive; domain is what belongs to the program, nil for the default.
//
// Of several ways to an object the shortest counts, of those that begin at what a reader finds in a program first: static
// fields of the program, then threads, static fields of others, other GC roots, local variables, the values of
// thread-locals and the lists of cleaners, and last local variables of methods of collections. Referents of weak and phantom references are not followed, as they are not kept alive;
// those of soft references neither, as they go before memory runs out. Threads that run are GC roots whoever else refers to them.
// Static fields are GC roots; those of classes of [closure.MadeLoaders] are fields of the class, which is held by its loader. The cost
// is one traversal; it takes 8 bytes per object, of which 4 are kept. An error is ctx's.
func (s *Holders) Add(ctx context.Context, h *trace.Heap, reachable *bitset.BitSet, domain *group.Domain) ([]Place, error) {
	if s.domain = domain; domain == nil {
		s.domain = group.DefaultDomain()
	}
	s.grow()
	if s.Nodes == nil { // large heaps have as many as there may be, and a slice that grows is there twice
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

// keepRemovals takes down what each GC root is in a heap state.
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

// endThreads adds what a thread holds otherwise, such as its local variables, to what removes it.
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

// rootText says what a GC root is.
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

// RootRemoval is what takes the GC root of a place out of the heap state that was added last. Threads are removed with their
// local variables, as when they end.
func (s *Holders) RootRemoval(p Place) closure.Removal { return s.removals[p] }

// RootRemovalTo is the same for those GC roots alone that hold objects of some places. Threads and static fields are removed as a whole.
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

// root finds or makes the place of a GC root, which has no objects itself.
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

// child makes the place below another one of a key that has none, or finds one that stands for it.
func (s *Holders) child(key placeKey, field, kind string, kin, isEnd bool) Place {
	parent := key.parent
	if len(s.Nodes) >= maxPlaces || s.Nodes[parent].depth >= maxDepth {
		return parent
	}
	of := s.Nodes[parent].Type
	ends := isCollection(of) && OfRuntime(kind) || strings.HasPrefix(kind, of+"$") || isEnd // of a chain, of which there are two
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
	shared := OfRuntime(kind) // whose types come up again in parts of the program that have nothing to do with each other
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

// add adds a place whose type has a number.
func (s *Holders) add(n Node, kind uint32) Place {
	c, k := make([]int64, 3*s.Points), s.Points
	n.Objects, n.Bytes, n.AllBytes = c[:k:k], c[k:2*k:2*k], c[2*k:]
	s.Nodes, s.links = append(s.Nodes, n), append(s.links, linkOf(&n, kind))
	return Place(len(s.Nodes) - 1)
}

// append adds a child to a place.
func (s *Holders) append(parent, p Place) {
	n := &s.Nodes[parent]
	if n.first == 0 {
		n.first = p
	} else {
		s.Nodes[n.last].next = p
	}
	n.last = p
}

// children yields the places right below one, in the order in which they were found.
func (s *Holders) children(p Place) iter.Seq[Place] {
	return func(yield func(Place) bool) {
		for c := s.Nodes[p].first; c != 0 && yield(c); {
			c = s.Nodes[c].next
		}
	}
}

// sum adds up what is below each place; parents come before their children.
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

// Path returns the places from the GC root to p, both included. The climb ends because a parent has a smaller number than its children.
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

// Step is a step of the way to a place: its field and type, or what a GC root is.
type Step struct{ Field, Type string }

// Steps returns the path from the GC root to p, which [Holders.Find] finds in other heap states.
func (s *Holders) Steps(p Place) []Step {
	path := s.Path(p)
	steps := make([]Step, len(path))
	for i, p := range path {
		steps[i] = Step{s.Nodes[p].Field, s.Nodes[p].Type}
	}
	return steps
}

// Find returns the place at the end of a way; NoPlace if there is none.
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

// Within reports whether p is a place or below it. Parents have smaller numbers than their children.
func (s *Holders) Within(p, top Place) bool {
	for p > top {
		p = s.Nodes[p].Parent
	}
	return p == top
}
