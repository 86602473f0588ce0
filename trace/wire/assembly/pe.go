package assembly

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// section is a section of the file.
type section struct{ address, offset, size uint32 }

// program is the file that contains an assembly. The standard library reads no assemblies that are compiled for Linux, since the number of their
// processor is changed.
type program struct {
	file     io.ReaderAt
	sections []section
}

// place is the place of a part of the program in memory.
type place struct{ address, size uint32 }

var errNoAssembly = errors.New("the file is not an assembly")

const (
	coffSize    = 24 // with the signature
	sectionSize = 40
	// maxHeader is the largest size of the headers in bytes.
	maxHeader = 1 << 16
	// headerDirectory is the index of the directory that leads to the header of an assembly.
	headerDirectory = 14
)

// open reads the headers of a file. It returns the place of the header of the assembly.
func open(file io.ReaderAt) (p *program, header place, err error) {
	var b [maxHeader]byte
	n, err := file.ReadAt(b[:], 0)
	if err != nil && err != io.EOF {
		return nil, header, err
	}
	head := b[:n]
	if len(head) < 64 || string(head[:2]) != "MZ" {
		return nil, header, errNoAssembly
	}
	at := int64(binary.LittleEndian.Uint32(head[60:]))
	if at+coffSize+2 > int64(len(head)) || string(head[at:at+4]) != "PE\x00\x00" {
		return nil, header, errNoAssembly
	}
	coff, optional := head[at:], head[at+coffSize:]
	count, size := int(binary.LittleEndian.Uint16(coff[6:])), int(binary.LittleEndian.Uint16(coff[20:]))
	directories := 96
	if binary.LittleEndian.Uint16(optional) == 0x20b { // of 64 bits
		directories = 112
	}
	entry := directories + 8*headerDirectory
	if size < entry+8 || len(optional) < size+count*sectionSize {
		return nil, header, errNoAssembly
	}
	header = place{binary.LittleEndian.Uint32(optional[entry:]), binary.LittleEndian.Uint32(optional[entry+4:])}
	p = &program{file: file}
	for i := range count {
		s := optional[size+i*sectionSize:]
		p.sections = append(p.sections, section{binary.LittleEndian.Uint32(s[12:]), binary.LittleEndian.Uint32(s[20:]), binary.LittleEndian.Uint32(s[16:])})
	}
	return p, header, nil
}

// read returns the bytes of a part.
func (p *program) read(at place) ([]byte, error) {
	if at.size == 0 || at.size > maxMetadata {
		return nil, fmt.Errorf("a part of the assembly has %d bytes", at.size)
	}
	for _, s := range p.sections {
		from := int64(at.address) - int64(s.address)
		if from < 0 || from+int64(at.size) > int64(s.size) {
			continue
		}
		var b bytes.Buffer // grows with the file, which may be shorter
		if n, err := io.Copy(&b, io.NewSectionReader(p.file, int64(s.offset)+from, int64(at.size))); err != nil || n < int64(at.size) {
			return nil, io.ErrUnexpectedEOF
		}
		return b.Bytes(), nil
	}
	return nil, errors.New("a part of the assembly is in no section")
}
