package main

import (
	"strconv"
	"testing"
)

// TestHostileExpressions types expressions into the chain editor that are invalid, or that fail or do not terminate for every object. Invalid
// ones are not applied. Failures are reported with their number, and no object passes.
func TestHostileExpressions(t *testing.T) {
	needWindow(t)
	editor := func(expression string) []string {
		return []string{`size 1280x1000`, `key Ctrl+G`, `click "chain: Expression"`, `type ` + strconv.Quote(expression), `key Ctrl+Enter`, `wait`}
	}
	for expression, fault := range map[string]string{
		"object.size > ": "column 13: unexpected token EOF",
		"object.size":    "column 1: a filter must be true or false, such as a comparison",
	} {
		mustRun(t, persons, append(editor(expression),
			`expect panels.id chain`,
			`expect items.text `+strconv.Quote(fault),
			`expect settings.filters ""`)...)
	}
	for _, expression := range []string{
		"object.size % 0 == 1",
		"all(1..100000, all(1..100000, all(1..100000, true)))",
		"len(1..1000000000) > 0",
	} {
		mustRun(t, persons, append(editor(expression),
			`expect not panels.id chain`,
			`expect items.text "23 warnings"`,
			`expect items.text "Nothing to show"`,
			`key Ctrl+Z`,
			`wait`,
			`expect settings.filters ""`,
			`expect not items.text "Nothing to show"`)...)
	}
}
