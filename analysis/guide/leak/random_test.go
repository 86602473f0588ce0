package leak_test

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	"memcity/analysis/closure"
	"memcity/analysis/guide/leak"
	"memcity/trace"
	"memcity/trace/tracetest"
	"memcity/trace/tracetest/golden"
)

// TestRandomPrograms compares growth, piles and holders in programs with random containers.
func TestRandomPrograms(t *testing.T) {
	var w strings.Builder
	for seed := range uint64(36) {
		var heaps []*trace.Heap
		for step := range 5 {
			heaps = append(heaps, randomProgram(seed, step))
		}
		fmt.Fprintf(&w, "== program %d\n", seed)
		describe(t, &w, heaps)
		s, places, times := holders(t, heaps...)
		for name, objects := range objectsByType(heaps[4]) {
			if strings.HasPrefix(name, "app.") || name == "java.lang.Object" {
				x := s.PileOf(places, objects)
				fmt.Fprintf(&w, "%s at %d: %s, tops %v of %v, objects %v bytes %v from %d\n", name, x.At, x.Owner, x.Tops(), s.PlacesOf(places, objects),
					x.Objects, x.Bytes, x.From)
			}
		}
		if x, ok := s.MostGrown(times); ok {
			fmt.Fprintf(&w, "most grown: %s, tops %v, objects %v bytes %v from %d\n", x.Owner, x.Tops(), x.Objects, x.Bytes, x.From)
		}
		_, d := dominance(t, heaps[4])
		for _, x := range d.Accumulations(t.Context(), 100) {
			fmt.Fprintf(&w, "pile of %v at %d: %s\n", x.Tops(), x.At, golden.Text(d.HoldersOf(x.Tops(), d.Alongside(x.Tops()))))
		}
	}
	golden.File(t, "random.txt", w.String())
}

func describe(t *testing.T, w *strings.Builder, heaps []*trace.Heap) {
	s, places, times := holders(t, heaps...)
	last := heaps[len(heaps)-1]
	reachable, err := closure.Reachable(context.Background(), last)
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.NewDominance(context.Background(), last, reachable, places)
	if err != nil {
		t.Fatal(err)
	}
	path := func(p leak.Place) string { return golden.Text(s.Steps(p)) }
	suspect := func(x *leak.Suspect) {
		fmt.Fprintf(w, "%s at %s: chain %v\n", x.Owner, path(x.At), x.IsChain())
		if x.From >= 0 {
			fmt.Fprintf(w, "  grew by %d objects, %d bytes\n", x.GrowthObjects(), x.GrowthBytes())
		}
		fmt.Fprintf(w, "  objects %v bytes %v from %d\n", x.Objects, x.Bytes, x.From)
		tops := x.Tops()
		fmt.Fprintf(w, "  groups %s\n", golden.Text(s.Groups(tops, max(0, x.From))))
		fmt.Fprintf(w, "  top %s\n  beside %d, holders %d\n", golden.Text(d.TopOf(tops)), len(d.Alongside(tops)), len(d.HoldersOf(tops, nil)))
		for _, p := range tops[:min(3, len(tops))] {
			h := s.Holding(p)
			fmt.Fprintf(w, "  %s: retained %v, dominated %d, by %s, where %s, internal %v, thread local %v\n", path(p), d.Retained(p),
				len(d.Dominated(p)), path(d.Of(p)),
				h.Where(), s.IsInternal(p), s.IsThreadLocal(p))
			for _, e := range d.Referrers(p) {
				fmt.Fprintf(w, "    referrer %s\n", golden.Text(e))
			}
		}
	}
	suspects := s.Suspects(times)
	fmt.Fprintf(w, "%d suspects\n", len(suspects))
	for i := range suspects[:min(6, len(suspects))] {
		suspect(&suspects[i])
	}
	piles := d.Accumulations(t.Context(), 20000)
	fmt.Fprintf(w, "%d piles\n", len(piles))
	for i := range piles[:min(6, len(piles))] {
		suspect(&piles[i])
	}
	for _, least := range []int{2, 5} {
		fmt.Fprintf(w, "threads of at least %d: %s\n", least, golden.Text(s.ThreadGroups(last, least)))
		fmt.Fprintf(w, "loaded again at least %d: %s\n", least, golden.Text(leak.FindLoadedAgain(last, reachable, least)))
	}
}

// objectsByType yields the objects of each type of a heap state, in type order.
func objectsByType(h *trace.Heap) iter.Seq2[string, []trace.ObjectID] {
	return func(yield func(string, []trace.ObjectID) bool) {
		for t := range h.Types {
			var objects []trace.ObjectID
			for o, of := range h.TypeOf.All() {
				if of == trace.TypeID(t) {
					objects = append(objects, trace.ObjectID(o))
				}
			}
			if len(objects) > 0 && !yield(h.Types[t].Name, objects) {
				return
			}
		}
	}
}

// program builds a heap state of a program. Its containers depend only on the seed, and their sizes also on the step.
type program struct {
	*tracetest.HeapBuilder
	rng  *rand.Rand
	step int
	made []trace.ObjectID // entries of earlier containers
	of   map[string]trace.TypeID
}

