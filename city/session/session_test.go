package session_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"memcity/city/exchange"
	"memcity/city/recording"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/session"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// growing returns a recording whose list has n more objects at every point.
func growing(points, n int) *trace.Recording {
	r := &trace.Recording{Name: "growing", Format: "test", Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots}
	for i := range points {
		r.Points = append(r.Points, trace.Point{Time: trace.Millis(100 * i), Source: fmt.Sprint("dump", i),
			Load: func(ctx context.Context, _ trace.Progress) (*trace.Heap, []trace.Warning, error) {
				return list(n * (i + 1)), nil, ctx.Err()
			}})
	}
	return r
}

func list(n int) *trace.Heap {
	b := tracetest.NewHeap()
	node := b.Type("app.Node", 24, "next")
	for i := range n {
		o := b.Object(node)
		if i > 0 {
			b.Refer(o-1, "next", o)
		} else {
			b.Root(o, trace.RootStaticField, "app.Main.list")
		}
	}
	return b.Heap()
}

func TestSeries(t *testing.T) {
	o := recording.New(growing(5, 10), recording.Options{})
	notified := 0
	s, err := o.Series(context.Background(), trees.By("type"), func(done, total int64, _ string) { notified++ }, nil)
	if err != nil {
		t.Fatal(err)
	}
	if s.Len() != 5 || notified == 0 {
		t.Fatalf("%d points, progress reported %d times", s.Len(), notified)
	}
	node, ok := s.Find("Heap#app.Node")
	if !ok {
		t.Fatal("no group app.Node")
	}
	for i := range 5 {
		if got, want := s.Objects(i, node), int64(10*(i+1)); got != want {
			t.Errorf("point %d: %d objects, want %d", i, got, want)
		}
	}
	if again, _ := o.Series(context.Background(), trees.By("type"), nil, nil); again != s {
		t.Error("the same chain is grouped twice")
	}
	if _, err := o.Series(context.Background(), trees.By("colour"), nil, nil); err == nil {
		t.Error("an unknown classifier is no error")
	}
}

func TestBrokenPointIsLeftOut(t *testing.T) {
	r := growing(3, 10)
	broken := errors.New("dump1: gone")
	r.Points[1].Load = func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) { return nil, nil, broken }
	o := recording.New(r, recording.Options{})
	s, err := o.Series(context.Background(), trees.By("type"), nil, nil)
	if err != nil || s.Len() != 2 {
		t.Fatalf("%d points, error %v; want 2 points", s.Len(), err)
	}
	if w := o.Warnings(); len(w) != 1 || w[0].Source != "dump1" {
		t.Errorf("warnings %v", w)
	}
	for i := range r.Points {
		r.Points[i].Load = r.Points[1].Load
	}
	if _, err := recording.New(r, recording.Options{}).Series(context.Background(), trees.By("type"), nil, nil); !errors.Is(err, broken) {
		t.Errorf("nothing readable: error %v", err)
	}
}

// await waits for a result that satisfies a condition.
func await(t *testing.T, s *session.Session, changed <-chan struct{}, what string, ok func(exchange.Result) bool) exchange.Result {
	t.Helper()
	late := testrun.TooLate(t)
	for {
		if r := s.Result(); ok(r) {
			return r
		}
		select {
		case <-changed:
		case <-late:
			t.Fatalf("%s: result is %+v", what, s.Result())
		}
	}
}

func start(t *testing.T) (*session.Session, <-chan struct{}) {
	return startWith(t, recording.Options{})
}

func startWith(t *testing.T, options recording.Options) (*session.Session, <-chan struct{}) {
	changed := make(chan struct{}, 1)
	s := session.New(func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	}, options)
	t.Cleanup(s.Close)
	return s, changed
}

func opens(r *trace.Recording) recording.Opener {
	return func(context.Context, trace.Progress) (*trace.Recording, error) { return r, nil }
}

func request(by ...string) exchange.Request {
	w := exchange.Request{Settings: scene.DefaultSettings()}
	w.Settings.By = seq.Of(by...)
	return w
}

func idle(r exchange.Result) bool { return !r.Busy }

