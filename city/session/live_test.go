package session_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/session"
	statepkg "memcity/city/state"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// growingSource is an input that grows when the test requests it.
type growingSource struct {
	mu     sync.Mutex
	knows  trace.Knowledge
	names  *trace.Names
	points []trace.Point
	ended  bool
	err    error // of the next looks
	panics bool  // with it
	looks  int
}

func newSource() *growingSource {
	return &growingSource{names: trace.NewNames(), knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots}
}

// add adds a GC point whose heap has objects of some types.
func (g *growingSource) add(counts map[string]int) {
	g.addPoint(trace.Point{Load: func(ctx context.Context, _ trace.Progress) (*trace.Heap, []trace.Warning, error) {
		return heapOf(counts), nil, ctx.Err()
	}})
}

func (g *growingSource) addPoint(p trace.Point) {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := len(g.points)
	p.Time, p.Source, p.GC = trace.Millis(100*n), fmt.Sprint("point", n), uint32(n+1)
	g.points = append(g.points, p)
}

func (g *growingSource) set(change func()) {
	g.mu.Lock()
	defer g.mu.Unlock()
	change()
}

// recording returns the data readable now.
func (g *growingSource) recording() *trace.Recording {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.read()
}

func (g *growingSource) read() *trace.Recording {
	n := len(g.points)
	return &trace.Recording{Name: "live", Format: "test", Names: g.names, Knows: g.knows, Points: slices.Clone(g.points),
		Forget: func(points []int) {
			g.set(func() {
				for _, i := range points {
					g.points[i] = trace.Point{Time: g.points[i].Time, Source: g.points[i].Source}
				}
			})
		},
		More: func(ctx context.Context) (*trace.Recording, error) {
			g.mu.Lock()
			defer g.mu.Unlock()
			g.looks++
			switch {
			case ctx.Err() != nil:
				return nil, ctx.Err()
			case g.err != nil && g.panics:
				panic(g.err)
			case g.err != nil:
				return nil, g.err
			case len(g.points) > n:
				return g.read(), nil
			case g.ended:
				return nil, io.EOF
			}
			return nil, nil
		}}
}

// heapOf makes objects of types, each held by a GC root, in order of their names.
func heapOf(counts map[string]int) *trace.Heap {
	b := tracetest.NewHeap()
	var names []string
	for name := range counts {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		t := b.Type(name, 24)
		for range counts[name] {
			b.Root(b.Object(t), trace.RootStaticField, "app.Main."+name)
		}
	}
	return b.Heap()
}

// live is a session on a source with a clock that the test controls.
type live struct {
	*session.Session
	t       *testing.T
	ticks   chan time.Time
	changed chan struct{}
}

func startLive(t *testing.T, source *growingSource, o recording.Options, by ...string) *live {
	t.Helper()
	open := func(context.Context, trace.Progress) (*trace.Recording, error) { return source.recording(), nil }
	return startLiveOn(t, open, o, by...)
}

func startLiveOn(t *testing.T, open recording.Opener, o recording.Options, by ...string) *live {
	t.Helper()
	l := &live{t: t, ticks: make(chan time.Time), changed: make(chan struct{}, 1)}
	o.Ticker = func(time.Duration) (<-chan time.Time, func()) { return l.ticks, func() {} }
	l.Session = session.New(func() {
		select {
		case l.changed <- struct{}{}:
		default:
		}
	}, o)
	t.Cleanup(l.Close)
	l.Open(open, request(by...))
	l.await("open", func(r exchange.Result) bool { return r.Opening > 0 && idle(r) })
	return l
}

func (l *live) await(what string, ok func(exchange.Result) bool) exchange.Result {
	l.t.Helper()
	return await(l.t, l.Session, l.changed, what, ok)
}

// tick advances the time until the result satisfies a condition.
func (l *live) tick(what string, ok func(exchange.Result) bool) exchange.Result {
	l.t.Helper()
	late := testrun.TooLate(l.t)
	for {
		if r := l.Result(); ok(r) {
			return r
		}
		select {
		case l.ticks <- time.Time{}:
			runtime.Gosched()
		case <-l.changed:
		case <-late:
			l.t.Fatalf("%s: result is %+v", what, l.Result())
		}
	}
}

func shows(points int) func(exchange.Result) bool {
	return func(r exchange.Result) bool { return r.Plan != nil && r.Plan.Series.Len() == points && idle(r) }
}

