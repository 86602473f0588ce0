package state

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/analysis/window"
	"memcity/city/budget"
	"memcity/city/citytest"
	"memcity/city/scene"
	"memcity/city/scene/scenetest"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/diffs"
	"memcity/city/view/graphs"
	"memcity/city/view/inspect"
	"memcity/city/view/table"
	"memcity/city/view/treemap"
	"memcity/city/view/trends"
	"memcity/city/view/whatif"
	"memcity/trace/tracetest/golden"
)

// TestWalks writes random user actions and their changes of the state, one kind of action at a time.
func TestWalks(t *testing.T) {
	for name, actions := range map[string][]choice{"time": timeActions, "selection": selectionActions, "choices": choiceActions,
		"views": viewActions, "guide": guideActions, "camera": cameraActions} {
		var w strings.Builder
		for seed := range uint64(3) {
			walk := newWalk(seed)
			for range 60 {
				walk.do(&w, actions[walk.n(len(actions))])
			}
			fmt.Fprintln(&w)
		}
		golden.File(t, "walk_"+name+".txt", w.String())
	}
}

// A choice is a kind of action with random arguments.
type choice struct {
	label  string
	action func(*walk) Action
}

// walk is a user at random.
type walk struct {
	rng    *rand.Rand
	state  State
	now    time.Duration
	series *trees.Series
}

func newWalk(seed uint64) *walk {
	w := &walk{rng: rand.New(rand.NewPCG(seed, 3)), state: NewState(7, scene.DefaultSettings())}
	p := scenetest.Plan(citytest.RandomPoints(seed, citytest.RandomSpec{Points: 7, Nodes: 40, Depth: 3, Width: 6}), w.state.Settings)
	w.series = p.Series
	w.state = after(w.state, Resize{Aspect: 1.5}, Rebound{Bounds: p.Bounds(), Plan: p})
	return w
}

// do takes a step and writes its changes.
func (w *walk) do(out *strings.Builder, c choice) {
	before, a := w.texts(), c.action(w)
	w.state = Step(w.state, a)
	fmt.Fprintf(out, "%s %s\n", c.label, changed(a))
	for i, text := range w.texts() {
		if text != before[i] {
			fmt.Fprintln(out, "   ", text)
		}
	}
}

// changed formats an action; of settings, only values that are not the default.
func changed(a Action) string {
	switch a := a.(type) {
	case Set:
		return fmt.Sprintf("%v %g %v %v drag %q", a.To.Unit, a.To.PlaySpeed, a.To.Loop, a.To.By, a.Drag)
	case FollowGuide:
		return a.To.Name
	case SetTreemap:
		return fmt.Sprint(int(a.To.Kind), a.To.Order, a.To.Scaled, a.To.Points)
	case Rebound:
		return golden.Text(a.Bounds)
	}
	return golden.Text(a)
}

