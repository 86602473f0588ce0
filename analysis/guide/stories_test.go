package guide

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"memcity/analysis/staleness"
	"memcity/analysis/structure"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

const allOfHeaps = trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots | trace.KnowsFields | trace.KnowsTexts

// heaps returns a recording of heap states one second apart.
func heaps(name string, states ...*trace.Heap) *recorded {
	r := &trace.Recording{Name: name, Format: "test", Names: trace.NewNames(), Knows: allOfHeaps}
	for i, h := range states {
		r.Points = append(r.Points, trace.Point{Time: trace.Millis(1000 * i), Source: fmt.Sprint("dump", i+1),
			Load: func(ctx context.Context, _ trace.Progress) (*trace.Heap, []trace.Warning, error) {
				return h, nil, ctx.Err()
			}})
	}
	return &recorded{Recording: r}
}

// cache adds a static field of the program with an array of n values of 1,000 bytes each.
func cache(b *tracetest.HeapBuilder, field string, n int) (owner trace.ObjectID, values []trace.ObjectID) {
	class := b.Type("app.Cache", 16, "values")
	array := b.Array(b.ArrayType("app.Value[]"), n)
	value := b.Type("app.Value", 1000)
	owner = b.Object(class)
	b.Root(owner, trace.RootStaticField, field)
	b.Refer(owner, "values", array)
	for i := range n {
		values = append(values, b.Object(value))
		b.Element(array, i, values[i])
	}
	return owner, values
}

func caches(n int) *trace.Heap {
	b := tracetest.NewHeap()
	cache(b, "app.Main.cache", n)
	return b.Heap()
}

// sharing returns two caches with the same n values.
func sharing(n int) *trace.Heap {
	b := tracetest.NewHeap()
	_, values := cache(b, "app.Main.byId", n)
	other, array := b.Object(b.Type("app.Other", 16, "values")), b.Array(b.ArrayType("app.Value[]"), n)
	b.Root(other, trace.RootStaticField, "app.Main.byName")
	b.Refer(other, "values", array)
	for i, v := range values {
		b.Element(array, i, v)
	}
	return b.Heap()
}

// loaded returns a heap in which a class was loaded the given number of times.
func loaded(times int) *trace.Heap {
	b := tracetest.NewHeap()
	loader := b.Type("app.Loader", 32)
	for _, name := range []string{"app.Z", "app.A", "app.Main$$Lambda", "app.$Proxy1"} {
		for range times {
			l := b.Object(loader)
			class := b.Class(b.Type(name, 16), 100, l)
			b.Root(class, trace.RootStaticField, name+".class")
		}
	}
	dead := b.Type("app.Aa", 16)
	b.Class(dead, 100, b.Object(loader))
	boot := b.Type("app.Boot", 16)
	b.Root(b.Class(boot, 100, trace.NoObject), trace.RootClass, "")
	return b.Heap()
}

// collections returns a log of GCs of a kind, one second apart, with the given megabytes of heap after each.
func collections(kind string, after ...int) *recorded {
	r := &trace.Recording{Name: "log", Format: "gclog", Names: trace.NewNames(), Knows: trace.KnowsTimes}
	for i, mb := range after {
		end := time.Duration(i+1) * time.Second
		r.GCs = append(r.GCs, trace.GC{Number: uint32(i + 1), Start: end - time.Millisecond, End: end, Pause: time.Millisecond, Kind: kind,
			Before: int64(mb+10) << 20, After: int64(mb) << 20})
	}
	return &recorded{Recording: r}
}

// steps returns n numbers from a, each larger than the previous one by step.
func steps(a, step, n int) (list []int) {
	for i := range n {
		list = append(list, a+i*step)
	}
	return list
}

// busy returns a log in which GCs 21 to 30 take long and free much.
func busy(before int64, pause time.Duration) *recorded {
	r := collections("Young (Normal)", make([]int, 40)...)
	for i := range r.GCs {
		gc := &r.GCs[i]
		gc.Before, gc.After = 20<<20, 10<<20
		if i >= 20 && i < 30 {
			gc.Before, gc.Pause = before, pause
			gc.Start = gc.End - pause
		}
	}
	return r
}

// counts returns a recording of counts by type, with objects of 24 bytes.
func counts(points ...map[string]int) *recorded {
	r := &trace.Recording{Name: "counts", Format: "histogram", Names: trace.NewNames()}
	for i, byType := range points {
		p := trace.Point{Time: trace.Millis(1000 * i)}
		for _, name := range []string{"app.A", "app.B", "byte[]", "java.lang.String"} {
			if n := byType[name]; n > 0 {
				p.Counts = append(p.Counts, trace.TypeCount{Name: name, Objects: int64(n), Bytes: 24 * int64(n)})
			}
		}
		r.Points = append(r.Points, p)
	}
	return &recorded{Recording: r}
}

func growingCounts() *recorded {
	var points []map[string]int
	for i := range 6 {
		points = append(points, map[string]int{"app.A": 1000 * i, "app.B": 900*i + 7, "byte[]": 5000 * i, "java.lang.String": 3000})
	}
	return counts(points...)
}

