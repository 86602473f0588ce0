package hprof

import (
	"fmt"
	"io"
	"math"
)

// scanner divides a file into chunks of complete records, each about one block long. It does not parse segments that fit into a block. It
// walks larger ones to find the end of a sub-record.
type scanner struct {
	stream    stream
	idSize    int
	classTag  uint64
	blockSize int
	most      int64 // largest possible size of the stream in bytes
	faults    []Fault

	pos   int64  // of rest
	rest  []byte // unprocessed bytes already read; part of the last chunk's buffer, which only this scanner writes
	index int    // of the next chunk
	end   bool   // the stream ends after rest
	done  bool

	heapLeft int64 // bytes left of the heap segment at pos; 0 outside segments
	heapKind Kind  // of the last segment
	heapZero bool  // its stated length was zero

	segments, closed bool // whether a heap segment and a heap end were seen
}

// endless is the length of a segment that extends to the end of the file, or to the next record outside heap dumps.
const endless = math.MaxInt64 / 2

// unbounded reports whether the heap segment at pos states no length.
func (s *scanner) unbounded() bool { return s.heapLeft > endless/2 }

// cutReason is the reason why a chunk ends.
type cutReason uint8

const (
	cutMore    cutReason = iota // the record is longer than the data read so far
	cutAll                      // all data read so far is complete records
	cutEnds                     // the record is longer than the file
	cutElide                    // the body of a long primitive array will be skipped
	cutThin                     // null references in a long array will be left out
	cutLonger                   // the segment does not end where it was stated to
	cutSegment                  // the rest of the segment cannot be read
	cutRecord                   // the record is too long to keep
	cutBad                      // the rest of the file cannot be read
)

// next reads the next chunk into c and reuses its buffer.
func (s *scanner) next(c *Chunk) bool {
	limit := s.blockSize
	for !s.done {
		data := s.fill(c.data, limit)
		*c = Chunk{Index: s.index, Offset: s.pos, idSize: s.idSize, classTag: s.classTag, data: data, heapLeft: s.heapLeft}
		n, size, reason := s.cut(data)
		s.rest = data[n:]
		if reason == cutMore && n == 0 && !s.end {
			// Doubling the limit means that a false length takes no memory beyond the size of the file.
			limit = 2 * max(limit, len(data))
			continue
		}
		limit = s.blockSize
		s.pos += int64(n)
		s.after(reason, size)
		switch reason {
		case cutElide:
			c.elided = size - int64(len(data)-n)
			n = len(data)
		case cutThin:
			had := len(data)
			data = s.thin(data, size)
			c.thinned = len(data) - had
			c.elided = size - int64(len(data)-n)
			n = len(data)
		}
		if c.data = data[:n]; n > 0 {
			c.Stored = s.stream.stored()
			c.reset()
			s.index++
			return true
		}
	}
	return false
}

// fill returns rest followed by further data, limit bytes in total or fewer at the end of the file. It uses buf if that is large enough.
func (s *scanner) fill(buf []byte, limit int) []byte {
	limit = int(min(int64(limit), int64(len(s.rest))+s.left(), s.most))
	limit = max(limit, len(s.rest))
	if cap(buf) < limit {
		buf = make([]byte, limit)
	}
	buf = buf[:limit]
	n := copy(buf, s.rest)
	if n < limit && !s.end {
		got, err := s.stream.read(buf[n:])
		s.end = got < limit-n
		n += got
		if err != nil && err != io.EOF {
			s.fault(int64(n), -1, fmt.Sprintf("%v; the rest of the file was skipped", err))
		}
	}
	s.end = s.end || s.stream.left() == 0
	return buf[:n]
}

// after advances past the end of a chunk, depending on why it ended. size is the size of the record after the chunk.
func (s *scanner) after(reason cutReason, size int64) {
	switch reason {
	case cutMore, cutEnds:
		if s.done = s.end || reason == cutEnds; s.done {
			s.ends()
		}
	case cutAll:
		if s.done = s.end; s.done {
			s.finish()
		}
	case cutElide, cutRecord:
		s.drop(size)
		if s.heapLeft > 0 {
			s.heapLeft -= size
		}
	case cutThin: // thin has advanced already
	case cutSegment:
		size, s.heapLeft = s.heapLeft, 0
		s.drop(size)
	case cutBad:
		s.done = true
	}
}

