package help

import (
	"strings"
	"testing"
)

func TestSearch(t *testing.T) {
	for text, want := range map[string]string{
		"FIRST steps":        First,
		"glossary":           "glossary",
		"born died":          "views/city#born-died-survived",
		"jcmd gc.heap_dump":  "runtimes#heap-dumps",
		"--color-blind":      "commands/window",
		"smallest set owner": "commands/owners",
	} {
		hits := Search(text)
		if len(hits) == 0 {
			t.Errorf("%q: nothing was found", text)
			continue
		}
		found := false
		for _, h := range hits[:min(len(hits), 5)] {
			found = found || h.Link() == want
		}
		if !found {
			t.Errorf("%q: %s is not among the first of %d, which is %s", text, want, len(hits), hits[0].Link())
		}
	}
	for text, want := range map[string]string{
		"age":           "views/city#floors-by-age", // not agents
		"retained":      "ownership#three-sizes-of-a-group",
		"retained size": "glossary",
		"put back":      "views/city#what-if-it-were-gone",
		"--without":     "commands/city",
	} {
		if got := Search(text)[0].Link(); got != want {
			t.Errorf("%q: %s comes first, want %s", text, got, want)
		}
	}
	for _, h := range Search("class loader") {
		if Folds(h.Heading) {
			t.Errorf("the search shows %s of %s", h.Heading, h.Page.Name)
		}
	}
	for _, text := range []string{"", "  ", "nosuchwordanywhere", "heap nosuchwordanywhere"} {
		if hits := Search(text); len(hits) > 0 {
			t.Errorf("%q: found %s", text, hits[0].Link())
		}
	}
	if n := len(Search("e")); n != maxHits {
		t.Errorf("a search that fits all finds %d sections, want %d", n, maxHits)
	}
}

func TestHasWords(t *testing.T) {
	for _, test := range []struct {
		text  string
		words []string
		want  bool
	}{
		{"By Age", []string{"age"}, true},
		{"an agent", []string{"age"}, false},
		{"agents of age", []string{"age", "of"}, true},
		{"usage", []string{"age"}, false},
		{"memcity city --without", []string{"--without"}, true},
		{"übergroß", []string{"bergro"}, false},
		{"", []string{"x"}, false},
	} {
		if got := hasWords(test.text, test.words...); got != test.want {
			t.Errorf("%v in %q: %t", test.words, test.text, got)
		}
	}
}

func TestAround(t *testing.T) {
	text := strings.Repeat("before ", 30) + "the retained size " + strings.Repeat("behind ", 60)
	got := around(text, []string{"retained", "size"})
	if !strings.HasPrefix(got, "… before") || !strings.Contains(got, "the retained size") || !strings.HasSuffix(got, "behind …") ||
		len(got) > 250 {
		t.Errorf("around the words stands %q", got)
	}
	if got := around("only this", []string{"this"}); got != "only this" {
		t.Errorf("a short text becomes %q", got)
	}
}
