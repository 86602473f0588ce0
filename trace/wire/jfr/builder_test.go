package jfr_test

import (
	"encoding/binary"
	"math"
	"memcity/trace/wire/jfr"
)

// out writes values in the form of a chunk.
type out struct {
	b     []byte
	plain bool // integers are not compressed
}

func (o *out) varint(n int64) *out {
	u := uint64(n)
	for i := 0; i < 8; i++ {
		if u < 0x80 {
			o.b = append(o.b, byte(u))
			return o
		}
		o.b = append(o.b, byte(u)|0x80)
		u >>= 7
	}
	o.b = append(o.b, byte(u))
	return o
}

func (o *out) long(n int64) *out {
	if o.plain {
		o.b = binary.BigEndian.AppendUint64(o.b, uint64(n))
		return o
	}
	return o.varint(n)
}

func (o *out) int(n int64) *out {
	if o.plain {
		o.b = binary.BigEndian.AppendUint32(o.b, uint32(n))
		return o
	}
	return o.varint(int64(uint32(n)))
}

func (o *out) raw(b ...byte) *out { o.b = append(o.b, b...); return o }

func (o *out) text(s string) *out {
	o.raw(3).int(int64(len(s)))
	return o.raw([]byte(s)...)
}

func (o *out) float(f float32) *out {
	o.b = binary.BigEndian.AppendUint32(o.b, math.Float32bits(f))
	return o
}

func (o *out) double(f float64) *out {
	o.b = binary.BigEndian.AppendUint64(o.b, math.Float64bits(f))
	return o
}

// file builds a chunk.
type file struct {
	out
	metadata, constants int64
}

func newFile(plain bool) *file {
	f := &file{out: out{plain: plain}}
	f.b = make([]byte, 68)
	copy(f.b, "FLR\x00\x00\x02\x00\x01")
	return f
}

// event appends an event and returns its offset.
func (f *file) event(of int64, fields func(o *out)) int64 {
	at := int64(len(f.b))
	body := &out{plain: f.plain}
	body.long(of)
	fields(body)
	size := int64(len(body.b)) + 4
	if f.plain {
		f.int(size)
	} else { // always four bytes
		f.raw(byte(size)|0x80, byte(size>>7)|0x80, byte(size>>14)|0x80, byte(size>>21))
	}
	f.raw(body.b...)
	return at
}

// node is an element of the metadata.
type node struct {
	name       string
	attributes []string // keys and values
	children   []node
}

func class(id, name string, fields ...node) node {
	return node{"class", []string{"id", id, "name", name}, fields}
}

func field(name, class string, more ...string) node {
	return node{"field", append([]string{"name", name, "class", class}, more...), nil}
}

// describe appends the metadata.
func (f *file) describe(classes ...node) {
	root := node{"root", nil, []node{{"metadata", nil, classes}, {"region", []string{"locale", "en"}, nil}}}
	var texts []string
	number := map[string]int64{}
	var collect func(n node)
	add := func(s string) {
		if _, ok := number[s]; !ok {
			number[s] = int64(len(texts))
			texts = append(texts, s)
		}
	}
	collect = func(n node) {
		add(n.name)
		for _, a := range n.attributes {
			add(a)
		}
		for _, c := range n.children {
			collect(c)
		}
	}
	collect(root)
	f.metadata = f.event(0, func(o *out) {
		o.long(1).long(0).long(1).int(int64(len(texts)))
		for _, t := range texts {
			o.text(t)
		}
		var write func(n node)
		write = func(n node) {
			o.int(number[n.name]).int(int64(len(n.attributes) / 2))
			for _, a := range n.attributes {
				o.int(number[a])
			}
			o.int(int64(len(n.children)))
			for _, c := range n.children {
				write(c)
			}
		}
		write(root)
	})
}

// keep appends constants in the given number of pools. write writes them.
func (f *file) keep(pools int, write func(o *out)) {
	back := int64(0)
	if f.constants != 0 {
		back = f.constants - int64(len(f.b))
	}
	f.constants = f.event(1, func(o *out) {
		o.long(1).long(0).long(back).raw(0).int(int64(pools))
		write(o)
	})
}

// bytes completes the chunk. It starts at 1,000 s after 1970 and at tick 500, with 2,000 ticks per second.
func (f *file) bytes() []byte {
	for at, n := range map[int]int64{8: int64(len(f.b)), 16: f.constants, 24: f.metadata, 32: 1_000_000_000_000, 40: 5e9, 48: 500, 56: 2000} {
		binary.BigEndian.PutUint64(f.b[at:], uint64(n))
	}
	if !f.plain {
		f.b[67] = 1
	}
	return f.b
}

// story returns a chunk with events of one type, test.Event, with every kind of field, and constants in two steps.
func story(plain bool) *file {
	f := newFile(plain)
	f.describe(
		class("1", "long"), class("2", "int"), class("3", "float"), class("4", "double"), class("5", "boolean"), class("6", "java.lang.String"),
		class("7", "short"), class("8", "char"), class("9", "byte"),
		class("20", "jdk.types.Symbol", field("string", "6")),
		class("21", "java.lang.Class", field("name", "20", "constantPool", "true")),
		class("22", "test.Pair", field("left", "1"), field("right", "2")),
		class("100", "test.Event", field("startTime", "1"), field("flag", "5"), field("small", "7"), field("letter", "8"),
			field("number", "2"), field("part", "3"), field("share", "4"),
			field("text", "6"), field("pair", "22"), field("pairs", "22", "dimension", "1"), field("class", "21", "constantPool", "true"),
			field("keys", "21", "dimension", "1", "constantPool", "true"), field("end", "2")),
		class("101", "test.Other", field("startTime", "1")),
	)
	f.keep(2, func(o *out) {
		o.long(20).int(2)
		o.long(7).text("old name")
		o.long(8).text("java/lang/String")
		o.long(6).int(1)
		o.long(3).raw(5).int(3).raw('k', 0xe9, 'y')
	})
	return f
}

func (f *file) storyEvent(number int64, text func(o *out)) {
	f.event(100, func(o *out) {
		o.long(500 + 2*number).raw(1)
		if o.plain {
			o.raw(0xff, 0xfe, 0, 'x')
		} else {
			o.varint(0xfffe).varint('x')
		}
		o.int(number).float(0.5).double(0.25)
		text(o)
		o.long(-5).int(6)
		o.int(2).long(1).int(2).long(3).int(4)
		o.long(9)
		o.int(2).long(9).long(10)
		o.int(77)
	})
}

// finish appends the last constants and returns the bytes.
func (f *file) finish() []byte {
	f.keep(2, func(o *out) {
		o.long(20).int(1)
		o.long(7).text("new name")
		o.long(21).int(2)
		o.long(9).long(8)
		o.long(10).long(7)
	})
	return f.bytes()
}

// float returns the value of a float or double; 0 for slot -1.
func float(o *jfr.Object, slot int) float64 { return math.Float64frombits(uint64(o.Int(slot))) }
