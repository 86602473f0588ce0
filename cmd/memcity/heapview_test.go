package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"memcity/cmd/memcity/groups"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// TestHeapViewShowsTheTree: the heap view shows the numbers of memcity tree.
func TestHeapViewShowsTheTree(t *testing.T) {
	r := memcity("tree", "demo:two-caches", "--format", "json", "--sizes", "deep,retained")
	var printed groups.Tree
	if err := json.Unmarshal([]byte(r.stdout), &printed); r.err != nil || err != nil {
		t.Fatal(r.err, err)
	}
	inWindow(t, func(w *screen) {
		w.open("demo:two-caches")
		w.resize(1920, 1080, 1)
		w.key("2", action.Ctrl)
		w.clickItem("heap", "button", "Columns")
		for _, column := range []string{"Deep objects", "Deep bytes", "Retained objects"} {
			w.clickItem(model.Menu, "button", column)
		}
		w.key("Escape", 0)
		w.flush()
		w.save("heap-view")
		compared := 0
		for _, group := range append(printed.Root.Children, printed.Root) {
			it, seen := w.find("heap", "row", group.Name)
			if !seen {
				continue
			}
			compared++
			for column, want := range map[string]int64{"objects": group.Objects, "bytes": group.Bytes, "deep_objects": *group.DeepObjects,
				"deep_bytes": *group.DeepBytes, "retained_objects": *group.RetainedObjects, "retained_bytes": *group.RetainedBytes} {
				if !strings.Contains(" "+it.Value+" ", fmt.Sprintf(" %s=%d ", column, want)) {
					t.Errorf("%s: the tree has %s %d, the row says %s", group.Name, column, want, it.Value)
				}
			}
		}
		if compared < 5 {
			t.Errorf("only %d groups were compared", compared)
		}
		w.key("1", action.Ctrl)
	})
}

// TestHeapScript runs the bundled script.
func TestHeapScript(t *testing.T) {
	runBundled(t, "heap.script", persons...)
}

// TestHeapColumnsAreRemembered: the next window restores the selected columns for any recording.
func TestHeapColumnsAreRemembered(t *testing.T) {
	inWindows(t, 2, func(w *screen, run int) {
		w.DrawLate()
		w.open([]string{"demo:steady", "demo:two-caches"}[run])
		w.key("2", action.Ctrl)
		if run == 0 {
			w.clickItem("heap", "button", "Columns")
			w.clickItem(model.Menu, "button", "Average")
			w.clickItem(model.Menu, "button", "Share")
			return
		}
		w.item("heap", "button", "Average")
		if _, shown := w.find("heap", "button", "Share"); shown {
			t.Error("a column that was taken away is back")
		}
	})
}
