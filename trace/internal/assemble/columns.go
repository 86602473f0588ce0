package assemble

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"memcity/trace"
	"memcity/trace/internal/addresses"
	"memcity/trace/scratch"
)

// fileRows are the references in the order of the input.
type fileRows struct {
	objects []trace.ObjectID
	to      []trace.ObjectID
	slots   []uint16
	n, used int
}

// slotted is a reference with its slot.
type slotted struct {
	to   trace.ObjectID
	slot uint16
}

// makeColumns creates the columns of the heap for the second pass over the given number of objects.
func (b *Builder) makeColumns(objects int) {
	h, n := b.heap, b.index.Len()
	b.reserved = 2*len(h.Types) + 1
	h.TypeOf, h.Extent = trace.NewTypes(n, b.reserved), trace.NewExtents(n)
	b.counts = trace.NewRowCounts(n)
	b.taken = addresses.NewSet(n)
	b.rows = fileRows{objects: scratch.Make[trace.ObjectID](n), to: scratch.Make[trace.ObjectID](int(b.references)), slots: scratch.Make[uint16](int(b.references))}
	b.seen = slices.Repeat([]trace.ObjectID{trace.NoObject}, maxFields)
	h.StaticNames = map[trace.ObjectID][]string{}
	if b.Sites {
		h.SiteOf = slices.Repeat([]trace.SiteID{trace.NoSite}, n)
	}
	if b.Threads {
		h.ThreadOf = slices.Repeat([]int32{trace.NoThread}, n)
	}
	if b.Births {
		h.BirthOf = slices.Repeat([]uint32{trace.NoBirth}, n)
	}
}

// errChanged reports that the second pass found other objects than the first.
var errChanged = errors.New("the file changed while it was being read")

// Add adds an object in the second pass.
func (b *Builder) Add(o *Object) (added Added, err error) {
	at := b.index.Find(o.ID)
	if at == trace.NoObject {
		return added, errChanged
	}
	if !b.taken.Add(at) {
		return Added{Duplicate: true}, nil
	}
	t := b.typeOf(o)
	if t.slots == nil { // a type that the first pass did not see
		return added, errChanged
	}
	if err := b.poll(b.rows.n); err != nil {
		return added, err
	}
	if name := b.owners[o.ID]; name != "" && b.addOwner(o, at, t, name, &added) {
		return added, b.finishRow(at)
	}
	b.heap.TypeOf.Set(at, t.id)
	if k := &b.heap.Types[t.id]; k.Element != 0 {
		b.heap.Extent.Set(at, uint32(o.Size-k.Base))
	}
	b.setPlace(o, at)
	b.addReferences(o, at, t, &added)
	return added, b.finishRow(at)
}

// setPlace sets the site, the thread and the birth of an object.
func (b *Builder) setPlace(o *Object, at trace.ObjectID) {
	if b.Sites {
		b.heap.SiteOf[at] = o.Site
	}
	if b.Threads {
		b.heap.ThreadOf[at] = o.Thread
	}
	if b.Births {
		b.heap.BirthOf[at] = o.Birth
	}
}

// addReferences collects the references of an object, by slot.
func (b *Builder) addReferences(o *Object, at trace.ObjectID, t *typeInfo, added *Added) {
	b.row = b.row[:0]
	dictionary, weak, element := isDictionary(o.References), Name(0), t.fields
	for i := range o.References {
		r := &o.References[i]
		if r.Null && r.Name != 0 {
			continue
		}
		slot, ok := uint16(0), false
		if key, named := keyOf(r, dictionary, &weak); named {
			slot, ok = b.takeSlot(t, i, key, at)
		}
		switch {
		case ok:
		case r.Weak:
			if !r.Null {
				added.Weak++
			}
			continue
		default:
			slot = uint16(min(element, math.MaxUint16))
			element++
		}
		if r.Null {
			continue
		}
		to := b.index.Find(r.To)
		if to == trace.NoObject {
			added.Dangling++
			continue
		}
		if !ok {
			b.heap.Types[t.id].Elements = true
		}
		b.row = append(b.row, slotted{to, slot})
	}
	bySlot := func(x, y slotted) int { return cmp.Compare(x.slot, y.slot) }
	if !slices.IsSortedFunc(b.row, bySlot) {
		slices.SortStableFunc(b.row, bySlot)
	}
}

