package session_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"memcity/city/query"
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/city/view/diffs"
	"memcity/trace"
)

// What is compared is told with how it was asked; another way to follow objects is another question.
func TestAskDiff(t *testing.T) {
	s, changed := start(t)
	s.Open(opens(replacing(5, true)), wish("type"))
	await(t, s, changed, "open", func(r query.Result) bool { return r.Plan != nil && !r.Busy })
	for _, d := range []diffs.State{{}, {Through: true}, {Probable: true}} {
		ask := query.Ask{Grouping: byType, Point: 4, Diff: d.Ask(0, 4)}
		s.Ask(ask)
		r := await(t, s, changed, "diff", func(r query.Result) bool { return r.Answers.Diff != nil }).Answers.Diff
		born, ok := r.Of(diffs.Born, trees.Objects, r.Find("Heap#app.Thing"))
		if r.Ask != *ask.Diff || r.Tree.Followed != diffs.ByNumbers || !ok || born != 4 {
			t.Errorf("%+v: %+v, %d born", d, r.Ask, born)
		}
	}
	if ask := (&diffs.State{}).Ask(2, 2); ask != nil {
		t.Error("a GC point is compared with itself")
	}
}

// A recording that tells nothing of what died says so; one of deaths tells them for the GCs asked for.
func TestAskChurn(t *testing.T) {
	r := replacing(3, true)
	s, changed := start(t)
	s.Open(opens(r), wish("type"))
	await(t, s, changed, "open", func(r query.Result) bool { return r.Plan != nil && !r.Busy })
	ask := query.Ask{Grouping: byType, Churn: &churns.Query{From: 2, To: 3, Bytes: true}}
	s.Ask(ask)
	await(t, s, changed, "fault", func(r query.Result) bool { return errors.Is(r.Answers.Err, churns.ErrNothing) })

	dying := replacing(3, true)
	for i := range uint32(4) {
		end := time.Duration(i+1) * time.Second
		dying.GCs = append(dying.GCs, trace.GC{Number: i + 1, Start: end, End: end, Before: 500, After: 100})
	}
	dying.Life = &trace.Life{Types: []trace.Type{{Name: "app.Thing", Base: 16}}, Deaths: func(_ context.Context, visit func(trace.Death)) error {
		for gc := range uint32(4) {
			visit(trace.Death{GC: gc + 1, Birth: gc, Site: trace.NoSite, Bytes: 16})
		}
		return nil
	}}
	s.Open(opens(dying), wish("type"))
	await(t, s, changed, "open again", func(r query.Result) bool { return r.Plan != nil && !r.Busy })
	s.Ask(ask)
	c := await(t, s, changed, "churn", func(r query.Result) bool { return r.Answers.Churn != nil }).Answers.Churn
	if c.Ask != *ask.Churn || c.Garbage.Objects != 2 || c.Young.Objects != 2 || c.Below([]string{"0 GCs survived", "app.Thing"}) != 2 {
		t.Errorf("%+v", c.Told)
	}
}