// typ returns the type with a name, and creates it at the first call.
func (p *program) typ(name string, size int64, fields ...string) trace.TypeID {
	if _, ok := p.of[name]; !ok {
		p.of[name] = p.Type(name, size, fields...)
	}
	return p.of[name]
}

func (p *program) arrayType(name string) trace.TypeID {
	if _, ok := p.of[name]; !ok {
		p.of[name] = p.ArrayType(name)
	}
	return p.of[name]
}

func randomProgram(seed uint64, step int) *trace.Heap {
	p := &program{tracetest.NewHeap(), rand.New(rand.NewPCG(seed, 9)), step, nil, map[string]trace.TypeID{}}
	for i := range 2 + p.rng.IntN(3) {
		p.container(i)
	}
	return p.Heap()
}

// container adds a root, perhaps some objects that lead to the container, and the container.
func (p *program) container(i int) {
	fill := []func(o trace.ObjectID, field string, n int, entry func() trace.ObjectID){p.hashMap, p.list, p.chain, p.array}[p.rng.IntN(4)]
	at, field := p.root(i), "first"
	for level := range p.rng.IntN(3) {
		name := []string{"app.Shop", "app.Desk", "com.lib.Session", "com.lib.Session$Store"}[p.rng.IntN(4)]
		next := p.Object(p.typ(fmt.Sprint(name, level), 16+8*int64(level), "inner", "kept"))
		p.Refer(at, field, next)
		at, field = next, "inner"
	}
	grows := []int{0, 0, 3, 20, 90}[p.rng.IntN(5)]
	n := 1 + p.rng.IntN(40) + grows*p.step
	if p.rng.IntN(4) == 0 && p.step%2 == 1 {
		n /= 2
	}
	kind := p.rng.IntN(5)
	shared := p.rng.IntN(3) == 0
	before := p.made
	var made []trace.ObjectID
	fill(at, field, n, func() trace.ObjectID {
		if shared && len(made) < len(before) {
			made = append(made, before[len(made)])
		} else {
			made = append(made, p.entry(kind, at))
		}
		return made[len(made)-1]
	})
	p.made = made
}

func (p *program) root(i int) trace.ObjectID {
	name := []string{"java.lang.Thread", "app.Main", "java.lang.ThreadLocal$ThreadLocalMap", "app.Registry"}[p.rng.IntN(4)]
	o := p.Object(p.typ(name, 32, "first", "second"))
	switch p.rng.IntN(4) {
	case 0:
		p.Root(o, trace.RootThread, fmt.Sprint("worker-", i))
	case 1:
		p.Root(o, trace.RootJNIGlobal, "")
	default:
		p.Root(o, trace.RootStaticField, fmt.Sprintf("app.Main.field%d", i))
	}
	return o
}

// entry adds an object of a kind. Some kinds have parts, and one refers to its owner.
func (p *program) entry(kind int, owner trace.ObjectID) trace.ObjectID {
	switch kind {
	case 0:
		o := p.Object(p.typ("app.Order", 24, "text"))
		p.Refer(o, "text", p.Object(p.typ("java.lang.String", 24, "value")))
		return o
	case 1:
		o := p.Object(p.typ("app.Job", 40, "owner"))
		p.Refer(o, "owner", owner)
		return o
	case 2:
		return p.Object(p.typ("java.lang.Object", 400))
	case 3:
		o := p.Object(p.typ("com.lib.Entry", 24, "key", "body"))
		p.Refer(o, "key", p.Object(p.typ("app.Key", 16)))
		p.Refer(o, "body", p.Object(p.typ("app.Body", 200)))
		return o
	}
	return p.Object(p.typ("app.Page", 120))
}

func (p *program) hashMap(o trace.ObjectID, field string, n int, entry func() trace.ObjectID) {
	m, table := p.Object(p.typ("java.util.HashMap", 48, "table")), p.Array(p.arrayType("java.util.HashMap$Node[]"), n)
	p.Refer(o, field, m)
	p.Refer(m, "table", table)
	for i := range n {
		node := p.Object(p.typ("java.util.HashMap$Node", 32, "value", "next"))
		p.Element(table, i, node)
		p.Refer(node, "value", entry())
	}
}

func (p *program) list(o trace.ObjectID, field string, n int, entry func() trace.ObjectID) {
	l := p.Object(p.typ("java.util.ArrayList", 24, "elementData"))
	p.Refer(o, field, l)
	p.array(l, "elementData", n, entry)
}

func (p *program) array(o trace.ObjectID, field string, n int, entry func() trace.ObjectID) {
	a := p.Array(p.arrayType("java.lang.Object[]"), n)
	p.Refer(o, field, a)
	for i := range n {
		p.Element(a, i, entry())
	}
}

func (p *program) chain(o trace.ObjectID, field string, n int, entry func() trace.ObjectID) {
	at, name := o, field
	for range n {
		link := p.Object(p.typ("app.Link", 24, "next", "value"))
		p.Refer(at, name, link)
		p.Refer(link, "value", entry())
		at, name = link, "next"
	}
}
