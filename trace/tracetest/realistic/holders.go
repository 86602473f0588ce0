package realistic

import (
	"fmt"
	"strings"

	"memcity/trace/wire/hprof"
)

// holders are the objects that hold all others; static fields refer to them.
type holders struct {
	workspace, index, terms, interner, internerMap, registry made
	loader                                                   made
	empty                                                    ref // shared array of empty lists
}

// thread is a thread with the objects held by its frames.
type thread struct {
	object ref
	frames []string
	locals []ref
}

// addHolders creates the objects of static fields, because class records contain their addresses and precede the objects.
func (g *generator) addHolders() {
	j, a, c := &g.jdk, &g.app, g.late
	h := &g.holders
	h.loader = c.instance(j.loader)
	for _, k := range g.list {
		if strings.Contains(k.name, "app/") {
			k.loader = h.loader.ref
		}
	}
	h.workspace, h.index, h.terms = c.instance(a.workspace), c.instance(a.index), c.instance(j.hashMap)
	h.interner, h.internerMap = c.instance(a.interner), c.instance(j.concurrentMap)
	h.registry = c.instance(a.registry)
	h.empty = c.array(j.objects, 0).ref
	a.workspace.statics[0].value, a.interner.statics[0].value = h.workspace.ref, h.interner.ref
	a.registry.statics[0].value = h.registry.ref
	for _, k := range a.small {
		for i := range 1 + g.zipf(4) {
			o := c.instance(k)
			g.small = append(g.small, o.ref)
			if i == 0 && len(k.statics) > 0 {
				k.statics[0].value = o.ref
			}
		}
	}
}

// fillHolders sets the fields of the holders.
func (g *generator) fillHolders() {
	j, c, h := &g.jdk, g.late, &g.holders
	g.fillSmall()
	list := func(k clusterKind) ref { return g.arrayList(c, g.hung[k]) }
	journal := g.linkedList(c, g.options.Objects/400, func() ref { return g.own(c) })
	h.workspace.set(list(sources), list(tables), list(sessions), h.index.ref, h.interner.ref, journal)
	h.index.set(h.terms.ref, ref(len(g.hung[sources])))
	g.fillMap(h.terms, &g.terms, c.array(j.nodes, len(g.terms.slots)).set(g.terms.slots...).ref)
	h.interner.set(h.internerMap.ref)
	names := c.array(j.concurrent, len(g.held.slots)).set(g.held.slots...).ref
	h.internerMap.set(names, 0, ref(g.held.count), ref(len(g.held.slots)*3/4))
	var mirrors []ref
	for _, k := range g.list {
		if k.loader != 0 {
			mirrors = append(mirrors, k.id)
		}
	}
	h.loader.set(0, g.arrayList(c, mirrors), 0, g.str(c, []byte("app")))
	h.registry.set(g.arrayList(c, g.small[:len(g.small)/2]))
	for i := range g.threads {
		g.fillThread(&g.threads[i], i)
	}
}

// fillSmall sets the fields of the objects of small classes. They refer to each other, to strings, lists and clusters.
func (g *generator) fillSmall() {
	c, at := g.late, 0
	for _, o := range g.late.objects {
		if at == len(g.small) || o.id != g.small[at] {
			continue
		}
		at++
		m := made{o.id, c, o.at}
		i := 0
		for k := o.class; k != nil; k = k.super {
			for _, f := range k.fields {
				m.put(i, g.smallValue(c, f))
				i++
			}
		}
	}
}

func (g *generator) smallValue(c *cluster, f field) ref {
	any := func(from []ref) ref {
		if len(from) == 0 {
			return 0
		}
		return from[g.IntN(len(from))]
	}
	switch f.name {
	case "next", "delegate":
		return any(g.small)
	case "name":
		return g.interned(c)
	case "items":
		items := make([]ref, g.zipf(200))
		for i := range items {
			items[i] = any(g.small)
		}
		return g.arrayList(c, items)
	case "source":
		return any(g.hung[clusterKind(g.IntN(int(clusterKinds)))])
	}
	return ref(g.IntN(2))
}

// addThreads creates the threads, whose frames are written before the objects.
func (g *generator) addThreads() {
	for i := range 12 {
		t := thread{object: g.late.instance(g.jdk.thread).ref, frames: []string{"run"}}
		for range g.IntN(6) {
			t.frames = append([]string{syllables[g.IntN(len(syllables))]}, t.frames...)
		}
		if i == 0 {
			t.frames = append(t.frames, "main")
		}
		g.threads = append(g.threads, t)
	}
}

// write writes the stack trace of thread number i.
func (t *thread) write(o *output, i int) {
	var ids []byte
	for at, method := range t.frames {
		id := o.nextID
		o.nextID += 16
		o.record(hprof.Frame, nil, id, o.text(method), o.text("()V"), o.text("Worker.java"), 1, uint64(at+10))
		ids = hprof.AppendID(ids, o.idSize, id)
	}
	o.record(hprof.Trace, ids, uint64(i+2), uint64(i+1), uint64(len(t.frames)))
}

// fillThread names a thread and creates the objects held by its frames.
func (g *generator) fillThread(t *thread, i int) {
	c := g.late
	for _, o := range c.objects {
		if o.id != t.object {
			continue
		}
		m := made{o.id, c, o.at}
		m.set(ref(i+1), 1, g.str(c, fmt.Appendf(nil, "worker-%d", i)), 0, g.holders.loader.ref)
	}
	for range t.frames {
		t.locals = append(t.locals, g.own(c), c.instance(g.jdk.optional).set(g.interned(c)).ref)
	}
}

// addRoots writes the GC roots: classes of the boot loader, threads with their local variables, and JNI handles.
func (g *generator) addRoots() {
	for i, t := range g.threads {
		g.root(hprof.RootThread, uint64(t.object), uint64(i+1), uint64(i+2))
		for at, o := range t.locals {
			g.root(hprof.RootJavaFrame, uint64(o), uint64(i+1), uint64(at/2))
		}
	}
	for _, k := range g.list {
		if k.loader == 0 {
			g.root(hprof.RootStickyClass, uint64(k.id))
		}
	}
	g.root(hprof.RootJNIGlobal, uint64(g.holders.loader.ref), 0x7f00)
	for i := range min(50, len(g.small)) {
		g.root(hprof.RootJNIGlobal, uint64(g.small[len(g.small)-1-i]), uint64(0x7f10+16*i))
	}
}
