package retained

import (
	"memcity/trace"
	"memcity/trace/index"
)

// treePart is the name of the index part with the dominator tree.
const treePart = "dominators"

// Kept reads the dominator tree from the index of a heap state; nil if it does not contain a valid one.
func Kept(h *trace.Heap) *Tree {
	columns, ok := h.Index.Read(treePart, nil)
	if !ok {
		return nil
	}
	r := index.NewReader(columns)
	t := &Tree{Order: index.Next[trace.ObjectID](r), Up: index.Next[uint32](r), Joins: Joins{
		At: index.Next[uint32](r), Start: index.Next[uint32](r), Holder: index.Next[uint8](r), Held: index.Next[uint32](r)}}
	if r.End() != nil || !t.isWhole(h.Len()) {
		return nil
	}
	return t
}

// Keep stores the dominator tree in the index of a heap state, if it has one.
func (t *Tree) Keep(h *trace.Heap) {
	j := &t.Joins
	h.Index.Keep(treePart, nil, index.Bytes(t.Order), index.Bytes(t.Up), index.Bytes(j.At), index.Bytes(j.Start),
		index.Bytes(j.Holder), index.Bytes(j.Held))
}

// isWhole reports whether all references within the tree are valid for a heap with the given number of objects.
func (t *Tree) isWhole(objects int) bool {
	n, j := len(t.Order), &t.Joins
	blocks := (n + joinBlock - 1) / joinBlock
	ok := len(t.Up) == n && n <= objects && len(j.Start) == blocks+1 && len(j.Holder) == len(j.Held) && int(j.Start[blocks]) == len(j.Held)
	for p := 0; ok && p < n; p++ {
		ok = int(t.Order[p]) < objects && (t.Up[p] == None || int(t.Up[p]) < p)
	}
	for i := 0; ok && i < len(j.At); i++ {
		ok = int(j.At[i]) < n && (i == 0 || j.At[i-1] < j.At[i])
	}
	for b := 0; ok && b < blocks; b++ {
		ok = j.Start[b] <= j.Start[b+1]
	}
	for i := 0; ok && i < len(j.Held); i++ {
		ok = int(j.Held[i]) < len(j.At)
	}
	for b := 0; ok && b < blocks; b++ {
		for i := j.Start[b]; ok && i < j.Start[b+1]; i++ {
			ok = b*joinBlock+int(j.Holder[i]) < n && (i == j.Start[b] || j.Holder[i-1] <= j.Holder[i])
		}
	}
	return ok
}

// Digest returns a digest that identifies the groups of n objects. The cost is linear in n.
func (g *Groups) Digest(n int) string {
	sets := [][]byte{index.Bytes([]int{g.Count})}
	for _, set := range g.Sets {
		sets = append(sets, index.Bytes(set))
	}
	return index.Digest(n, func(from int, into []uint32) {
		for i := range into {
			into[i] = uint32(g.Of(trace.ObjectID(from + i)))
		}
	}, sets...)
}
