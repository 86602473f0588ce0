package anttracks

import (
	"math"

	"memcity/trace"
)

// classData names the references of a class object that are not static fields: fields of java.lang.Class, some of them known to the VM only.
const classData = "<class data>"

// heap returns the heap state without fillers. names are the threads by number. The cost is linear in the slots and references.
func (r *replay) heap(sites []trace.Site, names []string) *trace.Heap {
	b := heapBuilder{replay: r, ids: make([]trace.ObjectID, len(r.at))}
	n := b.number()
	h := &trace.Heap{Types: append([]trace.Type(nil), r.heapType...), TypeOf: trace.NewTypes(n, len(r.heapType)), Extent: trace.NewExtents(n),
		Align: wordBytes, SiteOf: make([]trace.SiteID, n), Sites: sites, Identity: make([]uint64, n), BirthOf: make([]uint32, n), GCs: r.ended,
		ThreadOf: make([]int32, n), SpaceOf: make([]trace.SpaceID, n), Spaces: spaceNames, SubsystemOf: make([]trace.Subsystem, n),
		StaticNames: map[trace.ObjectID][]string{}}
	b.Heap = h
	for _, name := range names {
		h.Threads = append(h.Threads, trace.Thread{Name: name, Object: trace.NoObject})
	}
	for s := range r.at {
		if id := b.ids[s]; id != trace.NoObject {
			b.object(slot(s), id)
		}
	}
	b.classes()
	b.references()
	b.roots()
	return h
}

type heapBuilder struct {
	*replay
	*trace.Heap
	ids []trace.ObjectID // by slot
}

// number gives every object of the program a number, and returns how many there are.
func (b *heapBuilder) number() (n int) {
	for s, o := range b.origin {
		if b.ids[s] = trace.NoObject; o != 0 && !b.origins[o].filler {
			b.ids[s] = trace.ObjectID(n)
			n++
		}
	}
	return n
}

func (b *heapBuilder) object(s slot, id trace.ObjectID) {
	k := &b.origins[b.replay.origin[s]]
	b.TypeOf.Set(id, trace.TypeID(k.typ))
	if extent := b.extent[s]; extent > 0 {
		b.Extent.Set(id, extent)
	}
	b.SiteOf[id] = siteID(k)
	b.ThreadOf[id] = k.thread
	b.SubsystemOf[id] = k.subsystem
	b.Identity[id] = b.identity(s)
	b.BirthOf[id] = b.birth[s]
	b.SpaceOf[id] = spaceID(b.spaces.of(b.replay.at[s]))
}

func siteID(k *originKey) trace.SiteID {
	if k.site == 0 {
		return trace.NoSite
	}
	return trace.SiteID(k.site - 1)
}

// spaceNames are the names and modes of spaces; see spaceID.
var spaceNames = []string{"eden, normal", "survivor, normal", "old, normal", "old, humongous"}

func spaceID(s *space) trace.SpaceID {
	switch {
	case !s.used || s.typ >= spaceTypes:
		return trace.NoSpace
	case s.mode >= humongous:
		return trace.SpaceID(len(spaceNames) - 1)
	}
	return trace.SpaceID(s.typ)
}

// classes connects types with their class objects, and names the slots of these.
func (b *heapBuilder) classes() {
	types := map[string]trace.TypeID{} // NoType for two classes of the same name
	for i := range b.Heap.Types {
		name := b.Heap.Types[i].Name
		if _, twice := types[name]; twice {
			types[name] = trace.NoType
			continue
		}
		types[name] = trace.TypeID(i)
	}
	for s, n := range b.mirrors {
		id := b.ids[s]
		if id == trace.NoObject || int(n) >= len(b.symbols.Mirrors) {
			continue
		}
		if t, ok := types[sourceName(b.symbols.Mirrors[n].Name)]; ok && t != trace.NoType && b.Heap.Types[t].Class == trace.NoObject {
			b.Heap.Types[t].Class = id
		}
		if b.refs == nil {
			continue
		}
		statics := b.staticNames(s)
		own := max(0, len(b.refs.of(s))-len(statics))
		names := make([]string, 0, own+len(statics))
		for range own {
			names = append(names, classData)
		}
		b.StaticNames[id] = append(names, statics...)
	}
}

// references fills the columns of references.
func (b *heapBuilder) references() {
	n := b.Len()
	counts := trace.NewRowCounts(n)
	if b.refs == nil {
		b.RefStart, _ = counts.Rows() // no reference is not too many
		return
	}
	total := 0
	for s, id := range b.ids {
		if id == trace.NoObject {
			continue
		}
		k := 0
		for _, t := range b.refs.of(slot(s)) {
			if b.targetID(t) != trace.NoObject {
				k++
			}
		}
		counts.Set(id, uint32(k))
		total += k
	}
	rows, err := counts.Rows()
	if err != nil { // more than 2^32 references of events with 4 bytes each
		b.RefStart, _ = trace.NewRowCounts(n).Rows()
		return
	}
	b.RefStart, b.RefTo, b.RefSlot = rows, make([]trace.ObjectID, 0, total), trace.NewSlots(total)
	var slots []uint16
	for s, id := range b.ids {
		if id == trace.NoObject {
			continue
		}
		slots = slots[:0]
		first := len(b.RefTo)
		for i, t := range b.refs.of(slot(s)) {
			if to := b.targetID(t); to != trace.NoObject {
				b.RefTo = append(b.RefTo, to)
				slots = append(slots, uint16(min(i, math.MaxUint16)))
			}
		}
		b.RefSlot.Put(first, slots)
	}
}

// targetID returns the object of a reference; NoObject for null.
func (b *heapBuilder) targetID(t target) trace.ObjectID {
	if s := b.targetSlot(t); s != 0 {
		return b.ids[s]
	}
	return trace.NoObject
}

// roots adds the GC roots of the last GC of the whole heap that still exist, and the roots of the last minor GC. It skips weak roots, which
// hold nothing.
func (b *heapBuilder) roots() {
	if b.refs == nil {
		return
	}
	type key struct {
		kind   trace.RootKind
		object trace.ObjectID
	}
	seen := map[key]bool{}
	for _, list := range [][]root{b.refs.roots, b.refs.young} {
		for _, x := range list {
			id := b.targetID(x.to)
			if id == trace.NoObject || x.kind == rootWeak {
				continue
			}
			k := key{b.kindOf(x.kind, id), id}
			if !seen[k] {
				seen[k] = true
				b.Roots = append(b.Roots, trace.Root{Kind: k.kind, Object: id, Thread: -1, Frame: -1})
			}
		}
	}
}

// kindOf returns the kind of a root. Full GCs report class objects, threads and local variables as roots of threads.
func (b *heapBuilder) kindOf(kind uint64, id trace.ObjectID) trace.RootKind {
	k := rootKind(kind)
	if k != trace.RootLocal {
		return k
	}
	switch t := b.TypeOf.At(id); {
	case b.Heap.Types[t].Kind == trace.ClassObject:
		return trace.RootClass
	case b.Extends(t, "java.lang.Thread"):
		return trace.RootThread
	}
	return k
}
