// Package jfr reads recordings of the JDK Flight Recorder, which are files of self-describing chunks. It reads types, events and constants
// as described by the file. It also decodes classes, threads and stack traces, which name things.
//
// Layout of a chunk, with all numbers big-endian:
//
//	 0  4 bytes  "FLR" 0
//	 4  u16 u16  major and minor version; 1 and 2 are read, and 0.9, which has another layout: see old.go
//	 8  u64      size of the chunk
//	16  u64      offset in the chunk of the last event with constants
//	24  u64      offset in the chunk of the event with metadata
//	32  u64      start, ns since 1970
//	40  u64      duration, ns
//	48  u64      start in ticks
//	56  u64      ticks per second
//	64  u32      the lowest bit: integers are compressed
//	68  events
//
// An event is its size, its type, and the fields listed in the metadata. Integers are LEB128 with at most 9 bytes, the ninth with 8 bits.
// Type 0 is the metadata: texts and a tree of elements that refer to them. Type 1 contains constants: values by type and key, and the
// distance back to the previous event with constants; 0 in the first.
//
// A chunk without an end, for example after the program was killed, is read up to the end of the file. Nothing in a file is trusted: sizes
// are checked against the remaining bytes, depths and counts against [Limits].
package jfr

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
)

// Limits for reading.
const (
	MaxChunk  = 1 << 30 // bytes, held in memory while the chunk is read; the JDK writes 12 MB
	MaxChunks = 1 << 20
	MaxTypes  = 1 << 16
	MaxDepth  = 16      // of nested types, and of elements in the metadata
	MaxFields = 1 << 10 // per type, including nested fields
	MaxValues = 1 << 18 // total over all types, including fields without a value

	MaxMetadata = 4 << 20 // bytes; the JDK writes some 100 kB
)

const (
	headerSize     = 68
	firstMetadata  = 0
	firstConstants = 1
)

// A Fault is a damaged part of a file. The offset is a file offset.
type Fault struct {
	Offset int64
	Text   string
}

func (f Fault) Error() string { return fmt.Sprintf("offset %d: %s", f.Offset, f.Text) }

// A Header is the header of a chunk.
type Header struct {
	Offset       int64 // in the file
	Size         int64 // in bytes, within the file
	Cut          bool  // the file ends before the chunk does
	Major, Minor uint16
	StartUnix    int64 // ns since 1970
	Duration     int64 // ns

	constants, metadata        int64
	startTicks, ticksPerSecond uint64
	compressed                 bool
}

// Sniff reports whether head is the start of a recording.
func Sniff(head []byte) bool {
	if len(head) < 6 || string(head[:4]) != "FLR\x00" || head[4] != 0 {
		return false
	}
	return head[5] == 1 || head[5] == 2 || len(head) >= 8 && string(head[5:8]) == "\x00\x00\x09"
}

// Headers returns the headers of the chunks in a file of size bytes. If there is a fault, it returns the headers before it, and an error.
func Headers(r io.ReaderAt, size int64) ([]Header, error) {
	var all []Header
	for at := int64(0); at < size; {
		h, err := readHeader(r, at, size)
		if err != nil {
			return all, err
		}
		if len(all) == MaxChunks {
			return all, Fault{at, fmt.Sprintf("there are more than %d chunks", MaxChunks)}
		}
		all = append(all, h)
		at += h.Size
	}
	return all, nil
}

func readHeader(r io.ReaderAt, at, size int64) (Header, error) {
	b := make([]byte, min(headerSize, size-at))
	if _, err := r.ReadAt(b, at); err != nil && err != io.EOF {
		return Header{}, err
	}
	short := Fault{at, fmt.Sprintf("expected a chunk, found its first %d bytes only", size-at)}
	if len(b) < oldHeaderSize {
		return Header{}, short
	}
	h := Header{Offset: at, Major: binary.BigEndian.Uint16(b[4:]), Minor: binary.BigEndian.Uint16(b[6:])}
	if string(b[:4]) != "FLR\x00" {
		return h, Fault{at, "expected a chunk of a flight recording, found something else"}
	}
	if h.isOld() {
		return readOldHeader(r, h, binary.BigEndian.Uint64(b[8:]), size)
	}
	if len(b) < headerSize {
		return h, short
	}
	if h.Major < 1 || h.Major > 2 {
		return h, Fault{at, fmt.Sprintf("unknown format version %d.%d", h.Major, h.Minor)}
	}
	number := func(i int) uint64 { return binary.BigEndian.Uint64(b[i:]) }
	h.Size = int64(min(number(8), math.MaxInt64))
	if h.Size < headerSize || h.Size > size-at { // still being written, or truncated
		h.Size, h.Cut = size-at, true
	}
	if h.Size > MaxChunk {
		return h, Fault{at, fmt.Sprintf("the chunk has %d bytes; at most %d are read", h.Size, MaxChunk)}
	}
	h.constants, h.metadata = int64(min(number(16), math.MaxInt64)), int64(min(number(24), math.MaxInt64))
	h.StartUnix, h.Duration = int64(min(number(32), math.MaxInt64)), int64(min(number(40), math.MaxInt64))
	h.startTicks, h.ticksPerSecond = number(48), number(56)
	if h.ticksPerSecond == 0 {
		return h, Fault{at, "the chunk has no ticks per second"}
	}
	h.compressed = b[67]&1 != 0
	return h, nil
}

// Nanos converts ticks to nanoseconds.
func (h *Header) Nanos(ticks int64) int64 {
	negative := ticks < 0
	if negative {
		ticks = -ticks
	}
	hi, lo := bits.Mul64(uint64(ticks), 1e9)
	if hi >= h.ticksPerSecond {
		return 0
	}
	n, _ := bits.Div64(hi, lo, h.ticksPerSecond)
	n = min(n, math.MaxInt64)
	if negative {
		return -int64(n)
	}
	return int64(n)
}

// Unix converts a time in ticks to nanoseconds since 1970.
func (h *Header) Unix(ticks int64) int64 {
	return h.StartUnix + h.Nanos(ticks-int64(h.startTicks))
}
