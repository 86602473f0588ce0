package phd

import (
	"math"

	"memcity/trace"
	"memcity/trace/wire/phd"
)

const (
	// align is the alignment of objects in bytes.
	align = 8
	// leastSize is the size of the smallest object in bytes.
	leastSize = 16
)

// headers are the possible sizes of the header of an array, and elements the possible sizes of a reference in an array, in bytes.
var (
	headers  = [...]int64{8, 12, 16, 20, 24, 32}
	elements = [...]int64{4, 8}
)

// votes counts the arrays whose size is that of a layout: by header for primitive arrays, and by header and element for others.
type votes struct {
	primitives [len(headers)]int64
	objects    [len(headers)][len(elements)]int64
}

// add counts an array that takes size bytes in the heap.
func (v *votes) add(rec *phd.Record, size int64) {
	if rec.Length == 0 {
		return
	}
	for i, header := range headers {
		if rec.Kind == phd.PrimitiveArray {
			if arraySize(header, rec.Type.Size(), rec.Length) == size {
				v.primitives[i]++
			}
			continue
		}
		for j, element := range elements {
			if arraySize(header, element, rec.Length) == size {
				v.objects[i][j]++
			}
		}
	}
}

// winner returns the size of the header of an array and of a reference. Without votes, it returns the sizes of a VM with
// compressed references.
func (v *votes) winner(h phd.Header) (header, element int64) {
	header, element = headers[0], elements[0]
	if !h.Wide {
		header = 16
	}
	best := int64(0)
	for i := range headers {
		for j := range elements {
			if n := v.primitives[i] + v.objects[i][j]; n > best {
				best, header, element = n, headers[i], elements[j]
			}
		}
	}
	return header, element
}

func arraySize(header, element int64, length uint32) int64 {
	return (header + element*int64(length) + align - 1) &^ (align - 1)
}

// instanceSize returns the size of an instance of a class in bytes. The file contains the size without padding. Without a class record, it is
// the least distance to another object.
func instanceSize(c *class, u *use) int64 {
	size := int64(0)
	switch {
	case c != nil && c.size > 0:
		size = c.size
	case u != nil && u.least <= math.MaxInt32:
		size = int64(u.least)
	}
	return max(leastSize, (size+align-1)&^(align-1))
}

// maxOdd is the largest number of types that are added for arrays of unusual sizes.
const maxOdd = 1024

// oddKey identifies arrays of a type whose sizes differ from the layout by the same number of bytes: empty arrays, and arrays with space for a
// hash code.
type oddKey struct {
	of     trace.TypeID
	excess int64
}

// sized returns the type and the extent of an object; see [trace.Heap]. The type is t, except for arrays whose size differs from the layout.
// They have a type of the same name with another header.
func (l *loader) sized(t trace.TypeID, rec *phd.Record) (trace.TypeID, uint32) {
	of := &l.heap.Types[t]
	switch of.Kind {
	case trace.Instance:
		return t, 0
	case trace.ClassObject:
		return t, uint32(of.Base)
	}
	usual := of.ArraySize(int64(rec.Length), align)
	size := rec.Size
	if size < 0 {
		size = max(leastSize, usual)
	}
	if size == usual {
		return t, rec.Length
	}
	key := oddKey{t, size - usual}
	odd, known := l.odd[key]
	switch {
	case known:
		return odd, rec.Length
	case len(l.odd) >= maxOdd || of.Base+key.excess < 0 || key.excess%align != 0:
		l.inexact++
		return t, rec.Length
	}
	odd = trace.TypeID(len(l.heap.Types))
	l.odd[key] = odd
	more := *of
	more.Base += key.excess
	l.heap.Types = append(l.heap.Types, more)
	return odd, rec.Length
}
