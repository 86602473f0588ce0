package index

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"

	"memcity/trace/guard"
	"memcity/trace/parallel"
)

// A part is a file: magic, the length of the table and its checksum, the table (gob), then the head and the columns, each aligned to a
// multiple of align. Numbers are little-endian.

const (
	magic  = "memcity index 1\n"
	prefix = len(magic) + 8
	align  = 64
	// Checksums cover pieces of this size, so that several CPUs can check one column.
	piece     = 4 << 20
	extension = ".index"
	unwritten = ".part" // suffix until the file is complete
	// maxTable is the largest size of the table in bytes, enough for the checksums of a terabyte.
	maxTable = 8 << 20
)

// table is the table of contents of a part.
type table struct {
	Program string
	Source  source
	Part    string
	Pieces  []blob // the head first
}

// blob is the head or a column in a file.
type blob struct {
	At, Bytes int64
	Sums      []uint32 // checksums of its pieces
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func (x *Index) file(part string) string {
	return filepath.Join(x.folder.path, x.key+"-"+part+extension)
}

// Read reads a part. It returns the columns and decodes the head into head, which is a pointer, or nil for parts without a head. ok is
// false if the part is not stored. Columns may be modified without changing the file. If they are mapped, they are never freed, which costs
// only address space. The cost is linear in the bytes.
func (x *Index) Read(part string, head any) (columns [][]byte, ok bool) {
	if x == nil {
		return nil, false
	}
	path := x.file(part)
	data, err := load(path)
	if err != nil {
		return nil, false
	}
	pieces, err := x.split(part, data)
	if err == nil && head != nil {
		err = gob.NewDecoder(bytes.NewReader(pieces[0])).Decode(head)
	}
	if err != nil {
		unload(data)
		return nil, false
	}
	now := x.folder.now()
	os.Chtimes(path, now, now) // marks the part as recently used
	return pieces[1:], true
}

// split returns the head and the columns of a part.
func (x *Index) split(part string, data []byte) ([][]byte, error) {
	t, err := tableOf(bytes.NewReader(data))
	switch {
	case err != nil:
		return nil, err
	case t.Program != x.folder.program || t.Part != part || t.Source.Size != x.source.Size || t.Source.Modified != x.source.Modified || len(t.Pieces) == 0:
		return nil, errors.New("it belongs to another input, or was written by another program")
	}
	pieces := make([][]byte, len(t.Pieces))
	for i, b := range t.Pieces {
		if b.At < 0 || b.Bytes < 0 || b.At%align != 0 || b.At > int64(len(data)) || b.Bytes > int64(len(data))-b.At ||
			int64(len(b.Sums)) != (b.Bytes+piece-1)/piece {
			return nil, fmt.Errorf("column %d is not in the file", i)
		}
		pieces[i] = data[b.At:][:b.Bytes:b.Bytes]
	}
	for i, b := range t.Pieces {
		if err := parallel.Each(len(b.Sums), func(_, n int) error {
			if sum(pieces[i], n) != b.Sums[n] {
				return fmt.Errorf("column %d is damaged", i)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return pieces, nil
}

// sum returns the checksum of piece n of data.
func sum(data []byte, n int) uint32 {
	return crc32.Checksum(data[n*piece:min(len(data), (n+1)*piece)], castagnoli)
}

// tableOf reads the table at the start of a part.
func tableOf(r io.Reader) (*table, error) {
	head := make([]byte, prefix)
	if _, err := io.ReadFull(r, head); err != nil {
		return nil, err
	}
	n := binary.LittleEndian.Uint32(head[len(magic):])
	if string(head[:len(magic)]) != magic || n > maxTable {
		return nil, errors.New("it is not part of an index")
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, err
	}
	if crc32.Checksum(text, castagnoli) != binary.LittleEndian.Uint32(head[len(magic)+4:]) {
		return nil, errors.New("its table is damaged")
	}
	t := &table{}
	return t, gob.NewDecoder(bytes.NewReader(text)).Decode(t)
}

// Keep writes a part in the background, with a head unless head is nil. The columns and data in head must not change until it is written.
// If there is no space or writing fails, nothing is stored; see [Folder.Err].
func (x *Index) Keep(part string, head any, columns ...[]byte) {
	if x == nil {
		return
	}
	f := x.folder
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return
	}
	f.writing.Add(1)
	guard.Go(func() error {
		defer f.writing.Done()
		err := x.write(part, head, columns)
		if err != nil && !errors.Is(err, errClosed) {
			f.mu.Lock()
			f.failed = fmt.Errorf("%s: %w", part, err)
			f.mu.Unlock()
		}
		return nil
	}, nil)
}

var errClosed = errors.New("given up")

func (x *Index) write(part string, head any, columns [][]byte) error {
	var encoded bytes.Buffer
	if head != nil {
		if err := gob.NewEncoder(&encoded).Encode(head); err != nil {
			return err
		}
	}
	pieces := append([][]byte{encoded.Bytes()}, columns...)
	t := table{Program: x.folder.program, Source: x.source, Part: part, Pieces: make([]blob, len(pieces))}
	for i, data := range pieces {
		sums := make([]uint32, (len(data)+piece-1)/piece)
		for n := range sums {
			sums[n] = sum(data, n)
		}
		t.Pieces[i] = blob{Bytes: int64(len(data)), Sums: sums}
	}
	text, end, err := t.place()
	if err != nil {
		return err
	}
	if err := x.folder.makeRoom(end); err != nil {
		return err
	}
	return x.folder.replace(x.file(part), func(w io.Writer) error {
		b := bufio.NewWriter(w)
		b.Write(text)
		at := int64(len(text))
		for i, data := range pieces {
			b.Write(make([]byte, t.Pieces[i].At-at))
			if _, err := b.Write(data); err != nil {
				return err
			}
			at = t.Pieces[i].At + t.Pieces[i].Bytes
		}
		return b.Flush()
	})
}

// place sets the positions of the pieces. It returns the start of the file with the table, and the end of the file. The final numbers in
// the table may take less space than the placeholders; the rest is filled with zeros.
func (t *table) place() (text []byte, end int64, err error) {
	for i := range t.Pieces {
		t.Pieces[i].At = 1 << 62
	}
	longest, err := t.encoded()
	if err != nil {
		return nil, 0, err
	}
	end = int64(len(longest))
	for i := range t.Pieces {
		t.Pieces[i].At = (end + align - 1) / align * align
		end = t.Pieces[i].At + t.Pieces[i].Bytes
	}
	text, err = t.encoded()
	return text, end, err
}

func (t *table) encoded() ([]byte, error) {
	var b bytes.Buffer
	b.Write(make([]byte, prefix))
	if err := gob.NewEncoder(&b).Encode(t); err != nil {
		return nil, err
	}
	text := b.Bytes()
	copy(text, magic)
	if len(text)-prefix > maxTable {
		return nil, errors.New("it is too large")
	}
	binary.LittleEndian.PutUint32(text[len(magic):], uint32(len(text)-prefix))
	binary.LittleEndian.PutUint32(text[len(magic)+4:], crc32.Checksum(text[prefix:], castagnoli))
	return text, nil
}

// replace writes a file, which appears only once it is complete.
func (f *Folder) replace(path string, write func(io.Writer) error) error {
	out, err := os.CreateTemp(f.path, "*"+unwritten)
	if err != nil {
		return err
	}
	err = write(closableWriter{f, out})
	if closing := out.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(out.Name(), path)
	}
	if err != nil {
		os.Remove(out.Name())
	}
	return err
}

// closableWriter writes one piece at a time and fails once the folder is closed.
type closableWriter struct {
	folder *Folder
	w      io.Writer
}

func (u closableWriter) Write(d []byte) (n int, err error) {
	for n < len(d) {
		u.folder.mu.Lock()
		closed := u.folder.closed
		u.folder.mu.Unlock()
		if closed {
			return n, errClosed
		}
		k, err := u.w.Write(d[n:min(len(d), n+piece)])
		if n += k; err != nil {
			return n, err
		}
	}
	return n, nil
}

// Value returns the value stored as a part for key. If there is none, it calls makeIt and stores the value if keep is true and err is nil.
// Keys are compared by their JSON encoding; values are encoded by package gob. If x is nil, it only calls makeIt.
func Value[T any](x *Index, part string, key any, makeIt func() (value T, keep bool, err error)) (T, error) {
	if text, err := json.Marshal(key); x == nil || err != nil {
		x = nil
	} else {
		part += "-" + Digest(0, nil, text)
	}
	var value T
	if _, ok := x.Read(part, &value); ok {
		return value, nil
	}
	value, keep, err := makeIt()
	if err == nil && keep {
		x.Keep(part, &value)
	}
	return value, err
}
