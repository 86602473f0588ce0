package hprof_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/columns"
	"memcity/trace/tracetest/golden"
)

// checkKept checks that a reopened dump has the same heap state, values and warnings from its index.
func checkKept(t testing.TB, data []byte, want *trace.Heap, wantWarnings []trace.Warning) {
	t.Helper()
	folder := columns.Indexed(t)
	path := filepath.Join(t.TempDir(), "test.hprof")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	first, _ := opened(t, path)
	folder.Wait()
	got, warnings := opened(t, path)
	if got.Index == nil || &got.Types[0] == &first.Types[0] || !isKept(t, path) {
		t.Fatal("nothing is kept")
	}
	tracetest.Check(t, got)
	got.Index = nil
	if fmt.Sprint(warnings) != fmt.Sprint(wantWarnings) || describe(got) != describe(want) || golden.Text(got) != golden.Text(want) {
		t.Errorf("another heap state than before, with warnings %v", warnings)
	}
	if a, b := valuesOf(got), valuesOf(first); a != b {
		t.Errorf("other values than before:\n%s\n%s", a, b)
	}
}

// isKept reports whether a dump is loaded without reading its objects.
func isKept(t testing.TB, path string) bool {
	t.Helper()
	passes := 0
	f, err := trace.DiskFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err = hprof.Load(t.Context(), f, func(int64, int64, string) { passes++ }); err != nil {
		t.Fatal(err)
	}
	return passes == 0
}

// valuesOf formats the values of all objects.
func valuesOf(h *trace.Heap) string {
	var b strings.Builder
	for o := range trace.ObjectID(h.Len()) {
		fields, err := h.Values.Fields(o)
		elements, err2 := h.Values.Elements(o, 0, 100)
		text, err3 := h.Values.Text(o, 100)
		fmt.Fprintln(&b, o, h.Address(o), fields, elements, text, err != nil, err2 != nil, err3 != nil)
	}
	return b.String()
}

// opened loads a dump from disk.
func opened(t testing.TB, path string) (*trace.Heap, []trace.Warning) {
	t.Helper()
	f, err := trace.DiskFile(path)
	if err != nil {
		t.Fatal(err)
	}
	h, warnings, err := hprof.Load(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return h, warnings
}

// TestKeptOfChanged checks that a changed dump, or one whose index is gone, is read again.
func TestKeptOfChanged(t *testing.T) {
	dumps := [][]byte{persons(8).Bytes(), persons(4).Bytes(), many(8, 100).Bytes()}
	want := make([]string, len(dumps))
	for i, data := range dumps {
		h, _ := load(t, data)
		want[i] = describe(h)
	}
	folder := columns.Indexed(t)
	path := filepath.Join(t.TempDir(), "test.hprof")
	for i, data := range dumps {
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, _ := opened(t, path); describe(got) != want[i] {
			t.Errorf("%d: what was there before is loaded", i)
		}
		folder.Wait()
		if !isKept(t, path) {
			t.Errorf("%d: it is not kept", i)
		}
	}
	if _, err := folder.Clear(); err != nil || isKept(t, path) {
		t.Errorf("cleared, and kept: %v", err)
	}
}
