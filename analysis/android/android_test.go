package android

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
)

func alive(trace.ObjectID) bool { return true }

func flag(on bool) trace.Value {
	if on {
		return trace.MakeValue(trace.BooleanValue, 1)
	}
	return trace.MakeValue(trace.BooleanValue, 0)
}

// program is a heap with the classes of Android.
type program struct {
	*tracetest.HeapBuilder
	activity, bitmap, bytes trace.TypeID
	fragments               []trace.TypeID
	manager                 trace.ObjectID
}

func newProgram() *program {
	b := tracetest.NewHeap()
	p := &program{HeapBuilder: b, activity: b.Type("android.app.Activity", 200)}
	b.Field(p.activity, "mDestroyed", trace.BooleanValue)
	for _, name := range []string{"androidx.fragment.app.Fragment", "android.support.v4.app.Fragment", "android.app.Fragment"} {
		f := b.Type(name, 100, "mFragmentManager")
		b.Field(f, "mCalled", trace.BooleanValue)
		p.fragments = append(p.fragments, f)
	}
	p.manager = b.Object(b.Type("app.Manager", 16))
	p.bitmap = b.Type(Bitmap, 48, "mBuffer")
	b.Field(p.bitmap, "mWidth", trace.IntValue)
	b.Field(p.bitmap, "mHeight", trace.IntValue)
	p.bytes = b.PrimitiveType("byte[]", 1)
	return p
}

// destroyed returns the destroyed objects, as type, kind and numbers.
func destroyed(t *testing.T, h *trace.Heap, alive func(trace.ObjectID) bool) (list []string) {
	t.Helper()
	found, err := FindDestroyed(t.Context(), h, alive)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range found {
		list = append(list, fmt.Sprint(h.Types[x.Type].Name, " ", x.Kind.Name(int64(len(x.Objects))), " ", x.Objects))
	}
	return list
}

