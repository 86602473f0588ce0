package main

import (
	"strconv"
	"strings"
	"testing"

	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/churns"
	"memcity/cmd/memcity/changes"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// TestDiffScript runs the bundled script.
func TestDiffScript(t *testing.T) {
	runBundled(t, "diff.script", persons...)
}

// TestDiffInTheWindow: for two GC points, the window reports the same as memcity diff.
func TestDiffInTheWindow(t *testing.T) {
	p := into[changes.Diff](t, "diff", "demo:steady", "--from", "4", "--to", "8")
	inWindow(t, func(w *screen) {
		w.resize(1280, testHeight, 1) // for all columns
		w.open("demo:steady")
		w.App.Do(state.SetWindow{Window: trees.Window{From: 3, To: 7}})
		w.key("7", action.Ctrl)
		w.flush()
		got := w.item("diff", "row", "Heap").Value
		for _, want := range []string{"after=" + digits(p.Root.After.Bytes), "died=" + digits(p.Root.Died.Bytes),
			"permanent=" + digits(p.Root.Survived.Bytes), "born=" + digits(p.Root.Born.Bytes)} {
			if !strings.Contains(got, want+" ") && !strings.HasSuffix(got, want) {
				t.Errorf("the row of the heap says %q, not %q", got, want)
			}
		}
		w.App.Do(state.SetWindow{Window: trees.Window{From: 3, To: 3}})
		w.flush()
		if _, ok := w.find("diff", "text", "The window has a single GC point"); !ok {
			t.Error("nothing says that there is nothing to compare")
		}
		w.clickItem("diff", "button", "Whole recording")
		w.flush()
		if _, ok := w.find("diff", "row", "Heap"); !ok || !w.state().Whole() {
			t.Error("the whole recording is not compared")
		}
	})
}

// TestChurnInTheWindow: the window reports the same as memcity churn, and names missing data if there are no deaths.
func TestChurnInTheWindow(t *testing.T) {
	for _, kind := range []string{"exact", "sampled", "allocations"} {
		path := shopTrace(t, kind)
		p := into[changes.Churn](t, "churn", path)
		inWindow(t, func(w *screen) {
			w.open(path)
			w.key("9", action.Ctrl)
			w.flush()
			got := w.item("churn", "row", p.Root.Name).Value
			if want := "objects=" + digits(p.Garbage.Objects) + " bytes=" + digits(p.Garbage.Bytes) + " "; !strings.HasPrefix(got, want) {
				t.Errorf("%s: the row of all says %q, not %q", kind, got, want)
			}
			if len(p.Suspects) > 0 {
				w.clickItem("churn", "button", "Suspect "+p.Suspects[0].Type)
				if path := churns.View.Of(w.state().Views).Path; len(path) == 0 {
					t.Errorf("%s: a suspect leads nowhere", kind)
				}
			}
		})
	}
	inWindow(t, func(w *screen) {
		w.open("demo:steady")
		w.key("9", action.Ctrl)
		w.flush()
		if _, ok := w.find("churn", "text", "This input does not record deaths"); !ok {
			t.Error("nothing says that heap dumps do not report what died")
		}
		if _, ok := w.find(model.Problems, "button", "Dismiss"); ok {
			t.Error("what the input lacks is shown as a fault")
		}
	})
}

func digits(n int64) string { return strconv.FormatInt(n, 10) }
