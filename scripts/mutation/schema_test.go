package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// TestTogether checks that mutants compiled together have the same outcomes as each alone.
func TestTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles every mutant")
	}
	p, mutants := shapes(t)
	r, err := newRunner(p, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	together := map[key]outcome{}
	if err := r.try(t.Context(), mutants, func(m mutant, o outcome) { together[m.key] = o }); err != nil {
		t.Fatal(err)
	}
	tried := map[string]int{}
	for _, m := range mutants {
		if tried[m.operator]++; tried[m.operator] > 3 {
			continue // saves time
		}
		l := limit{time.Second, 10 * time.Second, ""}
		if output, err := r.compile(t.Context(), map[string][]byte{m.file: m.apply(p.sources[m.file])}); err != nil {
			t.Fatalf("%s %s: %s", m.place(), m.after, output)
		}
		alone, err := r.outcome(t.Context(), 0, l)
		if err != nil {
			t.Fatal(err)
		}
		if together[m.key] != alone {
			t.Errorf("%s %s: %q is %s among others and %s by itself", m.place(), m.key.operator, m.after, together[m.key], alone)
		}
	}
}

// TestAlone checks that constants and functions that recover have no switch. Everything else has one, in a package that compiles.
func TestAlone(t *testing.T) {
	p, mutants := shapes(t)
	s, alone := schemaOf(p, mutants)
	var got []string
	for _, m := range alone {
		got = append(got, m.function+" "+m.before)
	}
	slices.Sort(got)
	want := []string{
		"- const width = 4", "- const width = 4",
		"caught *result = -1", "caught *result = -1", "caught *result = -1", "caught if recover() != nil {",
	}
	if !slices.Equal(got, want) {
		t.Errorf("alone are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if len(s.mutants) < 40 {
		t.Errorf("only %d mutants are together", len(s.mutants))
	}
	r, err := newRunner(p, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	if _, err := r.prepare(t.Context(), s.files); err != nil {
		t.Error(err)
	}
}

// shapes returns the package of testdata with its mutants that compile.
func shapes(t *testing.T) (*checked, []mutant) {
	t.Helper()
	packages, err := list(t.Context(), []string{"./testdata/shapes"})
	if err != nil {
		t.Fatal(err)
	}
	c, err := newChecker(t.Context(), packages)
	if err != nil {
		t.Fatal(err)
	}
	all, err := mutantsOf(packages)
	if err != nil {
		t.Fatal(err)
	}
	var compile []mutant
	for _, m := range all {
		if ok, err := c.compiles(m); err != nil {
			t.Fatal(err)
		} else if ok {
			compile = append(compile, m)
		}
	}
	p, err := c.of(packages[0].ImportPath)
	if err != nil {
		t.Fatal(err)
	}
	return p, compile
}

// TestQuickest checks that the quick tests take at most a tenth of the time, unless all tests are quick.
func TestQuickest(t *testing.T) {
	const some = "=== RUN   TestB\n    --- PASS: TestB/part (0.90s)\n--- PASS: TestB (0.90s)\n--- PASS: TestC (0.06s)\n--- PASS: TestA (0.03s)\n"
	for _, test := range []struct{ output, want string }{
		{some, ""}, // less than a second
		{some + "--- PASS: FuzzD (0.01s)\nPASS\n", "^(FuzzD|TestA|TestC)$"},
		{some + "--- PASS: TestD (0.02s)\n--- SKIP: TestE (0.00s)\n", "^(TestD|TestA)$"},
		{"--- PASS: TestA (1.00s)\n--- PASS: TestB (1.00s)\n", ""},
		{"PASS\n", ""},
	} {
		if got := quickest(test.output); got != test.want {
			t.Errorf("%q: got %q, want %q", test.output, got, test.want)
		}
	}
}
