package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// madeRecording is a synthetic recording.
type madeRecording struct {
	make func() *trace.Recording
	err  error
}

func (r madeRecording) open(context.Context, trace.Progress) (*trace.Recording, error) {
	if r.err != nil {
		return nil, r.err
	}
	return r.make(), nil
}

// testRecordings contains the synthetic recordings by name.
var testRecordings = map[string]madeRecording{
	"test:town":   {make: town},
	"test:trees":  {make: func() *trace.Recording { return ready(6, shop) }},
	"test:moment": {make: func() *trace.Recording { return ready(1, shop) }},
	"test:single": {make: func() *trace.Recording {
		return ready(3, func(n *nodes, point int) { n.add("alone", "Type", int64(10*point+10), 0) })
	}},
	"test:empty": {make: func() *trace.Recording { return ready(3, func(n *nodes, _ int) {}) }},
	"test:zero": {make: func() *trace.Recording {
		return ready(3, func(n *nodes, _ int) { n.add("a", "Type", 0, 0); n.add("b", "Type", 0, 0) })
	}},
	"test:many":   {make: func() *trace.Recording { return ready(3, many) }},
	"test:long":   {make: func() *trace.Recording { return ready(2, longNames) }},
	"test:script": {make: func() *trace.Recording { return ready(2, foreignNames) }},
	"test:broken": {err: &trace.InputError{Source: "broken.hprof", Offset: 17, Text: "no such record type"}},
	"test:fails":  {err: errors.New("disk: input/output error")},
}

// townPoints is the number of GC points of town.
const townPoints = 8

// town is a program with growing orders and persons, a shrinking cache, and constant settings.
func town() *trace.Recording {
	r := &trace.Recording{Name: "town", Format: "test", Names: trace.NewNames(),
		Knows: trace.KnowsObjects | trace.KnowsReferences | trace.KnowsTimes}
	for point := range townPoints {
		r.Points = append(r.Points, trace.Point{Time: trace.Millis(250 * point), Source: fmt.Sprint("point ", point),
			Load: func(context.Context, trace.Progress) (*trace.Heap, []trace.Warning, error) {
				return townHeap(point), nil, nil
			}})
	}
	return r
}

func townHeap(point int) *trace.Heap {
	b := tracetest.NewHeap()
	text := b.Type("java.lang.String", 24, "value")
	letters := b.PrimitiveType("byte[]", 1)
	list := b.ArrayType("java.lang.Object[]")
	var all []trace.ObjectID
	add := func(name string, n int, named bool) {
		t := b.Type(name, 24, "name")
		for range n {
			o := b.Object(t)
			all = append(all, o)
			if named {
				s := b.Object(text)
				b.Refer(o, "name", s)
				b.Refer(s, "value", b.Array(letters, 12))
			}
		}
	}
	add("app.model.Person", 20+15*point, true)
	add("app.model.Order", 12*point, false)
	add("app.cache.Entry", 90-11*point, true)
	add("app.cache.Config", 30, false)
	add("java.util.HashMap$Node", 60, false)
	array := b.Array(list, len(all))
	for i, o := range all {
		b.Element(array, i, o)
	}
	b.Root(array, trace.RootStaticField, "app.Main.all")
	return b.Heap()
}

// nodes collects the nodes of a ready-made tree.
type nodes struct{ tree *trace.Tree }

// add adds a group and, within it, the groups that inner adds.
func (n *nodes) add(name, role string, objects, bytes int64, inner ...func()) {
	at := int32(len(n.tree.Nodes))
	parent := int32(-1)
	for i := at - 1; i >= 0; i-- {
		if n.tree.Nodes[i].End == 0 { // not closed yet
			parent = i
			break
		}
	}
	n.tree.Nodes = append(n.tree.Nodes,
		trace.Node{Name: n.tree.Names.ID(name), Role: n.tree.Names.ID(role), Place: trace.Place{Parent: parent},
			Objects: objects, Bytes: bytes})
	for _, f := range inner {
		f()
	}
	n.tree.Nodes[at].End = int32(len(n.tree.Nodes))
	if parent == 0 {
		n.tree.Nodes[0].Objects += objects
		n.tree.Nodes[0].Bytes += bytes
	}
}

// ready returns a recording of ready-made trees. The given fill adds everything below the root.
func ready(points int, fill func(n *nodes, point int)) *trace.Recording {
	r := &trace.Recording{Name: "ready", Format: "test", Knows: trace.KnowsTimes, Names: trace.NewNames()}
	for point := range points {
		n := nodes{&trace.Tree{Names: r.Names}}
		n.add("Heap", "", 0, 0, func() { fill(&n, point) })
		r.Points = append(r.Points, trace.Point{Time: trace.Millis(1000 * point), Tree: n.tree})
	}
	return r
}

func shop(n *nodes, point int) {
	p := int64(point)
	n.add("orders", "Package", 500+90*p, 9000+900*p, func() {
		n.add("Order", "Type", 300+80*p, 6000+800*p)
		n.add("OrderLine", "Type", 200+10*p, 3000+100*p)
	})
	n.add("util", "Package", 250, 4000, func() {
		n.add("Map", "Type", 150, 2500)
		n.add("List", "Type", 100, 1500)
	})
}

// manyGroups is the number of leaf groups of many.
const manyGroups = 20_000

func many(n *nodes, point int) {
	const packages = 200
	for d := range packages {
		sum := int64(0)
		value := func(i int) int64 { return int64(1 + (d*i+point*i)%97) }
		for i := range manyGroups / packages {
			sum += value(i)
		}
		n.add(fmt.Sprint("package", d), "Package", sum, 8*sum, func() {
			for i := range manyGroups / packages {
				n.add(fmt.Sprint("Type", i), "Type", value(i), 8*value(i))
			}
		})
	}
}

func longNames(n *nodes, point int) {
	long := strings.Repeat("Very", 2500)
	n.add(long+"Package", "Package", 90, 900, func() {
		n.add(long+"Type", "Type", 60, 600)
		n.add(strings.Repeat("long name ", 1000), "Type", 30, 300)
	})
	n.add("\x00\n\t\u202e", "Type", 40, 400)
}

func foreignNames(n *nodes, point int) {
	n.add("会社.注文", "Package", 90, 900, func() {
		n.add("注文明細", "Type", 60, 600)
		n.add("주문", "Type", 30, 300)
	})
	n.add("שלום עולם", "Type", 40, 400)
	n.add("مرحبا", "Type", 30, 300)
	n.add("👩‍👩‍👧‍👦", "Type", 20, 200)
	n.add("e\u0301\u0301\u0301", "Type", 10, 100)
}
