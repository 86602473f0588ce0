package input

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

func TestPieces(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, HeadSize - 1, HeadSize, HeadSize + 1, 3*maxPiece + 17} {
		want := make([]byte, size)
		for i := range want {
			want[i] = byte(random.Uint32())
		}
		var p Pieces
		if _, err := p.ReadFrom(iotest.HalfReader(bytes.NewReader(want))); err != nil || p.size != int64(size) {
			t.Fatalf("%d of %d bytes, error %v", p.size, size, err)
		}
		got, err := io.ReadAll(io.NewSectionReader(&p, 0, p.size))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes differ, error %v", size, err)
		}
		same := bytes.NewReader(want)
		for range 40 {
			a, b := make([]byte, random.IntN(2*maxPiece)), make([]byte, 2*maxPiece)
			b = b[:len(a)]
			offset := random.Int64N(int64(size) + 2)
			n, err := p.ReadAt(a, offset)
			m, wanted := same.ReadAt(b, offset)
			// At the very end, an empty read may return either result.
			if n != m || !bytes.Equal(a[:n], b[:m]) || err != wanted && len(a) > 0 {
				t.Fatalf("%d at %d of %d: %d, %v; expected %d, %v", len(a), offset, size, n, err, m, wanted)
			}
		}
	}
}

func TestPiecesKeepErrors(t *testing.T) {
	var p Pieces
	r := io.MultiReader(strings.NewReader("abc"), iotest.ErrReader(io.ErrUnexpectedEOF))
	if _, err := p.ReadFrom(r); !errors.Is(err, io.ErrUnexpectedEOF) || p.size != 3 {
		t.Errorf("%d bytes, error %v; expected 3 and that the stream ends too early", p.size, err)
	}
}

// TestPlain checks that the first Plain bytes are stored uncompressed, and full pieces after them compressed.
func TestPlain(t *testing.T) {
	want := bytes.Repeat([]byte("a heap dump repeats itself. "), 8*maxPiece/28)
	for plain, packed := range map[int64]int{-1: 6, 0: 6, maxPiece: 6, maxPiece + 1: 5, 2 * maxPiece: 5, int64(len(want)): 0} {
		p := Pieces{Plain: plain}
		if _, err := p.ReadFrom(bytes.NewReader(want)); err != nil {
			t.Fatal(err)
		}
		got := 0
		for i := range p.list {
			if p.list[i].packed {
				got++
			}
		}
		if content, err := io.ReadAll(io.NewSectionReader(&p, 0, p.size)); err != nil || !bytes.Equal(content, want) {
			t.Errorf("%d plain bytes: the content differs, error %v", plain, err)
		}
		if got != packed {
			t.Errorf("%d plain bytes: %d pieces are compressed, want %d", plain, got, packed)
		}
	}
}
