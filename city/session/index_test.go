package session_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/analysis/guide"
	"memcity/analysis/guide/findings"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/trees"
	"memcity/city/view/guides"
	"memcity/city/view/pins"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/columns"
	wire "memcity/trace/wire/hprof"
)

// TestSecondOpening: the guide, the objects of its findings and the tree of a dump are the same at its second opening, without
// recomputation. Other user files cause a recomputation.
func TestSecondOpening(t *testing.T) {
	for _, n := range []int{1, 3} {
		t.Run(fmt.Sprint(n), func(t *testing.T) { checkSecondOpening(t, n) })
	}
}

func checkSecondOpening(t *testing.T, dumps int) {
	path := t.TempDir()
	for i := range dumps {
		name := filepath.Join(path, fmt.Sprint(i, ".hprof"))
		if err := os.WriteFile(name, sessions(2000+1000*i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, _ := lookAt(t, path, "")
	folder := columns.Indexed(t)
	for i, c := range []struct {
		files string
		looks bool
	}{{"", true}, {"", false}, {"mine", true}, {"mine", false}, {"", false}} {
		got, looked := lookAt(t, path, c.files)
		if got != want {
			t.Errorf("opening %d: other answers", i+1)
		}
		if looked != c.looks {
			t.Errorf("opening %d: the guide looked %v; expected %v", i+1, looked, c.looks)
		}
		folder.Wait()
	}
}

// TestTextsAreNotKept: contents of strings may be secrets, so results that show them are recomputed.
func TestTextsAreNotKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.hprof")
	if err := os.WriteFile(path, sessions(2000), 0o600); err != nil {
		t.Fatal(err)
	}
	folder := columns.Indexed(t)
	for range 2 {
		r, err := open.Paths(t.Context(), []string{path}, nil)
		if err != nil {
			t.Fatal(err)
		}
		looked := false
		progress := func(_, _ int64, what string) { looked = looked || strings.Contains(what, "checking for") }
		if _, err := guided.ExploreWith(t.Context(), recording.New(r, recording.Options{}), guide.Options{Texts: true}, progress); err != nil || !looked {
			t.Errorf("looked %v, %v", looked, err)
		}
		folder.Wait()
	}
}

// sessions returns a dump with some sessions that a static field holds.
func sessions(n int) []byte {
	d := tracetest.NewDump()
	session := d.Class("app/Session", tracetest.Ref("data"))
	shop := d.Class("app/Shop", tracetest.Static(tracetest.Ref("BUS")))
	var all []uint64
	for range n {
		all = append(all, d.Instance(session, d.Primitives(wire.Byte, make([]byte, 1000))))
	}
	shop.Statics[0].Value = d.Array(d.Class("[Lapp/Session;"), all...)
	d.Root(wire.RootStickyClass, shop.ID)
	return d.Bytes()
}

// lookAt returns a session's results for a dump, and whether the guide had to run.
func lookAt(t *testing.T, path, files string) (answers string, looked bool) {
	t.Helper()
	r, err := open.Paths(t.Context(), []string{path}, nil)
	if err != nil {
		t.Fatal(err)
	}
	o := recording.New(r, recording.Options{Files: files})
	by, n := trees.By("type"), len(r.Points)
	progress := func(_, _ int64, what string) { looked = looked || strings.Contains(what, "checking for") }
	tree, err := o.Tree(t.Context(), by, n-1, progress)
	if err != nil {
		t.Fatal(err)
	}
	pinned, err := guided.Pins(t.Context(), o, pins.Query{Points: n, Heap: trees.HeapState{By: by, Point: n - 1}}, progress)
	if err != nil {
		t.Fatal(err)
	}
	if len(pinned.Pins) == 0 || pinned.Objects == nil {
		t.Fatalf("nothing was found: %+v", pinned)
	}
	found, err := guided.Report(t.Context(), o, guides.Query{Points: n}, progress)
	if err != nil {
		t.Fatal(err)
	}
	var sampled [][]trace.ObjectID
	for _, f := range found.Report.Findings {
		for _, p := range []*findings.Pile{f.Growth, f.Pile} {
			if p != nil {
				sampled = append(sampled, p.Sampled)
			}
		}
	}
	w := pinned.Objects
	text, err := json.Marshal([]any{tree.Tree.Nodes, tree.Pointers, found.Report, sampled, pinned.Pins, w.Heap, w.Freed, w.Each, w.Groups})
	if err != nil {
		t.Fatal(err)
	}
	return string(text), looked
}
