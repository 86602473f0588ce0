package guide

import (
	"slices"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/analysis/guide/leak"
	"memcity/analysis/offheap"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestRemedyOfInnerClass checks that objects that hold their enclosing object by this$0 get its remedy. For a general remedy, no cause is
// shown.
func TestRemedyOfInnerClass(t *testing.T) {
	for _, test := range []struct {
		field, want string
		makers      int
	}{{"this$0", "inner-class", 600}, {"this$0", "inner-class", 300}, {"this$0", "collection", 299}, {"maker", "collection", 600}} {
		field, want := test.field, test.want
		b := tracetest.NewHeap()
		hold := fieldList(b, "app.Bus", "open", 600)
		task, maker := b.Type("app.Window$1", 16, field), b.Type("app.Window", 4000)
		var made trace.ObjectID
		for i := range 600 {
			o := b.Object(task)
			if i < test.makers {
				made = b.Object(maker)
			}
			b.Refer(o, field, made)
			hold(o)
		}
		report, _ := explore(t, heaps(field, b.Heap()))
		f := ofRule(report, findings.RuleHolder)
		if f == nil || f.Remedy == nil || f.Remedy.ID != want || (f.Remedy.Cause == "") != (want == "collection") {
			t.Fatalf("%s: %+v", field, f)
		}
	}
}

// TestRemedyOfMappedFiles checks that buffers are direct unless most of them in the heap state are mapped files.
func TestRemedyOfMappedFiles(t *testing.T) {
	g := &guided{recording: &trace.Recording{}, lookedAt: lookedAt{last: &heapState{subject: subjectOf(&trace.Heap{})}, Placing: Placing{holders: &leak.Holders{Points: 1}}}}
	pile := &findings.Pile{Type: "java.nio.DirectByteBuffer", Path: []findings.PathStep{{Type: "static field app.Main.all"}, {Type: "java.nio.DirectByteBuffer", Objects: 9}}}
	for mapped, want := range map[int64]bool{0: true, 5: true, 6: false} {
		g.outside = &offheap.Found{}
		g.outside.Kinds[offheap.Buffer].Objects, g.outside.Kinds[offheap.Mapped].Objects = 5, mapped
		g.Source = &recorded{}
		if got := slices.Contains(g.remedyFacts("leak", pile).Entry, "java.nio.DirectByteBuffer"); got != want {
			t.Errorf("%d mapped next to 5 direct: direct is %v", mapped, got)
		}
	}
	g.outside = nil // as in recordings, which have no values
	for kind, want := range map[string]bool{"java.nio.DirectByteBuffer$Deallocator": true, "sun.nio.ch.FileChannelImpl$DefaultUnmapper": false} {
		pile.Groups = []findings.Group{{Type: kind}}
		if got := slices.Contains(g.remedyFacts("leak", pile).Entry, "java.nio.DirectByteBuffer"); got != want {
			t.Errorf("with %s: direct is %v", kind, got)
		}
	}
}

// TestSupersOfTypesListedTwice: recordings list a type first without its superclass.
func TestSupersOfTypesListedTwice(t *testing.T) {
	h := &trace.Heap{Types: []trace.Type{{Name: "lib.Small", Super: trace.NoType}, {Name: "java.lang.Object", Super: trace.NoType},
		{Name: "lib.Cache", Super: 1}, {Name: "lib.Small", Super: 2}, {Name: "lib.Small", Super: 1}}}
	g := &guided{lookedAt: lookedAt{last: &heapState{subject: subjectOf(h)}}}
	if got, want := g.withSupers("lib.Small"), []string{"lib.Small", "lib.Cache"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
