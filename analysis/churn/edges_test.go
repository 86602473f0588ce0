package churn

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
)

// suspectsOf finds the suspects by brute force.
func suspectsOf(p *program, from, to uint32, bytes bool, least float64) (list []string) {
	type sum struct {
		name           string
		objects, bytes int64
	}
	by := func(s sum) int64 {
		if bytes {
			return s.bytes
		}
		return s.objects
	}
	sums := func(name func(o object) string) (list []sum) {
		for _, o := range p.objects {
			text := name(o)
			if o.death != o.birth+1 || o.death < from || o.death > to || text == "" {
				continue
			}
			i := slices.IndexFunc(list, func(s sum) bool { return s.name == text })
			if i < 0 {
				i = len(list)
				list = append(list, sum{name: text})
			}
			list[i].objects++
			list[i].bytes += o.bytes
		}
		slices.SortFunc(list, func(a, b sum) int {
			return cmp.Or(cmp.Compare(by(b), by(a)), cmp.Compare(b.objects, a.objects), cmp.Compare(b.bytes, a.bytes), cmp.Compare(a.name, b.name))
		})
		return list
	}
	kind := func(o object) string { return p.types[o.kind].Name }
	site := func(o object) string { return p.sites[o.site].Frames[0].String() }
	types := sums(kind)
	total := sum{}
	for _, s := range types {
		total.objects += s.objects
		total.bytes += s.bytes
	}
	for i, s := range types {
		if i > 0 && float64(by(s)) < least*float64(by(total)) {
			break
		}
		at := sums(func(o object) string {
			if kind(o) != s.name {
				return ""
			}
			return site(o)
		})[0]
		text := fmt.Sprintf("%s %d %d at %s %d %d", s.name, s.objects, s.bytes, at.name, at.objects, at.bytes)
		domain := sums(func(o object) string {
			if frames := p.sites[o.site].Frames; kind(o) == s.name && site(o) == at.name && len(frames) > 2 {
				return frames[2].String()
			}
			return ""
		})
		if len(domain) > 0 {
			text += fmt.Sprintf(" through %s %d %d", domain[0].name, domain[0].objects, domain[0].bytes)
		}
		list = append(list, text)
	}
	return list
}

// TestSuspectsAgainstBruteForce compares the suspects of random programs, with their sites, with sums over all objects.
func TestSuspectsAgainstBruteForce(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		p := randomProgram(r, 1+r.IntN(60)) // few objects, so that there are ties
		from := 1 + r.Uint32N(p.gcs)
		to := from + r.Uint32N(p.gcs-from+1)
		least := []float64{0.001, 0.1, 0.25, 0.5, 1}[r.IntN(5)]
		life := p.life()
		life.Deaths = p.deaths(all)
		var got []string
		bytes := r.IntN(2) == 0
		for _, s := range find(t, Source{GCs: p.gcEvents(), Life: life}, Options{From: from, To: to, Bytes: bytes, Share: least}).Suspects {
			text := fmt.Sprintf("%s %d %d at %s %d %d", s.Type, s.Objects, s.Bytes, s.Site, s.AtSite.Objects, s.AtSite.Bytes)
			if s.Domain != "" {
				text += fmt.Sprintf(" through %s %d %d", s.Domain, s.AtDomain.Objects, s.AtDomain.Bytes)
			}
			got = append(got, text)
		}
		if want := suspectsOf(p, from, to, bytes, least); !slices.Equal(got, want) {
			t.Fatalf("seed %d, GCs %d to %d, bytes %v, share %g:\n%s\nwant\n%s", seed, from, to, bytes, least, strings.Join(got, "\n"),
				strings.Join(want, "\n"))
		}
	}
}

// died returns deaths of young objects, as many of each type as the list says.
func died(counts ...int) (deaths []trace.Death) {
	for kind, n := range counts {
		for range n {
			deaths = append(deaths, trace.Death{Type: trace.TypeID(kind), Site: trace.NoSite, Bytes: 8, GC: 1})
		}
	}
	return deaths
}

