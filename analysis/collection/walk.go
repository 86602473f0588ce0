package collection

import (
	"context"

	"memcity/trace"
	"memcity/trace/poll"
)

// walker measures collections one after another.
type walker struct {
	*Measured
	ctx   context.Context
	queue []trace.ObjectID // nodes and arrays that are still to be visited
	steps int

	visit func(o trace.ObjectID, as Role) // see [Measured.Contents]; nil for none
}

// seen visits an object of the current collection.
func (w *walker) seen(o trace.ObjectID, as Role) {
	if w.visit != nil {
		w.visit(o, as)
	}
}

// measure measures a collection by its references.
func (w *walker) measure(i int32) error {
	h, c := w.Heap, &w.Collections[i]
	c.Own, c.Known = h.Size(c.Object), true
	if c.kind.over != "" {
		return nil
	}
	if c.kind.count == byFields {
		w.fields(i)
		return nil
	}
	w.queue = w.queue[:0]
	found, links := false, h.References(c.Object)
	for j, to := range links {
		name := h.FieldAt(c.Object, j)
		if !isIn(c.kind.body, name) {
			continue
		}
		isArray := h.Types[h.TypeOf.At(to)].Kind == trace.ObjectArray
		if found = found || isArray; isArray && c.Array == trace.NoObject {
			w.array(i, to, true)
		} else {
			w.claim(to)
		}
	}
	// For types of other libraries, the elements are only a guess without an array.
	if c.kind.traits&nullable != 0 && c.kind.body[0] != "elementData" && !found {
		c.Known = false
	}
	return w.follow(i)
}

func isIn(list []string, name string) bool {
	for _, s := range list {
		if s == name {
			return true
		}
	}
	return false
}

// claim adds a node or array to the current collection, unless it belongs to one already.
func (w *walker) claim(o trace.ObjectID) {
	t := w.Heap.TypeOf.At(o)
	if w.own.Test(uint(o)) || !w.types[t].node && w.Heap.Types[t].Kind != trace.ObjectArray {
		return
	}
	w.own.Set(uint(o))
	w.seen(o, Inner)
	w.queue = append(w.queue, o)
}

// follow visits all queued nodes and arrays.
func (w *walker) follow(i int32) error {
	h, c := w.Heap, &w.Collections[i]
	for len(w.queue) > 0 {
		w.steps++
		if err := poll.At(w.ctx, w.steps); err != nil {
			return err
		}
		o := w.queue[len(w.queue)-1]
		w.queue = w.queue[:len(w.queue)-1]
		if t := h.TypeOf.At(o); w.types[t].node {
			w.node(i, o, &w.types[t])
			c.nodes++
			c.Own += h.Size(o)
			continue
		}
		w.array(i, o, false)
	}
	return nil
}

// array counts an array of a collection. main is true for the array whose length is the capacity.
func (w *walker) array(i int32, o trace.ObjectID, main bool) {
	h, c := w.Heap, &w.Collections[i]
	refs, length := h.References(o), int64(h.Extent.At(o))
	if main {
		c.Capacity = length
		shared := w.own.Test(uint(o)) || length == 0 && c.kind.traits&exact == 0 // arrays without elements are shared
		if !shared {
			w.own.Set(uint(o))
			w.seen(o, Inner)
			c.Array = o
			c.Own += h.Size(o)
			c.Unused = max(0, length-int64(len(refs))) * h.Types[h.TypeOf.At(o)].Element
		}
		switch c.kind.count {
		case bySlots:
			c.Size = int64(len(refs))
		case byLength:
			c.Size = length
		case byPairs:
			c.Size = pairs(h, o)
		}
	} else {
		c.Own += h.Size(o)
	}
	chained := c.kind.count == byNodes || c.kind.count == byItems
	for j, to := range refs {
		if w.steps++; chained || !main || c.kind.count == bySlots && c.kind.traits&nullable != 0 && c.kind.traits&hashed != 0 {
			if w.types[h.TypeOf.At(to)].node {
				if !chained && main { // the node counts instead of its slot
					c.Size--
				}
				w.claim(to)
				continue
			}
			if chained || !main {
				continue
			}
		}
		isKey := c.kind.form != Map || c.kind.count == byPairs && h.Slot(o, j)%2 == 0
		w.leaf(i, to, isKey)
	}
}

// pairs returns the number of entries in an array with alternating keys and values.
func pairs(h *trace.Heap, o trace.ObjectID) (n int64) {
	late := int64(0) // references in slots beyond the range of slot numbers
	for i := range h.References(o) {
		slot := h.Slot(o, i)
		switch {
		case slot == 1<<16-1:
			late++
		case slot%2 == 0:
			n++
		}
	}
	return n + late/2
}

// node counts a node: the element it stands for, its references, and its successors.
func (w *walker) node(i int32, o trace.ObjectID, info *typeInfo) {
	h, c := w.Heap, &w.Collections[i]
	key, value := trace.NoObject, trace.NoObject
	from := h.RefStart.At(o)
	for j, to := range h.References(o) {
		slot := int(h.RefSlot.At(from + uint32(j)))
		if slot >= len(info.roles) || to == o {
			continue
		}
		switch info.roles[slot] {
		case link:
			w.claim(to)
		case keyRole:
			key = to
		case valueRole:
			value = to
		}
	}
	if c.kind.count == byItems && (key == trace.NoObject || info.pairs && value == trace.NoObject) {
		return
	}
	c.Size++
	if key != trace.NoObject {
		w.leaf(i, key, true)
	}
	if value != trace.NoObject {
		w.leaf(i, value, false)
	}
}

// leaf counts an element, key or value of a collection.
func (w *walker) leaf(i int32, o trace.ObjectID, isKey bool) {
	c, info := &w.Collections[i], &w.types[w.Heap.TypeOf.At(o)]
	c.Leaves++
	if isKey {
		c.keys[0]++
		w.seen(o, Element)
	} else {
		w.seen(o, Value)
	}
	switch {
	case info.boxed > 0:
		c.plain += info.boxed
		c.Boxed++
		if isKey {
			c.keys[1]++
			c.keyPlain += info.boxed
		}
		if w.own.Test(uint(o)) {
			return
		}
		w.own.Set(uint(o))
		c.Boxes += w.Heap.Size(o)
		if isKey {
			c.keyBoxes += w.Heap.Size(o)
		}
	case info.view:
		for _, field := range views {
			if to := w.Heap.Referent(o, field); to != trace.NoObject && w.types[w.Heap.TypeOf.At(to)].kind != nil {
				w.inside = append(w.inside, innerCollection{i, to})
				break
			}
		}
	case info.kind != nil:
		w.inside = append(w.inside, innerCollection{i, o})
	}
}

// fields counts a collection whose own fields are its elements.
func (w *walker) fields(i int32) {
	h, c := w.Heap, &w.Collections[i]
	for j, to := range h.References(c.Object) {
		name := h.FieldAt(c.Object, j)
		if isIn(c.kind.body, name) && (to != w.empty || name != "e1") {
			c.Size++
			w.leaf(i, to, true)
		} else if name == "v0" {
			w.leaf(i, to, false)
		}
	}
}