// values lists the objects of all groups at all points by key.
func values(s *trees.Series) string {
	var b strings.Builder
	for i := range s.Nodes {
		fmt.Fprint(&b, s.Key(int32(i)), s.Role(int32(i)))
		for p := range s.Len() {
			fmt.Fprintf(&b, " %d/%d/%d", s.Objects(p, int32(i)), s.Bytes(p, int32(i)), s.Source(p))
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestLiveSeriesIsThatOfTheWhole(t *testing.T) {
	source := newSource()
	source.add(map[string]int{"app.A": 3})
	l := startLive(t, source, recording.Options{}, "package", "type")
	if r := l.Result(); !r.Live.Growing || r.Live.Points != 1 || r.Plan.Series.Len() != 1 {
		t.Fatalf("after opening: %+v", r.Live)
	}
	for i := 1; i < 12; i++ {
		source.add(map[string]int{"app.A": 3 + i, fmt.Sprintf("lib%d.B", i%4): i, "app.C": i % 3})
		if i%3 == 0 {
			source.add(map[string]int{"lib1.B": 2})
		}
		n := len(source.recording().Points)
		r := l.tick("growth", shows(n))
		if r.Live.Points != n || r.Live.Came < 1 || r.Err != nil || !r.Whole {
			t.Fatalf("with %d points: %+v", n, r.Live)
		}
		whole, err := recording.New(source.recording(), recording.Options{}).Series(context.Background(), r.Grouping, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := values(r.Plan.Series), values(whole); got != want {
			t.Fatalf("after %d points the series is\n%swant\n%s", n, got, want)
		}
	}
	l.Want(request("type"))
	r := l.await("another chain", func(r exchange.Result) bool { return idle(r) && r.Grouping.By.Len() == 1 })
	source.add(map[string]int{"app.A": 99})
	l.tick("growth of another chain", shows(r.Plan.Series.Len()+1))
	l.Want(request("package", "type"))
	r = l.await("the first chain again", func(r exchange.Result) bool { return idle(r) && r.Grouping.By.Len() == 2 })
	if r.Plan.Series.Len() != len(source.recording().Points) {
		t.Errorf("the first chain has %d points of %d", r.Plan.Series.Len(), len(source.recording().Points))
	}
}

func TestLiveEnds(t *testing.T) {
	source := newSource()
	source.add(map[string]int{"app.A": 3})
	l := startLive(t, source, recording.Options{}, "type")
	source.add(map[string]int{"app.A": 4})
	source.set(func() { source.ended = true })
	r := l.tick("end", func(r exchange.Result) bool { return r.Live.Ended })
	if r.Live.Growing || r.Plan.Series.Len() != 2 {
		t.Errorf("%+v with %d points", r.Live, r.Plan.Series.Len())
	}
}

func TestLiveWaitsForTheFirstPoint(t *testing.T) {
	source := newSource()
	source.set(func() { source.knows = 0 })
	l := startLive(t, source, recording.Options{}, "type")
	if r := l.Result(); r.Plan != nil || !r.Live.Growing || r.Name != "live" || r.Err != nil {
		t.Fatalf("without points: %+v", r)
	}
	source.set(func() { source.knows = trace.KnowsObjects })
	source.add(map[string]int{"app.A": 3})
	r := l.tick("the first point", shows(1))
	if r.Grouping.By.At(0) != "type" || r.Catalog == nil || r.Opening != 1 {
		t.Errorf("grouped by %v, catalog %v, opening %d", r.Grouping.By, r.Catalog, r.Opening)
	}
}

func TestFailedLooksGetRarerAndAreReportedOnce(t *testing.T) {
	for _, panics := range []bool{false, true} {
		testFailedLooks(t, panics)
	}
}

func testFailedLooks(t *testing.T, panics bool) {
	source := newSource()
	source.panics = panics
	source.add(map[string]int{"app.A": 3})
	l := startLive(t, source, recording.Options{}, "type")
	source.set(func() { source.err = errors.New("the disk is gone") })
	r := l.tick("trouble", func(r exchange.Result) bool { return r.Live.Trouble != "" })
	if len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "the disk is gone") {
		t.Errorf("warnings %v", r.Warnings)
	}
	looks := func() (n int) {
		source.set(func() { n = source.looks })
		return n
	}
	before := looks()
	for range 40 {
		l.ticks <- time.Time{}
	}
	if n := looks() - before; n > 6 {
		t.Errorf("%d looks in 40 ticks after one went wrong", n)
	}
	source.set(func() { source.err = nil })
	source.add(map[string]int{"app.A": 4})
	r = l.tick("recovery", shows(2))
	if r = l.await("no trouble", func(r exchange.Result) bool { return r.Live.Trouble == "" }); len(r.Warnings) != 1 {
		t.Errorf("warnings %v", r.Warnings)
	}
}

func TestFreezeAndThaw(t *testing.T) {
	source := newSource()
	for range 3 {
		source.add(map[string]int{"app.A": 3})
	}
	l := startLive(t, source, recording.Options{}, "type")
	frozen := request("type")
	frozen.Frozen = true
	l.Want(frozen)
	l.await("frozen", func(r exchange.Result) bool { return idle(r) && r.Request.Frozen })
	source.add(map[string]int{"app.A": 4})
	source.add(map[string]int{"app.A": 5})
	r := l.tick("waiting points", func(r exchange.Result) bool { return r.Live.Waiting == 2 })
	if r.Plan.Series.Len() != 3 || r.Live.Points != 5 {
		t.Errorf("frozen with %d points shown: %+v", r.Plan.Series.Len(), r.Live)
	}
	frozen.Settings.Unit = trees.Bytes
	l.Want(frozen)
	r = l.await("another metric", func(r exchange.Result) bool { return idle(r) && r.Plan.Settings().Unit == trees.Bytes })
	if r.Plan.Series.Len() != 3 || r.Live.Waiting != 2 {
		t.Errorf("another metric thaws: %d points, %+v", r.Plan.Series.Len(), r.Live)
	}
	frozen.Frozen = false
	l.Want(frozen)
	r = l.await("thawed", shows(5))
	if r.Live.Waiting != 0 || r.Live.Came != 2 {
		t.Errorf("thawed: %+v", r.Live)
	}
}

// TestWindowOfALiveRecording: a window that ends at the last point is extended; other windows stay. Requests that the grown plan already
// fulfills cause no work.
func TestWindowOfALiveRecording(t *testing.T) {
	for _, tt := range []struct {
		window, want trees.Window
	}{
		{trees.Window{From: 1, To: 3}, trees.Window{From: 1, To: 4}},
		{trees.Window{From: 1, To: 2}, trees.Window{From: 1, To: 2}},
		{trees.Window{From: 0, To: 3}, trees.Window{From: 0, To: 4}},
	} {
		source := newSource()
		for i := range 4 {
			source.add(map[string]int{"app.A": 3 + i})
		}
		l := startLive(t, source, recording.Options{}, "type")
		w := request("type")
		w.Window, w.Of = tt.window, l.Result().Plan.Series
		l.Want(w)
		r := l.await("window", func(r exchange.Result) bool { return idle(r) && r.Plan.Meta.Window == tt.window })
		state := statepkg.Step(statepkg.NewState(4, w.Settings), statepkg.SetWindow{Window: tt.window})
		before := r.Plan.Series
		source.add(map[string]int{"app.A": 9})
		r = l.tick("growth", shows(5))
		if r.Plan.Meta.Window != tt.want {
			t.Errorf("window %v is %v after growing, want %v", tt.window, r.Plan.Meta.Window, tt.want)
		}
		state = statepkg.Step(state, statepkg.Extension(before, r.Plan.Series))
		if state.Window != tt.want {
			t.Errorf("the state's window %v is %v, want %v", tt.window, state.Window, tt.want)
		}
		w.Window, w.Of = state.Window, r.Plan.Series
		l.tick("the look is over", func(r exchange.Result) bool { l.Want(w); return idle(r) })
		if got := l.Result().Plan; got != r.Plan {
			t.Error("a request that is fulfilled makes another plan")
		}
	}
}

func TestCloseWhileGrowing(t *testing.T) {
	source := newSource()
	source.add(map[string]int{"app.A": 3})
	started, ended := make(chan struct{}), make(chan struct{})
	l := startLive(t, source, recording.Options{}, "type")
	source.addPoint(trace.Point{Load: func(ctx context.Context, _ trace.Progress) (*trace.Heap, []trace.Warning, error) {
		close(started)
		<-ctx.Done()
		close(ended)
		return nil, nil, ctx.Err()
	}})
	go func() {
		for {
			select {
			case l.ticks <- time.Time{}:
			case <-started:
				return
			}
		}
	}()
	<-started
	l.Close()
	<-ended
}

// TestWantWhileGrowing cancels a long check; no point is lost.
func TestWantWhileGrowing(t *testing.T) {
	source := newSource()
	source.add(map[string]int{"app.A": 3})
	l := startLive(t, source, recording.Options{}, "type")
	started, once := make(chan struct{}), sync.Once{}
	source.addPoint(trace.Point{Load: func(ctx context.Context, _ trace.Progress) (*trace.Heap, []trace.Warning, error) {
		first := false
		once.Do(func() { first = true; close(started) })
		if first {
			<-ctx.Done()
			return nil, nil, ctx.Err()
		}
		return heapOf(map[string]int{"app.A": 7}), nil, nil
	}})
	go func() {
		for {
			select {
			case l.ticks <- time.Time{}:
			case <-started:
				return
			}
		}
	}()
	<-started
	l.Want(request("package", "type"))
	r := l.await("another chain", func(r exchange.Result) bool { return idle(r) && r.Grouping.By.Len() == 2 })
	if r.Plan.Series.Len() != 2 || len(r.Warnings) != 0 {
		t.Errorf("%d points, warnings %v", r.Plan.Series.Len(), r.Warnings)
	}
}
