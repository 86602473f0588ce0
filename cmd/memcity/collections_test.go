package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memcity/analysis/staleness"
	"memcity/cmd/memcity/cli"
	"memcity/cmd/memcity/collections"
	"memcity/trace"
	"memcity/trace/hirth"
	"memcity/trace/native"
	"memcity/trace/tracetest"
	"memcity/trace/usage"
)

// writeUsage writes the events of the program in listing 6 of the thesis on collection staleness as a trace file and a symbols file, with
// 100 ms between steps. A list and a map get 1,000 elements each, half of which are read. The list gets 100 more. Of these two, 100 are
// read again and 100 are removed from both. A third collection is never used. A second pair of files has a truncated trace file.
func writeUsage(folder string) error {
	b := usage.NewBuilder(usage.Options{})
	site := func(line string) usage.StringID { return b.String("Main.java:" + line) }
	const list, hashMap, unused = 1, 2, 3
	b.Alloc(list, 0, site("4"), b.String("ArrayList"), 0)
	b.Alloc(hashMap, 0, site("5"), b.String("HashMap"), 0)
	b.Alloc(unused, 0, site("6"), b.String("ArrayList"), 0)
	for i := range uint64(1000) {
		b.Add(list, i, 0, site("7"), b.String("Integer"), 10)
		b.Add(hashMap, i, 0, site("8"), b.String("Integer"), 10)
	}
	for i := range uint64(500) {
		b.Get(list, i, 0, site("12"), 120, 1)
		b.Get(hashMap, i, 0, site("13"), 120, 1)
	}
	for i := range uint64(100) {
		b.Add(list, 1000+i, 0, site("17"), b.String("Integer"), 230)
	}
	for i := range uint64(100) {
		b.Get(list, i, 0, site("21"), 340, 1)
	}
	for i := range uint64(100) {
		b.Remove(list, 800+i, 0, site("26"), 450)
		b.Remove(hashMap, 800+i, 0, site("27"), 450)
	}
	var events, symbols bytes.Buffer
	err := hirth.Write(context.Background(), &events, &symbols, b.Build(usage.Never))
	for name, data := range map[string][]byte{"tracefile.log": events.Bytes(), "symbols.log": symbols.Bytes(),
		"cut-tracefile.log": events.Bytes()[:110], "cut-symbols.log": symbols.Bytes()} {
		err = cmp.Or(err, os.WriteFile(filepath.Join(folder, name), data, 0o600))
	}
	return err
}

// writeUsedTrace writes a recording of a program that adds a thousand elements to a list and reads one of them.
func writeUsedTrace(path string) error {
	b := tracetest.NewHeap()
	main, list := b.Object(b.Type("app.Main", 16)), b.Object(b.Type("java.util.ArrayList", 48))
	b.Root(main, trace.RootStaticField, "app.Main.main")
	b.Root(list, trace.RootStaticField, "app.Main.list")
	b.Identify(main, 1)
	b.Identify(list, 2)
	var out bytes.Buffer
	w, err := native.NewWriter(&out, trace.WriterInfo{Program: "shop", StartUnix: 1,
		Knows: trace.KnowsReferences | trace.KnowsRoots | trace.KnowsIdentity})
	if err != nil {
		return err
	}
	events := []usage.Event{{Kind: usage.TextEvent, Site: 1, Text: "java.util.ArrayList"}, {Kind: usage.TextEvent, Site: 2, Text: "app.Main.main(Main.java:5)"},
		{Kind: usage.AllocEvent, Collection: 1, Site: 2, Type: 1},
		{Kind: usage.NumberEvent, Collection: 1, Element: 2}}
	for i := range uint64(1000) {
		events = append(events, usage.Event{Kind: usage.AddEvent, Collection: 1, Element: i + 1, Site: 2, Type: 1, Time: 10})
	}
	events = append(events, usage.Event{Kind: usage.GetEvent, Collection: 1, Element: 1, Site: 2, Time: 110, Count: 3})
	err = errors.Join(w.Uses(false, events), w.State(native.PointInfo{Time: time.Second}, b.Heap()), w.Close())
	return cmp.Or(err, os.WriteFile(path, out.Bytes(), 0o600))
}

