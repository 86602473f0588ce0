package guide

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"memcity/analysis/churn"
	"memcity/analysis/closure"
	"memcity/analysis/graph"
	"memcity/analysis/staleness"
	"memcity/analysis/structure"
	"memcity/analysis/window"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
	"memcity/trace/usage"
)

var errFailed = errors.New("failed")

// failing is a recording whose method call with this number fails, 0-based.
type failing struct {
	*recorded
	method string
	at     int
	calls  map[string]int
}

func (f *failing) fails(method string) error {
	f.calls[method]++
	if method == f.method && f.calls[method] == f.at+1 {
		return errFailed
	}
	return nil
}

func (f *failing) State(ctx context.Context, point int, keep bool) (HeapState, error) {
	if err := f.fails("State"); err != nil {
		return nil, err
	}
	s, err := f.recorded.State(ctx, point, keep)
	if err != nil {
		return nil, err
	}
	return &failingState{s, f}, nil
}

func (f *failing) Types(ctx context.Context, points []int, progress trace.Progress) (Groups, []string, error) {
	if err := f.fails("Types"); err != nil {
		return nil, nil, err
	}
	return f.recorded.Types(ctx, points, progress)
}

func (f *failing) Grown(ctx context.Context, from, to, most int, progress trace.Progress) ([]GrownStructure, error) {
	if err := f.fails("Grown"); err != nil {
		return nil, err
	}
	return f.recorded.Grown(ctx, from, to, most, progress)
}

func (f *failing) Turnover(ctx context.Context, from, to int, head trace.ObjectID, progress trace.Progress) (*structure.Turnover, error) {
	if err := f.fails("Turnover"); err != nil {
		return nil, err
	}
	return f.recorded.Turnover(ctx, from, to, head, progress)
}

func (f *failing) Usage(ctx context.Context) (*usage.Log, error) {
	if err := f.fails("Usage"); err != nil {
		return nil, err
	}
	return f.recorded.Usage(ctx)
}

func (f *failing) Used(ctx context.Context, from, to int, objects []trace.ObjectID) (*staleness.Use, error) {
	if err := f.fails("Used"); err != nil {
		return nil, err
	}
	return f.recorded.Used(ctx, from, to, objects)
}

func (f *failing) Evolution(ctx context.Context, progress trace.Progress) (*window.Evolution, error) {
	if err := f.fails("Evolution"); err != nil {
		return nil, err
	}
	return f.recorded.Evolution(ctx, progress)
}

func (f *failing) Churn(ctx context.Context, options churn.Options, progress trace.Progress) (*churn.Report, error) {
	if err := f.fails("Churn"); err != nil {
		return nil, err
	}
	return f.recorded.Churn(ctx, options, progress)
}

type failingState struct {
	HeapState
	of *failing
}

func (s *failingState) Roots(ctx context.Context) (*closure.Roots, error) {
	if err := s.of.fails("Roots"); err != nil {
		return nil, err
	}
	return s.HeapState.Roots(ctx)
}

func (s *failingState) GraphSource(ctx context.Context) (*graph.Source, error) {
	if err := s.of.fails("GraphSource"); err != nil {
		return nil, err
	}
	return s.HeapState.GraphSource(ctx)
}

