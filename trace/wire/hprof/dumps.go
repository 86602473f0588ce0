package hprof

import (
	"bytes"
	"context"
	"io"
	"slices"
)

// Section is a range of bytes of a file.
type Section struct{ Offset, Length int64 }

// Part is one heap dump of a file that has several.
type Part struct {
	Time int64 // in ms since 1970; 0 if unknown
	// Sections are the parts of the file that together are a file with this dump alone.
	Sections []Section
}

// Limits for the search for further dumps. Outside heap dumps, a file has some MB.
const (
	maxOutside = 64 << 20
	maxHeads   = 1 << 12 // heads of segments, each a read somewhere else in the file
	maxParts   = 1 << 12
)

// Parts returns the heap dumps of a plain file if it has more than one. The agent that came with JDK 5 to 8 adds a dump to its file each time
// that it is asked for one: the dumps share the records before them. Files may also have been joined. Parts reads only the heads of heap dumps
// and the records between them. It gives up after 64 MB or 4,096 heads, about 4 GB of segments, and at anything unexpected. A file with a dump of
// unknown length is one dump.
func Parts(ctx context.Context, file io.ReaderAt, size int64) ([]Part, error) {
	w := &partWalk{file: file, size: size}
	if !w.header() {
		return nil, nil
	}
	for steps := 0; w.at < size; steps++ {
		if steps%(1<<12) == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		if !w.step() || len(w.parts) > maxParts || w.heads > maxHeads {
			return nil, nil
		}
	}
	w.end()
	if len(w.parts) < 2 {
		return nil, nil
	}
	return w.parts, nil
}

// partWalk walks over the records of a file.
type partWalk struct {
	file io.ReaderAt
	size int64
	at   int64

	buffer []byte // bytes of the file from begin
	begin  int64
	read   int64 // bytes read so far
	heads  int   // heads of heap dumps and segments so far

	time   int64     // of the header in front of at
	shared []Section // header and records outside heap dumps, since that header
	heap   []Section // segments of the dump that has not ended
	after  int64     // µs from the header to that dump
	since  int64     // greatest time of a dump since the header, in µs; the file has its lowest 32 bits
	parts  []Part
}

// bytes returns n bytes at the position, fewer at the end of the file. It reads ahead if the bytes before them were read, too.
func (w *partWalk) bytes(n int) []byte {
	if w.at < w.begin || w.at+int64(n) > w.begin+int64(len(w.buffer)) {
		ahead := 512
		if w.at <= w.begin+int64(len(w.buffer)) {
			ahead = 64 << 10
		}
		w.buffer = slices.Grow(w.buffer[:0], ahead)[:ahead]
		got, _ := w.file.ReadAt(w.buffer, w.at)
		w.buffer, w.begin = w.buffer[:got], w.at
		w.read += int64(got)
	}
	d := w.buffer[min(w.at-w.begin, int64(len(w.buffer))):]
	return d[:min(n, len(d))]
}

// header reads the header of a file at the position.
func (w *partWalk) header() bool {
	h, err := ParseHeader(w.bytes(maxHeader))
	if err != nil {
		return false
	}
	w.end()
	w.time, w.shared, w.since = h.Time, []Section{{w.at, int64(h.Size)}}, 0
	w.at += int64(h.Size)
	return true
}

// step passes a record. It reports whether the walk can go on.
func (w *partWalk) step() bool {
	head := w.bytes(headerSize)
	if bytes.HasPrefix([]byte(magic), head) || bytes.HasPrefix(head, []byte(magic)[:headerSize]) {
		return w.header()
	}
	if len(head) < headerSize || topSpecs[head[0]] == nil || w.read > maxOutside {
		return false
	}
	kind, after, length := Kind(head[0]), be.Uint32(head[1:]), int64(be.Uint32(head[5:]))
	record := Section{w.at, min(headerSize+length, w.size-w.at)} // the file may be cut
	w.at += record.Length
	if kind == HeapDump || kind == HeapSegment {
		w.heads++
	}
	switch kind {
	case HeapDump:
		if length == 0 || record.Length < headerSize+length {
			return false // its length is unknown, or states the lowest 32 bits
		}
		w.end()
		w.dumpAt(after)
		w.heap = []Section{record}
		w.end()
	case HeapSegment:
		if length == 0 {
			return false
		}
		if len(w.heap) == 0 {
			w.dumpAt(after)
		}
		w.heap = append(w.heap, record)
	case HeapEnd:
		if len(w.heap) > 0 {
			w.heap = append(w.heap, record)
		}
		w.end()
	default:
		w.shared = join(w.shared, record)
	}
	return true
}

// dumpAt sets the time of the next dump. micros wraps every 72 minutes.
func (w *partWalk) dumpAt(micros uint32) {
	at := w.since&^(wrap-1) | int64(micros)
	if at < w.since {
		at += wrap
	}
	w.after, w.since = at, at
}

// end ends the current dump, if there is one.
func (w *partWalk) end() {
	if len(w.heap) == 0 {
		return
	}
	p := Part{Time: w.time}
	if p.Time != 0 {
		p.Time += w.after / 1000
	}
	for _, s := range slices.Concat(w.shared, w.heap) {
		p.Sections = join(p.Sections, s)
	}
	w.parts, w.heap = append(w.parts, p), nil
}

// join appends a section, as part of the last one if it follows that.
func join(list []Section, s Section) []Section {
	if n := len(list); n > 0 && list[n-1].Offset+list[n-1].Length == s.Offset {
		list[n-1].Length += s.Length
		return list
	}
	return append(list, s)
}