// drop skips n bytes.
func (s *scanner) drop(n int64) {
	had := min(n, int64(len(s.rest)))
	s.rest = s.rest[had:]
	s.pos += had
	if had == n || s.end {
		return
	}
	skipped, err := s.stream.skip(n - had)
	s.pos += skipped
	if skipped < n-had {
		s.end = true
		text := "the file ends within a record"
		if err != nil && err != io.EOF {
			text = err.Error()
		}
		s.fault(0, n-had-skipped, text)
	}
}

// cut returns how many bytes of d are complete records, and why there are no more.
func (s *scanner) cut(d []byte) (n int, size int64, reason cutReason) {
	for {
		var used int64
		if s.heapLeft > 0 {
			used, reason = s.sub(d[n:], n)
			if reason == cutAll {
				s.heapLeft -= used
			}
		} else {
			used, reason = s.top(d[n:], n)
		}
		if reason != cutAll {
			return n, used, reason
		}
		if n += int(used); n == len(d) {
			return n, 0, cutAll
		}
	}
}

// sub returns the size of the sub-record at the start of d. n is the distance from the position.
func (s *scanner) sub(d []byte, n int) (size int64, reason cutReason) {
	view := d[:min(int64(len(d)), s.heapLeft)]
	size, wrong := subSize(view, s.idSize)
	have := int64(len(d))
	switch {
	case wrong == unknown && s.unbounded() && topSpecs[d[0]] != nil:
		s.heapLeft = 0
		return 0, cutLonger
	case wrong == unknown:
		s.fault(int64(n), s.missing(), fmt.Sprintf("unknown or damaged sub-record with tag 0x%02x; "+
			"the rest of the segment was skipped", d[0]))
		return 0, cutSegment
	case wrong == sound && size > s.heapLeft || wrong == short && have >= s.heapLeft:
		if s.heapKind == HeapDump && s.heapLeft < have+s.left() {
			s.heapLeft += wrap
			return 0, cutLonger
		}
		s.fault(int64(n), s.missing(), fmt.Sprintf("sub-record %s does not fit into its heap segment, which has "+
			"%d bytes left; they were skipped", subSpecs[d[0]].name, s.heapLeft))
		return 0, cutSegment
	case wrong == short:
		return 0, cutMore
	case size <= have:
		return size, cutAll
	case size-have > s.left():
		return size, cutEnds
	}
	switch kind := subRecord | Kind(d[0]); {
	case kind == PrimitiveArray && size > int64(s.blockSize):
		return size, cutElide
	case kind == ObjectArray && n == 0 && have > int64(objectArrayHeader(s.idSize)+MaxPositional*s.idSize):
		return size, cutThin
	case kind == Instance && size > maxRecord:
		s.fault(int64(n), size, fmt.Sprintf("an instance of %d bytes was skipped; expected at most %d", size, maxRecord))
		return size, cutRecord
	}
	return size, cutMore
}

func objectArrayHeader(idSize int) int { return 2*idSize + 9 }

// thin reads the rest of an array of references that data begins with, size bytes in total, and appends the non-null IDs. Arrays of nulls
// compress to almost nothing, so keeping them would take unlimited memory.
func (s *scanner) thin(data []byte, size int64) []byte {
	left := size - int64(len(data))
	part := int64(len(data)-objectArrayHeader(s.idSize)) % int64(s.idSize)
	s.pos, s.rest = s.pos+int64(len(data)), nil
	s.heapLeft -= size
	piece := make([]byte, min(left, 1<<18))
	limit := int64(len(piece))
	if part > 0 {
		limit = int64(s.idSize) - part // completes an ID that data ends within
	}
	for whole := part == 0; left > 0; whole = true {
		n := min(limit, left)
		got, err := s.stream.read(piece[:n])
		s.pos, left, limit = s.pos+int64(got), left-int64(got), int64(len(piece))
		if whole {
			data = appendIDs(data, piece[:got], s.idSize)
		} else {
			data = append(data, piece[:got]...)
		}
		if int64(got) < n {
			s.end = true
			text := "the file ends within a record"
			if err != nil && err != io.EOF {
				text = err.Error()
			}
			s.fault(0, left, text)
			break
		}
	}
	return data
}

