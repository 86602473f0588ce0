package jfr

import (
	"memcity/trace"
	"memcity/trace/internal/javaname"
	"memcity/trace/wire/jfr"
)

// moment is a time at which the recorder wrote the sampled objects that were alive.
type moment struct {
	at      int64  // ns since 1970
	source  string // base name of the file
	samples []liveSample
	objects []object // sampled objects, and objects on the paths to them
	roots   []gcRoot

	numbers   map[jfr.Ref]int32 // indices into objects, by constant
	addresses map[int64]int32   // the same by address
	rooted    map[jfr.Ref]int32 // indices into roots, by constant
}

// liveSample is a sampled object.
type liveSample struct {
	object    int32 // index into the moment's objects
	allocated int64 // ns since 1970
	size      int64 // in bytes; 0 if unknown
	site      trace.SiteID
	thread    int32
	root      int32 // index into the moment's roots; -1 if no path to a GC root was recorded
}

// object is a sampled object or an object on the path to one.
type object struct {
	address int64  // 0 if unknown
	class   string // VM name; empty if unknown
	text    string // description by the JDK, such as "Class Name: app.Main"
	length  int64  // of an array; -1 if unknown

	referrer int32  // object that refers to this one; -1 for none
	field    string // field of the referrer; empty for none
	static   bool   // the field is static
	index    int64  // array element of the referrer
	skipped  int64  // number of objects between the two that the recording omits
}

// gcRoot describes a GC root. The names are the JDK's.
type gcRoot struct{ system, kind, text string }

// momentKey identifies the events of a moment in a chunk.
type momentKey struct {
	event *jfr.Type
	at    int64 // ns since 1970; 0 for all of the chunk
}

// momentOf returns the moment of an event. The JDK gives all samples that it writes together the same time; async-profiler does not, but
// writes once per chunk.
func (e *eventTaker) momentOf(o *jfr.Object, together bool) *moment {
	key := momentKey{event: o.Type}
	at := e.span(o).start
	if together {
		key.at = at
	}
	m := e.moments[key]
	if m == nil {
		m = &moment{source: e.file.Base(), numbers: map[jfr.Ref]int32{}, addresses: map[int64]int32{}, rooted: map[jfr.Ref]int32{}}
		e.moments[key] = m
		e.live = append(e.live, m)
	}
	m.at = max(m.at, at)
	return m
}

// old adds a sample of jdk.OldObjectSample.
func (e *eventTaker) old(o *jfr.Object) {
	m := e.momentOf(o, true)
	n := e.objectOf(m, o.Ref(o.Type.Slot("object")))
	if n < 0 {
		return
	}
	found := &m.objects[n]
	if length := o.Int(o.Type.Slot("arrayElements")); length >= 0 {
		found.length = length
	}
	s := e.sampleOf(o, n)
	s.size = max(0, o.Int(o.Type.Slot("objectSize")))
	e.sizeOf(found.class, s.size)
	if root := o.Ref(o.Type.Slot("root")); root.Key != 0 {
		s.root = e.rootOf(m, root)
	}
	m.samples = append(m.samples, s)
}

// liveObject adds a sample of profiler.LiveObject, which async-profiler writes.
func (e *eventTaker) liveObject(o *jfr.Object) {
	m := e.momentOf(o, false)
	s := e.sampleOf(o, int32(len(m.objects)))
	s.size = max(0, o.Int(e.slots.size))
	class := o.ClassName(e.slots.class)
	e.sizeOf(class, s.size)
	m.objects = append(m.objects, object{class: class, length: -1, referrer: -1})
	m.samples = append(m.samples, s)
}

// sampleOf returns the sample of an event, without a root and a size.
func (e *eventTaker) sampleOf(o *jfr.Object, object int32) liveSample {
	return liveSample{object: object, allocated: e.chunk.Unix(o.Int(o.Type.Slot("allocationTime"))), site: e.alive.siteOf(o, &e.slots),
		thread: e.alive.threadOf(o, &e.slots), root: -1}
}

