package hirth_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/hirth"
	"memcity/trace/tracetest"
	"memcity/trace/usage"
	wire "memcity/trace/wire/hirth"
)

// listings returns the files of listings 4 and 5 of the thesis.
func listings(t testing.TB) (events, symbols []byte) {
	t.Helper()
	for _, text := range []string{"0|285377351|0|1|2|0", "1|285377351|156727562|1|3|4|1", "2|285377351|156727562|1|5|11",
		"1|285377351|146123415|2|6|4|12"} {
		for number := range strings.SplitSeq(text, "|") {
			n, err := strconv.ParseUint(number, 10, 32)
			if err != nil {
				t.Fatal(err)
			}
			events = binary.BigEndian.AppendUint32(events, uint32(n))
		}
	}
	for i, text := range []string{"Main:5", "ArrayList", "Main:6", "Integer", "Main:8", "Main:9"} {
		var err error
		if symbols, err = wire.AppendSymbol(symbols, wire.Symbol{ID: uint32(i) + 1, Text: text}); err != nil {
			t.Fatal(err)
		}
	}
	return events, symbols
}

func TestListings(t *testing.T) {
	events, symbols := listings(t)
	files := hirth.Files{Trace: trace.MemoryFile("tracefile.log", events), Symbols: trace.MemoryFile("symbols.log", symbols)}
	tracetest.Closed(t, files.Trace, files.Symbols)
	l, err := hirth.Read(t.Context(), files, nil)
	if err != nil || len(l.Troubles) > 0 || l.Check() != nil {
		t.Fatalf("%v, %v, %q", err, l.Check(), l.Troubles)
	}
	if l.Label(0) != "ArrayList@Main:5" || l.End != 12 || !slices.Equal(l.Elements.Added, []usage.Millis{1, 12}) ||
		!slices.Equal(l.Gets.Time, []usage.Millis{11}) || l.Strings[l.Gets.Site[0]] != "Main:8" || l.Strings[l.Elements.Type[1]] != "Integer" {
		t.Errorf("got %+v", l)
	}
	var again, names bytes.Buffer
	if err := hirth.Write(t.Context(), &again, &names, l); err != nil {
		t.Fatal(err)
	}
	// Elements are renumbered.
	want := bytes.ReplaceAll(bytes.ReplaceAll(events, []byte{0x09, 0x57, 0x79, 0x0a}, []byte{0, 0, 0, 1}), []byte{0x08, 0xb5, 0xaa, 0x97},
		[]byte{0, 0, 0, 2})
	if !bytes.Equal(again.Bytes(), want) || !bytes.Equal(names.Bytes(), symbols) {
		t.Errorf("written\n%x, want\n%x; symbols\n%x, want\n%x", again.Bytes(), want, names.Bytes(), symbols)
	}
}