// wasteful returns a heap with strings and lists that waste memory.
func wasteful() *trace.Heap {
	b := tracetest.NewHeap()
	list := b.Subtype(b.Type("java.util.AbstractList", 16), "java.util.ArrayList", 24, "elementData")
	b.Field(list, "size", trace.IntValue)
	array := b.ArrayType("java.lang.Object[]")
	all := b.Array(array, 6000)
	b.Root(all, trace.RootStaticField, "app.Main.all")
	for i := range 3000 {
		b.Element(all, 2*i, b.String(fmt.Sprintf("a text of which there are some more and that is long, number %d", i%4)))
		l := b.Object(list)
		b.Refer(l, "elementData", b.Array(array, 10+40*(i%2)))
		b.Set(l, "size", tracetest.IntValue(int32(i%2)))
		b.Element(all, 2*i+1, l)
	}
	return b.Heap()
}

// TestStories compares the guide's whole reports on small recordings, one story each.
func TestStories(t *testing.T) {
	broken := heaps("broken", caches(100), caches(600), caches(1100), caches(1600), caches(2100))
	broken.Points[1].Load = func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
		return nil, nil, errors.New("dump2: gone")
	}
	lost := broken.Points[2].Load
	broken.Points[2].Load = func(ctx context.Context, p trace.Progress) (*trace.Heap, []trace.Warning, error) {
		h, _, err := lost(ctx, p)
		return h, []trace.Warning{{Source: "dump3", Text: "half of it is missing", Lost: true}}, err
	}
	pattern := heaps("pattern", caches(100), caches(600), caches(1100), caches(1600))
	pattern.grown = []GrownStructure{{Object: 5, Type: "app.Elsewhere"}, {Object: 99999, Type: "app.Gone"},
		{Object: 0, Type: "app.Cache", Pattern: "single-ownership container growth", Meaning: "the container itself grows.", Share: 0.75}}
	kept, cache := *pattern, *pattern
	kept.turnover = &structure.Turnover{Points: 4, First: 100, Last: 1600, Added: 1500, Kept: 100}
	cache.turnover = &structure.Turnover{Points: 4, First: 100, Last: 1600, Added: 3000, Removed: 1500, Replaced: structure.Live}
	unread, looked, partly := *pattern, *pattern, *pattern
	unread.used = &staleness.Use{Type: "java.util.HashMap", AddSite: "app.Main.add(Main.java:7)", Elements: 1500, NeverRead: 1500, NeverRemoved: 1500, Adds: 1500, Staleness: 0.5}
	looked.used = &staleness.Use{Type: "java.util.HashMap", Elements: 1500, Adds: 1500, Gets: 90_000, Staleness: 0.3}
	partly.used = &staleness.Use{Type: "java.util.HashMap", Elements: 1500, NeverRead: 1199, Adds: 1500, Gets: 301, Removes: 1, Staleness: 0.4}
	unused := *growingCounts()
	counted := *unused.Recording
	counted.Usage, unused.Recording = unreadUses(), &counted
	var many []*trace.Heap
	for i := range 25 {
		many = append(many, caches(500+100*max(0, i-3)))
	}
	for name, r := range map[string]*recorded{
		"no-points":       heaps("empty"),
		"one-heap":        heaps("one", caches(3000)),
		"two-heaps":       heaps("two", caches(500), caches(2000)),
		"growing-heaps":   heaps("growing", caches(100), caches(600), caches(1100), caches(1600), caches(2100)),
		"same-heaps":      heaps("same", caches(900), caches(900), caches(900)),
		"broken-heaps":    broken,
		"pattern":         pattern,
		"kept":            &kept,
		"live-cache":      &cache,
		"never-read":      &unread,
		"unused":          &unused,
		"often-read":      &looked,
		"partly-read":     &partly,
		"many-heaps":      heaps("many", many...),
		"released-heaps":  heaps("released", caches(100), caches(600), caches(1100), caches(1600), caches(2100), caches(100)),
		"emptied-heaps":   heaps("emptied", caches(100), caches(900), caches(100), caches(900), caches(100), caches(900), caches(100)),
		"sharing":         heaps("sharing", sharing(2000)),
		"loaded":          heaps("loaded", loaded(3)),
		"wasteful":        heaps("wasteful", wasteful()),
		"destroyed":       heaps("screens", destroyedScreens()),
		"bitmaps":         heaps("pictures", pictures(9, 1<<16, 0)),
		"off-heap":        heaps("uploads", uploads(3000, 1<<16, 0)),
		"growing-counts":  growingCounts(),
		"released-counts": counts(map[string]int{"app.A": 9000}, map[string]int{"app.A": 19000}, map[string]int{"app.A": 29000}, map[string]int{"app.A": 39000}, map[string]int{"app.A": 49000}, map[string]int{"app.A": 9000}),
		"few-counts":      counts(map[string]int{"app.A": 1}, map[string]int{"app.A": 90000}),
		"same-counts":     counts(map[string]int{"app.A": 9000}, map[string]int{"app.A": 9000}, map[string]int{"app.A": 9000}),
		"full-gcs":        collections("Full", steps(100, 5, 40)...),
		"young-gcs":       collections("Young (Normal)", steps(100, 5, 40)...),
		"same-gcs":        collections("Full", steps(100, 0, 40)...),
		"few-gcs":         collections("Young (Normal)", steps(100, 5, 29)...),
		"busy-gcs":        busy(500<<20, 400*time.Millisecond),
		"little-churn":    busy(28<<20, time.Millisecond),
	} {
		t.Run(name, func(t *testing.T) {
			report, cuts := explore(t, r)
			for i, f := range report.Findings {
				for j, c := range f.References {
					if rules, err := cuts.Rules(i, j, c.Text); err != nil || cuts.Text(i, j) != c.Text || len(rules) == 0 {
						t.Errorf("finding %d, cut %d: %v, %v, %q", i, j, rules, err, cuts.Text(i, j))
					}
				}
			}
			goldenJSON(t, "story-"+name, report)
		})
	}
	if pattern.requested != [3]int{0, 3, 20} {
		t.Errorf("data structures that grew are requested as %v", pattern.requested)
	}
}

