package huge

import (
	"io"

	"memcity/trace/wire/hprof"
)

const (
	idSize  = 8
	segment = 1 << 20 // approximate number of bytes per write
)

// dump writes the records of a heap dump.
type dump struct {
	w      io.Writer
	err    error
	top    []byte // records not yet written
	heap   []byte // records of a heap segment not yet written
	next   uint64 // address of the next object
	serial uint64 // of the last class
	names  uint64 // id of the last text
	body   []byte
}

func header() []byte {
	return hprof.AppendHeader(nil, hprof.Header{Version: "1.0.2", IDSize: idSize, Time: 1704067200000})
}

func newDump(w io.Writer) *dump {
	d := &dump{w: w, top: header(), next: 0x7_0000_0000, names: 0x7f_0000_0000_0000}
	d.record(hprof.Trace, nil, 1, 0, 0)
	return d
}

func record(kind hprof.Kind, body []byte, values []uint64) *hprof.Record {
	r := &hprof.Record{Kind: kind, Body: body}
	copy(r.Values[:], values)
	return r
}

func (d *dump) record(kind hprof.Kind, body []byte, values ...uint64) {
	if d.top = hprof.Append(d.top, idSize, record(kind, body, values)); len(d.top) > segment {
		d.flush()
	}
}

func (d *dump) sub(kind hprof.Kind, body []byte, values ...uint64) {
	if d.heap = hprof.Append(d.heap, idSize, record(kind, body, values)); len(d.heap) > segment {
		d.flush()
	}
}

// flush writes the buffered records. Records outside segments come first, because classes must be loaded before their objects.
func (d *dump) flush() {
	if len(d.heap) > 0 {
		d.top = hprof.Append(d.top, idSize, record(hprof.HeapSegment, d.heap, nil))
		d.heap = d.heap[:0]
	}
	d.write(d.top)
	d.top = d.top[:0]
}

func (d *dump) write(data []byte) {
	if d.err == nil {
		_, d.err = d.w.Write(data)
	}
}

func (d *dump) finish() error {
	d.flush()
	d.record(hprof.HeapEnd, nil)
	d.flush()
	return d.err
}

func (d *dump) address(size uint64) uint64 {
	at := d.next
	d.next += size
	return at
}

func (d *dump) text(text string) uint64 {
	d.names += 16
	d.record(hprof.Text, []byte(text), d.names)
	return d.names
}

// class writes a class whose fields are references. Class objects are far from other objects.
func (d *dump) class(name string, super uint64, fields ...string) uint64 {
	d.serial++
	id := 0x1_0000_0000 + 112*d.serial
	d.record(hprof.LoadClass, nil, d.serial, id, 1, d.text(name))
	var c hprof.Class
	for _, f := range fields {
		c.Fields = append(c.Fields, hprof.Field{Name: d.text(f), Type: hprof.Object})
	}
	d.sub(hprof.ClassDump, hprof.AppendClass(nil, idSize, &c), id, 1, super, 0, 0, 0, 0, 0, uint64(idSize*len(fields)))
	return id
}

// instance writes an object whose fields are references. It takes size bytes in memory.
func (d *dump) instance(class, size uint64, fields ...uint64) uint64 {
	id := d.address(size)
	d.body = d.body[:0]
	for _, v := range fields {
		d.body = hprof.AppendID(d.body, idSize, v)
	}
	d.sub(hprof.Instance, d.body, id, 1, class, uint64(len(d.body)))
	return id
}

// array writes an array of n references returned by at; all are null if at is nil.
func (d *dump) array(class uint64, n int, at func(i int) uint64) uint64 {
	d.flush()
	id := d.address(uint64(16+4*n+7) &^ 7)
	head := hprof.Append(nil, idSize, record(hprof.ObjectArray, nil, []uint64{id, 1, uint64(n), class}))
	lead := hprof.Append(nil, idSize, record(hprof.HeapSegment, head, nil))
	setLength(lead, len(head)+idSize*n)
	d.write(lead)
	if at == nil {
		if d.err == nil {
			d.err = writeZeros(d.w, int64(idSize)*int64(n))
		}
		return id
	}
	var elements []byte
	for i := range n {
		if elements = hprof.AppendID(elements, idSize, at(i)); len(elements) > segment {
			d.write(elements)
			elements = elements[:0]
		}
	}
	d.write(elements)
	return id
}

// setLength sets the length of a record to n bytes, regardless of the data after it.
func setLength(rec []byte, n int) {
	for i := range 4 {
		rec[5+i] = byte(n >> (24 - 8*i))
	}
}

func (d *dump) root(o uint64) { d.sub(hprof.RootJNIGlobal, nil, o, 0) }
