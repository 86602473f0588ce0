package rules

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// byHand matches a number with a unit in a format string.
var byHand = regexp.MustCompile(`%[-+ 0-9.*]*[dfgv] ?(%%|[kKMGT]i?B\b|[nµm]?s\b|min\b)`)

// writesUnits lists the folders that do not use package words: its own dependencies, and programs for developers.
var writesUnits = []string{"words", "trace", "scripts", "rules", "cmd/memcity/clitest", "render/ui/uitest"}

// TestUnits: only package words formats sizes, shares and times, so that a number looks the same everywhere.
func TestUnits(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || slices.ContainsFunc(writesUnits, func(dir string) bool { return s.dir == dir || strings.HasPrefix(s.dir, dir+"/") }) {
			continue
		}
		for _, text := range unitsByHand(s.ast) {
			t.Errorf("%s: %q: a function of package words writes numbers with units", s.path, text)
		}
	}
}

func unitsByHand(file *ast.File) (found []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if text, err := strconv.Unquote(l.Value); err == nil && byHand.MatchString(text) {
				found = append(found, text)
			}
		}
		return true
	})
	return found
}

func TestByHand(t *testing.T) {
	for text, want := range map[string]bool{"%d MB": true, "%.1f %%": true, "%d%%": true, "%.3g s": true, "%d KiB left": true, "%d ms": true, "%d min": true,
		"%d objects": false, "%s MB": false, "%d strings": false, "%d minutes": false, "100 %": false, "%d MBs": false, "%v": false} {
		if got := byHand.MatchString(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