// TestCollectionsOfTrace: the command reads traces, and the files that convert writes from them.
func TestCollectionsOfTrace(t *testing.T) {
	dir := t.TempDir()
	path, folder := filepath.Join(dir, "shop.mct"), filepath.Join(dir, "files")
	if err := writeUsedTrace(path); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{path, filepath.Join(folder, "tracefile.log")} {
		p := into[collections.Collections](t, "collections", from, "--collection", "1")
		if d := p.Collection; len(p.Collections) != 1 || !strings.HasSuffix(p.Collections[0].Type, "ArrayList") || d.Adds != 1000 || d.Gets != 3 || d.NeverRead != 999 {
			t.Errorf("%s: %+v", from, p)
		}
		// The list is three quarters of the heap, which the files do not contain.
		c, want := p.Collections[0].Confidence, staleness.Confidence(p.Collections[0].Staleness, 0.75)
		if (c != nil) != (from == path) || c != nil && *c != want {
			t.Errorf("%s: leak confidence is %v, want %v", from, c, want)
		}
		if from == path {
			if table := ok(t, "collections", path); !strings.Contains(table, "confidence  collection") {
				t.Errorf("there is no column for leak confidence: %s", table)
			}
			ok(t, "convert", path, "--collections", "-o", folder)
		}
	}
	for _, from := range []string{path, folder} {
		if table := ok(t, "info", from); !strings.Contains(table, "1 collection, 1 of them followed, with 1000 elements, from ") {
			t.Errorf("info %s:\n%s", from, table)
		}
	}
	for _, args := range [][]string{{"--collections"}, {"--collections", "-o", "-"}, {"--collections", "-o", path}, {"--collections", "-o", folder},
		{"--collections", "-o", folder, "--by", "type"}, {"--collections", "-o", folder, "--anonymous"}} {
		refused(t, cli.ExitUsage, "", append([]string{"convert", path}, args...)...)
	}
	ok(t, "convert", path, "--collections", "-o", folder, "--force")
	refused(t, cli.ExitUsage, "record it with --collections own", "convert", "demo:persons", "--collections", "-o", filepath.Join(dir, "none"))
	refused(t, cli.ExitUsage, "record it with --collections own", "collections", "demo:persons")
}

// TestCollections: the JSON contains the numbers of listing 6.
func TestCollections(t *testing.T) {
	dir := t.TempDir()
	if err := writeUsage(dir); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "tracefile.log")
	p := into[collections.Collections](t, "collections", path)
	if len(p.Collections) != 3 || p.Collections[0].Site != "Main.java:4" || p.Collections[0].Size != 1100 || p.Window.Largest != 1100 ||
		len(p.Timeline) != 100 || p.Timeline[99].Elements != 1900 || len(p.Patterns) != 1 || p.Patterns[0].Kind != "empty" || !p.Window.Exact {
		t.Errorf("got %+v", p)
	}
	p = into[collections.Collections](t, "collections", path, "--collection", "1", "--max-gets", "2")
	if d := p.Collection; d == nil || d.Adds != 1100 || d.Gets != 600 || d.Removes != 100 || len(d.ByGets) != 3 || d.ByGets[0] != 600 ||
		d.ByGets[1] != 400 || d.ByGets[2] != 100 || len(d.AddSites) != 2 || d.AddSites[0].Location != "Main.java:7" ||
		d.AddSites[0].Count != 1000 || d.AddSites[0].Staleness == nil || d.GetSites[0].Staleness != nil {
		t.Errorf("got %+v", d)
	}
	if p = into[collections.Collections](t, "collections", path, "--max-size", "1050", "--filter", "map"); len(p.Collections) != 1 ||
		p.Collections[0].Type != "HashMap" {
		t.Errorf("got %+v", p.Collections)
	}
	if p = into[collections.Collections](t, "collections", path, "--window", "0.2s..end", "--threshold", "0.99"); p.Window.Start != 200 ||
		p.Window.End != 450 || p.Collections[0].Above.Elements == 0 || p.Collections[0].Below.Elements < 200 {
		t.Errorf("got %+v", p)
	}
	for _, args := range [][]string{{"--window", "5"}, {"--window", "9..3"}, {"--window", "a..b"}, {"--window", "-1..4"}, {"--threshold", "1.1"},
		{"--threshold", "NaN"}, {"--top", "-1"}, {"--max-size", "-1"}, {"--collection", "4"}, {"--collection", "-1"}, {"--max-gets", "-1"},
		{"--format", "xml"}} {
		if r := memcity(append([]string{"collections", path}, args...)...); r.status != cli.ExitUsage || r.stdout != "" {
			t.Errorf("%v: status %d, %s%s", args, r.status, r.stdout, r.stderr)
		}
	}
}

// TestReportOfCollections: the report contains the output of memcity collections, or nothing if the recording has no such data.
func TestReportOfCollections(t *testing.T) {
	path := filepath.Join(t.TempDir(), "shop.mct")
	if err := writeUsedTrace(path); err != nil {
		t.Fatal(err)
	}
	const heading = "Collections whose elements are not used"
	page := ok(t, "report", path, "--pictures=false", "-o", "-")
	texts := wellFormed(t, page)
	for _, want := range []string{heading, "The ArrayList created at Main.java:5 holds most of the unused elements.", "999 of its 1,000 elements were not read",
		"ArrayList@Main.java:51,0000.910.88", "Leak confidence", "shop.mct --collection 1"} {
		if !strings.Contains(texts, want) {
			t.Errorf("%q is not in %s", want, texts)
		}
	}
	if strings.Contains(page, "ZgotmplZ") || strings.Count(page, "<svg") < 2 {
		t.Error("a picture is missing")
	}
	if page := ok(t, "report", "demo:steady", "--pictures=false", "-o", "-"); strings.Contains(page, heading) {
		t.Error("a recording without collections reports on them")
	}
}
