package main

import (
	"errors"
	"strings"
	"testing"

	"memcity/city/dump"
	"memcity/city/scene"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/cmd/memcity/changes"
	"memcity/cmd/memcity/cli"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// TestPartsHaveTheNumbersOfDiff: the parts of buildings have the numbers of memcity diff.
func TestPartsHaveTheNumbersOfDiff(t *testing.T) {
	printed := into[changes.Diff](t, "diff", "demo:steady", "--from", "4", "--to", "8", "--by", "package,type")
	shown := into[dump.City](t, "city", "demo:steady", "--diff", "4..8")
	if d := shown.Diff; d == nil || d.From != 4 || d.To != 8 || d.Identity != printed.Identity.Source ||
		shown.Settings.Window != [2]int{4, 8} {
		t.Fatalf("compares %+v in window %v", shown.Diff, shown.Settings.Window)
	}
	vanished := 0
	for _, b := range shown.Buildings {
		n, f := find(printed.Root, b.Key), b.Diff
		if n == nil && f != nil && f.PermanentObjects+f.BornObjects+f.DiedObjects == 0 { // empty at both points
			continue
		}
		if n == nil || f == nil || n.Survived == nil {
			t.Errorf("%s: %+v of %+v", b.Key, f, n)
			continue
		}
		got := [3]cli.Amount{amount(f.PermanentObjects, f.PermanentBytes), amount(f.BornObjects, f.BornBytes), amount(f.DiedObjects, f.DiedBytes)}
		want := [3]cli.Amount{*n.Survived, amount(n.Born.Objects+n.MovedIn.Objects, n.Born.Bytes+n.MovedIn.Bytes),
			amount(n.Died.Objects+n.MovedOut.Objects, n.Died.Bytes+n.MovedOut.Bytes)}
		if got != want || !f.Followed {
			t.Errorf("%s: permanent, born, died %v, want %v", b.Key, got, want)
		}
		if b.Height == 0 && f.DiedHeight > 0 {
			vanished++
		}
		if (f.PermanentObjects+f.IndistinctObjects > 0) != (f.PermanentHeight > 0) || f.PermanentHeight > b.Height || (f.DiedObjects > 0) != (f.DiedHeight > 0) {
			t.Errorf("%s: %+v stands %v high", b.Key, f, b.Height)
		}
	}
	if vanished == 0 || len(shown.Buildings) < 300 {
		t.Errorf("%d of %d buildings have vanished", vanished, len(shown.Buildings))
	}
	table := strings.Split(memcity("city", "demo:steady", "--diff", "4..8", "--format", "csv").stdout, "\n")
	if !strings.HasSuffix(table[0], ",permanent_objects,permanent_bytes,born_objects,born_bytes,died_objects,died_bytes") ||
		strings.Count(table[1], ",") != strings.Count(table[0], ",") {
		t.Errorf("the table begins\n%s\n%s", table[0], table[1])
	}
}

func TestDiffOfACityIsChecked(t *testing.T) {
	for _, args := range [][]string{{"--diff", "8..4"}, {"--diff", "4..4"}, {"--diff", "4"}, {"--diff", "4..99"},
		{"--diff", "4..8", "--at", "5"}} {
		r := memcity(append([]string{"city", "demo:steady"}, args...)...)
		var usage cli.UsageError
		if !errors.As(r.err, &usage) || r.stdout != "" {
			t.Errorf("%v: %v", args, r.err)
		}
	}
	r := memcity("city", "demo:steady", "--diff", "4..8", "--measure", "deep", "--children", "3")
	if r.err != nil || !strings.Contains(r.stdout, "compared with GC point 4, identity none") {
		t.Errorf("deep sizes: %v\n%s", r.err, r.stdout)
	}
}

// TestCompareScript runs the bundled script.
func TestCompareScript(t *testing.T) {
	runBundled(t, "compare.script", "demo:steady")
}

// TestComparingInTheWindow: key, settings and legend divide buildings into parts. For a recording with one GC point the window says why not.
func TestComparingInTheWindow(t *testing.T) {
	inWindow(t, func(w *screen) {
		w.open("demo:steady")
		w.key("C", 0)
		if k := w.App.City().Compared; k == nil || k.ByCounts() || k.From != 0 || k.To != 17 {
			w.fatalf("C compares %+v", k)
		}
		w.resize(1280, 1300, 1)
		w.key(",", action.Ctrl)
		if it := w.item(model.SettingsP, "choice", "Born and died"); it.Value != "chosen" {
			t.Errorf("the choice is %+v", it)
		}
		w.clickItem(model.SettingsP, "choice", "Whole")
		if w.App.City().Compared != nil {
			t.Error("the choice does not end it")
		}
		w.key(",", action.Ctrl)
		w.key("C", 0)
		w.App.Do(state.SetWindow{Window: trees.Window{From: 5, To: 9}})
		w.flush()
		if k := w.App.City().Compared; k == nil || k.From != 5 || k.To != 9 || k.ByCounts() {
			t.Errorf("another window compares %+v", k)
		}
		w.key("Home", 0)
		w.key("Home", 0)
		if w.App.State().Point != 0 || w.App.City().Compared != nil {
			t.Errorf("GC point %d before the window compares %+v", w.App.State().Point+1, w.App.City().Compared)
		}
		w.clickItem(model.LegendP, "button", "Undivided buildings")
		if w.App.State().Division == scene.ByFate {
			t.Error("the legend does not end it")
		}
	})
}

func amount(objects, bytes int64) cli.Amount { return cli.Amount{Objects: objects, Bytes: bytes} }