// TestActivities checks that subclasses count, that activities in use do not, and the order of the types.
func TestActivities(t *testing.T) {
	p := newProgram()
	a, b := p.Subtype(p.activity, "app.A", 210), p.Subtype(p.activity, "app.B", 210)
	p.Field(b, "mDestroyed", trace.BooleanValue) // of the program: says nothing
	other := p.Type("app.Other", 24)
	p.Field(other, "mDestroyed", trace.BooleanValue)
	p.Set(p.Object(other), "mDestroyed", flag(true))
	p.Object(a)
	one := p.Object(a)
	p.Set(one, "mDestroyed", flag(true))
	p.Object(b)
	gone := []trace.ObjectID{p.Object(p.activity), p.Object(p.activity), p.Object(p.activity)}
	for _, o := range gone {
		p.Set(o, "mDestroyed", flag(true))
	}
	want := []string{fmt.Sprint("android.app.Activity activities ", gone[1:]), fmt.Sprintf("app.A activity [%d]", one)}
	got := destroyed(t, p.Heap(), func(o trace.ObjectID) bool { return o != gone[0] })
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestOwnFieldHidesFlag checks that a field of a subclass does not stand for Android's field of the same name.
func TestOwnFieldHidesFlag(t *testing.T) {
	b := tracetest.NewHeap()
	activity := b.Type("android.app.Activity", 200) // as before Android 4.2, without the field
	own := b.Subtype(activity, "app.A", 210)
	b.Field(own, "mDestroyed", trace.BooleanValue)
	b.Set(b.Object(own), "mDestroyed", flag(true))
	if got := destroyed(t, b.Heap(), alive); got != nil {
		t.Errorf("%q", got)
	}
}

// TestFragments checks the four states of the three classes of fragments. Only a fragment that was attached and has no manager is destroyed.
func TestFragments(t *testing.T) {
	p := newProgram()
	var want []string
	for _, class := range p.fragments {
		for _, called := range []bool{false, true} {
			for _, managed := range []bool{false, true} {
				o := p.Object(class)
				p.Set(o, "mCalled", flag(called))
				if managed {
					p.Refer(o, "mFragmentManager", p.manager)
				}
				if called && !managed {
					want = append(want, fmt.Sprintf("%s fragment [%d]", []string{"androidx.fragment.app.Fragment", "android.support.v4.app.Fragment",
						"android.app.Fragment"}[len(want)], o))
				}
			}
		}
	}
	if got := destroyed(t, p.Heap(), alive); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNoAndroid checks heaps without these classes, and without values.
func TestNoAndroid(t *testing.T) {
	b := tracetest.NewHeap()
	b.String("text")
	for name, h := range map[string]*trace.Heap{"other classes": b.Heap(), "no values": {}} {
		if got := destroyed(t, h, alive); got != nil {
			t.Errorf("%s: %q", name, got)
		}
		if got, err := FindBitmaps(t.Context(), h, alive); got != nil || err != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

// image adds a bitmap with the given size and pixels. Without an array, it has no pixels.
func (p *program) image(width, height int32, array trace.ObjectID) trace.ObjectID {
	o := p.Object(p.bitmap)
	p.Set(o, "mWidth", tracetest.IntValue(width))
	p.Set(o, "mHeight", tracetest.IntValue(height))
	if array != trace.NoObject {
		p.Refer(o, "mBuffer", array)
	}
	return o
}

func (p *program) pixels(content ...byte) trace.ObjectID {
	array := p.Array(p.bytes, len(content))
	p.Content(array, trace.ByteValue, content)
	return array
}

// TestBitmaps compares with a slow implementation: two bitmaps are equal if their sizes and pixels are, and they have different arrays.
func TestBitmaps(t *testing.T) {
	for seed := range uint64(50) {
		rng := rand.New(rand.NewPCG(seed, 7))
		p := newProgram()
		type picture struct {
			key   string
			array trace.ObjectID
		}
		var all []picture
		var objects []trace.ObjectID
		var arrays []trace.ObjectID
		content := map[trace.ObjectID][]byte{}
		for range 1 + rng.IntN(12) {
			c := make([]byte, 8*(1+rng.IntN(2)))
			c[3] = byte(rng.IntN(2))
			a := p.pixels(c...)
			arrays, content[a] = append(arrays, a), c
		}
		for range rng.IntN(20) {
			width, array := int32(1+rng.IntN(2)), arrays[rng.IntN(len(arrays))]
			objects = append(objects, p.image(width, 2, array))
			all = append(all, picture{fmt.Sprint(width, content[array]), array})
		}
		h := p.Heap()
		wasted, copies, seen := trace.Amount{}, []uint{}, map[trace.ObjectID]bool{}
		first := map[string]bool{}
		for i, x := range all {
			switch {
			case seen[x.array]:
			case first[x.key]:
				wasted.Add(trace.Amount{Objects: 1, Bytes: h.Size(x.array)})
				copies = append(copies, uint(objects[i]))
			}
			seen[x.array], first[x.key] = true, true
		}
		got, err := FindBitmaps(t.Context(), h, alive)
		if len(all) == 0 {
			if got != nil || err != nil {
				t.Fatalf("seed %d: %+v, %v", seed, got, err)
			}
			continue
		}
		if err != nil || got.Objects != int64(len(all)) || got.Wasted != wasted || !slices.Equal(slices.Collect(got.Copies.EachSet()), copies) {
			t.Fatalf("seed %d: %+v, %v, want %+v, %v", seed, got, err, wasted, copies)
		}
		if (got.Largest.Wasted > 0) != (wasted.Bytes > 0) || got.Largest.Wasted > wasted.Bytes {
			t.Errorf("seed %d: largest %+v of %+v", seed, got.Largest, wasted)
		}
	}
}

// TestUsableBitmaps checks which bitmaps count: bitmaps of the program with a size and with pixels.
func TestUsableBitmaps(t *testing.T) {
	p := newProgram()
	for range 2 {
		p.image(0, 2, p.pixels(1, 2, 3))
		p.image(2, 0, p.pixels(1, 2, 3))
		p.image(2, 2, trace.NoObject)
		p.image(2, 2, p.manager)
		p.Space(p.image(2, 2, p.pixels(1, 2, 3)), "zygote")
		p.Space(p.image(2, 2, p.Array(p.bytes, 3)), "app") // without content
	}
	p.Space(p.image(2, 3, p.pixels(1, 2, 3, 4)), "app")
	dead := p.image(2, 3, p.pixels(1, 2, 3, 4))
	p.Space(dead, "app")
	last := p.image(2, 3, p.pixels(1, 2, 3, 4)) // in no heap
	got, err := FindBitmaps(t.Context(), p.Heap(), func(o trace.ObjectID) bool { return o != dead })
	if err != nil || got.Objects != 4 || got.Wasted != (trace.Amount{Objects: 1, Bytes: 24}) || !got.Copies.Test(uint(last)) ||
		got.Largest != (Picture{2, 3, 2, 24}) || got.Bytes != 4*24 {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestCancelled checks that both searches end with the context.
func TestCancelled(t *testing.T) {
	p := newProgram()
	p.image(1, 1, p.pixels(1))
	p.image(1, 1, p.pixels(1))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := FindDestroyed(ctx, p.Heap(), alive); !errors.Is(err, context.Canceled) {
		t.Errorf("destroyed: %v", err)
	}
	if _, err := FindBitmaps(ctx, p.Heap(), alive); !errors.Is(err, context.Canceled) {
		t.Errorf("bitmaps: %v", err)
	}
}