// texts returns the parts of the state as texts, by name.
func (w *walk) texts() []string {
	s := w.state
	at, wake := s.Wake()
	from, to, comparing := s.Comparing()
	ages, known := s.AgesQuery(s.Settings.Grouping(), w.series)
	diff, followed := s.DiffQuery(s.Settings.Grouping(), w.series)
	out := []string{
		fmt.Sprintf("points %d, whole %v", s.Points, s.Whole()), fmt.Sprint("point ", s.Point), fmt.Sprint("first ", s.First()),
		fmt.Sprint("last ", s.Last()), fmt.Sprint("window ", s.Window), fmt.Sprint("span ", golden.Text(s.Span)),
		fmt.Sprintf("follows %v, %d arrived, frozen %v", s.Follow, s.Arrived, s.Frozen), fmt.Sprint("plays ", s.Playing, ", since ", s.PlayedAt),
		fmt.Sprint("wakes at ", at, " ", wake), fmt.Sprintf("selected %q, isolated %v", s.Selected(), s.Isolated), fmt.Sprint("hover ", s.Hover),
		fmt.Sprint("marks ", s.Marks, ", notes ", s.Notes), fmt.Sprint("view ", s.View), fmt.Sprint("divided by ", s.Division),
		fmt.Sprint("compares ", from, " ", to, " ", comparing),
		fmt.Sprint("beside ", golden.Text(s.Baseline), ", split ", golden.Text(s.Split())),
		fmt.Sprint("removed ", golden.Text(s.Removals)), fmt.Sprint("rules ", s.Rules != nil), fmt.Sprint("metric ", s.Settings.Unit),
		fmt.Sprint("measure ", s.Settings.SizeKind), fmt.Sprint("by ", golden.Text(s.Settings.By)),
		fmt.Sprintf("speed %g, loop %v", s.Settings.PlaySpeed, s.Settings.Loop),
		fmt.Sprintf("back %d, forward %d, undo %d, redo %d, drag %q", len(s.back), len(s.forward), len(s.undo), len(s.redo), s.drag),
		fmt.Sprint("can ", s.CanGoBack(), s.CanGoForward(), s.CanUndo(), s.CanRedo()),
		fmt.Sprintf("guide: finding %d, stage %d, step %d of %d", s.Guide.Finding, s.Guide.Stage, s.Guide.At, len(s.Guide.Stops)),
		fmt.Sprint("camera ", golden.Text(s.Camera)), fmt.Sprint("bounds ", golden.Text(s.Bounds)),
		fmt.Sprint("flies ", s.Flying(), ", at home ", s.AtHome()), fmt.Sprintf("aspect %.4g, frame %s", s.Aspect, golden.Text(s.Frame)),
		fmt.Sprint("ages ", golden.Text(ages), " ", known), fmt.Sprint("diff ", golden.Text(diff), " ", followed),
		fmt.Sprint("kept ", s.Kept(w.series)), fmt.Sprint("points beside ", s.ComparedPoints()),
		fmt.Sprint("inspects ", golden.Text(inspect.View.Of(s.Views))), fmt.Sprint("explores ", golden.Text(s.Explored())),
		fmt.Sprint("tree ", golden.Text(treemap.View.Of(s.Views))), fmt.Sprint("trends ", golden.Text(trends.View.Of(s.Views))),
		fmt.Sprint("table ", golden.Text(table.View.Of(s.Views))),
	}
	return out
}

func (w *walk) n(n int) int { return w.rng.IntN(n) }

func (w *walk) flip() bool { return w.rng.IntN(2) == 0 }

// key is one of a few groups.
func (w *walk) key() string {
	return []string{"Heap#a", "Heap#a#b", "Heap#c", "Heap#a#b#d", "Heap#e"}[w.n(5)]
}

func (w *walk) drag() string { return []string{"", "a", "a", "b"}[w.n(4)] }

func (w *walk) window() trees.Window { return trees.Window{From: w.n(10) - 2, To: w.n(10) - 1} }

// within returns a random number up to a limit on either side of 0.
func (w *walk) within(limit float64) float64 { return limit * (2*w.rng.Float64() - 1) }

func (w *walk) place() scene.Vec {
	b := w.state.Bounds
	return scene.Vec{X: b.Max.X * w.rng.Float64() * 1.2, Y: b.Max.Y * w.rng.Float64(), Z: b.Max.Z * w.rng.Float64() * 1.2}
}

func (w *walk) removal() whatif.Removal {
	if w.n(4) == 0 {
		return whatif.RootRemoval("static field a.B.list")
	}
	return whatif.GroupRemoval(trees.By("package", "type"), w.key())
}

var timeActions = []choice{
	{"go to", func(w *walk) Action { return GoTo{w.n(10) - 2} }},
	{"move", func(w *walk) Action { return Move{w.n(5) - 2} }},
	{"toggle play", func(w *walk) Action { return TogglePlay{w.now} }},
	{"toggle play", func(w *walk) Action { return TogglePlay{w.now} }},
	{"tick", func(w *walk) Action { return w.tick() }},
	{"tick", func(w *walk) Action { return w.tick() }},
	{"tick", func(w *walk) Action { return w.tick() }},
	{"tick", func(w *walk) Action { return w.tick() }},
	{"set window", func(w *walk) Action { return SetWindow{Window: w.window()} }},
	{"follow", func(w *walk) Action { return Follow{w.flip()} }},
	{"freeze", func(w *walk) Action { return Freeze{w.flip()} }},
	{"more points", func(w *walk) Action { return w.extend() }},
	{"extend", func(w *walk) Action { return Extend{Points: w.n(9)} }},
	{"undo", func(w *walk) Action { return Undo{} }},
	{"redo", func(w *walk) Action { return Redo{} }},
	{"set", func(w *walk) Action { return w.set() }},
}

