package staleness_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"memcity/analysis/staleness"
	"memcity/trace/usage"
)

// TestWindows checks which windows are valid, and which are exact.
func TestWindows(t *testing.T) {
	l := logOf(t, usage.Options{Aggregated: true, Start: 10}, 50, func(b *usage.Builder) {
		b.Interval(20)
		b.Interval(30)
	})
	for _, test := range []struct {
		from, to      usage.Millis
		ok            bool
		exact, counts bool
	}{{0, 100, true, true, true}, {20, 30, true, true, true}, {21, 30, true, true, false}, {20, 31, true, false, false}, {10, 50, true, true, true},
		{10, 49, true, false, false}, {20, 20, false, false, false}, {30, 20, false, false, false}, {0, 10, false, false, false},
		{50, 60, false, false, false}, {49, 60, true, true, false}} {
		v, err := staleness.New(l, test.from, test.to)
		if (err == nil) != test.ok || err != nil && !errors.Is(err, staleness.ErrWindow) {
			t.Errorf("%d to %d: %v", test.from, test.to, err)
		}
		if err == nil && (v.Exact != test.exact || v.CountsExact != test.counts || v.From < 10 || v.To > 50) {
			t.Errorf("%d to %d: %d to %d, exact %v, counts %v", test.from, test.to, v.From, v.To, v.Exact, v.CountsExact)
		}
	}
	if v, err := staleness.Whole(logOf(t, usage.Options{}, 0, func(b *usage.Builder) { b.Add(1, 1, 1, 0, 0, 0) })); err != nil || v.Span() != 1 {
		t.Errorf("a log of one moment: %v, %v", v, err)
	}
}

// TestRanking checks the order, filters and shares.
func TestRanking(t *testing.T) {
	l := logOf(t, usage.Options{}, 100, func(b *usage.Builder) {
		list, hashMap, at := b.String("ArrayList"), b.String("HashMap"), b.String("Cache.java:7")
		for c, n := range []int{2, 4, 0, 2, 9} { // the fourth is like the first
			typ := list
			if c == 1 {
				typ = hashMap
			}
			b.Alloc(uint64(c), 0, at, typ, 0)
			for e := range n {
				b.Add(uint64(c), uint64(e), 0, 0, 0, 0)
			}
			for e := range n {
				if c == 1 && e < 2 || c == 4 {
					b.Get(uint64(c), uint64(e), 0, 0, 100, 1)
				}
			}
		}
		b.Alloc(5, 0, 0, 0, 0)
		b.MarkUnfollowed(5)
		b.Alloc(6, 0, 0, 0, 100)
	})
	v := viewOf(t, l, 0, 100)
	for _, test := range []struct {
		name     string
		o        staleness.Options
		want     string
		matching int
	}{
		{"all: ties by size, then by first sight", staleness.Options{}, "[1 0 3 4 2 6]", 6},
		{"top", staleness.Options{Top: 2}, "[1 0]", 6},
		{"top, as many as there are", staleness.Options{Top: 6}, "[1 0 3 4 2 6]", 6},
		{"empty ones", staleness.Options{Limited: true}, "[2 6]", 2},
		{"at most", staleness.Options{Limited: true, MaxSize: 4}, "[1 0 3 2 6]", 5},
		{"at least", staleness.Options{MinSize: 4}, "[1 4]", 2},
		{"type", staleness.Options{Text: "hashm"}, "[1]", 1},
		{"site", staleness.Options{Text: "CACHE.java:7", Top: 1}, "[1]", 5},
		{"label", staleness.Options{Text: "list@cache"}, "[0 3 4 2]", 4},
		{"nothing", staleness.Options{Text: "Set"}, "[]", 0},
		{"size", staleness.Options{Order: staleness.BySize}, "[4 1 0 3 2 6]", 6},
		{"staleness: ties by size × staleness", staleness.Options{Order: staleness.ByStaleness}, "[0 3 1 4 2 6]", 6},
		{"confidence", staleness.Options{Order: staleness.ByConfidence, Shares: []float64{0, 0.01, 0.5, 1, 1}}, "[3 1 0 4 2 6]", 6},
		{"confidence, not known", staleness.Options{Order: staleness.ByConfidence, Shares: []float64{-1}}, "[1 0 3 4 2 6]", 6},
	} {
		r := report(t, v, test.o)
		ids := []usage.CollectionID{}
		for _, c := range r.Collections {
			ids = append(ids, c.ID)
		}
		if got := fmt.Sprint(ids); got != test.want || r.Matching != test.matching || r.Alive != 7 || r.Followed != 6 || r.Largest != 9 {
			t.Errorf("%s: got %s, want %s; %+v", test.name, got, test.want, r)
		}
	}
	c := report(t, v, staleness.Options{Shares: []float64{0, 0.25}}).Collections[0]
	if c.Staleness != 0.5 || c.Rank != 2 || c.Share != 0.25 || c.Confidence != 0.25 {
		t.Errorf("got %+v", c)
	}
}

