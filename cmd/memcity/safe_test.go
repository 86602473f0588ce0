package main

import (
	"archive/zip"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"memcity/trace/tracetest"
	"memcity/trace/wire/hprof"
	"memcity/words"
)

// hostileTrees writes two memory trees whose groups have names that steer terminals, turn the direction of writing, or are formulas.
func hostileTrees(t *testing.T) string {
	t.Helper()
	names := append([]string{"app.Plain"}, hostileNames...)
	dir := filepath.Join(t.TempDir(), "trees\x1b[31m\u202e")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Skip("the file system takes no such name")
	}
	type node struct {
		Key      string `json:"key"`
		Name     string `json:"name"`
		Role     string `json:"role"`
		Bytes    int    `json:"bytes"`
		Objects  int    `json:"objects"`
		Children []node `json:"children,omitempty"`
	}
	for point := 1; point <= 3; point++ {
		root := node{Key: "Overall", Name: "Overall"}
		for i, name := range names {
			n := node{Key: "Overall#" + name, Name: name, Role: "Type" + name, Objects: (i + 1) * point, Bytes: 16 * (i + 1) * point}
			root.Children = append(root.Children, n)
			root.Objects += n.Objects
			root.Bytes += n.Bytes
		}
		data, err := json.Marshal(map[string]any{"time": 1000 * point, "root": root})
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, fmt.Sprint(1000*point, ".json")), data, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// forged is how a line of output must not begin: it is what names have behind the end of a line.
const forged = "FORGED"

// hostileNames are names that steer terminals, end lines, turn the direction of writing, are formulas, tags or no UTF-8.
var hostileNames = []string{"\x1b[31mred\x1b]0;title\x07", "a\u202eb", "line\n" + forged + ": all is well", "\u009b31m", "\u2028" + forged, "zero\u200bwidth",
	"\U000e0041tag", "=1+1", "@SUM(A1)", "-2+3", "bad\xff\xfeutf8", "cr\r" + forged, `"><script>alert(1)</script>`, "<img src=x onerror=alert(1)>", "a|b`c*d", "nul\x00"}

