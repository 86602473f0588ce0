package hprof

import "fmt"

// Chunk is a piece of a file that contains complete records. [Chunk.Next] reads it once.
type Chunk struct {
	Index  int   // 0-based, in file order
	Offset int64 // of the first byte, in the uncompressed file
	Stored int64 // position in the stored file up to which it was read when the chunk was made

	idSize   int
	classTag uint64
	data     []byte
	heapLeft int64 // bytes of the heap segment left at the start of the chunk
	elided   int64 // bytes missing from the body of the last record
	thinned  int   // bytes at the end of data that were not contiguous with the rest in the file

	pos     int
	heapEnd int // end of the heap segment around pos; at most pos outside heap segments
	faults  []Fault
}

// Fault is a place in a file that could not be read.
type Fault struct {
	Offset  int64  // of the first unreadable byte
	Missing int64  // number of bytes skipped from there; -1 if unknown
	Text    string // description of the fault
}

func (f Fault) String() string { return fmt.Sprintf("offset %d: %s", f.Offset, f.Text) }

// fault is the reason why a record cannot be read.
type fault uint8

const (
	sound   fault = iota
	short         // the data ends too early
	unknown       // tag or type is unknown
)

const headerSize = 9 // tag, µs, length

func (c *Chunk) reset() {
	c.pos, c.faults = 0, nil
	c.heapEnd = int(min(c.heapLeft, int64(len(c.data))))
}

// Next reads the next record into r and reports whether there was one. A bad record in a heap segment ends the segment; the scan reports it
// as a fault. r.Body belongs to the chunk, and the chunk to its scan.
func (c *Chunk) Next(r *Record) bool {
	for c.pos < len(c.data) {
		if c.pos < c.heapEnd {
			if c.sub(r) {
				r.untag(c.classTag)
				return true
			}
			continue
		}
		if c.top(r) {
			r.untag(c.classTag)
			return true
		}
	}
	return false
}

// untag subtracts the tag from the class IDs of a record. Null remains null.
func (r *Record) untag(tag uint64) {
	if tag == 0 {
		return
	}
	untag := func(at int) {
		if r.Values[at] != 0 {
			r.Values[at] -= tag
		}
	}
	switch r.Kind {
	case Instance:
		untag(InstanceClass)
	case ObjectArray:
		untag(ArrayClass)
	case LoadClass:
		untag(LoadID)
	case ClassDump:
		untag(0)
		untag(ClassSuper)
	case RootStickyClass:
		untag(0)
	}
}

// top reads a record outside heap segments. The scan has checked that the record is complete; top checks its content.
func (c *Chunk) top(r *Record) bool {
	d := c.data[c.pos:]
	r.Kind, r.Offset, r.Body = Kind(d[0]), c.Offset+int64(c.pos), nil
	length := int64(be.Uint32(d[5:]))
	c.pos += headerSize
	if r.Kind == HeapDump || r.Kind == HeapSegment {
		left := len(c.data) - c.pos
		c.heapEnd = c.pos + left
		// A zero length means that the writer was killed. If so, the scan ends the chunk at that point.
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

// sub reads a sub-record. The three most frequent kinds are decoded by hand, the others by their specs.
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
	text := fmt.Sprintf("unknown sub-record with tag 0x%02x", d[0])
	if subSpecs[d[0]] != nil {
		text = fmt.Sprintf("sub-record %s does not fit into its heap segment, which has %d bytes left", r.Kind, len(d))
		if wrong == unknown {
			text = fmt.Sprintf("sub-record %s has a value of an unknown type", r.Kind)
		}
	}
	c.fault(r.Offset, int64(len(d)), text+"; the rest of the segment was skipped")
	c.pos = c.heapEnd
	return false
}

func (c *Chunk) fault(offset, missing int64, text string) {
	c.faults = append(c.faults, Fault{Offset: offset, Missing: missing, Text: text})
}

// subSize returns the size in bytes of the sub-record at the start of d, which may exceed len(d). If the fault is short, the size is
// unknown because d ends before the length field.
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
