package usage_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"memcity/trace/usage"
)

// built returns the log of the events that do reports, and checks that it is consistent.
func built(t *testing.T, o usage.Options, end usage.Millis, do func(b *usage.Builder)) *usage.Log {
	t.Helper()
	b := usage.NewBuilder(o)
	do(b)
	l := b.Build(end)
	if err := l.Check(); err != nil {
		t.Fatal(err)
	}
	return l
}

// stay is an element in the notation of the tests.
type stay struct {
	added, removed usage.Millis
	duplicates     int32
	gets           []usage.Millis // once for each GET
}

// stays returns the elements of all collections with their GETs.
func stays(l *usage.Log) [][]stay {
	all := [][]stay{}
	for c := range l.Collections {
		from, to := l.ElementsOf(usage.CollectionID(c))
		of := []stay{}
		for e := from; e < to; e++ {
			s := stay{l.Elements.Added[e], l.Elements.Removed[e], l.Elements.Duplicates[e], nil}
			for i := l.Gets.First[e]; i < l.Gets.First[e+1]; i++ {
				for range l.Gets.Count[i] {
					s.gets = append(s.gets, l.Gets.Time[i])
				}
			}
			if l.Elements.ReadFirst != nil {
				for _, r := range l.Reads[l.Elements.ReadFirst[e]:l.Elements.ReadEnd[e]] {
					for range r.Count {
						s.gets = append(s.gets, r.Time)
					}
				}
			}
			slices.Sort(s.gets)
			of = append(of, s)
		}
		all = append(all, of)
	}
	return all
}

const never = usage.Never

