package guide

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"memcity/analysis/guide/findings"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// roomy builds heap states with collections in a static field, next to other bytes.
type roomy struct {
	*tracetest.HeapBuilder
	array, table, list, hash, node, long, item, holder trace.TypeID
	all                                                trace.ObjectID
	held                                               int
	numbers                                            []trace.ObjectID
}

// numbered returns the heap state with numbers for the collections, in the order added.
func (r *roomy) numbered() *trace.Heap {
	h := r.Heap()
	h.Identity = make([]uint64, h.Len())
	for i, o := range r.numbers {
		h.Identity[o] = uint64(i + 1)
	}
	return h
}

func newRoomy() *roomy {
	b := tracetest.NewHeap()
	r := &roomy{HeapBuilder: b, array: b.ArrayType("java.lang.Object[]"), table: b.ArrayType("java.util.HashMap$Node[]"),
		item: b.Type("app.Item", 16), long: b.Type("java.lang.Long", 24), holder: b.Type("app.Order", 24, "parts")}
	r.list = b.Subtype(b.Type("java.util.AbstractList", 16), "java.util.ArrayList", 24, "elementData")
	r.hash = b.Subtype(b.Type("java.util.AbstractMap", 16), "java.util.HashMap", 48, "table")
	r.node = b.Type("java.util.HashMap$Node", 32, "key", "value", "next")
	r.all = b.Array(r.array, 12000)
	b.Root(r.all, trace.RootStaticField, "app.Main.all")
	return r
}

// hold stores a collection in a field of an object of the program.
func (r *roomy) hold(o trace.ObjectID) {
	h := r.Object(r.holder)
	r.Refer(h, "parts", o)
	r.numbers = append(r.numbers, o)
	r.Element(r.all, r.held, h)
	r.held++
}

func (r *roomy) listOf(room, n int, of trace.TypeID) trace.ObjectID {
	o, a := r.Object(r.list), r.Array(r.array, room)
	r.Refer(o, "elementData", a)
	for i := range n {
		r.Element(a, i, r.Object(of))
	}
	return o
}

// mapOf adds a map of keys to values, with a table of the given length.
func (r *roomy) mapOf(room int, keys, values []trace.ObjectID) trace.ObjectID {
	o, table := r.Object(r.hash), r.Array(r.table, room)
	r.Refer(o, "table", table)
	for i, k := range keys {
		n := r.Object(r.node)
		r.Refer(n, "key", k)
		r.Refer(n, "value", values[i])
		r.Element(table, i, n)
	}
	return o
}

// collectionsFound returns the rules of findings about collections, and all their texts in one string.
func collectionsFound(report *findings.Report) (rules []string, text string) {
	for i := range report.Findings {
		if f := &report.Findings[i]; slices.Contains(findings.CollectionRules(), f.Rule) {
			rules = append(rules, f.Rule)
			text += f.Title + "\n" + strings.Join(f.Explain, "\n") + "\n? " + strings.Join(f.Doubts, "\n? ") + "\n"
		}
	}
	return rules, text + strings.Join(report.Quiet, "\n")
}

