package session_test

import (
	"context"
	"strings"
	"testing"

	"memcity/analysis/structure"
	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/recording"
	"memcity/city/view/structures"
	"memcity/trace"
	"memcity/trace/tracetest"
)

func library(t *testing.T, text string) *structure.Library {
	t.Helper()
	f, err := structure.Parse("ring.ds", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return structure.Merge(f)
}

// rings returns a recording of heap states in which a ring of nodes grows: it has n more nodes at each GC point. Objects keep their
// identity.
func rings(points, n int) *trace.Recording {
	r := &trace.Recording{Name: "rings", Format: "test", Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots | trace.KnowsFields | trace.KnowsIdentity}
	for p := range points {
		b := tracetest.NewHeap()
		nodes, values := b.Type("app.Node", 24, "next", "value"), b.Type("app.Value", 40)
		head := b.Object(b.Type("app.Ring", 16, "first"))
		b.Root(head, trace.RootStaticField, "app.Main.ring")
		b.Identify(head, 1)
		last, field := head, "first"
		for i := range n * (p + 1) {
			node, value := b.Object(nodes), b.Object(values)
			b.Identify(node, uint64(2+2*i))
			b.Identify(value, uint64(3+2*i))
			b.Refer(last, field, node)
			b.Refer(node, "value", value)
			last, field = node, "next"
		}
		heap := b.Heap()
		r.Points = append(r.Points, trace.Point{Source: "dump", Time: trace.Millis(100 * p),
			Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
				return heap, nil, nil
			}})
	}
	return r
}

// The data structures are reported before their growth, and again when descriptions are added. Holders are reported on request.
func TestQueryStructures(t *testing.T) {
	s, changed := startWith(t, recording.Options{Structures: library(t, "DS app.Other { app.Node; }\n")})
	s.Open(opens(rings(3, 100)), request("type"))
	await(t, s, changed, "open", func(r exchange.Result) bool { return r.Plan != nil && !r.Busy })
	s.Request(query.NewRequest(structures.Kind.Of(structures.Query{From: 0, To: 2})))
	whole := func(r exchange.Result) bool {
		a := structures.Kind.Result(&r.Results)
		if a != nil && a.Whole && a.Growth == nil || a != nil && a.Growth != nil && a.Now == nil {
			t.Errorf("parts come in another order: %+v", a)
		}
		return a != nil && a.Whole && !r.Results.Busy
	}
	before := resultOf(structures.Kind, await(t, s, changed, "structures", whole))
	if before.Now.Heads != 0 || len(before.Proposed) != 1 || before.Proposed[0].Type != "app.Ring" || before.Growth == nil ||
		before.NoGrowth != "" {
		t.Fatalf("without a description: %+v", before)
	}
	s.Describe(recording.Options{Structures: library(t, before.Proposed[0].Text)})
	s.Request(query.NewRequest(structures.Kind.Of(structures.Query{From: 0, To: 2, Library: 1})))
	after := resultOf(structures.Kind, await(t, s, changed, "structures with the description", whole))
	if after.Now.Heads != 1 || len(after.Proposed) != 0 || after.Growth == nil || len(after.Growth.List) != 1 {
		t.Fatalf("with a description: %+v", after)
	}
	g := after.Growth.List[0]
	if g.Type != "app.Ring" || g.Was != 0 || g.PatternAt(10) != structures.SingleContainerGrowth || len(g.Contents) != 1 ||
		g.Contents[0].Type != "app.Value" || g.Contents[0].Now.Objects != 300 || g.Contents[0].Before.Objects != 100 {
		t.Errorf("growth: %+v", g)
	}
	if !g.Contained && g.HeldBy != "" {
		t.Errorf("who holds it is reported unasked: %s", g.HeldBy)
	}
	s.Request(query.NewRequest(structures.Kind.Of(structures.Query{From: 0, To: 2, Library: 1}),
		structures.HeldKind.Of(structures.HeldQuery{Point: 2, Object: g.Object})))
	held := await(t, s, changed, "holder",
		func(r exchange.Result) bool { return structures.HeldKind.Result(&r.Results) != nil && !r.Results.Busy }).Results
	if by := structures.HeldKind.Result(&held); by.Words != "1 Ring is kept alive by the static field Main.ring" ||
		structures.Kind.Result(&held) != after {
		t.Errorf("held: %+v", by)
	}
}
