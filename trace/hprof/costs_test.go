package hprof_test

import (
	"fmt"
	"runtime"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/hprof"
)

// TestCostsOfRootsAndClasses limits the memory for each root, class and thread, of which a dump may have millions.
func TestCostsOfRootsAndClasses(t *testing.T) {
	const n = 100_000
	d := tracetest.NewDump()
	node := d.Class("app/Node", tracetest.Ref("next"))
	o := d.Instance(node)
	thread := d.Thread(o, "app/Node.run:12")
	read := func(data []byte) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, _, err := hprof.Load(t.Context(), trace.MemoryFile("many.hprof", data), nil); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	empty := read(d.Bytes())
	for name, test := range map[string]struct {
		most uint64 // largest allowed bytes per item
		add  func(heap, top []byte, i int) (h, t []byte)
	}{
		"roots": {300, func(heap, top []byte, i int) ([]byte, []byte) {
			root := wire.Record{Kind: wire.RootJavaFrame, Values: [9]uint64{o, uint64(thread)}}
			return wire.Append(heap, 8, &root), top
		}},
		"classes": {2700, func(heap, top []byte, i int) ([]byte, []byte) {
			id := 1<<40 + 160*uint64(i)
			name := fmt.Sprint("app/Class", i)
			top = wire.Append(top, 8, &wire.Record{Kind: wire.Text, Body: []byte(name), Values: [9]uint64{id}})
			top = wire.Append(top, 8, &wire.Record{Kind: wire.LoadClass, Values: [9]uint64{uint64(i + 100), id, 1, id}})
			body := wire.AppendClass(nil, 8, &wire.Class{})
			return wire.Append(heap, 8, &wire.Record{Kind: wire.ClassDump, Body: body, Values: [9]uint64{id, 1, node.ID}}), top
		}},
		"threads": {1200, func(heap, top []byte, i int) ([]byte, []byte) {
			serial := uint64(i + 100)
			top = wire.Append(top, 8, &wire.Record{Kind: wire.Trace, Values: [9]uint64{serial, serial}})
			return wire.Append(heap, 8, &wire.Record{Kind: wire.RootThread, Values: [9]uint64{o, serial, serial}}), top
		}},
	} {
		var heap, top []byte
		for i := range n {
			heap, top = test.add(heap, top, i)
		}
		data := d.Bytes()
		data = append(data[:len(data)-9], top...) // without the end of the dump
		data = wire.Append(data, 8, &wire.Record{Kind: wire.HeapSegment, Body: heap})
		if took := (read(data) - empty) / n; took > test.most {
			t.Errorf("%s take %d bytes each, want at most %d", name, took, test.most)
		} else {
			t.Logf("%s take %d bytes each", name, took)
		}
	}
}