// TestLoadedTwice checks that only a class that was loaded three times is reported.
func TestLoadedTwice(t *testing.T) {
	for times, want := range map[int]bool{2: false, 3: true} {
		report, _ := explored(t, heaps("loaded", loaded(times)))
		found := false
		for _, f := range report.Findings {
			found = found || strings.Contains(f.Title, fmt.Sprintf("Class loaders: %d Loader are alive and have each loaded app.A", times))
		}
		if found != want {
			t.Errorf("loaded %d times: %v", times, report.Findings)
		}
	}
}

// TestHolderLimits checks that piles are reported from half a mebibyte and a fifth of the heap, without their referrers.
func TestHolderLimits(t *testing.T) {
	for _, test := range []struct {
		held, rest int
		want       bool
	}{
		{1 << 19, 0, true}, {1<<19 - 8, 0, false},
		{2 << 20, 8<<20 - 1<<16, true}, {2 << 20, 8 << 20, false},
	} {
		b := tracetest.NewHeap()
		bytes := b.PrimitiveType("byte[]", 1)
		owner := b.Object(b.Type("app.Cache", 16, "data"))
		b.Root(owner, trace.RootStaticField, "app.Main.cache")
		b.Refer(owner, "data", b.Array(bytes, test.held-16))
		for range test.rest >> 16 { // none of these stands out
			b.Root(b.Array(bytes, 1<<16-16), trace.RootJNIGlobal, "")
		}
		report, _ := explored(t, heaps("held", b.Heap()))
		found := false
		for _, f := range report.Findings {
			found = found || strings.HasPrefix(f.Title, "Large: ")
		}
		if found != test.want {
			t.Errorf("%d bytes next to %d: %v, %+v", test.held, test.rest, found, report.Findings)
		}
	}
}

func TestExploreCancelled(t *testing.T) {
	for name, states := range map[string][]*trace.Heap{"heaps": {caches(1), caches(2), caches(3)}, "one": {caches(2000)}} {
		testrun.CancelEverywhere(t, name, func(ctx context.Context) error {
			_, _, err := Explore(ctx, heaps(name, states...), Options{}, nil)
			return err
		})
	}
	r := heaps("gone", caches(1))
	r.Points[0].Load = func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
		return nil, nil, errors.New("gone")
	}
	if _, _, err := Explore(t.Context(), r, Options{}, nil); err == nil || err.Error() != "gone" {
		t.Errorf("the heap state cannot be read: %v", err)
	}
}

// TestExploreNothing checks the errors if none of several heap states can be used.
func TestExploreNothing(t *testing.T) {
	load := func(warnings []trace.Warning, err error) func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
		return func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
			return caches(1), warnings, err
		}
	}
	lost := load([]trace.Warning{{Source: "dump", Text: "cut", Lost: true}}, nil)
	first, second := load(nil, errors.New("gone")), load(nil, errors.New("gone too"))
	for _, test := range []struct {
		one, two func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error)
		want     string
	}{
		{first, second, "heap states: none of 2 can be read, the first because: gone"},
		{lost, second, "heap states: none of 2 can be read, the first because: gone too"},
		{lost, lost, "heap states: none of 2 is complete"},
	} {
		r := heaps("two", caches(1), caches(1))
		r.Points[0].Load, r.Points[1].Load = test.one, test.two
		if _, _, err := Explore(t.Context(), r, Options{}, nil); err == nil || err.Error() != test.want {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}

// TestExploreWithoutRoots checks a truncated dump, which has no GC roots, so that nothing counts as garbage.
func TestExploreWithoutRoots(t *testing.T) {
	whole := uploads(64, 1<<20, 0)
	cut := *whole
	cut.Roots = nil
	report, _ := explored(t, heaps("cut", &cut))
	if report.OffHeap == nil || report.OffHeap.Bytes != 64<<20 {
		t.Errorf("without GC roots: %+v", report.OffHeap)
	}
}
