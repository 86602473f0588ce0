package hprof

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strconv"

	"github.com/klauspost/compress/gzip"

	"memcity/trace/guard"
)

// HotSpot since JDK 15 (jcmd GC.heap_dump -gz=1) compresses each block of a fixed size into a separate gzip member. The last block may be
// smaller. The comment of the first member contains the block size:
//
//	1f 8b 08 10 · 4 zeros · xfl · os · "HPROF BLOCKSIZE=1048576", NUL · deflate · crc · size
//	1f 8b 08 00 · 4 zeros · xfl · os · deflate · crc · size                              and so on
//
// The file does not list where members begin. Every position that looks like a start is inflated as a guess, several at a time. A guess is
// used only if it begins where the previous member ended.

// memberStart is the first bytes of every member but the first. If compressed data contains it by chance, that costs a wrong guess.
var memberStart = []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0}

const (
	memberComment = "HPROF BLOCKSIZE="
	maxMember     = 16 << 20
)

// IsGzip reports whether head, the first bytes of a file, is the start of a gzip file.
func IsGzip(head []byte) bool {
	return len(head) > 2 && head[0] == 0x1f && head[1] == 0x8b && head[2] == 8
}

// memberSize returns the uncompressed size of the members; 0 if the file has no members of known size.
func memberSize(head []byte) int {
	if len(head) < 10 || head[3] != 0x10 {
		return 0
	}
	comment, _, ok := bytes.Cut(head[10:], []byte{0})
	digits, found := bytes.CutPrefix(comment, []byte(memberComment))
	n, err := strconv.Atoi(string(digits))
	if !ok || !found || err != nil || n < 4096 || n > maxMember {
		return 0
	}
	return n
}

// members is a stream of the gzip members of a file. Several goroutines inflate members ahead of the reader.
type members struct {
	file  io.ReaderAt
	size  int64
	block int

	guesses chan *guess // in file order
	quit    chan struct{}
	wait    guard.Group
	bufs    chan []byte // free buffers

	ahead *guess // taken from guesses, not used yet
	data  []byte // unread part of the current member
	buf   []byte // buffer that contains data
	pos   int64  // start of the next member in the stored file
	own   memberReader
	err   error
}

// guess is a possible start of a member, with its inflated data.
type guess struct {
	start int64
	done  chan struct{}
	data  []byte
	end   int64
	err   error
}

func openMembers(file io.ReaderAt, size int64, block int) *members {
	workers := min(runtime.GOMAXPROCS(0), 16)
	m := &members{file: file, size: size, block: block, guesses: make(chan *guess, 2*workers), quit: make(chan struct{})}
	m.bufs = make(chan []byte, 3*workers)
	jobs := make(chan *guess)
	m.wait.Start(func() {
		defer close(jobs)
		defer close(m.guesses)
		m.search(jobs)
	})
	for range workers {
		m.wait.Start(func() {
			var r memberReader
			for g := range jobs {
				g.err = guard.Try(func() (err error) {
					g.data, g.end, err = r.inflate(m.file, g.start, m.size, m.buffer(), m.block)
					return err
				})
				close(g.done)
			}
		})
	}
	return m
}

// search sends every possible start of a member to the workers, until the file ends or the stream is closed.
func (m *members) search(jobs chan<- *guess) {
	if !m.hand(jobs, 0) {
		return
	}
	buf := make([]byte, min(1<<20, m.size))
	for at := int64(1); at < m.size; at += int64(len(buf) - len(memberStart) + 1) {
		n, _ := m.file.ReadAt(buf[:min(int64(len(buf)), m.size-at)], at)
		for i := 0; ; i++ {
			j := bytes.Index(buf[i:n], memberStart)
			if j < 0 {
				break
			}
			i += j
			if !m.hand(jobs, at+int64(i)) {
				return
			}
		}
		if n < len(buf) {
			return
		}
	}
}

