package drawing

import (
	"strings"
	"testing"

	"memcity/assets"
	"memcity/render/typeset"
	"memcity/words"
)

// TestUnsafeNames: names in the scene are drawn without bidirectional control characters, line breaks and invisible characters, in all
// fonts.
func TestUnsafeNames(t *testing.T) {
	a, err := newAtlas(assets.InterMedium, 20, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	fonts := typeset.Files(func() {}, assets.InterMedium)
	defer fonts.Close()
	for _, name := range []string{"app.A\x1b[31mB", "a\u202eb", "\u2066x\u2069", "line\nend", "zero\u200bwidth", "\U000e0041tag", "nul\x00", "bad\xffutf",
		strings.Repeat("long", 50_000) + "\u202eend"} {
		for range 2 { // before and after other fonts have set it
			l := a.line(fonts, name, 1e6)
			fonts.Wait()
			if at := strings.IndexFunc(l.text, words.Unsafe); at >= 0 || l.set == nil && l.text == "" {
				t.Errorf("%.40q is drawn as %q", name, l.text)
			}
		}
	}
}
