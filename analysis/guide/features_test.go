package guide

import (
	"fmt"
	"strings"

	"memcity/trace"
	"memcity/trace/tracetest"
)

func (p *manyFeatures) softCache() {
	kind, size, n, weak := p.random.IntN(30), int64(16+8*p.random.IntN(400)), p.count(100), p.random.IntN(2) == 0
	reference := p.typ("java.lang.ref.SoftReference", 48, "referent")
	p.listOf(p.holder("Softly", "cache"), "cache", n, func() trace.ObjectID {
		e, r := p.Object(p.typ("app.Cached", 24, "value", "key")), p.Object(reference)
		p.Refer(r, "referent", p.entry(kind, size))
		p.Refer(e, "value", r)
		if weak {
			k := p.Object(p.typ("java.lang.ref.WeakReference", 48, "referent"))
			p.Refer(k, "referent", r)
			p.Refer(e, "key", k)
		}
		return e
	})
}

func (p *manyFeatures) boundedCache() {
	kind, size, n := p.random.IntN(30), int64(16+8*p.random.IntN(400)), p.count(100)
	m := p.Object(p.typ("app.LruCache", -64, "java.util.LinkedHashMap", "table"))
	p.Refer(p.holder("Bounded", "cache"), "cache", m)
	table := p.Array(p.typ("java.util.HashMap$Node[]", 0), n)
	p.Refer(m, "table", table)
	p.fill(table, n, func() trace.ObjectID {
		e := p.Object(p.typ("java.util.LinkedHashMap$Entry", 40, "key", "value"))
		p.Refer(e, "key", p.String("key"))
		p.Refer(e, "value", p.entry(kind, size))
		return e
	})
}

// loaders adds class loaders of an application that was redeployed repeatedly.
func (p *manyFeatures) loaders() {
	n, size, by, others := p.count(3), 1000*(1+p.random.IntN(60)), p.random.IntN(3), p.random.IntN(3)
	all := p.holder("Host", "apps")
	registry := p.Array(p.typ("java.lang.Object[]", 0), n)
	if others > 0 { // by the classes of each loader, or of every second one
		p.Root(registry, trace.RootStaticField, "lib.Registry.all")
	}
	at := 0
	loader := p.typ([]string{"app.Loader", "java.net.URLClassLoader"}[p.random.IntN(2)], 80)
	p.listOf(all, "apps", n, func() trace.ObjectID {
		l := p.Object(loader)
		plugin := p.Type("app.Plugin", 16, "data")
		class := p.Class(plugin, 100, l)
		o := p.Object(plugin)
		p.Refer(o, "data", p.Array(p.typ("byte[]", 0), size))
		if at++; at%2 == 0 || others == 2 {
			p.Element(registry, at-1, class)
		}
		p.Refer(class, "instance", o)
		return []trace.ObjectID{l, class, o}[by]
	})
}

func (p *manyFeatures) buffers() {
	n, each := p.count(40), int64(1+p.random.IntN(4))<<20
	buffer := p.typ("java.nio.DirectByteBuffer", 64, "att", "cleaner")
	p.Field(buffer, "capacity", trace.LongValue)
	p.Field(buffer, "address", trace.LongValue)
	i := int64(0)
	p.listOf(p.holder("Buffers", "direct"), "direct", n, func() trace.ObjectID {
		o := p.Object(buffer)
		p.Set(o, "capacity", trace.MakeValue(trace.LongValue, uint64(each)))
		p.Set(o, "address", trace.MakeValue(trace.LongValue, uint64(1+i*each)))
		i++
		return o
	})
}

func (p *manyFeatures) limitedCache() {
	kind, size, n := p.random.IntN(30), int64(16+8*p.random.IntN(400)), p.count(100)
	cache := p.typ("lib.LimitedCache", 32, "items")
	p.Field(cache, "maxSize", trace.IntValue)
	o := p.Object(cache)
	p.Set(o, "maxSize", tracetest.IntValue([]int32{-1, 100, 500, 2000, 1 << 30}[p.random.IntN(5)]))
	p.Refer(p.holder("Limited", "cache"), "cache", o)
	p.listOf(o, "items", n, func() trace.ObjectID { return p.entry(kind, size) })
}

// plugin adds an object of a class that one of several loaders has loaded, next to a list of the runtime that a thread holds.
func (p *manyFeatures) plugin() {
	kind, size, n := p.random.IntN(30), int64(16+8*p.random.IntN(400)), p.count(100)
	worker, loader := p.Object(p.types["java.lang.Thread"]), p.typ("app.PluginLoader", 80)
	p.Thread("plugins", worker, "java.lang.Object.wait(Native Method)")
	list := p.Object(p.typ("java.util.concurrent.CopyOnWriteArrayList", 24, "array"))
	p.Refer(worker, "target", list)
	array := p.Array(p.typ("java.lang.Object[]", 0), n)
	p.Refer(list, "array", array)
	p.fill(array, n, func() trace.ObjectID { return p.entry(kind, size) })
	for range 2 {
		owner := p.Type("app.Extension", 24, "items")
		class := p.Class(owner, 100, p.Object(loader))
		p.Refer(class, "shared", list)
		o := p.Object(owner)
		p.Refer(o, "items", list)
		p.Root(o, trace.RootJNIGlobal, "")
	}
}

