package hprof_test

import (
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestAndroid checks what only dumps of Android's runtime have: heaps, their GC roots, names with dots, arrays without content, and the
// runtime's own fields, which are neither references nor values.
func TestAndroid(t *testing.T) {
	h, warnings := load(t, tracetest.SampleAndroid(false).Bytes())
	if len(warnings) > 0 {
		t.Errorf("warnings %v", warnings)
	}
	spaces := map[string]map[string]int{}
	for o, of := range h.TypeOf.All() {
		space := "none"
		if s := h.SpaceOf[o]; s != trace.NoSpace {
			space = h.Spaces[s]
		}
		if spaces[space] == nil {
			spaces[space] = map[string]int{}
		}
		spaces[space][h.Types[of].Name]++
		for i := range h.References(trace.ObjectID(o)) {
			if name := h.FieldAt(trace.ObjectID(o), i); name == "shadow$_klass_" {
				t.Errorf("object %d of type %s refers to its class", o, h.Types[of].Name)
			}
		}
	}
	for space, want := range map[string]map[string]int{
		"app":    {"app.DetailActivity": 3, "app.MainActivity": 1, "app.ListFragment": 4, "android.graphics.Bitmap": 5, "int[]": 3},
		"zygote": {"android.graphics.Bitmap": 2},
		"image":  {"app.Held": 7},
	} {
		for name, n := range want {
			if got := spaces[space][name]; got != n {
				t.Errorf("%d objects of type %s in heap %s, want %d", got, name, space, n)
			}
		}
	}
	kinds := map[trace.RootKind]int{}
	for _, r := range h.Roots {
		if h.Types[h.TypeOf.At(r.Object)].Name == "app.Held" {
			kinds[r.Kind]++
		}
	}
	for _, kind := range []trace.RootKind{trace.RootInterned, trace.RootFinalizing, trace.RootDebugger, trace.RootVMInternal, trace.RootMonitor} {
		if kinds[kind] != 1 {
			t.Errorf("%d GC roots of kind %s: %v", kinds[kind], kind, kinds)
		}
	}
	if kinds[trace.RootUnknown] != 1 {
		t.Errorf("reference cleanup keeps its object alive, and an unreachable object has no GC root: %v", kinds)
	}
}

// TestAndroidValues checks the fields of objects with the runtime's own fields, and arrays without content.
func TestAndroidValues(t *testing.T) {
	h, _ := load(t, tracetest.SampleAndroid(true).Bytes())
	for o, of := range h.TypeOf.All() {
		object := trace.ObjectID(o)
		switch h.Types[of].Name {
		case "app.DetailActivity":
			fields, err := h.Values.Fields(object)
			var names []string
			for _, f := range fields {
				names = append(names, f.Name+"="+f.Value.Kind.String())
			}
			if want := []string{"views=reference", "mWindow=reference", "mDestroyed=boolean"}; err != nil || !slices.Equal(names, want) {
				t.Errorf("fields %v, %v, want %v", names, err, want)
			}
			if v, err := h.Values.Field(object, "mDestroyed"); err != nil || !v.Bool() {
				t.Errorf("mDestroyed is %s, %v", v, err)
			}
			if h.Size(object) != 24 {
				t.Errorf("%d bytes", h.Size(object))
			}
		case "int[]":
			if values, err := h.Values.Elements(object, 0, 9); err != nil || len(values) > 0 || h.Extent.At(object) != 5000 {
				t.Errorf("elements %v, %v of %d", values, err, h.Extent.At(object))
			}
		case "java.lang.Class":
			for _, f := range must(h.Values.Fields(object)) {
				if f.Name == "$classOverhead" {
					t.Errorf("class %d shows %s", o, f.Name)
				}
			}
		}
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
