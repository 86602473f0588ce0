package hostile

import (
	"bytes"
	"context"
	"slices"
	"sync"

	"memcity/trace/tracetest"
	"memcity/trace/wire/hprof"
)

// Dump returns a heap dump.
func Dump(bytes []byte) []byte {
	s := script(bytes)
	form := s.byte()
	d := dump{script: &s, idSize: 8}
	if form&1 != 0 {
		d.idSize = 4
	}
	d.records = slices.Clone(sampleRecords(d.idSize, form>>1&1 != 0))
	for edits := s.next(40); edits > 0 && s.more(); edits-- {
		d.edit()
	}
	data := d.file(form>>2&1 != 0)
	if form>>3&7 != 7 {
		return s.finish(data)
	}
	block := 0
	if form>>6&1 != 0 {
		block = 4096
	}
	data = tracetest.Gzip(data, block)
	if form>>7 != 0 {
		data = s.finish(data)
	}
	return data
}

// SoundDump returns the sample that Dump changes. It contains nearly all features of heap dumps in few bytes.
func SoundDump() []byte {
	d := dump{idSize: 8, records: sampleRecords(8, false)}
	return d.file(false)
}

// dump contains the records of a heap dump. Records of the sample are shared and must be copied before a change.
type dump struct {
	*script
	idSize  int
	records []hprof.Record
}

type sampleKind struct {
	idSize int
	tiny   bool
}

var samples sync.Map // of []hprof.Record, by sampleKind

// sampleRecords returns the records of a sample, without enclosing records.
func sampleRecords(idSize int, tiny bool) []hprof.Record {
	if r, ok := samples.Load(sampleKind{idSize, tiny}); ok {
		return r.([]hprof.Record)
	}
	data := sampleDump(idSize, tiny).Bytes()
	r, err := hprof.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		panic(err)
	}
	var all []hprof.Record
	if _, err := r.Scan(context.Background(), 1, func(_ int, c *hprof.Chunk) error {
		var rec hprof.Record
		for c.Next(&rec) {
			if rec.Kind != hprof.HeapSegment && rec.Kind != hprof.HeapDump && rec.Kind != hprof.HeapEnd {
				rec.Body = slices.Clone(rec.Body)
				all = append(all, rec)
			}
		}
		return nil
	}); err != nil {
		panic(err)
	}
	samples.Store(sampleKind{idSize, tiny}, all)
	return all
}

func sampleDump(idSize int, tiny bool) *tracetest.DumpBuilder {
	d := tracetest.NewDump()
	d.IDSize = idSize
	if tiny {
		d.Root(hprof.RootJNIGlobal, d.Instance(d.Class("a/A", tracetest.Ref("next")), 0), 0)
		return d
	}
	text := d.Class("java/lang/String", tracetest.Ref("value"), tracetest.Byte("coder"), tracetest.Int("hash"))
	letters, objects := d.Class("[B"), d.Class("[Ljava/lang/Object;")
	say := func(words string) uint64 { return d.Instance(text, d.Primitives(hprof.Byte, []byte(words)), 0, 0) }
	loader := d.Instance(d.Class("app/Loader", tracetest.Ref("parent")), 0)
	base := d.Class("app/Base", tracetest.Long("id"), tracetest.Static(tracetest.Ref("all")))
	base.Loader = loader
	person := d.SubClass(base, "app/Person", tracetest.Ref("name"), tracetest.Ref("next"))
	person.Loader = loader
	entry := d.Class("java/util/HashMap$Node", tracetest.Int("hash"), tracetest.Ref("key"), tracetest.Ref("value"), tracetest.Ref("next"))
	table := d.Class("[Ljava/util/HashMap$Node;")
	hashMap := d.Class("java/util/HashMap", tracetest.Ref("table"), tracetest.Int("size"))
	weak := d.Class("java/lang/ref/WeakReference", tracetest.Ref("referent"))
	buffer := d.Class("java/nio/DirectByteBuffer", tracetest.Long("address"), tracetest.Int("capacity"))
	thread := d.Class("java/lang/Thread", tracetest.Ref("name"))
	var entries []uint64
	last := uint64(0)
	for i := range 4 {
		last = d.Instance(person, say("Person"), last, uint64(i))
		entries = append(entries, d.Instance(entry, uint64(i), say("key"), last, 0))
	}
	all := d.Instance(hashMap, d.Array(table, append(entries, 0, 0)...), 4)
	base.Statics[0].Value = all
	d.Array(objects, all, last, base.ID, 0)
	d.Primitives(hprof.Long, make([]byte, 64))
	d.Root(hprof.RootJNIGlobal, d.Instance(weak, last), 0)
	d.Root(hprof.RootJNIGlobal, d.Instance(buffer, 4096, 1<<20), 0)
	serial := d.Thread(d.Instance(thread, say("main")), "app/Main.run:12", "app/Main.main:3")
	d.Root(hprof.RootJavaFrame, last, uint64(serial), 1)
	d.Root(hprof.RootStickyClass, base.ID)
	d.Root(hprof.RootStickyClass, letters.ID)
	return d
}