// sizeOf notes the size of an object of a class, in bytes; 0 if unknown.
func (e *eventTaker) sizeOf(class string, size int64) {
	if size == 0 || class == "" {
		return
	}
	name := javaname.Of(class)
	if e.sizes[name] == nil {
		e.sizes[name] = &meanSize{}
	}
	e.sizes[name].add(size, 1)
}

// objectOf returns the number of the object that is a constant; -1 if the constant cannot be read. It follows the chain of references that
// led the JDK from a GC root to the object. It ends because each step adds a constant that was unknown.
func (e *eventTaker) objectOf(m *moment, ref jfr.Ref) (first int32) {
	first = -1
	last, from := int32(-1), object{} // object before, and the reference that leads to it
	for ref.Key != 0 {
		n, known := m.numbers[ref]
		var o jfr.Object
		if !known {
			if !e.chunk.Constant(ref, &o) {
				return first
			}
			n = m.add(ref, &o)
		}
		if first < 0 {
			first = n
		}
		if last >= 0 {
			x := &m.objects[last]
			x.referrer, x.field, x.static, x.index, x.skipped = n, from.field, from.static, from.index, from.skipped
			if from.length >= 0 {
				m.objects[n].length = from.length
			}
		}
		if known || m.objects[n].referrer >= 0 {
			return first
		}
		last = n
		ref, from = e.reference(&o)
	}
	return first
}

// add adds an object, unless there is one with its address, and returns its number.
func (m *moment) add(ref jfr.Ref, o *jfr.Object) int32 {
	address := o.Int(o.Type.Slot("address"))
	n, ok := m.addresses[address]
	if !ok || address == 0 {
		n = int32(len(m.objects))
		m.addresses[address] = n
		m.objects = append(m.objects, object{address: address, class: o.ClassName(o.Type.Slot("type")), text: o.Text(o.Type.Slot("description")),
			length: -1, referrer: -1})
	}
	m.numbers[ref] = n
	return n
}

// reference returns the constant of the object that refers to o, with the reference; the key is 0 for none. length is that of the array that
// refers to o.
func (e *eventTaker) reference(o *jfr.Object) (referrer jfr.Ref, from object) {
	from.length = -1
	var r, part jfr.Object
	if ref := o.Ref(o.Type.Slot("referrer")); ref.Key == 0 || !e.chunk.Constant(ref, &r) {
		return jfr.Ref{}, from
	}
	from.skipped = max(0, r.Int(r.Type.Slot("skip")))
	if e.chunk.Constant(r.Ref(r.Type.Slot("array")), &part) {
		from.length, from.index = part.Int(part.Type.Slot("size")), max(0, part.Int(part.Type.Slot("index")))
	}
	if e.chunk.Constant(r.Ref(r.Type.Slot("field")), &part) {
		from.field = part.Text(part.Type.Slot("name"))
		from.static = part.Int(part.Type.Slot("modifiers"))&staticModifier != 0
	}
	return r.Ref(r.Type.Slot("object")), from
}

// staticModifier is the bit of a static field in the class file format.
const staticModifier = 0x8

// rootOf returns the number of the GC root that is a constant; -1 if it cannot be read.
func (e *eventTaker) rootOf(m *moment, ref jfr.Ref) int32 {
	n, ok := m.rooted[ref]
	if ok {
		return n
	}
	var o jfr.Object
	n = -1
	if e.chunk.Constant(ref, &o) {
		n = int32(len(m.roots))
		m.roots = append(m.roots, gcRoot{o.Text(o.Type.Slot("system")), o.Text(o.Type.Slot("type")), o.Text(o.Type.Slot("description"))})
	}
	m.rooted[ref] = n
	return n
}

// configuration reads the sizes that depend on options of the JVM.
func (e *eventTaker) configuration(o *jfr.Object) {
	if s := o.Type.Slot("usesCompressedOops"); s >= 0 {
		e.reader.reference = 8
		if o.Int(s) != 0 {
			e.reader.reference = 4
		}
	}
	if align := o.Int(o.Type.Slot("objectAlignment")); align >= 8 && align <= 256 && align&(align-1) == 0 {
		e.align = align
	}
}