// TestShareOfSuspects checks the threshold: a share equal to the minimum makes a suspect, and one object less makes none. The first type
// is always a suspect. Equal types are in the order of their names.
func TestShareOfSuspects(t *testing.T) {
	for _, test := range []struct {
		name   string
		share  float64
		counts []int // of the types a, b, c, d
		want   string
	}{
		{"exactly a tenth by default", 0, []int{90, 10}, "a b"},
		{"less than a tenth", 0, []int{91, 9}, "a"},
		{"exactly a quarter", 0.25, []int{25, 75}, "b a"},
		{"less than a quarter", 0.25, []int{24, 76}, "b"},
		{"nothing reaches the share", 0.5, []int{2, 3, 3, 2}, "b"},
		{"equal types", 0.25, []int{5, 5, 5, 5}, "a b c d"},
		{"all is one type", 1, []int{0, 0, 1}, "c"},
		{"nothing died", 0, nil, ""},
	} {
		life := &trace.Life{Types: []trace.Type{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "d"}}, Deaths: eachOf(died(test.counts...))}
		var names []string
		for _, s := range find(t, Source{Life: life}, Options{From: 1, To: LastGC, Share: test.share}).Suspects {
			names = append(names, s.Type)
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: suspects %q, want %q", test.name, got, test.want)
		}
	}
}

// TestNeedsHeap checks that only exact deaths and allocations together need a heap state.
func TestNeedsHeap(t *testing.T) {
	deaths := eachOf(nil)
	allocations := func(context.Context, func(trace.Allocation)) error { return nil }
	for _, test := range []struct {
		life *trace.Life
		want bool
	}{
		{nil, false},
		{&trace.Life{}, false},
		{&trace.Life{Deaths: deaths}, false},
		{&trace.Life{Allocations: allocations}, false},
		{&trace.Life{Deaths: deaths, Allocations: allocations}, true},
		{&trace.Life{Deaths: deaths, Allocations: allocations, Interval: 1}, false},
	} {
		if got := NeedsHeap(test.life); got != test.want {
			t.Errorf("%+v: %v, want %v", test.life, got, test.want)
		}
	}
}

// TestWithin checks which part of an allocation counts for a window. It belongs to the GCs after After up to Until.
func TestWithin(t *testing.T) {
	for _, test := range []struct {
		after, until, from, to uint32
		objects                int64 // of 12
		estimated              bool
	}{
		{2, 3, 3, 3, 12, false}, // before GC 3 only
		{2, 3, 2, 2, 0, false},  // the window ends before
		{2, 3, 4, 9, 0, false},  // the window begins after
		{0, 4, 1, 4, 12, false}, // all of GCs 1 to 4
		{0, 4, 0, LastGC, 12, false},
		{0, 4, 2, 4, 9, true}, // 3 of 4 GCs
		{0, 4, 1, 3, 9, true},
		{0, 4, 4, 4, 3, true}, // 1 of 4 GCs
		{0, 4, 1, 1, 3, true},
		{0, 4, 2, 3, 6, true},   // 2 in the middle
		{5, 5, 6, 6, 12, false}, // reported at GC 5: dies at GC 6 at the earliest
		{5, 3, 6, 6, 12, false}, // Until before After is damage
		{LastGC, LastGC, 1, LastGC, 0, false},
	} {
		a := trace.Allocation{After: test.after, Until: test.until, Objects: 12, Bytes: 1200}
		got := within(a, test.from, test.to)
		if got.Objects != test.objects || got.Bytes != 100*test.objects || got.Estimated != test.estimated {
			t.Errorf("after GC %d until GC %d, window %d to %d: %+v, want %d objects, estimated %v", test.after, test.until, test.from, test.to,
				got, test.objects, test.estimated)
		}
	}
	if got := within(trace.Allocation{Until: 1, Objects: 1, Estimated: true}, 1, 1); !got.Estimated {
		t.Error("an estimated allocation becomes exact")
	}
}

