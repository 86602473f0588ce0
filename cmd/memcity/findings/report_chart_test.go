package findings

import (
	"strings"
	"testing"
	"time"

	"memcity/analysis/guide/findings"
	"memcity/city/trees"
)

func TestChartOfGrowth(t *testing.T) {
	g := &findings.Pile{Points: []int{1, 3}, Bytes: []int64{0, 100}, Heap: []int64{50, 200}}
	got := string(growthChart(g, []trees.Millis{1000, 1500, 2000}))
	for _, want := range []string{`points="72.0,181.0 988.0,22.0"`, `points="72.0,234.0 988.0,128.0"`, ">200 B<", ">1.4 s<"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	if growthChart(g, []trees.Millis{1000}) != "" || growthChart(nil, nil) != "" {
		t.Error("a chart of GC points that are not there")
	}
}

func TestThinned(t *testing.T) {
	times, values := make([]time.Duration, 100_000), make([]int64, 100_000)
	for i := range times {
		times[i] = time.Duration(i)
	}
	values[54_321], values[77_777] = 9, -9
	few, kept := thinned(times, values)
	if len(few) > maxPoints+2 || len(few) != len(kept) {
		t.Fatalf("%d points", len(few))
	}
	seen := map[int64]time.Duration{}
	for i, v := range kept {
		seen[v] = few[i]
		if i > 0 && few[i] <= few[i-1] {
			t.Fatalf("point %d is at %v after %v", i, few[i], few[i-1])
		}
	}
	if seen[9] != 54_321 || seen[-9] != 77_777 {
		t.Errorf("%v", seen)
	}
}
