package tracetest

import (
	"encoding/binary"
	"math/bits"

	"memcity/trace/wire/phd"
)

// PortableBuilder builds a portable heap dump in the form that OpenJ9 writes: each object takes the shortest record that fits, and classes come
// last. By default it has version 6, words of 8 bytes, headers of 8 bytes and references of 4.
//
//	d := tracetest.NewPortable()
//	node := d.Class(d.Object, d.Loader, "app/Node", 16)
//	a := d.Instance(node)
//	d.Array(node, a, 0)
//	file := d.Bytes()
type PortableBuilder struct {
	Header phd.Header
	Base   int64 // size of the header of an array in bytes
	Ref    int64 // size of a reference in an array in bytes
	// Long writes records of the long forms only. Hashes adds a hash code to each object.
	Long, Hashes bool
	// Object and ClassClass are the classes java.lang.Object and java.lang.Class. Loader is the object of the boot loader.
	Object, ClassClass, Loader uint64
	// Records are the objects so far, in the order of addresses. Changes before [PortableBuilder.Bytes] are included in the dump.
	Records []*phd.Record
	// Sizes are the sizes of the objects in bytes, by address.
	Sizes map[uint64]int64

	sizes  map[uint64]int64 // of the instances of a class, by its address
	next   uint64
	data   []byte
	before uint64
	cache  [4]uint64
	turn   int
}

// classObject is the size of a class object in bytes.
const classObject = 40

// NewPortable returns a builder with the classes java.lang.Object, java.lang.Class and java.lang.ClassLoader, and the object of the boot
// loader.
func NewPortable() *PortableBuilder {
	d := &PortableBuilder{Header: phd.Header{Version: 6, Wide: true, J9: true, VM: "JRE 11 Linux amd64-64 (build test)"}, Base: 8, Ref: 4,
		Sizes: map[uint64]int64{}, sizes: map[uint64]int64{}, next: firstAddress}
	d.Object = d.Class(0, 0, "java/lang/Object", 8)
	d.ClassClass = d.Class(d.Object, 0, "java/lang/Class", classObject)
	d.Loader = d.Instance(d.Class(d.Object, 0, "java/lang/ClassLoader", 24))
	for _, r := range d.Records[:3] {
		r.References = append([]uint64{d.Loader}, r.References...)
	}
	return d
}

// ClassLoader returns the class java.lang.ClassLoader.
func (d *PortableBuilder) ClassLoader() uint64 { return d.Records[2].Address }

// add adds an object of size bytes.
func (d *PortableBuilder) add(r phd.Record, size int64) uint64 {
	size = max(16, (size+7)&^7)
	r.Address = d.next
	d.next += uint64(size)
	d.Records = append(d.Records, &r)
	d.Sizes[r.Address] = size
	return r.Address
}

// Class adds a class with instances of size bytes. super, loader and references may be 0.
func (d *PortableBuilder) Class(super, loader uint64, name string, size int64, references ...uint64) uint64 {
	var to []uint64
	for _, r := range append([]uint64{loader}, append(references, super)...) {
		if r != 0 {
			to = append(to, r)
		}
	}
	class := d.add(phd.Record{Kind: phd.Class, Class: super, Name: name, Size: size, References: to}, classObject)
	d.sizes[class] = size
	return class
}

// Instance adds an instance of a class.
func (d *PortableBuilder) Instance(class uint64, references ...uint64) uint64 {
	return d.add(phd.Record{Kind: phd.Instance, Class: class, References: references}, d.sizes[class])
}

// Array adds an object array. Elements that are 0 are null.
func (d *PortableBuilder) Array(element uint64, elements ...uint64) uint64 {
	var to []uint64
	for i := len(elements) - 1; i >= 0; i-- {
		if elements[i] != 0 {
			to = append(to, elements[i])
		}
	}
	return d.add(phd.Record{Kind: phd.ObjectArray, Class: element, Length: uint32(len(elements)), References: to}, d.Base+d.Ref*int64(len(elements)))
}

// Primitives adds a primitive array.
func (d *PortableBuilder) Primitives(t phd.BasicType, length int) uint64 {
	return d.add(phd.Record{Kind: phd.PrimitiveArray, Type: t, Length: uint32(length)}, d.Base+t.Size()*int64(length))
}

// Bytes returns the dump.
func (d *PortableBuilder) Bytes() []byte {
	flags := uint32(0)
	for bit, set := range []bool{d.Header.Wide, d.Header.Hashed, d.Header.J9} {
		if set {
			flags |= 1 << bit
		}
	}
	d.data, d.before, d.cache, d.turn = nil, 0, [4]uint64{}, 0
	d.text("portable heap dump")
	d.number(uint64(d.Header.Version), 4)
	d.number(uint64(flags), 4)
	d.data = append(d.data, 1, 4)
	d.text(d.Header.VM)
	d.data = append(d.data, 2, 2)
	for _, classes := range []bool{false, true} {
		for _, r := range d.Records {
			if (r.Kind == phd.Class) == classes {
				d.record(r)
			}
		}
	}
	return append(d.data, 3)
}