// hostileDumps writes heap dumps whose classes, fields, threads and methods have hostile names, into a folder that has one too.
func hostileDumps(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "dumps\x1b[31m\n"+forged+"\u202e")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Skip("the file system takes no such name")
	}
	for point := 1; point <= 3; point++ {
		d := tracetest.NewDump()
		d.Time += int64(point) * 60_000
		list := d.Class("java/util/ArrayList", tracetest.Ref("elementData"), tracetest.Int("size"))
		array := d.Class("[Ljava/lang/Object;")
		plain := d.Class("app/Plain", tracetest.Ref("next"))
		thread := d.Class("java/lang/Thread")
		holder := d.Class("app/Holder", tracetest.Static(tracetest.Ref("list\x1b[2J\n"+forged)))
		var all []uint64
		for _, name := range hostileNames {
			field := tracetest.Ref("f" + name)
			class := d.Class("app/p"+name+"/C"+name, field)
			d.Root(hprof.RootThread, d.Instance(thread), uint64(d.Thread(d.Instance(thread), "app.M"+name+".run("+name+".java:7)")), 0)
			for range 200 * point {
				all = append(all, d.Instance(class, d.Instance(plain, 0)))
			}
		}
		holder.Statics[0].Value = d.Instance(list, d.Array(array, all...), uint64(len(all)))
		d.Root(hprof.RootStickyClass, holder.ID)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d\x1b[31m\n%s.hprof", point, forged)), d.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// hostileArchive writes a ZIP archive of files with hostile names.
func hostileArchive(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "archive\x1b[31m\n"+forged+".zip")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z := zip.NewWriter(f)
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"../" + e.Name(), "no recording\x1b[2J\n" + forged} {
			w, err := z.Create(name)
			if err == nil {
				_, err = w.Write(data)
			}
			if err != nil {
				t.Fatal(err)
			}
			data = data[:len(data)/2]
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestHostileNames: whatever names an input has, nothing that a command prints or writes steers a terminal, forges a line, or is a formula.
func TestHostileNames(t *testing.T) {
	t.Parallel()
	dumps := hostileDumps(t)
	cut := filepath.Join(t.TempDir(), "cut\x1b[31m\n"+forged)
	if err := os.WriteFile(cut, []byte("JAVA PROFILE 1.0.2\x00\x00\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	for i, path := range []string{dumps, hostileTrees(t), hostileArchive(t, dumps), cut, filepath.Join(dumps, "none\x1b[31m\n"+forged),
		filepath.Join(out, "0", "file-0.mct")} {
		folder := filepath.Join(out, fmt.Sprint(i))
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		ran := 0
		for _, line := range append(allCommands(t, path, folder, "app.Plain"), []string{"tree", path, "--at", "9"}) {
			for _, format := range allFormats {
				if format != nil && slices.Contains(line, "-o") {
					continue
				}
				line := append(append([]string{}, line...), format...)
				r := memcity(line...)
				checkSafe(t, line, "output", r.stdout)
				checkSafe(t, line, "messages", r.stderr)
				if r.err != nil {
					checkSafe(t, line, "error", "memcity: "+words.Paragraph(r.err.Error()))
					continue
				}
				ran++
				if !slices.Contains(line, "-o") {
					checkFormat(t, line, r.stdout)
				}
			}
		}
		if i < 3 && ran < 20 {
			t.Errorf("%q: only %d commands ran", path, ran)
		}
		files, err := filepath.Glob(filepath.Join(folder, "*.*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if ending := filepath.Ext(file); ending == ".html" || ending == ".svg" || ending == ".dot" {
				data, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				checkSafe(t, []string{file}, "content", string(data))
			}
		}
	}
}

// checkSafe looks for what steers whoever shows a text.
func checkSafe(t *testing.T, line []string, what, text string) {
	t.Helper()
	show := func(at int) string { return fmt.Sprintf("%q", text[max(0, at-60):min(len(text), at+30)]) }
	if at := strings.IndexFunc(text, func(c rune) bool { return words.Unsafe(c) && c != '\n' && c != '\t' && c != utf8.RuneError }); at >= 0 {
		t.Errorf("%q: unsafe at %d of the %s: %s", line, at, what, show(at))
	}
	if !utf8.ValidString(text) {
		t.Errorf("%q: the %s is no UTF-8", line, what)
	}
	html := line[0] == "report" || filepath.Ext(line[0]) == ".html" // where the end of a line is a blank
	if at := strings.Index("\n"+text, "\n"+forged); at >= 0 && !html {
		t.Errorf("%q: a forged line at %d of the %s: %s", line, at, what, show(at))
	}
	for _, tag := range []string{"<script>alert", "<img src=x"} {
		if at := strings.Index(text, tag); at >= 0 && (html || filepath.Ext(line[0]) == ".svg" || slices.Contains(line, "svg")) {
			t.Errorf("%q: a tag at %d of the %s: %s", line, at, what, show(at))
		}
	}
}

// checkFormat checks that an output is in the format that was requested.
func checkFormat(t *testing.T, line []string, text string) {
	t.Helper()
	switch line[len(line)-1] {
	case "csv":
		checkCells(t, line, text)
	case "json", "sarif":
		var v any
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Errorf("%q: %v", line, err)
		}
	case "junit", "svg":
		d := xml.NewDecoder(strings.NewReader(text))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%q: %v", line, err)
				break
			}
		}
	}
}

func checkCells(t *testing.T, line []string, text string) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Errorf("%q: %v", line, err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if words.Cell(cell) != cell {
				t.Errorf("%q: a spreadsheet takes %q for a formula", line, cell)
			}
		}
	}
}
