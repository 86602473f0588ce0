package record

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"memcity/trace/open"
	"memcity/trace/record/ring"
	"memcity/trace/tracetest/jdk"
)

// TestRing checks that the file keeps only the newest points, opens at any time, and is complete at the end.
func TestRing(t *testing.T) {
	for _, mode := range []Mode{Sampled, Histograms} {
		k, cmd := launch(t, command(t, jdk.Homes(t)[0]))
		o := options(t, mode)
		o.Ring = ring.Policy{Bytes: 1}
		r, err := Attach(t.Context(), cmd.Process.Pid, o)
		if err != nil {
			t.Fatal(err)
		}
		for range 5 {
			k.do(t, "10")
			request(t, r)
			rec, err := open.Paths(t.Context(), []string{o.Out}, nil)
			if err != nil || len(rec.Points) == 0 {
				t.Fatalf("%v: while it is written: %+v, %v", mode, rec, err)
			}
		}
		if err := r.Mark("the end"); err != nil {
			t.Fatal(err)
		}
		if err := r.Stop(); err != nil {
			t.Fatal(err)
		}
		rec := opened(t, o.Out)
		f := r.Status().Files[0]
		if n := len(rec.Points); n != 1 || count(t, &rec.Points[n-1], product) != 50 || f.Removed != f.Points-1 || f.Points < 5 || len(rec.Marks) != 1 {
			t.Errorf("%v: %d points, %d products, %d marks; %+v", mode, n, count(t, &rec.Points[n-1], product), len(rec.Marks), f)
		}
		if info, err := os.Stat(o.Out); err != nil || info.Size() != f.Size {
			t.Errorf("%v: %v, %d bytes are reported", mode, info, f.Size)
		}
		if _, err := os.Stat(o.Out + anew); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%v: what was written anew is left: %v", mode, err)
		}
	}
}

// TestRotate checks that each file is complete, and that they form one series.
func TestRotate(t *testing.T) {
	for _, mode := range []Mode{Sampled, Histograms} {
		k, cmd := launch(t, command(t, jdk.Homes(t)[0]))
		o := options(t, mode)
		o.RotateBytes = 1
		r, err := Attach(t.Context(), cmd.Process.Pid, o)
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			k.do(t, "10")
			request(t, r)
		}
		if err := r.Stop(); err != nil {
			t.Fatal(err)
		}
		f := r.Status().Files[0]
		if len(f.Parts) != f.Points-1 || f.Path != f.Parts[len(f.Parts)-1] || f.Parts[0] != strings.TrimSuffix(o.Out, Extension)+".part2"+Extension {
			t.Fatalf("%v: %+v", mode, f)
		}
		for _, path := range append([]string{o.Out}, f.Parts...) {
			if rec := opened(t, path); len(rec.Points) != 1 {
				t.Errorf("%v: %d points in %s", mode, len(rec.Points), path)
			}
		}
		rec, err := open.Paths(t.Context(), append([]string{o.Out}, f.Parts...), nil)
		if err != nil || len(rec.Points) != f.Points || count(t, &rec.Points[f.Points-1], product) != 30 {
			t.Errorf("%v: %+v, %v", mode, rec, err)
		}
	}
}

// TestNoRoom checks that a file that cannot be rewritten stays unchanged, and that the recording continues.
func TestNoRoom(t *testing.T) {
	k, cmd := launch(t, command(t, jdk.Homes(t)[0]))
	o := options(t, Histograms)
	o.Ring = ring.Policy{Bytes: 1}
	if err := os.MkdirAll(o.Out+anew+"/x", 0o700); err != nil {
		t.Fatal(err)
	}
	r, err := Attach(t.Context(), cmd.Process.Pid, o)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		k.do(t, "10")
		request(t, r)
	}
	err = r.Stop()
	if notes := about(r.Status()); err != nil || len(notes) != 1 || !strings.Contains(notes[0], "old GC points cannot be removed") {
		t.Errorf("%v, %q", err, notes)
	}
	if rec := opened(t, o.Out); len(rec.Points) < 2 {
		t.Errorf("%d points", len(rec.Points))
	}
}

func TestRingOptions(t *testing.T) {
	for text, o := range map[string]Options{
		"rotate: cannot be combined":                     {Ring: ring.Policy{Bytes: 1}, RotateAfter: time.Hour},
		"keep, rotate: expected":                         {RotateBytes: -1},
		"keep-dumps: there are no dumps in mode sampled": {KeepDumps: true},
		"start-after -1s: expected 0 or more":            {StartAfter: -time.Second},
		"points -1: expected 1 or more":                  {Points: -1},
		"max-objects -1: expected 1 or more":             {MaxObjects: -1, RotateAfter: time.Hour},
	} {
		o.Now = time.Now
		if err := o.Check(); err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("%s: %v", text, err)
		}
	}
}
