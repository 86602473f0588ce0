package tracetest

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/klauspost/compress/gzip"

	"memcity/trace"
	"memcity/trace/wire/hprof"
)

// DumpBuilder builds an HPROF heap dump in the form that HotSpot writes. By default it has ids of 8 bytes, version 1.0.2, a time in 2024,
// one heap segment, and instance sizes as in HotSpot.
//
//	d := tracetest.NewDump()
//	node := d.Class("app/Node", tracetest.Ref("next"), tracetest.Int("n"))
//	a := d.Instance(node, 0, 7)
//	d.Root(hprof.RootStickyClass, node.ID)
//	file := d.File("one.hprof")
//
// Objects get consecutive addresses, with sizes as with compressed references: headers of 12 and 16 bytes, references of 4, alignment 8.
type DumpBuilder struct {
	IDSize  int
	Version string
	Time    int64 // in ms since 1970
	// Segment is the size in bytes after which a heap segment ends; 0 for a single segment.
	Segment int
	// OneDump writes a HEAP_DUMP record, as before JDK 9, instead of segments and a heap end.
	OneDump bool
	// ClassesLast writes the classes after the objects.
	ClassesLast bool
	// Site is the serial of the stack trace of objects added from now: a result of [DumpBuilder.Trace], or 1 for the empty trace that
	// HotSpot writes.
	Site uint32
	// RealSizes writes real instance sizes, like native images and Android.
	RealSizes bool

	top     []hprof.Record
	classes []*DumpClass
	objects []hprof.Record
	roots   []hprof.Record
	texts   map[string]uint64
	next    uint64 // address of the next object
	serial  uint32 // of the last thread or trace
}

// DumpField is a field of a class, with a value if it is static.
type DumpField struct {
	Name   string
	Type   hprof.BasicType
	Static bool
	Value  uint64
}

// Static returns f as a static field. Its value can be set later in [DumpClass.Statics].
func Static(f DumpField) DumpField {
	f.Static = true
	return f
}

// Ref returns a reference field.
func Ref(name string) DumpField { return DumpField{Name: name, Type: hprof.Object} }

// Int returns a field of four bytes.
func Int(name string) DumpField { return DumpField{Name: name, Type: hprof.Int} }

// Byte returns a field of one byte.
func Byte(name string) DumpField { return DumpField{Name: name, Type: hprof.Byte} }

// Long returns a field of eight bytes.
func Long(name string) DumpField { return DumpField{Name: name, Type: hprof.Long} }

// DumpClass is a class of a dump. Changes before [DumpBuilder.Bytes] are included in the dump.
type DumpClass struct {
	ID      uint64
	Super   *DumpClass
	Loader  uint64
	Domain  uint64
	Statics []DumpField
	// Size is the size of an instance in memory, in bytes.
	Size int64

	name   string
	fields []DumpField
}

// firstAddress is the address of the first object.
const firstAddress = 0x10000000

// NewDump returns a builder with the classes java.lang.Object and java.lang.Class.
func NewDump() *DumpBuilder {
	d := &DumpBuilder{IDSize: 8, Version: "1.0.2", Time: 1704067200000, texts: map[string]uint64{}, next: firstAddress,
		Site: 1}
	d.Class("java/lang/Object")
	d.Class("java/lang/Class")
	return d
}

// Class adds a class with fields. Names are as in HotSpot: app/Node, [Lapp/Node; or [I. The size of an instance is a header of 12 bytes
// plus the fields in order, without holes. The class object has 112 bytes plus the static fields.
func (d *DumpBuilder) Class(name string, fields ...DumpField) *DumpClass {
	return d.SubClass(nil, name, fields...)
}

// SubClass adds a class that extends super.
func (d *DumpBuilder) SubClass(super *DumpClass, name string, fields ...DumpField) *DumpClass {
	c := &DumpClass{Super: super, name: name}
	mirror := int64(112)
	for _, f := range fields {
		if f.Static {
			c.Statics = append(c.Statics, f)
			mirror += int64(f.Type.Size(4))
		} else {
			c.fields = append(c.fields, f)
		}
	}
	c.ID = d.Address(mirror)
	c.Size = c.instanceSize(12, nil)
	d.classes = append(d.classes, c)
	return c
}

