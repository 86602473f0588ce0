package hprof_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/hostile"
	wire "memcity/trace/wire/hprof"
)

func TestDamagedClasses(t *testing.T) {
	d := tracetest.NewDump()
	a := d.Class("app/A", tracetest.Ref("a"))
	b := d.SubClass(a, "app/B", tracetest.Ref("b"))
	o := d.Instance(b, 0, 0)
	d.Instance(b, o, o)
	d.InstanceAt(o, a, 0) // a duplicate id
	d.Record(wire.Record{Kind: wire.Instance, Values: [9]uint64{d.Address(16), 1, 0xDEAD, 0}})
	d.Record(wire.Record{Kind: wire.ObjectArray, Values: [9]uint64{d.Address(16), 1, 0, a.ID}})
	d.Root(wire.RootJNIGlobal, 0xBAD, 1)
	data := d.Bytes()
	h, warnings := load(t, data)
	if len(warnings) != 1 || !strings.Contains(warnings[0].Text, "1 objects were skipped") {
		t.Errorf("warnings: %v", warnings)
	}
	checkValues(t, h)
	var names []string
	for _, ty := range h.TypeOf.All() {
		names = append(names, h.Types[ty].Name)
	}
	for _, limit := range []string{"app.B", "class 0xdead", "app.A[]"} {
		if !slices.Contains(names, limit) {
			t.Errorf("no object of type %s among %v", limit, names)
		}
	}
}

// TestRing checks classes that are their own super classes, and a chain of super classes that is too long.
func TestRing(t *testing.T) {
	d := tracetest.NewDump()
	a := d.Class("app/A", tracetest.Ref("a"))
	b := d.Class("app/B", tracetest.Ref("b"))
	d.Instance(b, 0)
	d.Instance(a, 0)
	last := d.Class("app/C0", tracetest.Ref("c"))
	for i := range 1500 {
		next := d.Class(fmt.Sprintf("app/C%d", i+1), tracetest.Ref("c"))
		next.Super = last
		last = next
	}
	d.Instance(last)
	a.Super, b.Super = &tracetest.DumpClass{ID: b.ID}, &tracetest.DumpClass{ID: a.ID}
	h, warnings := load(t, d.Bytes())
	checkValues(t, h)
	if want := "super classes: 2 chains are cut, because a chain has more than 1000 classes or is a cycle; " +
		"fields of the omitted classes are not read"; len(warnings) != 1 || warnings[0].Text != want {
		t.Errorf("warnings %v, want %q", warnings, want)
	}
	if h.Len() != 2+3+1501+2 {
		t.Errorf("%d objects", h.Len())
	}
}

// TestNullClass checks the description of a class whose id is null, alone and next to another class.
func TestNullClass(t *testing.T) {
	d := tracetest.NewDump()
	d.Class("app/A").ID = 0
	h, _ := load(t, d.Bytes())
	if h.Len() != 2 {
		t.Errorf("%d objects, want the two of java.lang.Object and java.lang.Class", h.Len())
	}
	body := wire.AppendClass(nil, 8, &wire.Class{})
	alone := wire.AppendHeader(nil, wire.Header{Version: "1.0.2", IDSize: 8})
	record := wire.Append(nil, 8, &wire.Record{Kind: wire.ClassDump, Body: body})
	alone = wire.Append(alone, 8, &wire.Record{Kind: wire.HeapSegment, Body: record})
	if _, _, err := hprof.Load(t.Context(), trace.MemoryFile("null", alone), nil); err == nil {
		t.Error("a dump of nothing but null is read")
	}
}

// TestTruncated truncates a dump at every byte. The rest must be a valid heap, and the truncation must be reported.
func TestTruncated(t *testing.T) {
	data := many(8, 4000).Bytes()
	objects := 0
	for n := 1000; n < len(data); n += 1000 {
		f := trace.MemoryFile("cut.hprof", data[:n])
		h, warnings, err := hprof.Load(context.Background(), f, nil)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "cut.hprof: ") || !strings.HasSuffix(err.Error(), "its objects come only after them") || objects > 0 {
				t.Errorf("cut after %d bytes: %v", n, err)
			}
			continue
		}
		tracetest.Check(t, h)
		if n%10000 == 0 {
			checkValues(t, h)
		}
		if len(warnings) == 0 || h.Len() < objects {
			t.Errorf("cut after %d bytes: %d objects, warnings %v", n, h.Len(), warnings)
		}
		objects = h.Len()
	}
	if objects < 3900 {
		t.Errorf("at last there are %d objects", objects)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(persons(8).Bytes())
	f.Add(persons(4).Bytes())
	f.Add(many(8, 50).Bytes())
	f.Add(tracetest.Gzip(persons(8).Bytes(), 4096))
	f.Add(tracetest.NewNativeImage().Bytes())
	f.Add(tracetest.NewAndroid().Bytes())
	f.Fuzz(func(t *testing.T, data []byte) { checkLoad(t, data) })
}

// checkLoad loads a dump of arbitrary bytes; nil if it cannot be loaded.
func checkLoad(t *testing.T, data []byte) *trace.Heap {
	t.Helper()
	file := trace.MemoryFile("fuzz", data)
	r, err := hprof.Open(context.Background(), []trace.File{file}, nil)
	if err != nil {
		return nil
	}
	h, _, err := r.Points[0].Load(context.Background(), nil)
	objects, _, _, err2 := r.Points[0].Totals(context.Background(), nil)
	if (err == nil) != (err2 == nil) {
		t.Fatalf("load says %v, totals say %v", err, err2)
	}
	if err != nil {
		return nil
	}
	tracetest.Check(t, h)
	if objects < int64(h.Len()) {
		t.Fatalf("totals have %d objects, the heap %d", objects, h.Len())
	}
	return h
}

// FuzzRecords loads dumps with well-formed but wrong records.
func FuzzRecords(f *testing.F) {
	for form := range 8 {
		f.Add([]byte{byte(form)})
	}
	f.Add([]byte("\x00\x20class of a class, and what else may be there of records that refer to themselves and each other"))
	f.Add([]byte("\x78\x08a file that is compressed"))
	f.Fuzz(func(t *testing.T, script []byte) {
		if h := checkLoad(t, hostile.Dump(script)); h != nil {
			checkValues(t, h)
		}
	})
}
