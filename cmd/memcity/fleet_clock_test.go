package main

import (
	"crypto/md5"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/signature"
	"memcity/fleet/table"
	"memcity/trace/pods"
	"memcity/trace/wire/memtree"
)

// clockPod is a pod measured on the hour. Its bytes of type Order are the hour, and it has 999,000 bytes of Large and 1,000 of small types.
type clockPod struct {
	service, version, pod string
	hours                 []int64
}

const firstHour = 1_700_000_000_000 / 3_600_000 * 3_600_000

// writeClock writes the tables of pods.
func writeClock(t *testing.T, list []clockPod) (tables string) {
	t.Helper()
	tables = t.TempDir()
	folder := table.Folder{Path: tables, WriteFile: writeTo}
	for _, p := range list {
		id := fmt.Sprintf("%x", md5.Sum([]byte(fmt.Sprint(p))))
		out := table.Tables{Recording: table.Recording{ID: id, Schema: table.Schema, Service: p.service, Version: p.version, Pod: p.pod, Points: int32(len(p.hours)), Chains: []string{"type"}}}
		if p.hours[0] >= 0 {
			started := firstHour + p.hours[0]*3_600_000
			out.Recording.Started = &started
		}
		names := []string{"app.Order", "app.Large", "app.Little"}
		for i, hour := range p.hours {
			live, liveBytes := int64(3), hour*1000+1_000_000
			point := table.GCPoint{ID: id, Point: int32(i + 1), Time: (hour - p.hours[0]) * 3_600_000, Judged: true, Objects: 3, Bytes: hour*1000 + 1_000_000, LiveObjects: &live, LiveBytes: &liveBytes}
			if out.Recording.Started != nil {
				unix := *out.Recording.Started + point.Time
				point.Unix = &unix
			}
			out.GCPoints = append(out.GCPoints, point)
			for n, bytes := range []int64{hour * 1000, 999_900, 100} {
				path := []string{"Heap", names[n]}
				if bytes > 0 {
					out.Groups = append(out.Groups, table.Group{ID: id, Chain: "type", Point: point.Point, Path: path, Hash: signature.Path(path), Depth: 1, Leaf: true, Role: "Type", Objects: 1, Bytes: bytes})
				}
			}
		}
		for _, name := range names {
			path := []string{"Heap", name}
			out.Growth = append(out.Growth, table.Growth{ID: id, Chain: "type", Path: path, Hash: signature.Path(path), Depth: 1, Leaf: true, Role: "Type", Points: int32(len(p.hours))})
		}
		if _, err := folder.Write(&out); err != nil {
			t.Fatal(err)
		}
	}
	return tables
}

// hours returns all hours from from to to, inclusive.
func hours(from, to int64) (list []int64) {
	for h := from; h <= to; h++ {
		list = append(list, h)
	}
	return list
}

// standingAt returns the pods in the trees of a city, by hour, with their GC points.
func standingAt(t *testing.T, city string) (byHour map[int64]string, trees []*memtree.Tree) {
	t.Helper()
	byHour = map[int64]string{}
	for _, file := range entries(t, city) {
		tree := firstTree(t, filepath.Join(city, file))
		var names []string
		for _, p := range tree.Fleet.Pods {
			names = append(names, fmt.Sprint(p.Service, p.Version, p.Name, "@", p.Point))
		}
		byHour[(tree.Fleet.Unix-firstHour)/3_600_000] = strings.Join(names, " ")
		trees = append(trees, tree)
	}
	return byHour, trees
}

