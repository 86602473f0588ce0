package usage_test

import (
	"testing"

	"memcity/trace/usage"
)

// BenchmarkBuilder reports the time per event, including building the log, and the size of the log per element with one GET. The size is 32
// bytes for the element, 4 for the start of its GETs, and 16 for the row.
func BenchmarkBuilder(b *testing.B) {
	const elements, collections = 1_000_000, 1000
	var l *usage.Log
	for b.Loop() {
		u := usage.NewBuilder(usage.Options{})
		site := u.String("Main.java:5")
		for i := range uint64(elements) {
			t := usage.Millis(i / 100)
			u.Add(i%collections, i, 0, site, site, t)
			u.Get(i%collections, i, 0, site, t+1, 1)
			if i%2 == 0 {
				u.Remove(i%collections, i, 0, site, t+1)
			}
		}
		l = u.Build(usage.Never)
	}
	if l.Elements.Len() != elements {
		b.Fatalf("%d elements", l.Elements.Len())
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(2.5*elements), "ns/event")
	bytes := 4*len(l.Elements.First) + 32*l.Elements.Len() + 4*len(l.Gets.First) + 16*len(l.Gets.Time)
	b.ReportMetric(float64(bytes)/elements, "B/element")
}
