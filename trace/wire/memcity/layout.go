package memcity

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
)

// Limits for reading and writing.
const (
	// MaxRows is the largest number of rows in a chunk, and of texts in a column.
	MaxRows = 1 << 22
	// MaxValues is the largest number of numbers in a column, which take 256 MB in memory.
	MaxValues = 1 << 25
	// MaxRaw is the largest size of a chunk's columns before compression, in bytes. Every number takes at least one byte, so a table takes
	// at most 8 times as much memory, plus the overhead of texts.
	MaxRaw = 64 << 20

	maxStored  = MaxRaw + 1<<16 // size of a payload in bytes; columns that compression does not shrink are stored uncompressed
	maxHeads   = 32
	maxColumns = 64
)

// Version of the format. A reader rejects files with a greater major version.
const (
	major = 1
	minor = 0
)

const (
	magic       = "\x89MCT\r\n\x1a\n" // detects converted line ends and a cleared eighth bit
	syncWord    = "\xf3mct\r\xc5\n\x9e"
	trailerWord = "\xf3mct\r\x3a\n\x61"

	fileHeader  = 16
	chunkHeader = 36
	maxHeader   = chunkHeader + maxHeads*binary.MaxVarintLen64
	trailerSize = 20

	flagMust = 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

var le = binary.LittleEndian

// Sniff reports whether head is the start of a Memory City trace.
func Sniff(head []byte) bool { return bytes.HasPrefix(head, []byte(magic)) }

func appendFileHeader(b []byte) []byte {
	at := len(b)
	b = append(b, magic...)
	b = le.AppendUint16(b, major)
	b = le.AppendUint16(b, minor)
	return le.AppendUint32(b, checksum(b[at:]))
}

// parseFileHeader parses the header of a file. b is at least [fileHeader] bytes long.
func parseFileHeader(b []byte) (faults []Fault, err error) {
	if le.Uint32(b[12:]) != checksum(b[:12]) {
		return []Fault{{Offset: 0, Missing: fileHeader, Text: "the header of the file is damaged; nothing is missing if its version is " +
			fmt.Sprint(major)}}, nil
	}
	if v := le.Uint16(b[8:]); v != major {
		return nil, fmt.Errorf("the trace has version %d.%d; this program reads version %d, so a newer program is needed",
			v, le.Uint16(b[10:]), major)
	}
	return nil, nil
}

// header precedes the payload of a chunk.
type header struct {
	kind    Kind
	flags   uint8
	columns int
	rows    int
	raw     int
	stored  int // size of the payload
	sum     uint32
	head    []uint64
	size    int // size of the header itself
}

func (h *header) entry(offset int64) Entry {
	return Entry{Kind: h.kind, Offset: offset, Stored: int64(h.size + h.stored), Raw: int64(h.raw), State: h.kind.Spec().state(h.head),
		Head: h.head, Rows: h.rows, flags: h.flags}
}

// append appends to b the header of a chunk with this payload.
func (h *header) append(b []byte) []byte {
	at := len(b)
	b = append(b, syncWord...)
	b = le.AppendUint16(b, uint16(h.kind))
	b = append(b, h.flags, byte(len(h.head)))
	b = append(b, 0, 0) // bytes of the head, below
	b = le.AppendUint16(b, uint16(h.columns))
	b = le.AppendUint32(b, uint32(h.rows))
	b = le.AppendUint32(b, uint32(h.raw))
	b = le.AppendUint32(b, uint32(h.stored))
	b = le.AppendUint32(b, h.sum)
	b = append(b, 0, 0, 0, 0) // checksum, below
	for _, v := range h.head {
		b = binary.AppendUvarint(b, v)
	}
	h.size = len(b) - at
	le.PutUint16(b[at+12:], uint16(h.size-chunkHeader))
	le.PutUint32(b[at+32:], headerSum(b[at:]))
	return b
}

func headerSum(b []byte) uint32 {
	return crc32.Update(checksum(b[:32]), castagnoli, b[chunkHeader:])
}

// found is the kind of data at a position in a file.
type found uint8

const (
	nothing found = iota
	partial       // start of a chunk or trailer
	chunk
	trailer
)

// parseHeader parses a chunk header or a trailer at the start of b. b must have maxHeader bytes unless the file ends before.
func parseHeader(b []byte) (header, found) {
	if !bytes.HasPrefix(b, []byte(syncWord)) {
		return header{}, parseTrailer(b)
	}
	if len(b) < chunkHeader {
		return header{}, partial
	}
	heads, size := int(b[11]), chunkHeader+int(le.Uint16(b[12:]))
	h := header{kind: Kind(le.Uint16(b[8:])), flags: b[10], columns: int(le.Uint16(b[14:])), size: size, sum: le.Uint32(b[28:])}
	rows, raw, stored := le.Uint32(b[16:]), le.Uint32(b[20:]), le.Uint32(b[24:])
	switch {
	case heads > maxHeads || h.columns > maxColumns || size > maxHeader || rows > MaxRows || raw > MaxRaw || stored > maxStored:
		return header{}, nothing
	case len(b) < size:
		return header{}, partial
	case headerSum(b[:size]) != le.Uint32(b[32:]):
		return header{}, nothing
	}
	h.rows, h.raw, h.stored = int(rows), int(raw), int(stored)
	h.head = make([]uint64, heads)
	rest := b[chunkHeader:size]
	for i := range h.head {
		v, n := binary.Uvarint(rest)
		if n <= 0 {
			return header{}, nothing
		}
		h.head[i], rest = v, rest[n:]
	}
	if len(rest) > 0 {
		return header{}, nothing
	}
	return h, chunk
}

func parseTrailer(b []byte) found {
	short := len(b) < len(trailerWord)
	switch {
	case short && (bytes.HasPrefix([]byte(syncWord), b) || bytes.HasPrefix([]byte(trailerWord), b)):
		return partial
	case short || string(b[:len(trailerWord)]) != trailerWord:
		return nothing
	case len(b) < trailerSize:
		return partial
	case le.Uint32(b[16:]) != checksum(b[:16]):
		return nothing
	}
	return trailer
}

// appendTrailer appends the trailer of a complete file, which contains the offset of the index.
func appendTrailer(b []byte, index int64) []byte {
	at := len(b)
	b = append(b, trailerWord...)
	b = le.AppendUint64(b, uint64(index))
	return le.AppendUint32(b, checksum(b[at:]))
}
