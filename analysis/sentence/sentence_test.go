package sentence_test

import (
	"testing"

	"memcity/analysis/sentence"
)

func TestFits(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"app.A", "app.A", true}, {"app.A", "app.AB", false}, {"app.*", "app.A", true}, {"*", "", true}, {"*.A", "x.y.A", true}, {"a*b*c", "axxbyyc", true},
		{"a*b*c", "axxbyy", false}, {"", "", true}, {"", "a", false}, {"**", "a", true},
	} {
		if got := sentence.Fits(test.pattern, test.name); got != test.want {
			t.Errorf("%q, %q: %v", test.pattern, test.name, got)
		}
	}
}
