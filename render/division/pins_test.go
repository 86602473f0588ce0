package division

import (
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/citytest"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/state"
	"memcity/city/view/pins"
)

// TestFindingsStay plays a recording while results are late. The city keeps the findings of the last GC point with a result, moves them to
// the current point, and uses a result again when the point comes back. Other findings, another plan and a failure end that.
func TestFindingsStay(t *testing.T) {
	points := citytest.SmallRecording()
	for i := range points {
		points[i].Source = i
	}
	plan := scenetest.Plan(points, scene.DefaultSettings())
	at := func(point int) state.State {
		return state.Step(state.NewState(plan.Series.Len(), plan.Settings()), state.GoTo{Point: point})
	}
	ask := func(s state.State) pins.Query {
		q, ok := s.PinsQuery(plan.Settings().Grouping(), plan.Series)
		if !ok {
			t.Fatal("no findings are requested")
		}
		return q
	}
	late := func(s state.State) *query.Results {
		return &query.Results{Request: query.NewRequest(pins.Kind.Of(ask(s))), Busy: true}
	}
	known := func(s state.State, r *pins.Report) *query.Results {
		results := pins.Kind.With(query.Results{}, ask(s), r)
		return &results
	}
	var g findingsCache
	first, second := at(0), at(1)
	if k := g.of(plan, &first, late(first)); k != nil {
		t.Error("there are findings before any were computed")
	}
	one, two := &pins.Report{Found: &findings.Report{}}, &pins.Report{Found: &findings.Report{}}
	if k := g.of(plan, &first, known(first, one)); k == nil || k.Report != one || k.Point != 0 {
		t.Fatalf("the first point: %+v", k)
	}
	if k := g.of(plan, &second, late(second)); k == nil || k.Report != one || k.Point != 1 {
		t.Errorf("the second point without its result: %+v", k)
	}
	if k := g.of(plan, &second, known(second, two)); k == nil || k.Report != two || k.Point != 1 {
		t.Errorf("the second point: %+v", k)
	}
	if k := g.of(plan, &first, late(first)); k == nil || k.Report != one || k.Point != 0 {
		t.Errorf("the first point again: %+v", k)
	}
	failed := late(second)
	failed.Busy = false
	g.kept.at = map[int]*pins.Report{}
	if k := g.of(plan, &second, failed); k != nil {
		t.Error("findings stay although they cannot be computed")
	}
	other := state.Step(first, state.Explain{Finding: 1})
	if k := g.of(plan, &other, late(other)); k != nil {
		t.Error("the objects of another finding are shown")
	}
	g.of(plan, &first, known(first, one))
	again := scenetest.Plan(citytest.SmallRecording(), scene.DefaultSettings())
	if k := g.of(again, &first, late(first)); k != nil {
		t.Error("findings of another plan are shown")
	}
}
