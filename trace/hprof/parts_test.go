package hprof_test

import (
	"slices"
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
