package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/cmd/memcity/cli"
	"memcity/trace/tracetest"
	"memcity/trace/wire/hprof"
)

// readers returns command lines for an input, which comes last. Each command reads the input in a different way.
func readers(dir string) [][]string {
	return [][]string{{"info"}, {"info", "--off-heap"}, {"windows"}, {"analyze"}, {"report", "--pictures=false", "-o", filepath.Join(dir, "report.html")},
		{"tree"}, {"tree", "--by", "type"}, {"trend"}, {"structures"}, {"paths"}, {"owners"}, {"churn"}, {"collections"}, {"diff"}, {"inspect"},
		{"compare", "demo:leak"}, {"convert", "-o", filepath.Join(dir, "out.mct")}}
}

// surviving runs a command line and checks that it returns, with a message if it fails.
func surviving(t *testing.T, what string, args ...string) {
	t.Helper()
	defer func() {
		if fault := recover(); fault != nil {
			t.Fatalf("%s: %q panics: %v", what, args[:len(args)-1], fault)
		}
	}()
	r := execute(t, args...)
	if i := slices.Index(args, "-o"); i > 0 {
		os.Remove(args[i+1])
	}
	if r.status > cli.ExitInput || r.err != nil && strings.TrimSpace(r.err.Error()) == "" {
		t.Errorf("%s: %q ends with status %d: %v", what, args[:len(args)-1], r.status, r.err)
	}
}

// TestCommandsOnOddNames: every command accepts odd class names.
func TestCommandsOnOddNames(t *testing.T) {
	dir := t.TempDir()
	d := tracetest.NewDump()
	node := d.Class("app/Node", tracetest.Ref("next"))
	for _, name := range tracetest.OddNames() {
		odd := d.Class(name, tracetest.Ref("next"), tracetest.Ref(name))
		next := uint64(0)
		for range 20 {
			next = d.Instance(odd, next, next)
		}
		d.Root(hprof.RootStickyClass, odd.ID)
		d.Root(hprof.RootJNIGlobal, d.Instance(node, next), 1)
		d.Root(hprof.RootJNIGlobal, d.Array(d.Class("[L"+name+";"), next, next), 1)
	}
	path := filepath.Join(dir, "odd.hprof")
	if err := os.WriteFile(path, d.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range readers(dir) {
		surviving(t, "odd names", append(args, path)...)
	}
}

// TestCommandsOnCutHistograms: every command survives a class histogram truncated anywhere.
func TestCommandsOnCutHistograms(t *testing.T) {
	const text = `5881:
 num     #instances         #bytes  class name (module)
-------------------------------------------------------
   1:         11872         390808  [B (java.base@25.0.3)
   2:           146          20120  [
   3:             1             16  com.example.Person
Total         12019         410944
`
	dir := t.TempDir()
	path := filepath.Join(dir, "cut.txt")
	for n := range len(text) {
		if err := os.WriteFile(path, []byte(text[:n]), 0o600); err != nil {
			t.Fatal(err)
		}
		for i, args := range readers(dir) {
			if i == 0 || n%50 == i {
				surviving(t, fmt.Sprintf("cut at %d", n), append(args, path)...)
			}
		}
	}
}

// TestErrorsClipExpressions: an error about a long option value quotes only its beginning.
func TestErrorsClipExpressions(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("object.size > 0 && ", 300)
	wrong := []string{"key(" + long + "object.nothing)", "type(" + long + ")", long}
	refused := 0
	for _, args := range readers(dir) {
		for _, option := range []string{"--by", "--where", "--group", "--at", "--sort", "--window", "--sizes", "--memory", "--timeout", "--metric"} {
			for _, value := range wrong {
				r := execute(t, append(slices.Clone(args), option+"="+value, "demo:steady")...)
				if r.err == nil {
					continue
				}
				refused++
				if text := r.err.Error(); len(text) > 1500 || strings.Contains(text, long) {
					t.Errorf("%s %s: %d bytes: %.300s", args[0], option, len(text), text)
				}
			}
		}
	}
	if refused < 100 {
		t.Errorf("%d values are refused", refused)
	}
}
