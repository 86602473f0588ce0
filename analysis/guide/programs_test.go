package guide

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"memcity/trace"
	"memcity/trace/tracetest"
)

// manyFeatures builds a heap state of a program with some of many features. The random choices are the same at every GC point.
type manyFeatures struct {
	*tracetest.HeapBuilder
	random *rand.Rand
	point  int
	times  int // as many of all as otherwise
	types  map[string]trace.TypeID
	thread int32
}

func newManyFeatures(seed uint64, point, times int) *trace.Heap {
	p := &manyFeatures{HeapBuilder: tracetest.NewHeap(), random: rand.New(rand.NewPCG(seed, 77)), point: point, times: times,
		types: map[string]trace.TypeID{}}
	p.typ("java.lang.Thread", 100, "threadLocals", "target", "name")
	p.thread = p.Thread("main", p.Object(p.types["java.lang.Thread"]), "java.lang.Object.wait(Native Method)", "app.Main.main(Main.java:9)")
	if p.random.IntN(3) == 0 {
		p.Sampled(4096)
	}
	features := []func(){p.list, p.sharedLists, p.threadLocals, p.calls, p.softCache, p.boundedCache, p.loaders, p.buffers, p.limitedCache,
		p.ring, p.finalizers, p.globals, p.wrappedPool, p.texts, p.chain, p.growingText, p.collections,
		p.buffers, p.plugin}
	for _, i := range p.random.Perm(len(features))[:1+p.random.IntN(4)] {
		features[i]()
	}
	return p.Heap()
}

// typ returns a type by name, with the size and fields of its first request.
func (p *manyFeatures) typ(name string, size int64, fields ...string) trace.TypeID {
	t, ok := p.types[name]
	switch {
	case ok:
	case strings.HasSuffix(name, "byte[]"):
		t = p.PrimitiveType(name, 1)
	case strings.HasSuffix(name, "[]"):
		t = p.ArrayType(name)
	case size < 0:
		t = p.Subtype(p.typ(fields[0], 48, "referent"), name, -size, fields[1:]...)
	default:
		t = p.Type(name, size, fields...)
	}
	p.types[name] = t
	return t
}

// count returns a number of objects at this GC point: constant, growing, or varying.
func (p *manyFeatures) count(most int) int {
	start, step, shape := p.times*(1+p.random.IntN(most)), p.times*(1+p.random.IntN(most)), p.random.IntN(6)
	switch shape {
	case 0:
		return start
	case 1:
		return start + step*(p.point%2)
	case 2: // slower and slower
		return start + step*p.point*4/(p.point+4)
	case 3: // later
		return start + step*max(0, p.point-2)
	}
	return start + step*p.point
}

// holder adds an object with a field, held by a static field, a thread or the virtual machine.
func (p *manyFeatures) holder(what, field string) trace.ObjectID {
	name := []string{"app.", "app.x.", "lib.", "com.lib.Pool$"}[p.random.IntN(4)] + what
	o := p.Object(p.typ(name, 24, field, "other"))
	switch p.random.IntN(8) {
	case 0:
		p.Root(o, trace.RootJNIGlobal, "")
	case 1:
		p.Local(o, p.thread, int32(p.random.IntN(2)))
	case 2:
		p.Root(o, trace.RootStaticField, "java.lang.Hooks.all")
	default:
		p.Root(o, trace.RootStaticField, "app.Main."+strings.ToLower(what))
	}
	return o
}

// entry adds an object of the program, perhaps with a part and an allocation site.
func (p *manyFeatures) entry(kind int, size int64) trace.ObjectID {
	name := []string{"app.Order", "app.Row", "lib.Node", "java.lang.Object", "java.util.Date", "app.Main$$Lambda"}[kind%6]
	o := p.Object(p.typ(fmt.Sprint(name, kind/6), size, "part", "next"))
	if kind%4 == 1 {
		p.Refer(o, "part", p.Object(p.typ(fmt.Sprint("app.Part", kind), 200)))
	}
	switch kind % 5 {
	case 0:
		p.Site(o, p.thread, "java.util.HashMap.put:5", fmt.Sprintf("app.Site%d.make:%d", kind%3, int(o)%3), "app.Main.main:9")
	case 1:
		p.Born(o, 0)
	}
	return o
}

func (p *manyFeatures) fill(array trace.ObjectID, n int, entry func() trace.ObjectID) {
	for i := range n {
		p.Element(array, i, entry())
	}
}

func (p *manyFeatures) listOf(o trace.ObjectID, field string, n int, entry func() trace.ObjectID) {
	l, array := p.Object(p.typ("java.util.ArrayList", 24, "elementData")), p.Array(p.typ("java.lang.Object[]", 0), n)
	p.Refer(o, field, l)
	p.Refer(l, "elementData", array)
	p.fill(array, n, entry)
}

func (p *manyFeatures) list() {
	kind, size, n := p.random.IntN(30), int64(16+8*p.random.IntN(400)), p.count(150)
	p.listOf(p.holder("Lists", "all"), "all", n, func() trace.ObjectID { return p.entry(kind, size) })
}

// sharedLists adds several lists of the same objects; the later lists lack some of them.
func (p *manyFeatures) sharedLists() {
	kind, size, n, every := p.random.IntN(30), int64(100+8*p.random.IntN(400)), p.count(150), 1+p.random.IntN(3)
	var made []trace.ObjectID
	for i := range 2 + p.random.IntN(6) {
		at := 0
		p.listOf(p.holder(fmt.Sprint("Shared", i), "held"), "held", n, func() trace.ObjectID {
			at++
			switch {
			case len(made) < n:
				made = append(made, p.entry(kind, size))
				return made[len(made)-1]
			case at%every > 0:
				return p.Object(p.typ("app.None", 16))
			}
			return made[at-1]
		})
	}
}

func (p *manyFeatures) threadLocals() {
	l := &threadLocals{HeapBuilder: p.HeapBuilder}
	l.entry = p.typ("java.lang.ThreadLocal$ThreadLocalMap$Entry", -32, "java.lang.ref.WeakReference", "referent", "value")
	m := p.typ("java.lang.ThreadLocal$ThreadLocalMap", 24, "table")
	names, size, n := p.random.IntN(2), int64(16+8*p.random.IntN(8000)), p.count(12)
	key := p.Object(p.typ("java.lang.ThreadLocal", 16))
	p.Root(key, trace.RootStaticField, "app.Context.local")
	for i := range n {
		o, locals := p.Object(p.types["java.lang.Thread"]), p.Object(m)
		table := p.Array(p.typ("java.lang.ThreadLocal$ThreadLocalMap$Entry[]", 0), 2)
		p.Thread(fmt.Sprint([]string{"pool-", "worker"}[names], i*(1-names)), o, "app.Pool.take(Pool.java:1)")
		p.Refer(o, "threadLocals", locals)
		p.Refer(locals, "table", table)
		e := p.Object(l.entry)
		p.Refer(e, "referent", key)
		p.Refer(e, "value", p.Object(p.typ("app.Buffer", size)))
		p.Element(table, 0, e)
	}
}

func (p *manyFeatures) calls() {
	n, size, same := p.count(40), int64(16+8*p.random.IntN(3000)), p.random.IntN(2) == 0
	for i := range n {
		name := "cleaner"
		if !same {
			name = fmt.Sprint("handler-", i)
		}
		t := p.Thread(name, p.Object(p.types["java.lang.Thread"]), "java.net.Socket.read(Native Method)",
			fmt.Sprintf("app.Handler%d.run(H.java:1)", i%2))
		p.Local(p.Object(p.typ("app.Request", size)), t, 1)
	}
}
