package hprof

import "fmt"

// Chunk is a piece of a file that holds whole records. It is read once, by [Chunk.Next].
type Chunk struct {
	Index  int   // from 0, in the order of the file
	Offset int64 // of the first byte, in the file as it is when it is not compressed
	Stored int64 // how far the file, as it is stored, was read when the chunk was made

	idSize   int
	data     []byte
	heapLeft int64 // bytes that were left of the heap segment at the start of the chunk
	elided   int64 // bytes that the body of the last record lacks
	thinned  int   // bytes at the end of data that were not next to those before them

	pos     int
	heapEnd int // end of the heap segment around pos; not after pos outside of heap segments
	faults  []Fault
}

// Fault is a place in a file that could not be read.
type Fault struct {
	Offset  int64  // of the first byte that could not be read
	Missing int64  // bytes from there that were left out; -1 if not known
	Text    string // what is wrong
}

func (f Fault) String() string { return fmt.Sprintf("offset %d: %s", f.Offset, f.Text) }

// fault says why a record cannot be read.
type fault uint8

const (
	sound   fault = iota
	short         // more bytes are needed than there are
	unknown       // tag or type is not known
)

const headerSize = 9 // tag, µs, length

func (c *Chunk) reset() {
	c.pos, c.faults = 0, nil
	c.heapEnd = int(min(c.heapLeft, int64(len(c.data))))
}

// Next reads the next record into r and reports whether there was one. Bad records in a heap segment end the segment;
// the scan reports them. The body belongs to the chunk, and the chunk to the scan that made it.
func (c *Chunk) Next(r *Record) bool {
	for c.pos < len(c.data) {
		if c.pos < c.heapEnd {
			if c.sub(r) {
				return true
			}
			continue
		}
		if c.top(r) {
			return true
		}
	}
	return false
}

// top reads a record outside of heap segments. The scan made sure that it is whole; what is in it is checked here.
func (c *Chunk) top(r *Record) bool {
	d := c.data[c.pos:]
	r.Kind, r.Offset, r.Body = Kind(d[0]), c.Offset+int64(c.pos), nil
	length := int64(be.Uint32(d[5:]))
	c.pos += headerSize
	if r.Kind == HeapDump || r.Kind == HeapSegment {
		left := len(c.data) - c.pos
		c.heapEnd = c.pos + left
		// A length of zero is that of a writer that was killed: the scan ends the chunk there if it is meant.
		if length < int64(left) {
			c.heapEnd = c.pos + int(length)
		}
		return true
	}
	d = d[headerSize : headerSize+int(length)]
	c.pos += int(length)
	s := topSpecs[r.Kind]
	if len(d) < s.fixed(c.idSize) {
		c.fault(r.Offset, headerSize+length, fmt.Sprintf("record %s has %d bytes, too few", r.Kind, length))
		return false
	}
	r.Body = d[s.decode(r, d, c.idSize):]
	if s.body == bodyIDs {
		if r.Values[s.counted] > uint64(len(r.Body)/c.idSize) {
			c.fault(r.Offset, headerSize+length, fmt.Sprintf("record %s counts %d ids in %d bytes", r.Kind,
				r.Values[s.counted], len(r.Body)))
			return false
		}
		r.Body = r.Body[:int(r.Values[s.counted])*c.idSize]
	}
	return true
}

