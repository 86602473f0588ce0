package phd

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

var be = binary.BigEndian

const magic = "\x00\x12portable heap dump"

// IsHeader reports whether head, the first bytes of a file, is the start of a portable heap dump.
func IsHeader(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

// Header is the header of a file.
type Header struct {
	Version int  // 4 to 6
	Wide    bool // words have 8 bytes
	Hashed  bool // all objects have a hash code
	J9      bool // written by J9 or OpenJ9
	VM      string
}

// shift returns the binary logarithm of the unit of gaps in bytes.
func (h *Header) shift() uint {
	if h.J9 || h.Version == 5 {
		return 2
	}
	return 3
}

// HasSizes reports whether arrays have a size.
func (h *Header) HasSizes() bool { return h.Version >= 6 }

// Kind is the kind of a record.
type Kind uint8

// Kinds of records.
const (
	Instance Kind = iota + 1
	ObjectArray
	PrimitiveArray
	Class
)

// BasicType is the type of the elements of a primitive array.
type BasicType uint8

// Basic types, by number.
const (
	Boolean BasicType = iota
	Char
	Float
	Double
	Byte
	Short
	Int
	Long
)

var basicTypes = [...]struct {
	name string
	size int64
}{{"boolean", 1}, {"char", 2}, {"float", 4}, {"double", 8}, {"byte", 1}, {"short", 2}, {"int", 4}, {"long", 8}}

// String returns the name of t in Java.
func (t BasicType) String() string { return basicTypes[t&7].name }

// Size returns the size of a value in bytes.
func (t BasicType) Size() int64 { return basicTypes[t&7].size }

// Record is an object of a dump.
type Record struct {
	Kind    Kind
	Offset  int64 // of the record, in the uncompressed file
	Address uint64
	Class   uint64    // address of the class of an instance, of the elements of an object array, or of the super class of a class; 0 for none
	Type    BasicType // of a primitive array
	Length  uint32    // of an array, in elements
	Size    int64     // of an array, or of each instance of a class, in bytes; -1 if the file does not contain it
	Name    string    // of a class, as in the VM: java/lang/String or [I
	// References are the addresses of the objects that it refers to, in file order. They belong to the reader.
	References []uint64
}

// Fault is a place in a file that could not be read.
type Fault struct {
	Offset int64 // of the first unreadable record, in the uncompressed file
	Text   string
}

// Error returns the text with the offset.
func (f *Fault) Error() string { return fmt.Sprintf("offset %d: %s", f.Offset, f.Text) }