// tick advances by a time that is often exactly the interval of playback.
func (w *walk) tick() Action {
	every := time.Duration(w.state.Settings.PlaySpeed * float64(time.Second))
	w.now += []time.Duration{every, every, every - 1, every / 2}[w.n(4)]
	return Tick{w.now}
}

func (w *walk) extend() Action {
	a := Extend{Points: 1 + w.n(9)}
	for at := range w.state.Points {
		a.Places = append(a.Places, max(at-w.n(2), 0))
	}
	return a
}

// set changes a few settings.
func (w *walk) set() Action {
	to := w.state.Settings
	switch w.n(4) {
	case 0:
		to.Unit = trees.Unit(w.n(2))
	case 1:
		to.PlaySpeed = []float64{0.1, 0.5, 2}[w.n(3)]
	case 2:
		to.Loop = w.flip()
	default:
		to.By = seq.Of([]string{"type", "package", "thread"}[w.n(3)])
	}
	return Set{To: to, Drag: w.drag()}
}

var views = []View{CityView, graphs.View.ID, inspect.View.ID, treemap.View.ID, trends.View.ID}

var selectionActions = []choice{
	{"select", func(w *walk) Action { return Select{Key: w.key(), Add: w.flip()} }},
	{"select", func(w *walk) Action { return Select{Key: w.key(), Add: true} }},
	{"select", func(w *walk) Action { return Select{Add: w.flip()} }},
	{"deselect", func(w *walk) Action { return Deselect{[]string{w.key(), w.key()}} }},
	{"select rows", func(w *walk) Action { return SelectRows{[]string{w.key(), w.key()}[w.n(3)%2:], w.flip()} }},
	{"select rows", func(w *walk) Action { return SelectRows{[]string{w.key()}, true} }},
	{"select rows", func(w *walk) Action { return SelectRows{} }},
	{"back", func(w *walk) Action { return Back{w.now} }},
	{"back", func(w *walk) Action { return Back{w.now} }},
	{"forward", func(w *walk) Action { return Forward{w.now} }},
	{"show", func(w *walk) Action { return Show{views[w.n(len(views))]} }},
	{"visit", func(w *walk) Action { return Visit{views[w.n(len(views))], w.key()} }},
	{"visit", func(w *walk) Action { return Visit{View: views[w.n(len(views))]} }},
	{"toggle isolate", func(w *walk) Action { return ToggleIsolate{} }},
	{"hover over", func(w *walk) Action { return HoverOver{w.key()} }},
	{"visit object", func(w *walk) Action {
		return VisitObject{View: views[1+w.n(2)], Point: w.n(7), Object: uint32(w.n(3)), Key: []string{"", w.key()}[w.n(2)]}
	}},
	{"go to", func(w *walk) Action { return GoTo{w.n(7)} }},
	{"open rows", func(w *walk) Action { return OpenRows{views[w.n(len(views))], []string{w.key()}, w.flip()} }},
}

var choiceActions = []choice{
	{"mark", func(w *walk) Action { return Mark{w.key(), []*scene.RGB{nil, {R: 9}, {G: 7}}[w.n(3)]} }},
	{"note", func(w *walk) Action { return Note{w.key(), []string{"", "mine", "yours"}[w.n(3)]} }},
	{"set", func(w *walk) Action { return w.set() }},
	{"set", func(w *walk) Action { return w.set() }},
	{"set window", func(w *walk) Action { return SetWindow{w.window(), w.drag()} }},
	{"choose window", func(w *walk) Action {
		return ChooseWindow{w.window(), window.Span{Start: 1, End: 3, FromGC: 1, ToGC: 2}, w.drag()}
	}},
	{"end drag", func(w *walk) Action { return EndDrag{} }},
	{"undo", func(w *walk) Action { return Undo{} }},
	{"undo", func(w *walk) Action { return Undo{} }},
	{"redo", func(w *walk) Action { return Redo{} }},
	{"divide", func(w *walk) Action {
		return Divide{[]scene.Division{scene.Undivided, scene.ByCut, scene.ByFate, scene.ByAge}[w.n(4)]}
	}},
	{"take out", func(w *walk) Action { return Remove{[]whatif.Removal{w.removal()}} }},
	{"put back", func(w *walk) Action { return Restore{[]whatif.Removal{w.removal()}, w.n(5) == 0} }},
	{"compare with", func(w *walk) Action { return CompareWith{w.baseline()} }},
	{"keep baseline", func(w *walk) Action { return KeepBaseline{w.baseline(), scene.ByBaseline} }},
	{"keep grouping", func(w *walk) Action { return KeepGrouping{trees.By("type")} }},
	{"use rules", func(w *walk) Action { return UseRules{[]*budget.RulesFile{nil, {Path: "rules"}}[w.n(2)]} }},
	{"go to", func(w *walk) Action { return GoTo{w.n(7)} }},
	{"probable pairs", func(w *walk) Action {
		probable := diffs.View.Of(w.state.Views)
		probable.Probable = w.flip()
		return SetView(diffs.View, probable)
	}},
}

