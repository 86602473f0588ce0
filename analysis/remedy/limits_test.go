package remedy

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/userfile"
)

// TestLimits checks the exact limits on bytes, entries, levels and patterns in a remedies file, and on the faults that are reported.
func TestLimits(t *testing.T) {
	entries := func(n int, match string) string {
		var b strings.Builder
		b.WriteString("remedies:\n")
		for i := range n {
			fmt.Fprintf(&b, "  - id: e%d\n    match: %s\n    cause: It grows.\n    remedy: Bound it.\n", i, match)
		}
		return b.String()
	}
	list := func(n int, of string) string { return "[" + strings.TrimSuffix(strings.Repeat(of+", ", n), ", ") + "]" }
	plain := "{thread: a}"
	one := entries(1, plain)
	for _, c := range []struct {
		what, text, fault string
		entries           int
	}{
		{"a long file", one + strings.Repeat("#", 1<<20-len(one)), "", 1},
		{"too long a file", one + strings.Repeat("#", 1<<20+1-len(one)), "it is larger than 1048576 bytes, the limit for a remedies file", 0},
		{"all entries", entries(1000, plain), "", 1000},
		{"too many entries", entries(1001, plain), "f:2:3: there are 1001 entries: at most 1000 are read", 0},
		{"all names", entries(1, "{thread: "+list(100, "a")+"}"), "", 1},
		{"too many names", entries(1, "{thread: "+list(101, "a")+"}"), "thread: expected 1 to 100 names", 0},
		{"no names", entries(1, "{thread: []}"), "thread: expected 1 to 100 names", 0},
		{"all matches", entries(1, list(100, plain)), "", 1},
		{"too many matches", entries(1, list(101, plain)), "match: expected 1 to 100 conditions", 0},
		{"no matches", entries(1, "[]"), "match: expected 1 to 100 conditions", 0},
		{"the longest id", strings.Replace(one, "e0", strings.Repeat("a", 64), 1), "", 1},
		{"too long an id", strings.Replace(one, "e0", strings.Repeat("a", 65), 1), "expected lower-case letters, digits and -", 0},
	} {
		f, err := Load("f", strings.NewReader(c.text))
		if err == nil && c.fault != "" || err != nil && (c.fault == "" || !strings.Contains(err.Error(), c.fault)) {
			t.Errorf("%s: %v, want %q", c.what, err, c.fault)
		}
		if len(f.Entries) != c.entries {
			t.Errorf("%s: %d entries", c.what, len(f.Entries))
		}
	}
	for n, want := range map[int]int{99: 99, 100: 100, 101: 100, 150: 100} {
		f, err := Load("f", strings.NewReader("remedies:\n"+strings.Repeat("  - {}\n", n)+strings.TrimPrefix(one, "remedies:\n")))
		var faults userfile.Faults
		if !errors.As(err, &faults) || len(faults) != want || len(f.Entries) != 1 {
			t.Errorf("of %d faults %d are reported, %d entries", n, len(faults), len(f.Entries))
		}
	}
	nested := func(levels int) string {
		return "remedies: " + strings.Repeat("[", levels) + "a" + strings.Repeat("]", levels)
	}
	_, within := Load("f", strings.NewReader(nested(10)))
	_, beyond := Load("f", strings.NewReader(nested(11)))
	if within == nil || beyond == nil || strings.Contains(within.Error(), "depth") || !strings.Contains(beyond.Error(), "depth") {
		t.Errorf("10 levels in the file: %v; 11: %v", within, beyond)
	}
}
