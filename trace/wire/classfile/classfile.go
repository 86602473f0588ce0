// Package classfile reads the parts of Java class files that locate code: names, methods and line numbers.
//
// The format is that of The Java Virtual Machine Specification, chapter 4.
package classfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
)

// Class is a class or an interface.
type Class struct {
	Name    string // java/util/HashMap$Node
	Super   string // empty for java/lang/Object
	Source  string // name of the source file; empty if missing
	Methods []Method
}

// Method is a method with code.
type Method struct {
	Name       string
	Descriptor string // (I)V
	Lines      []Line // ascending by bytecode index
}

// Line is the line of the code from a bytecode index on.
type Line struct{ Bytecode, Line uint16 }

// Line returns the line of a bytecode index; 0 if unknown.
func (m *Method) Line(bytecode int32) int32 {
	line := int32(0)
	for _, l := range m.Lines {
		if int32(l.Bytecode) > bytecode {
			break
		}
		line = int32(l.Line)
	}
	return line
}

var errShort = errors.New("the class file ends too early")

// reader reads numbers. After the first error, all reads return 0.
type reader struct {
	data []byte
	pool []constant
	err  error
}

// constant is an entry of the constant pool: a text, or the index of the text of a class.
type constant struct {
	text  string
	class uint16
}

func (r *reader) bytes(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.data) {
		r.err = errors.Join(r.err, errShort)
		return nil
	}
	b := r.data[:n]
	r.data = r.data[n:]
	return b
}

func (r *reader) u1() uint8 {
	if b := r.bytes(1); b != nil {
		return b[0]
	}
	return 0
}

func (r *reader) u2() uint16 {
	if b := r.bytes(2); b != nil {
		return binary.BigEndian.Uint16(b)
	}
	return 0
}

func (r *reader) u4() uint32 {
	if b := r.bytes(4); b != nil {
		return binary.BigEndian.Uint32(b)
	}
	return 0
}

func (r *reader) text(index uint16) string {
	if int(index) < len(r.pool) {
		return r.pool[index].text
	}
	return ""
}

func (r *reader) class(index uint16) string {
	if int(index) < len(r.pool) {
		return r.text(r.pool[index].class)
	}
	return ""
}

const magic = 0xCAFEBABE

// Parse reads a class file. It returns an error if the file is damaged.
func Parse(data []byte) (*Class, error) {
	r := &reader{data: data}
	if r.u4() != magic {
		return nil, errors.New("not a class file")
	}
	r.u4() // version
	if err := r.constants(); err != nil {
		return nil, err
	}
	r.u2() // access flags
	c := &Class{Name: r.class(r.u2()), Super: r.class(r.u2())}
	r.bytes(2 * int(r.u2())) // interfaces
	for n := r.u2(); n > 0 && r.err == nil; n-- {
		r.bytes(6)
		r.attributes(func(string, *reader) {})
	}
	for n := r.u2(); n > 0 && r.err == nil; n-- {
		r.u2()
		m := Method{Name: r.text(r.u2()), Descriptor: r.text(r.u2())}
		r.attributes(func(name string, a *reader) {
			if name == "Code" {
				m.code(a)
			}
		})
		if r.err == nil {
			c.Methods = append(c.Methods, m)
		}
	}
	r.attributes(func(name string, a *reader) {
		if name == "SourceFile" {
			c.Source = a.text(a.u2())
		}
	})
	return c, r.err
}

// Tags of the constant pool with the sizes of their entries in bytes.
const (
	tagText  = 1
	tagClass = 7
)

var constantSizes = map[uint8]int{3: 4, 4: 4, 5: 8, 6: 8, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}

func (r *reader) constants() error {
	n := int(r.u2())
	r.pool = make([]constant, 1, max(n, 1))
	for len(r.pool) < n && r.err == nil {
		tag := r.u1()
		size, ok := constantSizes[tag]
		switch {
		case tag == tagText:
			r.pool = append(r.pool, constant{text: string(r.bytes(int(r.u2())))})
		case tag == tagClass:
			r.pool = append(r.pool, constant{class: r.u2()})
		case !ok:
			return fmt.Errorf("constant %d has the unknown tag %d", len(r.pool), tag)
		default:
			r.bytes(size)
			r.pool = append(r.pool, constant{})
			if size == 8 { // long and double take two entries
				r.pool = append(r.pool, constant{})
			}
		}
	}
	return r.err
}

// attributes calls visit with the name and the content of each attribute.
func (r *reader) attributes(visit func(name string, a *reader)) {
	for n := r.u2(); n > 0 && r.err == nil; n-- {
		name := r.text(r.u2())
		a := &reader{data: r.bytes(int(r.u4())), pool: r.pool}
		if r.err == nil {
			visit(name, a)
		}
	}
}

func (m *Method) code(a *reader) {
	a.u4()                   // stack and locals
	a.bytes(int(a.u4()))     // instructions
	a.bytes(8 * int(a.u2())) // exceptions
	a.attributes(func(name string, t *reader) {
		if name != "LineNumberTable" {
			return
		}
		for n := t.u2(); n > 0 && t.err == nil; n-- {
			if l := (Line{t.u2(), t.u2()}); t.err == nil {
				m.Lines = append(m.Lines, l)
			}
		}
	})
	slices.SortStableFunc(m.Lines, func(a, b Line) int { return int(a.Bytecode) - int(b.Bytecode) })
}
