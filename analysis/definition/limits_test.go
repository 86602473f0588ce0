package definition

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"memcity/analysis/userfile"
	"memcity/trace"
)

// TestLimits checks the exact limits on bytes, definitions, levels and characters in a definition file, and on the faults that are
// reported.
func TestLimits(t *testing.T) {
	const head, tail = "definitions:\n  - name: a\n    expression: object.type\n", "    description: "
	definitions := func(n int) string {
		var b strings.Builder
		b.WriteString("definitions:\n")
		for i := range n {
			fmt.Fprintf(&b, "  - name: a%d\n    expression: object.type\n", i)
		}
		return b.String()
	}
	long := func(n int) string {
		return strings.Replace(head, "object.type", "'object.type"+strings.Repeat(" ", n-len("object.type"))+"'", 1)
	}
	for _, c := range []struct {
		what, text, fault string
		definitions       int
	}{
		{"a long file", head + strings.Repeat("#", 1<<20-len(head)), "", 1},
		{"too long a file", head + strings.Repeat("#", 1<<20+1-len(head)), "it is larger than 1048576 bytes, the limit for a definition file", 0},
		{"all definitions", definitions(1000), "", 1000},
		{"too many definitions", definitions(1001), "definitions: 1001 entries; at most 1000 are allowed", 1000},
		{"a long text", head + tail + strings.Repeat("ä", 2000), "", 1},
		{"too long a text", head + tail + strings.Repeat("ä", 2001), "description: 2001 characters; at most 2000 are allowed", 0},
		{"the longest name", strings.Replace(head, "name: a", "name: "+strings.Repeat("a", 64), 1), "", 1},
		{"too long a name", strings.Replace(head, "name: a", "name: "+strings.Repeat("a", 65), 1), "expected at most 64 lower-case letters", 0},
		{"a long expression", long(10_000), "", 1},
		{"too long an expression", long(10_001), "10000", 0},
	} {
		f, err := Load("f.yaml", strings.NewReader(c.text))
		if err == nil && c.fault != "" || err != nil && (c.fault == "" || !strings.Contains(err.Error(), c.fault)) {
			t.Errorf("%s: %.300v, want %q", c.what, err, c.fault)
		}
		if len(f.Definitions) != c.definitions {
			t.Errorf("%s: %d definitions", c.what, len(f.Definitions))
		}
	}
	for n, want := range map[int]int{99: 99, 100: 100, 101: 100, 150: 100} {
		_, err := Load("f.yaml", strings.NewReader("definitions:\n"+strings.Repeat("  - []\n", n)))
		var faults userfile.Faults
		if !errors.As(err, &faults) || len(faults) != want {
			t.Errorf("of %d faults %d are reported", n, len(faults))
		}
	}
	nested := func(levels int) string {
		return "definitions: " + strings.Repeat("[", levels) + "a" + strings.Repeat("]", levels)
	}
	_, within := Load("f.yaml", strings.NewReader(nested(20)))
	_, beyond := Load("f.yaml", strings.NewReader(nested(21)))
	if within == nil || beyond == nil || strings.Contains(within.Error(), "depth") || !strings.Contains(beyond.Error(), "depth") {
		t.Errorf("20 levels in the file: %v; 21: %v", within, beyond)
	}
}

// TestReportOfFaults checks that the objects of all failed classes are counted. The reason is that of the first class found with objects.
func TestReportOfFaults(t *testing.T) {
	failed := []failure{{class: 1, why: errors.New("one")}, {class: 2, why: errors.New("two")}, {class: 3, why: errors.New("three")}}
	for _, c := range []struct {
		counts [4]int64
		want   string
	}{{[4]int64{9, 0, 0, 0}, ""}, {[4]int64{9, 0, 1, 0}, "two (1 object)"}, {[4]int64{0, 1, 0, 0}, "one (1 object)"},
		{[4]int64{0, 0, 2, 0}, "two (2 objects)"}, {[4]int64{9, 0, 1, 3}, "two (4 objects)"}, {[4]int64{0, 2, 1, 3}, "one (6 objects)"}} {
		got := ""
		reportFaults(failed, func(class uint32) int64 { return c.counts[class] }, func(err error) { got += err.Error() })
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.counts, got, c.want)
		}
	}
}

// TestPlainValues checks that expressions work with numbers, booleans and letters. Whatever the input lacks is nil.
func TestPlainValues(t *testing.T) {
	for _, c := range []struct {
		value trace.Value
		want  any
	}{
		{trace.Value{}, nil}, {trace.MakeValue(trace.BooleanValue, 1), true}, {trace.MakeValue(trace.BooleanValue, 0), false},
		{trace.MakeValue(trace.CharValue, 0xe4), "ä"}, {trace.MakeValue(trace.IntValue, 7), 7},
		{trace.Value{Kind: trace.ReferenceValue}, nil},
	} {
		if got := plainValue(c.value); got != c.want {
			t.Errorf("%+v is %#v, want %#v", c.value, got, c.want)
		}
	}
}
