package structure_test

import (
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/structure"
)

// TestLimits checks the exact limits on types, levels and bytes in a file, and on the length of a name.
func TestLimits(t *testing.T) {
	types := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "T%d { } ", i)
		}
		return b.String()
	}
	nested := func(n int) string { return strings.Repeat("ns a { ", n) + "A { }" + strings.Repeat(" }", n) }
	for _, c := range []struct {
		what, text, fault string
		types             int
	}{
		{"all types", types(1 << 14), "", 1 << 14},
		{"too many types", types(1<<14 + 3), "the file describes more than 16384 types", 1 << 14},
		{"all levels", nested(64), "", 1},
		{"too many levels", nested(65), "namespaces are nested more than 64 deep", 0},
		{"a long name", strings.Repeat("x", 1024) + " { }", "", 1},
		{"too long a name", strings.Repeat("x", 1025) + " { }", "a name is longer than 1024 bytes", 0},
		{"a long file", "A { }" + strings.Repeat(" ", 4_000_000-5), "", 1},
		{"too long a file", "A { }" + strings.Repeat(" ", 4_000_000-4), "longer than 4 MB", 0},
	} {
		f, err := structure.Parse("f.ds", strings.NewReader(c.text))
		if (err != nil) != (c.fault != "") || err != nil && !strings.Contains(err.Error(), c.fault) {
			t.Errorf("%s: %v, want %q", c.what, err, c.fault)
		}
		if err != nil && strings.Count(err.Error(), "\n") > 1 {
			t.Errorf("%s: more than one fault: %v", c.what, err)
		}
		if f != nil && len(f.Descriptions) != c.types || f == nil && c.types > 0 {
			t.Errorf("%s: %d types, want %d", c.what, len(f.Descriptions), c.types)
		}
	}
}
