package trends_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/trend"
	"memcity/city/citytest"
	"memcity/city/trees"
	"memcity/city/view/trends"
	"memcity/trace/tracetest/golden"
)

// TestReports writes the series of levels of random recordings in each order, and with added groups.
func TestReports(t *testing.T) {
	var w strings.Builder
	s := trees.NewSeries(citytest.RandomPoints(5, citytest.RandomSpec{Points: 4, Nodes: 30, Depth: 4, Width: 6}))
	below := s.Key(s.Nodes[0].Parent + 2)
	for order := trends.GrowthOrder; order <= trends.AverageOrder; order++ {
		for _, bytes := range []bool{false, true} {
			state := (trends.State{Levels: []string{below, "none", "Heap"}}).With(1, trends.Chart{Order: order, Top: 2}).With(0,
				trends.Chart{Order: order})
			q := state.Query(trees.By("type"), bytes, 0, 3)
			fmt.Fprintln(&w, q.Unit(), golden.Text(q))
			r := q.Report(s, 9)
			fmt.Fprintln(&w, r.Points, r.SizeKind, r.Times, r.Sources, len(r.Levels))
			for _, l := range r.Levels {
				fmt.Fprintln(&w, golden.Text(l.Trend))
				for i := range l.Trend.Series {
					fmt.Fprintln(&w, l.Key(&l.Trend.Series[i]))
				}
			}
			first := r.Levels[0]
			more := first.With(bytes, "none", below, s.Key(int32(len(s.Nodes)-1)), "Heap#n4")
			fmt.Fprintln(&w, more != first, golden.Text(more.Trend))
			if first.With(bytes) != first || first.With(bytes, first.Key(&first.Trend.Series[0])) != first {
				t.Error("a trend with what it has is another")
			}
		}
	}
	golden.File(t, "reports.txt", w.String())
	if _, ok := trends.Of(&trees.Series{}, "", trend.Options{}); ok {
		t.Error("nothing has a trend")
	}
}

// TestCharts: unset options have defaults, and numbers are clamped to their range.
func TestCharts(t *testing.T) {
	s := trends.State{Levels: []string{"a", "b"}}
	changed := s.With(2, trends.Chart{Top: 99}).With(1, trends.Chart{Top: -1})
	if len(s.Charts) != 0 || s.Chart(0).Top != trends.DefaultTop {
		t.Error("the state was changed")
	}
	if got := []int{changed.Chart(0).Top, changed.Chart(1).Top, changed.Chart(2).Top, changed.Chart(3).Top}; !slices.Equal(got,
		[]int{trends.DefaultTop, 1, trends.MaxTop, trends.DefaultTop}) {
		t.Errorf("charts have %v series", got)
	}
	if s.Opened(0) != "a" || s.Opened(1) != "b" || s.Opened(2) != "" {
		t.Error("opened levels")
	}
	for style := range trends.Style(3) {
		if got, err := trends.ParseStyle(style.String()); got != style || err != nil {
			t.Errorf("%s is read as %s, %v", style, got, err)
		}
		for m := trees.Shallow; m <= trees.Retained; m++ {
			want := style == trends.StackedAreas || style == trends.DefaultStyle && m == trees.Shallow
			if got := (&trends.State{Style: style}).Stacked(m); got != want {
				t.Errorf("%s of %s: stacked %v", style, m, got)
			}
		}
	}
	if at := s.At([]string{"c"}); at.Opened(0) != "c" || s.Opened(0) != "a" {
		t.Error("other levels")
	}
}
