package realistic

import (
	"io"

	"memcity/trace/wire/hprof"
)

// segment is the approximate size of a heap segment in bytes, as in HotSpot.
const segment = 1 << 20

// output writes records.
type output struct {
	w       io.Writer
	idSize  int
	err     error
	top     []byte // records not yet written
	heap    []byte // sub-records not yet in a segment
	texts   map[string]uint64
	nextID  uint64 // of the next text
	scratch []byte

	bytes, objects, references int64
}

func newOutput(w io.Writer, idSize int) *output {
	o := &output{w: w, idSize: idSize, texts: map[string]uint64{}, nextID: 0x7f88_0000_0000}
	if idSize == 4 {
		o.nextID = 0xE000_0000
	}
	o.top = hprof.AppendHeader(nil, hprof.Header{Version: "1.0.2", IDSize: idSize, Time: 1704067200000})
	return o
}

func record(kind hprof.Kind, body []byte, values []uint64) hprof.Record {
	r := hprof.Record{Kind: kind, Body: body}
	copy(r.Values[:], values)
	return r
}

func (o *output) record(kind hprof.Kind, body []byte, values ...uint64) {
	r := record(kind, body, values)
	o.top = hprof.Append(o.top, o.idSize, &r)
	if len(o.top) >= segment {
		o.write()
	}
}

func (o *output) write() {
	if o.err == nil {
		_, o.err = o.w.Write(o.top)
	}
	o.bytes += int64(len(o.top))
	o.top = o.top[:0]
}

// text writes a text unless it was written before, and returns its id.
func (o *output) text(text string) uint64 {
	id, known := o.texts[text]
	if !known {
		id = o.nextID
		o.nextID += 16
		o.texts[text] = id
		o.record(hprof.Text, []byte(text), id)
	}
	return id
}

// sub writes a sub-record of the heap dump.
func (o *output) sub(kind hprof.Kind, body []byte, values ...uint64) {
	r := record(kind, body, values)
	o.heap = hprof.Append(o.heap, o.idSize, &r)
	if len(o.heap) >= segment {
		o.endSegment()
	}
}

func (o *output) endSegment() {
	if len(o.heap) == 0 {
		return
	}
	o.record(hprof.HeapSegment, o.heap)
	o.heap = o.heap[:0]
}

// head writes texts, classes and stack traces.
func (o *output) head(classes *classes, threads []thread) {
	for i, c := range classes.list {
		o.record(hprof.LoadClass, nil, uint64(i+1), uint64(c.id), 1, o.text(c.name))
		for _, f := range append(c.fields[:len(c.fields):len(c.fields)], c.statics...) {
			o.text(f.name)
		}
	}
	o.record(hprof.Trace, nil, 1, 0, 0)
	for i := range threads {
		threads[i].write(o, i)
	}
	for _, c := range classes.list {
		o.class(c)
	}
}

func (o *output) class(c *class) {
	var body hprof.Class
	for _, f := range c.statics {
		body.Statics = append(body.Statics, hprof.Static{Name: o.text(f.name), Type: f.kind, Value: uint64(f.value)})
	}
	for _, f := range c.fields {
		body.Fields = append(body.Fields, hprof.Field{Name: o.text(f.name), Type: f.kind})
	}
	super, size := ref(0), 0
	if c.super != nil {
		super = c.super.id
	}
	for _, kind := range c.layout {
		size += kind.Size(8)
	}
	o.sub(hprof.ClassDump, hprof.AppendClass(nil, o.idSize, &body), uint64(c.id), 1, uint64(super), uint64(c.loader), 0, 0, 0, 0,
		uint64(size))
}

func (o *output) finish() {
	o.endSegment()
	o.record(hprof.HeapEnd, nil)
	o.write()
}
