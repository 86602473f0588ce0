package hprof_test

import (
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/hprof"
)

// TestSeriesInOneFile: a file with two dumps is a series of two GC points, with all objects and their values.
func TestSeriesInOneFile(t *testing.T) {
	var data []byte
	for n := range 2 {
		d := tracetest.NewDump()
		d.Time += int64(n) * 3000
		node := d.Class("app/Node", tracetest.Ref("next"))
		last := uint64(0)
		for range 10 * (n + 1) {
			last = d.Instance(node, last)
		}
		d.Root(wire.RootJNIGlobal, last, 0)
		data = append(data, d.Bytes()...)
	}
	rec, err := hprof.Open(t.Context(), []trace.File{trace.MemoryFile("two.hprof", data)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(rec.Points) != 2 || rec.Points[1].Time != 3000 || !slices.Equal(rec.Files, []string{"two.hprof, dump 1", "two.hprof, dump 2"}) {
		t.Fatalf("%d GC points of %q", len(rec.Points), rec.Files)
	}
	for n, p := range rec.Points {
		h, warnings, err := p.Load(t.Context(), nil)
		if err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		nodes, linked := 0, 0
		for o := range trace.ObjectID(h.Len()) {
			if h.Types[h.TypeOf.At(o)].Name == "app.Node" {
				nodes++
				if next, err := h.Values.Field(o, "next"); err == nil && next.Object() != trace.NoObject {
					linked++
				}
			}
		}
		if nodes != 10*(n+1) || linked != nodes-1 {
			t.Errorf("dump %d has %d nodes, %d of them with a next one", n+1, nodes, linked)
		}
	}
}

// TestNumberedObjects: where IDs are numbers, sizes come from the fields, in the heap state and in the counts, and a warning says so.
func TestNumberedObjects(t *testing.T) {
	d := tracetest.NewDump()
	node := d.Class("app/Node", tracetest.Ref("next"), tracetest.DumpField{Name: "a", Type: wire.Long}, tracetest.DumpField{Name: "b", Type: wire.Int})
	for id := uint64(1); id <= 2000; id++ {
		d.InstanceAt(id, node, id-1, 5, 6)
	}
	d.Root(wire.RootJNIGlobal, 2000, 0)
	const size = 32 // header 12, b 4, a 8, next 4, rounded up to a multiple of 8
	h, warnings, err := hprof.Load(t.Context(), d.File("agent.hprof"), nil)
	if err != nil {
		t.Fatal(err)
	}
	counts, countWarnings, err := hprof.Histogram(t.Context(), d.File("agent.hprof"), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range [][]trace.Warning{warnings, countWarnings} {
		if !slices.ContainsFunc(list, func(w trace.Warning) bool { return strings.Contains(w.Text, "object IDs are numbers") }) {
			t.Errorf("warnings %v", list)
		}
	}
	for o := range trace.ObjectID(h.Len()) {
		if h.Types[h.TypeOf.At(o)].Name == "app.Node" && h.Size(o) != size {
			t.Fatalf("a node has %d bytes, want %d", h.Size(o), size)
		}
	}
	i := slices.IndexFunc(counts, func(c trace.TypeCount) bool { return c.Name == "app.Node" })
	if i < 0 || counts[i].Objects != 2000 || counts[i].Bytes != 2000*size {
		t.Errorf("counts %+v", counts)
	}
}