// takeSlot returns the slot for the i-th reference of an object. ok is false if the name has no slot, or if another reference of the object
// has it. Weak references share the slot of their name.
func (b *Builder) takeSlot(t *typeInfo, i int, key slotKey, at trace.ObjectID) (slot uint16, ok bool) {
	slot, ok = t.slotOf(i, key)
	if !ok || b.seen[slot] == at && !key.weak {
		return 0, false
	}
	b.seen[slot] = at
	t.used[slot] = true
	return slot, true
}

// Unnamed is the name of references of a module or class that are not variables.
const Unnamed = "<reference>"

// addOwner adds an object that owns variables. It reports whether there was space for its type.
func (b *Builder) addOwner(o *Object, at trace.ObjectID, t *typeInfo, name string, added *Added) bool {
	owner := b.ownerType(t)
	if owner == trace.NoType {
		return false
	}
	b.heap.TypeOf.Set(at, owner)
	b.heap.Extent.Set(at, uint32(min(o.Size, math.MaxUint32)))
	b.setPlace(o, at)
	b.row = b.row[:0]
	var names []string
	for i := range o.References {
		r := &o.References[i]
		switch to := b.index.Find(r.To); {
		case r.Null:
		case to == trace.NoObject:
			added.Dangling++
		case r.Weak:
			added.Weak++
		default:
			text := Unnamed
			if r.Name != 0 && r.Name != Many {
				text = trace.ClipName(b.Text(r.Name))
			}
			b.row = append(b.row, slotted{to, uint16(min(len(names), math.MaxUint16))})
			names = append(names, text)
		}
	}
	b.heap.StaticNames[at] = names
	b.owned = append(b.owned, ownedVariables{at, trace.ClipName(name)})
	return true
}

// finishRow stores the references of an object.
func (b *Builder) finishRow(at trace.ObjectID) error {
	r := &b.rows
	if r.n == len(r.objects) || r.used+len(b.row) > len(r.to) {
		return errChanged
	}
	r.objects[r.n] = at
	r.n++
	for _, ref := range b.row {
		r.to[r.used], r.slots[r.used] = ref.to, ref.slot
		r.used++
	}
	b.counts.Set(at, uint32(len(b.row)))
	return nil
}

// placeRows moves the references from the order of the input to the order of the objects.
func (b *Builder) placeRows() error {
	h, r := b.heap, &b.rows
	defer scratch.Release(&r.objects)
	defer scratch.Release(&r.to)
	defer scratch.Release(&r.slots)
	if r.n < b.index.Len() {
		return errChanged
	}
	var err error
	if h.RefStart, err = b.counts.Rows(); err != nil {
		return err
	}
	for _, t := range b.types {
		k := &h.Types[t.id]
		k.References, k.Weak = t.shrink(k.References, k.Weak)
	}
	h.RefTo, h.RefSlot = scratch.Make[trace.ObjectID](r.used), trace.NewSlots(r.used)
	at := 0
	for i, o := range r.objects {
		if err := b.poll(i); err != nil {
			return err
		}
		from, to := h.RefStart.Row(o)
		copy(h.RefTo[from:to], r.to[at:])
		slots := r.slots[at : at+int(to-from)]
		if t := int(h.TypeOf.At(o)); t < len(b.types) {
			b.types[t].move(slots)
		}
		h.RefSlot.Put(int(from), slots)
		at += int(to - from)
	}
	return nil
}
