package guide

import (
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// closures returns a heap with contexts of src/a.js:make() that a list of closures holds. Their variable data, of the given size each, is
// unused. The variable id is used. rest bytes are held otherwise.
func closures(contexts int, size, rest int64) *trace.Heap {
	b := tracetest.NewHeap()
	scope, data, id := b.Type("src/a.js:context of make()", 32, "id", "data"), b.Type("src/a.js:Data", size), b.Type("js:Number", 16)
	list := b.Array(b.ArrayType("js:Array"), contexts)
	b.Root(list, trace.RootVariable, "src/a.js:handlers")
	var unused []trace.UnusedVariable
	for i := range contexts {
		o := b.Object(scope)
		b.Refer(o, "id", b.Object(id))
		b.Refer(o, "data", b.Object(data))
		b.Element(list, i, o)
		unused = append(unused, trace.UnusedVariable{Context: o, Index: 1, Name: "data", File: "src/a.js", Line: 7})
	}
	b.Root(b.Object(b.Type("js:Rest", rest)), trace.RootVariable, "src/a.js:rest")
	dead := b.Object(scope)
	b.Refer(dead, "id", b.Object(id))
	b.Refer(dead, "data", b.Object(data))
	h := b.Heap()
	h.Runtime, h.Unused = trace.V8, append(unused, trace.UnusedVariable{Context: dead, Index: 1, Name: "data"})
	return h
}

// TestUnusedVariables checks the finding, and its limits of 32 KiB and 2 % of the heap.
func TestUnusedVariables(t *testing.T) {
	report, _ := explored(t, pageOf(closures(10, 10_000, 900_000)))
	f := ofRule(report, findings.RuleVariables)
	if f == nil {
		t.Fatalf("no finding: %+v", report)
	}
	if want := "Unused variable: data in the context of make() keeps 100 kB alive, 10 % of the reachable heap, and no function uses it"; f.Title != want ||
		f.Numbers[0].Value != 100_000 || f.Numbers[1].Value != 10 || !strings.Contains(f.Explain[1], "at src/a.js:7") {
		t.Errorf("%s, %+v, %q; want %s", f.Title, f.Numbers, f.Explain, want)
	}
	for _, test := range []struct {
		size, rest int64
		want       bool
	}{{3277, 100, true}, {3276, 100, false}, {10_000, 4_890_000, true}, {10_000, 4_910_000, false}} {
		report, _ := explore(t, pageOf(closures(10, test.size, test.rest)))
		if f := ofRule(report, findings.RuleVariables); (f != nil) != test.want {
			t.Errorf("%+v: %+v", test, f)
		}
	}
}

// TestManyUnusedVariables checks that two variables are findings, and that the others have lines.
func TestManyUnusedVariables(t *testing.T) {
	h := closures(4, 100_000, 1000)
	for i := range h.Unused {
		h.Unused[i].Name = string(rune('a' + i))
	}
	report, _ := explore(t, pageOf(h))
	found := 0
	for _, f := range report.Findings {
		if f.Rule == findings.RuleVariables {
			found++
		}
	}
	if quiet := strings.Join(report.Quiet, "|"); found != maxVariables || strings.Count(quiet, "Unused variable: ") != 4-maxVariables {
		t.Errorf("%d findings, quiet %s", found, quiet)
	}
}
