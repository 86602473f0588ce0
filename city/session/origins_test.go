package session_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"memcity/city/recording"
	"memcity/city/resolve/objects"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/city/view/inspect"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// pooled returns a recording of 40 pools; every tenth was sampled.
func pooled(interval int64) *recording.Recording {
	b := tracetest.NewHeap()
	pool, other := b.Type("app.Pool", 8192), b.Type("app.Other", 16)
	for i := range 40 {
		o := b.Object(pool)
		if i%10 == 0 {
			b.Site(o, -1, "java.util.HashMap.put:5", "app.Pools.get:7", "app.Main.main:1")
		}
	}
	b.Object(other)
	b.Sampled(interval)
	h := b.Heap()
	r := &trace.Recording{Name: "pools", Format: "test", Names: trace.NewNames(), Knows: trace.KnowsObjects | trace.KnowsSites,
		Points: []trace.Point{{Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) { return h, nil, nil }}}}
	return recording.New(r, recording.Options{})
}

// TestOrigins: the report on a group contains the allocation sites of its objects, by the closest own frame, or the reason that they are
// missing.
func TestOrigins(t *testing.T) {
	for _, test := range []struct {
		interval      int64
		by, key, want string
	}{
		{64 << 10, "type", "Heap#app.Pool", "app.Pools.get(Pools.java:7) 40 {4 {21 40} {173698 327680}} 3 frames"},
		{0, "type", "Heap#app.Pool", "app.Pools.get(Pools.java:7) 4 exact 3 frames"},
		{64 << 10, "type", "Heap#app.Other", "Unknown: none was sampled (one sample per 65.5 kB on average). Use a smaller --interval to take more samples."},
		{0, "type", "Heap#app.Other", "Unknown: their allocations were not recorded."},
		{64 << 10, "domain-site", "Heap#app.Pools.get(Pools.java:7)", "estimate {4 {21 40} {173698 327680}}"},
		{64 << 10, "domain-site", "Heap#(not sampled)", "Unknown: none was sampled (one sample per 65.5 kB on average). Use a smaller --interval to take more samples."},
	} {
		q := inspect.Query{Heap: trees.HeapState{By: trees.By(test.by)}, Keys: seq.Of(test.key)}
		r, err := objects.Group(context.Background(), pooled(test.interval), q, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		if r.Estimate != nil {
			got = append(got, fmt.Sprint("estimate ", *r.Estimate))
		}
		for _, o := range r.Origins {
			estimate := "exact"
			if o.Estimate != nil {
				estimate = fmt.Sprint(*o.Estimate)
			}
			got = append(got, fmt.Sprintf("%s %d %s %d frames", o.Name, o.Objects, estimate, len(o.Frames)))
		}
		if r.NoOrigins != "" {
			got = append(got, r.NoOrigins)
		}
		if text := strings.Join(got, "; "); text != test.want {
			t.Errorf("interval %d, %s: %s, want %s", test.interval, test.key, text, test.want)
		}
	}
}