var subKinds = []hprof.Kind{hprof.RootUnknown, hprof.RootJNIGlobal, hprof.RootJNILocal, hprof.RootJavaFrame, hprof.RootNativeStack, hprof.RootStickyClass,
	hprof.RootThreadBlock, hprof.RootMonitor, hprof.RootThread, hprof.ClassDump, hprof.Instance, hprof.ObjectArray, hprof.PrimitiveArray, hprof.RootInterned,
	hprof.RootUnreachable, hprof.ArrayNoData, hprof.HeapInfo, hprof.Text, hprof.LoadClass, hprof.UnloadClass, hprof.Frame, hprof.Trace, hprof.AllocSites,
	hprof.HeapSummary, hprof.StartThread, hprof.EndThread, hprof.CPUSamples, hprof.Control}

// maxValues is the largest number of fixed fields of a record.
const maxValues = len(hprof.Record{}.Values)

// most is the largest number of records in a dump.
const most = 2000

// edit makes one change.
func (d *dump) edit() {
	if len(d.records) == 0 {
		d.records = append(d.records, hprof.Record{Kind: hprof.Text})
	}
	at := d.next(len(d.records))
	r := &d.records[at]
	switch d.next(12) {
	case 0, 1:
		r.Values[d.next(maxValues)] = d.value()
	case 2:
		d.records = slices.Delete(d.records, at, at+1)
	case 3:
		d.records = slices.Insert(d.records, d.next(len(d.records)), *r)
	case 4:
		other := d.next(len(d.records))
		d.records[at], d.records[other] = d.records[other], d.records[at]
	case 5:
		d.records = slices.Insert(d.records, at, d.record())
	case 6:
		if r.Kind != hprof.ClassDump {
			d.body(r)
		}
	case 7, 8:
		if r.Kind != hprof.ClassDump {
			d.refer(r)
		}
	case 9:
		if r.Kind == hprof.ClassDump {
			d.class(r)
		} else if r.Kind == hprof.Text {
			r.Body = []byte(d.name())
		}
	case 10:
		d.repeat(*r)
	case 11:
		d.text(at)
	}
}

// value returns a number that identifies something in the dump, or an extreme number.
func (d *dump) value() uint64 {
	if d.next(3) == 0 {
		return d.extreme()
	}
	return d.records[d.next(len(d.records))].Values[d.next(2)*d.next(maxValues)]
}

func (d *dump) record() hprof.Record {
	r := hprof.Record{Kind: subKinds[d.next(len(subKinds))]}
	for i := range 4 {
		r.Values[i] = d.value()
	}
	if r.Kind == hprof.ClassDump {
		r.Body = hprof.AppendClass(nil, d.idSize, &hprof.Class{})
		return r
	}
	r.Body = make([]byte, d.next(40))
	switch r.Kind {
	case hprof.Instance:
		r.Values[3] = uint64(len(r.Body))
	case hprof.ObjectArray:
		r.Values[hprof.ArrayLength] = uint64(len(r.Body) / d.idSize)
	case hprof.PrimitiveArray:
		r.Values[hprof.ArrayLength] = uint64(len(r.Body) / 8)
		r.Values[hprof.ArrayType] = uint64(4 + d.next(9))
	}
	return r
}

