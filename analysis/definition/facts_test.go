package definition

import (
	"slices"
	"testing"

	"memcity/analysis/group"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestFixedByType checks that a property is computed once per type if all its objects share the value. This value must be right for every
// object. Other properties are computed for each object.
func TestFixedByType(t *testing.T) {
	b := tracetest.NewHeap()
	a, list, bytes := b.Type("app.A", 24, "next"), b.ArrayType("app.A[]"), b.PrimitiveType("byte[]", 1)
	first, array := b.Object(a), b.Array(list, 3)
	b.Class(a, 100, trace.NoObject)
	b.String("text")
	b.Array(bytes, 5)
	b.Array(bytes, 7)
	b.Refer(b.Object(a), "next", first)
	b.Element(array, 1, first)
	h := b.Heap()
	kinds := map[trace.TypeKind]string{trace.Instance: "instance", trace.ObjectArray: "objects", trace.PrimitiveArray: "numbers",
		trace.ClassObject: "class"}
	fixed := map[string][]string{"type": {"instance", "objects", "numbers", "class"}, "package": {"instance", "objects", "numbers", "class"},
		"name": {"instance", "objects", "numbers", "class"}, "kind": {"instance", "objects", "numbers", "class"},
		"loader": {"instance", "objects", "numbers", "class"}, "size": {"instance"}, "length": {"instance", "class"}, "inDegree": nil,
		"outDegree": nil}
	for name, want := range fixed {
		p := propertyNamed(name)
		if p == nil {
			t.Fatalf("there is no property %s", name)
		}
		u := use{slot: objectName + "." + name, property: p}
		f, err := newFacts(t.Context(), &group.Subject{Heap: h, Names: trace.NewNames()}, []use{u})
		if err != nil {
			t.Fatal(err)
		}
		for typ := range h.Types {
			id := trace.TypeID(typ)
			if got := f.fixed(&u, id); got != slices.Contains(want, kinds[h.Types[typ].Kind]) {
				t.Errorf("%s of %s is fixed: %v", name, h.Types[typ].Name, got)
			}
		}
	}
	u := use{property: propertyNamed("text")}
	f := &facts{heap: h}
	for typ := range h.Types {
		if got := f.fixed(&u, trace.TypeID(typ)); got == (h.Types[typ].Name == "java.lang.String") {
			t.Errorf("the text of %s is fixed: %v", h.Types[typ].Name, got)
		}
	}
}
