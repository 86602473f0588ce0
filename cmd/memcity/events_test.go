package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
)

// TestWithoutStates: info describes a log without heap states, and commands that group objects report in one sentence that it has none.
func TestWithoutStates(t *testing.T) {
	log := filepath.Join(t.TempDir(), "gc.log")
	text := "[0.013s][info][gc] Using G1\n[1.381s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 6M->2M(48M) 4.500ms\n"
	if err := os.WriteFile(log, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out := memcity("info", log); out.err != nil || !strings.Contains(out.stdout, "GCs        1, pauses 4.5 ms, longest 4.5 ms") ||
		strings.Contains(out.stdout, "objects") {
		t.Errorf("info: %v\n%s", out.err, out.stdout)
	}
	if out := memcity("info", log, "--format", "json"); out.err != nil || !strings.Contains(out.stdout, `"points": []`) {
		t.Errorf("info as JSON: %v\n%s", out.err, out.stdout)
	}
	for _, command := range []string{"tree", "city", "owners"} {
		out := memcity(command, log)
		if out.err == nil || cli.Status(out.err) != cli.ExitInput ||
			!strings.Contains(out.err.Error(), "gc.log: it has 1 GC, but no heap states") {
			t.Errorf("%s: %v", command, out.err)
		}
	}
}
