package staleness_test

import (
	"math/rand/v2"
	"testing"

	"memcity/analysis/staleness"
	"memcity/trace/usage"
)

// manyElements returns a full log of n elements in collections with mean size size; the first collection has half of the elements. Two in
// three elements have at least one GET, and one in four is removed.
func manyElements(n, size int) *usage.Log {
	const end = 1_000_000
	r := rand.New(rand.NewPCG(1, 2))
	l := &usage.Log{End: end, Strings: []string{"", "ArrayList", "HashMap", "Main.java:1", "Main.java:2", "Main.java:3"}}
	e, g := &l.Elements, &l.Gets
	e.First, g.First = []int32{0}, []int32{0}
	for len(e.Added) < n {
		left := n / 2
		if len(l.Collections) > 0 {
			left = min(1+r.IntN(2*size), n-len(e.Added))
		}
		born := usage.Millis(r.IntN(end / 2))
		c := usage.CollectionID(len(l.Collections))
		l.Collections = append(l.Collections, usage.Collection{Type: usage.StringID(1 + r.IntN(2)), Site: 3, Born: born, Died: usage.Never,
			Followed: true, Object: usage.NoObject})
		for range left {
			added, removed := born+usage.Millis(r.IntN(end/2)), usage.Never
			latest := usage.Millis(end)
			if r.IntN(4) == 0 {
				removed = added + usage.Millis(r.IntN(int(end-added)))
				latest = removed
			}
			last := added
			for range r.IntN(3) {
				last += usage.Millis(r.IntN(int(latest-last) + 1))
				g.Time, g.Count, g.Site = append(g.Time, last), append(g.Count, 1), append(g.Site, 4)
			}
			g.First = append(g.First, int32(len(g.Time)))
			e.Type, e.AddSite, e.RemoveSite = append(e.Type, 1), append(e.AddSite, usage.StringID(3+r.IntN(3))), append(e.RemoveSite, 0)
			e.Added, e.Removed, e.Duplicates = append(e.Added, added), append(e.Removed, removed), append(e.Duplicates, 0)
		}
		e.First = append(e.First, int32(len(e.Added)))
		l.Operations = append(l.Operations, usage.Operation{Collection: c, Site: 3, Op: usage.Add, Time: end, Count: int64(left)})
	}
	return l
}

// benchmarkElements is how many elements the project promises to view in less than two seconds on two processors.
const benchmarkElements = 10_000_000

// BenchmarkView measures one view of ten million elements, and its parts.
func BenchmarkView(b *testing.B) {
	l := manyElements(benchmarkElements, 100)
	v := viewOf(b, l, l.End/5, l.End*4/5)
	run := func(name string, do func() error) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if err := do(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/benchmarkElements, "ns/element")
		})
	}
	ranked := func() error {
		_, err := v.Collections(b.Context(), staleness.Options{Threshold: 0.5, Top: 10})
		return err
	}
	details := func() error {
		_, err := v.Details(b.Context(), staleness.AllCollections, -1)
		return err
	}
	timeline := func() error {
		_, err := v.Timeline(b.Context(), staleness.AllCollections, 0)
		return err
	}
	patterns := func() error {
		_, err := v.Patterns(b.Context(), staleness.PatternOptions{})
		return err
	}
	run("collections", ranked)
	run("details", details)
	run("timeline", timeline)
	run("patterns", patterns)
	run("all", func() error {
		for _, do := range []func() error{ranked, details, timeline, patterns} {
			if err := do(); err != nil {
				return err
			}
		}
		return nil
	})
}
