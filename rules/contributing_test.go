package rules

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestContributing: every path that CONTRIBUTING.md names for a change exists, with churn for NAME.
func TestContributing(t *testing.T) {
	quoted := regexp.MustCompile("`([^`]+)`")
	rows := 0
	for line := range strings.Lines(read(t, "CONTRIBUTING.md")) {
		cells := strings.Split(line, "|")
		if len(cells) != 6 || strings.Contains(cells[1], "---") || strings.TrimSpace(cells[1]) == "to add" {
			continue
		}
		rows++
		for _, cell := range cells[2:5] {
			for _, match := range quoted.FindAllStringSubmatch(cell, -1) {
				path := strings.ReplaceAll(match[1], "NAME", "churn")
				if _, err := os.Stat(filepath.Join(root, path)); err != nil {
					t.Errorf("to add %s: %v", strings.TrimSpace(cells[1]), err)
				}
			}
		}
	}
	for _, what := range []string{"a view", "a card", "a setting", "an analysis with its command", "an input format", "a classifier"} {
		if !strings.Contains(read(t, "CONTRIBUTING.md"), "\n| "+what+" |") {
			t.Errorf("CONTRIBUTING.md does not say how to add %s", what)
		}
	}
	if rows < 6 {
		t.Errorf("the table has %d rows", rows)
	}
}