func (w *walk) baseline() trees.Baseline {
	return trees.Baseline{Paths: []seq.Seq[string]{{}, seq.Of("base.memtrace")}[w.n(2)], At: w.n(3) - 1, Shares: w.flip()}
}

var viewActions = []choice{
	{"inspect by", func(w *walk) Action { return InspectBy{seq.Of([]string{"type", "thread"}[w.n(2)])} }},
	{"walk to", func(w *walk) Action { return WalkTo{uint32(w.n(4))} }},
	{"walk to", func(w *walk) Action { return WalkTo{uint32(w.n(4))} }},
	{"walk by", func(w *walk) Action { return WalkBy{w.n(7) - 3} }},
	{"end walk", func(w *walk) Action { return EndWalk{} }},
	{"select", func(w *walk) Action { return Select{Key: w.key()} }},
	{"explore", func(w *walk) Action { return Explore{graphs.Step{Kind: graphs.StepKind(w.n(3)), Node: "n"}} }},
	{"explore", func(w *walk) Action { return Explore{graphs.Step{Kind: graphs.ExpandOut}} }},
	{"explore back", func(w *walk) Action { return ExploreBack{w.n(3) == 0} }},
	{"explore forward", func(w *walk) Action { return ExploreForward{} }},
	{"set treemap", func(w *walk) Action {
		return SetTreemap{treemap.State{Kind: treemap.Kind(w.n(3)),
			Order:  []trends.Order{trends.GrowthOrder, trends.EndOrder, trends.RelativeOrder}[w.n(3)],
			Scaled: w.flip(), Points: []int{w.n(9) - 1, 3, 3, w.n(9), 2, 5, 6, 0}[:w.n(9)]}}
	}},
	{"toggle tree point", func(w *walk) Action { return ToggleTreePoint{w.n(9) - 1} }},
	{"toggle tree point", func(w *walk) Action { return ToggleTreePoint{w.n(7)} }},
	{"toggle tree point", func(w *walk) Action { return ToggleTreePoint{w.n(7)} }},
	{"drill", func(w *walk) Action {
		return Drill{treemap.Root{Key: w.key(), Rest: []int{0, 0, 2, -1, treemap.MaxRest + 1}[w.n(5)]}}
	}},
	{"drill", func(w *walk) Action { return Drill{} }},
	{"set trends", func(w *walk) Action { return SetTrends{trends.State{NoRest: w.flip(), Style: trends.Style(w.n(2))}} }},
	{"open trend", func(w *walk) Action { return OpenTrend{w.n(4) - 1, []string{"", w.key(), w.key()}[w.n(3)]} }},
	{"open trend", func(w *walk) Action { return OpenTrend{len(trends.View.Of(w.state.Views).Levels), w.key()} }},
	{"close trend", func(w *walk) Action { return CloseTrend{w.n(4)} }},
	{"back", func(w *walk) Action { return Back{w.now} }},
	{"forward", func(w *walk) Action { return Forward{w.now} }},
	{"undo", func(w *walk) Action { return Undo{} }},
	{"redo", func(w *walk) Action { return Redo{} }},
	{"set window", func(w *walk) Action { return SetWindow{Window: w.window()} }},
}