// instanceSize returns the size of an instance in bytes, with a header of the given size. It leaves out the fields of base and its super classes.
func (c *DumpClass) instanceSize(header int64, base *DumpClass) int64 {
	size := header
	for s := c; s != base; s = s.Super {
		for _, f := range s.fields {
			size += int64(f.Type.Size(4))
		}
	}
	return (size + 7) &^ 7
}

// Address reserves size bytes, rounded up to a multiple of 8, and returns their address. Without an object there, it leaves a gap.
func (d *DumpBuilder) Address(size int64) uint64 {
	at := d.next
	d.next += uint64(size+7) &^ 7
	return at
}

// Instance adds an object of class c with values for its fields: the fields of the class first, then those of each super class. Missing
// values are 0.
func (d *DumpBuilder) Instance(c *DumpClass, values ...uint64) uint64 {
	id := d.Address(c.Size)
	d.InstanceAt(id, c, values...)
	return id
}

// InstanceAt is [DumpBuilder.Instance] with the given id.
func (d *DumpBuilder) InstanceAt(id uint64, c *DumpClass, values ...uint64) {
	var body []byte
	for s := c; s != nil; s = s.Super {
		for _, f := range s.fields {
			v := uint64(0)
			if len(values) > 0 {
				v, values = values[0], values[1:]
			}
			body = appendValue(body, v, f.Type.Size(d.IDSize))
		}
	}
	if len(values) > 0 {
		panic(fmt.Sprintf("tracetest: %d values too many for %s", len(values), c.name))
	}
	d.Record(record(hprof.Instance, body, id, uint64(d.Site), c.ID, uint64(len(body))))
}

func appendValue(dst []byte, v uint64, size int) []byte {
	for i := size - 1; i >= 0; i-- {
		dst = append(dst, byte(v>>(8*i)))
	}
	return dst
}

// Array adds an array of references. c is the class of the array.
func (d *DumpBuilder) Array(c *DumpClass, elements ...uint64) uint64 {
	id := d.Address(16 + 4*int64(len(elements)))
	var body []byte
	for _, e := range elements {
		body = hprof.AppendID(body, d.IDSize, e)
	}
	d.Record(record(hprof.ObjectArray, body, id, uint64(d.Site), uint64(len(elements)), c.ID))
	return id
}

// Primitives adds a primitive array with big-endian content.
func (d *DumpBuilder) Primitives(t hprof.BasicType, content []byte) uint64 {
	id := d.Address(16 + int64(len(content)))
	d.Record(record(hprof.PrimitiveArray, content, id, uint64(d.Site), uint64(len(content)/t.Size(8)), uint64(t)))
	return id
}

// Root adds a GC root with the values of its record.
func (d *DumpBuilder) Root(kind hprof.Kind, values ...uint64) {
	d.roots = append(d.roots, record(kind, nil, values...))
}

// Thread adds a thread held by a root and returns its serial. Frames are innermost first, as pkg/Class.method:12.
func (d *DumpBuilder) Thread(object uint64, frames ...string) uint32 {
	thread := d.serial + 1
	d.Root(hprof.RootThread, object, uint64(thread), uint64(d.Trace(thread, frames...)))
	return thread
}

// Trace adds a stack trace of a thread, 0 for none, and returns its serial. Frames are as in [DumpBuilder.Thread].
func (d *DumpBuilder) Trace(thread uint32, frames ...string) uint32 {
	d.serial++
	ids := []byte{}
	for i, f := range frames {
		method, line, _ := strings.Cut(f, ":")
		class, method, _ := strings.Cut(method, ".")
		n := 0
		fmt.Sscan(line, &n)
		source := class[strings.LastIndex(class, "/")+1:] + ".java"
		id := uint64(d.serial)<<16 + uint64(i) + 1
		d.top = append(d.top, record(hprof.Frame, nil, id, d.Text(method), d.Text("()V"), d.Text(source),
			uint64(d.classSerial(class)), uint64(uint32(n))))
		ids = hprof.AppendID(ids, d.IDSize, id)
	}
	trace := d.serial + 1 // 1 is the empty trace
	d.top = append(d.top, record(hprof.Trace, ids, uint64(trace), uint64(thread), uint64(len(frames))))
	return trace
}

// classSerial returns the serial of the class with the given name; 0 if there is none.
func (d *DumpBuilder) classSerial(name string) uint32 {
	for i, c := range d.classes {
		if javaName(c.name) == javaName(name) {
			return uint32(i + 1)
		}
	}
	return 0
}

