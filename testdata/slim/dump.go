package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
)

// Tags of records and sub-records, as in the HPROF manual of HotSpot.
const (
	tagUTF8      = 0x01
	tagLoadClass = 0x02
	tagFrame     = 0x04
	tagHeapDump  = 0x0C
	tagSegment   = 0x1C

	subClass          = 0x20
	subInstance       = 0x21
	subObjectArray    = 0x22
	subPrimitiveArray = 0x23

	// classFixed is where the constant pool of a class begins: id, stack, six more ids, size of instances.
	classFixed = 8 + 4 + 6*8 + 4
)

// rootSizes are the bytes after the id of the sub-records for GC roots.
var rootSizes = map[byte]int{0xFF: 0, 0x01: 8, 0x02: 8, 0x03: 8, 0x04: 4, 0x05: 0, 0x06: 4, 0x07: 0, 0x08: 8}

const (
	typeObject = 2
	typeInt    = 10
)

// typeSizes are the bytes of a value by type. Ids have 8 bytes.
var typeSizes = map[byte]int{typeObject: 8, 4: 1, 5: 2, 6: 4, 7: 8, 8: 1, 9: 2, typeInt: 4, 11: 8}

type field struct {
	name uint64
	kind byte
}

type class struct {
	name   string
	super  uint64
	fields []field // its own
}

// instance is a position in the dump: the object's class and the bytes of its fields.
type instance struct {
	class  uint64
	values []byte
}

// dump is what has to be known before a dump can be slimmed.
type dump struct {
	texts     map[uint64]string
	used      map[uint64]bool // texts that something refers to
	classes   map[uint64]*class
	instances map[uint64]instance
	kept      map[uint64]bool // arrays whose contents stay
	invented  map[uint64]bool // arrays that get an invented text
	held      map[uint64]bool // what something refers to
}

// options say what is kept of a dump.
type options struct {
	keep   string // prefix of the classes whose strings stay
	invent bool   // other strings get a text of their own instead of zeros
}

// slim returns the dump without what nobody needs to see.
func slim(data []byte, o options) ([]byte, error) {
	d := &dump{texts: map[uint64]string{}, used: map[uint64]bool{}, classes: map[uint64]*class{},
		instances: map[uint64]instance{}, kept: map[uint64]bool{}, invented: map[uint64]bool{}, held: map[uint64]bool{}}
	header := bytes.IndexByte(data, 0) + 1 + 4 + 8
	if !bytes.HasPrefix(data, []byte("JAVA PROFILE 1.0.")) || header > len(data) {
		return nil, fmt.Errorf("not a heap dump")
	}
	if size := binary.BigEndian.Uint32(data[header-12:]); size != 8 {
		return nil, fmt.Errorf("ids have %d bytes; expected 8", size)
	}
	if err := d.records(data[header:], d.note); err != nil {
		return nil, err
	}
	d.follow(o)
	out := append([]byte(nil), data[:header]...)
	err := d.records(data[header:], func(tag byte, head, body []byte) error {
		switch {
		case tag == tagUTF8 && !d.used[id(body)]:
			return nil
		case tag != tagHeapDump && tag != tagSegment:
			out = append(append(out, head...), body...)
			return nil
		}
		begin := len(out)
		out = append(out, head...)
		err := d.objects(body, func(tag byte, sub []byte) { out = d.write(out, tag, sub) })
		binary.BigEndian.PutUint32(out[begin+5:], uint32(len(out)-begin-len(head)))
		return err
	})
	return out, err
}

// leastSizes are the bytes of the fixed parts of records.
var leastSizes = map[byte]int{tagUTF8: 8, tagLoadClass: 24, tagFrame: 32}

// records calls do for every record, with its 9 bytes of head.
func (d *dump) records(data []byte, do func(tag byte, head, body []byte) error) error {
	for len(data) > 0 {
		if len(data) < 9 {
			return fmt.Errorf("cut in the head of a record")
		}
		size := int(binary.BigEndian.Uint32(data[5:]))
		if size > len(data)-9 || size < leastSizes[data[0]] {
			return fmt.Errorf("cut in a record of %d bytes", size)
		}
		if err := do(data[0], data[:9], data[9:9+size]); err != nil {
			return err
		}
		data = data[9+size:]
	}
	return nil
}

// note collects names, classes and instances.
func (d *dump) note(tag byte, _, body []byte) error {
	switch tag {
	case tagUTF8:
		d.texts[id(body)] = string(body[8:])
	case tagLoadClass:
		name := id(body[16:])
		d.used[name] = true
		d.class(id(body[4:])).name = strings.ReplaceAll(d.texts[name], "/", ".")
	case tagFrame:
		for at := 8; at <= 24; at += 8 {
			d.used[id(body[at:])] = true
		}
	case tagHeapDump, tagSegment:
		return d.objects(body, func(tag byte, sub []byte) {
			switch tag {
			case subClass:
				d.noteClass(sub)
			case subInstance:
				d.instances[id(sub)] = instance{id(sub[12:]), sub[24:]}
			case subObjectArray:
				for at := 24; at < len(sub); at += 8 {
					d.held[id(sub[at:])] = true
				}
			case subPrimitiveArray:
			default: // a root
				d.held[id(sub)] = true
			}
		})
	}
	return nil
}

func (d *dump) class(of uint64) *class {
	c := d.classes[of]
	if c == nil {
		c = &class{}
		d.classes[of] = c
	}
	return c
}

