package stored_test

import (
	"bytes"
	"io"
	"testing"

	"github.com/klauspost/compress/gzip"

	"memcity/trace/wire/stored"
)

// TestReader reads a file plain, compressed, and with each byte of the compressed data damaged.
func TestReader(t *testing.T) {
	content := bytes.Repeat([]byte("Order 17 "), 50)
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	w.Write(content)
	w.Close()
	for _, file := range [][]byte{content, packed.Bytes()} {
		r, err := stored.NewReader(bytes.NewReader(file), 16)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(r)
		if err != nil || !bytes.Equal(got, content) || r.Stored() != int64(len(file)) || r.Compressed != (len(file) == packed.Len()) {
			t.Errorf("%d bytes of %d, compressed %v; %v", r.Stored(), len(file), r.Compressed, err)
		}
	}
	for i := 10; i < packed.Len(); i++ { // after the header
		damaged := bytes.Clone(packed.Bytes())
		damaged[i] ^= 0xff
		r, err := stored.NewReader(bytes.NewReader(damaged), 16)
		if err == nil {
			_, err = io.ReadAll(r)
		}
		if !stored.IsDamaged(err) && err != io.ErrUnexpectedEOF {
			t.Errorf("byte %d: %v", i, err)
		}
	}
	if stored.IsDamaged(io.EOF) || stored.IsDamaged(nil) {
		t.Error("the end of a file counts as damage")
	}
}
