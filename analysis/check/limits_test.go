package check_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/check"
	"memcity/analysis/userfile"
)

// TestLimits checks the exact limits on bytes, rules and levels in a rules file, and on the faults that are reported.
func TestLimits(t *testing.T) {
	rules := func(n int) string {
		var b strings.Builder
		b.WriteString("rules:\n")
		for i := range n {
			fmt.Fprintf(&b, "  - objects of type a.A%d at most 1\n", i)
		}
		return b.String()
	}
	one := rules(1)
	for _, c := range []struct {
		what, text, fault string
		rules             int
	}{
		{"a long file", one + strings.Repeat("#", 1<<20-len(one)), "", 1},
		{"too long a file", one + strings.Repeat("#", 1<<20+1-len(one)),
			"f.yaml: it is larger than 1048576 bytes, the limit for a rules file", 0},
		{"all rules", rules(1000), "", 1000},
		{"too many rules", rules(1001), "f.yaml:2:3: there are 1001 rules: at most 1000 are read", 0},
		{"an empty file", "", "f.yaml:1:1: the file is empty: expected rules:", 0},
		{"no rules", "rules: []\n", "f.yaml:1:1: expected rules: with a list of rules", 0},
		{"a rule that is a list", "rules: [[a]]\n", "f.yaml:1:9: a rule: expected keys and values: check, name, why, severity, optional", 0},
	} {
		f, err := check.Load("f.yaml", strings.NewReader(c.text))
		if err == nil && c.fault != "" || err != nil && err.Error() != c.fault {
			t.Errorf("%s: %v, want %q", c.what, err, c.fault)
		}
		if err == nil && len(f.Rules) != c.rules || err != nil && f != nil {
			t.Errorf("%s: %+v", c.what, f)
		}
	}
	for n, want := range map[int]int{99: 99, 100: 100, 101: 100, 150: 100} {
		_, err := check.Load("f.yaml", strings.NewReader("rules:\n"+strings.Repeat("  - nonsense\n", n)))
		var faults userfile.Faults
		if !errors.As(err, &faults) || len(faults) != want {
			t.Errorf("of %d faults %d are reported", n, len(faults))
		}
	}
	nested := func(levels int) string {
		return "rules: " + strings.Repeat("[", levels) + "a" + strings.Repeat("]", levels)
	}
	_, within := check.Load("f.yaml", strings.NewReader(nested(10)))
	_, beyond := check.Load("f.yaml", strings.NewReader(nested(11)))
	if within == nil || beyond == nil || strings.Contains(within.Error(), "depth") || !strings.Contains(beyond.Error(), "depth") {
		t.Errorf("10 levels in the file: %v; 11: %v", within, beyond)
	}
}
