package anttracks

import (
	"fmt"
	"io"
)

// What is the kind of a file.
type What uint32

// Kinds of files.
const (
	SymbolsFile What = iota
	TraceFile
	ClassesFile
)

func (w What) String() string {
	switch w {
	case SymbolsFile:
		return "symbols"
	case TraceFile:
		return "trace"
	case ClassesFile:
		return "class definitions"
	}
	return fmt.Sprintf("file of kind %d", uint32(w))
}

const (
	magic = 0x00C0FFEE
	// maxIDs is far more than the 42 that the VM writes.
	maxIDs = 4096
)

// Header is the header of every file.
type Header struct {
	IDs  []uint32 // the same in all files of a run
	What What
}

// Sniff reports whether head, the first bytes of a file, is the start of an AntTracks file.
func Sniff(head []byte) bool {
	return len(head) >= 8 && le.Uint32(head) == magic && le.Uint32(head[4:]) <= maxIDs
}

// ReadHeader reads the header of a file.
func ReadHeader(r io.Reader) (Header, error) { return newInput(r).header() }

// ReadHead reads the header of a file and, of a trace, its number within the run.
func ReadHead(r io.Reader) (h Header, number uint32, err error) {
	in := newInput(r)
	if h, err = in.header(); err == nil && h.What == TraceFile {
		if number = in.u4(); in.err != nil {
			return h, 0, Fault{in.at, in.why() + " inside of the header"}
		}
	}
	return h, number, err
}

func (in *input) header() (Header, error) {
	if got := in.u4(); in.err == nil && got != magic {
		return Header{}, Fault{0, fmt.Sprintf("begins with %08x, not with %08x", got, uint32(magic))}
	}
	n := in.u4()
	if n > maxIDs {
		return Header{}, Fault{4, fmt.Sprintf("%d numbers of the run; expected at most %d", n, maxIDs)}
	}
	var h Header
	for range n {
		h.IDs = append(h.IDs, in.u4())
	}
	at := in.at
	h.What = What(in.u4())
	switch {
	case in.err != nil:
		return Header{}, Fault{in.at, in.why() + " inside of the header"}
	case h.What > ClassesFile:
		return Header{}, Fault{at, fmt.Sprintf("unknown %s; expected 0 to 2", h.What)}
	}
	return h, nil
}

// expect reads the header and returns an error if the file has another kind.
func (in *input) expect(what What) (Header, error) {
	h, err := in.header()
	if err == nil && h.What != what {
		return h, Fault{in.at - 4, fmt.Sprintf("expected a file of %[2]s, found one of %[1]s", h.What, what)}
	}
	return h, err
}
