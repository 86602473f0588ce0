package state

import (
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/city/budget"
	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/trees"
)

func leakFound() *findings.Report {
	h := findings.Highlight{View: "graph", By: []string{"type"}, Keys: []string{"Heap#a.A"}, At: 4, From: 2, To: 4}
	return &findings.Report{Findings: []findings.Finding{{Rule: findings.RuleLeak, Title: "Leak", Explain: []string{"it grows"}, Highlight: h,
		Growth: &findings.Pile{Groups: []findings.Group{{Type: "a.A", GrowthObjects: 3, GrowthBytes: 48}},
			Path: []findings.PathStep{{Type: "static field a.B.list"}}},
		References: []findings.Reference{{Text: "a.B.list", Recommended: true}}}}}
}

// followed returns the state after all guide steps of a finding, and the states before each.
func followed(t *testing.T, s State, g *findings.Report) (State, []State) {
	t.Helper()
	var before []State
	for i := range g.Findings[0].Stages() {
		stop, ok := Stop(g, 0, i)
		if !ok {
			t.Fatal("no stop", i)
		}
		before = append(before, s)
		s = Step(s, FollowGuide{stop})
	}
	return s, before
}

// shows returns the parts of a state that a guide step changes.
func shows(s State) []any {
	return []any{s.View, s.Point, s.Window, s.Selection, s.Settings, s.Guide.At, s.Guide.Stage}
}

func TestLeakStages(t *testing.T) {
	var views []string
	for _, stage := range leakFound().Findings[0].Stages() {
		views = append(views, stage.Show.View)
	}
	if want := []string{"overview", "trends", "", "graph", "group", "city"}; !slices.Equal(views, want) {
		t.Errorf("the stages show %q, want %q", views, want)
	}
	bare := findings.Finding{Rule: findings.RuleLeak, Highlight: findings.Highlight{View: "overview", Start: 1, End: 2}}
	for i, stage := range bare.Stages() {
		if i > 0 && (len(stage.Text) == 0 || Valid(stage.Show)) {
			t.Errorf("stage %q of an input that has no data: %q, shows %v", stage.Name, stage.Text, stage.Show)
		}
	}
}

func TestChurnStages(t *testing.T) {
	f := findings.Finding{Rule: findings.RuleChurn, Explain: []string{"much dies"},
		Highlight: findings.Highlight{View: "churn", Start: 1, End: 2, FromGC: 3, ToGC: 4},
		Churn: &findings.ChurnFinding{Objects: 10, YoungObjects: 9, Types: []findings.Amount{{Name: "a.A"}},
			Sites: []findings.Amount{{Name: "a.B.m"}}, Advice: "reuse"}}
	stages := f.Stages()
	if len(stages) != 5 || stages[0].Show.View != "overview" || stages[1].Show.FromGC != 3 || stages[4].Text[0] != "reuse" {
		t.Errorf("stages %+v", stages)
	}
}

// One Undo, or one Back, reverts a whole step; Redo and Forward repeat it.
func TestGuideStepIsOne(t *testing.T) {
	for name, way := range map[string][2]Action{"undo": {Undo{}, Redo{}}, "back": {Back{}, Forward{}}} {
		s := Step(NewState(6, scene.DefaultSettings()), Select{Key: "Heap"})
		s, before := followed(t, s, leakFound())
		end := shows(s)
		for _, want := range slices.Backward(before) {
			s = Step(s, way[0])
			if got := shows(s); !reflect.DeepEqual(got, shows(want)) {
				t.Errorf("%s: %v, want %v", name, got, shows(want))
			}
		}
		for range before {
			s = Step(s, way[1])
		}
		if got := shows(s); !reflect.DeepEqual(got, end) {
			t.Errorf("%s and again: %v, want %v", name, got, end)
		}
		if s.CanRedo() || s.CanGoForward() {
			t.Errorf("%s: something is left to be made again", name)
		}
	}
}

func TestRetrace(t *testing.T) {
	first := Step(NewState(6, scene.DefaultSettings()), Mark{Key: "Heap", Color: &scene.RGB{R: 1}})
	s, before := followed(t, first, leakFound())
	for at, want := range before {
		got := Step(s, Retrace{At: at})
		if !reflect.DeepEqual(shows(got), shows(want)) || len(got.Guide.Stops) != len(before) {
			t.Errorf("gone to %d: %v with %d steps, want %v", at, shows(got), len(got.Guide.Stops), shows(want))
		}
		if len(got.Marks) != 1 {
			t.Error("a mark got lost")
		}
		if again := Step(got, Retrace{At: len(before)}); !reflect.DeepEqual(shows(again), shows(s)) {
			t.Errorf("from %d to the end again: %v, want %v", at, shows(again), shows(s))
		}
		if back := Step(got, Undo{}); !reflect.DeepEqual(shows(back), shows(s)) {
			t.Errorf("gone to %d and taken back: %v, want %v", at, shows(back), shows(s))
		}
	}
	for _, at := range []int{-1, 99, s.Guide.At} {
		if got := Step(s, Retrace{At: at}); !reflect.DeepEqual(shows(got), shows(s)) {
			t.Errorf("going to %d: %v", at, shows(got))
		}
	}
}