// TestShares checks the mean over moments. Dead collections count 0, and those that no heap state has are unknown.
func TestShares(t *testing.T) {
	l := logOf(t, usage.Options{}, 100, func(b *usage.Builder) {
		for c := range uint64(4) {
			b.Alloc(c, 0, 0, 0, usage.Millis(20*c))
		}
		b.Dealloc(1, 40)
	})
	for c := range l.Collections {
		l.Collections[c].Object = int64(c)
	}
	l.Collections[3].Object = usage.NoObject
	s := staleness.NewShares(l)
	if got := s.Mean(); got != nil {
		t.Errorf("at no moment %v", got)
	}
	s.Add(20, []float64{0.5, 0.25, 0.125, 0}) // the second is there from this moment on, and gone at the next
	if got, want := s.Mean(), []float64{0.5, 0.25, 0, 0}; !slices.Equal(got, want) {
		t.Errorf("at the first moment %v, want %v", got, want)
	}
	s.Add(40, []float64{0.25, 0.25, 0.125, 0})
	if got, want := s.Mean(), []float64{0.375, 0.125, 0.0625, 0}; !slices.Equal(got, want) {
		t.Errorf("at two moments %v, want %v", got, want)
	}
	s.Add(60, make([]float64, 4))
	if got, want := s.Mean(), []float64{0.25, 0.25 / 3, 0.125 / 3, staleness.NotKnown}; !slices.Equal(got, want) {
		t.Errorf("at three moments %v, want %v", got, want)
	}
	s.Add(80, make([]float64, 4))
	if got := s.Mean()[3]; got != staleness.NotKnown {
		t.Errorf("what was not known once is %v", got)
	}
}

func TestConfidence(t *testing.T) {
	for _, test := range [][3]float64{{0, 0.5, 0}, {0, 1, 0}, {0.3, 1, 0.3}, {1, 0.001, 1}, {1, 0, 0}, {0.5, 0, 0}, {0.5, 0.25, 0.25}, {1, 1, 1}} {
		if got := staleness.Confidence(test[0], test[1]); math.Abs(got-test[2]) > 1e-12 {
			t.Errorf("staleness %v of a share of %v: %v, want %v", test[0], test[1], got, test[2])
		}
	}
	for s := 0.; s < 1; s += 0.1 {
		for share := 0.; share < 1; share += 0.1 {
			c := staleness.Confidence(s, share)
			if c < 0 || c > 1 || staleness.Confidence(s+0.1, share) < c || staleness.Confidence(s, share+0.1) < c {
				t.Errorf("staleness %v of a share of %v: %v", s, share, c)
			}
		}
	}
}

// pattern is what a test expects of a pattern.
type pattern struct {
	kind        string
	site        string
	collections int64
	least, most int64
}