// TestStays checks the start and end of elements by the rules of the thesis, sections 6.2.1 and 6.2.2, and in cases that it leaves open.
func TestStays(t *testing.T) {
	const a, b, x, y = 1, 2, 10, 11
	for _, test := range []struct {
		name     string
		do       func(u *usage.Builder)
		want     [][]stay
		troubles []string
	}{
		{"one after the other", func(u *usage.Builder) {
			u.Add(a, x, 1, 0, 0, 1)
			u.Get(a, x, 1, 0, 2, 1)
			u.Remove(a, x, 0, 0, 3)
			u.Add(a, x, 1, 0, 0, 4)
		}, [][]stay{{{1, 3, 0, []usage.Millis{2}}, {4, never, 0, nil}}}, nil},
		{"copies", func(u *usage.Builder) {
			u.Add(a, x, 1, 0, 0, 1)
			u.Add(a, x, 2, 0, 0, 2)
			u.Remove(a, x, 1, 0, 3)
			u.Get(a, x, 1, 0, 4, 2)
			u.Add(a, x, 2, 0, 0, 5)
			u.Remove(a, x, 1, 0, 6)
			u.Remove(a, x, 0, 0, 7)
		}, [][]stay{{{1, 7, 1, []usage.Millis{4, 4}}}}, nil},
		{"a copy that stays", func(u *usage.Builder) {
			u.Add(a, x, 1, 0, 0, 1)
			u.Add(a, x, 2, 0, 0, 1)
			u.Add(a, x, 3, 0, 0, 1)
			u.Remove(a, x, 2, 0, 3)
		}, [][]stay{{{1, never, 2, nil}}}, nil},
		{"one element in two collections", func(u *usage.Builder) {
			u.Add(b, x, 1, 0, 0, 1)
			u.Add(a, x, 1, 0, 0, 2)
			u.Remove(b, x, 0, 0, 3)
		}, [][]stay{{{1, 3, 0, nil}}, {{2, never, 0, nil}}}, nil},
		{"clear, and reads of what is there", func(u *usage.Builder) {
			u.Add(a, x, 1, 0, 0, 1)
			u.GetAll(a, 1, 0, 2, 1)
			u.Add(a, y, 2, 0, 0, 2)
			u.GetAll(a, 2, 0, 3, 2)
			u.Clear(a, 0, 3)
			u.GetAll(a, 0, 0, 3, 1)
			u.Add(a, y, 1, 0, 0, 3)
			u.GetAll(a, 1, 0, 4, 1)
		}, [][]stay{{{1, 3, 0, []usage.Millis{2, 3, 3}}, {2, 3, 0, []usage.Millis{3, 3}}, {3, never, 0, []usage.Millis{4}}}}, nil},
		{"the identifier of a dead collection", func(u *usage.Builder) {
			u.Alloc(a, 0, 0, 0, 0)
			u.Add(a, x, 1, 0, 0, 1)
			u.Dealloc(a, 2)
			u.Alloc(a, 0, 0, 0, 3)
			u.Add(a, x, 1, 0, 0, 4)
		}, [][]stay{{{1, never, 0, nil}}, {{4, never, 0, nil}}}, nil},
		{"the identifier of a live one", func(u *usage.Builder) {
			u.Alloc(a, 0, 0, 0, 0)
			u.Add(a, x, 1, 0, 0, 1)
			u.Alloc(a, 0, 0, 0, 3)
		}, [][]stay{{{1, never, 0, nil}}, {}},
			[]string{"1 collections were allocated with the identifier of a live collection, which was treated as dead from then."}},
		{"what was not added", func(u *usage.Builder) {
			u.Remove(a, x, 0, 0, 1)
			u.Get(a, x, 0, 0, 1, 1)
			u.Get(b, x, 0, 0, 1, 1)
		}, [][]stay{{}, {}}, []string{"3 GETs and REMOVEs refer to elements that were never added."}},
		{"order", func(u *usage.Builder) {
			u.Alloc(a, 0, 0, 0, 5)
			u.Add(a, x, 1, 0, 0, 4)
			u.Get(a, x, 1, 0, 7, 1)
			u.Get(a, x, 1, 0, 6, 1)
			u.Remove(a, x, 1, 0, -3)
		}, [][]stay{{{5, 7, 0, []usage.Millis{7, 7}}}},
			[]string{"3 events are out of order; they count at the time of the previous event."}},
		{"nonsense", func(u *usage.Builder) {
			u.Dealloc(a, 1)
			u.Number(a, 1)
			u.MarkUnfollowed(a)
			u.Size(a, 1, 1)
			u.Alloc(a, -1, 99, -1, 1)
			u.Number(a, -1)
			u.Size(a, -1, 1)
			u.Get(a, x, 0, 0, 1, 0)
			u.GetAll(a, 0, 0, 1, 0)
			u.Operations(a, 0, usage.Add, 1)
			u.Interval(1)
			u.Scale(0, 1, 1, 1)
			u.Scale(1, 2, 1, 1)
			u.Scale(1, -1, 1, 1)
			u.Trouble("The agent lost events.", never)
			u.Trouble("The agent lost events.", 7)
		}, [][]stay{{}}, []string{"The agent lost events.", "At 7 ms: The agent lost events.", "6 events refer to unknown collections.",
			"2 sites or types are unknown.", "6 counts are impossible.", "1 intervals end before the last one, or are in a full log."}},
	} {
		l := built(t, usage.Options{}, never, test.do)
		if got := stays(l); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
		if !slices.Equal(l.Troubles, test.troubles) {
			t.Errorf("%s: troubles %q", test.name, l.Troubles)
		}
	}
}

