package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// tiny runs over the package in testdata, with the given list of equivalent mutants.
func tiny(t *testing.T, o options, equivalents string) (string, error) {
	t.Helper()
	o.packages = []string{"./testdata/tiny"}
	o.spare, o.jobs = time.Second, 2
	o.equivalents = write(t, equivalents)
	var out strings.Builder
	err := mutate(t.Context(), &out, o)
	return out.String(), err
}

func write(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "list.txt")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

const (
	tinyFolder     = "scripts/mutation/testdata/tiny"
	untestedFolder = "scripts/mutation/testdata/untested"
)

// eleven is a mutant of tiny that its tests do not notice, since none of them tries 11.
const eleven = tinyFolder + ` Above constant
- func Above(n int) bool { return n > 10 }
+ func Above(n int) bool { return n > 11 }
`

// TestTiny tries every mutant of a package whose tests are known in detail.
func TestTiny(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles every mutant")
	}
	out, err := tiny(t, options{count: 100, seed: 1}, eleven+"It only serves as an example.\n")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range regexp.MustCompile(`(?m)^(\w+(?: compiled)?) +\S+/tiny(\.go:\d+ \w+)$`).FindAllStringSubmatch(out, -1) {
		got = append(got, m[1]+m[2])
	}
	slices.Sort(got)
	want := []string{
		"equivalent.go:4 constant", // n > 11
		"hung.go:10 removal",       // the flag stays up
		"killed.go:4 boundary",     // n >= 10
		"killed.go:4 constant",     // n > 9
		"killed.go:4 negation",     // n <= 10
		"killed.go:4 zero",         // false
		"not compiled.go:6 arithmetic",
		"survived.go:6 zero", // no test calls Greet
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	for _, part := range []string{
		"\nSurvivors:\n\n# " + tinyFolder + "/tiny.go:6\n" + tinyFolder + " Greet zero\n" +
			"- func Greet(name string) string { return \"Hello \" + name }\n" +
			"+ func Greet(name string) string { return *new(string) }\n\n",
		"all         4       1     1         1           83.3 %",
	} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is not in\n%s", part, out)
		}
	}
}

// TestOnly checks that a list replaces the sample and must match the source.
func TestOnly(t *testing.T) {
	out, err := tiny(t, options{count: 100, only: write(t, eleven)}, "")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(out, ".go:4 constant\n") != 1 || strings.Contains(out, "negation") {
		t.Errorf("not only the one mutant was tried:\n%s", out)
	}
	_, err = tiny(t, options{count: 100, only: write(t, strings.ReplaceAll(eleven, "Above", "Below"))}, "")
	if err == nil || !strings.Contains(err.Error(), "list.txt:1: there is no such mutant") {
		t.Errorf("a list with an unknown mutant: %v", err)
	}
}

// TestEquivalentsFit checks that an equivalent mutant needs a reason. A missing one is reported as long as its package is examined.
func TestEquivalentsFit(t *testing.T) {
	const gone = "there is no such mutant any more"
	other := strings.ReplaceAll(eleven, tinyFolder, "layout") + "Why not.\n"
	for _, test := range []struct{ equivalents, err, says string }{
		{eleven, "list.txt:1: no reason is given", ""},
		{"# comment\n\n" + strings.ReplaceAll(eleven, "11", "12") + "Why not.\n", "", "list.txt:3: " + gone},
		{other, "", ""},
	} {
		out, err := tiny(t, options{count: 0}, test.equivalents)
		if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
			t.Errorf("%q: got %v, want %q", test.equivalents, err, test.err)
		}
		if !strings.Contains(out, test.says) || test.says == "" && strings.Contains(out, gone) {
			t.Errorf("%q: it says\n%s\nwant %q", test.equivalents, out, test.says)
		}
	}
}

// TestSample checks that the seed alone decides which mutants are tried.
func TestSample(t *testing.T) {
	var all []mutant
	for i := range 50 {
		all = append(all, mutant{line: i})
	}
	lines := func(seed uint64) (lines []int) {
		order, err := choose(all, options{seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range order {
			lines = append(lines, m.line)
		}
		return lines
	}
	one, two := lines(1), lines(2)
	if !slices.Equal(one, lines(1)) {
		t.Error("the same seed gives another order")
	}
	if slices.Equal(one, two) {
		t.Error("another seed gives the same order")
	}
	for i, line := range slices.Sorted(slices.Values(one)) {
		if line != i {
			t.Fatalf("the order is not one of all mutants: %v", one)
		}
	}
}

// TestNoTests checks that the mutants of a package without tests survive, whatever was compiled before.
func TestNoTests(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles every mutant")
	}
	o := options{count: 100, jobs: 1, packages: []string{"./testdata/tiny", "./testdata/untested"}, spare: time.Second,
		equivalents: write(t, "")}
	var out strings.Builder
	if err := mutate(t.Context(), &out, o); err != nil {
		t.Fatal(err)
	}
	if got := strings.Count(out.String(), "untested.go:5"); got < 4 || strings.Count(out.String(), "survived     "+untestedFolder) != got/2 {
		t.Errorf("the mutants of a package without tests:\n%s", &out)
	}
}

// TestNamesTaken checks that each mutant is compiled alone if they cannot be compiled together.
func TestNamesTaken(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles every mutant")
	}
	o := options{count: 100, packages: []string{"./testdata/taken"}, spare: time.Second, equivalents: write(t, "")}
	var out strings.Builder
	if err := mutate(t.Context(), &out, o); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`\nall +5 +0 +0 +0 +100.0 %`).MatchString(out.String()) {
		t.Errorf("got\n%s", &out)
	}
}

func TestPackagesLeftOut(t *testing.T) {
	got, err := list(t.Context(), []string{"memcity/layout/...", "memcity/analysis/trend", "-layout/layered"})
	if err != nil {
		t.Fatal(err)
	}
	var folders []string
	for _, p := range got {
		folders = append(folders, p.folder())
	}
	if want := []string{"layout", "analysis/trend"}; !slices.Equal(slices.Sorted(slices.Values(folders)), slices.Sorted(slices.Values(want))) {
		t.Errorf("got %v, want %v", folders, want)
	}
}