// TestPortion compares amount·part/whole with exact cases, including products beyond 64 bits.
func TestPortion(t *testing.T) {
	const big = math.MaxInt64
	for _, test := range [][4]int64{
		{10, 1, 2, 5}, {10, 1, 3, 3}, {10, 0, 3, 0}, {10, 3, 3, 10}, {0, 3, 3, 0}, {10, 0, 0, 0}, {big, big, big, big}, {big, 1, big, 1},
		{big, big - 1, big, big - 1}, {big, 1, 2, big / 2},
	} {
		if got := portion(test[0], test[1], test[2]); got != test[3] {
			t.Errorf("%d·%d/%d: %d, want %d", test[0], test[1], test[2], got, test[3])
		}
	}
}

// TestWeights checks the number of objects that a sample stands for: 1/(1-exp(-size/interval)), and 1 without samples.
func TestWeights(t *testing.T) {
	for _, test := range []struct {
		size, interval int64
		want           float64
	}{
		{1000, 1000, 1 / (1 - 1/math.E)}, {2000, 1000, 1 / (1 - 1/math.E/math.E)}, {1, 1000, 1000.5}, {1 << 40, 1, 1}, {0, 1000, 1},
		{-1, 1000, 1}, {24, 0, 1}, {24, -1, 1},
	} {
		if got := weight(test.size, test.interval); math.Abs(got-test.want) > 0.001 {
			t.Errorf("%d bytes every %d: %g, want %g", test.size, test.interval, got, test.want)
		}
	}
}

// TestWindowOfGCs checks the GCs, times and rates of windows at the ends of a recording and beyond. Each second, a GC frees 1000 bytes.
func TestWindowOfGCs(t *testing.T) {
	p := &program{gcs: 4}
	for _, test := range []struct {
		from, to   uint32
		gcs        int
		start, end int // s
		rate       float64
	}{
		{1, 4, 4, 0, 4, 1000}, {1, 1, 1, 0, 1, 1000}, {4, 4, 1, 3, 4, 1000}, {2, 3, 2, 1, 3, 1000}, {0, LastGC, 4, 0, 4, 1000},
		{5, 9, 0, 4, 4, 0}, {0, 0, 0, 0, 0, 0},
	} {
		r := find(t, Source{GCs: p.gcEvents()}, Options{From: test.from, To: test.to})
		if len(r.GCs) != test.gcs || r.Start != seconds(test.start) || r.End != seconds(test.end) || r.Rate != test.rate || r.Average != 1000 ||
			r.Freed != int64(1000*test.gcs) {
			t.Errorf("GCs %d to %d: %+v", test.from, test.to, r)
		}
		if from, to := max(1, test.from), min(4, test.to); test.gcs > 0 && (r.From != from || r.To != to) {
			t.Errorf("GCs %d to %d: the report is from %d to %d", test.from, test.to, r.From, r.To)
		}
	}
}

// TestSites checks the names of allocation sites that are unknown: not recorded, or not sampled. A site beyond the dictionary is unknown.
func TestSites(t *testing.T) {
	sites := []trace.Site{{Frames: []trace.Frame{frame("app.M", "f", 1)}}}
	for _, test := range []struct {
		site     trace.SiteID
		interval int64
		want     string
	}{
		{0, 0, "app.M.f(M.java:1)"}, {1, 0, group.NotKnown}, {2, 0, group.NotKnown}, {trace.NoSite, 0, group.NotKnown},
		{trace.NoSite, 512, group.NotSampled}, {1, 512, group.NotSampled}, {0, 512, "app.M.f(M.java:1)"}, {trace.NoSite, -1, group.NotKnown},
	} {
		life := &trace.Life{Types: []trace.Type{{Name: "a"}}, Sites: sites, Interval: test.interval}
		life.Deaths = eachOf([]trace.Death{{Site: test.site, Bytes: 1 << 20, GC: 1}})
		r := find(t, Source{Life: life}, Options{From: 1, To: LastGC})
		if path := r.Tree.Path(3); path[len(path)-1] != test.want || r.Garbage.Objects != 1 {
			t.Errorf("site %d, interval %d: %q, want %q", test.site, test.interval, path, test.want)
		}
	}
}