// appendIDs appends the non-null IDs in piece, without an incomplete one at its end.
func appendIDs(dst, piece []byte, idSize int) []byte {
	for i := 0; i+idSize <= len(piece); i += idSize {
		if id := piece[i : i+idSize]; idSize == 4 && be.Uint32(id) != 0 || idSize == 8 && be.Uint64(id) != 0 {
			dst = append(dst, id...)
		}
	}
	return dst
}

// top returns the size of the record at the start of d, outside heap segments. For a heap segment that will be walked, it is the size of
// the header only. n is the distance from the position.
func (s *scanner) top(d []byte, n int) (size int64, reason cutReason) {
	if len(d) == 0 {
		return 0, cutAll
	}
	kind := Kind(d[0])
	if topSpecs[d[0]] == nil {
		return 0, s.unknownTop(d, n)
	}
	if len(d) < headerSize {
		return 0, cutMore
	}
	length := int64(be.Uint32(d[5:]))
	size = headerSize + length
	have := int64(len(d))
	if kind == HeapDump || kind == HeapSegment {
		s.segments = s.segments || kind == HeapSegment
		s.heapKind, s.heapZero = kind, length == 0
		switch {
		case kind == HeapSegment && length > 0 && size <= have:
			return size, cutAll
		case kind == HeapSegment && length > 0 && size <= int64(s.blockSize) && !s.end:
			return size, cutMore
		}
		s.heapLeft = length
		return headerSize, cutAll
	}
	s.heapKind = 0
	s.closed = s.closed || kind == HeapEnd
	switch {
	case size <= have:
		return size, cutAll
	case size-have > s.left():
		return size, cutEnds
	case length > maxRecord:
		s.fault(int64(n), size, fmt.Sprintf("record %s of %d bytes was skipped; expected at most %d", kind,
			length, maxRecord))
		return size, cutRecord
	}
	return size, cutMore
}

// unknownTop handles an unknown tag: either the previous heap dump continues, or the rest is unreadable.
func (s *scanner) unknownTop(d []byte, n int) cutReason {
	switch {
	case s.heapKind != 0 && s.heapZero:
		s.heapLeft, s.heapZero = endless, false
		return cutLonger
	case s.heapKind == HeapDump:
		s.heapLeft = wrap
		return cutLonger
	}
	s.fault(int64(n), -1, fmt.Sprintf("unknown record tag 0x%02x; the rest of the file was skipped", d[0]))
	return cutBad
}

// left returns the number of bytes in the stream after rest; a large number if unknown.
func (s *scanner) left() int64 {
	if s.end {
		return 0
	}
	return s.stream.left()
}

// missing returns the length of the rest of the heap segment at pos if that is skipped; -1 if it extends to the end of the file.
func (s *scanner) missing() int64 {
	if s.unbounded() {
		return -1
	}
	return s.heapLeft
}

// ends adds the fault that the file ends within a record or segment.
func (s *scanner) ends() {
	f := Fault{Offset: s.pos, Missing: -1, Text: "the file ends within a record"}
	if s.heapLeft > 0 && !s.unbounded() {
		f.Missing = s.heapLeft
		f.Text = fmt.Sprintf("the file ends within a heap segment: %d bytes of it, and all that should follow, are missing", s.heapLeft)
	}
	s.faults = append(s.faults, f)
}

// finish adds a fault if the file ends too early, although after a complete record.
func (s *scanner) finish() {
	switch {
	case s.heapLeft > 0 && !s.unbounded():
		s.ends()
	case s.segments && !s.closed:
		s.fault(0, -1, "the heap dump has no end record: the file may be incomplete")
	}
}

func (s *scanner) fault(ahead, missing int64, text string) {
	s.faults = append(s.faults, Fault{Offset: s.pos + ahead, Missing: missing, Text: text})
}
