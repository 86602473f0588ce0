package index

import (
	"encoding/binary"
	"fmt"
	"unsafe"
)

// little means that the machine is little-endian, like the files. Other machines store nothing.
var little = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// Bytes returns the memory of a column as bytes, without copying. T must not contain pointers.
func Bytes[T any](column []T) []byte {
	if len(column) == 0 {
		return nil
	}
	var item T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(column))), len(column)*int(unsafe.Sizeof(item)))
}

// Column returns bytes of a part as a column, without copying. It returns an error unless data is aligned and consists of complete items.
func Column[T any](data []byte) ([]T, error) {
	var item T
	size := int(unsafe.Sizeof(item))
	if len(data) == 0 {
		return nil, nil
	}
	first := unsafe.Pointer(unsafe.SliceData(data))
	if len(data)%size != 0 || uintptr(first)%unsafe.Alignof(item) != 0 {
		return nil, fmt.Errorf("a column of %d bytes has no items of %d", len(data), size)
	}
	return unsafe.Slice((*T)(first), len(data)/size), nil
}

// Reader reads the columns of a part one after the other. After the first error, it returns only nil.
type Reader struct {
	columns [][]byte
	Err     error
}

// NewReader returns a reader of columns.
func NewReader(columns [][]byte) *Reader { return &Reader{columns: columns} }

// Next returns the next column.
func Next[T any](r *Reader) []T {
	if r.Err != nil {
		return nil
	}
	if len(r.columns) == 0 {
		r.Err = fmt.Errorf("a column is missing")
		return nil
	}
	column, err := Column[T](r.columns[0])
	r.columns, r.Err = r.columns[1:], err
	return column
}

// Check sets the error with text what unless is holds.
func (r *Reader) Check(is bool, what string) {
	if r.Err == nil && !is {
		r.Err = fmt.Errorf("%s", what)
	}
}

// End returns the first error. It is an error if columns are left.
func (r *Reader) End() error {
	r.Check(len(r.columns) == 0, "there are too many columns")
	return r.Err
}
