package hprof_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"testing"

	"memcity/trace"
	"memcity/trace/hprof"
	"memcity/trace/tracetest"
)

// TestDamagedBytes flips bits of each byte of compressed dumps. The damage must be reported, or the inflated data must be unchanged, as for
// unused header bytes, or if a repetition refers to another place with equal bytes.
func TestDamagedBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a thousand dumps")
	}
	plain := persons(8).Bytes()
	read := func(data []byte) (text string, reported bool) {
		h, warnings, err := hprof.Load(context.Background(), trace.MemoryFile("x", data), nil)
		if err != nil {
			return "", true
		}
		return describe(h), len(warnings) > 0
	}
	for name, data := range map[string][]byte{"one member": tracetest.Gzip(plain, 0), "many members": tracetest.Gzip(plain, 4096)} {
		want, _ := read(data)
		for i := range data {
			for _, mask := range []byte{1, 255} {
				damaged := append([]byte(nil), data...)
				damaged[i] ^= mask
				got, reported := read(damaged)
				if !reported && (got != want || !bytes.Equal(inflated(damaged), plain)) {
					t.Errorf("%s: byte %d ^ %#x: not reported", name, i, mask)
				}
			}
		}
	}
}

// inflated returns the data as inflated by an independent implementation, whether or not that reports faults.
func inflated(data []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	all, _ := io.ReadAll(r)
	return all
}
