package requests

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/guides"
)

// worker records its requests.
type worker struct{ calls []string }

func (w *worker) Open(paths []string, req exchange.Request) {
	w.calls = append(w.calls, fmt.Sprint("open ", paths, req.Settings.Children))
}
func (w *worker) Want(req exchange.Request) {
	w.calls = append(w.calls, fmt.Sprint("want ", req.Settings.Children))
}
func (w *worker) Request(request query.Request) {
	w.calls = append(w.calls, fmt.Sprint("request ", guides.Kind.Wanted(request)))
}
func (w *worker) Keep(points []int) { w.calls = append(w.calls, fmt.Sprint("keep ", points)) }

// came checks the requests since the last call.
func (w *worker) came(t *testing.T, after string, want ...string) {
	t.Helper()
	if !slices.Equal(w.calls, want) {
		t.Errorf("%s: requested %q, want %q", after, w.calls, want)
	}
	w.calls = nil
}

func plan(children int) exchange.Request {
	s := scene.DefaultSettings()
	s.Children = children
	return exchange.Request{Settings: s}
}

// A plan is requested once. A failed plan is reverted with its reason, until another is requested.
func TestPlans(t *testing.T) {
	w := &worker{}
	r := New(w)
	r.Open([]string{"a"}, plan(5))
	w.came(t, "opening", "open [a] 5")
	if r.SetPlan(plan(5)) {
		t.Error("the plan of the opening is requested again")
	}
	if !r.SetPlan(plan(6)) || r.SetPlan(plan(6)) || r.Plan() != plan(6) {
		t.Error("another plan is not requested once")
	}
	w.came(t, "another plan", "want 6")
	r.TakeBack(plan(5), plan(5), errors.New("no room"))
	w.came(t, "back to the plan that was made")
	if r.Refused() == nil || r.Plan() != plan(5) {
		t.Errorf("refused: %v", r.Refused())
	}
	r.TakeBack(plan(7), plan(5), nil)
	w.came(t, "back, with another change", "want 7")
	if r.Refused() != nil {
		t.Errorf("refused after it was canceled: %v", r.Refused())
	}
	r.TakeBack(plan(5), plan(5), errors.New("no room"))
	if r.SetPlan(plan(8)); r.Refused() != nil {
		t.Errorf("refused after another request: %v", r.Refused())
	}
	w.came(t, "the next plan", "want 8")
}

// A query is requested once, until it is dropped or another recording is open.
func TestQueries(t *testing.T) {
	w := &worker{}
	r := New(w)
	guide := query.NewRequest(guides.Kind.Of(guides.Query{Points: 3}))
	if r.SetQuery(query.Request{}) || !r.SetQuery(guide) || r.SetQuery(guide) || r.Query() != guide {
		t.Error("a query is not requested once")
	}
	w.came(t, "a query", "request true")
	r.Forget()
	w.came(t, "forgetting", "request false")
	if !r.SetQuery(guide) {
		t.Error("not requested again after it was forgotten")
	}
	w.came(t, "again", "request true")
	base := trees.Baseline{Paths: seq.Of("b")}
	r.Opened(plan(9).Settings, base)
	w.came(t, "opened")
	if p := r.Plan(); p.Settings.Children != 9 || p.Baseline != base || r.Query() != (query.Request{}) {
		t.Errorf("the plan is %+v", p)
	}
	if !r.SetQuery(guide) {
		t.Error("not requested of the next recording")
	}
}

func TestKeep(t *testing.T) {
	w := &worker{}
	r := New(w)
	r.Keep(nil)
	r.Keep([]int{1, 2})
	r.Keep([]int{1, 2})
	w.came(t, "points", "keep [1 2]")
	r.Opened(plan(1).Settings, trees.Baseline{})
	r.Keep([]int{1, 2})
	r.Keep(nil)
	w.came(t, "the next recording", "keep [1 2]", "keep []")
}

// TestOpening: while a recording is being opened, no plan is requested. After an opening that failed or was canceled, the plan before it is the last
// one requested, so that it is not requested again and its error stays.
func TestOpening(t *testing.T) {
	w := &worker{}
	r := New(w)
	r.SetPlan(plan(1))
	r.Open([]string{"a"}, plan(2))
	r.Open([]string{"b"}, plan(3))
	if !r.Opening(true) {
		t.Error("a busy worker has ended the opening")
	}
	if r.Opening(false) || r.SetPlan(plan(1)) {
		t.Error("after an opening that failed, the plan before it is requested again")
	}
	r.Open([]string{"c"}, plan(4))
	r.Opened(plan(4).Settings, trees.Baseline{})
	if r.Opening(true) || r.SetPlan(plan(4)) {
		t.Error("after an opening, its plan is requested again")
	}
}
