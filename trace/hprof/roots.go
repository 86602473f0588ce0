package hprof

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	tracepkg "memcity/trace"
	"memcity/trace/internal/javaname"
	"memcity/trace/wire/hprof"
)

// rootKinds maps the root records of a dump to kinds of roots.
var rootKinds = map[hprof.Kind]struct {
	kind   tracepkg.RootKind
	detail string
}{
	hprof.RootUnknown:          {tracepkg.RootUnknown, ""},
	hprof.RootJNIGlobal:        {tracepkg.RootJNIGlobal, ""},
	hprof.RootJNILocal:         {tracepkg.RootJNILocal, ""},
	hprof.RootJavaFrame:        {tracepkg.RootLocal, ""},
	hprof.RootNativeStack:      {tracepkg.RootNativeStack, ""},
	hprof.RootStickyClass:      {tracepkg.RootClass, ""},
	hprof.RootThreadBlock:      {tracepkg.RootThreadBlock, ""},
	hprof.RootMonitor:          {tracepkg.RootMonitor, ""},
	hprof.RootThread:           {tracepkg.RootThread, ""},
	hprof.RootInterned:         {tracepkg.RootInterned, ""},
	hprof.RootFinalizing:       {tracepkg.RootFinalizing, ""},
	hprof.RootDebugger:         {tracepkg.RootDebugger, ""},
	hprof.RootReferenceCleanup: {tracepkg.RootUnknown, "reference cleanup"},
	hprof.RootVMInternal:       {tracepkg.RootVMInternal, ""},
	hprof.RootJNIMonitor:       {tracepkg.RootMonitor, "JNI"},
}

// addRoots adds threads and roots in file order.
func (l *loader) addRoots() {
	h := l.heap
	threads := l.addThreads()
	l.addSites(l.columns, threads)
	h.Roots = make([]tracepkg.Root, 0, len(l.census.roots))
	for i := range l.census.roots {
		r := &l.census.roots[i]
		o, ok := l.index.find(r.object)
		if !ok {
			l.dangling++
			continue
		}
		meaning := rootKinds[r.kind]
		root := tracepkg.Root{Kind: meaning.kind, Object: o, Thread: -1, Frame: -1, Detail: meaning.detail}
		switch r.kind {
		case hprof.RootJNILocal, hprof.RootJavaFrame, hprof.RootJNIMonitor, hprof.RootNativeStack, hprof.RootThreadBlock,
			hprof.RootThread:
			if t, ok := threads[r.thread]; ok {
				root.Thread = t
			}
		}
		switch r.kind {
		case hprof.RootJNILocal, hprof.RootJavaFrame:
			frame := int32(r.more)
			if root.Thread >= 0 && frame >= 0 && int(frame) < len(h.Threads[root.Thread].Frames) {
				root.Frame = frame
			}
		case hprof.RootStickyClass:
			if t := l.types.byID.find(r.object); t != nil {
				root.Detail = t.name
			}
		case hprof.RootJNIGlobal:
			if l.census.tag != 0 && r.thread == 0 { // without a handle
				root.Kind, root.Detail = tracepkg.RootUnknown, tracepkg.ImageHeap
			}
		}
		h.Roots = append(h.Roots, root)
	}
}

// addThreads adds the threads and returns their numbers by serial.
func (l *loader) addThreads() map[uint32]int32 {
	h := l.heap
	threads := map[uint32]int32{}
	frames := l.frames()
	add := func(serial, trace uint32, object uint64, name string) {
		n, known := threads[serial]
		if !known {
			n = int32(len(h.Threads))
			threads[serial] = n
			h.Threads = append(h.Threads, tracepkg.Thread{Object: tracepkg.NoObject})
		}
		t := &h.Threads[n]
		if o := l.find(object); o != tracepkg.NoObject {
			t.Object = o
		}
		if name != "" {
			t.Name = name
		}
		if tr, ok := l.census.traces[trace]; ok && t.Frames == nil {
			for _, f := range frames(tr) {
				t.Frames = append(t.Frames, f.String())
			}
		}
	}
	for i := range l.census.starts {
		s := &l.census.starts[i]
		add(s.serial, 0, s.object, l.census.texts[s.name])
	}
	for i := range l.census.roots {
		if r := &l.census.roots[i]; r.kind == hprof.RootThread {
			add(r.thread, r.more, r.object, "")
		}
	}
	for i := range h.Threads {
		if h.Threads[i].Name == "" {
			h.Threads[i].Name = fmt.Sprintf("thread %d", i+1)
		}
	}
	return threads
}

