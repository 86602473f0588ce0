package seq

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// Lists behave like slices that are compared item by item.
func TestAgainstSlices(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var seqs []Seq[string]
	var lists [][]string
	var keeper Keeper[string]
	for range 200 {
		list := make([]string, random.IntN(5))
		for i := range list {
			list[i] = string(rune('a' + random.IntN(3)))
		}
		seqs, lists = append(seqs, Of(list...)), append(lists, list)
	}
	for i, s := range seqs {
		list := lists[i]
		if got := s.Slice(); !slices.Equal(got, list) || got == nil || s.Len() != len(list) || s.Empty() != (len(list) == 0) {
			t.Fatalf("%v has the items %v", list, got)
		}
		for at, item := range s.All() {
			if item != list[at] || s.At(at) != item {
				t.Fatalf("item %d of %v is %q and %q", at, list, item, s.At(at))
			}
		}
		for _, item := range []string{"a", "b", "c", "d"} {
			if s.Has(item) != slices.Contains(list, item) {
				t.Fatalf("%v has %s: %v", list, item, s.Has(item))
			}
		}
		if fmt.Sprint(s) != fmt.Sprint(list) {
			t.Fatalf("%v is written %v", list, s)
		}
		for j, o := range seqs {
			if s.Is(lists[j]) != slices.Equal(list, lists[j]) || keeper.Of(list) != s || keeper.Of(lists[j]) != o {
				t.Fatalf("%v is %v", s, lists[j])
			}
			if (s == o) != slices.Equal(list, lists[j]) {
				t.Fatalf("%v == %v is %v", list, lists[j], s == o)
			}
			if s.With(lists[j]...) != Of(append(slices.Clone(list), lists[j]...)...) {
				t.Fatalf("%v with %v", list, lists[j])
			}
		}
	}
}

// Slices passed in or returned may be modified.
func TestOwnSlices(t *testing.T) {
	items := []int{1, 2, 3}
	s := Of(items...)
	items[0] = 7
	s.Slice()[1] = 8
	if s != Of(1, 2, 3) {
		t.Error(s)
	}
}

func TestAllStops(t *testing.T) {
	for i := range Of(4, 5, 6).All() {
		if i == 1 {
			return
		}
	}
	t.Error("went on")
}

func TestAtPanics(t *testing.T) {
	for _, i := range []int{-1, 2} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("there is an item %d of 2", i)
				}
			}()
			Of("a", "b").At(i)
		}()
	}
}

// A list of structs that hold lists compares as well.
func TestNested(t *testing.T) {
	type step struct {
		names Seq[string]
		at    int
	}
	if a, b := Of(step{Of("a"), 1}), Of(step{Of("a"), 1}); a != b || a == Of(step{Of("b"), 1}) {
		t.Error(a, b)
	}
}

func BenchmarkOf(b *testing.B) {
	b.ReportAllocs()
	for _, n := range []int{2, 32} {
		items := make([]string, n)
		for i := range items {
			items[i] = fmt.Sprintf("classifier %d", i)
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			kept := Of(items...)
			for b.Loop() {
				if Of(items...) != kept {
					b.Fatal()
				}
			}
		})
	}
}

func TestComparingAllocatesNothing(t *testing.T) {
	a, b := Of("package", "type"), Of("package", "type")
	sum := 0
	if got := testing.AllocsPerRun(100, func() {
		if a != b {
			sum++
		}
		for i, s := range a.All() {
			sum += i + len(s)
		}
	}); got != 0 {
		t.Errorf("%v allocations", got)
	}
}
