package assemble

import (
	"maps"
	"math"
	"slices"

	"memcity/trace"
)

// typeKey identifies a type. Objects of 4 GB and more have a type of their own, because [trace.Heap.Extent] has 32 bits.
type typeKey struct {
	name Name
	high uint32 // upper half of the size
}

// typeInfo is a type and the statistics of its objects from the first pass.
type typeInfo struct {
	typeKey
	id          trace.TypeID
	owner       trace.TypeID // type of the objects that own variables; NoType for none yet
	least, most int64        // sizes in bytes
	names       map[slotKey]nameInfo
	recent      []slotKey // of the last object, in order of its references, to avoid looking up names
	slots       map[slotKey]uint16
	recentSlots []uint16
	fields      int
	used        []bool   // by slot
	moved       []uint16 // new slot of each slot; nil if all are used
}

// nameInfo contains statistics of a slot from the first pass.
type nameInfo struct {
	order int // number of slots of the type that came before
	uses  uint32
}

// slotKey identifies a slot of a type.
type slotKey struct {
	name Name
	weak bool
}

// maxTypes is the largest number of types. Objects of further types have the type "(other types)".
const maxTypes = 1 << 18

// typeOf returns the type of an object, which it adds if it is new.
func (b *Builder) typeOf(o *Object) *typeInfo {
	key := typeKey{o.Type, uint32(o.Size >> 32)}
	if b.last != nil && b.last.typeKey == key {
		return b.last
	}
	t := b.byKey[key]
	if t == nil {
		if len(b.types) >= maxTypes {
			key = typeKey{Many, key.high & 1023}
			t = b.byKey[key]
		}
		if t == nil {
			t = &typeInfo{typeKey: key, owner: trace.NoType, least: math.MaxInt64, names: map[slotKey]nameInfo{}}
			b.types = append(b.types, t)
			b.byKey[key] = t
		}
	}
	b.last = t
	return t
}

func (t *typeInfo) count(size int64) { t.least, t.most = min(t.least, size), max(t.most, size) }

// layTypes makes the types of the heap.
func (b *Builder) layTypes() {
	for _, t := range b.types {
		t.id = b.addType(b.nameOf(t.name), trace.Instance)
		k := &b.heap.Types[t.id]
		if t.least == t.most {
			k.Base = t.least
		} else {
			k.Base, k.Element = int64(t.high)<<32, 1
		}
		k.References, k.Weak = t.layOut(b.nameOf)
	}
}

func (b *Builder) nameOf(n Name) string {
	if n == Many {
		return "(other types)"
	}
	return trace.ClipName(b.Text(n))
}

func (b *Builder) addType(name string, kind trace.TypeKind) trace.TypeID {
	id := trace.TypeID(len(b.heap.Types))
	b.heap.Types = append(b.heap.Types, trace.Type{Name: name, Kind: kind, Super: trace.NoType, Class: trace.NoObject, Loader: trace.NoObject})
	return id
}

// ownerType returns the type of the objects of type t that own variables.
func (b *Builder) ownerType(t *typeInfo) trace.TypeID {
	if t.owner == trace.NoType && len(b.heap.Types) < b.reserved {
		t.owner = b.addType(b.heap.Types[t.id].Name, trace.ClassObject)
	}
	return t.owner
}

// ownedVariables are the variables of a module or class.
type ownedVariables struct {
	object trace.ObjectID
	name   string
}

// addOwners adds a type for each module and class, so that analyses find its variables. A class whose objects exist already has one.
func (b *Builder) addOwners() {
	h := b.heap
	named := map[string][]trace.TypeID{}
	for i := range h.Types {
		if h.Types[i].Kind == trace.Instance {
			named[h.Types[i].Name] = append(named[h.Types[i].Name], trace.TypeID(i))
		}
	}
	slices.SortFunc(b.owned, func(x, y ownedVariables) int { return int(int64(x.object) - int64(y.object)) })
	for _, o := range b.owned {
		for _, t := range named[o.name] {
			h.Types[t].Class = o.object
		}
		if len(named[o.name]) == 0 {
			h.Types[b.addType(o.name, trace.Instance)].Class = o.object
		}
		delete(named, o.name)
	}
}

// SetSupers sets the super types, given by name. It adds super types that have no objects, and leaves out a super type if the chain would be
// too long or cyclic. It must be called after Heap.
func (b *Builder) SetSupers(supers map[string]string) {
	h := b.heap
	first := map[string]trace.TypeID{}
	for i := range h.Types {
		if _, known := first[h.Types[i].Name]; !known && h.Types[i].Kind == trace.Instance {
			first[h.Types[i].Name] = trace.TypeID(i)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(supers)) {
		for _, name := range []string{name, supers[name]} {
			if _, known := first[name]; !known && len(h.Types) < maxTypes {
				first[name] = b.addType(name, trace.Instance)
			}
		}
	}
	for i := range h.Types {
		if super, ok := first[supers[h.Types[i].Name]]; ok && h.Types[i].Kind == trace.Instance {
			h.Types[i].Super = super
		}
	}
	cutSupers(h.Types)
}

// maxSupers is the largest number of super types in a chain.
const maxSupers = 1000

// cutSupers removes the super type of a type where a chain is cyclic or too long.
func cutSupers(types []trace.Type) {
	depth := make([]int, len(types)) // number of super types +1 of checked types; -1 in progress
	var chain []trace.TypeID
	for i := range types {
		at := trace.TypeID(i)
		for chain = chain[:0]; at != trace.NoType && depth[at] == 0; at = types[at].Super {
			depth[at] = -1
			chain = append(chain, at)
		}
		n := 0
		if at != trace.NoType && depth[at] > 0 {
			n = depth[at]
		} else if len(chain) > 0 {
			types[chain[len(chain)-1]].Super = trace.NoType
		}
		for _, t := range slices.Backward(chain) {
			if n >= maxSupers {
				types[t].Super, n = trace.NoType, 0
			}
			n++
			depth[t] = n
		}
	}
}
