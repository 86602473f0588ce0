package trace

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"memcity/trace/wire/memcity"
)

// native writes heaps as a native trace, one a second.
func native(t testing.TB, info WriterInfo, heaps ...*Heap) []byte {
	t.Helper()
	var file bytes.Buffer
	w, err := NewWriter(&file, info)
	if err != nil {
		t.Fatal(err)
	}
	for i, h := range heaps {
		if err := w.State(PointInfo{Time: time.Duration(i) * time.Second, GC: uint32(i) + h.GCs}, h); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func openBytes(t testing.TB, data []byte) *Recording {
	t.Helper()
	rec, err := OpenFiles(t.Context(), "test", []File{MemoryFile("test.mct", data)}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// sameHeap compares heaps object by object, by what numbers of types, sites, threads and spaces mean.
func sameHeap(t *testing.T, got, want *Heap) {
	t.Helper()
	for _, c := range []struct {
		what string
		same bool
	}{
		{"sizes and lengths of arrays", slices.Equal(got.Extent, want.Extent)},
		{"references", slices.Equal(got.RefStart, want.RefStart) && slices.Equal(got.RefTo, want.RefTo)},
		{"slots", slices.Equal(got.RefSlot, want.RefSlot)},
		{"GC roots", slices.Equal(got.Roots, want.Roots)},
		{"identities", slices.Equal(got.Identity, want.Identity)},
		{"births", slices.Equal(got.BirthOf, want.BirthOf)},
		{"alignment", got.Align == want.Align},
		{"names of static fields", maps.EqualFunc(got.StaticNames, want.StaticNames, slices.Equal)},
		{"threads", slices.EqualFunc(got.Threads, want.Threads, func(a, b Thread) bool {
			return a.Name == b.Name && a.Object == b.Object && slices.Equal(a.Frames, b.Frames)
		})},
		{"allocation sites that are known", (got.SiteOf == nil) == (want.SiteOf == nil)},
		{"spaces that are known", (got.SpaceOf == nil) == (want.SpaceOf == nil)},
	} {
		if !c.same {
			t.Errorf("%s differ", c.what)
		}
	}
	if got.Len() != want.Len() {
		t.Fatalf("%d objects, want %d", got.Len(), want.Len())
	}
	for o := range ObjectID(got.Len()) {
		if a, b := objectText(got, o), objectText(want, o); a != b {
			t.Fatalf("object %d is\n%s, want\n%s", o, a, b)
		}
	}
}

// objectText tells what is known of an object but for its references.
func objectText(h *Heap, o ObjectID) string {
	site, thread, space := "none", "none", "none"
	if h.SiteOf != nil && h.SiteOf[o] != NoSite {
		site = fmt.Sprint(h.Sites[h.SiteOf[o]].Frames)
	}
	if n := h.AllocatingThread(o); n != NoThread {
		thread = fmt.Sprint(n, " ", h.Threads[n].Name)
	}
	if h.SpaceOf != nil && h.SpaceOf[o] != NoSpace {
		space = h.Spaces[h.SpaceOf[o]]
	}
	return fmt.Sprintf("%s %d site %s thread %s space %s", typeText(h, h.TypeOf[o], 0), h.Size(o), site, thread, space)
}

func typeText(h *Heap, id TypeID, depth int) string {
	t := &h.Types[id]
	super := ""
	if t.Super != NoType && depth < 20 {
		super = typeText(h, t.Super, depth+1)
	}
	return fmt.Sprint(t.Name, t.Kind, t.Class, t.Loader, t.Base, t.Element, t.References, "(", super, ")")
}

// TestNativeDemos writes the bundled recordings as native traces and reads them again.
func TestNativeDemos(t *testing.T) {
	for _, name := range []string{"persons", "two-caches", "steady"} {
		t.Run(name, func(t *testing.T) {
			rec := openDemo(t, name)
			var heaps []*Heap
			for _, p := range rec.Points {
				heaps = append(heaps, loadPoint(t, p))
			}
			data := native(t, WriterInfo{Knows: KnowsTimes}, heaps...)
			again := openBytes(t, data)
			if len(again.Warnings) > 0 || len(again.Points) != len(heaps) {
				t.Fatalf("%d points, warnings %v", len(again.Points), again.Warnings)
			}
			if want := rec.Knows &^ (KnowsValues | KnowsTexts); again.Knows != want {
				t.Errorf("it knows %v, want %v", again.Knows.Names(), want.Names())
			}
			objects := 0
			for i, p := range again.Points {
				h := loadPoint(t, p)
				sameHeap(t, h, heaps[i])
				objects += h.Len()
				n, size, err := p.Totals(context.Background(), nil)
				want := int64(0)
				for o := range heaps[i].Len() {
					want += heaps[i].Size(ObjectID(o))
				}
				if err != nil || n != int64(h.Len()) || size != want || p.GC != uint32(i) || p.Time != Millis(1000*i) {
					t.Errorf("point %d at %d ms, GC %d: %d objects, %d bytes, %v", i, p.Time, p.GC, n, size, err)
				}
			}
			t.Logf("%.2f bytes an object", float64(len(data))/float64(objects))
			if len(data) > 6*objects {
				t.Errorf("%d bytes for %d objects", len(data), objects)
			}
		})
	}
}

// TestNativeColumns holds the names of columns to the table of the format.
func TestNativeColumns(t *testing.T) {
	for _, c := range []struct {
		kind   memcity.Kind
		column int
		name   string
	}{
		{memcity.Info, infoText, "text"}, {memcity.Types, typesStatics, "statics"}, {memcity.Frames, framesNative, "native"},
		{memcity.Sites, sitesFrame, "frame"}, {memcity.Threads, threadsName, "name"}, {memcity.GCs, gcConcurrent, "concurrent"},
		{memcity.Objects, objectsReferences, "references"}, {memcity.Objects, objectsSite, "site"}, {memcity.Classes, classesLoader, "loader"},
		{memcity.Stacks, stacksFrames, "frames"}, {memcity.Roots, rootsDetail, "detail"}, {memcity.Counts, countsBytes, "bytes"},
		{memcity.Allocations, allocationsBytes, "bytes"}, {memcity.Deaths, deathsBirth, "birth"}, {memcity.Notes, notesColor, "color"},
		{memcity.Told, toldText, "text"},
	} {
		if rows := c.kind.Spec().Rows; c.column >= len(rows) || rows[c.column].Name != c.name {
			t.Errorf("column %d of %s is not %s", c.column, c.kind, c.name)
		}
	}
	for _, c := range []struct {
		kind memcity.Kind
		head int
		name string
	}{
		{memcity.State, statePause, "pause"}, {memcity.State, stateObjects, "objects"}, {memcity.Objects, objectsFirst, "first"},
		{memcity.References, referencesSlot, "slot"}, {memcity.Allocations, allocationsEstimated, "estimated"}, {memcity.Deaths, deathsGC, "gc"},
	} {
		if head := c.kind.Spec().Head; c.head >= len(head) || head[c.head].Name != c.name {
			t.Errorf("number %d at the head of %s is not %s", c.head, c.kind, c.name)
		}
	}
}
