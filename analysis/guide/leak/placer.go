package leak

import (
	"math"
	"strings"

	"memcity/trace"
)

// placer finds the places of the objects of a heap state, as a walk reaches them.
type placer struct {
	*Holders
	walk   *walk
	places []Place // by object

	kinds          []uint32   // by type: the number of its name
	fields         [][]uint32 // by type: the numbers of its fields, by slot; nil for what was not come to
	element, class uint32     // numbers of references that are no fields
	last           placeKey   // looked up last, and what was found
	found          Place
	read           uint32 // see readAhead
}

func newPlacer(s *Holders, w *walk) *placer {
	p := &placer{Holders: s, walk: w, places: make([]Place, w.heap.Len()), kinds: make([]uint32, len(w.heap.Types)), fields: make([][]uint32, len(w.heap.Types)),
		element: s.number(Element), class: s.number(Class), last: placeKey{parent: NoPlace}}
	for i := range p.places {
		p.places[i] = NoPlace
	}
	for t := range w.heap.Types {
		p.kinds[t] = s.number(w.alike[t])
	}
	w.keep, w.ahead = p.keep, p.readAhead
	return p
}

// readAhead brings what is needed to follow some objects into the caches of the processor: see [trace.Heap.ReadAhead].
func (p *placer) readAhead(objects []trace.ObjectID) {
	h := p.walk.heap
	p.read ^= h.ReadAhead(objects)
	for _, o := range objects {
		for _, to := range h.References(o) {
			p.read ^= uint32(p.places[to]) ^ uint32(h.TypeOf.At(to))
		}
	}
}

// keep places an object that was not reached before. Its holder has a place.
func (p *placer) keep(o, holder trace.ObjectID, slot uint16) bool {
	if p.places[o] != NoPlace {
		return false
	}
	place := p.placeOf(o, holder, slot)
	p.places[o] = place
	at, size, n := p.Points-1, p.walk.heap.Size(o), &p.Nodes[place]
	n.Objects[at]++
	n.Bytes[at] += size
	if holder != trace.NoObject && p.places[holder] == place {
		n.links++
	}
	p.Objects[at]++
	p.Bytes[at] += size
	return true
}

// placeOf finds or makes the place of an object.
func (p *placer) placeOf(o, holder trace.ObjectID, slot uint16) Place {
	t := p.walk.heap.TypeOf.At(o)
	if holder == trace.NoObject {
		top := p.root(p.walk.roots[slot])
		key := placeKey{top, p.number(""), p.kinds[t]}
		if place, ok := p.index.get(key); ok {
			return place
		}
		return p.child(key, "", p.walk.alike[t], p.walk.kin[t])
	}
	key := placeKey{p.places[holder], p.field(holder, slot), p.kinds[t]}
	if p.links[key.parent] == key.kind {
		return key.parent
	}
	if key == p.last { // as of the elements of an array
		return p.found
	}
	place, ok := p.index.get(key)
	if !ok {
		known := len(p.Nodes)
		place = p.child(key, p.walk.slotName(holder, slot), p.walk.alike[t], p.walk.kin[t])
		if len(p.Nodes) > known {
			if name := p.walk.declaring(holder, slot); name != "" {
				p.Nodes[place].declaring = p.number(name) + 1
			}
		}
	}
	p.last, p.found = key, place
	return place
}

// field returns the number of the name of a slot.
func (p *placer) field(holder trace.ObjectID, slot uint16) uint32 {
	t := p.walk.heap.TypeOf.At(holder)
	switch kind := p.walk.heap.Types[t].Kind; {
	case slot == classSlot:
		return p.class
	case kind == trace.ObjectArray:
		return p.element
	case kind == trace.ClassObject: // whose slots each has names for
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

// noLink is no number of a type.
const noLink = math.MaxUint32

// linkOf returns the number of the type of which an object that one of a place refers to is a further link of a chain, or node of a tree, that
// begins there: its own. All of them have one place, however they hang together.
func linkOf(n *Node, kind uint32) uint32 {
	if n.Parent == NoPlace || strings.HasSuffix(n.Type, "[]") {
		return noLink
	}
	return kind
}