// body changes the length or a byte of the data after the fixed fields, so that they no longer match.
func (d *dump) body(r *hprof.Record) {
	r.Body = slices.Clone(r.Body)
	at := d.next(len(r.Body) + 1)
	switch d.next(3) {
	case 0:
		r.Body = r.Body[:at]
	case 1:
		r.Body = append(r.Body, make([]byte, d.next(64))...)
	default:
		if at < len(r.Body) {
			r.Body[at] = byte(d.byte())
		}
	}
}

// refer writes a possible id into the body at a possible position.
func (d *dump) refer(r *hprof.Record) {
	n := len(r.Body) / d.idSize
	if n == 0 {
		return
	}
	at := d.next(n) * d.idSize
	r.Body = slices.Clone(r.Body)
	copy(r.Body[at:], hprof.AppendID(nil, d.idSize, d.value()))
}

// class changes the fields of a class. The body is valid, because no other edit changes it.
func (d *dump) class(r *hprof.Record) {
	c := r.Class(d.idSize)
	field := hprof.Field{Name: d.value(), Type: hprof.BasicType(d.next(13))}
	switch d.next(4) {
	case 0:
		c.Fields = append(c.Fields, field)
	case 1:
		for range d.next(300) {
			c.Fields = append(c.Fields, field)
		}
	case 2:
		c.Statics = append(c.Statics, hprof.Static{Name: field.Name, Type: field.Type, Value: d.value()})
	default:
		if len(c.Fields) > 0 {
			c.Fields = slices.Clone(c.Fields)
			c.Fields[d.next(len(c.Fields))] = field
		}
	}
	r.Body = hprof.AppendClass(nil, d.idSize, &c)
}

// repeat adds copies of a record, each for another object. Copies of classes and arrays may each refer to the previous one.
func (d *dump) repeat(r hprof.Record) {
	n, step, chained := d.next(400), uint64(d.next(64)), d.next(2) == 1
	for range min(n, most-len(d.records)) {
		before := r.Values[0]
		r.Values[0] += step
		if chained && r.Kind == hprof.ClassDump {
			r.Values[hprof.ClassSuper] = before
		} else if chained && len(r.Body) >= d.idSize && r.Kind != hprof.Text {
			r.Body = append(hprof.AppendID(nil, d.idSize, before), r.Body[d.idSize:]...)
		}
		d.records = append(d.records, r)
	}
}

// text changes the name of a record's class.
func (d *dump) text(at int) {
	id := uint64(0x7000) + uint64(d.next(8))
	load := hprof.Record{Kind: hprof.LoadClass}
	load.Values[hprof.LoadID], load.Values[hprof.LoadName] = d.records[at].Values[0], id
	name := hprof.Record{Kind: hprof.Text, Body: []byte(d.name())}
	name.Values[hprof.TextID] = id
	d.records = slices.Insert(d.records, 0, name, load)
}

// file writes the records. If one is true, the heap dump is a single record, as before JDK 9.
func (d *dump) file(one bool) []byte {
	out := hprof.AppendHeader(nil, hprof.Header{Version: "1.0.2", IDSize: d.idSize, Time: 1704067200000})
	var heap []byte
	flush := func() {
		if kind := hprof.HeapSegment; len(heap) > 0 {
			if one {
				kind = hprof.HeapDump
			}
			out = hprof.Append(out, d.idSize, &hprof.Record{Kind: kind, Body: heap})
			heap = heap[:0]
		}
	}
	for i := range d.records {
		if r := &d.records[i]; r.Kind >= 0x100 {
			heap = hprof.Append(heap, d.idSize, r)
		} else {
			flush()
			out = hprof.Append(out, d.idSize, r)
		}
	}
	flush()
	return hprof.Append(out, d.idSize, &hprof.Record{Kind: hprof.HeapEnd})
}
