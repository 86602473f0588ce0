package input

import (
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/s2"

	"memcity/trace"
)

const (
	// maxPiece is the largest size of a piece of a file in memory, in bytes. Reading a single byte may decompress a whole piece.
	maxPiece = 256 << 10
	// recentPieces is the number of decompressed pieces to cache. There are about as many simultaneous readers, and each reads
	// sequentially.
	recentPieces = 4
)

// Pieces is a file in memory. It grows without copying: each piece is as long as all pieces before it together, up to maxPiece. Beyond
// Plain bytes, full pieces are compressed if that saves an eighth. A heap dump then takes at most a quarter of its size, and twice the time
// to read.
type Pieces struct {
	Plain int64 // size in bytes up to which compression is not worth the time

	list []piece
	size int64

	mu     sync.Mutex
	recent []recentPiece // oldest first
}

// piece is a part of the file.
type piece struct {
	data   []byte
	start  int64
	length int  // in the file, in bytes
	packed bool // data is compressed
}

type recentPiece struct {
	piece int
	data  []byte // capacity maxPiece
}

// ReadFrom appends data from r until EOF, piece by piece, and returns the number of bytes.
func (p *Pieces) ReadFrom(r io.Reader) (int64, error) {
	before := p.size
	var space, packed []byte
	for {
		length := int(min(max(p.size, HeadSize), maxPiece))
		if cap(space) < length {
			space = make([]byte, length)
		}
		n, err := fill(r, space[:length])
		if n > 0 {
			next := piece{data: space[:n], start: p.size, length: n}
			if n == maxPiece && p.size >= p.Plain {
				packed = s2.Encode(packed[:cap(packed)], next.data)
				if next.packed = len(packed) <= maxPiece-maxPiece/8; next.packed {
					next.data = slices.Clone(packed)
				}
			}
			if !next.packed {
				space = nil
			}
			p.list = append(p.list, next)
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

// fill reads until b is full. Unlike io.ReadFull it returns the error of r unchanged. A truncated stream can thus be distinguished from one
// that is shorter than b.
func fill(r io.Reader, b []byte) (n int, err error) {
	for n < len(b) && err == nil {
		var got int
		got, err = r.Read(b[n:])
		n += got
	}
	return n, err
}

// Size returns the size of the file in bytes.
func (p *Pieces) Size() int64 { return p.size }

// File returns p as a file that can be opened.
func (p *Pieces) File(name string) trace.File {
	return trace.File{Name: name, Size: p.size, Open: func() (trace.Content, error) { return p, nil }}
}

// ReadAt implements io.ReaderAt.
func (p *Pieces) ReadAt(b []byte, offset int64) (n int, err error) {
	if offset < 0 || offset >= p.size {
		return 0, io.EOF
	}
	i, exact := slices.BinarySearchFunc(p.list, offset, func(next piece, offset int64) int { return int(next.start - offset) })
	if !exact {
		i--
	}
	for ; i < len(p.list) && n < len(b); i++ {
		n += p.copy(b[n:], i, int(offset+int64(n)-p.list[i].start))
	}
	if n < len(b) {
		err = io.EOF
	}
	return n, err
}

// copy copies data of a piece to b, starting at offset from in the piece.
func (p *Pieces) copy(b []byte, i, from int) int {
	of := &p.list[i]
	if !of.packed {
		return copy(b, of.data[from:])
	}
	if from == 0 && len(b) >= of.length {
		return len(unpack(b[:of.length], of.data))
	}
	p.mu.Lock()
	for k, r := range p.recent {
		if r.piece == i {
			copy(p.recent[k:], p.recent[k+1:])
			p.recent[len(p.recent)-1] = r
			n := copy(b, r.data[from:])
			p.mu.Unlock()
			return n
		}
	}
	var space []byte
	if len(p.recent) == recentPieces {
		space = p.recent[0].data
		p.recent = slices.Delete(p.recent, 0, 1)
	}
	p.mu.Unlock()
	if space == nil {
		space = make([]byte, maxPiece)
	}
	space = unpack(space, of.data)
	n := copy(b, space[from:])
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.recent) < recentPieces {
		p.recent = append(p.recent, recentPiece{i, space})
	}
	return n
}

// unpack decompresses data compressed by this package.
func unpack(to, data []byte) []byte {
	out, err := s2.Decode(to, data)
	if err != nil {
		panic(fmt.Sprintf("a piece in memory cannot be decompressed: %v", err))
	}
	return out
}

// Close implements io.Closer.
func (p *Pieces) Close() error { return nil }

// Head returns the first bytes of the file without copying, at most [HeadSize].
func (p *Pieces) Head() []byte {
	if len(p.list) == 0 {
		return nil
	}
	return p.list[0].data
}
