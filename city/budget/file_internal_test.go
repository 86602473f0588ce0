package budget

import (
	"strings"
	"testing"

	"memcity/analysis/check"
)

// TestReplaceRule: a rule is found on the line where it begins and on the five after it, with its exact text.
func TestReplaceRule(t *testing.T) {
	const sentence, other = "size of heap at most 1 GB", "size of heap at most 2 GB"
	for _, quote := range []string{"", "'", "\""} {
		for below := range 7 {
			text := "rules:\n" + strings.Repeat("  - x: y\n", below) + "    rule: " + quote + sentence + quote
			for _, end := range []string{"", "\n"} {
				got, err := replaceRule(text+end, &check.Rule{Line: 2, Text: sentence}, other)
				if found := err == nil && strings.Contains(got, other) && !strings.Contains(got, sentence); found != (below <= 5) {
					t.Errorf("%q in line %d below: %q, %v", quote, below, got, err)
				}
			}
		}
	}
	if _, err := replaceRule("rules:\n  - "+sentence[:10]+"\n    "+sentence[10:]+"\n", &check.Rule{Line: 2, Text: sentence}, other); err == nil {
		t.Error("a rule in two lines is replaced")
	}
}
