package dotnet_test

import (
	"bytes"
	"encoding/binary"
	"unicode/utf16"

	"memcity/trace/wire/nettrace"
)

// writer writes numbers and texts.
type writer struct{ bytes.Buffer }

func (w *writer) put(values ...any) {
	for _, v := range values {
		switch v := v.(type) {
		case string:
			w.WriteString(v)
		case text16:
			for _, u := range append(utf16.Encode([]rune(string(v))), 0) {
				_ = binary.Write(w, binary.LittleEndian, u)
			}
		default:
			_ = binary.Write(w, binary.LittleEndian, v)
		}
	}
}

// text16 is a text in UTF-16 that ends with 0.
type text16 string

// node is an object of a test.
type node struct {
	address, size, kind uint64
	to                  []uint64
}

// written is a heap snapshot of a test.
type written struct {
	kinds    map[uint64]string
	nodes    []node
	roots    []nettrace.Root
	statics  []nettrace.StaticRoot
	pairs    [][2]uint64
	perEvent int    // nodes and edges per event
	skip     uint32 // index of the event with edges that is lost, plus 1
	open     bool   // the GC does not end
}

// trace returns a trace of version 4 with snapshots, whose events are not compressed.
func writeTrace(snapshots ...written) []byte {
	var w writer
	w.put("Nettrace", uint32(20), "!FastSerialization.1")
	begin(&w, "Trace", 4)
	w.put([8]uint16{2026, 12, 2, 1, 12, 30, 15, 250}, int64(1000), int64(1_000_000_000), uint32(8), uint32(77), uint32(2), uint32(0), byte(6))
	var meta writer
	ids := []uint32{nettrace.GCStart, nettrace.GCEnd, nettrace.Types, nettrace.Roots, nettrace.Dependents, nettrace.Nodes, nettrace.Edges, nettrace.StaticRoots}
	for _, id := range ids {
		event(&meta, 0, 0, id, text16(nettrace.Runtime), id)
	}
	block(&w, "MetadataBlock", meta.Bytes())
	for i, s := range snapshots {
		var events writer
		s.write(&events, i)
		block(&w, "EventBlock", events.Bytes())
		block(&w, "SPBlock", []byte{1, 2, 3})
	}
	w.put(byte(1))
	return w.Bytes()
}

func begin(w *writer, name string, version uint32) {
	w.put([]byte{5, 5, 1}, version, version, uint32(len(name)), name, byte(6))
}

func block(w *writer, name string, content []byte) {
	begin(w, name, 2)
	w.put(uint32(4 + len(content)))
	for w.Len()%4 != 0 {
		w.put(byte(0))
	}
	w.put(uint16(4), uint16(0))
	w.Write(content)
	w.put(byte(6))
}

// event writes an event that is not compressed.
func event(w *writer, kind uint32, ticks int64, values ...any) {
	var p writer
	p.put(values...)
	w.put(uint32(76+p.Len()), kind, uint32(0), uint64(1), uint64(1), uint32(0), uint32(0), ticks, [32]byte{}, uint32(p.Len()))
	w.Write(p.Bytes())
	for w.Len()%4 != 0 {
		w.put(byte(0))
	}
}

// write writes the events of the i-th snapshot.
func (s *written) write(w *writer, i int) {
	ticks := int64(1000 + 2_000_000_000*i)
	event(w, nettrace.GCStart, ticks, uint32(i+1), uint32(2), uint32(1), uint32(0), uint16(0), uint64(0))
	var statics, roots, pairs, types writer
	for _, r := range s.statics {
		statics.put(r.Slot, r.Object, r.Type, uint32(0), text16(r.Name))
	}
	event(w, nettrace.StaticRoots, ticks, uint32(len(s.statics)), uint64(1), uint16(0), statics.Bytes())
	s.writeNodes(w, ticks)
	for _, r := range s.roots {
		roots.put(r.Object, r.Kind, r.Flags, uint64(9))
	}
	event(w, nettrace.Roots, ticks, uint32(0), uint32(len(s.roots)), uint16(0), roots.Bytes())
	for _, p := range s.pairs {
		pairs.put(p, uint64(0))
	}
	event(w, nettrace.Dependents, ticks, uint32(0), uint32(len(s.pairs)), uint16(0), pairs.Bytes())
	for id, name := range s.kinds {
		types.put(id, uint64(1), uint32(2), uint32(0), byte(18), text16(name), uint32(1), uint64(5))
	}
	event(w, nettrace.Types, ticks, uint32(len(s.kinds)), uint16(0), types.Bytes())
	if !s.open {
		event(w, nettrace.GCEnd, ticks+5, uint32(i+1), uint32(2), uint16(0))
	}
}

