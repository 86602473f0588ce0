package waste

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/cancelled"
)

func alive(trace.ObjectID) bool { return true }

func TestLacks(t *testing.T) {
	b := tracetest.NewHeap()
	b.Object(b.Type("app.A", 16))
	if why := Lacks(&trace.Recording{Knows: trace.KnowsTexts}, b.Heap(), false); !strings.HasPrefix(why,
		"Duplicate strings, empty collections and memory outside the heap: ") {
		t.Errorf("without values: %q", why)
	}
	b.String("text")
	h := b.Heap()
	for _, test := range []struct {
		r     trace.Recording
		texts bool
		want  string
	}{
		{trace.Recording{Knows: trace.KnowsTexts}, true, ""},
		{trace.Recording{Knows: trace.KnowsTexts, Blanked: true}, true, "Duplicate strings: the contents"},
		{trace.Recording{}, true, "Duplicate strings: the contents"},
		{trace.Recording{Blanked: true}, false, ""},
	} {
		if got := Lacks(&test.r, h, test.texts); got != test.want && (test.want == "" || !strings.HasPrefix(got, test.want)) {
			t.Errorf("%+v with texts %v: %q, want %q", test.r, test.texts, got, test.want)
		}
	}
}

// TestDuplicates compares with counting texts in a map. Texts are short, long, long with a common head, and shared arrays.
func TestDuplicates(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		b := tracetest.NewHeap()
		heads := []string{"", "a", strings.Repeat("h", textLimit-1), strings.Repeat("h", textLimit), strings.Repeat("h", textLimit+1)}
		var texts []string
		var strs []trace.ObjectID
		for range 1 + rng.IntN(40) { // without any there are no values
			text := heads[rng.IntN(len(heads))] + strings.Repeat("x", rng.IntN(3)) + strings.Repeat("t", rng.IntN(2)*500)
			texts, strs = append(texts, text), append(strs, b.String(text))
		}
		b.Object(b.Type("app.Other", 16))
		h := b.Heap()
		dead := map[trace.ObjectID]bool{}
		want, first := Duplicated{}, map[string]bool{}
		for i, o := range strs {
			if dead[o] = rng.IntN(5) == 0; dead[o] {
				continue
			}
			want.Strings++
			if first[texts[i]] {
				want.All.Count++
				want.All.Wasted += h.Size(o) + h.Size(o+1) // its array follows it
			}
			first[texts[i]] = true
		}
		got, err := Duplicates(t.Context(), h, func(o trace.ObjectID) bool { return !dead[o] })
		if err != nil || got.Strings != want.Strings || got.All.Count != want.All.Count || got.All.Wasted != want.All.Wasted ||
			len(got.Texts) != len(first) {
			t.Fatalf("seed %d: %d texts of %d strings, %d duplicates with %d bytes, %v; want %d of %d, %d with %d", seed, len(got.Texts),
				got.Strings,
				got.All.Count, got.All.Wasted, err, len(first), want.Strings, want.All.Count, want.All.Wasted)
		}
		count, wasted := int64(0), int64(0)
		for _, text := range got.Texts {
			count, wasted = count+text.Count, wasted+text.Wasted
			if dead[text.First] {
				t.Errorf("seed %d: the first string of a text is dead", seed)
			}
		}
		if count != int64(want.Strings) || wasted != want.All.Wasted {
			t.Errorf("seed %d: by text it is %d strings with %d bytes", seed, count, wasted)
		}
	}
}

// An array that several strings share is counted for the first of them.
func TestSharedArrays(t *testing.T) {
	b := tracetest.NewHeap()
	first := b.String("shared text")
	array := first + 1
	for range 3 {
		b.Refer(b.String("shared text"), "value", array)
	}
	h := b.Heap()
	got, err := Duplicates(t.Context(), h, alive)
	if err != nil || got.All.Count != 3 || got.All.Wasted != 3*h.Size(first) {
		t.Errorf("%+v, %v; want 3 strings without arrays, of %d bytes each", got.All, err, h.Size(first))
	}
}

// A list is a collection with its size and the length of its array, -1 for none.
type list struct {
	class, size, length int
}