func TestSessionOpensAndPlans(t *testing.T) {
	s, changed := start(t)
	s.Open(opens(growing(4, 5)), request("type"))
	r := await(t, s, changed, "open", idle)
	if r.Err != nil || r.Plan == nil || !r.Whole || r.Plan.Series.Len() != 4 {
		t.Fatalf("result %+v", r)
	}
	s.Want(request("package", "type"))
	r = await(t, s, changed, "want", idle)
	if r.Grouping.By.Len() != 2 || r.Plan.Series.Role(1) != "Package" {
		t.Errorf("chain %v, role %s", r.Grouping.By, r.Plan.Series.Role(1))
	}
	w := request("type")
	w.Window = trees.Window{From: 1, To: 2}
	s.Want(w)
	r = await(t, s, changed, "window", idle)
	if r.Plan.Meta.Window != w.Window {
		t.Errorf("window %v", r.Plan.Meta.Window)
	}
}

// TestSessionOutlivesPanics: a panic while a recording is opened or read becomes an error, and the session continues.
func TestSessionOutlivesPanics(t *testing.T) {
	s, changed := start(t)
	s.Open(opens(growing(2, 5)), request("type"))
	await(t, s, changed, "open", idle)
	s.Open(func(context.Context, trace.Progress) (*trace.Recording, error) { panic("a stone") }, request("type"))
	r := await(t, s, changed, "opening panics", idle)
	if r.Err == nil || r.Err.Error() != "internal error while opening or reading a recording: a stone" || r.Plan == nil {
		t.Errorf("opening: %v", r.Err)
	}
	falling := growing(2, 5)
	falling.Points[1].Load = func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) { panic("a rock") }
	s.Open(opens(falling), request("type"))
	r = await(t, s, changed, "reading panics", idle)
	if r.Err == nil || !strings.Contains(r.Err.Error(), "internal error while opening or reading a recording: a rock") {
		t.Errorf("reading: %v", r.Err)
	}
	s.Open(opens(growing(3, 5)), request("type"))
	if r = await(t, s, changed, "open again", idle); r.Err != nil || r.Plan.Series.Len() != 3 {
		t.Errorf("afterwards: %v", r.Err)
	}
}

func TestSessionKeepsWhatIsOpen(t *testing.T) {
	s, changed := start(t)
	s.Open(opens(growing(2, 5)), request("type"))
	first := await(t, s, changed, "open", idle)
	bad := errors.New("x.hprof: offset 0: not a recording")
	s.Open(func(context.Context, trace.Progress) (*trace.Recording, error) { return nil, bad }, request("type"))
	r := await(t, s, changed, "open another", idle)
	if !errors.Is(r.Err, bad) || r.Opening != first.Opening || r.Plan != first.Plan {
		t.Errorf("error %v, still open: %v", r.Err, r.Opening == first.Opening)
	}
}

func TestSessionCancel(t *testing.T) {
	s, changed := start(t)
	begun := make(chan struct{})
	s.Open(func(ctx context.Context, _ trace.Progress) (*trace.Recording, error) {
		close(begun)
		<-ctx.Done()
		return nil, ctx.Err()
	}, request("type"))
	<-begun
	s.Cancel()
	r := await(t, s, changed, "cancel", idle)
	if r.Err != nil || r.Opening != 0 {
		t.Errorf("after cancel: %+v", r)
	}
}

func TestNewerRequestDoesNotCancelOpening(t *testing.T) {
	s, changed := start(t)
	begun, goOn := make(chan struct{}), make(chan struct{})
	s.Open(func(ctx context.Context, _ trace.Progress) (*trace.Recording, error) {
		close(begun)
		<-goOn
		return growing(2, 3), ctx.Err()
	}, request("type"))
	<-begun
	s.Want(request("package"))
	close(goOn)
	r := await(t, s, changed, "open", idle)
	if r.Err != nil || r.Plan == nil || r.Plan.Series.Role(1) != "Package" {
		t.Errorf("result %+v", r)
	}
}

func TestNewerOpeningWins(t *testing.T) {
	s, changed := start(t)
	for range 20 {
		s.Open(opens(growing(2, 3)), request("type"))
	}
	last := growing(3, 1)
	s.Open(opens(last), request("type"))
	r := await(t, s, changed, "open", idle)
	if r.Plan.Series.Len() != len(last.Points) {
		t.Error("an older opening won")
	}
}
