package memtree

import (
	"io"

	"memcity/trace"
	"memcity/trace/wire/memtree"
)

// Write writes t as a document of the default format of Memory Cities. Sizes of closures are not part of it.
func Write(w io.Writer, time trace.Millis, t *trace.Tree) error {
	return memtree.WriteTree(w, int64(time), wireTree(t))
}

// WriteAntTracks writes t as a document of the AntTracks format, with the sizes of closures as far as t has them.
func WriteAntTracks(w io.Writer, time trace.Millis, t *trace.Tree) error {
	return memtree.WriteAntTracks(w, int64(time), wireTree(t))
}

// wireTree returns a copy of t with a dictionary of its own.
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

// WritePointerMap writes one of the pointer maps of t as a document; nil is written as one that is not known. Every node
// of t has a row in it, as the older tools write it.
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
