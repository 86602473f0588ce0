package main

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/groups"
	"memcity/words"
)

// TestFlameGraph: each frame is on top of its parent, within its bounds and proportional to its bytes. The root contains all bytes.
func TestFlameGraph(t *testing.T) {
	var svg struct {
		Groups []struct {
			ID     string `xml:"id,attr"`
			Frames []struct {
				X     float64 `xml:"data-x,attr"`
				W     float64 `xml:"data-w,attr"`
				Depth int     `xml:"data-d,attr"`
				Title string  `xml:"title"`
			} `xml:"g"`
		} `xml:"g"`
	}
	if err := xml.Unmarshal([]byte(ok(t, "tree", "demo:two-caches", "--by", "roots-path", "--format", "flame")), &svg); err != nil {
		t.Fatal(err)
	}
	var tree groups.Tree
	if err := json.Unmarshal([]byte(ok(t, "tree", "demo:two-caches", "--by", "roots-path", "--json")), &tree); err != nil {
		t.Fatal(err)
	}
	frames := svg.Groups[0].Frames
	if len(frames) < 50 || frames[0].W != 1200 || !strings.HasPrefix(frames[0].Title, "Heap: "+words.Count(tree.Root.Objects)+" objects") {
		t.Fatalf("%d frames, the first is %+v", len(frames), frames[:1])
	}
	below, ends := map[int]int{}, map[int]float64{} // by depth: the last frame, and its right end
	for i, f := range frames {
		if f.Depth > 0 {
			b := frames[below[f.Depth-1]]
			if f.X < b.X-0.01 || f.X+f.W > b.X+b.W+0.01 || f.X < ends[f.Depth]-0.01 {
				t.Errorf("%+v is not on %+v", f, b)
			}
		}
		below[f.Depth], ends[f.Depth] = i, f.X+f.W
	}
	cache := 0.0
	for _, f := range frames {
		if strings.HasPrefix(f.Title, "com.example.shop.IdCache:") {
			cache = f.W
		}
	}
	sum := 0.0 // objects on several paths are in several groups, which add up to more than the heap
	var add func(n *groups.TreeNode)
	add = func(n *groups.TreeNode) {
		own := n.Bytes
		for _, c := range n.Children {
			own -= c.Bytes
			add(c)
		}
		sum += float64(max(own, 0))
	}
	add(tree.Root)
	if want := 1200 * 1452472 / sum; cache < want-0.01 || cache > want+0.01 {
		t.Errorf("the cache is %v wide, expected %v", cache, want)
	}
	if r := memcity("tree", "demo:two-caches", "--format", "flame", "--sizes", "retained"); r.status != cli.ExitUsage {
		t.Errorf("retained sizes: status %d", r.status)
	}
}

// TestTraceFormat: counters have a value at each GC point, and the parts add up.
func TestTraceFormat(t *testing.T) {
	var trace struct {
		Events []struct {
			Name  string
			Phase string `json:"ph"`
			Time  int64  `json:"ts"`
			Args  map[string]any
		} `json:"traceEvents"`
	}
	if err := json.Unmarshal([]byte(ok(t, "trend", "demo:two-caches", "--by", "type", "--window", "all", "--format", "trace")), &trace); err != nil {
		t.Fatal(err)
	}
	var counters int
	var whole float64
	last := int64(-1)
	for _, e := range trace.Events {
		if e.Phase != "C" {
			continue
		}
		counters++
		if len(e.Args) == 1 {
			whole = e.Args["bytes"].(float64)
			if e.Time <= last {
				t.Errorf("time %d follows %d", e.Time, last)
			}
			last = e.Time
			continue
		}
		sum := 0.0
		for _, v := range e.Args {
			sum += v.(float64)
		}
		if sum != whole || e.Time != last {
			t.Errorf("at %d the parts are %v, the whole is %v", e.Time, sum, whole)
		}
	}
	if counters != 20 {
		t.Errorf("%d counters of 10 GC points", counters)
	}
}

// TestShortFormat: --json means --format json wherever JSON is supported, and conflicts with another format.
func TestShortFormat(t *testing.T) {
	for _, line := range [][]string{{"windows", "demo:steady"}, {"tree", "demo:persons"}, {"version"}, {"analyze", "demo:steady"}} {
		if short, long := ok(t, append(line, "--json")...), ok(t, append(line, "--format", "json")...); short != long {
			t.Errorf("%q: the short form prints something else", line)
		}
	}
	for _, line := range [][]string{{"tree", "demo:persons", "--json", "--format", "csv"}, {"film", "demo:persons", "--json"}} {
		if r := memcity(line...); r.status != cli.ExitUsage {
			t.Errorf("%q: status %d", line, r.status)
		}
	}
	if r := memcity("tree", "demo:persons", "--json", "--format", "json"); r.status != cli.ExitDone {
		t.Errorf("both: %v", r.err)
	}
}
