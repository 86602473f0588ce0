package open

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"

	"github.com/ulikunitz/xz/lzma"
)

const xzMagic = "\xfd7zXZ\x00"

// xzReader reads the streams of an xz file. Package xz of the same module allocates any dictionary that a block asks for, so only the data of
// blocks is read with its package lzma.
type xzReader struct {
	r     countedReader
	block io.Reader // data of the current block; nil between blocks
	start int64     // offset of the block
	sum   hash.Hash // of the data; nil for none
	size  int       // of the checksum in the file, in bytes
	err   error     // returned by all later calls
}

// countedReader counts the bytes read.
type countedReader struct {
	io.Reader
	n int64
}

func (c *countedReader) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.n += int64(n)
	return n, err
}

func newXZReader(r io.Reader) (*xzReader, error) {
	x := &xzReader{r: countedReader{Reader: r}}
	return x, noEOF(x.stream())
}

// noEOF makes the end of the file an error.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Read implements io.Reader.
func (x *xzReader) Read(b []byte) (n int, err error) {
	if x.err == nil {
		n, x.err = x.read(b)
	}
	return n, x.err
}

func (x *xzReader) read(b []byte) (int, error) {
	for {
		if x.block == nil {
			if err := x.next(); err != nil {
				return 0, err
			}
			continue
		}
		n, err := x.block.Read(b)
		if x.sum != nil {
			x.sum.Write(b[:n]) // never fails
		}
		if err == io.EOF {
			if err = x.endBlock(); err == nil && n == 0 {
				continue
			}
		}
		return n, noEOF(err)
	}
}

// stream reads the header of a stream. The error is io.EOF if there is none.
func (x *xzReader) stream() error {
	var header [12]byte
	for {
		if _, err := io.ReadFull(&x.r, header[:4]); err != nil {
			return err
		}
		if !bytes.Equal(header[:4], make([]byte, 4)) { // padding between streams
			break
		}
	}
	if _, err := io.ReadFull(&x.r, header[4:]); err != nil {
		return noEOF(err)
	}
	if string(header[:6]) != xzMagic || crc32.ChecksumIEEE(header[6:8]) != binary.LittleEndian.Uint32(header[8:]) {
		return errors.New("its header is damaged")
	}
	switch header[7] {
	case 0:
		x.sum, x.size = nil, 0
	case 1:
		x.sum, x.size = crc32.NewIEEE(), 4
	case 4:
		x.sum, x.size = crc64.New(crc64.MakeTable(crc64.ECMA)), 8
	case 10:
		x.sum, x.size = sha256.New(), 32
	default:
		return fmt.Errorf("its checksums have the unknown kind %d", header[7])
	}
	return nil
}

// next begins the next block. The error is io.EOF at the end of the file.
func (x *xzReader) next() error {
	var header [1024]byte
	if _, err := io.ReadFull(&x.r, header[:1]); err != nil {
		return noEOF(err)
	}
	if header[0] == 0 {
		if err := x.index(); err != nil {
			return noEOF(err)
		}
		return x.stream()
	}
	x.start = x.r.n - 1
	h := header[:(int(header[0])+1)*4]
	if _, err := io.ReadFull(&x.r, h[1:]); err != nil {
		return noEOF(err)
	}
	end := len(h) - 4
	if crc32.ChecksumIEEE(h[:end]) != binary.LittleEndian.Uint32(h[end:]) {
		return errors.New("the header of a block is damaged")
	}
	size, err := dictionarySize(h[1:end])
	if err != nil {
		return err
	}
	if x.block, err = (lzma.Reader2Config{DictCap: max(size, lzma.MinDictCap)}).NewReader2(&x.r); err == nil && x.sum != nil {
		x.sum.Reset()
	}
	return err
}

// dictionarySize returns the size of the dictionary from the header of a block, which must have the filter LZMA2 alone.
func dictionarySize(header []byte) (int, error) {
	const lzma2 = 0x21
	r := bytes.NewReader(header[1:])
	for _, present := range [...]bool{header[0]&0x40 != 0, header[0]&0x80 != 0} { // sizes of the block
		if present {
			if _, err := binary.ReadUvarint(r); err != nil {
				return 0, errors.New("the header of a block is damaged")
			}
		}
	}
	var filter [3]byte
	if _, err := io.ReadFull(r, filter[:]); err != nil || header[0]&3 != 0 || filter[0] != lzma2 || filter[1] != 1 || filter[2] > 40 {
		return 0, errors.New("it uses filters other than LZMA2; unpack it with xz -d")
	}
	size := uint64(2|filter[2]&1) << (filter[2]/2 + 11)
	if size > maxWindow {
		return 0, fmt.Errorf("its dictionary is larger than %d MB", maxWindow/1_000_000)
	}
	return int(size), nil
}

// endBlock reads the padding and the checksum of a block.
func (x *xzReader) endBlock() error {
	x.block = nil
	tail := make([]byte, int((x.start-x.r.n)&3)+x.size)
	if _, err := io.ReadFull(&x.r, tail); err != nil {
		return noEOF(err)
	}
	if x.sum == nil {
		return nil
	}
	want, got := tail[len(tail)-x.size:], x.sum.Sum(nil)
	if x.size < 32 { // CRCs are stored in the other order
		for i, j := 0, len(got)-1; i < j; i, j = i+1, j-1 {
			got[i], got[j] = got[j], got[i]
		}
	}
	if !bytes.Equal(got, want) {
		return errors.New("a checksum is wrong")
	}
	return nil
}

// index skips the index and the footer of a stream.
func (x *xzReader) index() error {
	start := x.r.n - 1
	numbers := lzma.ByteReader(&x.r)
	records, err := binary.ReadUvarint(numbers)
	for ; err == nil && records > 0; records-- {
		if _, err = binary.ReadUvarint(numbers); err == nil {
			_, err = binary.ReadUvarint(numbers)
		}
	}
	if err != nil {
		return err
	}
	_, err = io.CopyN(io.Discard, &x.r, (start-x.r.n)&3+4+12) // padding, checksum and footer
	return err
}