// TestFleetClock: a city of a fleet has, at each time, the pods of the versions measured then, with their numbers of that time. A pod's name in two
// versions is two pods.
func TestFleetClock(t *testing.T) {
	needDuckDB(t)
	city := filepath.Join(t.TempDir(), "city")
	tables := writeClock(t, []clockPod{
		{"a", "1", "x", hours(0, 5)}, {"a", "1", "y", hours(0, 3)}, {"a", "2", "z", hours(4, 10)}, // a release during which both versions are measured
		{"b", "1", "x", hours(0, 2)}, {"b", "2", "y", hours(3, 4)}, // one after the other
		{"c", "1", "p", hours(0, 4)}, {"c", "1", "q", hours(0, 6)}, {"c", "2", "p", hours(5, 9)}, {"c", "2", "q", hours(8, 9)}, // pods that keep their names
		{"d", "1", "x", []int64{0}}, // measured once
		{"e", "1", "x", []int64{-1}},
	})
	if r := memcity("fleet", tables, "--question", "worst", "--city", city); r.err != nil {
		t.Fatal(r.err)
	}
	got, trees := standingAt(t, city)
	for hour, want := range map[int64]string{
		0:  "a1x@1 a1y@1 b1x@1 c1p@1 c1q@1 d1x@1",
		2:  "a1x@3 a1y@3 b1x@3 c1p@3 c1q@3 d1x@1",
		3:  "a1x@4 a1y@4 b2y@1 c1p@4 c1q@4 d1x@1",
		4:  "a1x@5 a1y@4 a2z@1 b2y@2 c1p@5 c1q@5 d1x@1",
		5:  "a1x@6 a1y@4 a2z@2 b2y@2 c1p@5 c1q@6 c2p@1 d1x@1",
		6:  "a1x@6 a1y@4 a2z@3 b2y@2 c1p@5 c1q@7 c2p@2 d1x@1",
		7:  "a2z@4 b2y@2 c1p@5 c1q@7 c2p@3 d1x@1",
		8:  "a2z@5 b2y@2 c2p@4 c2q@1 d1x@1",
		10: "a2z@7 b2y@2 c2p@5 c2q@2 d1x@1",
	} {
		if got[hour] != want {
			t.Errorf("hour %d: %s, want %s", hour, got[hour], want)
		}
	}
	if len(trees) != 11 {
		t.Errorf("%d times", len(trees))
	}
	checkReleases(t, trees[0].Fleet.Releases)
	checkClockTree(t, trees[5])
	if r := memcity("fleet", writeClock(t, []clockPod{{"e", "1", "x", []int64{-1}}}), "--question", "worst", "--city", city+"2"); r.err == nil || !strings.Contains(r.err.Error(), "wall-clock times") {
		t.Errorf("of a fleet without a clock: %v", r.err)
	}
}

func checkReleases(t *testing.T, list []pods.Release) {
	t.Helper()
	var got []string
	for _, r := range list {
		got = append(got, fmt.Sprint(r.Service, r.Version, "@", (r.Unix-firstHour)/3_600_000))
	}
	if want := []string{"b2@3", "a2@4", "c2@5"}; !slices.Equal(got, want) {
		t.Errorf("releases %q, want %q", got, want)
	}
}

// checkClockTree: medians are over all pods of a service. The amounts of each pod add up to its heap, with small types as one.
func checkClockTree(t *testing.T, tree *memtree.Tree) {
	t.Helper()
	for key, want := range map[string]int64{"Heap#a#app.Order": 5000, "Heap#a#app.Large": 999_900, "Heap#a#" + pods.OtherTypes: 100, "Heap#d#app.Large": 999_900} {
		if at := slices.IndexFunc(tree.Nodes, func(n memtree.Node) bool { return n.Bytes == want }); at < 0 {
			t.Errorf("nothing has %d bytes, want %s", want, key)
		}
		if g, found := podsOf(tree, key); !found || g.Of != map[bool]int64{true: 3, false: 1}[strings.HasPrefix(key, "Heap#a")] {
			t.Errorf("%s: %+v", key, g)
		}
	}
	sums := map[int32]int64{}
	for _, name := range []string{"app.Order", "app.Large", pods.OtherTypes} {
		g, _ := podsOf(tree, "Heap#a#"+name)
		for _, a := range g.Amounts {
			sums[a.Pod] += a.Bytes
		}
	}
	whole, _ := podsOf(tree, "Heap#a")
	for _, a := range whole.Amounts {
		if sums[a.Pod] != a.Bytes || a.Bytes == 0 {
			t.Errorf("pod %d has %d bytes of types and %d altogether", a.Pod, sums[a.Pod], a.Bytes)
		}
	}
	if _, found := podsOf(tree, "Heap#a#app.Little"); found {
		t.Error("what is little has a group of its own")
	}
}
