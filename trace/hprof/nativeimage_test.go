package hprof_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
	wire "memcity/trace/wire/hprof"
)

// TestNativeImage checks what dumps of native images have: class IDs with a tag, a hub of each class, which is the same object, and GC roots
// of the image heap.
func TestNativeImage(t *testing.T) {
	h, warnings := load(t, tracetest.SampleNativeImage().Bytes())
	if len(warnings) > 0 {
		t.Errorf("warnings %v", warnings)
	}
	count, size := map[string]int{}, map[string]int64{}
	for o, of := range h.TypeOf.All() {
		name := h.Types[of].Name
		count[name]++
		size[name] = h.Size(trace.ObjectID(o))
	}
	for name, want := range map[string]struct {
		n    int
		size int64
	}{"app.Entry": {1001, 16}, "byte[]": {1001, 1016}, "java.lang.String": {1, 24}, "java.lang.Class": {8, 56}, "java.lang.Thread": {1, 16},
		"java.lang.Object[]": {2, 0}} {
		if count[name] != want.n || want.size > 0 && size[name] != want.size {
			t.Errorf("%d of type %s with %d bytes, want %+v", count[name], name, size[name], want)
		}
	}
	roots := map[string]int{}
	for _, r := range h.Roots {
		roots[r.Kind.String()+" "+r.Detail]++
	}
	if roots["unknown "+trace.ImageHeap] != 8+1 || // the hubs and the string, without the array of static fields
		roots["JNI global "] != 0 || roots["system class app.Main"] != 1 {
		t.Errorf("GC roots %v", roots)
	}
	if len(h.Threads) != 1 || h.Threads[0].Name != "main" || !slices.Equal(h.Threads[0].Frames, []string{"app.Main.run(Main.java:12)"}) {
		t.Errorf("threads %+v", h.Threads)
	}
	for i, typ := range h.Types {
		if typ.Class == trace.NoObject || h.ClassOf(typ.Class) != trace.TypeID(i) {
			t.Errorf("type %s: class object %d", typ.Name, typ.Class)
		}
	}
}

// TestNativeImageValues checks fields, static fields, rows and single objects.
func TestNativeImageValues(t *testing.T) {
	h, _ := load(t, tracetest.SampleNativeImage().Bytes())
	entries, set := 0, 0
	for i, typ := range h.Types {
		if typ.Name != "app.Entry" {
			continue
		}
		err := h.Values.Rows(t.Context(), []trace.Selection{{Type: trace.TypeID(i), Fields: []int{0}}}, func(o trace.ObjectID, row []trace.Value) {
			entries++
			if fields, err := h.Values.Fields(o); err != nil || len(fields) != 1 || fields[0].Value != row[0] {
				t.Fatalf("object %d: %v, %v, row %v", o, fields, err, row)
			}
			if !row[0].IsNull() {
				set++
			}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if entries != 1001 || set != 1000 { // the local variable has no data
		t.Errorf("%d rows, %d with data", entries, set)
	}
	for _, typ := range h.Types {
		if typ.Name == "app.Main" {
			fields, err := h.Values.Fields(typ.Class)
			if err != nil || len(fields) != 1 || fields[0].Name != "cache" || h.Extent.At(fields[0].Value.Object()) != 1000 {
				t.Errorf("static fields %+v, %v", fields, err)
			}
		}
	}
}

// TestNativeImageHistogram checks that the counts equal the counts of the heap.
func TestNativeImageHistogram(t *testing.T) {
	file := tracetest.SampleNativeImage().File("native.hprof")
	h, _ := load(t, tracetest.SampleNativeImage().Bytes())
	counts, warnings, err := hprof.Histogram(t.Context(), file, nil)
	if err != nil || len(warnings) > 0 || !slices.Equal(counts, h.CountTypes()) {
		t.Errorf("%v, %v, %v, want %v", counts, warnings, err, h.CountTypes())
	}
}

// TestStaticFieldsOfImage checks that only arrays of the image with all values of static fields are taken for the array of these values.
func TestStaticFieldsOfImage(t *testing.T) {
	n := tracetest.NewNativeImage()
	objects, entry := n.Class(nil, "[Ljava.lang.Object;"), n.Class(nil, "app.Entry")
	a, b := n.Instance(entry), n.Instance(entry)
	for _, field := range []uint64{a, b, 0, a} {
		f := tracetest.Static(tracetest.Ref("field"))
		f.Value = field
		n.Class(nil, fmt.Sprintf("app.Holder%d", n.Address(8)), f)
	}
	statics := map[uint64]bool{n.Array(objects, a, 0, b): true, n.Array(objects, a, b, n.Instance(entry)): true, n.Array(objects, a, a): false,
		n.Array(objects, a, 0): false, n.Array(objects): false}
	for id := range statics {
		n.ImageHeap(id)
	}
	h, _ := load(t, n.Bytes())
	roots := map[uint64]bool{}
	for _, r := range h.Roots {
		roots[h.Address(r.Object)] = true
	}
	for id, want := range statics {
		if roots[id] == want {
			t.Errorf("array of %d elements: has a GC root: %v", h.Extent.At(must(object(h, id))), roots[id])
		}
	}
}

func object(h *trace.Heap, address uint64) (trace.ObjectID, error) {
	for o := range trace.ObjectID(h.Len()) {
		if h.Address(o) == address {
			return o, nil
		}
	}
	return 0, fmt.Errorf("no object at 0x%x", address)
}

// TestTags checks that IDs have no tags unless all classes have one, and objects have none.
func TestTags(t *testing.T) {
	for name, change := range map[string]func(n *tracetest.NativeImageDump){
		"an untagged class": func(n *tracetest.NativeImageDump) {
			n.Top(wire.Record{Kind: wire.LoadClass, Values: values(77, 0x7000000, 1, n.Text("app.Untagged"))})
		},
		"an object with a tag": func(n *tracetest.NativeImageDump) {
			n.InstanceAt(0x6000001, n.Class(nil, "app.Odd"))
		},
	} {
		n := tracetest.SampleNativeImage()
		change(n)
		_, warnings := load(t, n.Bytes())
		if text := warningTexts(warnings); !strings.Contains(text, "object IDs are numbers") {
			t.Errorf("%s: %q", name, text)
		}
	}
	d := tracetest.NewDump() // no hubs
	for _, c := range []string{"app/A", "app/B"} {
		d.Class(c)
	}
	if _, warnings := load(t, d.Bytes()); len(warnings) > 0 {
		t.Errorf("HotSpot: %v", warnings)
	}
}

func values(list ...uint64) (v [9]uint64) {
	copy(v[:], list)
	return v
}

func warningTexts(warnings []trace.Warning) string {
	var texts []string
	for _, w := range warnings {
		texts = append(texts, w.Text)
	}
	return strings.Join(texts, "|")
}
