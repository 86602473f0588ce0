package source_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/cmd/memcity/source"
)

func TestFind(t *testing.T) {
	dir := t.TempDir()
	root := filepath.Join(dir, "root")
	for name, text := range map[string]string{
		"root/src/main/java/com/example/Orders.java": "package com.example;\n\npublic class Orders {\n  // recent = 1;\n  int x = recent == 1;\n  static Map<A, B> recent = new HashMap<>();\n}\n",
		"root/module/src/main/java/a/B.java":         "class B {\n}\n",
		"root/Top.kt":                                "object Top {\n  val all: List<X> = listOf()\n}\n",
		"outside.java":                               "class outside {}\n",
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("../outside.java", filepath.Join(root, "Link.java")); err != nil {
		t.Skip(err)
	}
	f, err := source.New([]string{root})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		want string
		line int
	}{
		{"com.example.Orders.place(Orders.java:14)", "src/main/java/com/example/Orders.java", 14},
		{"app//com.example.Orders$Inner.place(Orders.java:14)", "src/main/java/com/example/Orders.java", 14},
		{"com.example.Orders.recent", "src/main/java/com/example/Orders.java", 6},
		{"com.example.Orders$Inner.missing", "src/main/java/com/example/Orders.java", 3},
		{"a.B.x(B.java:1)", "module/src/main/java/a/B.java", 1},
		{"Top.all", "Top.kt", 2},
		{"com.example.Orders.place(Native Method)", "", 0},
		{"com.example.Orders.place(Orders.java:0)", "", 0},
		{"com.example.Orders.place(../Orders.java:1)", "", 0},
		{"....x.y(outside.java:1)", "", 0},
		{"/etc/x.y(passwd:1)", "", 0},
		{"Link.x", "", 0}, // leads out of the root
		{"x", "", 0}, {"", "", 0}, {"()", "", 0}, {".", "", 0},
	} {
		var got source.Place
		var ok bool
		if strings.HasSuffix(test.name, ")") {
			got, ok = f.Frame(test.name)
		} else {
			got, ok = f.Field(test.name)
		}
		if want := filepath.Join(root, test.want); ok != (test.want != "") || ok && (got.File != want || got.Line != test.line) {
			t.Errorf("%q: %+v, %v, expected %s:%d", test.name, got, ok, want, test.line)
		}
	}
	if _, err := source.New([]string{filepath.Join(dir, "none")}); err == nil {
		t.Error("a folder that there is not was accepted")
	}
}

func TestOpen(t *testing.T) {
	at := source.Place{File: "/src/-x $(id) 'a.java", Line: 7}
	for text, want := range map[string][]string{
		"code -g {file}:{line}":        {"code", "-g", "/src/-x $(id) 'a.java:7"},
		`"my editor" '+{line}' {file}`: {"my editor", "+7", "/src/-x $(id) 'a.java"},
		"e \"\" {file};id":             {"e", "", "/src/-x $(id) 'a.java;id"},
		"":                             nil, "code": nil, "{file}": nil, "code '{file}": nil,
	} {
		c, err := source.Parse(text)
		if (err == nil) != (want != nil) {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if err != nil {
			continue
		}
		if got, err := c.Words(at); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v, expected %q", text, got, err, want)
		}
	}
	dir := t.TempDir()
	t.Chdir(dir)
	c, err := source.Parse("touch {file}")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Open(t.Context(), source.Place{File: "-rf $(x)", Line: 1}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "-rf $(x)")); err != nil {
		t.Error(err)
	}
}
