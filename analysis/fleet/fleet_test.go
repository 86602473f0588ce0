package fleet_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/fleet"
	"memcity/trace"
	"memcity/trace/pods"
)

// order returns a leak with all facts known.
func order() pods.Leak {
	return pods.Leak{Service: "shop", Type: "com.x.Order", Owner: "static field com.x.Main.cache", Versions: "1.5", Since: "1.5", Sure: true, Current: true,
		Pods: 37, Judged: 40, Earlier: 38, PerHour: 12e6, Chance: 0.00001}
}

// TestLeak checks that unknown facts are left out, or reported as unknown.
func TestLeak(t *testing.T) {
	const all = "Order leaks on 37 of 40 pods of shop 1.5 that can show it; held by the static field com.x.Main.cache; 12 MB per hour per pod (median)." +
		" New in 1.5: none of 38 pods with an earlier version has it, p < 0.0001."
	for _, tt := range []struct {
		change func(*pods.Leak)
		want   string
		title  string
	}{
		{func(*pods.Leak) {}, all, "Leak on 37 of 40 pods: Order of shop 1.5, held by the static field com.x.Main.cache, 12 MB per hour per pod"},
		{func(l *pods.Leak) { l.Chance = 0.0001 }, "an earlier version has it, p = 0.0001.", ""},
		{func(l *pods.Leak) { l.Chance = -1 }, "none of 38 pods with an earlier version has it.", ""},
		{func(l *pods.Leak) { l.Earlier = 0 }, "Versions before 1.5 may have it too, because none of their recordings can show a leak.", ""},
		{func(l *pods.Leak) { l.Since = "" }, "The first version with the leak cannot be determined", ""},
		{func(l *pods.Leak) { l.Current = false }, "(median); the latest versions of these pods do not have it. New", ""},
		{func(l *pods.Leak) { l.PerHour = -1 }, "Main.cache. New in", "held by the static field com.x.Main.cache"},
		{func(l *pods.Leak) { l.PerHour = 0 }, "; 0 B per hour per pod", "0 B per hour per pod"},
		{func(l *pods.Leak) { l.Probable = true }, "Order probably leaks on 37 of 40 pods", "Probable leak on 37 of 40 pods: "},
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

// TestLeaksOf checks that only leaks of a type in one service are returned.
func TestLeaksOf(t *testing.T) {
	f := &pods.Fleet{Leaks: []pods.Leak{{Service: "a", Type: "x", Owner: "1"}, {Service: "b", Type: "x"}, {Service: "a", Type: "x", Owner: "2"}, {Service: "a", Type: "y"}}}
	if found := fleet.LeaksOf(f, "a", "x"); len(found) != 2 || found[0].Owner != "1" || found[1].Owner != "2" {
		t.Errorf("%+v", found)
	}
}

// group returns a fleet of pods named by their index, and a group of them. The first old pods have version 1, the others version 2. Pods
// without an amount have none.
func group(of, old int64, outliers []int32, amounts ...[2]int64) (*pods.Fleet, *pods.Group) {
	f, g := &pods.Fleet{}, &pods.Group{Of: of, Outliers: outliers}
	for i := range of {
		version := "2"
		if i < old {
			version = "1"
		}
		f.Pods = append(f.Pods, pods.Pod{Service: "shop", Name: fmt.Sprint("p", i), Version: version})
		if i < int64(len(amounts)) {
			g.Amounts = append(g.Amounts, pods.Amount{Pod: int32(i), Objects: amounts[i][0], Bytes: amounts[i][1]})
		}
	}
	return f, g
}

// TestRows checks that the largest amounts come first; equal pods are sorted by version, then by name. The group names the outliers,
// whatever the sort order.
func TestRows(t *testing.T) {
	f, g := group(6, 2, []int32{4}, [2]int64{5, 10}, [2]int64{5, 10}, [2]int64{5, 10}, [2]int64{9, 20}, [2]int64{1, 90})
	text := func(m trace.Unit) (out string) {
		for _, r := range fleet.Rows(f, g, m) {
			out += r.Name
			if r.Outlier {
				out += "!"
			}
			out += " "
		}
		return out
	}
	if got := text(trace.Objects); got != "p3 p0 p1 p2 p4! " {
		t.Error(got)
	}
	if got := text(trace.Bytes); got != "p4! p3 p0 p1 p2 " {
		t.Error(got)
	}
}

// TestGroup checks how much a pod has, on how many pods it is, and which pods are far above the others.
func TestGroup(t *testing.T) {
	for _, tt := range []struct {
		bytes, of int64
		old       int64
		outliers  []int32
		amounts   [][2]int64
		want      string
	}{
		{0, 4, 0, nil, nil, "None of 4 pods has X."},
		{10, 2, 0, nil, [][2]int64{{1, 10}, {1, 10}}, "X takes 10 B per pod (median of 2)."},
		{10, 2, 0, nil, [][2]int64{{1, 10}, {1, 11}}, "X takes 10 B per pod (median of 2), at most 11 B, on p1."},
		{0, 3, 0, nil, [][2]int64{{1, 10}}, "X takes 0 B per pod (median of 3; 1 has it), at most 10 B, on p0."},
		{10, 3, 0, []int32{1}, [][2]int64{{1, 10}, {1, 25}, {1, 10}}, "X takes 10 B per pod (median of 3); p1 is far above the others: 25 B, 2.5 times the median."},
		{0, 9, 0, []int32{1}, [][2]int64{{1, 10}, {1, 25}}, "; p1 is far above the others: 25 B (the median is 0 B)."},
		{10, 5, 0, []int32{0, 1}, [][2]int64{{1, 40}, {1, 25}, {1, 10}, {1, 10}, {1, 10}}, "; 2 are far above the others, most of all p0: 40 B, 4.0 times the median."},
		{10, 5, 2, []int32{1}, [][2]int64{{1, 5}, {1, 25}, {1, 40}, {1, 40}, {1, 40}}, "; p1 is far above the others of 1: 25 B, 1.7 times the median."},
	} {
		f, g := group(tt.of, tt.old, tt.outliers, tt.amounts...)
		if got := fleet.Group("X", tt.bytes, g, fleet.Rows(f, g, trace.Bytes)); !strings.HasSuffix(got, tt.want) {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
	f, g := group(3, 0, []int32{1}, [2]int64{1, 10}, [2]int64{1, 30}, [2]int64{1, 10})
	if got := fleet.OutlierTitle("X", "shop", g, fleet.Rows(f, g, trace.Bytes)); got != "Outlier on 1 of 3 pods: on p1, X of shop 2 takes 30 B, 3.0 times the median" {
		t.Error(got)
	}
}

// TestVersions checks what each version takes, compared with the previous one.
func TestVersions(t *testing.T) {
	f, g := group(5, 2, nil, [2]int64{1, 10}, [2]int64{1, 10}, [2]int64{1, 40}, [2]int64{1, 40})
	shares := fleet.Shares(f, "shop", g)
	if len(shares) != 2 || shares[0].Version != "1" || shares[0].Of != 2 || shares[0].Have != 2 || shares[0].Median.Bytes != 10 || shares[0].Sum.Bytes != 20 ||
		shares[1].Of != 3 || shares[1].Have != 2 || shares[1].Median.Bytes != 40 || shares[1].Sum.Objects != 2 {
		t.Errorf("%+v", shares)
	}
	if got := fleet.Versions(shares); got != "By version: 1 takes 10 B per pod (median of 2), 2 takes 40 B per pod (median of 3), 4.0 times as much." {
		t.Error(got)
	}
	same := []fleet.Share{shares[0], shares[0]}
	if got := fleet.Versions(same); strings.Contains(got, "times") {
		t.Error(got)
	}
	if got := fleet.Versions(shares[:1]); got != "" {
		t.Error(got)
	}
	if got := fleet.Before(&shares[0], shares[1:]); got != "The previous version, 1, took 10 B per pod (median of 2); 2 takes 4.0 times as much." {
		t.Error(got)
	}
	if got := fleet.Before(&fleet.Share{Version: "0", Of: 1}, shares); got != "The previous version, 0, had none of it on 1 pod." {
		t.Error(got)
	}
	if other := fleet.Shares(f, "people", &pods.Group{}); len(other) != 0 {
		t.Errorf("%+v", other)
	}
}

// TestEquallyBad checks that of equally bad pods, the first by version and name is named: by size without outliers, among outliers otherwise.
func TestEquallyBad(t *testing.T) {
	const few, many = 10, 90
	for _, tt := range []struct {
		old      int64
		outliers []int32
		bytes    []int64
		want     string
	}{
		{0, nil, []int64{few, many, many, few}, ", at most 90 B, on p1."},
		{2, nil, []int64{few, few, many, many}, ", at most 90 B, on p2."},
		{2, nil, []int64{few, many, many, few}, ", at most 90 B, on p1."}, // of version 1
		{0, []int32{1, 2}, []int64{few, many, many, few}, "most of all p1: 90 B, 1.8 times the median."},
		{0, []int32{2}, []int64{few, many, many, few}, "p2 is far above the others: 90 B, 1.8 times the median."},
		{0, []int32{3}, []int64{many, many, many, few + 1}, "p3 is far above the others: 11 B, 0.1 times the median."},
		{0, nil, []int64{few, few, few, few}, "(median of 4)."},
	} {
		var amounts [][2]int64
		for _, n := range tt.bytes {
			amounts = append(amounts, [2]int64{1, n})
		}
		f, g := group(4, tt.old, tt.outliers, amounts...)
		if got := fleet.Group("X", few, g, fleet.Rows(f, g, trace.Bytes)); !strings.HasSuffix(got, tt.want) {
			t.Errorf("%d: %q, want %q", tt.bytes, got, tt.want)
		}
	}
}
