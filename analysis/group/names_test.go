package group

import (
	"slices"
	"strings"
	"testing"
)

// TestCheckName checks which characters a name may have, at the ends of their ranges, first and later in the name.
func TestCheckName(t *testing.T) {
	for b := range 256 {
		letter := 'a' <= b && b <= 'z'
		digit := '0' <= b && b <= '9'
		if got := checkName(string([]byte{byte(b)})) == nil; got != letter {
			t.Errorf("%q alone: %v", rune(b), got)
		}
		if got := checkName(string([]byte{'x', byte(b)})) == nil; got != (letter || digit || b == '-') {
			t.Errorf("%q behind a letter: %v", rune(b), got)
		}
	}
	if checkName("") == nil {
		t.Error("no name is one")
	}
}

// TestSplitChain checks that commas split a chain only outside parentheses, and that quotes hide parentheses only inside them.
func TestSplitChain(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string // nil if parentheses do not match
	}{
		{"a", []string{"a"}}, {"", []string{""}}, {"a,b", []string{"a", "b"}}, {",", []string{"", ""}}, {"a(1,2),b", []string{"a(1,2)", "b"}},
		{"a((1,2),3),b", []string{"a((1,2),3)", "b"}}, {"a(", nil}, {"a)", nil}, {")(", nil}, {"a())", nil}, {`a("(")`, []string{`a("(")`}},
		{`a("\"("),b`, []string{`a("\"(")`, "b"}}, {`a('x)'),b`, []string{"a('x)')", "b"}}, {`a("x),b`, []string{`a("x)`, "b"}},
		{`a",b`, []string{`a"`, "b"}},
		{`a("\\"),b`, []string{`a("\\")`, "b"}}, {`a("x',b"),c`, []string{`a("x',b")`, "c"}},
	} {
		got, err := splitChain(test.text)
		if (err != nil) != (test.want == nil) || !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, %v", test.text, got, err)
		}
	}
}

// TestQuoted checks how far away the closing quote is.
func TestQuoted(t *testing.T) {
	for text, want := range map[string]int{`""`: 1, `"a"b`: 2, `"\""`: 3, `"\\"`: 3, `"a`: 0, `"`: 0, `"\"`: 0, `'a"'`: 3} {
		if got := quoted(text); got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// TestNearNames checks that a name is near with one change plus one for every four letters, at most three. A part of at least three letters
// is near as well.
func TestNearNames(t *testing.T) {
	named := func(name string) *Registry {
		return &Registry{list: []*Classifier{{Name: name}, {Name: "other-name-far-away", Lacks: "x"}}}
	}
	for _, test := range []struct {
		name, there string
		near        bool
	}{
		{"typ", "type", true}, {"typa", "type", true}, {"tyab", "type", true}, {"tabc", "type", false}, {"xyz", "type", false},
		{"tx", "type", false}, {"sit", "site", true},
		{"abc", "x-abc-yz", true}, {"ab", "x-abc-yz", false}, {"abcdefgh", "abcdexyz", true}, {"abcdefg", "abcdxyz", false},
		{"abcdefghijklmnop", "abcdefghijklmxyz", true},
		{"abcdefghijklmnopqrst", "abcdefghijklmnopwxyz", false},
	} {
		text := named(test.there).unknown(test.name).Error()
		if got := strings.Contains(text, "similar: "+test.there); got != test.near || !got &&
			!strings.Contains(text, "expected one of "+test.there) || strings.Contains(text, "other") {
			t.Errorf("%s: %s", test.name, text)
		}
	}
}

// TestLongestChain checks that a chain may have 32 classifiers. After a transformer, names that may appear only once may appear again.
func TestLongestChain(t *testing.T) {
	r := &Registry{list: []*Classifier{{Name: "turn", Kind: Transforms}, {Name: "a"}, {Name: "b"}}}
	if _, err := r.Parse(strings.Repeat("a,turn,", 15) + "a,b"); err != nil {
		t.Errorf("32 classifiers: %v", err)
	}
	if _, err := r.Parse(strings.Repeat("a,turn,", 16) + "a"); err == nil || !strings.Contains(err.Error(), "at most 32") {
		t.Errorf("33 classifiers: %v", err)
	}
	for text, want := range map[string]bool{"a,b": true, "a,a": false, "a,turn,a": true, "a,turn,a,b,a": false, "turn,turn": true,
		"a,b,turn,b": true, "b,a,b": false} {
		if _, err := r.Parse(text); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestParts checks the bytes of an object by part, and that they sum to its size.
func TestParts(t *testing.T) {
	for _, test := range []struct {
		name                     string
		p                        typeParts
		size, extent, references int64
		want                     partBytes // primitive, header, pointer, null
	}{
		{"an object without fields", typeParts{reference: 4}, 16, 0, 0, partBytes{0, 16, 0, 0}},
		{"fields of numbers", typeParts{primitive: 16, reference: 4}, 32, 0, 0, partBytes{16, 16, 0, 0}},
		{"an array of numbers", typeParts{element: 2, reference: 4}, 40, 12, 0, partBytes{24, 16, 0, 0}},
		{"references", typeParts{slots: 4, reference: 4}, 32, 0, 4, partBytes{0, 16, 16, 0}},
		{"references of eight bytes", typeParts{slots: 2, reference: 8}, 32, 0, 2, partBytes{0, 16, 16, 0}},
		{"some of them null", typeParts{slots: 7, reference: 4}, 40, 0, 3, partBytes{0, 12, 12, 16}},
		{"an array of references", typeParts{elements: 1, reference: 4}, 56, 10, 4, partBytes{0, 16, 16, 24}},
		{"more references than slots", typeParts{slots: 1, reference: 4}, 32, 0, 4, partBytes{0, 16, 16, 0}},
		{"a size below the fields", typeParts{primitive: 8, slots: 2, reference: 4}, 12, 0, 2, partBytes{8, 0, 4, 0}},
		{"no size", typeParts{primitive: 8, slots: 2, reference: 4}, 0, 0, 1, partBytes{}},
	} {
		if got := test.p.split(test.size, test.extent, test.references); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
