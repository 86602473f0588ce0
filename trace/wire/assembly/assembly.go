package assembly

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"strings"
)

// Type is a type that an assembly defines.
type Type struct {
	Namespace string // empty for nested types
	Name      string // with the number of type parameters, as in List`1
	Outer     int    // index of the type that contains it; -1 for none
	Statics   []string
}

// maxMetadata is the largest size of metadata in bytes.
const maxMetadata = 1 << 28

// Read returns the types of an assembly by row: the type with the token 0x02000001 is the first.
func Read(file io.ReaderAt) ([]Type, error) {
	p, at, err := open(file)
	if err != nil {
		return nil, err
	}
	header, err := p.read(at)
	if err != nil || len(header) < 16 {
		return nil, errNoAssembly
	}
	metadata, err := p.read(place{binary.LittleEndian.Uint32(header[8:]), binary.LittleEndian.Uint32(header[12:])})
	if err != nil {
		return nil, err
	}
	tables, names, err := streams(metadata)
	if err != nil {
		return nil, err
	}
	t, err := newTables(tables, names)
	if err != nil {
		return nil, err
	}
	return t.types()
}

// streams returns the streams with tables and names in metadata.
func streams(b []byte) (tables, names []byte, err error) {
	bad := errors.New("the metadata is damaged")
	if len(b) < 20 || string(b[:4]) != "BSJB" {
		return nil, nil, bad
	}
	at := 16 + int64(binary.LittleEndian.Uint32(b[12:]))
	if at+4 > int64(len(b)) {
		return nil, nil, bad
	}
	count := binary.LittleEndian.Uint16(b[at+2:])
	rest := b[at+4:]
	for range count {
		if len(rest) < 12 {
			return nil, nil, bad
		}
		from, size := int64(binary.LittleEndian.Uint32(rest)), int64(binary.LittleEndian.Uint32(rest[4:]))
		name, _, ok := bytes.Cut(rest[8:min(len(rest), 40)], []byte{0})
		if !ok || from+size > int64(len(b)) {
			return nil, nil, bad
		}
		switch string(name) {
		case "#~":
			tables = b[from : from+size]
		case "#Strings":
			names = b[from : from+size]
		}
		rest = rest[min(len(rest), 8+(len(name)+4)&^3):]
	}
	if tables == nil || names == nil {
		return nil, nil, errors.New("the metadata has no tables or no names")
	}
	return tables, names, nil
}

// FullName returns the name of a type with its namespace and outer types, as the source has it but for the numbers of type parameters.
func FullName(all []Type, i int) string {
	var names []string
	for range maxNesting {
		t := &all[i]
		names = append([]string{t.Name}, names...)
		if t.Outer < 0 {
			if t.Namespace != "" {
				names = append([]string{t.Namespace}, names...)
			}
			break
		}
		i = t.Outer
	}
	return strings.Join(names, ".")
}

// maxNesting is the largest number of types in each other.
const maxNesting = 64
