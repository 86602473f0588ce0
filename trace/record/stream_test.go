package record

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"memcity/trace"
	"memcity/trace/record/ring"
)

// TestStream writes a trace to a stream and checks that there is no file.
func TestStream(t *testing.T) {
	t.Chdir(t.TempDir())
	var b bytes.Buffer
	o := Options{Stream: &b}
	if err := o.check(); err != nil {
		t.Error(err)
	}
	out, err := o.create(0, trace.WriterInfo{Program: "app.Shop"}, time.Now())
	if err != nil || out.path != StreamName {
		t.Fatal(out, err)
	}
	if err := out.close(); err != nil || b.Len() == 0 || int64(b.Len()) != out.size {
		t.Errorf("%d bytes, %d counted (%v)", b.Len(), out.size, err)
	}
	if _, err := o.create(1, trace.WriterInfo{}, time.Now()); err == nil ||
		err.Error() != "standard output: can only take one trace; another virtual machine is not recorded" {
		t.Errorf("the error is %v", err)
	}
	if left, err := os.ReadDir("."); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

// TestStreamNeedsNoFile checks that options for files are rejected.
func TestStreamNeedsNoFile(t *testing.T) {
	for _, o := range []Options{{RotateAfter: time.Hour}, {RotateBytes: 1}, {Ring: ring.Policy{Bytes: 1}}} {
		o.Stream, o.Now = &brokenStream{}, time.Now
		if err := o.Check(); err == nil || !strings.HasPrefix(err.Error(), "keep, thin, rotate: need an output file") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

type brokenStream struct{ after int }

func (s *brokenStream) Write(p []byte) (int, error) {
	if s.after -= len(p); s.after < 0 {
		return 0, errors.New("broken pipe")
	}
	return len(p), nil
}

func TestBrokenStream(t *testing.T) {
	const want = "standard output: broken pipe; it contains everything recorded until then"
	o := Options{Stream: &brokenStream{}}
	if _, err := o.create(0, trace.WriterInfo{}, time.Now()); err == nil || err.Error() != want {
		t.Errorf("the error is %v", err)
	}
	o.Stream = &brokenStream{after: 1000}
	out, err := o.create(0, trace.WriterInfo{}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	out.Write(make([]byte, 2000))
	if err := out.close(); err == nil || err.Error() != want {
		t.Errorf("the error is %v", err)
	}
}

// TestNewFile checks that a file without a given name is named after the program, and that no file is replaced.
func TestNewFile(t *testing.T) {
	t.Chdir(t.TempDir())
	at := time.Date(2026, 11, 23, 14, 0, 0, 0, time.UTC)
	for _, test := range []struct{ out, program, want string }{
		{"", "shop", "shop-20261123-140000.mct"}, {"", "user@host", "user_host-20261123-140000.mct"}, {"a.mct", "shop", "a.mct"},
	} {
		file, path, err := (&Options{Out: test.out}).NewFile(test.program, at)
		if err != nil || path != test.want {
			t.Errorf("%q (%v), expected %s", path, err, test.want)
		}
		file.Close()
	}
	if _, _, err := (&Options{Out: filepath.Join(".", "a.mct")}).NewFile("", at); err == nil {
		t.Error("a file is replaced")
	}
}