// manyThings returns small recordings that together exercise all parts of the guide.
func manyThings() map[string]*recorded {
	var growing, threads, direct []*trace.Heap
	for i := range 5 {
		growing, threads = append(growing, caches(100+500*i)), append(threads, clients(4+4*i, sameName))
		direct = append(direct, uploads(100+100*i, 1<<20, 0))
	}
	log := busy(500<<20, 400*time.Millisecond)
	withLog := heaps("log", growing...)
	withLog.GCs = log.GCs
	var many []*trace.Heap
	for i := range 11 {
		many = append(many, caches(500+100*i))
	}
	return map[string]*recorded{
		"growing": heaps("growing", growing...), "threads": heaps("threads", threads...), "log": withLog, "many": heaps("many", many...),
		"locals": heaps("locals", inThreadLocals()), "loaded": heaps("loaded", loaded(3)), "wasteful": heaps("wasteful", wasteful()),
		"destroyed": heaps("destroyed", destroyedScreens()), "pictures": heaps("pictures", pictures(9, 1<<16, 0)),
		"uploads": heaps("uploads", uploads(1500, 1<<16, 0)), "growing uploads": heaps("growing uploads", direct...),
		"wrapped": heaps("wrapped", inPool(true)), "unknown": heaps("unknown", heldByUnknown()), "counts": growingCounts(), "gcs": log,
		"loaders in thread-locals": heaps("loaders", loadersInThreadLocals()),
		"sharing":                  heaps("sharing", sharing(2000)), "random": heaps("random", randomProgram(7, 3)...),
	}
}

// heldByUnknown returns a large list in a field, whose entries are also local variables of threads.
func heldByUnknown() *trace.Heap {
	b := tracetest.NewHeap()
	add, row := fieldList(b, "app.Table", "rows", 1000), b.Type("app.Row", 2000)
	thread := b.Object(b.Type("java.lang.Thread", 64))
	n := b.Thread("main", thread, "app.Main.main(Main.java:1)")
	for range 1000 {
		o := b.Object(row)
		add(o)
		b.Local(o, n, 0)
		b.Root(o, trace.RootJNIGlobal, "")
	}
	return b.Heap()
}

// TestFailuresAreReported checks that any failing call is reported as the guide's error. Exceptions are parts that the guide can do
// without: one of several heap states, which causes a warning, and the growth of data structures.
func TestFailuresAreReported(t *testing.T) {
	failed := map[string]int{}
	for name, r := range manyThings() {
		for _, method := range []string{"State", "Types", "Grown", "Evolution", "Churn", "Roots", "GraphSource"} {
			for at := 0; ; at++ {
				fresh := *r
				f := &failing{recorded: &fresh, method: method, at: at, calls: map[string]int{}}
				_, _, err := Explore(t.Context(), f, Options{}, nil)
				if f.calls[method] <= at {
					if err != nil {
						t.Errorf("%s: %v", name, err)
					}
					break
				}
				failed[method]++
				switch left := method == "Grown" || method == "State" && len(r.Points) > 1; {
				case method == "GraphSource" || method == "Roots" || err == nil && !left: // leaves out one finding, or all of one kind
					report, _, err := Explore(t.Context(), &failing{recorded: r, method: method, at: at, calls: map[string]int{}}, Options{}, nil)
					if err != nil || !slices.ContainsFunc(report.Missing, func(text string) bool { return strings.Contains(text, errFailed.Error()) }) {
						t.Errorf("%s: call %d of %s fails: %v, missing %q", name, at, method, err, report.Missing)
					}
				case left && (err != nil || len(fresh.warnings) != 1 || fresh.warnings[0].Text != errFailed.Error()):
					t.Errorf("%s: call %d of %s fails: %v, warnings %v", name, at, method, err, fresh.warnings)
				case !left && (err == nil || !errors.Is(err, errFailed) && method != "State"):
					t.Errorf("%s: call %d of %s fails: %v", name, at, method, err)
				}
			}
		}
	}
	if len(failed) != 7 {
		t.Errorf("of some methods no call failed: %v", failed)
	}
}

// TestCancelledInAllThatItDoes checks that every part stops when canceled, and reports it.
func TestCancelledInAllThatItDoes(t *testing.T) {
	things := manyThings()
	delete(things, "counts") // the caller reads the numbers
	for name, r := range things {
		testrun.CancelEverywhere(t, name, func(ctx context.Context) error {
			fresh := *r
			_, _, err := Explore(ctx, &fresh, Options{}, nil)
			return err
		})
	}
}
