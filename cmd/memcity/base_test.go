package main

import (
	"context"
	"encoding/csv"
	"errors"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/dump"
	"memcity/city/scene"
	"memcity/city/seq"
	"memcity/city/state"
	"memcity/city/trees"
	"memcity/city/view/table"
	"memcity/cmd/memcity/changes"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/groups"
	"memcity/render"
	"memcity/render/action"
	"memcity/render/ui/model"
)

// TestHalvesHaveTheNumbersOfTheBase: every building and district has the numbers of memcity tree for the baseline.
func TestHalvesHaveTheNumbersOfTheBase(t *testing.T) {
	before := into[groups.Tree](t, "tree", "demo:persons", "--at", "5", "--by", "package,type")
	shown := into[dump.City](t, "city", "demo:persons", "--base", "demo:persons", "--base-at", "5", "--children", "all")
	if b := shown.Baseline; b == nil || b.At != 5 || b.Points != 23 || b.Name != "persons" || b.Scale != "none" || shown.Diff != nil {
		t.Fatalf("base %+v", shown.Baseline)
	}
	numbers := map[string]cli.Amount{}
	var walk func(n *groups.TreeNode)
	walk = func(n *groups.TreeNode) {
		numbers[n.Key] = cli.Amount{Objects: n.Objects, Bytes: n.Bytes}
		for _, c := range n.Children {
			walk(c)
		}
	}
	walk(before.Root)
	for _, d := range shown.Districts {
		if d.Before == nil || (cli.Amount{Objects: d.BeforeObjects, Bytes: d.BeforeBytes}) != numbers[d.Key] {
			t.Errorf("%s: %+v, want %v", d.Key, d.Before, numbers[d.Key])
		}
	}
	for _, b := range shown.Buildings {
		if b.Before == nil || (cli.Amount{Objects: b.BeforeObjects, Bytes: b.BeforeBytes}) != numbers[b.Key] {
			t.Errorf("%s: %+v, want %v", b.Key, b.Before, numbers[b.Key])
		}
		if whole := max(b.Height, *b.BeforeHeight); b.Objects > 0 &&
			math.Abs(whole*float64(b.BeforeBytes)-*b.BeforeHeight*float64(max(b.Bytes, b.BeforeBytes))) > 1e-6*whole*float64(b.Bytes) {
			t.Errorf("%s: heights %v and %v for %d and %d bytes", b.Key, *b.BeforeHeight, b.Height, b.BeforeBytes, b.Bytes)
		}
	}
	if len(shown.Buildings) < 300 {
		t.Errorf("%d buildings", len(shown.Buildings))
	}
	rows, err := csv.NewReader(strings.NewReader(memcity("city", "demo:persons", "--base", "demo:persons", "--format", "csv", "--children",
		"2").stdout)).ReadAll()
	if last := len(rows[0]) - 1; err != nil || rows[0][last] != "verdict" || rows[1][last] != "same" {
		t.Errorf("%v, %v", rows, err)
	}
}

func TestCompareCommand(t *testing.T) {
	out := into[changes.Comparison](t, "compare", "demo:persons-fixed", "demo:persons", "--top", "0")
	if out.Verdict.Verdict != "more" || out.Verdict.Difference.Bytes != out.Verdict.After.Bytes-out.Verdict.Before.Bytes ||
		out.Base.Name != "persons-fixed" {
		t.Errorf("%+v against %+v", out.Verdict, out.Base)
	}
	if len(out.Groups) < 300 || len(out.Districts) < 40 || out.Hidden != (changes.Hidden{}) {
		t.Errorf("%d groups, %d districts, hidden %+v", len(out.Groups), len(out.Districts), out.Hidden)
	}
	for i, g := range append(out.Districts, out.Groups...) {
		if g.Difference != (cli.Amount{Objects: g.After.Objects - g.Before.Objects, Bytes: g.After.Bytes - g.Before.Bytes}) ||
			(g.Ratio == nil) != (g.Before.Bytes == 0) {
			t.Errorf("%+v", g)
		}
		if i > 0 && i < len(out.Districts) && math.Abs(float64(g.Difference.Bytes)) > math.Abs(float64(out.Districts[i-1].Difference.Bytes)) {
			t.Errorf("%s stands after %s", g.Key, out.Districts[i-1].Key)
		}
	}
	table := memcity("compare", "demo:persons-fixed", "demo:persons", "--top", "3", "--metric", "objects")
	for _, want := range []string{"whole heap: 2.4 times as many: +", "difference  ratio", "districts\n",
		"  Heap#com.example.people#Person\n", "others)\n"} {
		if !strings.Contains(table.stdout, want) {
			t.Errorf("no %q in\n%s", want, table.stdout)
		}
	}
	rows, err := csv.NewReader(strings.NewReader(memcity("compare", "demo:persons", "demo:persons", "--format", "csv", "--top",
		"4").stdout)).ReadAll()
	if err != nil || len(rows) != 1+1+4+4 || rows[1][0] != "heap" || rows[1][4] != "same" || rows[2][11] != "1" {
		t.Errorf("%v, %v", rows, err)
	}
}

