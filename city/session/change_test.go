package session_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/trace"
)

// The result comes with its query. Another way of following objects is another query.
func TestQueryDiff(t *testing.T) {
	s, changed := start(t)
	s.Open(opens(replacing(5, true)), request("type"))
	await(t, s, changed, "open", func(r exchange.Result) bool { return r.Plan != nil && !r.Busy })
	for _, d := range []diffs.State{{}, {Through: true}, {Probable: true}} {
		q, _ := d.Query(byType, 0, 4)
		s.Request(query.NewRequest(diffs.Kind.Of(q)))
		r := resultOf(diffs.Kind, await(t, s, changed, "diff", func(r exchange.Result) bool { return diffs.Kind.Result(&r.Results) != nil }))
		born, ok := r.Of(diffs.Born, trees.Objects, r.Find("Heap#app.Thing"))
		if r.Query != q || r.Tree.Followed != diffs.ByNumbers || !ok || born != 4 {
			t.Errorf("%+v: %+v, %d born", d, r.Query, born)
		}
	}
	if _, ok := (&diffs.State{}).Query(byType, 2, 2); ok {
		t.Error("a GC point is compared with itself")
	}
}

// A recording without data on deaths reports this. A recording with deaths reports them for the requested GCs.
func TestQueryChurn(t *testing.T) {
	r := replacing(3, true)
	s, changed := start(t)
	s.Open(opens(r), request("type"))
	await(t, s, changed, "open", func(r exchange.Result) bool { return r.Plan != nil && !r.Busy })
	q := churns.Query{From: 2, To: 3, Bytes: true}
	req := query.NewRequest(churns.Kind.Of(q))
	s.Request(req)
	await(t, s, changed, "fault", func(r exchange.Result) bool { return errors.Is(r.Results.Err, churns.ErrNothing) })

	dying := replacing(3, true)
	for i := range uint32(4) {
		end := time.Duration(i+1) * time.Second
		dying.GCs = append(dying.GCs, trace.GC{Number: i + 1, Start: end, End: end, Before: 500, After: 100})
	}
	dying.Life = &trace.Life{Types: []trace.Type{{Name: "app.Thing", Base: 16}},
		Deaths: func(_ context.Context, visit func(trace.Death)) error {
			for gc := range uint32(4) {
				visit(trace.Death{GC: gc + 1, Birth: gc, Site: trace.NoSite, Bytes: 16})
			}
			return nil
		}}
	s.Open(opens(dying), request("type"))
	await(t, s, changed, "open again", func(r exchange.Result) bool { return r.Plan != nil && !r.Busy })
	s.Request(req)
	c := resultOf(churns.Kind, await(t, s, changed, "churn", func(r exchange.Result) bool { return churns.Kind.Result(&r.Results) != nil }))
	if c.Query != q || c.Garbage.Objects != 2 || c.Young.Objects != 2 || c.Below([]string{"0 GCs survived", "app.Thing"}) != 2 {
		t.Errorf("%+v", c.Analysis)
	}
}
