package anttracks

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/wire/anttracks"
	"memcity/trace/wire/classfile"
)

// object is an object of a heap state as text: its type, and its references by slot.
type object struct {
	typ  string
	size int64
	refs map[string]uint64
}

// TestReferences compares all objects, fields and elements with heap dumps that the VM wrote after its last full GC: addresses are the same
// in both.
func TestReferences(t *testing.T) {
	for _, name := range []string{"caches-parallel-ptr", "kinds-parallel-ptr"} {
		t.Run(name, func(t *testing.T) {
			want, roots := dumped(t, "testdata/truth/"+name+".vm.zip")
			h, address := replayed(t, "testdata/traces/"+name+".zip")
			got := objectsOf(h, func(o trace.ObjectID) uint64 { return address[o] })
			compareObjects(t, got, want)
			held := map[uint64]bool{}
			for _, x := range h.Roots {
				held[address[x.Object]] = true
			}
			for at := range roots {
				if _, ok := got[at]; ok && !held[at] {
					t.Errorf("%#x (%s) is no root", at, got[at].typ)
				}
			}
		})
	}
}

// mayDiffer are the types whose references the VM changes just then, or that have fields unknown to Java.
func mayDiffer(typ string) bool {
	return typ == "java.lang.invoke.MemberName" || strings.HasSuffix(typ, "ClassLoader") || typ == "java.lang.Class" || strings.HasPrefix(typ, "java.lang.ref.") ||
		strings.HasSuffix(typ, "$WeakEntry")
}

func compareObjects(t *testing.T, got, want map[uint64]object) {
	missing, refs, same := 0, 0, 0
	reported := 0
	fail := func(format string, args ...any) {
		if reported++; reported < 20 {
			t.Errorf(format, args...)
		}
	}
	for at, w := range want {
		g, ok := got[at]
		if !ok {
			if w.typ != "int[]" && w.typ != "java.lang.Object" { // fillers
				missing++
				fail("%#x is missing, a %s", at, w.typ)
			}
			continue
		}
		if g.typ != w.typ || g.size != w.size && !mayDiffer(w.typ) {
			fail("%#x is a %s of %d bytes, want %s of %d", at, g.typ, g.size, w.typ, w.size)
		}
		for slot, to := range w.refs {
			if strings.HasPrefix(slot, "<") { // superclasses and loaders of classes are in heap dumps only
				continue
			}
			refs++
			if g.refs[slot] == to {
				same++
			} else if f := want[to].typ; !mayDiffer(w.typ) && f != "int[]" && f != "java.lang.Object" {
				fail("%s %#x: %s refers to %#x, want %#x", w.typ, at, slot, g.refs[slot], to)
			}
		}
		if len(g.refs) > len(w.refs) && !mayDiffer(w.typ) {
			fail("%s %#x has %d references, want %d: %v, %v", w.typ, at, len(g.refs), len(w.refs), g.refs, w.refs)
		}
	}
	t.Logf("%d objects, %d references, %d the same", len(want), refs, same)
	if float64(same) < 0.998*float64(refs) {
		t.Errorf("%d of %d references are the same", same, refs)
	}
}

// objectsOf returns the objects of a heap state by address.
func objectsOf(h *trace.Heap, address func(trace.ObjectID) uint64) map[uint64]object {
	all := map[uint64]object{}
	for o := range trace.ObjectID(h.Len()) {
		x := object{typ: h.Types[h.TypeOf.At(o)].Name, size: h.Size(o), refs: map[string]uint64{}}
		for i, to := range h.References(o) {
			slot := h.FieldAt(o, i)
			for x.refs[slot] != 0 { // fields of the same name
				slot += "'"
			}
			x.refs[slot] = address(to)
		}
		all[address(o)] = x
	}
	return all
}

// dumped reads the heap dump in an archive.
func dumped(t *testing.T, path string) (objects map[uint64]object, roots map[uint64]bool) {
	for _, f := range members(t, path) {
		if !strings.HasSuffix(f.Name, ".hprof") {
			continue
		}
		rec, err := hprof.Open(t.Context(), []trace.File{f}, nil)
		if err != nil {
			t.Fatal(err)
		}
		h, _, err := rec.Points[0].Load(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		roots = map[uint64]bool{}
		for _, r := range h.Roots {
			if r.Kind != trace.RootStaticField {
				roots[h.Address(r.Object)] = true
			}
		}
		return objectsOf(h, h.Address), roots
	}
	t.Fatal("no heap dump in " + path)
	return nil, nil
}

// replayed returns the heap after the last full GC, and the addresses of its objects.
func replayed(t *testing.T, path string) (h *trace.Heap, address map[trace.ObjectID]uint64) {
	runs, err := findRuns(members(t, path))
	if err != nil {
		t.Fatal(err)
	}
	s, err := readSymbols(t.Context(), runs[0].symbols)
	if err != nil {
		t.Fatal(err)
	}
	r := newReplay(s)
	sites := heapSites(s, &classLines{classes: map[string]*classfile.Class{}})
	r.after = func() error {
		h = r.heap(sites, r.threads.nameAll())
		address = map[trace.ObjectID]uint64{}
		b := heapBuilder{replay: r, ids: make([]trace.ObjectID, len(r.at))}
		b.number()
		for s, id := range b.ids {
			if id != trace.NoObject {
				address[id] = r.address(r.at[s])
			}
		}
		return nil
	}
	content, _ := runs[0].traces[0].Open()
	_, err = anttracks.ReadTrace(t.Context(), io.NewSectionReader(content, 0, runs[0].traces[0].Size), s,
		anttracks.Visitor{Begin: r.threads.next, Start: r.begin, Event: r.event})
	if err != nil || h == nil {
		t.Fatal(fmt.Sprint(err))
	}
	return h, address
}
