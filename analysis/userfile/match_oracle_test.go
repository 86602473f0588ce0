package userfile_test

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"memcity/analysis/userfile"
)

// TestMatchAgainstRegexp checks patterns against equivalent regular expressions.
func TestMatchAgainstRegexp(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	text := func(letters string) string {
		var b strings.Builder
		for range rng.IntN(7) {
			all := []rune(letters)
			b.WriteRune(all[rng.IntN(len(all))])
		}
		return b.String()
	}
	fits := 0
	for range 3000 {
		pattern, name := text("ab€?**"), text("ab€")
		same := regexp.MustCompile("^" + strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(pattern)) + "$")
		want := same.MatchString(name)
		if userfile.Match(pattern, name) != want || userfile.Match(pattern, []byte(name)) != want {
			t.Fatalf("%q fits %q: %v, want %v", pattern, name, !want, want)
		}
		if want {
			fits++
		}
	}
	if fits < 300 {
		t.Errorf("only %d fit", fits)
	}
}
