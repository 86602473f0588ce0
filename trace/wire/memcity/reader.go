package memcity

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/zstd"
)

// A Fault is a place in a file that could not be read.
type Fault struct {
	Offset  int64  // of the first unreadable byte
	Missing int64  // number of bytes skipped from there
	Text    string // description of the fault and of the missing data
}

func (f Fault) String() string { return fmt.Sprintf("offset %d: %s", f.Offset, f.Text) }

// Error makes Fault an error, for [ReadTable].
func (f Fault) Error() string { return f.String() }

// ReadTable reads a chunk found by a scan. It is safe for concurrent use. The error is a [Fault] if the chunk is damaged, otherwise an
// error of r.
func ReadTable(r io.ReaderAt, e Entry) (*Table, error) {
	t := &Table{}
	if err := ReadTableInto(r, e, t); err != nil {
		return nil, err
	}
	return t, nil
}

// ReadTableInto is ReadTable with t as the result, reusing its memory. Texts read before stay valid. After an error, t has no rows.
func ReadTableInto(r io.ReaderAt, e Entry, t *Table) error { return readInto(r, e, t, nil) }

// ReadColumnsInto is ReadTableInto for the given columns; the others are empty.
func ReadColumnsInto(r io.ReaderAt, e Entry, t *Table, columns ...int) error {
	return readInto(r, e, t, columns)
}

func readInto(r io.ReaderAt, e Entry, t *Table, columns []int) error {
	spec := e.Kind.Spec()
	if spec == nil {
		return fmt.Errorf("offset %d: this version cannot read %s", e.Offset, e.Kind)
	}
	u := unpackers.Get().(*unpacker)
	defer unpackers.Put(u)
	t.reset(spec, 0)
	h, payload, err := u.read(r, e)
	if err != nil {
		return err
	}
	if err := u.unpack(h, payload, spec, t, columns); err != nil {
		t.reset(spec, 0)
		return e.fault(err.Error())
	}
	return nil
}

func (e *Entry) fault(what string) Fault {
	return Fault{Offset: e.Offset, Missing: e.Stored, Text: fmt.Sprintf("skipped a damaged chunk of %d bytes (%s, %d rows): %s",
		e.Stored, e.Kind, e.Rows, what)}
}

// unpacker decodes chunks into tables.
type unpacker struct {
	decoder *zstd.Decoder
	stored  []byte
	raw     []byte // one column
}

var unpackers = sync.Pool{New: func() any {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(MaxRaw), zstd.WithDecodeAllCapLimit(true))
	if err != nil {
		panic("memcity: " + err.Error()) // the options are constants
	}
	return &unpacker{decoder: d}
}}

// read reads a chunk and checks it against its checksums and the entry. The payload belongs to u.
func (u *unpacker) read(r io.ReaderAt, e Entry) (header, []byte, error) {
	if e.Stored < chunkHeader || e.Stored > maxHeader+maxStored || e.Offset < 0 {
		return header{}, nil, e.fault("its length is impossible")
	}
	u.stored = resize(u.stored, int(e.Stored))
	n, err := r.ReadAt(u.stored, e.Offset)
	if err != nil && err != io.EOF {
		return header{}, nil, err
	}
	if n < len(u.stored) {
		return header{}, nil, e.fault("the file ends within it")
	}
	h, what := parseHeader(u.stored[:min(maxHeader, n)])
	switch {
	case what != chunk:
		return header{}, nil, e.fault("its header is wrong")
	case int64(h.size+h.stored) != e.Stored || h.kind != e.Kind || h.rows != e.Rows || int64(h.raw) != e.Raw || !slices.Equal(h.head, e.Head):
		return header{}, nil, e.fault("its header does not match the index")
	}
	payload := u.stored[h.size:]
	if checksum(payload) != h.sum {
		return header{}, nil, e.fault("its checksum is wrong")
	}
	return h, payload, nil
}

var errLengths = errors.New("the lengths of its columns are impossible")

// unpack decodes a payload into t. columns are the columns to decode; nil for all.
func (u *unpacker) unpack(h header, payload []byte, spec *Spec, t *Table, columns []int) error {
	var sizes [2 * maxColumns]uint64
	raw := uint64(0)
	for i := range 2 * h.columns {
		v, n := binary.Uvarint(payload)
		if n <= 0 || v > MaxRaw {
			return errLengths
		}
		sizes[i], payload = v, payload[n:]
		if i%2 == 0 {
			raw += v
		}
	}
	if raw != uint64(h.raw) {
		return errLengths
	}
	t.reset(spec, h.rows)
	copy(t.Head, h.head)
	for i := range h.columns {
		full, stored := sizes[2*i], sizes[2*i+1]
		packed := stored > 0
		if !packed {
			stored = full
		}
		if stored > uint64(len(payload)) || full > 0 && h.rows == 0 {
			return errLengths
		}
		data := payload[:stored]
		payload = payload[stored:]
		if i >= len(spec.Rows) || full == 0 || columns != nil && !slices.Contains(columns, i) {
			continue
		}
		if err := u.column(&t.Columns[i], data, int(full), packed, spec.Rows[i].Coding, h.rows); err != nil {
			return fmt.Errorf("column %s: %w", spec.Rows[i].Name, err)
		}
	}
	if len(payload) > 0 {
		return errLengths
	}
	return t.check(columns)
}

// column decodes a column from its stored bytes. full is its size in bytes before compression.
func (u *unpacker) column(c *Column, data []byte, full int, packed bool, coding Coding, rows int) error {
	if packed {
		u.raw = resize(u.raw, full)
		var err error
		if data, err = u.decoder.DecodeAll(data, u.raw[:0:full]); err != nil { // limited by the capacity
			return fmt.Errorf("its compression is damaged: %w", err)
		}
		if len(data) != full {
			return errors.New("its compression gives another length")
		}
	}
	return c.decode(data, coding, rows)
}
