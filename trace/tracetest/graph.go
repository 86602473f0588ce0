package tracetest

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"

	"memcity/trace"
)

// RandomGraph builds a heap from arbitrary bytes. It has JDK collections, threads, class loaders, weak, soft and phantom references,
// lambdas, and types of a program and of libraries. Fields refer to objects of random types: a map's table may be a thread, and an entry
// may be its own successor. The heap has 20 to about 200 objects; some types have step+1 times as many. The same arguments give the same
// heap. After the last byte, a generator seeded with the hash of all bytes makes the remaining choices.
func RandomGraph(data []byte, step int) *trace.Heap {
	hash := fnv.New64a()
	hash.Write(data)
	g := &graph{HeapBuilder: NewHeap(), data: data, rest: rand.New(rand.NewPCG(hash.Sum64(), 1))}
	g.makeTypes()
	g.makeObjects(step)
	g.loadClasses()
	g.wire()
	g.makeRoots()
	return g.Heap()
}

// graph is a random heap under construction.
type graph struct {
	*HeapBuilder
	data    []byte
	rest    *rand.Rand
	objects []graphType
	total   int // number of objects
	loaders []trace.ObjectID
}

// graphType is a type with its objects, which are consecutive.
type graphType struct {
	trace.TypeID
	name  string
	first trace.ObjectID
	n     int
}

// choose returns a number from 0 to n-1. n must be at most 256.
func (g *graph) choose(n int) int {
	if len(g.data) == 0 {
		return g.rest.IntN(n)
	}
	b := g.data[0]
	g.data = g.data[1:]
	return int(b) % n
}

// one returns true with probability 1/n.
func (g *graph) one(n int) bool { return g.choose(n) == 0 }

// classType is a possible type of a random heap: a name, the index of the super type, or -1, and its own fields.
type classType struct {
	name   string
	super  int
	fields []string
}

var classTypes = []classType{
	{"java.lang.ref.WeakReference", -1, []string{"referent"}},
	{"java.lang.ref.SoftReference", -1, []string{"referent", "queue"}},
	{"java.lang.ref.PhantomReference", -1, []string{"referent"}},
	{"java.lang.ClassLoader", -1, []string{"parent", "classes"}},
	{"java.util.HashMap", -1, []string{"table"}},
	{"java.util.HashMap$Node", -1, []string{"key", "value", "next"}},
	{"java.util.HashMap$TreeNode", 5, []string{"left", "right", "parent"}},
	{"java.util.LinkedHashMap", 4, []string{"head", "tail"}},
	{"java.util.ArrayList", -1, []string{"elementData"}},
	{"java.util.LinkedList", -1, []string{"first", "last"}},
	{"java.util.LinkedList$Node", -1, []string{"item", "next", "prev"}},
	{"java.util.HashSet", -1, []string{"map"}},
	{"java.util.concurrent.ConcurrentHashMap", -1, []string{"table", "nextTable"}},
	{"java.util.concurrent.ConcurrentHashMap$Node", -1, []string{"key", "val", "next"}},
	{"java.util.concurrent.ConcurrentLinkedQueue", -1, []string{"head", "tail"}},
	{"java.util.concurrent.LinkedBlockingQueue$Node", -1, []string{"item", "next"}},
	{"java.util.WeakHashMap", -1, []string{"table", "queue"}},
	{"java.util.WeakHashMap$Entry", 0, []string{"value", "next"}},
	{"java.lang.Thread", -1, []string{"threadLocals", "target", "contextClassLoader", "name"}},
	{"java.lang.ThreadLocal$ThreadLocalMap", -1, []string{"table"}},
	{"java.lang.ThreadLocal$ThreadLocalMap$Entry", 0, []string{"value"}},
	{"java.lang.ThreadLocal", -1, nil},
	{"java.lang.String", -1, []string{"value"}},
	{"java.lang.Integer", -1, nil},
	{"java.nio.DirectByteBuffer", -1, []string{"cleaner", "att"}},
	{"jdk.internal.ref.Cleaner", 2, []string{"next", "prev", "thunk"}},
	{"java.lang.ref.Finalizer", -1, []string{"referent", "next", "prev"}},
	{"java.lang.VirtualThread", 18, []string{"cont", "runContinuation"}},
	{"java.util.Optional", -1, []string{"value"}},
	{"app.Loader", 3, []string{"owner"}},
	{"app.Node", -1, []string{"next", "value"}},
	{"app.Tree", -1, []string{"left", "right", "up", "value"}},
	{"app.Session", -1, []string{"user", "cache", "owner"}},
	{"app.Cache", 4, []string{"eldest"}},
	{"app.Main$$Lambda/0x0000000800c01", -1, []string{"arg$1", "arg$2"}},
	{"app.Main$$Lambda/0x0000000800c02", -1, []string{"arg$1"}},
	{"app.View$1", -1, []string{"this$0", "val$x"}},
	{"app.View$2", -1, []string{"this$0"}},
	{"app.View", -1, []string{"listener", "parent"}},
	{"lib.Pool", -1, []string{"idle", "busy"}},
	{"lib.Pool$Entry", -1, []string{"next", "pooled"}},
	{"lib.Trie$Node", -1, []string{"children"}},
}

var arrayTypes = []string{"java.lang.Object[]", "java.util.HashMap$Node[]", "app.Session[]", "lib.Trie$Node[]", "java.lang.Object[][]"}

