package assemble

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strconv"
)

const (
	// maxFields is the largest number of slots with names in a type. References with further names are elements.
	maxFields = 1000
	// maxNames is the largest number of names of an object that is not a dictionary. All references of a dictionary are elements.
	maxNames = 256
	// maxWeak is the largest number of weak references without a name in an object. Further ones are left out.
	maxWeak = 16
	// nameBytes is the memory in bytes that a name of a type takes.
	nameBytes = 64
)

// firstWeak is the number of the first slot for weak references without a name. Numbers of names are smaller.
const firstWeak Name = Many - maxWeak

// isDictionary reports whether an object has too many names for its type.
func isDictionary(refs []Reference) bool {
	if len(refs) <= maxNames {
		return false
	}
	names := 0
	for i := range refs {
		if refs[i].Name != 0 && !refs[i].Weak {
			names++
		}
	}
	return names > maxNames
}

// countNames counts the names of the references of an object.
func (t *typeInfo) countNames(refs []Reference) {
	dictionary, weak := isDictionary(refs), Name(0)
	for i := range refs {
		if key, ok := keyOf(&refs[i], dictionary, &weak); ok {
			info, known := t.names[key]
			if !known {
				info.order = len(t.names)
			}
			info.uses++
			t.names[key] = info
		}
	}
}

// keyOf returns the slot of a reference. ok is false for an element, and for a weak reference that is left out. weak counts the weak
// references of the object that have no name.
func keyOf(r *Reference, dictionary bool, weak *Name) (key slotKey, ok bool) {
	switch {
	case r.Null:
		return key, false
	case r.Weak && (r.Name == 0 || r.Name == Many):
		if *weak == maxWeak {
			return key, false
		}
		*weak++
		return slotKey{firstWeak + *weak - 1, true}, true
	case r.Name == 0 || r.Name == Many || dictionary && !r.Weak:
		return key, false
	}
	return slotKey{r.Name, r.Weak}, true
}

// layOut assigns slots to the most frequent names, and returns the names and the weak slots. Few names keep the
// order of their first use. Many are sorted by frequency, because small slots take less memory.
func (t *typeInfo) layOut(text func(Name) string) (names []string, weak []uint16) {
	byOrder := func(a, b slotKey) int { return cmp.Compare(t.names[a].order, t.names[b].order) }
	keys := slices.SortedFunc(maps.Keys(t.names), byOrder)
	if len(keys) > maxNames {
		slices.SortStableFunc(keys, func(a, b slotKey) int { return cmp.Compare(t.names[b].uses, t.names[a].uses) })
		keys = keys[:min(len(keys), maxFields)]
	}
	t.slots = make(map[slotKey]uint16, len(keys))
	for i, key := range keys {
		t.slots[key] = uint16(i)
		if key.name >= firstWeak {
			names = append(names, "weak "+strconv.Itoa(int(key.name-firstWeak)+1))
		} else {
			names = append(names, text(key.name))
		}
		if key.weak {
			weak = append(weak, uint16(i))
		}
	}
	t.names, t.fields, t.used = nil, len(keys), make([]bool, len(keys))
	return names, weak
}

// slotOf returns the slot of a key; ok is false if it has none. i is the place of the reference in its object. Objects of a type mostly have
// the same names at the same places.
func (t *typeInfo) slotOf(i int, key slotKey) (slot uint16, ok bool) {
	if i < len(t.recent) && t.recent[i] == key {
		return t.recentSlots[i], true
	}
	slot, ok = t.slots[key]
	if ok && i < maxNames {
		for len(t.recent) <= i {
			t.recent, t.recentSlots = append(t.recent, slotKey{}), append(t.recentSlots, 0)
		}
		t.recent[i], t.recentSlots[i] = key, slot
	}
	return slot, ok
}

// shrink removes the slots that no object uses, given the names and the weak slots. Names of variables may have been counted
// before their object turned out to be a module.
func (t *typeInfo) shrink(names []string, weak []uint16) ([]string, []uint16) {
	if !slices.Contains(t.used, false) {
		return names, weak
	}
	var kept []string
	var keptWeak []uint16
	t.moved = make([]uint16, len(names))
	for i, name := range names {
		t.moved[i] = uint16(len(kept))
		if !t.used[i] {
			continue
		}
		if slices.Contains(weak, uint16(i)) {
			keptWeak = append(keptWeak, uint16(len(kept)))
		}
		kept = append(kept, name)
	}
	return kept, keptWeak
}

// move renumbers the slots of an object after shrink.
func (t *typeInfo) move(slots []uint16) {
	if t.moved == nil {
		return
	}
	removed := uint16(t.fields - int(t.moved[t.fields-1]))
	if t.used[t.fields-1] {
		removed--
	}
	for i, slot := range slots {
		switch {
		case int(slot) < t.fields:
			slots[i] = t.moved[slot]
		case slot < math.MaxUint16:
			slots[i] = slot - removed
		}
	}
}
