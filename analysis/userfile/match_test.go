package userfile_test

import (
	"testing"

	"memcity/analysis/userfile"
)

func TestMatch(t *testing.T) {
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{"app.A", "app.A", true}, {"app.A", "app.AB", false}, {"app.*", "app.A", true}, {"*", "", true}, {"*.A", "x.y.A", true},
		{"a*b*c", "axxbyyc", true},
		{"a*b*c", "axxbyy", false}, {"", "", true}, {"", "a", false}, {"**", "a", true},
	} {
		if got := userfile.Match(test.pattern, test.name); got != test.want {
			t.Errorf("%q, %q: %v", test.pattern, test.name, got)
		}
	}
}

// matchSlowly tries every length for every star.
func matchSlowly(pattern, text []rune) bool {
	switch {
	case len(pattern) == 0:
		return len(text) == 0
	case pattern[0] == '*':
		for i := range len(text) + 1 {
			if matchSlowly(pattern[1:], text[i:]) {
				return true
			}
		}
		return false
	}
	return len(text) > 0 && (pattern[0] == '?' || pattern[0] == text[0]) && matchSlowly(pattern[1:], text[1:])
}

// TestMatchAll compares with matchSlowly, for all short patterns and texts with a few letters.
func TestMatchAll(t *testing.T) {
	words := func(letters string, length int) [][]rune {
		all := [][]rune{nil}
		for from := 0; length > 0; length-- {
			to := len(all)
			for _, w := range all[from:to] {
				for _, l := range letters {
					all = append(all, append(w[:len(w):len(w)], l))
				}
			}
			from = to
		}
		return all
	}
	for _, pattern := range words("aö*?", 4) {
		for _, text := range words("aö", 5) {
			want := matchSlowly(pattern, text)
			if got := userfile.Match(string(pattern), string(text)); got != want {
				t.Fatalf("%s in %s: got %v, want %v", string(pattern), string(text), got, want)
			}
		}
	}
}
