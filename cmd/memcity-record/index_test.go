package main

import (
	"os"
	"path/filepath"
	"testing"

	"memcity/trace/index"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/hprof"
)

// TestNoIndexes: on a server, a large dump gets no index, since the disk may be small.
func TestNoIndexes(t *testing.T) {
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	d := tracetest.NewDump()
	node := d.Class("app/Node", tracetest.Ref("data"))
	d.Root(wire.RootJNIGlobal, d.Instance(node, d.Primitives(wire.Byte, make([]byte, index.Least))), 0)
	dump := filepath.Join(t.TempDir(), "large.hprof")
	if err := os.WriteFile(dump, d.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, more := range [][]string{nil, {"--no-index"}} { // scripts for both programs may pass the option
		if r := execute(t, append([]string{"tree", dump, "--by", "type", "--sizes", "retained"}, more...)...); r.err != nil {
			t.Fatal(r.err)
		}
	}
	if kept, err := filepath.Glob(filepath.Join(cache, "memcity", "index", "*")); err != nil || len(kept) > 0 {
		t.Errorf("kept: %v, %v", kept, err)
	}
}