func patternsOf(t *testing.T, v *staleness.View, o staleness.PatternOptions) (found []pattern, all []staleness.Pattern) {
	t.Helper()
	all, err := v.Patterns(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range all {
		found = append(found, pattern{p.Kind.String(), v.Log.Strings[p.Site], p.Collections, p.Min, p.Max})
	}
	return found, all
}

// times returns n points, 10 ms apart, from 10 on.
func times(n int) (points []usage.Millis) {
	for i := range n {
		points = append(points, usage.Millis(10*(i+1)))
	}
	return points
}

// TestPatterns checks the limits of the patterns for a single collection. GC points are at 10, 20, 30, 40 and 50.
func TestPatterns(t *testing.T) {
	add := func(b *usage.Builder, n int, at usage.Millis) {
		for e := range n {
			b.Add(1, uint64(at)*1000+uint64(e), 0, 0, 0, at)
		}
	}
	for _, test := range []struct {
		name string
		do   func(b *usage.Builder)
		want []pattern
	}{
		{"never used", func(b *usage.Builder) {}, []pattern{{"empty", "s", 1, 0, 0}}},
		{"read only", func(b *usage.Builder) { b.GetAll(1, 0, 0, 15, 1) }, []pattern{{"empty", "s", 1, 0, 0}}},
		{"dead before its second point", func(b *usage.Builder) { b.Dealloc(1, 20) }, nil},
		{"dead after its second point", func(b *usage.Builder) { b.Dealloc(1, 21) }, []pattern{{"empty", "s", 1, 0, 0}}},
		{"used between two points", func(b *usage.Builder) { add(b, 1, 12); b.Clear(1, 0, 13) }, nil},
		{"used after the last point", func(b *usage.Builder) { add(b, 1, 51) }, []pattern{{"empty", "s", 1, 0, 0}}},
		{"one", func(b *usage.Builder) { add(b, 1, 12); add(b, 1, 22) }, []pattern{{"small", "s", 1, 1, 2}}},
		{"eight", func(b *usage.Builder) { add(b, 7, 12); add(b, 1, 22) }, []pattern{{"small", "s", 1, 7, 8}}},
		{"nine", func(b *usage.Builder) { add(b, 7, 12); add(b, 2, 22) }, nil},
		{"copies", func(b *usage.Builder) {
			for range 9 {
				b.Add(1, 1, 0, 0, 0, 12)
			}
		}, nil},
		{"empty again", func(b *usage.Builder) { add(b, 7, 12); b.Clear(1, 0, 22) }, nil},
		{"filled at the last point", func(b *usage.Builder) { add(b, 7, 45) }, nil},
		{"filled at the last but one", func(b *usage.Builder) { add(b, 7, 35) }, []pattern{{"small", "s", 1, 7, 7}}},
		{"not followed, and no sizes", func(b *usage.Builder) { b.MarkUnfollowed(1) }, nil},
		{"not followed", func(b *usage.Builder) { b.MarkUnfollowed(1); b.Size(1, 0, 10) }, []pattern{{"empty", "s", 1, 0, 0}}},
		{"not followed, small", func(b *usage.Builder) { b.MarkUnfollowed(1); b.Size(1, 1, 10); b.Size(1, 8, 20); b.Size(1, 3, 21) },
			[]pattern{{"small", "s", 1, 1, 8}}},
		{"not followed, large", func(b *usage.Builder) { b.MarkUnfollowed(1); b.Size(1, 1, 10); b.Size(1, 9, 20); b.Size(1, 3, 21) }, nil},
	} {
		l := logOf(t, usage.Options{}, 55, func(b *usage.Builder) {
			b.Alloc(1, 0, b.String("s"), 0, 5)
			test.do(b)
		})
		got, all := patternsOf(t, viewOf(t, l, 0, 55), staleness.PatternOptions{Points: times(5)})
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
		for _, p := range all {
			if p.AtMoment || p.Points <= 0 || p.Points > 1 || p.Kind.Fix() == "" || p.Kind.Sentence() == "" || p.Known != 0 {
				t.Errorf("%s: %+v", test.name, p)
			}
		}
	}
	l := logOf(t, usage.Options{}, 55, func(b *usage.Builder) { // elements at birth that were not reported
		b.Get(1, 1, 1, b.String("s"), 5, 1)
	})
	if got, _ := patternsOf(t, viewOf(t, l, 0, 55), staleness.PatternOptions{Points: times(5)}); got != nil {
		t.Errorf("elements that are not known: %v", got)
	}
}

// TestFixedPattern checks how many collections of one site make the pattern, with which sizes, and what ends it.
func TestFixedPattern(t *testing.T) {
	for _, test := range []struct {
		name  string
		sizes []int // of the 100 collections, repeated
		n     int
		late  usage.Millis // when another element is added; 0 for never
		want  []pattern
	}{
		{"many", []int{3}, 100, 0, []pattern{{"fixed", "s", 100, 3, 3}}},
		{"too few", []int{3}, 99, 0, []pattern{{"small", "s", 99, 3, 3}}},
		{"each with its own size", []int{3, 16}, 100, 0, []pattern{{"fixed", "s", 100, 3, 16}}},
		{"too few, of two sizes", []int{8, 9}, 99, 0, []pattern{{"small", "s", 50, 8, 8}}},
		{"too large", []int{17}, 100, 0, nil},
		{"changed by the second point", []int{3}, 100, 20, []pattern{{"fixed", "s", 100, 4, 4}}},
		{"changed after the second point", []int{3}, 100, 21, []pattern{{"small", "s", 100, 3, 4}}},
	} {
		l := logOf(t, usage.Options{}, 55, func(b *usage.Builder) {
			for c := range test.n {
				b.Alloc(uint64(c), 0, b.String("s"), 0, 5)
				for e := range test.sizes[c%len(test.sizes)] {
					b.Add(uint64(c), uint64(e), 0, 0, 0, 6)
				}
				if test.late > 0 {
					b.Add(uint64(c), 99, 0, 0, 0, test.late)
				}
			}
		})
		bytes := make([]int64, test.n)
		for i := range bytes {
			bytes[i] = 64
		}
		bytes[0] = -1
		got, all := patternsOf(t, viewOf(t, l, 0, 55), staleness.PatternOptions{Points: times(5), Bytes: bytes})
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
		if len(all) > 0 && (all[0].Known != all[0].Collections-1 || all[0].Bytes != 64*all[0].Known || all[0].Points != 1) {
			t.Errorf("%s: %+v", test.name, all[0])
		}
	}
}

// TestPatternPoints checks where sizes are read, and what they tell if there are few points.
func TestPatternPoints(t *testing.T) {
	one := func(b *usage.Builder) { b.Alloc(1, 0, 0, 0, 5) }
	full := logOf(t, usage.Options{}, 50, one)
	parts := logOf(t, usage.Options{Aggregated: true}, 50, func(b *usage.Builder) {
		one(b)
		b.Interval(20)
		b.Interval(40)
	})
	for _, test := range []struct {
		name     string
		l        *usage.Log
		points   []usage.Millis
		found    int
		atMoment bool
		share    float64
	}{{"a hundred", full, nil, 1, false, 46. / 51}, {"intervals", parts, nil, 1, true, 1}, {"one point", full, times(1), 0, false, 0},
		{"two points", full, times(2), 1, true, 1}, {"three points", full, times(3), 1, false, 1}} {
		_, all := patternsOf(t, viewOf(t, test.l, 0, 50), staleness.PatternOptions{Points: test.points})
		if len(all) != test.found || test.found > 0 && (all[0].AtMoment != test.atMoment || math.Abs(all[0].Points-test.share) > 1e-9) {
			t.Errorf("%s: %+v", test.name, all)
		}
	}
}