// frames returns a function that returns the frames of a stack trace.
func (l *loader) frames() func(stackTrace) []tracepkg.Frame {
	classes := map[uint32]string{}
	for _, load := range l.census.loads {
		classes[load.serial] = javaname.Of(l.census.texts[load.name])
	}
	return func(t stackTrace) []tracepkg.Frame {
		frames := make([]tracepkg.Frame, len(t.frames))
		for i, id := range t.frames {
			f, ok := l.census.frames[id]
			if ok {
				frames[i] = tracepkg.Frame{Class: classes[f.class], Method: l.census.texts[f.method], File: l.census.texts[f.source],
					Line: max(0, f.line), Native: f.line == -3}
			}
		}
		return frames
	}
}

// maxThreadName is the length in characters to which thread names are truncated.
const maxThreadName = 200

// threadName is a thread name that has not been read yet.
type threadName struct {
	thread int
	text   tracepkg.ObjectID // java.lang.String; NoObject if the name is an array, as before JDK 8
	array  tracepkg.ObjectID
	wide   bool // two bytes per character
}

// nameThreads reads the names of the threads from their java.lang.Thread objects. No other texts are read from the objects of a dump.
func (l *loader) nameThreads(ctx context.Context) error {
	wanted := map[uint64][]*threadName{} // by the IDs of strings and arrays
	for i := range l.heap.Threads {
		n := l.findName(i)
		if n == nil {
			continue
		}
		for _, o := range []tracepkg.ObjectID{n.text, n.array} {
			if o != tracepkg.NoObject {
				id := l.index.id(o)
				wanted[id] = append(wanted[id], n)
			}
		}
	}
	ids := make([]uint64, 0, len(wanted))
	for id := range wanted {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	var places []hprof.Place
	for _, p := range l.census.places {
		if i, _ := slices.BinarySearch(ids, p.low); i < len(ids) && ids[i] <= p.top {
			places = append(places, p.place)
		}
	}
	content := map[*threadName][]byte{}
	err := l.reader.ScanAt(ctx, places, func(c *hprof.Chunk) error {
		var r hprof.Record
		for c.Next(&r) {
			switch r.Kind {
			case hprof.Instance:
				for _, n := range wanted[r.Values[0]] {
					n.wide = l.isWide(&r)
				}
			case hprof.PrimitiveArray:
				for _, n := range wanted[r.Values[0]] {
					content[n] = slices.Clone(r.Body[:min(len(r.Body), 4*maxThreadName)])
				}
			}
		}
		return nil
	})
	for n, d := range content {
		l.heap.Threads[n.thread].Name = l.decodeName(n, d)
	}
	for i := range l.heap.Threads {
		if t := &l.heap.Threads[i]; t.Name == "" && t.Object != tracepkg.NoObject && l.heap.Extends(l.heap.TypeOf.At(t.Object), "java.lang.BaseVirtualThread") {
			t.Name = tracepkg.UnnamedVirtual
		}
	}
	return err
}

// findName follows a thread's fields to the characters of its name; nil if there are none.
func (l *loader) findName(thread int) *threadName {
	n := &threadName{thread: thread, text: tracepkg.NoObject}
	object := l.heap.Threads[thread].Object
	if object == tracepkg.NoObject {
		return nil
	}
	if n.array = l.heap.Referent(object, "name"); n.array == tracepkg.NoObject {
		return nil
	}
	if l.heap.Types[l.heap.TypeOf.At(n.array)].Kind != tracepkg.PrimitiveArray {
		n.text = n.array
		n.array = l.heap.Referent(n.text, "value")
	}
	if n.array == tracepkg.NoObject || l.heap.Types[l.heap.TypeOf.At(n.array)].Kind != tracepkg.PrimitiveArray {
		return nil
	}
	return n
}

// isWide reports whether the field coder of a java.lang.String marks its bytes as UTF-16.
func (l *loader) isWide(r *hprof.Record) bool {
	t := l.types.byID.find(r.Values[hprof.InstanceClass])
	if t == nil || t.class == nil {
		return false
	}
	at := 0
	for _, f := range t.class.Fields {
		if l.census.texts[f.Name] == "coder" && at < len(r.Body) {
			return r.Body[at] != 0
		}
		at += f.Type.Size(l.reader.Header.IDSize)
	}
	return false
}

// decodeName decodes the name from the content of a char[] or byte[].
func (l *loader) decodeName(n *threadName, d []byte) string {
	text := tracepkg.Text(d, valueKind(l.types.list[l.heap.TypeOf.At(n.array)].element), n.wide, maxThreadName)
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == utf8.RuneError {
			return ' '
		}
		return r
	}, text)
}