// sub reads a sub-record. The three kinds that fill a dump are read by hand, the others by their specs.
func (c *Chunk) sub(r *Record) bool {
	d := c.data[c.pos:c.heapEnd]
	ids := c.idSize
	fixed := 2*ids + 9
	r.Kind, r.Offset = subRecord|Kind(d[0]), c.Offset+int64(c.pos)
	switch {
	case r.Kind == Instance && len(d) >= fixed:
		n := uint64(be.Uint32(d[fixed-4:]))
		if n > uint64(len(d)-fixed) {
			break
		}
		if ids == 8 {
			r.Values[0], r.Values[2] = be.Uint64(d[1:]), be.Uint64(d[13:])
		} else {
			r.Values[0], r.Values[2] = uint64(be.Uint32(d[1:])), uint64(be.Uint32(d[9:]))
		}
		r.Values[1], r.Values[3] = uint64(be.Uint32(d[1+ids:])), n
		r.Body = d[fixed : fixed+int(n)]
		c.pos += fixed + int(n)
		return true
	case r.Kind == ObjectArray && len(d) >= fixed:
		n := uint64(be.Uint32(d[5+ids:]))
		need, have := n*uint64(ids), uint64(len(d)-fixed)
		if need > have+uint64(c.elided) {
			break
		}
		r.Values[0], r.Values[3] = ID(d[1:], ids, 0), ID(d[9+ids:], ids, 0)
		r.Values[1], r.Values[2] = uint64(be.Uint32(d[1+ids:])), n
		need = min(need, have)
		r.Body = d[fixed : fixed+int(need)]
		c.pos += fixed + int(need)
		return true
	case r.Kind == PrimitiveArray && len(d) >= ids+10:
		fixed = ids + 10
		n := uint64(be.Uint32(d[5+ids:]))
		size := BasicType(d[9+ids]).primitive()
		need := n * uint64(size)
		have := uint64(len(d) - fixed)
		if size == 0 || need > have+uint64(c.elided) {
			break
		}
		r.Values[0], r.Values[1], r.Values[2], r.Values[3] = ID(d[1:], ids, 0), uint64(be.Uint32(d[1+ids:])), n, uint64(d[9+ids])
		need = min(need, have)
		r.Body = d[fixed : fixed+int(need)]
		c.pos += fixed + int(need)
		return true
	}
	return c.subBySpec(r, d)
}

func (c *Chunk) subBySpec(r *Record, d []byte) bool {
	size, wrong := subSize(d, c.idSize)
	if wrong == sound && size <= int64(len(d)) {
		s := subSpecs[d[0]]
		n := 1 + s.decode(r, d[1:], c.idSize)
		r.Body = d[n:size]
		c.pos += int(size)
		return true
	}
	text := fmt.Sprintf("sub-record with tag 0x%02x is not known", d[0])
	if subSpecs[d[0]] != nil {
		text = fmt.Sprintf("sub-record %s does not fit into its heap segment, which has %d bytes left", r.Kind, len(d))
		if wrong == unknown {
			text = fmt.Sprintf("sub-record %s has a value of an unknown type", r.Kind)
		}
	}
	c.fault(r.Offset, int64(len(d)), text+"; the rest of the segment is left out")
	c.pos = c.heapEnd
	return false
}

func (c *Chunk) fault(offset, missing int64, text string) {
	c.faults = append(c.faults, Fault{Offset: offset, Missing: missing, Text: text})
}

// subSize returns the size in bytes of the sub-record that d begins with. It may be more than d has. With short the
// size is not known, because d ends before the place that says it.
func subSize(d []byte, idSize int) (int64, fault) {
	if len(d) == 0 {
		return 0, short
	}
	s := subSpecs[d[0]]
	if s == nil {
		return 0, unknown
	}
	n := 1 + s.fixed(idSize)
	if s.body == bodyNone {
		return int64(n), sound
	}
	if len(d) < n {
		return 0, short
	}
	switch s.body {
	case bodyBytes:
		return int64(n) + int64(be.Uint32(d[n-4:])), sound
	case bodyIDs:
		return int64(n) + int64(be.Uint32(d[5+idSize:]))*int64(idSize), sound
	case bodyValues:
		size := BasicType(d[n-1]).primitive()
		if size == 0 {
			return 0, unknown
		}
		return int64(n) + int64(be.Uint32(d[5+idSize:]))*int64(size), sound
	}
	size, wrong := classBody(d[n:], idSize)
	return int64(n + size), wrong
}
