package guide

import (
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// withUnreached returns a cache of values, and the given numbers of rows that no GC root reaches.
func withUnreached(values, rows int) *trace.Heap {
	b := tracetest.NewHeap()
	cache(b, "app.Main.cache", values)
	b.Objects(b.Type("app.Row", 1000), rows)
	return b.Heap()
}

// TestGrowthWithoutRoots checks that unreachable objects that keep growing are not taken for garbage. It tests each limit from both sides.
func TestGrowthWithoutRoots(t *testing.T) {
	const open = "A leak cannot be ruled out: the objects that no GC root in this input reaches grew from "
	for name, tt := range map[string]struct {
		values, rows []int
		open         bool // true if the verdict names them
		missing      bool // true if they are named beside another verdict
	}{
		"grow":                  {[]int{3000, 3000, 3000, 3000}, []int{100, 200, 300, 400}, true, false},
		"three points":          {[]int{3000, 3000, 3000}, []int{100, 200, 300}, false, false},
		"come and go":           {[]int{3000, 3000, 3000, 3000, 3000}, []int{100, 400, 50, 300, 200}, false, false},
		"a fiftieth":            {[]int{3000, 3000, 3000, 3000}, []int{10, 30, 50, 71}, true, false},
		"less than a fiftieth":  {[]int{3000, 3000, 3000, 3000}, []int{10, 30, 50, 69}, false, false},
		"beside a leak":         {[]int{1000, 2000, 3000, 4000, 5000}, []int{100, 200, 300, 400, 500}, false, true},
		"none beside a leak":    {[]int{1000, 2000, 3000, 4000, 5000}, []int{100, 100, 100, 100, 100}, false, false},
		"level":                 {[]int{3000, 3000, 3000, 3000}, []int{400, 400, 400, 400}, false, false},
		"all objects reachable": {[]int{3000, 3000, 3000, 3000}, []int{0, 0, 0, 0}, false, false},
	} {
		var states []*trace.Heap
		for i := range tt.values {
			states = append(states, withUnreached(tt.values[i], tt.rows[i]))
		}
		report, _ := explore(t, heaps("unreached", states...))
		is := strings.HasPrefix(report.Text, open) && strings.Contains(report.Text, "Row grew most, by ") && strings.Contains(report.Text, notGarbage)
		isMissing := strings.Contains(strings.Join(report.Missing, "\n"), "Growth without GC roots: the objects that no GC root in this input reaches grew from 100 kB to 500 kB")
		if is != tt.open || is != (report.Grade == findings.Undecided) || isMissing != tt.missing {
			t.Errorf("%s: %s: %s %q", name, report.Grade, report.Text, report.Missing)
		}
	}
}
