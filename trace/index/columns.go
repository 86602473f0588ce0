package index

import (
	"encoding/binary"
	"fmt"
	"unsafe"
)

// little says that numbers are in memory as they are in files. Elsewhere nothing is kept.
var little = binary.NativeEndian.Uint16([]byte{1, 0}) == 1

// Bytes returns a column as bytes, which are the column's own. Items have no pointers.
func Bytes[T any](column []T) []byte {
	if len(column) == 0 {
		return nil
	}
	var item T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(column))), len(column)*int(unsafe.Sizeof(item)))
}

// Column returns bytes of a part as a column, which is theirs. The error says that they are none of whole items.
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

// Reader takes one column after another from those of a part. The first error stays.
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

// Check has the reader fail with a text unless something is true.
func (r *Reader) Check(is bool, what string) {
	if r.Err == nil && !is {
		r.Err = fmt.Errorf("%s", what)
	}
}

// End returns the first error: there may be no columns left.
func (r *Reader) End() error {
	r.Check(len(r.columns) == 0, "there are too many columns")
	return r.Err
}
