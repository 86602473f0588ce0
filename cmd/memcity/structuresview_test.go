package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/city/session"
	"memcity/city/view/structures"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/findings"
	"memcity/cmd/memcity/window"
	"memcity/render"
	"memcity/render/action"
)

// TestStructuresScript runs the bundled script.
func TestStructuresScript(t *testing.T) {
	runBundled(t, "structures.script", "demo:two-caches")
}

// TestStructuresInTheWindow: the window and the command line report the same data structures.
func TestStructuresInTheWindow(t *testing.T) {
	p := into[findings.Structures](t, "structures", "demo:two-caches", "--from", "1", "--to", "last", "--top", "2")
	inNewWindow(t, describedOptions(&cli.Definitions{}), func(w *screen) {
		w.DrawLate()
		w.open("demo:two-caches")
		w.key("8", action.Ctrl)
		w.flush()
		result := resultOf(w, structures.Kind)
		if result == nil || !result.Whole || result.Growth == nil || len(result.Growth.List) < 2 {
			w.fatalf("no data structures: %+v", result)
		}
		for i := range p.Growth.List {
			want, got := &p.Growth.List[i], &result.Growth.List[i]
			if got.Object != want.Object || *got.Portions != *want.Portions || got.PatternAt(10).String() != want.Pattern {
				t.Errorf("%d: %+v, want %+v", i, got, want)
			}
		}
		if held := resultOf(w, structures.HeldKind); held == nil || held.Words != p.Growth.List[0].HeldBy {
			t.Errorf("held by: %+v, want %s", held, p.Growth.List[0].HeldBy)
		}
		w.key("1", action.Ctrl)
		w.flush()
		if resultOf(w, structures.Kind) != result {
			t.Error("what was found is lost in another view")
		}
	})
}

// describedOptions returns the options of a window whose session uses the given definitions and the bundled descriptions.
func describedOptions(w *cli.Definitions) render.Options {
	described, err := cli.ReadDefinitions(w.Folder, nil)
	if err != nil {
		panic(err) // no file is named
	}
	options := window.Options(described)
	options.NoImages = true
	options.Start = func(notify func()) render.Worker {
		return testWorker{window.Worker{Session: session.New(notify, described.Options()), Definitions: described}}
	}
	return options
}

// TestProposalIsTakenOver: an accepted proposal becomes a file in the user's folder and takes effect, also in the next window.
func TestProposalIsTakenOver(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "classifiers")
	types := func(w *screen) (heads int) {
		for _, k := range resultOf(w, structures.Kind).Now.Types {
			if k.Type == "com.example.log.RingLog" {
				heads += k.Heads
			}
		}
		return heads
	}
	inNewWindow(t, describedOptions(&cli.Definitions{Folder: folder}), func(w *screen) {
		w.DrawLate()
		w.resize(testWidth, 2*testHeight, 1) // so that all rows are seen
		w.open("demo:two-caches")
		w.key("8", action.Ctrl)
		w.clickItem("structures", "choice", "Show: Proposals")
		row := w.item("structures", "row", "com.example.log.RingLog").Rect
		_, y := middle(row)
		w.click(float64(row.Min.X+60), y) // its name, where there is no button
		w.flush()
		w.item("structures", "text", "DS com.example.log.RingLog {")
		if types(w) != 0 {
			t.Error("a proposal counts before it is taken over")
		}
		w.clickItem("structures", "button", "Accept")
		w.until("data structure of the new description",
			func() bool { a := resultOf(w, structures.Kind); return a != nil && a.Whole && types(w) == 1 })
	})
	file := filepath.Join(folder, "com.example.log.RingLog.ds")
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasPrefix(string(text), "DS com.example.log.RingLog {") {
		t.Fatalf("%s: %q, %v", file, text, err)
	}
	inNewWindow(t, describedOptions(&cli.Definitions{Folder: folder}), func(w *screen) {
		w.DrawLate()
		w.open("demo:two-caches")
		w.key("8", action.Ctrl)
		w.flush()
		if types(w) != 1 {
			t.Error("the description is forgotten")
		}
	})
}

// TestDescribeFiles: descriptions of the same type do not overwrite each other. An invalid one, or one without a folder, is not stored.
func TestDescribeFiles(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	w, err := cli.ReadDefinitions(folder, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a.B-C.ds", "a.B-C-2.ds"} {
		next, file, err := w.Describe("a.B$C", "DS a.B$C { *; }\n")
		if err != nil || file != filepath.Join(folder, want) || next.Library.Find("a.B$C") == nil {
			t.Errorf("%s, %v", file, err)
		}
	}
	if _, _, err := w.Describe("a.B", "DS a.B {"); err == nil {
		t.Error("a description that is wrong is taken over")
	}
	if _, _, err := (&cli.Definitions{Folder: filepath.Join(folder, "a.B-C.ds")}).Describe("a.B", "DS a.B { *; }\n"); err == nil ||
		!strings.Contains(err.Error(), "the folder cannot be created") {
		t.Errorf("in a file: %v", err)
	}
	without := &cli.Definitions{}
	if next, file, err := without.Describe("a.B", "DS a.B { *; }\n"); err != nil || file != "" || next.Library.Find("a.B") == nil {
		t.Errorf("without a folder: %s, %v", file, err)
	}
}
