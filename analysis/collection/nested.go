package collection

import "memcity/trace"

// turned finds maps of maps that should be nested in the opposite order. It returns the savings in bytes of each inner map, by index. A map
// of 1,000 persons to maps of their 3 properties has 1,000 inner maps, but only 3 if properties come first. It requires ten times as many
// inner maps as distinct keys in them. Keys that are equal but not identical count as different.
func (m *Measured) turned() map[int]int64 {
	saved := map[int]int64{}
	var keys map[trace.ObjectID]bool
	for i := range m.Collections {
		outer := &m.Collections[i]
		if outer.Part || outer.Form != Map || outer.Size < nestedRatio {
			continue
		}
		var maps []int
		entries, bytes, heads := int64(0), int64(0), int64(0)
		for _, j := range m.Inside(i) {
			c := &m.Collections[j]
			if _, counted := saved[j]; counted || c.Form != Map || !c.Known || c.Part || c.Size == 0 || m.maker(c).traits&immutable != 0 {
				continue
			}
			maps = append(maps, j)
			entries += c.Size
			bytes += m.frame(c)
			heads += m.Heap.Size(c.Object)
		}
		n := int64(len(maps))
		if n < nestedRatio || entries > nestedMean*n {
			continue
		}
		keys = map[trace.ObjectID]bool{}
		for _, j := range maps {
			if m.keysOf(&m.Collections[j], keys); int64(len(keys))*nestedRatio > n {
				break
			}
		}
		distinct := int64(len(keys))
		if distinct == 0 || distinct*nestedRatio > n {
			continue
		}
		// After the change there is one inner map per key. Their tables have at most 8/3 slots per entry.
		left := distinct*(heads/n+header) + (8*entries+2)/3*m.refBytes
		if left >= bytes {
			continue
		}
		for _, j := range maps {
			saved[j] = int64(float64(bytes-left) * (float64(m.frame(&m.Collections[j])) / float64(bytes)))
		}
	}
	return saved
}

// frame returns the size of a collection without its nodes, in bytes.
func (m *Measured) frame(c *Collection) int64 {
	bytes := m.Heap.Size(c.Object)
	if c.Array != trace.NoObject {
		bytes += m.Heap.Size(c.Array)
	}
	return bytes
}

// keysOf adds the keys of a map with few entries.
func (m *Measured) keysOf(c *Collection, keys map[trace.ObjectID]bool) {
	h := m.Heap
	var queue []trace.ObjectID
	seen := map[trace.ObjectID]bool{}
	add := func(o trace.ObjectID) {
		if m.types[h.TypeOf.At(o)].node && !seen[o] && len(seen) < int(c.nodes) {
			seen[o] = true
			queue = append(queue, o)
		}
	}
	from := h.References(c.Object)
	if c.Array != trace.NoObject {
		from = h.References(c.Array)
	}
	for j, to := range from {
		if c.kind.count == byPairs {
			if h.Slot(c.Array, j)%2 == 0 {
				keys[to] = true
			}
			continue
		}
		add(to)
	}
	for len(queue) > 0 {
		o := queue[0]
		queue = queue[1:]
		roles := m.types[h.TypeOf.At(o)].roles
		for j, to := range h.References(o) {
			switch slot := int(h.Slot(o, j)); {
			case slot >= len(roles):
			case roles[slot] == link:
				add(to)
			case roles[slot] == keyRole:
				keys[to] = true
			}
		}
	}
}
