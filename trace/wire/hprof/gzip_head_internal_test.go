package hprof

import (
	"fmt"
	"strings"
	"testing"
)

// TestMemberSizes reads the member size from the head of a file.
func TestMemberSizes(t *testing.T) {
	const start = "\x1f\x8b\x08\x10\x00\x00\x00\x00\x00\x00"
	for head, want := range map[string]int{
		start + "HPROF BLOCKSIZE=4096\x00rest": 4096, start + "HPROF BLOCKSIZE=4095\x00": 0, start + "HPROF BLOCKSIZE=1048576\x00": 1 << 20,
		start + fmt.Sprintf("HPROF BLOCKSIZE=%d\x00", 16<<20): 16 << 20, start + fmt.Sprintf("HPROF BLOCKSIZE=%d\x00", 16<<20+1): 0,
		start + "HPROF BLOCKSIZE=8192": 0, start + "BLOCKSIZE=8192\x00": 0, start + "8192\x00": 0, start + "HPROF BLOCKSIZE=8192 \x00": 0,
		start + "HPROF BLOCKSIZE=\x00": 0, start + "\x00": 0, start: 0, start[:9]: 0, "": 0,
		strings.Replace(start, "\x10", "\x00", 1) + "HPROF BLOCKSIZE=4096\x00": 0, strings.Replace(start, "\x10", "\x0f",
			1) + "HPROF BLOCKSIZE=4096\x00": 0,
		strings.Replace(start, "\x10", "\x11", 1) + "HPROF BLOCKSIZE=4096\x00": 0,
	} {
		if got := memberSize([]byte(head)); got != want {
			t.Errorf("%q has members of %d bytes, want %d", head, got, want)
		}
	}
	for head, want := range map[string]bool{"": false, "\x1f\x8b": false, "\x1f\x8b\x08": true, "\x1f\x8b\x07": false,
		"\x1e\x8b\x08": false, "\x1f\x8c\x08": false} {
		if IsGzip([]byte(head)) != want {
			t.Errorf("%q begins a gzip file: %t", head, !want)
		}
	}
}
