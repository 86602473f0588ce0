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

func TestSplitType(t *testing.T) {
	for _, c := range []struct{ name, pkg, rest string }{
		{"java.util.Map", "java.util", "Map"},
		{"app.Main$$Lambda/0x00007f00.1", "app", "Main$$Lambda/0x00007f00.1"},
		{"byte[]", "", "byte[]"},
		{"a.b.C[][]", "a.b", "C[][]"},
		{"src/cart.js:Item", "src/cart.js", "Item"},
		{"node:internal/url:URL", "node:internal/url", "URL"},
		{"src/cart.js", "src", "cart.js"},
		{"cart.js", "", "cart.js"},
		{"Shop::Cart", "Shop", "Cart"},
		{"js:Map", "js", "Map"},
		{"App.Cache<App.Order, int>", "App", "Cache<App.Order, int>"},
		{"System.Collections.Generic.List<App.Order>[]", "System.Collections.Generic", "List<App.Order>[]"},
		{"System:Entry<int, App.Order>[]", "System", "Entry<int, App.Order>[]"},
		{"<>c", "", "<>c"},
		{"main.Order", "main", "Order"},
		{"example.com/shop/store.Event", "example.com/shop/store", "Event"},
		{"gopkg.in/yaml.v3.Node", "gopkg.in/yaml.v3", "Node"},
		{"example.com/shop.Pair[int,example.com/x.T]", "example.com/shop", "Pair[int,example.com/x.T]"},
		{"go:map[string]*main.Order", "go", "map[string]*main.Order"},
		{"app.Main/", "app", "Main/"},
	} {
		if pkg, rest := trace.SplitType(c.name); pkg != c.pkg || rest != c.rest {
			t.Errorf("SplitType(%q) = %q, %q", c.name, pkg, rest)
		}
	}
}

// The name of a field is split where it was joined.
func TestSplitMember(t *testing.T) {
	for _, of := range []string{"app.Main", "src/cart.js", "cart.mjs", "src/cart.js:Item", "js:Map", "shop.orders", "Shop::Cart"} {
		joined := trace.Member(of, "cache")
		if got, member, ok := trace.SplitMember(joined); !ok || got != of || member != "cache" {
			t.Errorf("SplitMember(%q) = %q, %q, %v", joined, got, member, ok)
		}
	}
	if _, name, ok := trace.SplitMember("global"); ok || name != "global" {
		t.Errorf("SplitMember(global) = %q, %v", name, ok)
	}
}

func TestCutNamed(t *testing.T) {
	for root, want := range map[string]string{"static field app.Main.all": "app.Main.all", "variable src/cart.js:items": "src/cart.js:items"} {
		if got, ok := trace.CutNamed(root); !ok || got != want {
			t.Errorf("CutNamed(%q) = %q, %v", root, got, ok)
		}
	}
	if got, ok := trace.CutNamed("thread main"); ok || got != "thread main" {
		t.Errorf("CutNamed(thread main) = %q, %v", got, ok)
	}
}
