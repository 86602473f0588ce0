package session_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/city/memory"
	"memcity/city/recording"
	"memcity/city/resolve/guided"
	"memcity/city/view/summaries"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/testrun"
)

// shopHeap returns a heap with garbage and orders of the program in a list. Some of its strings are duplicates.
func shopHeap(orders, garbage int) *tracetest.HeapBuilder {
	b := tracetest.NewHeap()
	list, array := b.Object(b.Type("java.util.ArrayList", 24, "elementData")), b.Array(b.ArrayType("java.lang.Object[]"), orders)
	b.Root(list, trace.RootStaticField, "app.Shop.ORDERS")
	b.Refer(list, "elementData", array)
	order, line := b.Type("app.Order", 40, "name", "line"), b.Type("app.Line", 1000)
	for i := range orders {
		o := b.Object(order)
		b.Element(array, i, o)
		b.Refer(o, "name", b.String(fmt.Sprint("name ", i%2)))
		b.Refer(o, "line", b.Object(line))
	}
	for range garbage {
		b.Object(line)
	}
	return b
}

func dumpsOf(states ...*trace.Heap) *trace.Recording {
	r := &trace.Recording{Name: "shop", Format: "hprof", Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsRoots | trace.KnowsTexts}
	for i, h := range states {
		r.Points = append(r.Points, trace.Point{Time: trace.Millis(1000 * i), Source: fmt.Sprint(i),
			Load: func(ctx context.Context, _ trace.Progress) (*trace.Heap, []trace.Warning, error) {
				return h, nil, ctx.Err()
			}})
	}
	return r
}

func summaryOf(t *testing.T, o *recording.Recording) (parts []*summaries.Report, last *summaries.Report) {
	t.Helper()
	last, err := guided.Summary(t.Context(), o, summaries.Query{Points: 1}, nil, func(r *summaries.Report) { parts = append(parts, r) })
	if err != nil {
		t.Fatal(err)
	}
	return parts, last
}

// TestSummary: numbers equal those of the generated heap. Unreachable objects count for no type.
func TestSummary(t *testing.T) {
	for _, garbage := range []int{0, 7} {
		h := shopHeap(20, garbage).Heap()
		parts, r := summaryOf(t, recording.New(dumpsOf(h), recording.Options{}))
		var all trace.Amount
		for o := range trace.ObjectID(h.Len()) {
			all.Objects, all.Bytes = all.Objects+1, all.Bytes+h.Size(o)
		}
		want := summaries.Amount{Objects: int64(garbage), Bytes: 1000 * int64(garbage)}
		if r.Unreachable == nil || *r.Unreachable != want || r.Heap != (summaries.Amount{Objects: all.Objects - want.Objects, Bytes: all.Bytes - want.Bytes}) {
			t.Errorf("%d garbage: reachable %+v, unreachable %+v of %+v", garbage, r.Heap, r.Unreachable, all)
		}
		if r.OwnTypes != 2 || r.Own != (summaries.Amount{Objects: 40, Bytes: 20 * 1040}) {
			t.Errorf("own: %d, %+v", r.OwnTypes, r.Own)
		}
		order := r.Types[0]
		var strings int64
		for o := range trace.ObjectID(h.Len()) {
			if name := h.Types[h.TypeOf.At(o)].Name; name == "java.lang.String" || name == "byte[]" {
				strings += h.Size(o)
			}
		}
		if order.Name != "app.Order" || order.Objects != 20 || order.Bytes != 800 || order.Retained == nil || order.Retained.Bytes != 20*1040+strings {
			t.Errorf("the orders are %+v, retained %+v", order, order.Retained)
		}
		if line := r.Types[1]; line.Name != "app.Line" || line.Objects != 20 || line.Retained.Bytes != 20*1000 {
			t.Errorf("the lines are %+v", line)
		}
		for _, x := range r.Others {
			if !slices.Contains([]string{"java.util.ArrayList", "java.lang.Object[]", "java.lang.String", "byte[]"}, x.Name) {
				t.Errorf("%s is of the JDK", x.Name)
			}
		}
		if n := len(parts); n != 2 || parts[0].Found != nil || parts[1].Found == nil || parts[1].Types[0].Retained != nil || !r.Retains {
			t.Errorf("%d parts were shown", n)
		}
		if l := r.Found.Largest; len(l) != 1 || l[0].Type != "app.Order" || l[0].Owner != "static field app.Shop.ORDERS" || l[0].Bytes != 20*1040+strings {
			t.Errorf("holders: %+v", l)
		}
		if !slices.ContainsFunc(r.Found.Waste, func(w findings.Waste) bool { return w.Rule == findings.RuleDuplicates && w.Objects == 18 }) {
			t.Errorf("waste: %+v", r.Found.Waste)
		}
		if len(r.Lacks) > 0 || r.NoFound != "" {
			t.Errorf("not known: %q %q", r.Lacks, r.NoFound)
		}
		if len(r.Types) != 2 || r.Types[0].Name != "app.Order" {
			t.Errorf("own types: %+v", r.Types)
		}
	}
}

