package usage_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/trace/record/usage"
	"memcity/trace/tracetest/jdk"
)

// A history contains the events of each collection as lines such as "add 7". Elements are numbered in the order of their ADDs.
type history map[string][]string

// TestModel runs a program that performs random operations on collections of all kinds and logs them. The agent must record the same, even
// if most hashes collide.
func TestModel(t *testing.T) {
	jdk.Each(t, func(t *testing.T, home string) {
		classes := compile(t, home, "Model", "ModelMaps", "Oracle")
		for seed, bits := range []int{32, 32, 3, 0} {
			oracle := filepath.Join(t.TempDir(), "oracle")
			hash := fmt.Sprintf("-Dmemcity.usage.test.hashBits=%d", bits)
			for _, log := range []bool{true, false} {
				r := run(t, home, classes, &usage.Options{Classes: "Model*", Log: log, Rate: -1}, hash, "Model", oracle, fmt.Sprint(seed+1), "300")
				if r.out != "done\n" || r.errors != "" {
					t.Fatalf("the program printed %q, %q", r.out, r.errors)
				}
				r.noTrouble(t)
				text, err := os.ReadFile(oracle)
				if err != nil {
					t.Fatal(err)
				}
				compare(t, fmt.Sprintf("seed %d, %d bits, log %v", seed+1, bits, log), ofOracle(string(text), log), ofAgent(r, log))
			}
		}
	})
}

func compare(t *testing.T, what string, want, got history) {
	t.Helper()
	if len(want) != len(got) {
		t.Errorf("%s: %d collections, want %d", what, len(got), len(want))
	}
	shown := 0
	for number, w := range want {
		g := got[number]
		if slices.Equal(w, g) {
			continue
		}
		i := 0
		for i < min(len(w), len(g)) && w[i] == g[i] {
			i++
		}
		t.Errorf("%s: %s: from %d of %d and %d: want %v, got %v", what, number, i, len(w), len(g), w[max(0, i-5):min(i+5, len(w))], g[max(0, i-5):min(i+5, len(g))])
		if shown++; shown == 5 {
			t.FailNow()
		}
	}
}

// ofOracle reads the program's log. GETs are counted per element unless they are logged.
func ofOracle(text string, log bool) history {
	h, gets := history{}, map[string]map[string]int{}
	elems := map[string]string{"0": "0"}
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		c := f[1]
		if f[0] == "alloc" {
			h[c], gets[c] = []string{}, map[string]int{}
			continue
		}
		elem := ""
		if len(f) > 2 {
			if elems[f[2]] == "" {
				elems[f[2]] = fmt.Sprint(len(elems))
			}
			elem = elems[f[2]]
		}
		if !log && (f[0] == "get" || f[0] == "all") {
			gets[c][elem]++
			continue
		}
		h[c] = append(h[c], strings.TrimSpace(f[0]+" "+elem))
	}
	return sorted(h, gets)
}

func ofAgent(r result, log bool) history {
	h, gets := history{}, map[string]map[string]int{}
	known := map[uint64]uint64{}
	for _, e := range r.events {
		c := fmt.Sprint(e.Coll)
		elem := ""
		if e.Elem != 0 {
			if known[e.Elem] == 0 {
				known[e.Elem] = uint64(len(known) + 1)
			}
			elem = fmt.Sprint(known[e.Elem])
		}
		switch e.Kind {
		case usage.Alloc:
			h[c], gets[c] = []string{}, map[string]int{}
		case usage.Add:
			h[c] = append(h[c], "add "+elem)
		case usage.Remove:
			h[c] = append(h[c], "remove "+elem)
		case usage.Clear:
			h[c] = append(h[c], "clear")
		case usage.Get:
			if elem == "" {
				elem = "0"
			}
			if log {
				h[c] = append(h[c], "get "+elem)
			} else {
				gets[c][elem] += int(e.Count)
			}
		case usage.GetAll:
			if log {
				h[c] = append(h[c], "all")
			} else {
				gets[c][""] += int(e.Count)
			}
		}
	}
	return sorted(h, gets)
}

// sorted sorts adjacent removals, because a table has them in any order, and appends counts of GETs.
func sorted(h history, gets map[string]map[string]int) history {
	for c, lines := range h {
		for i := 0; i < len(lines); i++ {
			j := i
			for j < len(lines) && strings.HasPrefix(lines[j], "remove ") {
				j++
			}
			slices.Sort(lines[i:j])
			i = max(i, j-1)
		}
		var counts []string
		for elem, n := range gets[c] {
			if elem != "0" {
				counts = append(counts, fmt.Sprintf("gets of %s: %d", elem, n))
			}
		}
		slices.Sort(counts)
		h[c] = append(lines, counts...)
	}
	return h
}
