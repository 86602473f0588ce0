package session_test

import (
	"context"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/city/memory"
	"memcity/city/memory/allowance"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/resolve/objects"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest/realistic"
)

// manyObjects is the minimum number of objects of the heap dumps.
const manyObjects = 5_000

// limitedTo opens several copies of a heap dump of manyObjects, with memory for some work on the given number of heap states at a time.
func limitedTo(t *testing.T, points int, work memory.Work, states float64) (*recording.Recording, *memory.Account) {
	t.Helper()
	file := realistic.File(realistic.Options{Objects: manyObjects, Seed: 1})
	var files []trace.File
	for i := range points {
		f := file
		f.Name = string(rune('a'+i)) + ".hprof"
		files = append(files, f)
	}
	r, err := open.Files(t.Context(), "test", files, nil)
	if err != nil {
		t.Fatal(err)
	}
	var v trace.Volume
	ctx := trace.WithAdmission(t.Context(), func(_ context.Context, counted trace.Volume) error { v = counted; return nil })
	if _, _, _, err := r.Points[0].Totals(ctx, nil); err != nil || v.Objects < manyObjects {
		t.Fatalf("%+v, %v", v, err)
	}
	account := memory.NewAccount(allowance.Allowance{Bytes: work.Process(trace.Volume{}) + int64(states*float64(work.Need(v))), By: "a test"})
	return recording.New(r, recording.Options{Memory: account}), account
}

func TestRefused(t *testing.T) {
	for _, test := range []struct {
		work memory.Work
		do   func(o *recording.Recording) error
	}{
		{memory.Owners, func(o *recording.Recording) error {
			_, err := objects.Owners(t.Context(), o, trees.By("type"), 0, objects.OwnersQuery{}, nil)
			return err
		}},
		{memory.Sizes, func(o *recording.Recording) error {
			_, _, err := o.Sizes(t.Context(), trees.By("type"), 0, []closure.Kind{closure.Retained}, nil, nil)
			return err
		}},
		{memory.Structures, func(o *recording.Recording) error {
			_, err := o.Structures(t.Context(), 0, recording.StructuresQuery{Top: 3}, nil)
			return err
		}},
		{memory.Analyze, func(o *recording.Recording) error { _, err := guided.Explore(t.Context(), o, nil); return err }},
	} {
		o, _ := limitedTo(t, 1, test.work, 0.9)
		r := memory.RefusedBy(test.do(o))
		if r == nil || r.Work != test.work || r.Volume.Objects < manyObjects || len(r.Offers()) == 0 {
			t.Errorf("%s: %+v", test.work, r)
		}
		o, _ = limitedTo(t, 1, test.work, 1.1)
		if err := test.do(o); err != nil {
			t.Errorf("%s fits: %v", test.work, err)
		}
	}
}

// TestCountedInstead: groupings by type use counts if single objects do not fit. All others are refused.
func TestCountedInstead(t *testing.T) {
	o, _ := limitedTo(t, 1, memory.Tree, 0.9)
	whole, _ := limitedTo(t, 1, memory.Tree, 1.1)
	got, err := o.Tree(t.Context(), trees.By("type"), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	want, err := whole.Tree(t.Context(), trees.By("type"), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := got.Tree.Nodes[0].Amount(), want.Tree.Nodes[0].Amount(); a != b {
		t.Errorf("counted %+v, loaded %+v", a, b)
	}
	if w := o.Warnings(); len(w) != 1 || !strings.Contains(w[0].Text, "counted by type") {
		t.Errorf("%v", w)
	}
	for _, chain := range []string{"pointed-from", "roots-closest"} {
		if _, err := o.Tree(t.Context(), trees.By(chain), 0, nil); memory.RefusedBy(err) == nil {
			t.Errorf("%s: %v", chain, err)
		}
	}
	if _, err := o.Tree(t.Context(), trees.Grouping{By: trees.By("type").By, SizeKind: trees.Retained}, 0, nil); memory.RefusedBy(err) == nil {
		t.Errorf("retained sizes: %v", err)
	}
}

// TestOneByOne: heap states that fit one at a time are all read.
func TestOneByOne(t *testing.T) {
	o, account := limitedTo(t, 3, memory.Tree, 1.2)
	series, err := o.Series(t.Context(), trees.By("kind", "type"), nil, nil)
	if err != nil || series.Len() != 3 || len(o.Warnings()) > 0 {
		t.Fatalf("%v, %v", err, o.Warnings())
	}
	// Cached data is freed when needed.
	for point := range 3 {
		if _, err := o.Groups(t.Context(), trees.By("type"), point, nil); err != nil {
			t.Errorf("GC point %d: %v", point+1, err)
		}
	}
	if _, _, err := o.Sizes(t.Context(), trees.By("type"), 0, []closure.Kind{closure.Retained}, nil, nil); memory.RefusedBy(err) == nil {
		t.Errorf("more than there is: %v of %+v", err, account.May())
	}
}
