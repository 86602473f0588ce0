package session_test

import (
	"strings"
	"testing"
	"time"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/recording"
	"memcity/city/resolve/history"
	"memcity/city/view/overview"
	"memcity/trace"
)

// A recording with only GCs opens, reports the missing data, and has an overview. A later recording replaces it.
func TestWithoutStates(t *testing.T) {
	events := &trace.Recording{Name: "gc.log", Format: "GC log", Names: trace.NewNames()}
	for i := range 20 {
		at := time.Duration(i+1) * time.Second
		events.GCs = append(events.GCs,
			trace.GC{Number: uint32(i + 1), Start: at, End: at + time.Millisecond, Before: 900_000, After: int64(100_000 + 10_000*i)})
	}
	s, changed := start(t)
	s.Open(opens(events), request("type"))
	r := await(t, s, changed, "open", idle)
	if !strings.Contains(r.NoStates, "it has 20 GCs, but no heap states") || r.Plan != nil || r.Err != nil || r.Name != "gc.log" ||
		r.Opening != 1 {
		t.Fatalf("opened: %+v", r)
	}
	s.Request(query.NewRequest(overview.Kind.Of(overview.Query{Limits: overview.DefaultLimits()})))
	r = await(t, s, changed, "overview", func(r exchange.Result) bool { return overview.Kind.Result(&r.Results) != nil })
	if o := overview.Kind.Result(&r.Results); len(o.Points) != 20 || len(o.Found) == 0 || o.Found[0].Kind != overview.LeakWindow {
		t.Errorf("found %+v in %d points", o.Found, len(o.Points))
	}
	s.Want(request("package")) // there is nothing to group
	if r = await(t, s, changed, "want", idle); r.Err != nil || r.NoStates == "" {
		t.Errorf("wished: %+v", r)
	}
	var loaded []int
	s.Open(opens(growingHeaps(3, &loaded)), request("type"))
	if r = await(t, s, changed, "open another", func(r exchange.Result) bool { return r.Opening == 2 && idle(r) }); r.NoStates != "" ||
		r.Plan == nil {
		t.Errorf("a recording with heap states: %+v", r)
	}
}

// One GC point and no GCs is not an evolution. The result contains the available data.
func TestOverviewOfOnePoint(t *testing.T) {
	var loaded []int
	one := growingHeaps(1, &loaded)
	one.GCs = nil
	s, changed := start(t)
	s.Open(opens(one), request("type"))
	await(t, s, changed, "open", idle)
	s.Request(query.NewRequest(overview.Kind.Of(overview.Query{Points: 1, Limits: overview.DefaultLimits()})))
	r := await(t, s, changed, "overview", func(r exchange.Result) bool { return overview.Kind.Result(&r.Results) != nil })
	if o := overview.Kind.Result(&r.Results); len(o.GCs) != 0 || len(o.Found) != 0 || len(o.Times) != 1 || r.Results.Err != nil {
		t.Errorf("%+v, %v", o, r.Results.Err)
	}
}

// GC points are counted once, for any number of overview requests.
func TestEvolutionCountsOnce(t *testing.T) {
	var loaded []int
	o := recording.New(growingHeaps(4, &loaded), recording.Options{Budget: 1})
	for range 3 {
		if _, err := history.Evolution(t.Context(), o, nil); err != nil {
			t.Fatal(err)
		}
	}
	if len(loaded) != 4 {
		t.Errorf("read: %v", loaded)
	}
}
