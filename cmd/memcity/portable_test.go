package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace/tracetest"
	"memcity/trace/wire/phd"
)

// TestPortableDumps checks commands on a series of portable heap dumps of OpenJ9 in which a list grows, and on the first with its javacore.
func TestPortableDumps(t *testing.T) {
	folder := t.TempDir()
	for i := range 5 {
		d := tracetest.NewPortable()
		loader := d.Instance(d.Class(d.ClassLoader(), d.Loader, "app/Loader", 40))
		d.Class(d.Object, d.Loader, "java/lang/Registry", 8, loader)
		order := d.Class(d.Object, loader, "app/Order", 24)
		var orders []uint64
		for range 1000 * (i + 1) {
			orders = append(orders, d.Instance(order, d.Primitives(phd.Char, 100)))
		}
		d.Class(d.Object, loader, "app/Shop", 8, d.Array(order, orders...))
		name := fmt.Sprintf("heapdump.20240506.08080%d.77.%04d.phd", i, 2*i+1)
		if err := os.WriteFile(filepath.Join(folder, name), d.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	core := "0SECTION       TITLE subcomponent dump routine\n3XMTHREADINFO      \"seller\" J9VMThread:0x1\n4XESTACKTRACE at app/Shop.sell(Shop.java:12)\n"
	if err := os.WriteFile(filepath.Join(folder, "javacore.20240506.080800.77.0002.txt"), []byte(core), 0o600); err != nil {
		t.Fatal(err)
	}
	first := filepath.Join(folder, "heapdump.20240506.080800.77.0001.phd")
	for _, test := range []struct {
		words  []string
		wanted []string
	}{
		{[]string{"info", first}, []string{"format     phd", "JRE 11 Linux", "\n1         0 ms  2010 "}},
		{[]string{"info", folder}, []string{"GC points  5", "objects, references, roots, times", "\n5         4000 ms  10010 "}},
		{[]string{"analyze", folder}, []string{"Leaking: app.Order"}},
		{[]string{"analyze", first}, []string{"One heap dump cannot show growth.", "1,000 Order"}},
		{[]string{"tree", first}, []string{" 1000   24000      Order"}},
		{[]string{"threads", first}, []string{"seller", "app.Shop.sell(Shop.java:12)"}},
	} {
		out := memcity(test.words...)
		for _, want := range test.wanted {
			if out.err != nil || !strings.Contains(out.stdout, want) {
				t.Errorf("%s: %v, no %q in\n%s", test.words[0], out.err, want, out.stdout)
			}
		}
	}
}