// TestCollectionFindings checks that each pattern is found at one moment or over time, with the holders of the collections and a fix.
func TestCollectionFindings(t *testing.T) {
	for name, test := range map[string]struct {
		points int
		build  func(r *roomy, point int)
		rule   string
		says   []string
	}{
		"empty": {1, func(r *roomy, _ int) {
			for range 6000 {
				r.hold(r.listOf(10, 0, r.item))
			}
		}, findings.RuleCollections, []string{"Empty collections waste 480 kB", "6,000 collections are empty, at GC point 1.",
			"6,000 ArrayList held by Order.parts (480 kB saved)", "? Collections that are filled and emptied repeatedly", "Nulls in an ArrayList"}},
		"empty linked lists": {1, func(r *roomy, _ int) { // such as those of HttpClient 3, which have no array
			list := r.Subtype(r.Type("java.util.AbstractSequentialList", 16), "java.util.LinkedList", 32, "first", "last")
			for range 9000 {
				r.hold(r.Object(list))
			}
		}, findings.RuleCollections, []string{"Empty collections waste 288 kB", "9,000 LinkedList held by Order.parts (288 kB saved)"}},
		"empty over time": {3, func(r *roomy, _ int) {
			for range 6000 {
				r.hold(r.listOf(10, 0, r.item))
			}
		}, findings.RuleCollections, []string{"at each of the 3 GC points since they were created"}},
		"sparse": {3, func(r *roomy, point int) {
			for i := range 3000 {
				r.hold(r.listOf(60, pick2(i%3 == 0 && point == 0, 40, 1), r.item))
			}
		}, findings.RuleSparse, []string{"Sparse collections waste 464 kB", "2,000 were created with more capacity than they ever used"}},
		"small": {1, func(r *roomy, _ int) {
			for range 4000 {
				r.hold(r.mapOf(8, []trace.ObjectID{r.Object(r.item)}, []trace.ObjectID{r.Object(r.item)}))
			}
		}, findings.RuleSmall, []string{"Small collections waste", "4,000 HashMap held by Order.parts", "Map.of"}},
		"fixed": {3, func(r *roomy, _ int) {
			for range 4000 {
				r.hold(r.listOf(40, 12, r.item))
			}
		}, findings.RuleFixed, []string{"Collections whose size never changes waste", "have not changed size", "copyOf"}},
		"boxed": {1, func(r *roomy, _ int) {
			for range 200 {
				r.hold(r.listOf(100, 100, r.long))
			}
		}, findings.RuleBoxed, []string{"Boxed numbers in collections waste", "long[]"}},
		"nested and sparse": {1, func(r *roomy, _ int) {
			key := r.Object(r.item)
			for range 25 {
				var keys, values []trace.ObjectID
				for range 200 {
					keys = append(keys, r.Object(r.item))
					values = append(values, r.mapOf(16, []trace.ObjectID{key}, []trace.ObjectID{r.Object(r.item)}))
				}
				r.hold(r.mapOf(512, keys, values))
			}
		}, findings.RuleSparse, []string{"Sparse collections"}},
		"nested and dense": {1, func(r *roomy, _ int) {
			keys := []trace.ObjectID{r.Object(r.item), r.Object(r.item)}
			for range 20 {
				var outer, values []trace.ObjectID
				for range 200 {
					outer = append(outer, r.Object(r.item))
					values = append(values, r.mapOf(8, keys, []trace.ObjectID{r.Object(r.item), r.Object(r.item)}))
				}
				r.hold(r.mapOf(512, outer, values))
			}
		}, findings.RuleNested, []string{"Inefficiently nested maps waste", "4,000 collections are small maps", "Swap the nesting"}},
	} {
		var states []*trace.Heap
		for p := range test.points {
			r := newRoomy()
			test.build(r, p)
			states = append(states, r.numbered())
		}
		report, _ := explored(t, heaps(name, states...))
		rules, text := collectionsFound(report)
		if len(rules) != 1 || rules[0] != test.rule {
			t.Errorf("%s: %v\n%s", name, rules, text)
		}
		for _, want := range test.says {
			if !strings.Contains(text, want) {
				t.Errorf("%s: it does not say %q:\n%s", name, want, text)
			}
		}
	}
}

func pick2(first bool, a, b int) int {
	if first {
		return a
	}
	return b
}

// TestCollectionLimits checks that a pattern is reported from a twentieth of the heap and 256 KiB. Two patterns get findings, and the
// others one line.
func TestCollectionLimits(t *testing.T) {
	const each = 24 + 56 // bytes of an empty list with a capacity of ten
	for _, test := range []struct {
		lists, rest int
		want        int
	}{{3276, 0, 0}, {3277, 0, 1}, {4000, 5 << 20, 1}, {4000, 7 << 20, 0}} {
		r := newRoomy()
		for range test.lists {
			r.hold(r.listOf(10, 0, r.item))
		}
		r.Root(r.Array(r.PrimitiveType("byte[]", 1), test.rest), trace.RootJNIGlobal, "")
		report, _ := explored(t, heaps(fmt.Sprint(test), r.Heap()))
		if rules, text := collectionsFound(report); len(rules) != test.want {
			t.Errorf("%d bytes next to %d: %v\n%s", test.lists*each, test.rest, rules, text)
		}
	}
	r := newRoomy()
	for range 3300 {
		r.hold(r.listOf(10, 0, r.item))
		r.hold(r.listOf(40, 1, r.item))
	}
	for range 300 {
		r.hold(r.listOf(100, 100, r.long))
	}
	report, _ := explored(t, heaps("three", r.Heap()))
	rules, text := collectionsFound(report)
	if len(rules) != 2 || !strings.Contains(text, "Other collections: they waste 264 kB") {
		t.Errorf("%v\n%s", rules, text)
	}
}

// TestCollectionsSampled checks that a finding estimates the objects of the first sampled site, from five samples.
func TestCollectionsSampled(t *testing.T) {
	for samples, want := range map[int]bool{4: false, 5: true, 60: true} {
		r := newRoomy()
		for i := range 6000 {
			o := r.listOf(10, 0, r.item)
			if r.hold(o); i < samples {
				r.Site(o, -1, "app.Order.add:12")
			}
		}
		r.Sampled(2400)
		report, _ := explored(t, heaps("sampled", r.Heap()))
		says := fmt.Sprintf("of the 6,000 collections were allocated at app.Order.add(Order.java:12) (estimated from %d samples).", samples)
		if _, text := collectionsFound(report); strings.Contains(text, says) != want {
			t.Error(text)
		}
	}
}