// Text adds a text unless it exists, and returns its id.
func (d *DumpBuilder) Text(text string) uint64 {
	id, ok := d.texts[text]
	if !ok {
		id = uint64(len(d.texts) + 1)
		d.texts[text] = id
		d.top = append(d.top, record(hprof.Text, []byte(text), id))
	}
	return id
}

// Record adds a sub-record after all earlier ones.
func (d *DumpBuilder) Record(r hprof.Record) { d.objects = append(d.objects, r) }

// Top adds a record outside heap dumps.
func (d *DumpBuilder) Top(r hprof.Record) { d.top = append(d.top, r) }

// Shuffle changes the order of the objects in the file. shuffle has the signature of [math/rand/v2.Rand.Shuffle].
func (d *DumpBuilder) Shuffle(shuffle func(n int, swap func(i, j int))) {
	shuffle(len(d.objects), func(i, j int) { d.objects[i], d.objects[j] = d.objects[j], d.objects[i] })
}

func record(kind hprof.Kind, body []byte, values ...uint64) hprof.Record {
	r := hprof.Record{Kind: kind, Body: body}
	copy(r.Values[:], values)
	return r
}

// Bytes returns the dump.
func (d *DumpBuilder) Bytes() []byte {
	var loads, classes []hprof.Record
	for i, c := range d.classes {
		loads = append(loads, record(hprof.LoadClass, nil, uint64(i+1), c.ID, 1, d.Text(c.name)))
		classes = append(classes, d.classRecord(c))
	}
	out := hprof.AppendHeader(nil, hprof.Header{Version: d.Version, IDSize: d.IDSize, Time: d.Time})
	for _, list := range [][]hprof.Record{d.top, loads} {
		for _, r := range list {
			out = hprof.Append(out, d.IDSize, &r)
		}
	}
	parts := [][]hprof.Record{classes, d.objects, d.roots}
	if d.ClassesLast {
		parts = [][]hprof.Record{d.roots, d.objects, classes}
	}
	var heap []byte
	kind := hprof.HeapSegment
	if d.OneDump {
		kind = hprof.HeapDump
	}
	for _, list := range parts {
		for _, r := range list {
			if heap = hprof.Append(heap, d.IDSize, &r); d.Segment > 0 && len(heap) >= d.Segment {
				out = hprof.Append(out, d.IDSize, &hprof.Record{Kind: kind, Body: heap})
				heap = nil
			}
		}
	}
	if len(heap) > 0 {
		out = hprof.Append(out, d.IDSize, &hprof.Record{Kind: kind, Body: heap})
	}
	if !d.OneDump {
		out = hprof.Append(out, d.IDSize, &hprof.Record{Kind: hprof.HeapEnd})
	}
	return out
}

func (d *DumpBuilder) classRecord(c *DumpClass) hprof.Record {
	var body hprof.Class
	size := int64(0)
	for s := c; s != nil; s = s.Super {
		for _, f := range s.fields {
			size += int64(f.Type.Size(8))
		}
	}
	if d.RealSizes {
		size = c.Size
	}
	for _, s := range c.Statics {
		body.Statics = append(body.Statics, hprof.Static{Name: d.Text(s.Name), Type: s.Type, Value: s.Value})
	}
	for _, f := range c.fields {
		body.Fields = append(body.Fields, hprof.Field{Name: d.Text(f.Name), Type: f.Type})
	}
	super := uint64(0)
	if c.Super != nil {
		super = c.Super.ID
	}
	return record(hprof.ClassDump, hprof.AppendClass(nil, d.IDSize, &body), c.ID, 1, super, c.Loader, 0, c.Domain, 0, 0,
		uint64(min(size, math.MaxUint32)))
}

// File returns the dump as a file.
func (d *DumpBuilder) File(name string) trace.File { return trace.MemoryFile(name, d.Bytes()) }

// Gzip compresses data as a single member if block is 0. Otherwise each member contains block bytes, and the first has HotSpot's comment.
func Gzip(data []byte, block int) []byte {
	var out bytes.Buffer
	step := block
	if block == 0 {
		step = max(1, len(data))
	}
	for at := 0; at < len(data) || at == 0; at += step {
		w, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed)
		if block > 0 && at == 0 {
			w.Comment = fmt.Sprintf("HPROF BLOCKSIZE=%d", block)
		}
		w.Write(data[at:min(at+step, len(data))])
		w.Close()
	}
	return out.Bytes()
}
