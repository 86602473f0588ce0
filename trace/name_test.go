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

func TestPlainType(t *testing.T) {
	for name, want := range map[string]string{
		"app.Main$$Lambda$14/0x0000000800c03000": "app.Main$$Lambda", "app.Main$$Lambda/0x0000000800c03000[][]": "app.Main$$Lambda[][]",
		"app.Main$$Lambda$14": "app.Main$$Lambda", "app.Main$$Lambda$14/927327686": "app.Main$$Lambda", "app.Main$$Lambda": "app.Main$$Lambda",
		"app.Main$$Lambda$x": "app.Main$$Lambda$x", "java.lang.invoke.LambdaForm$MH/0xf0": "java.lang.invoke.LambdaForm$MH",
		"app.Hidden/0x": "app.Hidden", "app.Hidden/0xg": "app.Hidden/0xg", "/0x1": "/0x1", "file:/0x1.js": "file:/0x1.js",
		"app.Main$1": "app.Main$1", "int[]": "int[]", "[]": "[]", "": "",
	} {
		if got := trace.PlainType(name); got != want {
			t.Errorf("%q became %q, want %q", name, got, want)
		}
	}
}

func TestLambdaHost(t *testing.T) {
	for name, want := range map[string]string{
		"app.Main$$Lambda": "app.Main", "app.Main$Inner$$Lambda$2/0x1": "app.Main$Inner", "app.Main$$Lambda[]": "", "app.Main": "", "": "",
		"java.lang.invoke.LambdaForm": "",
	} {
		if got := trace.LambdaHost(name); got != want {
			t.Errorf("the host of %q is %q, want %q", name, got, want)
		}
	}
}
