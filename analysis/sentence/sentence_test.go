package sentence_test

import (
	"strings"
	"testing"

	"memcity/analysis/sentence"
)

func TestRead(t *testing.T) {
	r, err := sentence.Read("  size OF \"a b\\\"c\" at  5MB")
	if err != nil {
		t.Fatal(err)
	}
	if r.Take("size", "to") || !r.Take("Size", "of") || r.Next() != "" || r.Take("a b\"c") {
		t.Error("words are taken that are not there, or a name in quotes for a word")
	}
	at := r.Mark()
	if name, ok := r.Name(); !ok || name != "a b\"c" {
		t.Errorf("name %q", name)
	}
	r.GoBack(at)
	if f := r.Fault("expected %s", "x"); f.At != 11 || f.Text != "expected x, found \"a b\\\"c\"" {
		t.Errorf("%+v", f)
	}
	r.Name()
	r.Take("at")
	r.Name()
	if f := r.Fault("expected x"); !r.Done() || f.At != 27 || f.Text != "expected x, found the end" || r.FaultHere("y").Text != "y" {
		t.Errorf("%+v", f)
	}
	for _, text := range []string{"a \"b", "a \"b\\q\"", strings.Repeat("x", sentence.MaxText+1)} {
		if _, err := sentence.Read(text); err == nil {
			t.Errorf("%.20q is read", text)
		}
	}
}

// FuzzQuote checks that every name is read back as it was written.
func FuzzQuote(f *testing.F) {
	for _, name := range []string{"a", "a b", "\"", "", "ä\u00a0", "\xff", "a\nb", "#"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if len(name) > sentence.MaxText/10 {
			return
		}
		r, err := sentence.Read("of " + sentence.Quote(name) + " at")
		if err != nil || !r.Take("of") {
			t.Fatalf("%q: %v", name, err)
		}
		if got, ok := r.Name(); ok != (name != "") || ok && (got != name || !r.Take("at")) {
			t.Fatalf("%q is read as %q", name, got)
		}
	})
}