// TestFacts checks the data stored about collections, and the counts of operations.
func TestFacts(t *testing.T) {
	l := built(t, usage.Options{Start: 2}, 20, func(b *usage.Builder) {
		list, at, other := b.String("ArrayList"), b.String("Main.java:5"), b.String("Main.java:6")
		if b.String("ArrayList") != list {
			t.Error("the same text has two numbers")
		}
		b.Alloc(7, 0, at, list, 3)
		b.Number(7, 40)
		b.Add(7, 1, 1, at, list, 4)
		b.Add(7, 2, 2, other, 0, 4)
		b.Add(7, 3, 3, at, list, 4)
		b.GetAll(7, 3, other, 5, 2)
		b.Clear(7, other, 6)
		b.Dealloc(7, 9)
		b.Add(8, 1, 5, other, 0, 10)
		b.Alloc(9, 3, at, 0, 11)
		b.MarkUnfollowed(9)
		b.Size(9, 3, 12)
		b.Size(9, 3, 13)
		b.Size(9, 4, 14)
		b.Scale(10, 2, 3, 14)
	})
	if l.Start != 2 || l.End != 20 || !slices.Equal(l.Strings, []string{"", "ArrayList", "Main.java:5", "Main.java:6"}) {
		t.Errorf("from %d to %d: %q", l.Start, l.End, l.Strings)
	}
	if want := []usage.Collection{{Serial: 7, Type: 1, Site: 2, Born: 3, Died: 9, Followed: true, Object: 40},
		{Serial: 8, Site: 3, Born: 10, Died: never, Size: 5, Late: true, Followed: true, Object: usage.NoObject},
		{Serial: 9, Site: 2, Born: 11, Died: never, Size: 3, Object: usage.NoObject}}; !slices.Equal(l.Collections, want) {
		t.Errorf("got %+v, want %+v", l.Collections, want)
	}
	if want := []usage.Operation{{0, 2, usage.Add, 4, 2}, {0, 3, usage.Add, 4, 1}, {0, 3, usage.Get, 5, 6}, {0, 3, usage.Remove, 6, 3},
		{1, 3, usage.Add, 10, 1}}; !slices.Equal(l.Operations, want) {
		t.Errorf("got %+v, want %+v", l.Operations, want)
	}
	if want := []usage.Size{{2, 3, 12}, {2, 4, 14}}; !slices.Equal(l.Sizes, want) || len(l.SizesOf(2)) != 2 || len(l.SizesOf(1)) != 0 {
		t.Errorf("got %+v, want %+v", l.Sizes, want)
	}
	if want := []usage.Scale{{14, 10, 2, 3}}; !slices.Equal(l.Scales, want) {
		t.Errorf("got %+v, want %+v", l.Scales, want)
	}
	if got := []string{l.Label(0), l.Label(1)}; !slices.Equal(got, []string{"ArrayList@Main.java:5", "(type not known)@Main.java:6"}) {
		t.Errorf("labels %q", got)
	}
	if l.CollectionOf(2) != 0 || l.CollectionOf(3) != 1 || len(l.OperationsOf(1)) != 1 || l.EndOf(0, 0) != 6 || l.EndOf(1, 3) != never {
		t.Errorf("collections %d, %d; operations %v; ends %d, %d", l.CollectionOf(2), l.CollectionOf(3), l.OperationsOf(1), l.EndOf(0, 0),
			l.EndOf(1, 3))
	}
	if !l.Exact(5) {
		t.Error("a full log is not exact")
	}
}

// TestAggregated checks rows of intervals, operations at their ends, and which windows are exact.
func TestAggregated(t *testing.T) {
	l := built(t, usage.Options{Aggregated: true}, 40, func(b *usage.Builder) {
		b.Alloc(1, 0, 0, 0, 0)
		b.Add(1, 5, 1, 0, 0, 3)
		b.Operations(1, 0, usage.Add, 1)
		b.Add(1, 6, 1, 0, 0, 9) // later than the GET reported after it
		b.Get(1, 5, 2, 0, 8, 3)
		b.Operations(1, 0, usage.Get, 3)
		b.Operations(1, 0, usage.Add, 1)
		b.Interval(10)
		b.Get(1, 5, 2, 0, 10, 1)
		b.Interval(20)
		b.Get(1, 5, 2, 0, 21, 1)
		b.Get(1, 5, 2, 0, 29, 1)
		b.Operations(1, 0, usage.Get, 2)
		b.Operations(2, 0, usage.Get, 2)
		b.Interval(20)
		b.Interval(30)
		b.Operations(1, 0, usage.Get, 1)
	})
	if want := []usage.Operation{{0, 0, usage.Add, 10, 2}, {0, 0, usage.Get, 10, 3}, {0, 0, usage.Get, 30, 2},
		{0, 0, usage.Get, 40, 1}}; !slices.Equal(l.Operations, want) {
		t.Errorf("got %+v, want %+v", l.Operations, want)
	}
	if !slices.Equal(l.Gets.Time, []usage.Millis{8, 10, 29}) || !slices.Equal(l.Gets.Count, []int32{3, 1, 2}) {
		t.Errorf("GETs %v", l.Gets)
	}
	exact := []usage.Millis{}
	for at := usage.Millis(-1); at < 43; at++ {
		if l.Exact(at) {
			exact = append(exact, at)
		}
	}
	if want := []usage.Millis{-1, 0, 10, 20, 30, 40, 41, 42}; !slices.Equal(exact, want) {
		t.Errorf("exact at %v, want %v", exact, want)
	}
	if l := built(t, usage.Options{Aggregated: true}, 40, func(*usage.Builder) {}); l.Exact(5) {
		t.Error("an aggregated log without intervals is exact")
	}
}

