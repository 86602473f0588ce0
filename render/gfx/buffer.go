package gfx

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// Buffer is a vertex or index buffer.
type Buffer struct {
	d      *Device
	handle uint32
	size   int // capacity in bytes
}

// NewBuffer creates an empty buffer.
func (d *Device) NewBuffer() *Buffer {
	b := &Buffer{d: d}
	gl.GenBuffers(1, &b.handle)
	d.Counters.Buffers++
	return b
}

// Upload replaces the content of b with data. It allocates memory only if data does not fit.
func Upload[T any](b *Buffer, data []T) {
	bytes := len(data) * int(unsafe.Sizeof(*new(T)))
	if bytes == 0 {
		return
	}
	gl.BindBuffer(gl.ARRAY_BUFFER, b.handle)
	if bytes > b.size {
		b.size = bytes
		gl.BufferData(gl.ARRAY_BUFFER, bytes, slicePointer(data), gl.DYNAMIC_DRAW)
	} else {
		gl.BufferSubData(gl.ARRAY_BUFFER, 0, bytes, slicePointer(data))
	}
	b.d.Counters.Uploaded += int64(bytes)
}

// Size returns the capacity in bytes.
func (b *Buffer) Size() int { return b.size }

// Delete frees b.
func (b *Buffer) Delete() {
	if b == nil || b.handle == 0 {
		return
	}
	gl.DeleteBuffers(1, &b.handle)
	b.d.Counters.Buffers--
	b.handle = 0
}

// Attribute is a vertex attribute in an interleaved record.
type Attribute struct {
	Location   uint32
	Components int32
	Offset     uintptr
	Bytes      bool // unsigned bytes, where 0 to 255 is read as 0 to 1; else floats
}

// Array is a vertex array object.
type Array struct {
	d      *Device
	handle uint32
	source *Buffer
	stride int32
	layout []Attribute
	first  int
}

// NewArray creates a vertex array whose attributes come from source, with one record of stride bytes per instance. indices may be nil.
func (d *Device) NewArray(source *Buffer, stride int, layout []Attribute, indices *Buffer) *Array {
	a := &Array{d: d, source: source, stride: int32(stride), layout: layout, first: -1}
	gl.GenVertexArrays(1, &a.handle)
	d.Counters.Arrays++
	a.bind()
	for _, at := range layout {
		gl.EnableVertexAttribArray(at.Location)
		gl.VertexAttribDivisor(at.Location, 1)
	}
	if indices != nil {
		gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices.handle)
	}
	if source != nil {
		a.Bind(0)
	}
	return a
}

// AddVertices adds attributes that vary between the vertices of each instance.
func (a *Array) AddVertices(source *Buffer, stride int, layout []Attribute) {
	a.bind()
	gl.BindBuffer(gl.ARRAY_BUFFER, source.handle)
	for _, at := range layout {
		gl.EnableVertexAttribArray(at.Location)
		at.point(int32(stride), 0)
	}
}

// point sets the location of the attribute in the bound buffer.
func (at *Attribute) point(stride int32, start uintptr) {
	kind, normalized := uint32(gl.FLOAT), false
	if at.Bytes {
		kind, normalized = gl.UNSIGNED_BYTE, true
	}
	gl.VertexAttribPointerWithOffset(at.Location, at.Components, kind, normalized, stride, start+at.Offset)
}

// Bind binds a so that instance 0 reads the record at index first, as OpenGL 3.3 has no base instance.
func (a *Array) Bind(first int) {
	a.bind()
	if a.first == first || a.source == nil {
		return
	}
	a.first = first
	gl.BindBuffer(gl.ARRAY_BUFFER, a.source.handle)
	for i := range a.layout {
		a.layout[i].point(a.stride, uintptr(first)*uintptr(a.stride))
	}
}

func (a *Array) bind() {
	if a.d.array != a.handle {
		a.d.array = a.handle
		gl.BindVertexArray(a.handle)
	}
}

// Delete frees a but not its buffers.
func (a *Array) Delete() {
	if a == nil || a.handle == 0 {
		return
	}
	if a.d.array == a.handle {
		a.d.array = 0
	}
	gl.DeleteVertexArrays(1, &a.handle)
	a.d.Counters.Arrays--
	a.handle = 0
}

// NewIndices creates an index buffer.
func (d *Device) NewIndices(data []uint16) *Buffer {
	b := d.NewBuffer()
	Upload(b, data)
	return b
}