func (d *PortableBuilder) record(r *phd.Record) {
	gap := d.units(r.Address, d.before)
	d.before = r.Address
	refs := 0 // width code
	for _, to := range r.References {
		refs = max(refs, widthCode(d.units(to, r.Address)))
	}
	code := widthCode(gap)
	switch r.Kind {
	case phd.Instance:
		d.instance(r, gap, code, refs)
	case phd.ObjectArray:
		d.long(8, r, gap, code, refs, 2)
		d.number(uint64(r.Length), 4)
		d.size(r)
	case phd.PrimitiveArray:
		d.primitives(r, gap, max(code, widthCode(2*int64(r.Length))))
	case phd.Class:
		d.long(6, r, gap, code, refs, 8)
	}
}

func (d *PortableBuilder) instance(r *phd.Record, gap int64, code, refs int) {
	cached := -1
	for i, c := range d.cache {
		if c == r.Class {
			cached = i
		}
	}
	n := len(r.References)
	switch short := code < 2 && !d.Long && !d.Hashes; {
	case short && cached >= 0 && n < 4:
		d.data = append(d.data, byte(0x80|cached<<5|n<<3|code<<2|refs))
		d.number(uint64(gap), 1<<code)
		d.hash(false)
		d.references(r, refs)
	case short && n < 8:
		d.data = append(d.data, byte(0x40|n<<3|code<<2|refs))
		d.number(uint64(gap), 1<<code)
		d.class(r)
		d.hash(false)
		d.references(r, refs)
	default:
		d.long(4, r, gap, code, refs, 2)
	}
}

// class writes the class of an instance and keeps it for short records.
func (d *PortableBuilder) class(r *phd.Record) {
	d.number(r.Class, d.word())
	d.cache[d.turn%4] = r.Class
	d.turn++
}

// long writes a record of the long form up to its references. hashed is the flag of a hash code.
func (d *PortableBuilder) long(tag byte, r *phd.Record, gap int64, code, refs int, hashed byte) {
	flags := byte(code<<6 | refs<<4)
	if d.Hashes {
		flags |= hashed
	}
	d.data = append(d.data, tag, flags)
	d.number(uint64(gap), 1<<code)
	switch r.Kind {
	case phd.Class:
		d.number(uint64(r.Size), 4)
		d.hash(d.Hashes)
		d.number(r.Class, d.word())
		d.text(r.Name)
	case phd.Instance:
		d.class(r)
		d.hash(d.Hashes)
	default:
		d.number(r.Class, d.word())
		d.hash(d.Hashes)
	}
	d.number(uint64(len(r.References)), 4)
	d.references(r, refs)
}

func (d *PortableBuilder) primitives(r *phd.Record, gap int64, code int) {
	if !d.Long && !d.Hashes {
		d.data = append(d.data, byte(0x20|int(r.Type)<<2|code))
		d.number(uint64(gap), 1<<code)
		d.number(uint64(r.Length), 1<<code)
		d.hash(false)
		d.size(r)
		return
	}
	flags, width := byte(r.Type)<<5, 1
	if code > 0 {
		flags, width = flags|0x10, d.word()
	}
	if d.Hashes {
		flags |= 2
	}
	d.data = append(d.data, 7, flags)
	d.number(uint64(gap), width)
	d.number(uint64(r.Length), width)
	d.hash(d.Hashes)
	d.size(r)
}

func (d *PortableBuilder) references(r *phd.Record, code int) {
	for _, to := range r.References {
		d.number(uint64(d.units(to, r.Address)), 1<<code)
	}
}

// hash writes a hash code.
func (d *PortableBuilder) hash(own bool) {
	switch {
	case d.Header.J9 && d.Header.Hashed:
		d.number(0x1234, 2)
	case own:
		d.number(0x12345678, 4)
	}
}

func (d *PortableBuilder) size(r *phd.Record) {
	if d.Header.HasSizes() {
		d.number(uint64(d.Sizes[r.Address])/4, 4)
	}
}

// units returns a distance in the unit of gaps.
func (d *PortableBuilder) units(to, from uint64) int64 {
	unit := int64(8)
	if d.Header.J9 || d.Header.Version == 5 {
		unit = 4
	}
	return int64(to-from) / unit
}

// widthCode returns the code of the smallest width in bytes of a signed number.
func widthCode(v int64) int {
	switch n := bits.Len64(uint64(max(v, ^v))); {
	case n < 8:
		return 0
	case n < 16:
		return 1
	case n < 32:
		return 2
	}
	return 3
}

func (d *PortableBuilder) word() int {
	if d.Header.Wide {
		return 8
	}
	return 4
}

func (d *PortableBuilder) text(s string) {
	d.number(uint64(len(s)), 2)
	d.data = append(d.data, s...)
}

func (d *PortableBuilder) number(v uint64, width int) {
	all := binary.BigEndian.AppendUint64(nil, v)
	d.data = append(d.data, all[8-width:]...)
}
