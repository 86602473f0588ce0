package main

import (
	"bufio"
	"slices"
	"strings"
	"testing"
)

// TestOperators lists the mutants of one function each.
func TestOperators(t *testing.T) {
	tests := []struct {
		name, source string
		want         []string // the operator and the line after it
	}{
		{"comparisons", "func f() {\nif a < b {}\n}", []string{"boundary if a <= b {}", "negation if a >= b {}"}},
		{"equality", "func f() {\nif a == b {}\n}", []string{"negation if a != b {}"}},
		{"arithmetic", "func f() {\nx := a*b + c\n}", []string{"arithmetic x := a/b + c", "arithmetic x := a*b - c"}},
		{"logic", "func f() {\nif a && b {}\n}", []string{"logic if a || b {}"}},
		{"constants", "func f() {\nx := a + 0\n}", []string{"arithmetic x := a - 0", "constant x := a + 1", "constant x := a + (-1)"}},
		{"counting", "func f() {\ni++\n}", []string{"removal ", "arithmetic i--"}},
		{"assignments", "func f() {\nx -= y\n}", []string{"removal ", "arithmetic x += y"}},
		{"calls", "func f() {\ng(a)\n}", []string{"removal "}},
		{"calls over lines", "func f() {\ng(\na,\n)\n}", []string{"removal "}},
		{"in cases", "func f() {\nswitch {\ncase a: g()\n}\n}", []string{"removal case a:"}},
		{"jumps", "func f() {\nfor {\ncontinue\n}\n}", []string{"jump break"}},
		{"labels", "func f() {\nl:\nfor {\ncontinue l\n}\n}", nil},
		{"results", "func f() (a, b T, err error) {\nreturn x, y, nil\n}", []string{"zero return *new(T), *new(T), *new(error)"}},
		{"results that are zero", "func f() (T, bool) {\nreturn nil, false\n}", nil},
		{"results that are empty structs", "func f() (T, error) {\nreturn T{}, nil\n}", nil},
		{"results that are empty slices", "func f() []T {\nreturn []T{}\n}", []string{"zero return *new([]T)"}},
		{"of the inner function", "func f() error {\ng = func() T {\nreturn x\n}\nreturn nil\n}",
			[]string{"removal ", "zero return *new(T)"}},
		{"outside functions", "var x = 1 << y", []string{"constant var x = 2 << y", "constant var x = 0 << y"}},
		{"text and types", "type s struct{ a [2]int }\nvar x = `2`", nil},
	}
	for _, test := range tests {
		found, err := mutantsIn("a.go", []byte("package p\n"+test.source+"\n"))
		if err != nil {
			t.Fatalf("%s: %v", test.name, err)
		}
		var got []string
		for _, m := range found {
			got = append(got, m.key.operator+" "+m.after)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestKeys checks that the key of a mutant has its function and lines, independent of their place in the file. Equal mutants are numbered
// within the function.
func TestKeys(t *testing.T) {
	const method = "\nfunc (s *stack[T]) pop() {\n\ts.n--\n}\n"
	above, err := mutantsIn("a.go", []byte("package p\n"+method))
	if err != nil {
		t.Fatal(err)
	}
	below, err := mutantsIn("a.go", []byte("package p\n\nvar x = y\n"+method))
	if err != nil {
		t.Fatal(err)
	}
	if len(above) != 2 || len(below) != 2 || above[0].key != below[0].key || above[0].line+2 != below[0].line {
		t.Fatalf("got %+v and %+v", above, below)
	}
	if k := above[1].key; k != (key{function: "stack.pop", operator: "arithmetic", before: "s.n--", after: "s.n++"}) {
		t.Errorf("got %+v", k)
	}
	if got := string(above[1].apply([]byte("package p\n" + method))); !strings.Contains(got, "\ts.n++\n") {
		t.Errorf("the changed source is %q", got)
	}
}

func TestEntries(t *testing.T) {
	const list = `# A comment.

layout Rect.cut boundary
- if a < b {
+ if a <= b {
Both give
the same.

layout - removal #2
- f()
+
Another reason.
`
	got, err := parseEntries(bufio.NewScanner(strings.NewReader(list)))
	if err != nil {
		t.Fatal(err)
	}
	want := []entry{
		{key{"layout", "Rect.cut", "boundary", "if a < b {", "if a <= b {", 1}, "Both give the same.", 3},
		{key{"layout", "-", "removal", "f()", "", 2}, "Another reason.", 9},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	var written strings.Builder
	for _, e := range got {
		e.key.write(&written)
		written.WriteString("\n")
	}
	again, err := parseEntries(bufio.NewScanner(strings.NewReader(written.String())))
	if err != nil || len(again) != 2 || again[0].key != want[0].key || again[1].key != want[1].key {
		t.Errorf("what is written reads as %+v, %v", again, err)
	}
}

func TestEntryFaults(t *testing.T) {
	for _, test := range []struct{ list, want string }{
		{"layout boundary\n", "1: expected folder"},
		{"layout f boundary #1\n", "1: expected a number"},
		{"layout f boundary 2\n", "1: expected a number"},
		{"layout f boundary\nif a {\n", "2: expected a line that starts with -"},
		{"layout f boundary\n- a\n- b\n", "3: expected a line that starts with -"},
		{"layout f boundary\n- a\n\n", "3: the entry ends"},
		{"layout f boundary\n- a\n", "2: the entry ends"},
	} {
		_, err := parseEntries(bufio.NewScanner(strings.NewReader(test.list)))
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: got %v, want %s", test.list, err, test.want)
		}
	}
}