// ring adds slots that fill up.
func (p *manyFeatures) ring() {
	slots, n, size := 16+p.random.IntN(200), p.count(60), 100*p.random.IntN(40)
	at := 0
	p.listOf(p.holder("Ring", "slots"), "slots", slots, func() trace.ObjectID {
		s := p.Object(p.typ("app.Slot", 16, "buffer"))
		if at++; at <= n {
			p.Refer(s, "buffer", p.Array(p.typ("byte[]", 0), size))
		}
		return s
	})
}

func (p *manyFeatures) finalizers() {
	n, size, waits, queued := p.count(100), int64(16+8*p.random.IntN(400)), p.random.IntN(2) == 0, p.random.IntN(2)
	f := p.typ("java.lang.ref.Finalizer", 64, "next", "prev", "referent", "discovered")
	frame := "app.Statement.finalize(S.java:3)"
	if waits {
		frame = "java.lang.ref.ReferenceQueue.remove(ReferenceQueue.java:1)"
	}
	p.Thread("Finalizer", p.Object(p.types["java.lang.Thread"]), frame, "java.lang.ref.Finalizer$FinalizerThread.run(Finalizer.java:1)")
	last := trace.NoObject
	for range n {
		x := p.Object(f)
		p.Refer(x, "referent", p.Object(p.typ("app.Statement", size)))
		if last != trace.NoObject {
			p.Refer(x, []string{"next", "discovered"}[queued], last)
		}
		last = x
	}
	p.Root(last, trace.RootStaticField, []string{"java.lang.ref.Finalizer.unfinalized", "java.lang.ref.Finalizer.queue"}[queued])
}

func (p *manyFeatures) globals() {
	n, size := p.count(60), int64(16+8*p.random.IntN(2000))
	for range n {
		p.Root(p.Object(p.typ("app.Native", size)), trace.RootJNIGlobal, "")
	}
}

func (p *manyFeatures) wrappedPool() {
	n, size := p.count(100), int64(16+8*p.random.IntN(400))
	pool, worker := p.Object(p.typ("java.util.concurrent.ThreadPoolExecutor", 64, "workQueue")), p.Object(p.types["java.lang.Thread"])
	p.Thread("worker", worker, "java.lang.Object.wait(Native Method)")
	p.Refer(worker, "target", pool)
	p.listOf(pool, "workQueue", n, func() trace.ObjectID { return p.Object(p.typ("java.util.concurrent.FutureTask", size)) })
	owner, held := p.Object(p.typ("app.Server", 24, "executor")), pool
	if p.random.IntN(2) == 0 {
		held = p.Object(p.typ("java.util.concurrent.Executors$DelegatedExecutorService", 16, "e"))
		p.Refer(held, "e", pool)
	}
	p.Refer(owner, "executor", held)
	array := p.Array(p.typ("app.Server[]", 0), 1)
	p.Element(array, 0, owner)
	p.Root(array, trace.RootJNIGlobal, "")
}

func (p *manyFeatures) texts() {
	n, different := p.count(600), 1+p.random.IntN(40)
	i := 0
	p.listOf(p.holder("Texts", "names"), "names", n, func() trace.ObjectID {
		i++
		return p.String(strings.Repeat("a long text ", 1+i%different) + fmt.Sprint(i%different))
	})
}

func (p *manyFeatures) collections() {
	n, array := p.count(500), p.random.IntN(60)
	list := p.typ("java.util.Vector", 24, "elementData")
	p.Field(list, "elementCount", trace.IntValue)
	i := 0
	p.listOf(p.holder("Empty", "lists"), "lists", n, func() trace.ObjectID {
		l := p.Object(list)
		p.Refer(l, "elementData", p.Array(p.typ("java.lang.Object[]", 0), array))
		p.Set(l, "elementCount", tracetest.IntValue(int32(i%2)))
		i++
		return l
	})
}

func (p *manyFeatures) chain() {
	n, size, both := p.count(100), int64(24+8*p.random.IntN(400)), p.random.IntN(2) == 0
	at, field := p.holder("Chained", "first"), "first"
	for i := range n {
		o := p.Object(p.typ("app.Link", size, "next", "previous"))
		p.Refer(at, field, o)
		if both && i > 0 {
			p.Refer(o, "previous", at)
		}
		at, field = o, "next"
	}
}

func (p *manyFeatures) growingText() {
	p.Refer(p.holder("Log", "text"), "text", p.Array(p.typ("byte[]", 0), 5000*p.count(40)))
}