// TestSummaryListsTypes: ten types are listed of each kind.
func TestSummaryListsTypes(t *testing.T) {
	for _, n := range []int{9, 10, 11} {
		b := tracetest.NewHeap()
		for i := range n {
			b.Root(b.Object(b.Type(fmt.Sprintf("app.T%02d", i), int64(1000-i))), trace.RootStaticField, fmt.Sprintf("app.Main.f%d", i))
		}
		_, r := summaryOf(t, recording.New(dumpsOf(b.Heap()), recording.Options{}))
		if len(r.Types) != min(n, summaries.Shown) || r.OwnTypes != n || r.Types[0].Name != "app.T00" || len(r.Others) != 0 {
			t.Errorf("%d types: %d listed of %d", n, len(r.Types), r.OwnTypes)
		}
	}
}

// TestSummaryRefused: parts that exceed the memory limit are omitted, with the numbers and the work that would fit; the other parts are
// present. If only counts by type fit, these are reported.
func TestSummaryRefused(t *testing.T) {
	for _, test := range []struct {
		room               memory.Work
		unreachable, holds bool
	}{{memory.Counts, false, false}, {memory.Tree, true, false}, {memory.Analyze, true, true}} {
		o, _ := limitedTo(t, 1, test.room, 1.1)
		_, r := summaryOf(t, o)
		if (r.Unreachable != nil) != test.unreachable || (r.Found != nil) != test.holds || r.Retains != test.holds {
			t.Errorf("room for %s: unreachable %v, holders %t, retained %t", test.room, r.Unreachable, r.Found != nil, r.Retains)
		}
		if len(r.Types) != summaries.Shown || len(r.Others) != summaries.Shown || r.Heap.Objects == 0 {
			t.Errorf("room for %s: %d and %d types of %+v", test.room, len(r.Types), len(r.Others), r.Heap)
		}
		all := strings.Join(append(r.Lacks, r.NoFound), " ")
		if want := !test.holds; strings.Contains(all, "can be used (a test)") != want || strings.Contains(all, " would need ") != want ||
			strings.HasPrefix(r.NoFound, "Holders and waste: ") != want {
			t.Errorf("room for %s: %s", test.room, all)
		}
	}
}

// TestSummaryNext: the suggestions depend on the format and on the number of GC points.
func TestSummaryNext(t *testing.T) {
	for _, test := range []struct {
		format string
		points int
		want   string // commands
	}{
		{"hprof", 1, "jcmd PID GC.heap_dump second.hprof; memcity PATH second.hprof; memcity attach PID; memcity record -- java -jar PROGRAM.jar"},
		{"hprof", 2, "jcmd PID GC.heap_dump second.hprof; memcity PATH second.hprof; memcity attach PID; memcity record -- java -jar PROGRAM.jar"},
		{"hprof", 3, ""},
		{"class histogram", 1, "jcmd PID GC.class_histogram > second.txt; memcity PATH second.txt; jcmd PID GC.heap_dump dump.hprof; memcity dump.hprof; memcity attach PID; memcity record -- java -jar PROGRAM.jar"},
		{"memory tree", 1, "memcity PATH second.json"},
		{"Memory City trace", 1, "memcity attach PID"},
		{"something else", 1, "memcity PATH second"},
	} {
		var states []*trace.Heap
		for range test.points {
			states = append(states, shopHeap(20, 0).Heap())
		}
		r := dumpsOf(states...)
		r.Format = test.format
		_, got := summaryOf(t, recording.New(r, recording.Options{}))
		var commands []string
		for _, n := range got.Next {
			for _, c := range n.Commands {
				commands = append(commands, summaries.Command(c))
			}
		}
		if all := strings.Join(commands, "; "); all != test.want {
			t.Errorf("%d of %s: %s", test.points, test.format, all)
		}
	}
}

// TestSummaryOfNothing: a recording without heap states has no summary, and reports this.
func TestSummaryOfNothing(t *testing.T) {
	_, r := summaryOf(t, recording.New(dumpsOf(), recording.Options{}))
	if len(r.Lacks) != 1 || r.Heap != (summaries.Amount{}) || len(r.Next) != 0 {
		t.Errorf("%+v", r.Summary)
	}
}

// TestSummaryCancelled: work canceled at any step has no result.
func TestSummaryCancelled(t *testing.T) {
	h := shopHeap(200, 3).Heap()
	testrun.CancelSometimes(t, "summing up", 20, func(ctx context.Context) error {
		o := recording.New(dumpsOf(h), recording.Options{})
		_, err := guided.Summary(ctx, o, summaries.Query{Points: 1}, nil, func(*summaries.Report) {})
		return err
	})
}
