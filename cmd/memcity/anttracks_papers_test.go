package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// realTraces is the folder of the traces of the AntTracks VM; its README describes the programs.
var realTraces = filepath.Join("..", "..", "trace", "anttracks", "testdata", "traces")

// answer runs a command and decodes its JSON.
func answer(t *testing.T, into any, args ...string) {
	t.Helper()
	out := memcity(append(args, "--format", "json")...)
	if out.err != nil {
		t.Fatalf("%s: %v", strings.Join(args, " "), out.err)
	}
	if err := json.Unmarshal([]byte(out.stdout), into); err != nil {
		t.Fatalf("%s: %v", strings.Join(args, " "), err)
	}
}

// TestTrendsOfTraces checks the trends of six types against the sources of the programs: Persons adds 250 persons, each with a node, a name
// and its characters, before each of 8 full GCs; Hot keeps 300 points and 75 boxes in each of 6 rounds.
// Before the second full GC of Persons, the VM still makes texts.
func TestTrendsOfTraces(t *testing.T) {
	for _, c := range []struct {
		trace string
		more  []string
		types map[string]int // growth between full GCs
	}{
		{"persons-parallel", []string{"--window", "8..last"},
			map[string]int{"Persons$Person": 250, "java.util.LinkedList$Node": 250, "java.lang.String": 250, "char[]": 250}},
		{"persons-rotate", []string{"--window", "8..last"},
			map[string]int{"Persons$Person": 250, "java.util.LinkedList$Node": 250, "java.lang.String": 250, "char[]": 250}},
		{"hot-parallel", []string{"--window", "all"}, map[string]int{"Hot$Point": 300, "Hot$Box": 75}},
		{"hot-g1", []string{"--window", "all"}, map[string]int{"Hot$Point": 300, "Hot$Box": 75}},
	} {
		var d struct {
			Points []struct{ At int }
			Series []struct {
				Name   string
				Values []int
			}
		}
		answer(t, &d, append([]string{"trend", filepath.Join(realTraces, c.trace+".zip"), "--by", "type", "--metric", "objects", "--top", "0"}, c.more...)...)
		full := fullGCs(t, c.trace)
		for name, step := range c.types {
			i := slices.IndexFunc(d.Series, func(s struct {
				Name   string
				Values []int
			}) bool {
				return s.Name == name
			})
			if i < 0 {
				t.Errorf("%s: no series of %s", c.trace, name)
				continue
			}
			var values []int
			for k, v := range d.Series[i].Values {
				if full[d.Points[k].At] {
					values = append(values, v)
				}
			}
			for k := 1; k < len(values); k++ {
				if values[k]-values[k-1] != step {
					t.Errorf("%s, %s: %v, want steps of %d", c.trace, name, values, step)
					break
				}
			}
			if len(values) < 6 {
				t.Errorf("%s, %s: %d full GCs", c.trace, name, len(values))
			}
		}
	}
}

// fullGCs returns the 1-based GC points after full GCs, by the independent decoder.
func fullGCs(t *testing.T, name string) map[int]bool {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(realTraces, "..", "truth", name+".truth.json"))
	if err != nil {
		t.Fatal(err)
	}
	var truth struct {
		GCs []struct{ Type string } `json:"gcs_by_decoder"`
	}
	if err := json.Unmarshal(data, &truth); err != nil {
		t.Fatal(err)
	}
	full := map[int]bool{}
	point := 0
	for _, g := range truth.GCs {
		if strings.Contains(g.Type, "sync") {
			continue
		}
		point++
		full[point] = g.Type == "major"
	}
	return full
}

// TestGrowthPortionOfTraces checks the heap growth portion of the leaking list of Persons. Each of 1,750 entries takes 112 bytes: person, node
// and name 24 bytes each, its characters 40. The list itself has the nodes and the persons.
func TestGrowthPortionOfTraces(t *testing.T) {
	var d struct {
		Growth struct {
			Before struct{ Bytes int } `json:"heap_before"`
			After  struct{ Bytes int } `json:"heap_after"`
			List   []struct {
				Type, Pattern string
				HeldBy        string `json:"held_by"`
				Leaves        int
				Portions      struct{ Retained, Own float64 }
			}
		}
	}
	answer(t, &d, "structures", filepath.Join(realTraces, "persons-parallel-ptr.zip"))
	grown := float64(d.Growth.After.Bytes - d.Growth.Before.Bytes)
	if len(d.Growth.List) == 0 || grown <= 0 {
		t.Fatalf("%d data structures, the heap grew by %g bytes", len(d.Growth.List), grown)
	}
	x := d.Growth.List[0]
	if x.Type != "java.util.LinkedList" || x.Pattern != "single-ownership container growth" || x.Leaves != 2000 || !strings.HasSuffix(x.HeldBy, "static field Persons.people") {
		t.Errorf("the strongest growth is %+v", x)
	}
	for what, portion := range map[string][2]float64{"retained": {x.Portions.Retained, 1750 * 112}, "own": {x.Portions.Own, 1750 * 48}} {
		if want := 100 * portion[1] / grown; math.Abs(portion[0]-want) > 1e-9 {
			t.Errorf("%s: %g %%, want %g %%", what, portion[0], want)
		}
	}
}

