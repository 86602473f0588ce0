package hprof_test

import (
	"context"
	"errors"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/realistic"
	wire "memcity/trace/wire/hprof"
)

// TestAdmission checks that the counted volume equals the loaded one, nearly so for references, and that a refusal is returned as the error
// of reading and counting.
func TestAdmission(t *testing.T) {
	file := realistic.File(realistic.Options{Objects: 20_000, Seed: 1})
	var counted trace.Volume
	ctx := trace.WithAdmission(t.Context(), func(_ context.Context, v trace.Volume) error { counted = v; return nil })
	h, _, err := hprof.Load(ctx, file, nil)
	if err != nil {
		t.Fatal(err)
	}
	references := int64(len(h.RefTo))
	if counted.Objects != int64(h.Len()) || counted.References < references*8/10 || counted.References > references*13/10 ||
		counted.Rows < int64(len(h.Roots)) || counted.Bytes != 0 {
		t.Errorf("%+v of %d objects, %d references and %d GC roots", counted, h.Len(), references, len(h.Roots))
	}
	no := errors.New("no")
	ctx = trace.WithAdmission(t.Context(), func(context.Context, trace.Volume) error { return no })
	h, _, err = hprof.Load(ctx, file, nil)
	var input *trace.InputError
	if h != nil || trace.RefusedBy(err) == nil || !errors.Is(err, no) || !errors.As(err, &input) {
		t.Errorf("refused: %v, %v", h, err)
	}
	if counts, _, err := hprof.Histogram(ctx, file, nil); counts != nil || !errors.Is(err, no) {
		t.Errorf("counting is refused: %v", err)
	}
}

// TestReferencesAreSampled checks that samples estimate the set fields of a type with many instances, and that two thirds are assumed for a
// type with few.
func TestReferencesAreSampled(t *testing.T) {
	for _, test := range []struct{ nodes, low, high int }{{300_000, 297_000, 303_000}, {3_000, 5_990, 6_010}} {
		d := tracetest.NewDump()
		node, before := d.Class("app/Node", tracetest.Ref("next"), tracetest.Ref("left"), tracetest.Ref("right")), uint64(0)
		for range test.nodes {
			before = d.Instance(node, before)
		}
		d.Root(wire.RootStickyClass, node.ID)
		var counted trace.Volume
		ctx := trace.WithAdmission(t.Context(), func(_ context.Context, v trace.Volume) error { counted = v; return nil })
		if _, _, err := hprof.Load(ctx, d.File("nodes.hprof"), nil); err != nil {
			t.Fatal(err)
		}
		if n := int(counted.References); n < test.low || n > test.high {
			t.Errorf("%d nodes with one reference each: %d are expected", test.nodes, n)
		}
	}
}