var guideActions = []choice{
	{"follow guide", func(w *walk) Action { return FollowGuide{w.stop()} }},
	{"follow guide", func(w *walk) Action { return FollowGuide{w.stop()} }},
	{"follow guide", func(w *walk) Action { return FollowGuide{w.stop()} }},
	{"retrace", func(w *walk) Action { return Retrace{w.n(8) - 1, w.now} }},
	{"explain", func(w *walk) Action { return Explain{w.n(4) - 1} }},
	{"undo", func(w *walk) Action { return Undo{} }},
	{"redo", func(w *walk) Action { return Redo{} }},
	{"back", func(w *walk) Action { return Back{w.now} }},
	{"forward", func(w *walk) Action { return Forward{w.now} }},
	{"select", func(w *walk) Action { return Select{Key: w.key()} }},
	{"note", func(w *walk) Action { return Note{w.key(), []string{"", "mine"}[w.n(2)]} }},
	{"set window", func(w *walk) Action { return SetWindow{Window: w.window()} }},
	{"take out", func(w *walk) Action { return Remove{[]whatif.Removal{w.removal()}} }},
	{"rebound", func(w *walk) Action {
		b := w.state.Bounds
		b.Max = b.Max.Mul([]float64{0.5, 1, 2}[w.n(3)])
		return Rebound{Bounds: b, Plan: w.state.plan}
	}},
}

// stop returns a step that the guide may suggest.
func (w *walk) stop() GuideStop {
	in := []string{"", "city", "graph", "group", "trends", "tree", "none"}[w.n(7)]
	show := findings.Highlight{View: in}
	if w.flip() {
		show.Keys = []string{w.key()}
	}
	if w.n(3) == 0 {
		show.By = []string{"type"}
	}
	if w.n(3) == 0 {
		show.From, show.To = 1+w.n(4), 4+w.n(3)
	}
	if w.n(4) == 0 {
		show.Start, show.End, show.FromGC, show.ToGC = 100, float64(99+w.n(3)), 1, 3
	}
	if w.flip() {
		show.At = w.n(8)
	}
	stop := GuideStop{Name: golden.Text(show), Finding: w.n(3), Stage: 1 + w.n(3), Show: show}
	if w.n(3) == 0 {
		stop.WhatIf = []whatif.Removal{{Kind: whatif.CutGuide, Finding: stop.Finding, Cut: w.n(2)}}
	}
	return stop
}

var cameraActions = []choice{
	{"fly to", func(w *walk) Action { return FlyTo{w.pose(), w.now} }},
	{"fly to", func(w *walk) Action { return FlyTo{w.pose(), w.now} }},
	{"tick", func(w *walk) Action { w.now += flightLength / 2; return Tick{w.now} }},
	{"tick", func(w *walk) Action { w.now += flightLength; return Tick{w.now} }},
	{"tick", func(w *walk) Action { w.now += flightLength / 7; return Tick{w.now} }},
	{"look", func(w *walk) Action { return Look{w.pose()} }},
	{"zoom", func(w *walk) Action { return Zoom{w.place(), 1 + w.within(0.9)} }},
	{"zoom", func(w *walk) Action { return Zoom{w.place(), 0.2} }},
	{"pan", func(w *walk) Action { return Pan{w.place(), w.place()} }},
	{"orbit", func(w *walk) Action { return Orbit{w.place(), w.within(2), w.within(1)} }},
	{"walk", func(w *walk) Action {
		return Walk{float64(w.n(3) - 1), float64(w.n(3) - 1), float64(w.n(3) - 1), time.Duration(w.n(2000)) * time.Millisecond, float64(w.n(3))}
	}},
	{"rebound", func(w *walk) Action {
		b := w.state.Bounds
		b.Max = b.Max.Mul([]float64{0.5, 1, 2}[w.n(3)])
		return Rebound{Bounds: b, Growing: w.n(4) == 0, Plan: w.state.plan}
	}},
	{"resize", func(w *walk) Action {
		frames := []scene.Frame{{}, {Left: -0.4, Bottom: -0.5, Right: 0.6, Top: 0.8}}
		return Resize{Aspect: []float64{0, 0.5, 1.5, 2}[w.n(4)], Frame: frames[w.n(2)], Fit: w.flip()}
	}},
	{"select", func(w *walk) Action { return Select{Key: w.key()} }},
	{"back", func(w *walk) Action { return Back{w.now} }},
	{"forward", func(w *walk) Action { return Forward{w.now} }},
	{"fly to", func(w *walk) Action {
		return FlyTo{scene.Look{}.Home(w.state.Bounds, w.state.Aspect, w.state.Frame), w.now}
	}},
}

func (w *walk) pose() scene.Camera {
	return scene.Camera{Target: w.place(), Yaw: w.within(8), Pitch: w.within(2), Distance: w.state.Bounds.Radius() * w.rng.Float64() * 3}
}
