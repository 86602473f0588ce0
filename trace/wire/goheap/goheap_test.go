package goheap_test

import (
	"io"
	"strings"
	"testing"

	"memcity/trace/wire/goheap"
)

// read returns the records of a dump as text, and the error that ends them.
func read(dump string) (kinds string, err error) {
	r, err := goheap.NewReader(strings.NewReader(dump))
	if err != nil {
		return "", err
	}
	var rec goheap.Record
	for {
		if err := r.Next(&rec); err != nil {
			return kinds, err
		}
		kinds += rec.Kind.String() + ";"
	}
}

func TestReader(t *testing.T) {
	const head = goheap.Header
	for dump, want := range map[string]string{
		head + "\x00":                                         "; EOF",
		head + "\x02\x03abc\x90\x01\x00":                      "root;; EOF",
		head + "\x01\x80\x08\x02ab\x01\x00\x00\x00":           "object;; EOF",
		head + "\x10\x05\x10\x01\x01f\x01g\x07\x02\x01\x00":   "allocation site;; EOF",
		head + "\x09\x01\x02\x03":                             "thread;; unexpected EOF",
		head:                                                  "; unexpected EOF",
		head + "\x12":                                         "; offset 16: record of kind 18; expected at most 17",
		head + "\x01\x80\x08\x00\x02":                         "; offset 16: object with a field of kind 2; expected 1",
		head + "\x01\x80\x08\x00\x01\x00\x01\x00\x00":         "; offset 16: object has more pointers than bytes",
		head + "\x02\xff\xff\xff\xff\x01":                     "; offset 16: a text has 536870911 bytes; expected at most 1048576",
		head + "\x02\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02": "; offset 16: a number has more than 64 bits",
		head + "\x10\x05\x10\xff\xff\x01":                     "; offset 16: a stack has 32767 frames; expected at most 4096",
		head + "\x01\x00\xff\xff\xff\xff\xff\xff\xff\x01":     "; offset 16: object of 1125899906842623 bytes; expected at most 1099511627776",
		"go1.6 heap dump\n\x00":                               `; offset 0: expected "go1.7 heap dump\n"`,
	} {
		kinds, err := read(dump)
		if got := kinds + "; " + err.Error(); got != want {
			t.Errorf("%q: %s; expected %s", dump, got, want)
		}
	}
}

// TestGrow checks that memory for contents is asked for in parts, and that a refusal ends the reading.
func TestGrow(t *testing.T) {
	r, err := goheap.NewReader(strings.NewReader(goheap.Header + "\x01\x00\x80\x80\x80\x80\x01" + strings.Repeat("x", 5<<20)))
	if err != nil {
		t.Fatal(err)
	}
	most := int64(0)
	r.Grow = func(bytes int64) error {
		if most = bytes; bytes > 6<<20 {
			return io.ErrShortBuffer
		}
		return nil
	}
	var rec goheap.Record
	if err := r.Next(&rec); err != io.ErrShortBuffer || most > 16<<20 {
		t.Errorf("%v after %d bytes", err, most)
	}
}