// TestWindowsOfTraces checks that the window of growth of Persons is from the first full GC up to the last, in which it adds 1,750 entries of
// 112 bytes and little else, in traces of all kinds.
func TestWindowsOfTraces(t *testing.T) {
	for _, name := range []string{"persons-parallel", "persons-parallel-ptr", "persons-rotate", "persons-g1", "persons-g1-ptr"} {
		var d struct {
			Recording struct{ Points int }
			Windows   []struct {
				Kind       string
				From, To   int
				FirstBytes int `json:"first_bytes"`
				LastBytes  int `json:"last_bytes"`
			}
		}
		answer(t, &d, "windows", filepath.Join(realTraces, name+".zip"))
		if len(d.Windows) == 0 || d.Windows[0].Kind != "growth" {
			t.Errorf("%s: no window of growth", name)
			continue
		}
		w := d.Windows[0]
		if grown := w.LastBytes - w.FirstBytes; w.To != d.Recording.Points || grown < 6*250*112 || grown > 8*250*112+20_000 {
			t.Errorf("%s: growth by %d bytes from point %d to %d of %d", name, grown, w.From, w.To, d.Recording.Points)
		}
	}
}

// TestChurnOfTraces checks that the arrays that Persons wastes die at age 0, except for a few in use at a GC: 1,200 in each of 8 rounds.
func TestChurnOfTraces(t *testing.T) {
	type node struct {
		Name     string
		Path     []string
		Objects  int
		Children []node
	}
	var d struct {
		Root     node
		Suspects []struct{ Type, Site string }
	}
	answer(t, &d, "churn", filepath.Join(realTraces, "persons-parallel.zip"), "--top", "0")
	byAge := map[string]int{}
	var visit func(n *node)
	visit = func(n *node) {
		if n.Name == "Persons.waste(Persons.java:43)" && len(n.Path) == 4 {
			byAge[n.Path[1]] += n.Objects
		}
		for i := range n.Children {
			visit(&n.Children[i])
		}
	}
	visit(&d.Root)
	if all := byAge["0 GCs survived"] + byAge["1 GC survived"]; all != 8*1200 || byAge["1 GC survived"] > 32 {
		t.Errorf("arrays by age: %s", fmt.Sprint(byAge))
	}
	if len(d.Suspects) != 1 || d.Suspects[0].Type != "int[]" || d.Suspects[0].Site != "Persons.waste(Persons.java:43)" {
		t.Errorf("suspects are %+v", d.Suspects)
	}
}

// TestCommandsOnTraces runs the commands that a user tries on a real trace of each kind. A command that needs references says so.
func TestCommandsOnTraces(t *testing.T) {
	for _, name := range []string{"kinds-cms", "kinds-g1-ptr", "kinds-parallel-ptr", "hot-g1", "persons-rotate"} {
		path := filepath.Join(realTraces, name+".zip")
		for _, args := range [][]string{{"info"}, {"analyze"}, {"windows"}, {"windows", "--paper"}, {"trend"}, {"diff", "--from", "first"}, {"churn"}, {"inspect"},
			{"tree", "--by", "space,space-mode,subsystem"}, {"tree", "--by", "thread,site-package,type"}, {"tree", "--by", "age,type"}, {"structures"}, {"owners"}} {
			out := memcity(append([]string{args[0], path}, args[1:]...)...)
			lacks := out.err != nil && (strings.Contains(out.err.Error(), "references") || strings.Contains(out.err.Error(), "GC roots"))
			if out.err != nil && !(lacks && !strings.HasSuffix(name, "parallel-ptr") && (args[0] == "structures" || args[0] == "owners")) {
				t.Errorf("%s of %s: %v", strings.Join(args, " "), name, out.err)
			}
			if out.err == nil && out.stdout == "" {
				t.Errorf("%s of %s prints nothing", strings.Join(args, " "), name)
			}
		}
	}
}
