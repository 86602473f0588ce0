package graph_test

import (
	"reflect"
	"testing"

	"memcity/analysis/graph"
	"memcity/trace"
	"memcity/trace/tracetest"
)

// TestFigure13 checks figure 13 of "Guided Exploration". Objects of type A refer to 1, 2 and 3, those of type B to 1, 4 and 5.
func TestFigure13(t *testing.T) {
	b := tracetest.NewHeap()
	ta, tb := b.ArrayType("A"), b.ArrayType("B")
	tc := b.Type("C", 16)
	object0 := b.Array(ta, 3) // so that the numbers are those of the figure
	b.Objects(tc, 5)
	last := b.Array(tb, 3)
	for i, c := range []trace.ObjectID{1, 2, 3} {
		b.Element(object0, i, c)
	}
	for i, c := range []trace.ObjectID{1, 4, 5} {
		b.Element(last, i, c)
	}
	g := start(t, b.Heap(), graph.Options{}, object0, last)
	one := expand(t, g, "A", graph.PointsTo)
	if got, want := objectsOf(one, "C"), "[1 2 3]"; got != want {
		t.Errorf("A points to %s, want %s", got, want)
	}
	both := expand(t, one, "B", graph.PointsTo)
	if got, want := objectsOf(both, "C"), "[1] [2 3] [4 5]"; got != want {
		t.Errorf("A and B point to %s, want %s", got, want)
	}
	wantText(t, both, `
0 A: 1 keep 1 asked
1 B: 1 keep 1 asked
2 C: 2 keep 0
3 C: 2 keep 0
4 C: 1 keep 0
0>2: 1/2/2 keep 0 [elements]:2
0>4: 1/1/1 keep 0 [elements]:1
1>3: 1/2/2 keep 0 [elements]:2
1>4: 1/1/1 keep 0 [elements]:1
`)
	if again := expand(t, both, "B", graph.PointsTo); text(again) != text(both) {
		t.Errorf("expanding twice made\n%s", text(again))
	}
	if got, want := objectsOf(one, "C"), "[1 2 3]"; got != want {
		t.Errorf("a later step changed the graph to %s", got)
	}
	onceMore := expand(t, one, "B", graph.PointsTo)
	if !reflect.DeepEqual(onceMore.Dump(), both.Dump()) {
		t.Errorf("the same step gave\n%sand\n%s", text(both), text(onceMore))
	}
}

// easyTravel returns the example of section 4.2.3 of the paper, as its explanation reports it.
func easyTravel(dates, lists int) *trace.Heap {
	b := tracetest.NewHeap()
	reference := b.Type("java.util.concurrent.atomic.AtomicReference", 16, "value")
	cache := b.ArrayType("java.util.concurrent.ConcurrentHashMap")
	list := b.ArrayType("java.util.ArrayList")
	location := b.Type("com.dynatrace.easytravel.jpa.business.Location", 24, "created")
	date := b.Type("java.util.Date", 24)
	policy := b.Type("sun.misc.PolicySubject", 24, "expires")
	service := b.Class(b.Type("com.dynatrace.easytravel.business.JourneyService", 16), 100, trace.NoObject)
	r, m := b.Object(reference), b.Array(cache, lists)
	b.Root(service, trace.RootClass, "")
	b.Refer(service, "locationCache", r)
	b.Refer(r, "value", m)
	for i := range lists {
		n := dates * (i + 1) / lists
		n -= dates * i / lists
		l := b.Array(list, n)
		b.Element(m, i, l)
		for k := range n {
			place, d := b.Object(location), b.Object(date)
			b.Element(l, k, place)
			b.Refer(place, "created", d)
			if i == 0 && k < 3 {
				b.Refer(b.Object(policy), "expires", d)
			}
		}
	}
	return b.Heap()
}

func TestEasyTravel(t *testing.T) {
	h := easyTravel(135026, 1071)
	g := paths(t, start(t, h, graph.Options{}, ofType(h, "java.util.Date")...))
	wantWords(t, g, "135,026 Date are kept alive by 135,026 Location, these by 1,071 ArrayList, these by 1 ConcurrentHashMap, "+
		"this by 1 AtomicReference, this by the static field JourneyService.locationCache")
	wantText(t, g, `
0 java.util.concurrent.atomic.AtomicReference: 1 keep 135026
1 java.util.concurrent.ConcurrentHashMap: 1 keep 135026
2 java.util.ArrayList: 1071 keep 135026
3 com.dynatrace.easytravel.jpa.business.Location: 135026 keep 135026
4 sun.misc.PolicySubject: 3 keep 3
5 java.util.Date: 135026 keep 135026 asked
6 static field com.dynatrace.easytravel.business.JourneyService.locationCache: 1 keep 135026
0>1: 1/1/1 keep 135026 value:1 strongest
1>2: 1/1071/1071 keep 135026 [elements]:1071 strongest
2>3: 1071/135026/135026 keep 135026 [elements]:135026 strongest
3>5: 135026/135026/135026 keep 135026 created:135026 strongest
4>5: 3/3/3 keep 3 expires:3
6>0: 1/1/1 keep 135026 strongest
`)
}

// twoLists returns the lists of "Utilizing Object Reference Graphs", figures 3 to 7: data of each list, and shared data.
func twoLists() *trace.Heap {
	b := tracetest.NewHeap()
	list := b.Type("List", 16, "head")
	link := b.Type("Node", 24, "data", "next")
	data := b.Type("Data", 16)
	d := b.Objects(data, 6)
	for i, contents := range [][]trace.ObjectID{{d, d + 1, d + 2, d + 3}, {d + 2, d + 3, d + 4, d + 5}} {
		l := b.Object(list)
		b.Root(l, trace.RootStaticField, []string{"Main.a", "Main.b"}[i])
		from, slot := l, "head"
		for _, c := range contents {
			n := b.Object(link)
			b.Refer(from, slot, n)
			b.Refer(n, "data", c)
			from, slot = n, "next"
		}
	}
	return b.Heap()
}

func TestTwoLists(t *testing.T) {
	h := twoLists()
	g := paths(t, start(t, h, graph.Options{}, ofType(h, "Data")...))
	wantText(t, g, `
0 List: 2 keep 6
1 Node: 8 keep 6
2 Data: 6 keep 6 asked
3 static field Main.a: 1 keep 4
4 static field Main.b: 1 keep 4
0>1: 2/2/2 keep 6 head:2 strongest
1>1: 6/6/6 keep 5 next:6
1>2: 8/8/6 keep 6 data:8 strongest
3>0: 1/1/1 keep 4 strongest
4>0: 1/1/1 keep 4
`)
	wantWords(t, g, "4 of 6 Data are kept alive by 4 Node, these by 1 List, this by the static field Main.a; "+
		"4 also by the static field Main.b")
}
