package main

import (
	"archive/tar"
	"bytes"
	"encoding/binary"
	"io"
	"os"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// firstDump returns the first dump of a bundled recording.
func firstDump(t *testing.T) []byte {
	t.Helper()
	packed, err := os.Open("../../assets/demos/steady.tar.zst")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := zstd.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	members := tar.NewReader(r)
	if _, err := members.Next(); err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(members)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestSlimAgain(t *testing.T) {
	dump := firstDump(t)
	again, err := slim(dump, options{keep: "com.example."})
	if err != nil || !bytes.Equal(again, dump) {
		t.Errorf("a slim dump of %d bytes has %d when it is slimmed again; error %v", len(dump), len(again), err)
	}
	none, err := slim(dump, options{keep: "nobody."})
	if err != nil || len(none) != len(dump) {
		t.Errorf("%d bytes, error %v; expected %d", len(none), err, len(dump))
	}
	if text := []byte("visitor 1"); !bytes.Contains(dump, text) || bytes.Contains(none, text) {
		t.Error("contents are not kept, or not blanked, by the prefix")
	}
}

// Invented texts differ from each other, and nothing else changes.
func TestSlimInvents(t *testing.T) {
	dump := firstDump(t)
	invented, err := slim(dump, options{keep: "com.example.", invent: true})
	if err != nil || len(invented) != len(dump) || bytes.Equal(invented, dump) {
		t.Fatalf("%d bytes, error %v; expected %d others", len(invented), err, len(dump))
	}
	if blank, err := slim(invented, options{keep: "com.example."}); err != nil || !bytes.Equal(blank, dump) {
		t.Errorf("blanked again, the dump is another one; error %v", err)
	}
	a, b := make([]byte, 6), make([]byte, 6)
	invent(a, 8000)
	invent(b, 8008)
	if bytes.Equal(a, b) || bytes.IndexByte(a, 0) >= 0 {
		t.Errorf("texts %q and %q", a, b)
	}
}

func TestSlimLeavesOut(t *testing.T) {
	dump := firstDump(t)
	secret := []byte("/home/somebody")
	record := append([]byte{tagUTF8, 0, 0, 0, 0, 0, 0, 0, 0}, binary.BigEndian.AppendUint64(nil, 1<<40+7)...)
	binary.BigEndian.PutUint32(record[5:], uint32(8+len(secret)))
	dirty := append(bytes.Clone(dump), append(record, secret...)...)
	clean, err := slim(dirty, options{keep: "com.example."})
	if err != nil || !bytes.Equal(clean, dump) {
		t.Errorf("%d bytes, error %v; expected %d", len(clean), err, len(dump))
	}
}

func TestSlimCut(t *testing.T) {
	dump := firstDump(t)
	for _, cut := range []int{0, 10, 25, 40, 1000, len(dump) - 1} {
		if _, err := slim(dump[:cut], options{keep: "com.example."}); err == nil {
			t.Errorf("cut at %d: no error", cut)
		}
	}
}
