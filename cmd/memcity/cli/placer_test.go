package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// shopSource returns a source folder with a class.
func shopSource(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	folder := filepath.Join(root, "src", "com", "shop")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	text := "package com.shop;\n\nclass Cart {\n    static final Object ALL = null;\n    static final ThreadLocal<Object> MINE = null;\n}\n"
	if err := os.WriteFile(filepath.Join(folder, "Cart.java"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return root
}

type printedNames struct {
	Names []string `json:"names"`
}

func (p *printedNames) Table(out io.Writer) error {
	for _, n := range p.Names {
		if _, err := fmt.Fprintf(out, "%8d  %s\n", 7, n); err != nil {
			return err
		}
	}
	return nil
}

// TestPrintedPlaces: output ends with the places of the frames and fields in it, deduplicated.
func TestPrintedPlaces(t *testing.T) {
	root := shopSource(t)
	file := filepath.Join(root, "src", "com", "shop", "Cart.java")
	doc := &printedNames{[]string{"com.shop.Cart.add(Cart.java:31)", "most at com.shop.Cart.<init>(Cart.java:7): 3 objects",
		"by the static field com.shop.Cart.ALL, and more", "thread-local com.shop.Cart.MINE", "com.shop.Cart.add(Cart.java:31)",
		"java.util.HashMap.put(HashMap.java:610)", "com.shop.Cart.gone(Native Method)", "com.shop.Cart.ALL", "static field com.shop", "\x1b[1m"}}
	want := []SourcePlace{{"com.shop.Cart.add(Cart.java:31)", file, 31}, {"com.shop.Cart.<init>(Cart.java:7)", file, 7},
		{"com.shop.Cart.ALL", file, 4}, {"com.shop.Cart.MINE", file, 5}}
	print := func(format string, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		c := &Call{Command: Command{Name: "tree"}, Program: &Program{}, Ctx: context.Background(), Args: args, Stdout: &out, Stderr: io.Discard}
		set := c.Flags()
		c.SourceFlag(set)
		if _, _, err := c.Parse(set); err != nil {
			t.Fatal(err)
		}
		if err := c.Print(format, doc); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // no file of source roots
	plain := print("table")
	table, places, _ := strings.Cut(print("table", "--source-root", root), "\nIn the source:\n")
	if table != plain || strings.Contains(plain, "In the source") {
		t.Errorf("the table became\n%s", table)
	}
	lines := ""
	for _, p := range want {
		lines += fmt.Sprintf("%s:%d  %s\n", p.File, p.Line, p.Name)
	}
	if places != lines {
		t.Errorf("the places are\n%sexpected\n%s", places, lines)
	}
	var got struct {
		printedNames
		Places []SourcePlace `json:"places"`
	}
	if err := json.Unmarshal([]byte(print("json", "--source-root", root)), &got); err != nil || !reflect.DeepEqual(got.Places, want) ||
		!reflect.DeepEqual(got.Names, doc.Names) {
		t.Errorf("as JSON %+v, %v", got, err)
	}
	doc.Names = []string{"nothing"}
	if with := print("json", "--source-root", root); with != print("json") {
		t.Errorf("without places the JSON is\n%s", with)
	}
	if with := print("table", "--source-root", root); with != print("table") {
		t.Errorf("without places the table is\n%s", with)
	}
}

// TestPlacerInParts: text written in parts of any length has the same places, and stays unchanged.
func TestPlacerInParts(t *testing.T) {
	root := shopSource(t)
	sources := &Sources{roots: []string{root}}
	if err := sources.Find(&Call{}); err != nil {
		t.Fatal(err)
	}
	text := "1  com.shop.Cart.add(Cart.java:31)\n2  static field com.shop.Cart.ALL\n" + strings.Repeat("x", maxLine+5) + "\ncom.shop.Cart.add(Cart.java:3)\n"
	for _, size := range []int{1, 2, 7, 64, len(text)} {
		var out bytes.Buffer
		p := newPlacer(&out, sources)
		for at := 0; at < len(text); at += size {
			if n, err := p.Write([]byte(text[at:min(at+size, len(text))])); err != nil || n == 0 {
				t.Fatal(n, err)
			}
		}
		if out.String() != text || len(p.places) != 3 || p.places[2].Line != 3 {
			t.Errorf("in parts of %d bytes: %d places", size, len(p.places))
		}
	}
}