// TestCompareShares: with shares of the heap, a recording and its baseline have the same total, and ratios compare shares.
func TestCompareShares(t *testing.T) {
	out := into[changes.Comparison](t, "compare", "demo:persons", "demo:persons", "--base-at", "1", "--scale", "total", "--by", "type",
		"--top", "0")
	raw := into[changes.Comparison](t, "compare", "demo:persons", "demo:persons", "--base-at", "1", "--by", "type", "--top", "0")
	if out.Verdict.Before != raw.Verdict.Before || out.Base.Scale != "total" {
		t.Errorf("the whole heap is scaled: %+v", out.Verdict)
	}
	by := map[string]changes.ComparedGroup{}
	for _, g := range raw.Groups {
		by[g.Key] = g
	}
	for _, g := range out.Groups {
		of := by[g.Key]
		want := float64(of.Before.Bytes) * float64(raw.Verdict.After.Bytes) / float64(raw.Verdict.Before.Bytes)
		if math.Abs(float64(g.Before.Bytes)-want) > 1 {
			t.Errorf("%s is scaled to %d bytes, want %.0f", g.Key, g.Before.Bytes, want)
		}
	}
	if r := memcity("compare", "demo:persons", "demo:persons", "--scale", "total"); !strings.Contains(r.stdout,
		"comparing shares of the heap") {
		t.Errorf("%s", r.stdout)
	}
}

func TestBaseIsChecked(t *testing.T) {
	for _, args := range [][]string{
		{"city", "demo:steady", "--base-at", "3"}, {"city", "demo:steady", "--base-scale", "total"},
		{"city", "demo:steady", "--base", "demo:none"},
		{"city", "demo:steady", "--base", "demo:steady", "--diff", "1..2"},
		{"city", "demo:steady", "--base", "demo:steady", "--base-scale", "half"},
		{"city", "demo:steady", "--base", "demo:steady", "--base-at", "99"}, {"compare", "demo:steady"},
		{"compare", "demo:steady", "demo:steady", "demo:steady"},
		{"compare", "demo:steady", "demo:steady", "--sort", "name"}, {"compare", "demo:steady", "demo:steady", "--top", "-1"},
		{"--base", "demo:steady"}, {"demo:steady", "--base", "demo:steady", "--base-at", "12s"},
	} {
		r := memcity(args...)
		var usage cli.UsageError
		if !errors.As(r.err, &usage) || r.stdout != "" {
			t.Errorf("%v: %v\n%s", args, r.err, r.stdout)
		}
	}
	if r := memcity("city", "demo:steady", "--base", filepath.Join(t.TempDir(), "none")); cli.Status(r.err) != cli.ExitInput {
		t.Errorf("a base that is not there: %v", r.err)
	}
}