func (d *dump) noteClass(sub []byte) {
	c := d.class(id(sub))
	c.super = id(sub[12:])
	for at := 12; at < 60; at += 8 {
		d.held[id(sub[at:])] = true
	}
	at := classFixed
	constants := int(binary.BigEndian.Uint16(sub[at:]))
	at += 2
	for range constants {
		at += 3 + typeSizes[sub[at+2]]
	}
	statics := int(binary.BigEndian.Uint16(sub[at:]))
	at += 2
	for range statics {
		d.used[id(sub[at:])] = true
		if sub[at+8] == typeObject {
			d.held[id(sub[at+9:])] = true
		}
		at += 9 + typeSizes[sub[at+8]]
	}
	fields := int(binary.BigEndian.Uint16(sub[at:]))
	at += 2
	for range fields {
		d.used[id(sub[at:])] = true
		c.fields = append(c.fields, field{id(sub[at:]), sub[at+8]})
		at += 9
	}
}

// objects calls do for every sub-record.
func (d *dump) objects(body []byte, do func(tag byte, sub []byte)) error {
	for len(body) > 0 {
		size, err := subSize(body)
		if err != nil {
			return err
		}
		do(body[0], body[1:1+size])
		body = body[1+size:]
	}
	return nil
}

// subSize returns the size of the sub-record that body begins with, without its tag.
func subSize(body []byte) (size int, err error) {
	defer func() {
		if recover() != nil || err == nil && size > len(body)-1 {
			size, err = 0, fmt.Errorf("cut in sub-record %#x", body[0])
		}
	}()
	sub := body[1:]
	u32 := func(at int) int { return int(binary.BigEndian.Uint32(sub[at:])) }
	switch body[0] {
	case subClass:
		return classSize(sub), nil
	case subInstance:
		return 24 + u32(20), nil
	case subObjectArray:
		return 24 + 8*u32(12), nil
	case subPrimitiveArray:
		return 17 + u32(12)*typeSizes[sub[16]], nil
	}
	if n, ok := rootSizes[body[0]]; ok {
		return 8 + n, nil
	}
	return 0, fmt.Errorf("sub-record %#x is not known", body[0])
}

func classSize(sub []byte) int {
	at := classFixed
	count := func() int {
		at += 2
		return int(binary.BigEndian.Uint16(sub[at-2:]))
	}
	for range count() {
		at += 3 + typeSizes[sub[at+2]]
	}
	for range count() {
		at += 9 + typeSizes[sub[at+8]]
	}
	n := count()
	return at + 9*n
}

// follow finds what instances refer to and, where it is a string to be kept, its contents.
func (d *dump) follow(o options) {
	for at, object := range d.instances {
		c := d.classes[object.class]
		ours := strings.HasPrefix(c.name, o.keep)
		d.references(object, func(owner *class, name string, to uint64) {
			d.held[to] = true
			if ours || owner.name == "java.lang.Thread" && name == "name" {
				d.markText(to, d.kept)
			}
		})
		if o.invent {
			d.markText(at, d.invented)
		}
	}
}

// markText marks the array of an object if that is a string.
func (d *dump) markText(at uint64, marks map[uint64]bool) {
	text, ok := d.instances[at]
	if !ok || d.classes[text.class].name != "java.lang.String" {
		return
	}
	d.references(text, func(_ *class, name string, to uint64) {
		if name == "value" {
			marks[to] = true
		}
	})
}

// references calls do for every reference of an object with the class that declares the field and the field's name.
func (d *dump) references(object instance, do func(owner *class, name string, to uint64)) {
	values := object.values
	for c := d.classes[object.class]; c != nil; c = d.classes[c.super] {
		for _, f := range c.fields {
			if len(values) < typeSizes[f.kind] {
				return
			}
			if f.kind == typeObject {
				do(c, d.texts[f.name], id(values))
			}
			values = values[typeSizes[f.kind]:]
		}
	}
}

// write appends a sub-record to out unless it is a filler, with the contents of an array of primitive values blank.
func (d *dump) write(out []byte, tag byte, sub []byte) []byte {
	if d.isFiller(tag, sub) {
		return out
	}
	out = append(append(out, tag), sub...)
	if tag == subPrimitiveArray && !d.kept[id(sub)] {
		contents := out[len(out)-len(sub)+17:]
		clear(contents)
		if d.invented[id(sub)] {
			invent(contents, id(sub))
		}
	}
	return out
}

// invent fills an array with digits of its address, which differ from those of other arrays unless there are very few.
func invent(contents []byte, address uint64) {
	const digits = "0123456789abcdefghijklmnopqrstuvwxyz"
	address /= 8 // by which objects are aligned
	for i := range contents {
		contents[i] = digits[address%uint64(len(digits))]
		address /= uint64(len(digits))
	}
}

// isFiller reports whether this is one of the objects that the collector puts in place of dead ones that it does not
// want to move others over: an int[], or an Object if there is no room for that. Nothing refers to them.
func (d *dump) isFiller(tag byte, sub []byte) bool {
	if d.held[id(sub)] {
		return false
	}
	return tag == subPrimitiveArray && sub[16] == typeInt ||
		tag == subInstance && d.classes[id(sub[12:])].name == "java.lang.Object"
}

func id(b []byte) uint64 { return binary.BigEndian.Uint64(b) }
