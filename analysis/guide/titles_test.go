package guide

import (
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestGrewThroughout checks that a pile that shrank once is not said to keep growing or to take more and more.
func TestGrewThroughout(t *testing.T) {
	for name, test := range map[string]struct {
		sizes []int64
		want  string
	}{
		"grows at each GC point": {[]int64{100_000, 200_000, 400_000, 500_000, 700_000}, "Content keeps growing in"},
		"shrank once":            {[]int64{100_000, 400_000, 500_000, 450_000, 700_000}, "Content has grown in"},
	} {
		var states []*trace.Heap
		for _, size := range test.sizes {
			b := tracetest.NewHeap()
			page := b.Object(b.Type("app.Page", 16, "content"))
			b.Root(page, trace.RootStaticField, "app.Main.page")
			for range 3 {
				b.Refer(page, "content", b.Object(b.Type("app.Content", size)))
			}
			states = append(states, b.Heap())
		}
		report, _ := explored(t, heaps("pages", states...))
		if len(report.Findings) == 0 || !strings.Contains(report.Findings[0].Title, test.want) ||
			strings.Contains(report.Text, "keeps taking more") != strings.Contains(test.want, "keeps") {
			t.Errorf("%s: %s %+v", name, report.Text, report.Findings)
		}
	}
}