// collectionsOf makes lists of two classes, the second of which keeps its size and elements in fields of other names.
func collectionsOf(lists []list) (*trace.Heap, []trace.ObjectID) {
	b := tracetest.NewHeap()
	super := b.Type("java.util.AbstractList", 16)
	one := b.Subtype(super, "java.util.ArrayList", 24, "elementData")
	b.Field(one, "size", trace.IntValue)
	two := b.Subtype(super, "java.util.Vector", 32, "other", "items")
	b.Field(two, "modCount", trace.IntValue)
	b.Field(two, "elementCount", trace.IntValue)
	bare := b.Type("app.Bare", 24, "elementData") // no collection
	b.Field(bare, "size", trace.IntValue)
	linked := b.Subtype(super, "java.util.Linked", 24, "first") // without an array
	b.Field(linked, "size", trace.IntValue)
	array := b.ArrayType("java.lang.Object[]")
	for _, t := range []trace.TypeID{bare, linked} {
		b.Set(b.Object(t), "size", tracetest.IntValue(0))
	}
	var objects []trace.ObjectID
	for _, l := range lists {
		o := b.Object([]trace.TypeID{one, two}[l.class])
		b.Set(o, []string{"size", "elementCount"}[l.class], tracetest.IntValue(int32(l.size)))
		if l.class == 1 {
			b.Set(o, "modCount", tracetest.IntValue(7))
			b.Refer(o, "other", b.Array(array, 1000))
		}
		if l.length >= 0 {
			b.Refer(o, []string{"elementData", "items"}[l.class], b.Array(array, l.length))
		}
		objects = append(objects, o)
	}
	return b.Heap(), objects
}

// TestCollections compares with the definition at the limits: a collection without elements is empty, one that uses less
// than a quarter of an array of more than 16 is sparse.
func TestCollections(t *testing.T) {
	sizes, lengths := []int{0, 1, 2, 3, 4, 5, 6, 16}, []int{-1, 0, 1, 10, 16, 17, 20, 24, 25, 100}
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var lists []list
		for range rng.IntN(60) {
			lists = append(lists, list{rng.IntN(2), sizes[rng.IntN(len(sizes))], lengths[rng.IntN(len(lengths))]})
		}
		h, objects := collectionsOf(lists)
		dead := map[trace.ObjectID]bool{}
		var empty, sparse trace.Amount
		var wasted [2]int64
		for i, l := range lists {
			if dead[objects[i]] = rng.IntN(6) == 0; dead[objects[i]] {
				continue
			}
			bytes := int64(0)
			switch {
			case l.size == 0:
				bytes = []int64{24, 32}[l.class]
				if l.length > 0 {
					bytes += h.Size(h.References(objects[i])[len(h.References(objects[i]))-1])
				}
				empty.Add(trace.Amount{Objects: 1, Bytes: bytes})
			case l.length > 16 && 4*l.size < l.length:
				bytes = 4 * int64(l.length-l.size)
				sparse.Add(trace.Amount{Objects: 1, Bytes: bytes})
			}
			wasted[l.class] += bytes
		}
		most := ""
		switch {
		case wasted[0] > 0 && wasted[0] >= wasted[1]: // of those alike the first by name
			most = "java.util.ArrayList"
		case wasted[1] > 0:
			most = "java.util.Vector"
		}
		got, err := Collections(t.Context(), h, func(o trace.ObjectID) bool { return !dead[o] })
		if err != nil || got.Empty != empty || got.Sparse != sparse || got.Most != most {
			t.Fatalf("seed %d: %+v, %v; want empty %v, sparse %v, most %s", seed, got, err, empty, sparse, most)
		}
	}
}

// TestEachField finds collections by each name that they keep their number and array under.
func TestEachField(t *testing.T) {
	for _, size := range sizeFields {
		for _, elements := range arrayFields {
			b := tracetest.NewHeap()
			c := b.Type("java.util.Some", 24, elements)
			b.Field(c, size, trace.IntValue)
			o := b.Object(c)
			b.Set(o, size, tracetest.IntValue(1))
			b.Refer(o, elements, b.Array(b.ArrayType("java.lang.Object[]"), 18))
			got, err := Collections(t.Context(), b.Heap(), alive)
			if want := (trace.Amount{Objects: 1, Bytes: 68}); err != nil || got.Sparse != want || got.Empty != (trace.Amount{}) {
				t.Errorf("%s, %s: %+v, %v; want %v sparse", size, elements, got, err, want)
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	h, _ := collectionsOf([]list{{0, 0, 10}})
	cancelled.Everywhere(t, "collections", func(ctx context.Context) error {
		_, err := Collections(ctx, h, alive)
		return err
	})
	b := tracetest.NewHeap()
	for i := range 3 {
		b.String(fmt.Sprint(i))
	}
	texts := b.Heap()
	cancelled.Everywhere(t, "texts", func(ctx context.Context) error {
		_, err := Duplicates(ctx, texts, alive)
		return err
	})
}
