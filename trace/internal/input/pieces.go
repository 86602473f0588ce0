package input

import (
	"io"
	"slices"

	"memcity/trace"
)

// maxPiece is the largest length of a piece of a file in memory, in bytes.
const maxPiece = 1 << 20

// Pieces is a file held in memory. It grows without being copied: each piece is as long as all before it together, up
// to maxPiece. So it never takes more than twice its size, and much less if it is large.
type Pieces struct {
	list  [][]byte
	start []int64 // offset of each piece in the file
	size  int64
}

// ReadFrom appends what r gives, piece by piece, and returns how many bytes that are. That it ends is no error.
func (p *Pieces) ReadFrom(r io.Reader) (int64, error) {
	before := p.size
	for {
		piece := make([]byte, min(max(p.size, HeadSize), maxPiece))
		n, err := fill(r, piece)
		if n > 0 {
			p.list = append(p.list, piece[:n])
			p.start = append(p.start, p.size)
			p.size += int64(n)
		}
		if err == io.EOF {
			return p.size - before, nil
		}
		if err != nil {
			return p.size - before, err
		}
	}
}

// fill reads until b is full. Unlike io.ReadFull it returns the error of r as it is, so that a stream that ends too early
// can be distinguished from one that is shorter than b.
func fill(r io.Reader, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var got int
		got, err = r.Read(b[n:])
		n += got
	}
	return n, err
}

// Size returns the bytes that it holds.
func (p *Pieces) Size() int64 { return p.size }

// File makes p a file that can be opened.
func (p *Pieces) File(name string) trace.File {
	return trace.File{Name: name, Size: p.size, Open: func() (trace.Content, error) { return p, nil }}
}

// ReadAt implements io.ReaderAt.
func (p *Pieces) ReadAt(b []byte, offset int64) (n int, err error) {
	if offset < 0 || offset >= p.size {
		return 0, io.EOF
	}
	i, exact := slices.BinarySearch(p.start, offset)
	if !exact {
		i--
	}
	for ; i < len(p.list) && n < len(b); i++ {
		n += copy(b[n:], p.list[i][offset+int64(n)-p.start[i]:])
	}
	if n < len(b) {
		err = io.EOF
	}
	return n, err
}

// Close implements io.Closer.
func (p *Pieces) Close() error { return nil }

// Head returns the beginning of the file, which is not copied: at most [HeadSize] bytes.
func (p *Pieces) Head() []byte {
	if len(p.list) == 0 {
		return nil
	}
	return p.list[0]
}
