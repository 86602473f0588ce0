package sentence_test

import (
	"errors"
	"strings"
	"testing"

	"memcity/analysis/sentence"
)

func reader(t *testing.T, text string) *sentence.Reader {
	t.Helper()
	r, err := sentence.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFaultPlaces checks that faults count characters, not bytes, from 1. They are at the end where words run out.
func TestFaultPlaces(t *testing.T) {
	r := reader(t, ` ä "ö ü"  b`)
	for _, want := range []struct {
		at   int
		text string
	}{{2, `no, found "ä"`}, {4, `no, found "ö ü"`}, {11, `no, found "b"`}, {12, "no, found the end"}} {
		if f := r.Fault("no"); f.At != want.at || f.Text != want.text {
			t.Errorf("got %v, want %v", f, want)
		}
		if f := r.FaultHere("no %d", 5); f.At != want.at || f.Text != "no 5" {
			t.Errorf("here: got %v, want %v", f, want)
		}
		r.Name()
	}
	for _, test := range []struct {
		text string
		at   int
	}{{`"a`, 1}, {`ä "a`, 3}, {strings.Repeat("a", sentence.MaxText+1), 1}} {
		var f *sentence.Fault
		if _, err := sentence.Read(test.text); !errors.As(err, &f) || f.At != test.at {
			t.Errorf("%.20q: %v", test.text, err)
		}
	}
	if r := reader(t, strings.Repeat("a", sentence.MaxText)); r.Done() {
		t.Error("the longest text has no word")
	}
}

// TestTakeAndNames checks that words of the language are never quoted. Several words are taken together or not at all.
func TestTakeAndNames(t *testing.T) {
	r := reader(t, `At most "of" x ""`)
	if r.Next() != "At" || r.Take("at", "least") || r.Take("at", "most", "of") || !r.Take("at", "MOST") {
		t.Error("the first two words are not taken as they should be")
	}
	if r.Next() != "" || r.Take("of") {
		t.Error("a name in quotes is taken for a word")
	}
	before := r.Mark()
	if name, ok := r.Name(); name != "of" || !ok || r.Done() {
		t.Error("a name in quotes is none")
	}
	if r.Take("x", "y", "z") || !r.Take("x") {
		t.Error("more words are taken than there are, or fewer")
	}
	if name, ok := r.Name(); ok || name != "" {
		t.Error("an empty name is one")
	}
	r.GoBack(before)
	if name, _ := r.Name(); name != "of" {
		t.Errorf("after going back comes %q", name)
	}
	end := reader(t, " ")
	if name, ok := end.Name(); ok || name != "" || !end.Done() || end.Next() != "" || end.Take("a") {
		t.Error("there is something behind the end")
	}
}

func TestQuote(t *testing.T) {
	for name, want := range map[string]string{"a.b": "a.b", "": `""`, "a b": `"a b"`, `a"b`: `"a\"b"`, "a\nb": `"a\nb"`, "\xff": `"\xff"`,
		"ä": "ä"} {
		if got := sentence.Quote(name); got != want {
			t.Errorf("%q: got %s, want %s", name, got, want)
		}
	}
}
