package fleet_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/fleet"
	"memcity/trace"
	"memcity/trace/pods"
)

// order is a leak that is known in full.
func order() pods.Leak {
	return pods.Leak{Service: "shop", Type: "com.x.Order", Owner: "static field com.x.Main.cache", Versions: "1.5", Since: "1.5", Sure: true, Current: true,
		Pods: 37, Judged: 40, Earlier: 38, PerHour: 12e6, Chance: 0.00001}
}

// TestLeak: what is not known is not said, or said to be not known.
func TestLeak(t *testing.T) {
	const all = "Order leaks on 37 of 40 pods of shop 1.5 that could show it; held by the static field com.x.Main.cache; 12 MB an hour on a pod (median)." +
		" New in 1.5: on none of 38 pods of earlier versions, p < 0.0001."
	for _, tt := range []struct {
		change func(*pods.Leak)
		want   string
		title  string
	}{
		{func(*pods.Leak) {}, all, "Leak on 37 of 40 pods: Order of shop 1.5, held by the static field com.x.Main.cache, 12 MB an hour and pod"},
		{func(l *pods.Leak) { l.Chance = 0.0001 }, "earlier versions, p = 0.0001.", ""},
		{func(l *pods.Leak) { l.Chance = -1 }, "on none of 38 pods of earlier versions.", ""},
		{func(l *pods.Leak) { l.Earlier = 0 }, "Whether versions before 1.5 have it is not known, because no recording of one could show a leak.", ""},
		{func(l *pods.Leak) { l.Since = "" }, "Since which version is not known", ""},
		{func(l *pods.Leak) { l.Current = false }, "(median); the last versions of these pods do not have it. New", ""},
		{func(l *pods.Leak) { l.PerHour = -1 }, "Main.cache. New in", "held by the static field com.x.Main.cache"},
		{func(l *pods.Leak) { l.PerHour = 0 }, "; 0 B an hour on a pod", "0 B an hour and pod"},
		{func(l *pods.Leak) { l.Sure, l.Pods, l.Judged = false, 1, 1 }, "Order may leak (it is too early to be sure) on 1 of 1 pod of", "Growth on 1 of 1 pod: "},
	} {
		l := order()
		tt.change(&l)
		if got := fleet.Leak(&l); !strings.Contains(got, tt.want) || !strings.HasSuffix(got, ".") {
			t.Errorf("%q, want %q", got, tt.want)
		}
		if got := fleet.LeakTitle(&l); !strings.Contains(got, tt.title) {
			t.Errorf("%q, want %q", got, tt.title)
		}
	}
}

// TestLeaksOf: of a type in one service alone.
func TestLeaksOf(t *testing.T) {
	f := &pods.Fleet{Leaks: []pods.Leak{{Service: "a", Type: "x", Owner: "1"}, {Service: "b", Type: "x"}, {Service: "a", Type: "x", Owner: "2"}, {Service: "a", Type: "y"}}}
	if found := fleet.LeaksOf(f, "a", "x"); len(found) != 2 || found[0].Owner != "1" || found[1].Owner != "2" {
		t.Errorf("%+v", found)
	}
}

// group is what pods named by their index have, of a version 1 or 2.
func group(of, outliers int64, amounts ...[2]int64) (*pods.Fleet, *pods.Group) {
	f, g := &pods.Fleet{}, &pods.Group{Of: of, Outliers: outliers}
	for i, a := range amounts {
		f.Pods = append(f.Pods, pods.Pod{Name: fmt.Sprint("p", i), Version: fmt.Sprint(1 + i%2)})
		g.Amounts = append(g.Amounts, pods.Amount{Pod: int32(i), Objects: a[0], Bytes: a[1]})
	}
	return f, g
}

// TestRows: most first; of equal pods those of the first version, then by name. Outliers are those of most bytes, whatever is sorted by.
func TestRows(t *testing.T) {
	f, g := group(6, 1, [2]int64{5, 10}, [2]int64{5, 10}, [2]int64{5, 10}, [2]int64{9, 20}, [2]int64{1, 90})
	text := func(m trace.Metric) (out string) {
		for _, r := range fleet.Rows(f, g, m) {
			out += r.Name
			if r.Outlier {
				out += "!"
			}
			out += " "
		}
		return out
	}
	if got := text(trace.Objects); got != "p3 p0 p2 p1 p4! " {
		t.Error(got)
	}
	if got := text(trace.Bytes); got != "p4! p3 p0 p2 p1 " {
		t.Error(got)
	}
}

// TestGroup: how much a pod has, on how many it is, and which are far above.
func TestGroup(t *testing.T) {
	for _, tt := range []struct {
		bytes, of, outliers int64
		amounts             [][2]int64
		want                string
	}{
		{0, 4, 0, nil, "None of 4 pods has X."},
		{10, 2, 0, [][2]int64{{1, 10}, {1, 10}}, "X takes 10 B on a pod (median of 2)."},
		{10, 2, 0, [][2]int64{{1, 10}, {1, 11}}, "X takes 10 B on a pod (median of 2), 11 B at most, on p1."},
		{0, 3, 0, [][2]int64{{1, 10}}, "X takes 0 B on a pod (median of 3; 1 has it), 10 B at most, on p0."},
		{10, 9, 1, [][2]int64{{1, 10}, {1, 25}}, "X takes 10 B on a pod (median of 9; 2 have it); p1 is far above the others: 25 B, 2.5 times the median."},
		{0, 2, 1, [][2]int64{{1, 10}, {1, 25}}, "; p1 is far above the others: 25 B, where the median is 0 B."},
		{10, 2, 2, [][2]int64{{1, 40}, {1, 25}}, "; 2 are far above the others, p0 most of all: 40 B, 4.0 times the median."},
	} {
		f, g := group(tt.of, tt.outliers, tt.amounts...)
		if got := fleet.Group("X", tt.bytes, g, fleet.Rows(f, g, trace.Bytes)); !strings.HasSuffix(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	f, g := group(12, 1, [2]int64{1, 10}, [2]int64{1, 30})
	if got := fleet.OutlierTitle("X", "shop", 10, g, fleet.Rows(f, g, trace.Bytes)); got != "Outlier on 1 of 12 pods: X of shop 2 takes on p1 30 B, 3.0 times the median" {
		t.Error(got)
	}
}
