package trace_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"memcity/trace"
)

// TestClipName checks that names of up to MaxName bytes are unchanged, and that longer names are cut between characters and stay distinct.
func TestClipName(t *testing.T) {
	full := strings.Repeat("x", trace.MaxName)
	if got := trace.ClipName(full); got != full {
		t.Errorf("%d bytes became %d", len(full), len(got))
	}
	seen := map[string]bool{}
	for _, name := range []string{full + "x", full + "y", full + "xx", strings.Repeat("é", trace.MaxName), "a" + strings.Repeat("é", trace.MaxName)} {
		got := trace.ClipName(name)
		if len(got) > trace.MaxName || len(got) < trace.MaxName-1 || !utf8.ValidString(got) || seen[got] || !strings.HasPrefix(name, got[:900]) {
			t.Errorf("%d bytes became %q", len(name), got)
		}
		seen[got] = true
	}
	names := trace.NewNames()
	if got := names.Text(names.ID(full + "x")); len(got) > trace.MaxName {
		t.Errorf("a dictionary has a name of %d bytes", len(got))
	}
}
