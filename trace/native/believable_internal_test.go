package native

import (
	"bytes"
	"cmp"
	"testing"

	"memcity/trace"
	"memcity/trace/wire/memcity"
)

// TestWhatAFileCanHold checks that the size of the chunks limits the objects and the references separately.
func TestWhatAFileCanHold(t *testing.T) {
	const most = freeValues + 7*maxValues
	said := func(references ...uint64) *loader {
		l := &loader{state: &state{}, total: 7}
		for _, n := range references {
			l.all = append(l.all, &block{entry: memcity.Entry{Head: []uint64{0, 0, n + 1}, Raw: most + 1}})
			l.believe(l.all[len(l.all)-1])
		}
		return l
	}
	for _, test := range []struct {
		references []uint64
		good       bool
	}{{[]uint64{most}, true}, {[]uint64{most - 1, 1}, true}, {[]uint64{most, 0}, true}, {[]uint64{most, 1}, false}, {[]uint64{most + 1}, false}} {
		if err := said(test.references...).countReferences(t.Context()); (err == nil) != test.good {
			t.Errorf("%d references: %v", test.references, err)
		}
	}
	l := &loader{total: 7, all: []*block{{rows: most - 1}, {rows: 1}}}
	if err := l.countObjects(); err != nil {
		t.Error(err)
	}
	l.all = append(l.all, &block{rows: 1})
	if err := l.countObjects(); err == nil {
		t.Error("one object more than a file of this size can hold is believed")
	}
}

// TestLongListIsBelieved checks a list of equal objects, each referring to the next, which compresses better than any other heap.
func TestLongListIsBelieved(t *testing.T) {
	const n = 2 * chunkObjects
	h := &trace.Heap{Types: []trace.Type{{Name: "Node", Base: 16, References: []string{"next"}, Super: trace.NoType,
		Class: trace.NoObject, Loader: trace.NoObject}}, TypeOf: trace.NewTypes(n, 1), Extent: trace.NewExtents(n), RefTo: make([]trace.ObjectID, n),
		RefSlot: trace.NewSlots(n), Align: 8}
	starts := make([]uint32, n+1)
	for i := range n {
		h.RefTo[i], starts[i+1] = trace.ObjectID(min(i+1, n-1)), uint32(i+1)
	}
	h.RefStart = trace.RowsOf(starts)
	var file bytes.Buffer
	w, err := NewWriter(&file, trace.WriterInfo{})
	if err != nil {
		t.Fatal(err)
	}
	if err := cmp.Or(w.State(PointInfo{}, h), w.Close()); err != nil {
		t.Fatal(err)
	}
	if file.Len() < n/maxValues {
		t.Errorf("%d objects take %d bytes: more than %d for each byte", n, file.Len(), maxValues)
	}
}