// A step may change the grouping and thereby the ground. Back at the start, the city has its old size.
func TestRetraceOverOtherGround(t *testing.T) {
	wide, narrow := scene.Box{Max: scene.Vec{X: 100, Y: 20, Z: 100}}, scene.Box{Max: scene.Vec{X: 80, Y: 20, Z: 80}}
	s := Step(Step(NewState(6, scene.DefaultSettings()), Resize{Aspect: 1.6}), Rebound{Bounds: wide})
	start := s.Camera
	s, _ = followed(t, s, leakFound())
	s = Step(Step(s, Rebound{Bounds: narrow}), Retrace{At: 1})
	for name, at := range map[string]State{"retraced": s, "gone back": Step(s, Back{})} {
		got := Step(Step(at, Retrace{At: 0}), Rebound{Bounds: wide})
		got = Step(Step(got, Tick{Now: time.Second}), Tick{Now: time.Hour})
		if math.Abs(got.Camera.Distance/start.Distance-1) > 0.02 { // the limit above the ground moves it a little
			t.Errorf("%s to the start, the city is seen from %v, want %v", name, got.Camera, start)
		}
	}
}

// Highlights count GC points of the recording. If some could not be read, the plan has fewer.
func TestGuideOfGapsInTime(t *testing.T) {
	var list []trees.PointTree
	for _, source := range []int{0, 2, 3, 7} {
		p := citytest.Points(citytest.Inner("Heap", citytest.Leaf("A", 1, 8)))[0]
		p.Source = source
		list = append(list, p)
	}
	names := list[0].Tree.Names
	for i := range list {
		list[i].Tree.Names = names // all were made alike
	}
	series := trees.NewSeries(list)
	plan := scene.NewPlan(series, trees.NewMeta(series, trees.Window{From: 0, To: 3}), scene.DefaultSettings())
	s := Step(NewState(4, scene.DefaultSettings()), Rebound{Bounds: plan.Bounds(), Plan: plan})
	for _, c := range []struct{ at, from, to, point, first, last int }{{8, 3, 8, 3, 1, 3}, {4, 1, 4, 2, 0, 2}, {6, 2, 7, 2, 0, 2},
		{1, 1, 1, 0, 0, 0}} {
		got := Step(s, FollowGuide{GuideStop{Show: findings.Highlight{View: "heap", At: c.at, From: c.from, To: c.to}}})
		if got.Point != c.point || got.Window != (trees.Window{From: c.first, To: c.last}) {
			t.Errorf("GC point %d of %d to %d: shows %d of %v", c.at, c.from, c.to, got.Point, got.Window)
		}
	}
}

// Closing the guide restores the state from before the first step, but not marks and the look. One Undo brings back the last step. The user
// did not choose the grouping of a step.
func TestLeaveGuide(t *testing.T) {
	first := Step(NewState(6, scene.DefaultSettings()), Select{Key: "Heap"})
	s, _ := followed(t, first, leakFound())
	if s.ChosenChain() != first.Settings.By || s.Settings.By == first.Settings.By {
		t.Errorf("grouped by %v in the guide, chosen %v, want %v", s.Settings.By, s.ChosenChain(), first.Settings.By)
	}
	s = Step(s, Mark{Key: "Heap", Color: &scene.RGB{R: 1}})
	dark := s.Settings
	dark.Theme = scene.Dark
	s = Step(s, Set{To: dark})
	got := Step(s, LeaveGuide{})
	want := first
	want.Settings.Theme = scene.Dark
	if !reflect.DeepEqual(shows(got), shows(want)) || len(got.Guide.Stops) != 0 || len(got.Marks) != 1 {
		t.Errorf("left: %v with %d steps and %d marks, want %v", shows(got), len(got.Guide.Stops), len(got.Marks), shows(want))
	}
	if back := Step(got, Undo{}); !reflect.DeepEqual(shows(back), shows(s)) {
		t.Errorf("undone: %v, want %v", shows(back), shows(s))
	}
	if idle := Step(first, LeaveGuide{}); !reflect.DeepEqual(shows(idle), shows(first)) || len(idle.back) != len(first.back) {
		t.Errorf("left without a step: %v, want %v", shows(idle), shows(first))
	}
	own := s.Settings
	own.By = seq.Of("loader")
	if s = Step(s, Set{To: own}); s.ChosenChain() != own.By {
		t.Errorf("chosen %v after the steps, want %v", s.ChosenChain(), own.By)
	}
	s = Step(s, UseRules{File: &budget.RulesFile{Path: "rules.yaml"}})
	s = Step(Step(s, ChooseWindow{Window: trees.Window{From: 1, To: 2}}), Select{Key: "Heap#own"})
	if got := Step(s, LeaveGuide{}); got.Settings.By != own.By || got.Rules != s.Rules || got.Window != s.Window || got.Selection != "Heap#own" {
		t.Errorf("the user's own changes are lost: by %v, rules %v, window %v, selection %s", got.Settings.By, got.Rules, got.Window, got.Selection)
	}
}
