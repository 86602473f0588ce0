package recording_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"testing"

	"memcity/city/recording"
	"memcity/city/seq"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/open"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/realistic"
)

func openDump(t *testing.T, f trace.File) *recording.Recording {
	t.Helper()
	r, err := open.Files(t.Context(), "", []trace.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return recording.New(r, recording.Options{})
}

// TestCounted compares trees of counted dumps with those of their heap states, without separate unreachable objects.
func TestCounted(t *testing.T) {
	var dump bytes.Buffer
	if _, err := realistic.Write(&dump, realistic.Options{Objects: 20_000, Seed: 1}); err != nil {
		t.Fatal(err)
	}
	data := dump.Bytes()
	for name, f := range map[string]trace.File{
		"plain":   trace.MemoryFile("x.hprof", data),
		"wide":    realistic.File(realistic.Options{Objects: 20_000, Seed: 2, IDSize: 4}),
		"gzip":    trace.MemoryFile("x.hprof.gz", tracetest.Gzip(data, 1<<16)),
		"damaged": trace.MemoryFile("x.hprof", data[:len(data)*2/3]),
	} {
		for _, by := range []trees.Grouping{trees.By("type"), trees.By("package", "type"), trees.By("packages"),
			{By: seq.Of("type"), Filters: seq.Of("no-java", "no-primitive-arrays")}} {
			got, err := openDump(t, f).Counted(t.Context(), by, 0, nil)
			if err != nil {
				t.Fatal(name, err)
			}
			loaded := openDump(t, f)
			groups, err := loaded.Groups(t.Context(), by, 0, nil)
			if err != nil {
				t.Fatal(name, err)
			}
			if got, want := amounts(got), amounts(groups.Tree); !maps.Equal(got, want) {
				t.Errorf("%s: counted by %v: %d groups, objects give %d", name, by, len(got), len(want))
			}
			if again, err := loaded.Counted(t.Context(), by, 0, nil); err != nil || again != nil {
				t.Errorf("%s: a state that is loaded is counted: %v", name, err)
			}
		}
	}
}

// amounts returns the objects and bytes by group path. It adds the group Unreachable to the other groups.
func amounts(t *trace.Tree) map[string]trace.Amount {
	all := map[string]trace.Amount{}
	for i := range t.Nodes {
		if role := t.Names.Text(t.Nodes[i].Role); role == "Reachability" {
			continue
		}
		path := slices.DeleteFunc(t.Path(int32(i)), func(s string) bool { return s == "Unreachable" })
		key := fmt.Sprint(path)
		all[key] = all[key].Plus(t.Nodes[i].Amount())
	}
	return all
}

// TestNotCounted: results that need single objects are not made from counts.
func TestNotCounted(t *testing.T) {
	o := openDump(t, realistic.File(realistic.Options{Objects: 2_000}))
	for _, by := range []trees.Grouping{trees.By("type", "pointed-from"), trees.By("loader"), {By: seq.Of("type"), SizeKind: trees.Deep},
		{By: seq.Of("type"), Filters: seq.Of("only-domain")}} {
		if tree, err := o.Counted(t.Context(), by, 0, nil); tree != nil || err != nil {
			t.Errorf("%v is counted: %v", by, err)
		}
	}
	r, err := open.Files(t.Context(), "", []trace.File{realistic.File(realistic.Options{Objects: 2_000}),
		realistic.File(realistic.Options{Objects: 3_000})}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if tree, err := recording.New(r, recording.Options{}).Counted(t.Context(), trees.By("type"), 1, nil); tree != nil || err != nil {
		t.Errorf("a dump of two is counted: %v", err)
	}
	if _, err := o.Counted(t.Context(), trees.By("type"), 1, nil); err == nil {
		t.Error("a GC point that is not there is counted")
	}
}
