package leak_test

import (
	"testing"
	"time"

	"memcity/analysis/guide/leak"
	"memcity/trace/tracetest"
)

// uneven returns a list whose entries vary in number while their sizes grow, next to a list with the given part of the growth.
func uneven(t *testing.T, sizes []int, alongside int) *leak.Holders {
	t.Helper()
	s := leak.NewHolders()
	for point, size := range sizes {
		b := tracetest.NewHeap()
		documents, others := listOf(b, "app.Main.documents", 200), listOf(b, "app.Main.others", 200)
		text, other := b.PrimitiveType("byte[]", 1), b.Type("app.Other", 16, "data")
		count := 100 - point%2*40
		for range count {
			documents(b.Array(text, size*1000/count))
		}
		for range 100 {
			o := b.Object(other)
			b.Refer(o, "data", b.Array(text, alongside*(size-sizes[0])*10/100+1))
			others(o)
		}
		if _, err := s.Add(t.Context(), b.Heap(), nil, nil); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestMostGrown(t *testing.T) {
	var times []time.Duration
	for i := range 6 {
		times = append(times, time.Duration(i)*time.Second)
	}
	growing := []int{1000, 1200, 1400, 1600, 1800, 2000}
	found, ok := uneven(t, growing, 50).MostGrown(times)
	if !ok || found.Owner != "static field app.Main.documents" || found.GrowthBytes() < 950_000 || found.GrowthBytes() > 1_050_000 {
		t.Errorf("half as much grows next to it: %t, %+v", ok, found)
	}
	if found, ok = uneven(t, growing, 300).MostGrown(times); !ok || found.Owner != "static field app.Main.others" {
		t.Errorf("three times as much grows next to it: %t, %+v", ok, found)
	}
	if found, ok = uneven(t, growing, 100).MostGrown(times); ok && found.Root != "" && found.GrowthBytes() < 1_000_000 {
		t.Errorf("as much grows next to it: %+v", found)
	}
	if found, ok = uneven(t, []int{1000, 2000, 1000, 2000, 1000, 2000}, 0).MostGrown(times); ok {
		t.Errorf("a heap that goes up and down: %+v", found)
	}
	if found, ok = uneven(t, growing[:2], 0).MostGrown(times[:2]); ok {
		t.Errorf("two GC points: %+v", found)
	}
}
