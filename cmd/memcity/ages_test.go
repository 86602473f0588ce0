package main

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/dump"
	"memcity/city/scene"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/groups"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// classes returns the objects of a group by age class.
func classes(n *groups.TreeNode) map[string]int64 {
	out := map[string]int64{}
	for _, a := range n.Ages {
		out[a.Class] = a.Objects
	}
	return out
}

// TestAgesOfTheDemos: in persons each GC point adds as many persons as the previous one and none dies, so only the newest are young. In
// steady, most of the objects that one GC point adds are gone at the next.
func TestAgesOfTheDemos(t *testing.T) {
	t.Parallel()
	persons := into[groups.Tree](t, "tree", "demo:persons", "--ages")
	if a := persons.Ages; a == nil || a.Unit != "gc_points" || a.Points != 23 || a.Identity != "recovered" {
		t.Fatalf("ages are known by %+v", a)
	}
	person := group(persons.Root, "Heap#com.example.people#Person")
	want := map[string]int64{"0": 200, "1": 200, "2-3": 400, "4-7": 800, "8-15": 1600, "16-31": 1200, "before": 200}
	for class, objects := range want {
		if got := classes(person)[class]; got != objects {
			t.Errorf("%d persons have age %s, want %d", got, class, objects)
		}
	}
	older := group(into[groups.Tree](t, "tree", "demo:persons", "--ages", "--at", "22").Root, person.Key)
	if got := classes(older); got["0"] != 200 || got["before"] != 200 || got["16-31"] != 1000 {
		t.Errorf("a GC point before, persons are of ages %v", got)
	}
	steady := into[groups.Tree](t, "tree", "demo:steady", "--ages").Root
	for _, key := range []string{"Heap#java.util#LinkedHashMap$Entry", "Heap#(primitive arrays)#char[]"} {
		n := group(steady, key)
		if c := classes(n); 10*(c["0"]+c["not told apart"]) < 9*n.Objects || c["not told apart"] > c["0"] || c["8-15"]+c["16-31"] > 0 {
			t.Errorf("%s is of ages %v: it is old", key, c)
		}
	}
	for name, root := range map[string]*groups.TreeNode{"persons": persons.Root, "steady": steady} {
		each(root, func(n *groups.TreeNode) {
			objects, bytes := int64(0), int64(0)
			for _, a := range n.Ages {
				objects, bytes = objects+a.Objects, bytes+a.Bytes
			}
			if objects != n.Objects || bytes != n.Bytes {
				t.Errorf("%s: the ages of %s sum up to %d objects, %d bytes", name, n.Key, objects, bytes)
			}
		})
	}
}

// group returns the group with a key; nil if there is none.
func group(n *groups.TreeNode, key string) (found *groups.TreeNode) {
	each(n, func(at *groups.TreeNode) {
		if at.Key == key {
			found = at
		}
	})
	return found
}

func each(n *groups.TreeNode, visit func(n *groups.TreeNode)) {
	visit(n)
	for _, child := range n.Children {
		each(child, visit)
	}
}

// TestStoreysHaveTheNumbersOfTree: the storeys of the city match the numbers of memcity tree and add up to the building.
func TestStoreysHaveTheNumbersOfTree(t *testing.T) {
	printed := into[groups.Tree](t, "tree", "demo:persons", "--ages", "--at", "12")
	shown := into[dump.City](t, "city", "demo:persons", "--ages", "--at", "12")
	if a := shown.Ages; a == nil || *a != *printed.Ages {
		t.Fatalf("ages are known by %+v, want %+v", shown.Ages, printed.Ages)
	}
	for _, b := range shown.Buildings {
		n := group(printed.Root, b.Key)
		if n == nil {
			if b.Objects > 0 {
				t.Errorf("%s is not in the tree", b.Key)
			}
			continue
		}
		high := 0.0
		for i, a := range b.Ages {
			if w := n.Ages[i]; a.Class != w.Class || a.Objects != w.Objects || a.Bytes != w.Bytes || a.Height == nil || *a.Height <= 0 {
				t.Errorf("%s: storey %+v, want %+v", b.Key, a, w)
				continue
			}
			high += *a.Height
		}
		if len(b.Ages) != len(n.Ages) || high > b.Height*(1+1e-6) || high < b.Height*(1-1e-6) {
			t.Errorf("%s: %d storeys are %v high, want %d of %v", b.Key, len(b.Ages), high, len(n.Ages), b.Height)
		}
	}
	table := memcity("tree", "demo:persons", "--ages", "--top", "1", "--by", "type", "--metric", "objects").stdout
	if !strings.HasPrefix(table, "age in GC points survived, of 23 so far; objects are matched by content") ||
		!strings.Contains(table, "age 16-31") {
		t.Errorf("the table is\n%s", table)
	}
	lines := strings.Split(memcity("tree", "demo:persons", "--ages", "--format", "csv").stdout, "\n")
	if !strings.HasSuffix(lines[0],
		",age_before_objects,age_before_bytes,age_32_or_more_objects,age_32_or_more_bytes,age_16_to_31_objects,age_16_to_31_bytes,"+
			"age_8_to_15_objects,age_8_to_15_bytes,age_4_to_7_objects,age_4_to_7_bytes,age_2_to_3_objects,age_2_to_3_bytes,age_1_objects,age_1_bytes,age_0_objects,age_0_bytes") ||
		strings.Count(lines[0], ",") != strings.Count(lines[1], ",") {
		t.Errorf("the table begins\n%s\n%s", lines[0], lines[1])
	}
}

