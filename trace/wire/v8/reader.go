package v8

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"memcity/trace/wire/stored"
)

const (
	// bufferSize is the number of bytes per read.
	bufferSize = 1 << 18
	// padding is the number of zero bytes after the buffer, so that reading a short token needs no check for the end.
	padding = 32
	// maxHeader is the largest size of the member snapshot in bytes.
	maxHeader = 1 << 20
	// maxDepth is the largest depth of nested lists.
	maxDepth = 1 << 16
	// MaxNumber is the largest number of a table. Larger ones are inexact in JavaScript.
	MaxNumber = 1 << 53
)

// Reader reads the tables of a snapshot in file order. It is not safe for concurrent use.
type Reader struct {
	Header Header

	file   *stored.Reader
	data   []byte   // followed by padding
	at     int      // index in data of the next byte
	offset int64    // of data[0], in the uncompressed file
	end    bool     // the file has no more bytes than data
	err    error    // of the file
	table  string   // table being read, for messages
	first  bool     // no member was read yet
	signed bool     // negative numbers are kept
	batch  []uint64 // rows of [Reader.Rows]
}

// NewReader reads the header of a snapshot. An error is a [*Fault] or an error of file.
func NewReader(file io.Reader) (*Reader, error) {
	r := &Reader{table: "header", first: true, data: make([]byte, padding, bufferSize+padding)[:0]}
	var err error
	if r.file, err = stored.NewReader(file, bufferSize); err != nil {
		return nil, r.fault(err)
	}
	if err := r.expect('{'); err != nil {
		return nil, err
	}
	name, err := r.Next()
	if err != nil {
		return nil, err
	}
	if name != "snapshot" {
		return nil, r.faultf("the first member is %q, not snapshot", name)
	}
	return r, r.header()
}

func (r *Reader) header() error {
	begin := r.Offset()
	r.table = "header"
	raw, err := r.value(maxHeader)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(raw, &r.Header); err != nil {
		return &Fault{Offset: begin, Text: "the member snapshot is damaged: " + err.Error()}
	}
	if err := r.Header.Meta.check(); err != nil {
		return &Fault{Offset: begin, Text: err.Error()}
	}
	return nil
}

// Stored returns the number of bytes read from the file as stored. It is at most two buffers ahead of the rows.
func (r *Reader) Stored() int64 { return r.file.Stored() }

// Compressed reports whether the file is compressed with gzip.
func (r *Reader) Compressed() bool { return r.file.Compressed }

// Offset returns the offset of the next byte in the uncompressed file.
func (r *Reader) Offset() int64 { return r.offset + int64(r.at) }

// Next returns the name of the next table, which the caller must read or skip. It returns io.EOF at the end of the snapshot.
func (r *Reader) Next() (string, error) {
	r.table = "members"
	c, err := r.peek()
	switch {
	case err != nil:
		return "", err
	case c == '}':
		r.at++
		return "", io.EOF
	case !r.first:
		if err := r.expect(','); err != nil {
			return "", err
		}
	}
	r.first = false
	raw, err := r.text()
	if err != nil {
		return "", err
	}
	name := Unquote(nil, raw)
	if err := r.expect(':'); err != nil {
		return "", err
	}
	r.table = string(name)
	return r.table, nil
}

// peek returns the next byte that is not white space, without reading it.
func (r *Reader) peek() (byte, error) {
	for {
		for r.at < len(r.data) {
			c := r.data[r.at]
			if c > ' ' {
				return c, nil
			}
			r.at++
		}
		if !r.fill() {
			return 0, r.ends()
		}
	}
}

// expect reads one byte that is not white space.
func (r *Reader) expect(want byte) error {
	c, err := r.peek()
	if err != nil {
		return err
	}
	if c != want {
		return r.faultf("%q instead of %q", c, want)
	}
	r.at++
	return nil
}

// fill moves the unread bytes to the start of the buffer and reads more after them. It returns false at the end of the file.
func (r *Reader) fill() bool {
	if r.end {
		return false
	}
	n := copy(r.data[:cap(r.data)], r.data[r.at:])
	r.offset += int64(r.at)
	r.at = 0
	if n >= cap(r.data)-padding {
		r.data = append(make([]byte, 0, 2*cap(r.data)), r.data[:n]...)
	}
	more, err := io.ReadAtLeast(r.file, r.data[n:cap(r.data)-padding], 1)
	r.data = r.data[:n+more]
	clear(r.data[len(r.data):cap(r.data)][:padding])
	if err != nil {
		r.end, r.err = true, err
	}
	return more > 0
}

// ends returns an error about the end of the file.
func (r *Reader) ends() error {
	if r.err == nil || errors.Is(r.err, io.EOF) || errors.Is(r.err, io.ErrUnexpectedEOF) {
		return &Fault{Offset: r.offset + int64(len(r.data)), Text: "the file ends within its " + r.table, Ends: true}
	}
	return r.fault(r.err)
}

func (r *Reader) faultf(format string, args ...any) error {
	return &Fault{Offset: r.Offset(), Text: r.table + ": " + fmt.Sprintf(format, args...)}
}

// fault returns an error of the file, or a [*Fault] if its compressed data is damaged.
func (r *Reader) fault(err error) error {
	if stored.IsDamaged(err) {
		return &Fault{Offset: r.offset + int64(len(r.data)), Text: "the gzip data is damaged"}
	}
	return err
}
