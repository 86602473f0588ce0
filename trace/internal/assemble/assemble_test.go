package assemble

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
)

// build builds a heap of objects whose names are numbers.
func build(t *testing.T, own map[uint64]string, objects ...Object) (*Builder, *trace.Heap) {
	t.Helper()
	b := New(t.Context())
	b.Text = func(n Name) string { return fmt.Sprint("n", n) }
	for i := range objects {
		if err := b.Count(&objects[i]); err != nil {
			t.Fatal(err)
		}
	}
	for id, name := range own {
		b.Own(id, name)
	}
	if err := b.Place(); err != nil {
		t.Fatal(err)
	}
	for i := range objects {
		if _, err := b.Add(&objects[i]); err != nil {
			t.Fatal(err)
		}
	}
	h, err := b.Heap()
	if err != nil {
		t.Fatal(err)
	}
	return b, h
}

// TestSlots checks that the names of an object that turns out to be a module are no fields of its type.
func TestSlots(t *testing.T) {
	refs := func(names ...Name) (refs []Reference) {
		for _, n := range names {
			refs = append(refs, Reference{To: 1, Name: n})
		}
		return refs
	}
	_, h := build(t, map[uint64]string{2: "m"},
		Object{ID: 2, Type: 9, Size: 8, References: refs(1, 2, 3)},
		Object{ID: 1, Type: 9, Size: 8, References: append(refs(4, 2), Reference{To: 1}, Reference{Null: true}, Reference{To: 2, Name: 7, Weak: true}, Reference{To: 2},
			Reference{To: 1, Name: 7, Weak: true})})
	ty := h.Types[h.TypeOf.At(0)]
	if !slices.Equal(ty.References, []string{"n2", "n4", "n7"}) || !slices.Equal(ty.Weak, []uint16{2}) || !ty.Elements {
		t.Errorf("type %+v", ty)
	}
	var names []string
	for i := range h.References(0) {
		names = append(names, h.FieldAt(0, i))
	}
	if got := strings.Join(names, " "); got != "n2 n4 n7 n7 [0] [2]" {
		t.Errorf("references %s", got)
	}
	if got := h.StaticNames[1]; !slices.Equal(got, []string{"n1", "n2", "n3"}) {
		t.Errorf("variables %v", got)
	}
}

// TestSizes checks types whose objects have one size, several sizes, and sizes of more than 32 bits.
func TestSizes(t *testing.T) {
	sizes := []int64{16, 16, 0, 1<<32 - 1, 1 << 32, 1<<40 + 5, 1<<40 + 6}
	var objects []Object
	for i, size := range sizes {
		objects = append(objects, Object{ID: uint64(i), Type: uint32(1 + i/2), Size: size})
	}
	_, h := build(t, nil, objects...)
	for i, want := range sizes {
		if got := h.Size(trace.ObjectID(i)); got != want {
			t.Errorf("object %d has %d bytes, want %d", i, got, want)
		}
	}
	if ty := h.Types[h.TypeOf.At(0)]; ty.Base != 16 || ty.Element != 0 {
		t.Errorf("type %+v", ty)
	}
}

// TestChanged checks that a second pass over other objects is an error.
func TestChanged(t *testing.T) {
	for name, second := range map[string][]Object{
		"other id": {{ID: 5, Type: 1}}, "other type": {{ID: 1, Type: 2}}, "fewer": nil,
		"more references": {{ID: 1, Type: 1, References: []Reference{{To: 1}, {To: 1}}}},
	} {
		b := New(t.Context())
		b.Text = func(Name) string { return "" }
		if err := b.Count(&Object{ID: 1, Type: 1, References: []Reference{{To: 1}}}); err != nil {
			t.Fatal(err)
		}
		if err := b.Place(); err != nil {
			t.Fatal(err)
		}
		var err error
		for i := range second {
			if _, err = b.Add(&second[i]); err != nil {
				break
			}
		}
		if err == nil {
			_, err = b.Heap()
		}
		if err != errChanged {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSupers checks that circles and long chains of super types are cut.
func TestSupers(t *testing.T) {
	b, h := build(t, nil, Object{ID: 1, Type: 1})
	supers := map[string]string{"n1": "a0", "x": "y", "y": "x", "z": "z"}
	for i := range 2 * maxSupers {
		supers[fmt.Sprint("a", i)] = fmt.Sprint("a", i+1)
	}
	b.SetSupers(supers)
	for i := range h.Types {
		steps := 0
		for at := trace.TypeID(i); at != trace.NoType; at = h.Types[at].Super {
			if steps++; steps > maxSupers+1 {
				t.Fatalf("the super types of %s do not end", h.Types[i].Name)
			}
		}
	}
	if super := h.Types[0].Super; super == trace.NoType || h.Types[super].Name != "a0" {
		t.Errorf("super type %v", super)
	}
}