func TestAgesAreChecked(t *testing.T) {
	for _, args := range [][]string{{"--ages", "--diff", "4..8"}, {"--ages", "--measure", "deep"}} {
		r := memcity(append([]string{"city", "demo:steady"}, args...)...)
		var usage cli.UsageError
		if !errors.As(r.err, &usage) || r.stdout != "" {
			t.Errorf("%v: %v", args, r.err)
		}
	}
	for _, command := range []string{"city", "tree"} {
		r := memcity(command, filepath.Join("..", "..", "testdata", "trees", "persons"), "--ages")
		if r.err == nil || !strings.Contains(r.err.Error(), "ready-made memory trees") {
			t.Errorf("%s of memory trees: %v", command, r.err)
		}
	}
}

// TestGroupedByAge: objects with a known identity can be grouped by age.
func TestGroupedByAge(t *testing.T) {
	ages := group(into[groups.Tree](t, "tree", "demo:persons", "--ages", "--by", "type").Root, "Heap#com.example.people.Person")
	grouped := into[groups.Tree](t, "tree", "demo:persons", "--by", "type,age").Root
	for class, name := range map[string]string{"0": "0 GC points survived", "4-7": "4 to 7 GC points survived",
		"before": "(there at the first GC point)"} {
		n := group(grouped, "Heap#com.example.people.Person#"+name)
		if want := classes(ages)[class]; n == nil || n.Objects != want {
			t.Errorf("%s: %+v, want %d objects", name, n, want)
		}
	}
}

// TestAgesScript runs the bundled script.
func TestAgesScript(t *testing.T) {
	runBundled(t, "ages.script", "demo:persons")
}

// TestStoreysInTheWindow: the key and the settings switch storeys on, without other parts. A size kind without ages switches them off.
func TestStoreysInTheWindow(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("demo:two-caches")
		w.key("H", 0)
		a := w.App.City().Aged
		if a == nil || a.Point != 9 || a.Points != 10 {
			w.fatalf("H shows ages %+v", a)
		}
		w.key("P", 0)
		if a := w.App.City().Aged; a == nil || a.Point != 8 || a.Points != 9 {
			t.Errorf("a GC point before it shows ages %+v", a)
		}
		w.resize(1280, 1600, 1)
		w.key(",", action.Ctrl)
		if it := w.item(model.SettingsP, "choice", "Age"); it.Value != "chosen" {
			t.Errorf("the choice is %+v", it)
		}
		w.clickItem(model.SettingsP, "choice", "Born and died")
		if c := w.App.City(); c.Aged != nil || c.Compared == nil {
			t.Error("other parts do not end storeys")
		}
		w.clickItem(model.SettingsP, "choice", "Age")
		if c := w.App.City(); c.Aged == nil || c.Compared != nil {
			t.Error("storeys do not end other parts")
		}
		w.clickItem(model.SettingsP, "choice", "Deep")
		if w.App.City().Aged != nil {
			t.Error("deep sizes have ages")
		}
		w.key("Z", action.Ctrl)
		if w.App.City().Aged == nil {
			t.Error("the ages do not come back with shallow sizes")
		}
		w.clickItem(model.SettingsP, "choice", "Whole")
		if w.App.City().Aged != nil {
			t.Error("whole buildings have storeys")
		}
	})
	inWindow(t, func(w *screen) {
		w.open(filepath.Join("..", "..", "testdata", "trees", "persons"))
		w.key("H", 0)
		if w.App.State().Division == scene.ByAge || !strings.Contains(strings.Join(w.App.Describe().Messages, " "), "ready-made memory trees") {
			t.Errorf("memory trees have storeys, or it is not reported why not: %q", w.App.Describe().Messages)
		}
	})
}
