package input_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/internal/input"
	"memcity/trace/tracetest"
)

func TestErrorTexts(t *testing.T) {
	own := &trace.InputError{Source: "own", Offset: 7, Text: "bad"}
	for _, test := range []struct {
		err  error
		want string
	}{
		{errors.New("odd"), "x: odd"}, {own, "own: offset 7: bad"}, {fmt.Errorf("reading: %w", own), "own: offset 7: bad"},
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist}, "x: there is no such file or folder"},
		{&fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}, "x: cannot be read: permission denied"},
		{&fs.PathError{Op: "read", Path: "x", Err: errors.New("is a directory")}, "x: read: is a directory"},
	} {
		if got := input.Error(test.err, "x"); got == nil || got.Error() != test.want || test.err != own && got.Offset > 0 &&
			got.Source == "x" {
			t.Errorf("%v is described as %v, want %s", test.err, got, test.want)
		}
	}
}

func TestWarn(t *testing.T) {
	rec := &trace.Recording{}
	input.Warn(rec, &trace.InputError{Source: "a/b.json", Offset: 5, Text: "bad"}, "skipped")
	input.Warn(rec, &trace.InputError{Source: "c", Offset: -1, Line: 3, Text: "bad"}, "skipped")
	if got := tracetest.WarningText(rec.Warnings); got != "b.json: offset 5: bad; skipped\nc: line 3: bad; skipped\n" {
		t.Errorf("warnings\n%s", got)
	}
}

func TestSome(t *testing.T) {
	for n, want := range []string{"", "a", "a, b", "a, b, c", "a, b, c, d", "a, b, c, d, e", "a, b, c, d, e and 1 more",
		"a, b, c, d, e and 2 more"} {
		if got := input.Some(strings.Split("abcdefg", "")[:n]); got != want {
			t.Errorf("%d names are listed as %q, want %q", n, got, want)
		}
	}
}

// brokenContent fails on every read.
type brokenContent struct{}

var errBroken = errors.New("broken")

func (brokenContent) ReadAt(b []byte, _ int64) (int, error) { return len(b) / 2, errBroken }
func (brokenContent) Close() error                          { return nil }

func TestHead(t *testing.T) {
	for _, size := range []int{0, 1, input.HeadSize - 1, input.HeadSize, input.HeadSize + 1} {
		data := bytes.Repeat([]byte{1, 2, 3}, size)[:size]
		head, err := input.Head(tracetest.Closed(t, trace.MemoryFile("x", data))[0])
		if err != nil || !bytes.Equal(head, data[:min(size, input.HeadSize)]) {
			t.Errorf("the head of %d bytes has %d; %v", size, len(head), err)
		}
	}
	if head, err := input.Head(tracetest.Unreadable("x", errBroken)); head != nil || err != errBroken {
		t.Errorf("the head of what cannot be opened is %v; %v", head, err)
	}
	broken := trace.File{Name: "x", Open: func() (trace.Content, error) { return brokenContent{}, nil }}
	if head, err := input.Head(broken); head != nil || err != errBroken {
		t.Errorf("the head of what cannot be read is %v; %v", head, err)
	}
}

func TestStamp(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	if err := os.WriteFile(path, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	if info := input.Stamp(f); info == nil || info.Size() != 5 {
		t.Errorf("the stamp of a file is %v", info)
	}
	f.Close()
	if info := input.Stamp(f); info != nil {
		t.Errorf("the stamp of a closed file is %v", info)
	}
	if info := input.Stamp(brokenContent{}); info != nil {
		t.Errorf("the stamp of what is no file is %v", info)
	}
}

func TestReaderEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := input.NewReader(ctx, strings.NewReader("hello"))
	b := make([]byte, 2)
	if n, err := r.Read(b); n != 2 || err != nil || string(b) != "he" {
		t.Errorf("%d bytes %q, %v", n, b, err)
	}
	cancel()
	if n, err := r.Read(b); n != 0 || err != context.Canceled {
		t.Errorf("after the end of the context: %d bytes, %v", n, err)
	}
}

// slowReader returns one to three bytes at a time, then an error.
type slowReader struct {
	data []byte
	err  error
}

func (r *slowReader) Read(b []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, r.err
	}
	n := copy(b, r.data[:min(len(r.data), 1+len(r.data)%3)])
	r.data = r.data[n:]
	return n, nil
}

// TestPiecesAgainstBytes compares a file in pieces with its bytes, at and across the ends of pieces.
func TestPiecesAgainstBytes(t *testing.T) {
	data := make([]byte, 3*input.HeadSize+5)
	for i := range data {
		data[i] = byte(i * 7 >> 2)
	}
	for _, size := range []int{0, 1, 100, input.HeadSize, input.HeadSize + 1, 2 * input.HeadSize, 2*input.HeadSize + 1, len(data)} {
		for _, end := range []error{io.EOF, errBroken} {
			var p input.Pieces
			first := size / 3
			if n, err := p.ReadFrom(&slowReader{data[:first], io.EOF}); n != int64(first) || err != nil {
				t.Fatalf("%d bytes of %d, %v", n, first, err)
			}
			n, err := p.ReadFrom(&slowReader{data[first:size], end})
			if n != int64(size-first) || p.Size() != int64(size) || (end == io.EOF) != (err == nil) || err != nil && err != end {
				t.Fatalf("%d more bytes, %d in all of %d, %v", n, p.Size(), size, err)
			}
			if head := p.Head(); !bytes.HasPrefix(data, head) || len(head) > input.HeadSize || size > 0 && len(head) == 0 || size == 0 &&
				head != nil {
				t.Fatalf("head of %d bytes has %d", size, len(head))
			}
			f := p.File("x")
			content, err := f.Open()
			if err != nil || f.Name != "x" || f.Size != int64(size) {
				t.Fatalf("file %q of %d bytes, want %d; %v", f.Name, f.Size, size, err)
			}
			for _, from := range []int{-1, 0, 1, first - 1, first, input.HeadSize - 1, input.HeadSize, size - 1, size, size + 1} {
				for _, length := range []int{0, 1, 50, input.HeadSize, len(data)} {
					b := make([]byte, length)
					got, err := content.ReadAt(b, int64(from))
					want := []byte{}
					if from >= 0 && from < size {
						want = data[from:min(from+length, size)]
					}
					if !bytes.Equal(b[:got], want) || (err == io.EOF) != (got < length || from < 0 || from >= size) || err != nil &&
						err != io.EOF {
						t.Fatalf("%d bytes of %d from %d: %d, want %d; %v", length, size, from, got, len(want), err)
					}
				}
			}
		}
	}
}

func TestLargePieces(t *testing.T) {
	data := bytes.Repeat([]byte("0123456789abcdef"), 3<<20/16)
	var p input.Pieces
	if n, err := p.ReadFrom(bytes.NewReader(data)); n != int64(len(data)) || err != nil {
		t.Fatalf("%d bytes, %v", n, err)
	}
	got := make([]byte, len(data))
	if n, err := p.ReadAt(got, 0); n != len(data) || err != nil || !bytes.Equal(got, data) {
		t.Errorf("%d bytes are not as they were; %v", n, err)
	}
}