// TestMissingHeap checks the notes and damage of inputs that lack the heap state after the window, at the GC where they begin to.
func TestMissingHeap(t *testing.T) {
	p := randomProgram(rand.New(rand.NewPCG(8, 8)), 500)
	p.gcs = 8
	life := p.life()
	life.Deaths, life.Allocations = p.deaths(survived), p.allocations(false)
	for _, test := range []struct {
		heap     uint32 // GCs before the heap state
		from, to uint32
		want     string
	}{
		{5, 3, 5, ""}, {5, 5, 5, ""}, {5, 3, 6, "from GC 6 onward"}, {4, 5, 5, "before the window"}, {5, 6, 8, "before the window"},
	} {
		r := find(t, Source{GCs: p.gcEvents(), Life: life, Later: p.heap(test.heap, all)}, Options{From: test.from, To: test.to})
		if got := strings.Join(r.Notes, " "); !strings.Contains(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("heap after GC %d, GCs %d to %d: %q, want %q", test.heap, test.from, test.to, got, test.want)
		}
	}
	// Without GCs, no window can end later than the heap state.
	if r := find(t, Source{Life: life, Later: p.heap(5, all)}, Options{From: 1, To: LastGC}); len(r.Notes) != 0 {
		t.Errorf("without GCs: %q", r.Notes)
	}
	// An error of the second pass is returned like one of the first.
	gone := errors.New("the disk is gone")
	life.Allocations = func(context.Context, func(trace.Allocation)) error { return gone }
	for _, deaths := range []bool{true, false} {
		if !deaths {
			life.Deaths = nil
		}
		if _, err := Find(t.Context(), Source{GCs: p.gcEvents(), Life: life, Later: p.heap(8, all)}, Options{From: 1, To: 8}, nil); !errors.Is(err, gone) {
			t.Errorf("deaths %v: error %v", deaths, err)
		}
	}
}

// TestProgress checks that progress never falls and ends at the total.
func TestProgress(t *testing.T) {
	p := randomProgram(rand.New(rand.NewPCG(9, 9)), 100)
	for name, change := range map[string]func(*trace.Life){
		"deaths":              func(l *trace.Life) { l.Deaths = p.deaths(all) },
		"allocations":         func(l *trace.Life) { l.Allocations = p.allocations(false) },
		"deaths, with births": func(l *trace.Life) { l.Deaths, l.Allocations = p.deaths(survived), p.allocations(false) },
	} {
		life := p.life()
		change(life)
		var parts []float64
		var texts []string
		_, err := Find(t.Context(), Source{GCs: p.gcEvents(), Life: life, Later: p.heap(p.gcs, all)}, Options{From: 1, To: LastGC},
			func(done, total int64, doing string) {
				parts = append(parts, float64(done)/float64(total))
				texts = append(texts, doing)
			})
		if err != nil || !slices.IsSorted(parts) || len(parts) < 2 || parts[0] != 0 || parts[len(parts)-1] != 1 ||
			!strings.HasPrefix(texts[0], "counting") || texts[len(texts)-1] != "counted" {
			t.Errorf("%s: progress %v %q, error %v", name, parts, texts, err)
		}
	}
}

func TestBasisNames(t *testing.T) {
	for basis, want := range map[Basis]string{Died: "died", Allocated: "allocated", Freed: "freed", Freed + 1: "basis 3"} {
		if got := basis.String(); got != want {
			t.Errorf("basis %d: %q, want %q", basis, got, want)
		}
	}
}
