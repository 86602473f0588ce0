package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestScriptVisitsServer: a script opens a server like a file, with its GC points and its name.
func TestScriptVisitsServer(t *testing.T) {
	address, _ := serving(t, "demo:two-caches", "--by", "type")
	file := filepath.Join(t.TempDir(), "visit.script")
	if err := os.WriteFile(file, []byte("expect points 10\nexpect recording two-caches\nexpect settings.by Type\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ok(t, "script", file, address)
}
