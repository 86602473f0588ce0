package waste

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

func alive(trace.ObjectID) bool { return true }

func TestLacks(t *testing.T) {
	b := tracetest.NewHeap()
	b.Object(b.Type("app.A", 16))
	if why := Lacks(&trace.Recording{Knows: trace.KnowsTexts}, b.Heap(), false); !strings.HasPrefix(why, "Duplicate strings and memory outside the heap: ") {
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
		{trace.Recording{Knows: trace.KnowsTexts, Blanked: true}, true, "Duplicate strings: this input"},
		{trace.Recording{}, true, "Duplicate strings: this input"},
		{trace.Recording{Blanked: true}, false, ""},
	} {
		if got := Lacks(&test.r, h, test.texts); got != test.want && (test.want == "" || !strings.HasPrefix(got, test.want)) {
			t.Errorf("%+v with texts %v: %q, want %q", test.r, test.texts, got, test.want)
		}
	}
}

// TestDuplicates compares with counting texts in a map. Texts are short, long, or long with a common head.
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

// TestSharedArrays checks that an array shared by several strings counts for the first of them.
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

func TestCancelled(t *testing.T) {
	b := tracetest.NewHeap()
	for i := range 3 {
		b.String(fmt.Sprint(i))
	}
	texts := b.Heap()
	testrun.CancelEverywhere(t, "texts", func(ctx context.Context) error {
		_, err := Duplicates(ctx, texts, alive)
		return err
	})
}
