package native_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
	"memcity/trace/wire/memcity"
)

// TestCount checks that counts by type and warnings equal those of the loaded heap, for intact and damaged files.
func TestCount(t *testing.T) {
	large := native(t, trace.WriterInfo{}, tracetest.RandomHeap(3, 400_000))
	inputs := map[string][]byte{"blocks": large, "long rows": native(t, trace.WriterInfo{}, everything()), "lies": fromText(lies[0]), "more lies": fromText(lies[1]),
		"cut": large[:len(large)/2]}
	for i, e := range entries(t, large) {
		if e.Kind == memcity.Objects {
			inputs[fmt.Sprint("damaged ", i)] = damaged(large, e)
		}
	}
	for name, data := range inputs {
		p := opened(t, data).Points[0]
		h, warnings, err := p.Load(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		counts, same, err := p.Count(t.Context(), nil)
		if err != nil || !slices.Equal(counts, h.CountTypes()) {
			t.Errorf("%s: counts are %v, want %v, %v", name, counts, h.CountTypes(), err)
		}
		// Counting does not detect faults in references, GC roots and so on.
		for _, w := range same {
			if !slices.Contains(warnings, w) {
				t.Errorf("%s: only counting warns that %s", name, w.Text)
			}
		}
		for _, w := range warnings {
			if w.Lost && !slices.Contains(same, w) {
				t.Errorf("%s: counting does not warn that %s", name, w.Text)
			}
		}
	}
}

// TestCountKeepsNothing checks that a state is counted regardless of the memory for holding it, but only after asking for admission.
func TestCountKeepsNothing(t *testing.T) {
	const n = 400_000
	h := tracetest.RandomHeap(3, n)
	p := opened(t, native(t, trace.WriterInfo{}, h)).Points[0]
	var v trace.Volume
	ctx := trace.WithAdmission(t.Context(), func(_ context.Context, admitted trace.Volume) error { v = admitted; return nil })
	if _, _, err := p.Count(ctx, nil); err != nil || v.Objects != n || v.References != int64(len(h.RefTo)) || !v.ByType {
		t.Errorf("admitted %+v, %v", v, err)
	}
	if _, _, err := p.Load(ctx, nil); err != nil || v.Objects != n || v.References != int64(len(h.RefTo)) || !v.ByType {
		t.Errorf("admitted %+v to load, %v", v, err)
	}
	testrun.CancelEverywhere(t, "counting", func(ctx context.Context) error { _, _, err := p.Count(ctx, nil); return err })
	if _, _, err := opened(t, native(t, trace.WriterInfo{Knows: trace.KnowsIdentity | trace.KnowsAges}, h)).Points[0].Count(ctx, nil); err != nil ||
		v.Bytes != 12*n {
		t.Errorf("identities and births are %d bytes, %v", v.Bytes, err)
	}
}

func opened(t *testing.T, data []byte) *trace.Recording {
	t.Helper()
	rec, err := open.Files(t.Context(), "test", []trace.File{trace.MemoryFile("test.mct", data)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}