func (g *graph) makeTypes() {
	all := make([]trace.TypeID, len(classTypes))
	for i, t := range classTypes {
		size := int64(16 + 8*g.choose(8))
		if g.one(6) {
			size *= 1 << (4 + g.choose(9)) // a few objects are as large as all others together
		}
		if t.super < 0 {
			all[i] = g.Type(t.name, size, t.fields...)
		} else {
			all[i] = g.Subtype(all[t.super], t.name, size, t.fields...)
		}
		g.objects = append(g.objects, graphType{TypeID: all[i], name: t.name})
	}
	for _, name := range arrayTypes {
		g.objects = append(g.objects, graphType{TypeID: g.ArrayType(name), name: name})
	}
	g.objects = append(g.objects, graphType{TypeID: g.PrimitiveType("byte[]", 1), name: "byte[]"})
}

// makeObjects creates objects of two to nine types.
func (g *graph) makeObjects(step int) {
	var used []graphType
	for len(used) < 2+g.choose(8) {
		t := g.objects[g.choose(len(g.objects))]
		n := []int{1, 1, 2, 3 + g.choose(8), 16 + g.choose(40), 20 + g.choose(80)}[g.choose(6)]
		if g.one(3) {
			n *= step + 1
		}
		t.first, t.n = trace.ObjectID(g.total), n
		for range n {
			switch {
			case g.heap.Types[t.TypeID].Kind == trace.Instance:
				g.Object(t.TypeID)
			case t.name == "byte[]":
				g.Array(t.TypeID, 1<<g.choose(15))
			default:
				g.Array(t.TypeID, g.choose(12)*(1+7*g.choose(2)))
			}
		}
		used, g.total = append(used, t), g.total+n
	}
	if g.total < 20 {
		t := used[g.choose(len(used))]
		t.first, t.n = trace.ObjectID(g.total), 20
		for range t.n {
			g.Array(t.TypeID, 0)
		}
		used, g.total = append(used, t), g.total+t.n
	}
	g.objects = used
}

// loadClasses adds class objects. Their loaders are random objects of any type.
func (g *graph) loadClasses() {
	for i := range g.objects {
		if !g.one(3) || g.heap.Types[g.objects[i].TypeID].Class != trace.NoObject {
			continue
		}
		loader := trace.NoObject
		if g.one(2) {
			loader = g.any()
		}
		g.loaders = append(g.loaders, g.Class(g.objects[i].TypeID, 8*g.choose(16), loader))
	}
}

// any returns a random object that is not a class object.
func (g *graph) any() trace.ObjectID { return g.of(&g.objects[g.choose(len(g.objects))]) }

func (g *graph) of(t *graphType) trace.ObjectID {
	return t.first + trace.ObjectID(g.choose(t.n%256+1)%t.n)
}

// wire fills each field of each type by a random rule.
func (g *graph) wire() {
	for i := range g.objects {
		t := &g.objects[i]
		of := &g.heap.Types[t.TypeID]
		fields := of.References
		if of.Kind == trace.ObjectArray {
			fields = []string{""}
		}
		for _, field := range fields {
			g.wireField(t, field, g.choose(8), &g.objects[g.choose(len(g.objects))])
		}
	}
	for _, class := range g.loaders {
		for i := range g.choose(3) {
			g.Refer(class, fmt.Sprint("static", i), g.any())
		}
	}
}

// wireField sets a field, or the elements, of all objects of type t to objects of type to, by one of several rules.
func (g *graph) wireField(t *graphType, field string, how int, to *graphType) {
	hub := g.of(to)
	for i := range t.n {
		o := t.first + trace.ObjectID(i)
		target := to.first + trace.ObjectID(i%to.n)
		switch how {
		case 0:
			continue // null
		case 1:
			target = hub
		case 2:
			target = g.of(to)
		case 3:
			target = g.any()
		case 4: // a chain that ends in a cycle
			target = t.first + trace.ObjectID((i+1)%t.n)
		case 5:
			if i > 0 {
				continue // only the first object refers
			}
		}
		if field != "" {
			g.Refer(o, field, target)
			continue
		}
		for e := range int(g.extents[o]) {
			g.Element(o, e, to.first+trace.ObjectID((int(target-to.first)+to.n+e)%to.n))
		}
	}
}

// makeRoots creates one to eight GC roots, which may hold the same objects.
func (g *graph) makeRoots() {
	statics := []string{"app.Main.all", "app.Main.cache", "lib.Pool.shared", "java.lang.Runtime.hooks", "app.View$1.seen"}
	var threads []int32
	for i := range 1 + g.choose(8) {
		o := g.any()
		switch kind := g.choose(9); kind {
		case 0, 1, 2, 3:
			g.Root(o, trace.RootStaticField, statics[g.choose(len(statics))])
		case 4:
			threads = append(threads, g.Thread("worker-"+strconv.Itoa(i), o, "app.Main.run(Main.java:9)", "java.lang.Thread.run(Thread.java:1)"))
		case 5, 6:
			if len(threads) == 0 {
				threads = append(threads, g.Thread("main", trace.NoObject, "app.Main.main(Main.java:3)"))
			}
			thread := threads[g.choose(len(threads))]
			g.Local(o, thread, int32(g.choose(2)*len(g.heap.Threads[thread].Frames))-1)
		case 7:
			g.Root(o, trace.RootJNIGlobal, "")
		default:
			if len(g.loaders) > 0 {
				o = g.loaders[g.choose(len(g.loaders))]
			}
			g.Root(o, trace.RootClass, "")
		}
	}
}