// TestLimits checks that nothing exceeds a limit. Two of the three rows of operations have the same time, since counts are limited too.
func TestLimits(t *testing.T) {
	l := built(t, usage.Options{Max: 3}, 0, func(b *usage.Builder) {
		for i := range uint64(10) {
			b.Alloc(i, 0, b.String(string(rune('a'+i))), 0, usage.Millis(i))
			for x := range uint64(5) {
				b.Add(0, x, 0, 0, 0, usage.Millis(i))
				b.Get(0, x, 0, 0, usage.Millis(i), math.MaxInt)
			}
			b.GetAll(0, 0, 0, usage.Millis(i), math.MaxInt)
			b.Size(0, int(i), usage.Millis(i))
			b.Scale(1, 1, 1, usage.Millis(i))
		}
		for range 2 * usage.MaxTroubles {
			b.Trouble("Something is odd.", 1)
		}
	})
	if len(l.Collections) != 3 || l.Elements.Len() != 3 || len(l.Gets.Time) != 3 || len(l.Reads) != 3 || len(l.Sizes) != 3 ||
		len(l.Strings) != 3 || len(l.Operations) != 2 || len(l.Scales) != 3 || len(l.Troubles) != usage.MaxTroubles+3 {
		t.Errorf("%d collections, %d elements, %d GETs, %d reads, %d sizes, %d strings, %d operations, %d scales, %d troubles, %q",
			len(l.Collections), l.Elements.Len(), len(l.Gets.Time), len(l.Reads), len(l.Sizes), len(l.Strings), len(l.Operations), len(l.Scales),
			len(l.Troubles), l.Troubles[usage.MaxTroubles:])
	}
}

// TestRandomEvents checks that the log is consistent for any events.
func TestRandomEvents(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		aggregated := r.IntN(2) == 0
		built(t, usage.Options{Aggregated: aggregated, Start: usage.Millis(r.IntN(20) - 5)}, usage.Millis(r.IntN(100)-1), func(b *usage.Builder) {
			for i := range r.IntN(300) {
				at, c, e := usage.Millis(i+r.IntN(10)-5), uint64(r.IntN(4)), uint64(r.IntN(6))
				s := usage.StringID(r.IntN(4) - 1)
				b.String(string(rune('a' + r.IntN(3))))
				[]func(){
					func() { b.Alloc(c, r.IntN(3), s, s, at) }, func() { b.Dealloc(c, at) }, func() { b.Clear(c, s, at) },
					func() { b.Add(c, e, 1, s, s, at) }, func() { b.Add(c, e, 1, s, s, at) }, func() { b.Add(c, e, 1, s, s, at) },
					func() { b.Get(c, e, 1, s, at, r.IntN(4)) }, func() { b.Get(c, e, 1, s, at, 1) },
					func() { b.Remove(c, e, 1, s, at) }, func() { b.Remove(c, e, 1, s, at) },
					func() { b.GetAll(c, 1, s, at, r.IntN(4)) }, func() { b.Interval(at) },
					func() { b.Operations(c, s, usage.Op(r.IntN(4)), int64(r.IntN(4)-1)) },
					func() { b.Number(c, int64(r.IntN(4)-1)) }, func() { b.Size(c, r.IntN(4)-1, at) }, func() { b.MarkUnfollowed(c) },
					func() { b.Scale(r.IntN(3), 1, int64(r.IntN(3)), at) },
				}[r.IntN(17)]()
			}
		})
	}
}
