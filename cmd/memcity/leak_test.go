package main

import (
	"testing"

	"memcity/city/session"
	"memcity/trace"
)

func TestSuspectedLeak(t *testing.T) {
	heap := func(n int, bytes func(i int) int64) []session.HeapPoint {
		var list []session.HeapPoint
		for i := range n {
			list = append(list, session.HeapPoint{Time: trace.Millis(1000 * i), Objects: bytes(i) / 24, Bytes: bytes(i)})
		}
		return list
	}
	grows := func(i int) int64 { return 1_000_000 + 100_000*int64(i) }
	for name, c := range map[string]struct {
		points []session.HeapPoint
		want   string
	}{
		"none":        {nil, ""},
		"too few":     {heap(9, grows), ""},
		"growing":     {heap(12, grows), "A leak is suspected: over the last 12 GC points the heap has grown from 1 MB to 2.1 MB"},
		"steady":      {heap(40, func(i int) int64 { return 1_000_000 + int64(i%5)*1000 }), ""},
		"up and down": {heap(40, func(i int) int64 { return 1_000_000 * int64(1+i%8) }), ""},
		"over":        {heap(40, func(i int) int64 { return min(grows(i), grows(25)) * int64(1+(i/39)*-1) }), ""},
	} {
		if got := suspectedLeak(c.points); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
