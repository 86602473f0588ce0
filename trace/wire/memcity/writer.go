package memcity

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// Writer writes a trace chunk by chunk. Chunks already written stay readable if writing is interrupted. It is not safe for concurrent use.
// It takes memory for one chunk, plus 100 bytes for each chunk written.
type Writer struct {
	out    *bufio.Writer
	size   int64
	index  []Entry
	packer *packer
	err    error // write error, after which the file ends within a chunk
	closed bool
}

// bufferSize is the size in bytes up to which small chunks are combined.
const bufferSize = 64 << 10

// NewWriter returns a Writer and writes the file header.
func NewWriter(w io.Writer) (*Writer, error) {
	out := &Writer{out: bufio.NewWriterSize(w, bufferSize), packer: newPacker()}
	return out, out.put(appendFileHeader(nil))
}

// Write writes a chunk with the content of the table, which it does not retain. It returns an error and writes nothing if the table does
// not match its spec or is too large for one chunk. Only Close writes the index.
func (w *Writer) Write(t *Table) error {
	switch {
	case w.err != nil:
		return w.err
	case w.closed:
		return errors.New("a chunk after the end of the file")
	case t.Kind == Index:
		return errors.New("index: is written at the end of the file, and only there")
	}
	return w.write(t)
}

func (w *Writer) write(t *Table) error {
	h, payload, err := w.packer.pack(t)
	if err != nil {
		return err
	}
	start := w.packer.header[:0]
	start = h.append(start)
	w.packer.header = start
	e := h.entry(w.size)
	e.Head = append([]uint64(nil), t.Head...)
	if err := w.put(start); err != nil {
		return err
	}
	if err := w.put(payload); err != nil {
		return err
	}
	w.index = append(w.index, e)
	return nil
}

func (w *Writer) put(b []byte) error {
	n, err := w.out.Write(b)
	w.size += int64(n)
	w.err = err
	return err
}

// Size returns the number of bytes written so far, including buffered bytes.
func (w *Writer) Size() int64 { return w.size }

// Flush writes all buffered data to the io.Writer.
func (w *Writer) Flush() error {
	if w.err == nil {
		w.err = w.out.Flush()
	}
	return w.err
}

// Close writes the index, which marks the file as complete, and flushes. It does not close the io.Writer.
func (w *Writer) Close() error {
	if w.err != nil || w.closed {
		return w.err
	}
	w.closed = true
	at := w.size
	if err := w.write(indexTable(w.index)); err != nil {
		return err
	}
	if err := w.put(appendTrailer(nil, at)); err != nil {
		return err
	}
	return w.Flush()
}

// packer encodes tables as chunks.
type packer struct {
	encoder *zstd.Encoder
	header  []byte
	payload []byte
	columns []byte // compressed or uncompressed
	raw     []byte // one column before compression
	scratch []uint64
}

// minPacked is the size in bytes of the smallest column that is compressed.
const minPacked = 64

func newPacker() *packer {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderCRC(false),
		zstd.WithLowerEncoderMem(true))
	if err != nil {
		panic("memcity: " + err.Error()) // the options are constants
	}
	return &packer{encoder: e}
}

// pack returns the header and payload of a chunk. The payload belongs to p.
func (p *packer) pack(t *Table) (header, []byte, error) {
	if err := t.check(nil); err != nil {
		return header{}, nil, err
	}
	spec := t.Kind.Spec()
	h := header{kind: t.Kind, rows: t.Rows, columns: len(t.Columns), head: t.Head}
	if spec.Must {
		h.flags |= flagMust
	}
	p.payload, p.columns = p.payload[:0], p.columns[:0]
	for i := range t.Columns {
		p.raw = p.raw[:0]
		if t.Rows > 0 && t.Columns[i].Has() {
			p.raw = appendColumn(p.raw, &t.Columns[i], spec.Rows[i].Coding, &p.scratch)
		}
		if h.raw += len(p.raw); h.raw > MaxRaw {
			return header{}, nil, fmt.Errorf("%s: more than %d bytes, which is too much for one chunk", spec.Name, MaxRaw)
		}
		p.add()
	}
	p.payload = append(p.payload, p.columns...)
	h.stored, h.sum = len(p.payload), checksum(p.payload)
	return h, p.payload, nil
}

// add adds the encoded column, compressed if that makes it smaller.
func (p *packer) add() {
	p.payload = binary.AppendUvarint(p.payload, uint64(len(p.raw)))
	at := len(p.columns)
	stored := 0
	if len(p.raw) >= minPacked {
		p.columns = p.encoder.EncodeAll(p.raw, p.columns)
		stored = len(p.columns) - at
	}
	if stored == 0 || stored >= len(p.raw) {
		p.columns = append(p.columns[:at], p.raw...)
		stored = 0
	}
	p.payload = binary.AppendUvarint(p.payload, uint64(stored))
}