func (m *members) hand(jobs chan<- *guess, start int64) bool {
	g := &guess{start: start, done: make(chan struct{})}
	select {
	case m.guesses <- g:
	case <-m.quit:
		return false
	}
	jobs <- g // always received, since workers keep reading
	return true
}

func (m *members) read(buf []byte) (int, error) {
	n := 0
	for n < len(buf) {
		if len(m.data) == 0 {
			if m.err == nil {
				m.err = m.next()
			}
			if m.err != nil && len(m.data) == 0 {
				return n, m.err
			}
		}
		k := copy(buf[n:], m.data)
		m.data = m.data[k:]
		n += k
	}
	return n, nil
}

// next inflates the member at m.pos, unless a guess already has. After an error, data is everything before the error.
func (m *members) next() error {
	if m.buf != nil {
		m.free(m.buf)
		m.buf = nil
	}
	if m.pos >= m.size {
		return io.EOF
	}
	for {
		if m.ahead == nil {
			m.ahead = <-m.guesses
		}
		if m.ahead == nil || m.ahead.start >= m.pos {
			break
		}
		<-m.ahead.done
		m.free(m.ahead.data)
		m.ahead = nil
	}
	var err error
	end := int64(0)
	if m.ahead != nil && m.ahead.start == m.pos {
		<-m.ahead.done
		m.buf, end, err = m.ahead.data, m.ahead.end, m.ahead.err
		m.ahead = nil
	} else {
		m.buf, end, err = m.own.inflate(m.file, m.pos, m.size, m.buffer(), m.block)
	}
	m.data = m.buf
	if err != nil {
		return inflateError(err)
	}
	m.pos = end
	return nil
}

// buffer returns a buffer for a member and one more byte.
func (m *members) buffer() []byte {
	select {
	case buf := <-m.bufs:
		return buf
	default:
		return make([]byte, 0, m.block+1)
	}
}

func (m *members) free(buf []byte) {
	select {
	case m.bufs <- buf[:0]:
	default:
	}
}

func (m *members) skip(n int64) (int64, error) { return discard(m, n) }
func (m *members) stored() int64               { return m.pos }
func (m *members) left() int64                 { return endless }

func (m *members) close() {
	close(m.quit)
	for range m.guesses { // drains guesses until the search ends
	}
	m.wait.Wait()
}

// memberReader inflates single members.
type memberReader struct {
	section *io.SectionReader
	buffer  *bufio.Reader
	gzip    *gzip.Reader
}

var errLongMember = errors.New("gzip member is longer than the file says")

// inflate reads the member at start into buf, at most block bytes, and returns the data and the end of the member.
func (r *memberReader) inflate(file io.ReaderAt, start, size int64, buf []byte, block int) ([]byte, int64, error) {
	r.section = io.NewSectionReader(file, start, size-start)
	if r.buffer == nil {
		r.buffer = bufio.NewReaderSize(r.section, 1<<16)
		r.gzip = new(gzip.Reader)
	} else {
		r.buffer.Reset(r.section)
	}
	if err := r.gzip.Reset(r.buffer); err != nil {
		return buf[:0], 0, err
	}
	r.gzip.Multistream(false)
	n, err := io.ReadFull(r.gzip, buf[:block+1])
	switch {
	case err == nil:
		return buf[:block], 0, errLongMember
	case n == 0 && err == io.EOF || err == io.ErrUnexpectedEOF:
		// The data ends, because either the member or the file ends. Only another read tells which.
		if _, err = r.gzip.Read(buf[n : n+1]); err == io.EOF {
			at, _ := r.section.Seek(0, io.SeekCurrent)
			return buf[:n], start + at - int64(r.buffer.Buffered()), nil
		}
	}
	return buf[:n], 0, err
}

func inflateError(err error) error {
	switch {
	case err == nil || err == io.EOF:
		return err
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the compressed data ends early")
	}
	return fmt.Errorf("the compressed data is damaged (%w)", err)
}