// TestFaults checks that a fault gives one clear error, and the log up to the fault.
func TestFaults(t *testing.T) {
	events, symbols := listings(t)
	unreadable := tracetest.Unreadable("locked", errors.New("locked"))
	for _, test := range []struct {
		name       string
		trace      trace.File
		symbols    trace.File
		err        string
		collection string // label of the first collection
		elements   int
		troubles   int
	}{
		{"cut", trace.MemoryFile("t", events[:100]), trace.MemoryFile("s", symbols),
			"t: offset 76: the file ends at byte 100, in the middle of a record", "ArrayList@Main:5", 1, 0},
		{"damaged", trace.MemoryFile("t", slices.Concat(events[:52], []byte{1, 0, 0, 0}, events[52:])), trace.MemoryFile("s", symbols),
			"t: offset 52: expected a kind of event from 0 to 4, found 16777216", "ArrayList@Main:5", 1, 0},
		{"symbols cut", trace.MemoryFile("t", events), trace.MemoryFile("s", symbols[:30]),
			"s: offset 20: the file ends at byte 30, in the middle of a record", "#2@Main:5", 2, 1},
		{"both cut", trace.MemoryFile("t", events[:30]), trace.MemoryFile("s", symbols[:30]),
			"t: offset 24: the file ends at byte 30, in the middle of a record", "#2@Main:5", 0, 1},
		{"no symbols", trace.MemoryFile("t", events), trace.File{}, "<nil>", "#2@#1", 2, 1},
		{"locked symbols", trace.MemoryFile("t", events), unreadable, "locked: locked", "#2@#1", 2, 1},
		{"locked", unreadable, trace.MemoryFile("s", symbols), "locked: locked", "", 0, 0},
		{"empty", trace.MemoryFile("t", nil), trace.MemoryFile("s", symbols), "<nil>", "", 0, 0},
	} {
		l, err := hirth.Read(t.Context(), hirth.Files{Trace: test.trace, Symbols: test.symbols}, nil)
		if fmt.Sprint(err) != test.err {
			t.Errorf("%s: %v, want %s", test.name, err, test.err)
		}
		var fault *trace.InputError
		if err != nil && !errors.As(err, &fault) {
			t.Errorf("%s: %v is not about an input", test.name, err)
		}
		if l == nil {
			l = &usage.Log{}
		}
		label := ""
		if len(l.Collections) > 0 {
			label = l.Label(0)
		}
		if label != test.collection || l.Elements.Len() != test.elements || len(l.Troubles) != test.troubles {
			t.Errorf("%s: %s with %d elements, troubles %q", test.name, label, l.Elements.Len(), l.Troubles)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	files := hirth.Files{Trace: trace.MemoryFile("t", events), Symbols: trace.MemoryFile("s", symbols)}
	if l, err := hirth.Read(ctx, files, nil); l != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v, %v", l, err)
	}
	steps := 0
	if _, err := hirth.Read(t.Context(), files, func(done, total int64, _ string) {
		steps++
		if total != int64(len(events)) || done > total {
			t.Errorf("%d of %d", done, total)
		}
	}); err != nil || steps != 2 {
		t.Errorf("%d steps, %v", steps, err)
	}
}

func TestBeside(t *testing.T) {
	for name, want := range map[string]string{
		"a/tracefile.log": "a/symbols.log a/symbolsfile.log a/tracefile.log.symbols a/symbols",
		"shop-trace.bin":  "shop-symbols.bin shop-trace.bin.symbols symbols.bin symbols",
		"a/x":             "a/x.symbols a/symbols",
	} {
		if got := strings.Join(hirth.SymbolsNames(filepath.FromSlash(name)), " "); filepath.ToSlash(got) != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

// TestFind checks that both files are found in either order, and from one of them.
func TestFind(t *testing.T) {
	events, symbols := listings(t)
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for name, data := range map[string][]byte{"tracefile.log": events, "symbols.log": symbols, "alone": events, "other": []byte("hello"),
		"lone.bin": events, "symbols.bin": []byte("no symbols")} {
		if err := os.WriteFile(at(name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		paths string
		want  string // trace and symbols
	}{
		{"tracefile.log symbols.log", "tracefile.log symbols.log"}, {"symbols.log tracefile.log", "tracefile.log symbols.log"},
		{"tracefile.log", "tracefile.log symbols.log"}, {"alone", "alone ."}, {"alone symbols.log", "alone symbols.log"},
		{"lone.bin", "lone.bin ."}, {"symbols.log", ""}, {"other", ""}, {"tracefile.log other", ""}, {"tracefile.log alone", ""}, {"", ""},
	} {
		var paths []string
		for _, name := range strings.Fields(test.paths) {
			paths = append(paths, at(name))
		}
		files, found, err := hirth.Find(paths...)
		got := ""
		if found {
			got = files.Trace.Base() + " " + files.Symbols.Base()
		}
		if got != test.want || err != nil {
			t.Errorf("%s: found %q, want %q; %v", test.paths, got, test.want, err)
		}
	}
	if _, found, err := hirth.Find(at("missing")); found || err == nil || !strings.HasSuffix(err.Error(), "there is no such file or folder") {
		t.Errorf("a file that is not there: %v, %v", found, err)
	}
}

// TestLoad checks that both files are found in a folder, that other paths are left to other readers, and that a fault loses nothing before it.
func TestLoad(t *testing.T) {
	events, symbols := listings(t)
	dir := t.TempDir()
	write := func(folder string, files map[string][]byte) string {
		path := filepath.Join(dir, folder)
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		for name, data := range files {
			if err := os.WriteFile(filepath.Join(path, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		return path
	}
	both := write("both", map[string][]byte{"tracefile.log": events, "symbols.log": symbols})
	cut := write("cut", map[string][]byte{"tracefile.log": events[:len(events)-3], "symbols.log": symbols})
	more := write("more", map[string][]byte{"tracefile.log": events, "symbols.log": symbols, "notes": []byte("x")})
	others := write("others", map[string][]byte{"a": []byte("x"), "b": []byte("y")})
	for _, test := range []struct {
		paths    []string
		found    bool
		warnings int
		fails    bool
	}{
		{[]string{both}, true, 0, false},
		{[]string{filepath.Join(both, "tracefile.log")}, true, 0, false},
		{[]string{cut}, true, 1, false},
		{[]string{more}, false, 0, false},
		{[]string{others}, false, 0, false},
		{[]string{"demo:persons"}, false, 0, false},
		{[]string{filepath.Join(dir, "missing")}, false, 0, false},
		{nil, false, 0, false},
	} {
		log, files, warnings, err := hirth.Load(t.Context(), test.paths, nil)
		if (log != nil) != test.found || len(warnings) != test.warnings || (err != nil) != test.fails {
			t.Errorf("%v: found %v, warnings %v, error %v", test.paths, log != nil, warnings, err)
		}
		if test.found && (files.Trace.Base() != "tracefile.log" || files.Symbols.Base() != "symbols.log" || len(log.Collections) == 0) {
			t.Errorf("%v: files %s and %s with %d collections", test.paths, files.Trace.Base(), files.Symbols.Base(), len(log.Collections))
		}
	}
}

// randomLog returns a log without copies of elements, which the format does not preserve.
func randomLog(r *rand.Rand) *usage.Log {
	b := usage.NewBuilder(usage.Options{})
	for i := range 5 {
		b.String(fmt.Sprint("s", i))
	}
	site := func() usage.StringID { return usage.StringID(r.IntN(6)) }
	present := map[[2]uint64]bool{}
	for c := range uint64(3) {
		b.Alloc(c+10, 0, site(), site(), 0)
	}
	for i := range r.IntN(200) {
		c, e, t := uint64(10+r.IntN(3)), uint64(1+r.IntN(5)), usage.Millis(i/3)
		key := [2]uint64{c, e}
		switch n := r.IntN(8); {
		case n < 3 && !present[key]:
			b.Add(c, e, 0, site(), site(), t)
			present[key] = true
		case n < 6 && present[key]:
			b.Get(c, e, 0, site(), t, 1+r.IntN(2))
		case n == 6 && present[key]:
			b.Remove(c, e, 0, site(), t)
			present[key] = false
		case n == 7:
			b.GetAll(c, 0, site(), t, 1)
		}
	}
	b.Dealloc(11, 100)
	return b.Build(usage.Never)
}

// TestRound checks that a log has the same elements, GETs and operations after writing and reading.
func TestRound(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100 {
		l := randomLog(r)
		var events, symbols bytes.Buffer
		if err := hirth.Write(t.Context(), &events, &symbols, l); err != nil {
			t.Fatal(err)
		}
		got, err := hirth.Read(t.Context(), hirth.Files{Trace: trace.MemoryFile("t", events.Bytes()), Symbols: trace.MemoryFile("s", symbols.Bytes())}, nil)
		if err != nil || len(got.Troubles) > 0 {
			t.Fatalf("%v, %q", err, got.Troubles)
		}
		if !reflect.DeepEqual(got.Collections, l.Collections) || !reflect.DeepEqual(got.Operations, l.Operations) ||
			!reflect.DeepEqual(getsOf(got), getsOf(l)) || !slices.Equal(got.Elements.Added, l.Elements.Added) ||
			!slices.Equal(got.Elements.Removed, l.Elements.Removed) {
			t.Fatalf("got  %+v\nwant %+v", got, l)
		}
	}
}

// getsOf returns the GETs of each element with their times, from single and bulk reads.
func getsOf(l *usage.Log) [][]usage.Millis {
	all := make([][]usage.Millis, l.Elements.Len())
	for e := range all {
		for i := l.Gets.First[e]; i < l.Gets.First[e+1]; i++ {
			all[e] = append(all[e], slices.Repeat([]usage.Millis{l.Gets.Time[i]}, int(l.Gets.Count[i]))...)
		}
		if l.Elements.ReadFirst != nil {
			for _, r := range l.Reads[l.Elements.ReadFirst[e]:l.Elements.ReadEnd[e]] {
				all[e] = append(all[e], slices.Repeat([]usage.Millis{r.Time}, int(r.Count))...)
			}
		}
		slices.Sort(all[e])
	}
	return all
}

func TestWriteFaults(t *testing.T) {
	b := usage.NewBuilder(usage.Options{})
	if err := hirth.Write(t.Context(), &bytes.Buffer{}, &bytes.Buffer{}, b.Build(1<<31)); err == nil {
		t.Error("a recording of more than 2³¹ ms is written")
	}
	b = usage.NewBuilder(usage.Options{})
	b.Alloc(0, 0, b.String(strings.Repeat("x", wire.MaxText)), 0, 0)
	if err := hirth.Write(t.Context(), &bytes.Buffer{}, &bytes.Buffer{}, b.Build(1<<31-1)); err == nil {
		t.Error("a text that is too long is written")
	}
	b = usage.NewBuilder(usage.Options{Start: 1 << 31})
	b.Alloc(1, 0, 0, 0, 1<<31+7)
	var late bytes.Buffer
	if err := hirth.Write(t.Context(), &late, &bytes.Buffer{}, b.Build(1<<32-1)); err != nil || late.Len() != 24 || late.Bytes()[23] != 0 { // the first event has time 0
		t.Errorf("a recording that starts late: %x, %v", late.Bytes(), err)
	}
	b = usage.NewBuilder(usage.Options{})
	b.Alloc(1<<40, 0, 0, 0, 0)
	var events bytes.Buffer
	if err := hirth.Write(t.Context(), &events, &bytes.Buffer{}, b.Build(1<<31-1)); err != nil || events.Len() != 24 || events.Bytes()[7] != 1 {
		t.Errorf("a large serial number: %x, %v", events.Bytes(), err)
	}
}

// TestConvention checks that places and types are written as in listing 5 of the thesis.
func TestConvention(t *testing.T) {
	b := usage.NewBuilder(usage.Options{Start: 50})
	texts := map[string]string{
		"com.example.Main.main(Main.java:5)":       "Main:5",
		"Main.<init>(Main.java:6)":                 "Main:6",
		"app.Shop$Cart.add(Shop.java:12)":          "Shop$Cart:12",
		"app.Main.run(Unknown Source)":             "app.Main.run(Unknown Source)",
		"java.util.ArrayList":                      "ArrayList",
		"java.util.concurrent.ConcurrentHashMap":   "ConcurrentHashMap",
		"Integer":                                  "Integer",
		"Main.java:8":                              "Main.java:8",
		"The recorder left out some of the events": "The recorder left out some of the events",
	}
	var want []string
	for text, short := range texts {
		b.Alloc(uint64(len(want)+1), 0, b.String(text), 0, usage.Millis(60+len(want)))
		want = append(want, short)
	}
	var events, symbols bytes.Buffer
	if err := hirth.Write(t.Context(), &events, &symbols, b.Build(usage.Never)); err != nil {
		t.Fatal(err)
	}
	log, err := hirth.Read(t.Context(), hirth.Files{Trace: trace.MemoryFile("t", events.Bytes()), Symbols: trace.MemoryFile("s", symbols.Bytes())}, nil)
	if err != nil || !slices.Equal(log.Strings[1:], want) {
		t.Errorf("%v, texts %q, want %q", err, log.Strings[1:], want)
	}
	for i, c := range log.Collections {
		if c.Born != usage.Millis(i) {
			t.Errorf("collection %d was allocated at %d ms", i, c.Born)
		}
	}
}
