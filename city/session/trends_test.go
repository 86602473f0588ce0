package session_test

import (
	"slices"
	"testing"
	"time"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/trees"
	"memcity/city/view/trends"
)

// All levels are over the same GC points, which are read once. Points of the plan are not read again.
func TestQueryTrends(t *testing.T) {
	var loaded []int
	view := trends.State{Levels: []string{"Heap#app.Leak", "Heap#app.Leak#nobody"}, Choice: trends.Choice{Every: 2}}
	req := query.NewRequest(trends.Kind.Of(view.Query(trees.By("type", "age"), false, 1, 4)))
	s, changed := start(t)
	s.Open(opens(growingHeaps(5, &loaded)), request("type", "age"))
	await(t, s, changed, "open", func(r exchange.Result) bool { return r.Plan != nil && !r.Busy })
	read := len(loaded)
	s.Request(req)
	got := resultOf(trends.Kind, await(t, s, changed, "trends", func(r exchange.Result) bool {
		if r.Results.Err != nil {
			t.Fatal(r.Results.Err)
		}
		return trends.Kind.Result(&r.Results) != nil
	}))
	if len(loaded) != read {
		t.Errorf("%d heap states were read again", len(loaded)-read)
	}
	if want := []time.Duration{2 * time.Second, 4 * time.Second, 5 * time.Second}; !slices.Equal(got.Times, want) ||
		!slices.Equal(got.Sources, []int{1, 3, 4}) || got.Points != 4 || got.SizeKind != trees.Shallow {
		t.Errorf("times %v of points %v out of %d, in %v sizes", got.Times, got.Sources, got.Points, got.SizeKind)
	}
	if len(got.Levels) != 2 { // there is no group nobody
		t.Fatalf("%d levels", len(got.Levels))
	}
	leak := got.Levels[0].Trend.Series[0]
	if got.Levels[0].Key(&leak) != "Heap#app.Leak" || !slices.Equal(leak.Values, []int64{20, 40, 50}) || leak.Leaf {
		t.Errorf("series %+v", leak)
	}
	ages := got.Levels[1]
	if ages.Total.Growth != 30 || len(ages.Trend.Series) != 4 || !ages.Additive {
		t.Errorf("of its ages: %+v", ages.Trend)
	}
}
