package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace/index"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/hprof"
)

// TestIndexes: a command prints the same when it reopens a large dump from its index. The index is listed and can be removed.
func TestIndexes(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	if path, err := index.DefaultPath(); err != nil || !strings.HasPrefix(path, os.Getenv("XDG_CACHE_HOME")) {
		t.Skip("the cache folder of this system cannot be moved: " + path)
	}
	dump := filepath.Join(t.TempDir(), "large.hprof")
	if err := os.WriteFile(dump, largeDump(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range [][]string{{"tree", dump, "--by", "type", "--sizes", "retained"}, {"analyze", dump}, {"city", dump, "--json"}, {"structures", dump},
		{"structures", dump, "--format", "json", "--propose"}, {"owners", dump}, {"threads", dump}, {"objects", dump}, {"owners", dump, "--by", "type", "--group", "Heap#app.Node", "--format", "json"},
		{"paths", dump, "--by", "type", "--group", "Heap#app.Node"}, {"paths", dump, "--by", "type", "--group", "Heap#app.Node", "--expand", "in"},
		{"paths", dump, "--by", "type", "--object", "1", "--format", "svg"}} {
		want := ok(t, append(line, "--no-index")...)
		for range 2 {
			if got := ok(t, line...); got != want {
				t.Errorf("%s: %s\nwithout an index:\n%s", line[0], got, want)
			}
		}
	}
	for _, part := range []string{"structures-*", "proposed-*", "owners-*", "graph-*"} {
		if files, _ := filepath.Glob(filepath.Join(os.Getenv("XDG_CACHE_HOME"), "memcity", "index", "*-"+part)); len(files) == 0 {
			t.Errorf("no %s is kept", part)
		}
	}
	if kept := keptDumps(t); len(kept) != 1 || kept[0].Path != dump || kept[0].Bytes < 1000 || kept[0].Stale {
		t.Errorf("%+v", kept)
	}
	if text := ok(t, "index"); !strings.Contains(text, dump+"\n1 dump, ") {
		t.Error(text)
	}
	ok(t, "index", "--clear")
	ok(t, "city", dump, "--no-index")
	ok(t, "convert", dump, "-o", filepath.Join(t.TempDir(), "a.mct"))
	if kept := keptDumps(t); len(kept) > 0 {
		t.Errorf("after --clear, --no-index and convert: %+v", kept)
	}
	ok(t, "city", dump)
	if err := os.Remove(dump); err != nil {
		t.Fatal(err)
	}
	if text := ok(t, "index"); !strings.Contains(text, "not usable: the dump was deleted") {
		t.Error(text)
	}
}

type keptDump struct {
	Path  string
	Bytes int64
	Stale bool
}

func keptDumps(t *testing.T) []keptDump {
	t.Helper()
	var out struct{ Dumps []keptDump }
	if err := json.Unmarshal([]byte(ok(t, "index", "--format", "json")), &out); err != nil {
		t.Fatal(err)
	}
	return out.Dumps
}

// largeDump returns a dump with few objects, one of which is large.
func largeDump() []byte {
	d := tracetest.NewDump()
	node := d.Class("app/Node", tracetest.Ref("next"))
	shop := d.Class("app/Shop", tracetest.Static(tracetest.Ref("nodes")))
	last := uint64(0)
	for range 1000 {
		last = d.Instance(node, last)
	}
	shop.Statics[0].Value = d.Array(d.Class("[Ljava/lang/Object;"), last, d.Primitives(wire.Byte, make([]byte, index.Least)))
	d.Root(wire.RootStickyClass, shop.ID)
	return d.Bytes()
}
