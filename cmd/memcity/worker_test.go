package main

import (
	"context"
	"errors"
	"image"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/city/budget"
	"memcity/city/exchange"
	"memcity/city/query"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/window"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// fakeWorker publishes the results that a test supplies.
type fakeWorker struct {
	mu        sync.Mutex
	result    exchange.Result
	notify    func()
	opened    [][]string
	wanted    []exchange.Request
	requested []query.Request
	canceled  int
	rules     []budget.Rule
	armed     []budget.Rule
	kept      []int
	closed    bool
}

func (f *fakeWorker) Open(paths []string, req exchange.Request) {
	f.opened = append(f.opened, paths)
	f.publish(func(r *exchange.Result) { r.Busy = true })
}

func (f *fakeWorker) Request(r query.Request) { f.requested = append(f.requested, r) }

func (f *fakeWorker) Want(req exchange.Request) {
	f.wanted = append(f.wanted, req)
	f.publish(func(r *exchange.Result) { r.Busy = true })
}

func (f *fakeWorker) SetRules(rules []budget.Rule) { f.rules = rules }
func (f *fakeWorker) Rearm(rule budget.Rule)       { f.armed = append(f.armed, rule) }
func (f *fakeWorker) Keep(points []int)            { f.kept = points }

func (f *fakeWorker) Save(context.Context, string, func(string, func(io.Writer) error) error, func(query.Progress)) error {
	return errors.New("there is nothing to save")
}

func (f *fakeWorker) Describe(string, string) (string, error) {
	return "", errors.New("there is nothing to describe")
}

func (f *fakeWorker) Cancel() { f.canceled++ }
func (f *fakeWorker) Close()  { f.closed = true }

func (f *fakeWorker) Result() exchange.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.result
}

// publish changes the result and notifies the window, from another goroutine.
func (f *fakeWorker) publish(change func(r *exchange.Result)) {
	f.mu.Lock()
	change(&f.result)
	f.result.Version++
	f.mu.Unlock()
	done := make(chan bool)
	go func() {
		f.notify()
		close(done)
	}()
	<-done
}

// show publishes a plan of the first points of town.
func (f *fakeWorker) show(t *testing.T, points int, settings scene.Settings, opening int) {
	r := town()
	r.Points = r.Points[:points]
	series, err := recording.New(r, recording.Options{}).Series(t.Context(), settings.Grouping(), nil, nil)
	if err != nil {
		panic(err)
	}
	plan := scene.NewPlan(series, trees.NewMeta(series, trees.Window{From: 0, To: points - 1}), settings)
	f.publish(func(r *exchange.Result) {
		r.Opening, r.Name, r.Plan, r.Grouping.By, r.Request.Settings = opening, "town", plan, settings.By, settings
		r.Whole, r.Busy = points == townPoints, points < townPoints
		r.Progress = query.Progress{Done: int64(points), Total: townPoints, What: "reading"}
	})
}

// withFake runs f with a window whose worker does nothing on its own.
func withFake(t *testing.T, f func(w *screen, worker *fakeWorker)) {
	t.Helper()
	worker := &fakeWorker{}
	options := window.Options(&cli.Definitions{})
	options.Start = func(notify func()) render.Worker {
		worker.notify = notify
		return worker
	}
	inNewWindow(t, options, func(w *screen) {
		w.DrawLate()
		f(w, worker)
	})
	if !worker.closed {
		t.Error("the worker is not closed with the window")
	}
}

// pass lets a window notice a worker that stays busy.
func (w *screen) pass() {
	for range 3 {
		w.check(w.App.Panels().Settle())
		w.check(w.Advance(time.Millisecond))
	}
	w.check(w.App.Panels().Settle())
}

func (w *screen) press1(name string, mods action.Mods) {
	w.Send(render.Key{Name: name, Down: true, Mods: mods})
	w.Send(render.Key{Name: name, Mods: mods})
	w.pass()
}

func TestWorkerThatNeverReplies(t *testing.T) {
	withFake(t, func(w *screen, f *fakeWorker) {
		w.App.Open("somewhere")
		w.pass()
		w.item(model.ProgressP, "button", "Cancel")
		f.publish(func(r *exchange.Result) { r.Progress = query.Progress{Done: 5, Total: 0, What: "reading"} })
		w.pass()
		f.publish(func(r *exchange.Result) {
			r.Progress = query.Progress{Done: 50, Total: 10, What: strings.Repeat("reading ", 300)}
		})
		w.pass()
		w.item(model.ProgressP, "text", "100 %")
		w.press1("?", 0)
		if w.App.Panels().Rect(model.Help) == (image.Rectangle{}) {
			t.Error("the help does not open meanwhile")
		}
		w.press1("Escape", 0)
		w.press1("Escape", 0)
		if f.canceled != 1 {
			t.Errorf("Esc cancels %d times", f.canceled)
		}
		w.App.Open("elsewhere")
		if len(f.opened) != 2 {
			t.Errorf("opened: %v", f.opened)
		}
		w.press1("Q", action.Ctrl)
		if !w.App.Closing() {
			t.Error("the window cannot be closed")
		}
	})
}

// oddError is not comparable.
type oddError struct{ lines []string }

func (e oddError) Error() string { return strings.Join(e.lines, "\n") }