func (s *written) writeNodes(w *writer, ticks int64) {
	var nodes, edges []any
	for _, n := range s.nodes {
		nodes = append(nodes, [4]uint64{n.address, n.size, n.kind, uint64(len(n.to))})
		for _, to := range n.to {
			var e writer
			e.put(to, uint32(0))
			edges = append(edges, e.Bytes())
		}
	}
	s.split(nodes, func(index uint32, part []any) {
		event(w, nettrace.Nodes, ticks, append([]any{index, uint32(len(part)), uint16(0)}, part...)...)
	})
	s.split(edges, func(index uint32, part []any) {
		if index+1 != s.skip {
			event(w, nettrace.Edges, ticks, append([]any{index, uint32(len(part)), uint16(0)}, part...)...)
		}
	})
}

func (s *written) split(all []any, write func(uint32, []any)) {
	per := max(s.perEvent, 1)
	for i := 0; i*per < len(all); i++ {
		write(uint32(i), all[i*per:min(len(all), (i+1)*per)])
	}
}

// graphType is a type of a graph, and graphNode a node.
type graphType struct {
	name string
	size int32
}
type graphNode struct {
	kind    int
	size    int32
	address uint64
	to      []int
}

// writeGraph returns a graph as dotnet-gcdump writes it.
func writeGraph(types []graphType, nodes []graphNode, root int, ticks uint64) []byte {
	var w, blob writer
	number(&blob, 0)
	number(&blob, 0)
	var labels []uint32
	for i, n := range nodes {
		labels = append(labels, uint32(blob.Len()))
		if n.size == types[n.kind].size {
			number(&blob, 2*n.kind)
		} else {
			number(&blob, 2*n.kind+1)
			number(&blob, int(n.size))
		}
		number(&blob, len(n.to))
		for _, to := range n.to {
			number(&blob, to-i)
		}
	}
	text := func(s string) { w.put(uint32(len(s)), s) }
	object := func(name string, version, least uint32) {
		w.put([]byte{4, 4, 1}, version, least)
		text(name)
		w.put(byte(6))
	}
	text("!FastSerialization.1")
	object("GCHeapDump", 10, 8)
	object("Graphs.MemoryGraph", 1, 0)
	w.put(int64(0), uint32(root), uint32(len(types)))
	for _, t := range types {
		text(t.name)
		w.put(t.size, int32(-1))
	}
	w.put(uint32(len(nodes)), labels, uint32(blob.Len()), blob.Bytes(), uint32(len(nodes)))
	for _, n := range nodes {
		w.put(n.address)
	}
	w.put([]byte{8, 1, 6, 1}, float32(1), float32(1), byte(1))
	object("DotNetHeapInfo", 0, 0)
	w.put(int64(0), uint32(1))
	object("GCHeapDumpSegment", 1, 1)
	w.put([7]int64{}, byte(6), byte(6))
	text("log")
	w.put(ticks)
	text("host")
	text("shop")
	w.put(int32(77), int64(0), int64(0), uint32(0), byte(1), byte(13))
	text("dotnet-gcdump")
	w.put(byte(6), byte(6))
	return w.Bytes()
}

// number writes a number of a graph's blob.
func number(w *writer, n int) {
	v := int32(n)
	for shift := 28; shift > 0; shift -= 7 {
		if keep := 32 - shift; v<<keep>>keep == v { // the bits below shift are enough
			continue
		}
		w.put(byte(v>>shift) | 0x80)
	}
	w.put(byte(v & 0x7f))
}
