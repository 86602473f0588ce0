package group_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/analysis/group"
)

// TestDomainOfLongNames checks names with a great many parts against a comparison of all prefixes. The time must not be quadratic in their
// length: the longest name would take hours.
func TestDomainOfLongNames(t *testing.T) {
	million := strings.Repeat("a.", 2_000_000) + "B"
	if d := group.NewDomain([]string{"b", "a.a.a.a"}, []string{"a.a"}); d.Owns(million) || !d.Owns("a.a.a.b"+million) {
		t.Error("a name of two million parts")
	}
	random := rand.New(rand.NewPCG(1, 2))
	name := func(parts int) string {
		var b strings.Builder
		for i := range 1 + random.IntN(parts) {
			if i > 0 {
				b.WriteByte(".$/:"[random.IntN(4)])
			}
			b.WriteString([]string{"a", "b", "ab"}[random.IntN(3)])
		}
		return b.String()
	}
	for range 3000 {
		foreign, own := []string{name(4)}, []string{name(5)}
		d := group.NewDomain(foreign, own)
		for range 10 {
			text := name(7)
			length, want := -1, true
			for prefix, is := range map[string]bool{foreign[0]: false, own[0]: true} {
				rest, ok := strings.CutPrefix(text, prefix)
				if ok && (rest == "" || strings.ContainsAny(rest[:1], ".$/:")) && (len(prefix) > length || len(prefix) == length && is) {
					length, want = len(prefix), is
				}
			}
			if got := d.Owns(text); got != want {
				t.Fatalf("%q with foreign %q and own %q: %v, want %v", text, foreign, own, got, want)
			}
		}
	}
}
