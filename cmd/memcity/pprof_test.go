package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
)

// TestPprof: go tool pprof reads a memory tree as a profile, with the same number of bytes.
func TestPprof(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heap.pb.gz")
	if err := os.WriteFile(file, []byte(ok(t, "tree", "demo:persons", "--by", "package,type", "--format", "pprof")), 0o600); err != nil {
		t.Fatal(err)
	}
	var tree struct{ Root struct{ Objects int64 } }
	if err := json.Unmarshal([]byte(ok(t, "tree", "demo:persons", "--by", "package,type", "--format", "json")), &tree); err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "tool", "pprof", "-top", "-nodecount=3", "-sample_index=objects", file).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Type: objects") || !strings.Contains(string(out), " 45222 total") || tree.Root.Objects != 45222 ||
		!strings.Contains(string(out), " byte[]\n") {
		t.Errorf("%v, %d objects in the tree\n%s", err, tree.Root.Objects, out)
	}
	if r := memcity("tree", "demo:persons", "--format", "pprof", "--sizes", "retained"); r.status != cli.ExitUsage {
		t.Errorf("retained sizes: %v", r.err)
	}
}
