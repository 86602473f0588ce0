package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace/tracetest"
	"memcity/trace/tracetest/hostile"
	"memcity/trace/wire/hprof"
)

// hostileTrees writes two memory trees with group names that contain terminal controls or bidirectional controls, or are formulas.
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

// forged must not start a line of output: in hostile names it follows a line break.
const forged = "FORGED"

// hostileNames are names with terminal controls, line breaks, bidirectional controls, formulas, links, tags, invisible characters, or invalid UTF-8.
var hostileNames = []string{"\x1b[31mred\x1b]0;title\x07", "a\u202eb", "line\n" + forged + ": all is well", "\u009b31m", "\u2028" + forged, "zero\u200bwidth",
	"\U000e0041tag", "=1+1", "@SUM(A1)", "-2+3", "bad\xff\xfeutf8", "cr\r" + forged, `"><script>alert(1)</script>`, "<img src=x onerror=alert(1)>", "a|b`c*d", "nul\x00",
	"\u2066isolated\u2069", "un\u00ads\u034fee\u180en\u3164\u115f\u1160\uffa0\u17b4\ufe0f\U000e0100\U0001d173\u2065\ufff0\uffff", "[Click](https://evil.example)", strings.Repeat("long", 20_000) + "\x1b[31m"}

// hostileDumps writes heap dumps whose classes, fields, threads and methods have hostile names, into a folder with a hostile name.
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

// hostileText writes a file with a hostile name.
func hostileText(t *testing.T, ending string, text []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file\x1b[31m\n"+forged+"\u202e"+ending)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// hostileRows returns the rows of a class histogram with hostile class names.
func hostileRows(prefix string, point int) string {
	var b strings.Builder
	line := func(text string) { b.WriteString(prefix + text + "\n") }
	line(" num     #instances         #bytes  class name (module)")
	line("-------------------------------------------------------")
	for i, name := range append([]string{"app.Plain"}, hostileNames...) {
		line(fmt.Sprintf("%4d: %13d %14d  app.%s", i+1, 100*point, 1600*point, name))
	}
	line(fmt.Sprintf("Total %13d %14d", 100*point*(1+len(hostileNames)), 1600*point*(1+len(hostileNames))))
	return b.String()
}

// hostileHistograms returns class histograms in the format of jcmd.
func hostileHistograms() []byte {
	text := ""
	for point := 1; point <= 3; point++ {
		text += "5881:\n" + hostileRows("", point) + "\n"
	}
	return []byte(text)
}

// hostileGCLog returns a GC log with hostile names of the collector, of GC kinds and causes, and of classes in histograms.
func hostileGCLog() []byte {
	var b strings.Builder
	b.Write(hostile.SoundGCLog())
	for i, name := range hostileNames {
		if strings.Contains(name, "\x00") { // it would make the log binary
			continue
		}
		fmt.Fprintf(&b, "[%d.010s][info][gc] Using %s\n[%[1]d.200s][info][gc] GC(%[1]d) Pause Young (%[2]s) (%[2]s) 24M->4M(256M) 3.123ms\n", i, name)
		fmt.Fprintf(&b, "[%d.300s][info][gc] GC(%[1]d) %s\n", i, name)
	}
	for point := 1; point <= 3; point++ {
		n := len(hostileNames) + point
		prefix := fmt.Sprintf("[%d.400s][trace][gc,classhisto] GC(%[1]d) ", n)
		b.WriteString(prefix + "Class Histogram (after full gc)\n" + hostileRows(prefix, point))
		b.WriteString(prefix + "Class Histogram (after full gc) 9.876ms\n")
		fmt.Fprintf(&b, "[%d.500s][info][gc] GC(%[1]d) Pause Full (%[2]s) 30M->6M(256M) 9.876ms\n", n, hostileNames[0])
	}
	return bytes.ReplaceAll([]byte(b.String()), []byte{0}, nil)
}

// hostileFlight returns a flight recording with hostile names, truncated to fit its chunks.
func hostileFlight() []byte {
	var names []string
	for _, name := range hostileNames {
		names = append(names, name[:min(len(name), 400)])
	}
	return hostile.FlightOf(append(names, "app.Plain"))
}
