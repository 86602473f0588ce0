package memtree

import (
	"io"

	"memcity/trace"
	"memcity/trace/wire/memtree"
)

// Write writes t as a document in the default format of Memory Cities, which does not include closure sizes.
func Write(w io.Writer, time trace.Millis, t *trace.Tree) error {
	return memtree.WriteTree(w, int64(time), wireTree(t))
}

// WriteAntTracks writes t as a document in the AntTracks format, with the closure sizes in t.
func WriteAntTracks(w io.Writer, time trace.Millis, t *trace.Tree) error {
	return memtree.WriteAntTracks(w, int64(time), wireTree(t))
}

// wireTree returns a copy of t with its own dictionary.
func wireTree(t *trace.Tree) *memtree.Tree {
	wire := &memtree.Tree{Nodes: make([]memtree.Node, len(t.Nodes)), Texts: []string{""}, Fleet: t.Fleet}
	numbers := map[trace.NameID]uint32{0: 0}
	number := func(id trace.NameID) uint32 {
		n, ok := numbers[id]
		if !ok {
			n = uint32(len(wire.Texts))
			numbers[id] = n
			wire.Texts = append(wire.Texts, t.Names.Text(id))
		}
		return n
	}
	for i, n := range t.Nodes {
		wire.Nodes[i] = memtree.Node{Name: number(n.Name), Role: number(n.Role), Place: n.Place,
			Objects: n.Objects, Bytes: n.Bytes, Deep: -1, Retained: -1}
		if t.Deep != nil {
			wire.Nodes[i].Deep = t.Deep[i]
		}
		if t.Retained != nil {
			wire.Nodes[i].Retained = t.Retained[i]
		}
	}
	return wire
}

// WritePointerMap writes a pointer map of t as a document; nil is written as missing data. Every node of t has a row, as written by the
// older tools.
func WritePointerMap(w io.Writer, time trace.Millis, t *trace.Tree, m *trace.PointerMap) error {
	if m == nil {
		return memtree.WriteMap(w, int64(time), &memtree.Map{Null: true})
	}
	wire := &memtree.Map{Start: m.Start, To: make([]uint32, len(m.To)), Counts: m.Counts}
	for i := range int32(len(t.Nodes)) {
		wire.Keys = append(wire.Keys, t.Key(i))
		wire.Rows = append(wire.Rows, uint32(i))
	}
	for k, to := range m.To {
		wire.To[k] = uint32(to)
	}
	return memtree.WriteMap(w, int64(time), wire)
}
