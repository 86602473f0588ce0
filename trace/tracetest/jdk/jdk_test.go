package jdk_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"memcity/trace/tracetest/jdk"
)

// TestCompileOnce checks that the same source gives the cached classes, and another source other classes, also in packages.
func TestCompileOnce(t *testing.T) {
	home := jdk.Homes(t)[0]
	compile := func(text string) []byte {
		t.Helper()
		folder := t.TempDir()
		source := filepath.Join(folder, "A.java")
		if err := os.WriteFile(source, []byte("package p; class A { String s = \""+text+"\"; }"), 0o600); err != nil {
			t.Fatal(err)
		}
		jdk.CompileInto(t, home, folder, []string{"--release", "11"}, source)
		class, err := os.ReadFile(filepath.Join(folder, "p", "A.class"))
		if err != nil {
			t.Fatal(err)
		}
		return class
	}
	one, other, again := compile("one"), compile("other"), compile("one")
	if !bytes.Equal(one, again) || bytes.Equal(one, other) {
		t.Errorf("%d, %d and %d bytes", len(one), len(other), len(again))
	}
}
