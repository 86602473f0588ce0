package memcity

import (
	"bytes"
	"errors"
	"fmt"
	"io"
)

// An Entry is the position and header of a chunk.
type Entry struct {
	Kind   Kind // possibly unknown to this version; the chunk can then be skipped
	Offset int64
	Stored int64 // size in the file in bytes, including the header
	Raw    int64 // size of the columns before compression, in bytes
	State  int64 // number of the heap state that it belongs to; -1 for none
	Head   []uint64
	Rows   int

	flags uint8
}

// end returns the offset after the chunk.
func (e *Entry) end() int64 { return e.Offset + e.Stored }

// Scan finds the chunks of a file of size bytes, starting at offset from. from is 0, or next from an earlier scan, to continue in a file
// that grows. If from is 0 and the file has an index, Scan uses the index. Otherwise it reads the headers but not the payloads. Damaged
// places are skipped up to the next chunk and reported as faults. Only [ReadTable] finds damage within chunks.
//
// complete means that the file ends as [Writer.Close] ends it. Otherwise, a chunk that begins at next is not fully written yet. If the file
// no longer grows, it was truncated; see [Cut].
//
// The error is an error of r, or reports that the file is not a Memory City trace or needs a later version of this program.
func Scan(r io.ReaderAt, size, from int64) (entries []Entry, next int64, complete bool, faults []Fault, err error) {
	s := &scanner{r: r, size: size, next: from}
	if from <= 0 {
		if err := s.start(); err != nil || s.next == 0 {
			return nil, 0, false, nil, err
		}
	}
	if from > size {
		return nil, from, false, nil, fmt.Errorf("the file now has only %d bytes; it had %d when it was read before", size, from)
	}
	s.finished = s.trailerAt(size - trailerSize)
	s.complete = s.finished && s.next == size
	if from > 0 || !s.finished || !s.useIndex() {
		s.chunks()
	}
	if s.err == nil {
		s.err = understood(s.entries)
	}
	return s.entries, s.next, s.complete, s.faults, s.err
}

// Cut describes the data missing at the end of a file that no longer grows. The arguments are the file size and results of [Scan].
func Cut(size, next int64, complete bool) (f Fault, cut bool) {
	switch {
	case complete:
		return Fault{}, false
	case next == size:
		return Fault{Offset: size, Text: "the file ends without its index, because its writer was stopped"}, true
	}
	return Fault{Offset: next, Missing: size - next,
		Text: fmt.Sprintf("the file is truncated: the last %d bytes are not a complete chunk", size-next)}, true
}

// Finished reports whether a file of size bytes ends as [Writer.Close] ends it. It reads only the last bytes.
func Finished(r io.ReaderAt, size int64) bool {
	s := scanner{r: r, size: size}
	return s.trailerAt(size - trailerSize)
}

// understood returns an error if there is a chunk of an unknown kind that the reader must understand.
func understood(entries []Entry) error {
	for i := range entries {
		if e := &entries[i]; e.flags&flagMust != 0 && e.Kind.Spec() == nil {
			return fmt.Errorf("offset %d: the file has a required chunk of %s, which needs a newer version of this program",
				e.Offset, e.Kind)
		}
	}
	return nil
}

type scanner struct {
	r        io.ReaderAt
	size     int64
	next     int64
	finished bool // the file ends with a trailer
	complete bool
	entries  []Entry
	faults   []Fault
	err      error // error of r

	again  int64  // total size of the chunks read to check for damage
	window []byte // last data read
	at     int64  // offset of window
}

const (
	// windowSize is the number of bytes per read, enough for the headers of several small chunks.
	windowSize = 4 << 10
	// searchSize is the number of bytes per read while searching for a chunk.
	searchSize = 64 << 10
)

// bytes returns n bytes at the offset, or fewer at the end of the file. The result is valid until the next call.
func (s *scanner) bytes(offset int64, n int) []byte {
	n = int(min(int64(n), s.size-offset))
	if n <= 0 || s.err != nil {
		return nil
	}
	if offset < s.at || offset+int64(n) > s.at+int64(len(s.window)) {
		s.window = resize(s.window, int(min(int64(max(n, windowSize)), s.size-offset)))
		s.at = offset
		got, err := s.r.ReadAt(s.window, offset)
		if s.window = s.window[:got]; err != nil && err != io.EOF {
			s.err = err
		}
	}
	b := s.window[offset-s.at:]
	return b[:min(n, len(b))]
}