func TestWorkerThatFails(t *testing.T) {
	withFake(t, func(w *screen, f *fakeWorker) {
		same := errors.New("disk: unplugged")
		for _, err := range []error{same, same, oddError{[]string{"a", "b"}}, oddError{[]string{"a", "b"}},
			errors.New(strings.Repeat("long\x00\n\t", 5000)), errors.New("")} {
			w.App.Open("somewhere")
			f.publish(func(r *exchange.Result) { r.Busy, r.Err = false, nil })
			w.flush()
			f.publish(func(r *exchange.Result) { r.Err = err })
			w.flush()
			w.item(model.Problems, "text", "Something went wrong")
			w.key("Escape", 0)
			if w.problem() != "" {
				t.Errorf("Esc leaves %q", w.problem())
			}
			w.flush()
		}
		w.item(model.Start, "button", "Open…")
	})
}

func TestWarnings(t *testing.T) {
	withFake(t, func(w *screen, f *fakeWorker) {
		f.show(t, townPoints, scene.DefaultSettings(), 1)
		f.publish(func(r *exchange.Result) { r.Warnings = []string{"a.hprof: cut off"} })
		w.flush()
		w.item(model.Problems, "text", "1 warning")
		w.key("Escape", 0)
		f.publish(func(r *exchange.Result) { r.Warnings = append(r.Warnings, "b.hprof: left out") })
		w.flush()
		if got := w.problem(); !strings.Contains(got, "b.hprof") || strings.Contains(got, "a.hprof") {
			t.Errorf("shown is %q; the first was put away", got)
		}
		f.publish(func(r *exchange.Result) { r.Warnings = nil }) // fewer than were dismissed
		w.flush()
		if got := w.problem(); got != "" {
			t.Errorf("shown is %q", got)
		}
	})
}

// TestGrowingRecording: while a recording is read, the city grows. The newest point is shown, the whole city stays in view, and the user's
// changes stay.
func TestGrowingRecording(t *testing.T) {
	withFake(t, func(w *screen, f *fakeWorker) {
		w.App.Open("somewhere")
		settings := w.state().Settings
		for points := 1; points <= 4; points++ {
			f.show(t, points, settings, 1)
			w.pass()
			if got := w.state(); got.Points != points || got.Point != points-1 || !got.Whole() || w.App.City().Point != points-1 {
				t.Errorf("%d points are read: state has %d, shows %d, window %+v", points, got.Points, got.Point, got.Window)
			}
			w.inView()
		}
		// From here, the user views the first GC point, close up, with a selection.
		w.press1("Home", 0)
		_, key := w.target("Person")
		w.App.Do(state.Select{Key: key})
		w.Send(render.Wheel{X: 620, Y: 330, DY: 2})
		w.pass()
		view := w.view()
		for points := 5; points <= townPoints; points++ {
			f.show(t, points, settings, 1)
			w.pass()
			if got := w.state(); got.Points != points || got.Point != 0 || got.Selection != key {
				t.Errorf("%d points are read: state has %d, shows %d, %q selected", points, got.Points, got.Point, got.Selection)
			}
			w.sameView(view, "growing")
		}
		if len(f.wanted) != 0 {
			t.Errorf("plans were requested that the worker makes anyway: %+v", f.wanted)
		}
	})
}

func TestLateResults(t *testing.T) {
	withFake(t, func(w *screen, f *fakeWorker) {
		settings := w.state().Settings
		w.App.Open("somewhere")
		f.show(t, townPoints, settings, 1)
		w.flush()
		// Two requests; the result of the first arrives after that of the second.
		first, second := withMetric(settings, trees.Objects), withMetric(settings, trees.Objects)
		second.Area = scene.Linear
		w.App.Do(state.Set{To: first})
		w.pass()
		w.App.Do(state.Set{To: second})
		w.pass()
		w.pass()
		if len(f.wanted) != 2 || !f.wanted[1].Settings.SamePlan(second) {
			t.Errorf("requested %+v", f.wanted)
		}
		f.show(t, townPoints, first, 1)
		w.pass()
		f.show(t, townPoints, second, 1)
		w.flush()
		if got := w.App.City().Plan.Settings(); !got.SamePlan(second) || !w.state().Settings.SamePlan(second) {
			t.Errorf("shown is %+v", got)
		}
		// A request that fails leaves the city unchanged and says why.
		w.App.Do(state.Set{To: settings})
		w.pass()
		f.publish(func(r *exchange.Result) { r.Busy, r.Err = false, errors.New("memory: not enough") })
		w.flush()
		if !strings.Contains(w.problem(), "memory: not enough") || w.App.City() == nil {
			t.Errorf("shown is %q", w.problem())
		}
		if len(f.wanted) != 3 {
			t.Errorf("requested %d times", len(f.wanted))
		}
	})
}

// TestEmptyPlans: an empty plan causes no failure.
func TestEmptyPlans(t *testing.T) {
	withFake(t, func(w *screen, f *fakeWorker) {
		w.App.Open("somewhere")
		empty := trees.NewSeries(nil)
		plan := scene.NewPlan(empty, trees.NewMeta(empty, trees.Window{}), w.state().Settings)
		f.publish(func(r *exchange.Result) { r.Opening, r.Plan, r.Busy, r.Whole = 1, plan, false, true })
		w.flush()
		for _, key := range []string{"Home", "N", "Space", "B", "R", "F", "Escape"} {
			w.key(key, 0)
		}
		w.click(620, 330)
		w.sane()
		w.App.Open("elsewhere")
		f.show(t, townPoints, w.state().Settings, 2)
		w.flush()
		w.inView()
	})
}

// resultOf returns the window's result of a kind of query.
func resultOf[Q comparable, R any](w *screen, kind query.Kind[Q, R]) R {
	results := w.App.Results()
	return kind.Result(&results)
}