func TestShotOfHalves(t *testing.T) {
	needWindow(t)
	path := filepath.Join(t.TempDir(), "halves.png")
	if r := memcity("shot", "demo:persons", "--base", "demo:persons-fixed", "-o", path, "--size", "640x480"); r.err != nil {
		t.Fatal(r.err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil || img.Bounds().Dx() != 640 {
		t.Errorf("%v, %v", img, err)
	}
}

// choosing simulates the file dialogs.
type choosing struct{ paths []string }

func (c *choosing) options() render.Options {
	options := testOptions()
	options.Files.Open = func(context.Context, string, string) ([]string, error) { return c.paths, nil }
	return options
}

// TestBaseInTheWindow: key, dialog, settings and menu select a baseline. It survives steps in time, groupings and undo. A baseline
// that cannot be opened changes nothing.
func TestBaseInTheWindow(t *testing.T) {
	dialog := &choosing{}
	inNewWindow(t, dialog.options(), func(w *screen) {
		w.open("demo:persons")
		alone := w.App.City().Plan
		w.key("C", action.Shift)
		if w.App.City().Plan != alone || w.App.State().Division != scene.Undivided {
			w.fatalf("a dialog without a choice compares")
		}
		dialog.paths = []string{"demo:persons-fixed"}
		w.key("C", action.Shift)
		k := w.App.City().Compared
		if k == nil || k.Baseline == nil || k.Baseline.Name != "persons-fixed" || k.To != 22 {
			w.fatalf("Shift+C compares %+v; %s", k, w.problem())
		}
		plan := w.App.City().Plan
		w.item(model.LegendP, "value", "Compared")
		w.key("2", action.Ctrl) // the heap view has the sizes of this recording
		if z := resultOf(w, table.SizesKind); z == nil || z.Series != plan.Series || !z.Groups[0].HasRetained {
			t.Errorf("sizes %+v", z)
		}
		w.key("1", action.Ctrl)
		w.key("Home", 0)
		if c := w.App.City(); c.Plan != plan || c.Compared.To != 0 || c.Compared.Baseline == nil {
			t.Errorf("at the first GC point: %+v", c.Compared)
		}
		w.key("End", 0)
		w.App.Do(state.Select{Key: "Heap#com.example.people#Person"})
		w.flush()
		if it := w.item(model.Inspector, "value", "Verdict"); !strings.HasPrefix(it.Value, "23 times as much: +") {
			t.Errorf("the inspector says %q", it.Value)
		}
		s := w.App.State().Settings
		s.By = seq.Of("type")
		w.App.Do(state.Set{To: s})
		w.flush()
		if c := w.App.City(); c.Compared == nil || c.Compared.Baseline == nil || c.Plan == plan || c.Compared.Matched(trees.Bytes).Before < 0.99 {
			t.Errorf("grouped by type: %+v", c.Compared)
		}
		w.key("Z", action.Ctrl)

		dialog.paths = []string{filepath.Join(t.TempDir(), "missing")}
		w.App.CompareWith(dialog.paths...)
		w.flush()
		if w.problem() == "" || w.App.State().Baseline.Paths.At(0) != "demo:persons-fixed" || w.App.City().Compared == nil {
			t.Errorf("a base that cannot be opened: %q, %+v", w.problem(), w.App.State().Baseline)
		}
		w.key("Escape", 0)
		w.clickItem(model.LegendP, "button", "Stop comparing")
		if c := w.App.City(); c.Compared != nil || c.Plan.Series.Baseline() != nil || len(c.Plan.Series.Nodes) != len(alone.Series.Nodes) {
			t.Errorf("the comparison goes on: %+v", c.Compared)
		}
		w.key("Z", action.Ctrl)
		if w.App.City().Compared == nil {
			t.Error("undo does not bring it back")
		}
		w.open("demo:steady")
		if c := w.App.City(); c.Compared != nil || !w.App.State().Baseline.Paths.Empty() {
			t.Errorf("another recording is compared with %+v", w.App.State().Baseline)
		}
	})
}

// TestOpenWithBase: a recording and its baseline open together. If the baseline fails, the recording stays open.
func TestOpenWithBase(t *testing.T) {
	inNewWindow(t, testOptions(), func(w *screen) {
		w.App.OpenWith(trees.Baseline{Paths: seq.Of("demo:persons-fixed"), At: 3}, "demo:persons")
		w.flush()
		if k := w.App.City().Compared; k == nil || k.Baseline == nil || k.Baseline.Point != 2 {
			t.Fatalf("compares %+v; %s", k, w.problem())
		}
		w.App.OpenWith(trees.Baseline{Paths: seq.Of("demo:nothing")}, "demo:steady")
		w.flush()
		if w.problem() == "" || w.App.City() == nil || w.App.City().Compared != nil || w.App.State().Division != scene.Undivided {
			t.Errorf("%q, divided by %s", w.problem(), w.App.State().Division)
		}
	})
}