// start reads the file header. next stays 0 if the header has not been written yet.
func (s *scanner) start() error {
	s.next = 0
	b := s.bytes(0, fileHeader)
	switch {
	case s.err != nil:
		return s.err
	case len(b) < fileHeader && bytes.HasPrefix([]byte(magic), b[:min(len(b), len(magic))]):
		return nil
	case !Sniff(b):
		return errors.New("not a Memory City trace: it does not start with the format's magic bytes")
	}
	var err error
	s.faults, err = parseFileHeader(b)
	s.next = fileHeader
	return err
}

// find returns the header at the offset and its kind.
func (s *scanner) find(offset int64) (header, found) {
	h, what := parseHeader(s.bytes(offset, maxHeader))
	if what == chunk && offset+int64(h.size+h.stored) > s.size {
		what = partial
	}
	return h, what
}

func (s *scanner) trailerAt(offset int64) bool {
	if offset < fileHeader {
		return false
	}
	_, what := s.find(offset)
	return what == trailer
}

// chunks reads headers, starting at next.
func (s *scanner) chunks() {
	for s.err == nil && s.next < s.size {
		h, what := s.find(s.next)
		switch {
		case what == chunk:
			s.entries = append(s.entries, h.entry(s.next))
			s.next = s.entries[len(s.entries)-1].end()
		case what == trailer:
			s.next += trailerSize
			s.complete = s.next == s.size
		case what == partial && !s.finished:
			return
		case !s.skip():
			return
		}
	}
}

// skip continues at the next chunk or trailer after a damaged place. It returns false if there is none.
func (s *scanner) skip() bool {
	from := s.next
	last := len(s.entries) - 1
	text := "damaged"
	if last >= 0 && s.entries[last].end() == from && s.damaged(&s.entries[last]) {
		// Bytes of the previous chunk are missing or were added. The next chunk may begin inside the apparent payload.
		from = s.entries[last].Offset
		text = fmt.Sprintf("damaged and began as a chunk (%s)", s.entries[last].Kind)
	}
	to := s.search(from + 1)
	if to < 0 {
		return false
	}
	if from < s.next {
		s.entries = s.entries[:last]
	}
	s.faults = append(s.faults, Fault{Offset: from, Missing: to - from,
		Text: fmt.Sprintf("skipped %d bytes: %s", to-from, text)})
	s.next = to
	return true
}

// damaged reports whether a chunk's checksum is wrong. The total number of bytes read per file is limited to the file size, regardless of
// the headers.
func (s *scanner) damaged(e *Entry) bool {
	if s.again += e.Stored; s.again > s.size {
		return false
	}
	u := unpackers.Get().(*unpacker)
	defer unpackers.Put(u)
	_, _, err := u.read(s.r, *e)
	return err != nil
}

// search returns the offset of the next chunk or trailer at or after from; -1 if there is none.
func (s *scanner) search(from int64) int64 {
	buf := make([]byte, min(searchSize, s.size-from))
	mark := []byte(syncWord[:5]) // trailers start with it too
	for from < s.size && s.err == nil {
		n, err := s.r.ReadAt(buf[:min(int64(len(buf)), s.size-from)], from)
		if err != nil && err != io.EOF {
			s.err = err
			return -1
		}
		for at := 0; ; at++ {
			i := bytes.Index(buf[at:n], mark)
			if i < 0 {
				break
			}
			at += i
			if _, what := s.find(from + int64(at)); what == chunk || what == trailer || what == partial && !s.finished {
				return from + int64(at)
			}
		}
		if n < len(buf) || from+int64(n) >= s.size {
			break
		}
		from += int64(n - len(mark) + 1)
	}
	return -1
}

// useIndex sets the entries from the index of a finished file, if the index is valid.
func (s *scanner) useIndex() bool {
	at := int64(le.Uint64(s.bytes(s.size-trailerSize, trailerSize)[len(trailerWord):]))
	if at < fileHeader || at >= s.size {
		return s.noIndex()
	}
	h, what := s.find(at)
	if what != chunk || h.kind != Index || int64(h.rows) > at/chunkHeader {
		return s.noIndex()
	}
	own := h.entry(at)
	t, err := ReadTable(s.r, own)
	if err != nil {
		return s.noIndex()
	}
	entries, ok := indexEntries(t, own)
	if !ok || own.end() != s.size-trailerSize {
		return s.noIndex()
	}
	s.entries, s.next, s.complete = entries, s.size, true
	return true
}

func (s *scanner) noIndex() bool {
	s.faults = append(s.faults, Fault{Offset: s.size - trailerSize,
		Text: "the index of the file is damaged; the chunks were found without it"})
	return false
}
