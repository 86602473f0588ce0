package leak

import (
	"context"
	"math"
	"slices"
	"strings"

	"memcity/trace"
	"memcity/trace/parallel"
	"memcity/trace/poll"
)

// placer assigns the objects of a heap state to places.
type placer struct {
	*Holders
	walk   *walk
	places []Place  // by object
	linked []uint32 // by place: number of its objects that another of its objects holds
	queue  queue    // placed objects that are not followed yet

	found   []link         // links from the objects being followed
	later   []link         // postponed links; see lateFields
	met     []bool         // by type; true if an object of it was followed
	classes []trace.TypeID // met types whose class objects are not yet processed

	kinds          []uint32   // by type: number of its name
	leaf           []bool     // by type; true if its objects have no references
	fields         [][]uint32 // by type: numbers of its field names, by slot; nil until needed
	element, class uint32     // numbers of references that are not fields
	last           placeKey   // last key looked up
	lastFound      Place
	read           uint32 // see readAhead
}

// runningThread marks running threads until they have a place of their own, so that no reference places them.
const runningThread Place = -2

func newPlacer(s *Holders, w *walk) *placer {
	types := len(w.heap.Types)
	p := &placer{Holders: s, walk: w, places: make([]Place, w.heap.Len()), linked: make([]uint32, len(s.Nodes)), met: make([]bool, types),
		kinds: make([]uint32, types), leaf: make([]bool, types), fields: make([][]uint32, types),
		element: s.number(Element), class: s.number(Class), last: placeKey{parent: NoPlace}}
	for i := range p.places {
		p.places[i] = NoPlace
	}
	for t := range w.heap.Types {
		p.kinds[t] = s.number(w.alike[t])
		p.leaf[t] = w.heap.Types[t].Kind == trace.PrimitiveArray && w.loaded[t] == trace.NoObject
	}
	return p
}

// start places an object that a GC root holds, unless it has a place.
func (p *placer) start(o trace.ObjectID, root uint16) {
	top := p.root(p.walk.roots[root]) // needed even if the object has a place: two roots may hold a pile together
	if p.places[o] >= 0 {
		return
	}
	t := p.walk.heap.TypeOf.At(o)
	key := placeKey{top, p.number(""), p.kinds[t]}
	place, ok := p.index.get(key)
	if !ok {
		place = p.child(key, "", p.walk.alike[t], p.walk.kin[t], false)
	}
	p.places[o] = place
	p.queue.add(o)
}

// place places the object of a link, unless it has a place. The holder must have a place.
func (p *placer) place(l *link) {
	if p.places[l.object] != NoPlace {
		return
	}
	place := l.key.parent
	switch {
	case p.links[place] == l.key.kind:
	case l.key == p.last: // often true for elements of an array
		place = p.lastFound
	default:
		place = p.below(l)
		p.last, p.lastFound = l.key, place
	}
	p.places[l.object] = place
	if place == l.key.parent {
		for len(p.linked) < len(p.Nodes) {
			p.linked = append(p.linked, 0)
		}
		p.linked[place]++
	}
	if t := p.walk.heap.TypeOf.At(l.object); !p.leaf[t] || !p.met[t] {
		p.queue.add(l.object)
	}
}

// below returns the place of an object below that of its holder, and creates it if necessary.
func (p *placer) below(l *link) Place {
	place, ok := p.index.get(l.key)
	if ok {
		return place
	}
	t, known := p.walk.heap.TypeOf.At(l.object), len(p.Nodes)
	place = p.child(l.key, p.walk.slotName(l.holder, l.slot), p.walk.alike[t], p.walk.kin[t], p.isEnd(l))
	if len(p.Nodes) > known {
		if name := p.walk.declaring(l.holder, l.slot); name != "" {
			p.Nodes[place].declaring = p.number(name) + 1
		}
	}
	return place
}

// isEnd reports whether an object is one end of a chain or tree that its holder refers to by at most two fields. It is one if it refers to
// another object of its type and the holder refers to at most two objects of that type.
func (p *placer) isEnd(l *link) bool {
	h := p.walk.heap
	t := h.TypeOf.At(l.object)
	if h.Types[t].Kind != trace.Instance || h.Types[h.TypeOf.At(l.holder)].Kind != trace.Instance {
		return false
	}
	ends := 0
	for _, to := range h.References(l.holder) {
		if h.TypeOf.At(to) == t {
			ends++
		}
	}
	return ends <= 2 && slices.ContainsFunc(h.References(l.object), func(to trace.ObjectID) bool { return to != l.object && h.TypeOf.At(to) == t })
}

// tally counts the objects of a place and their bytes.
type tally struct{ objects, bytes int64 }

// count adds up the objects of each place, and those that are reachable only through soft references and have no place.
func (p *placer) count(ctx context.Context) error {
	h, reachable := p.walk.heap, p.walk.reachable
	parts := make([][]tally, parallel.Parts(len(p.places), leastPart)) // by part and place; the last element counts objects without a place
	none := len(p.Nodes)
	if err := parallel.Ranges(len(p.places), leastPart, func(part, first, end int) error {
		sums := make([]tally, none+1)
		parts[part] = sums
		return poll.Ranges(ctx, first, end, func(first, end int) {
			for o := first; o < end; o++ {
				place := int(p.places[o])
				if place < 0 {
					if reachable == nil || !reachable.Test(uint(o)) {
						continue
					}
					place = none
				}
				sums[place].objects++
				sums[place].bytes += h.Size(trace.ObjectID(o))
			}
		})
	}); err != nil {
		return err
	}
	at := p.Points - 1
	for _, sums := range parts {
		for i, s := range sums[:none] {
			p.Nodes[i].Objects[at] += s.objects
			p.Nodes[i].Bytes[at] += s.bytes
			p.Objects[at] += s.objects
			p.Bytes[at] += s.bytes
		}
		p.Soft[at] += sums[none].bytes
	}
	for i, n := range p.linked {
		p.Nodes[i].links = n
	}
	return ctx.Err()
}

// field returns the number of a slot's name.
func (p *placer) field(holder trace.ObjectID, slot uint16) uint32 {
	t := p.walk.heap.TypeOf.At(holder)
	switch of := &p.walk.heap.Types[t]; {
	case slot == classSlot:
		return p.class
	case of.IsElement(slot):
		return p.element
	case of.Kind == trace.ClassObject: // each class object has its own slot names
		return p.number(p.walk.heap.SlotName(holder, slot))
	}
	if p.fields[t] == nil {
		names := p.walk.heap.Types[t].References
		p.fields[t] = make([]uint32, len(names))
		for i, name := range names {
			p.fields[t][i] = p.number(name)
		}
	}
	if int(slot) < len(p.fields[t]) {
		return p.fields[t][slot]
	}
	return p.number(p.walk.heap.SlotName(holder, slot))
}

// noLink is not the number of any type.
const noLink = math.MaxUint32

// linkOf returns the type that continues the chain or tree of a place: the place's own type, or noLink for arrays and GC roots. All objects
// of a chain or tree share one place, regardless of its shape. kind is the number of the place's type.
func linkOf(n *Node, kind uint32) uint32 {
	if n.Parent == NoPlace || strings.HasSuffix(n.Type, "[]") || roleOf(n.Type) != other {
		return noLink
	}
	return kind
}
