package native_test

import (
	"bytes"
	"slices"
	"testing"

	"memcity/trace"
	nativepkg "memcity/trace/native"
)

// TestSiteCounts writes counts by site and reads them again.
func TestSiteCounts(t *testing.T) {
	site := func(line int32) *trace.Site {
		return &trace.Site{Thread: -1, Frames: []trace.Frame{{Class: "main", Method: "add", File: "main.go", Line: line}, {Class: "main", Method: "main"}}}
	}
	a, b := site(1), site(2)
	points := [][]trace.TypeCount{
		{{Name: "main:add", Objects: 1, Bytes: 8, Site: a}, {Name: "(not recorded)", Objects: 2, Bytes: 9}},
		{{Name: "main:add", Objects: 3, Bytes: 24, Site: b}, {Name: "main:add", Objects: 2, Bytes: 16, Site: a}},
		{},
	}
	var out bytes.Buffer
	w, err := nativepkg.NewWriter(&out, trace.WriterInfo{Runtime: trace.Golang, Interval: 512})
	if err != nil {
		t.Fatal(err)
	}
	for _, counts := range points {
		if err := w.Counts(nativepkg.PointInfo{}, counts); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	rec, err := nativepkg.Open(t.Context(), []trace.File{trace.MemoryFile("a.mct", out.Bytes())}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if rec.Runtime != trace.Golang || !rec.HasSiteCounts() || rec.SiteInterval() != 512 || len(rec.Points) != len(points) {
		t.Fatalf("runtime %v, sites %v, interval %d, %d points", rec.Runtime, rec.HasSiteCounts(), rec.SiteInterval(), len(rec.Points))
	}
	for i, want := range points {
		got := rec.Points[i].Counts
		if got == nil || len(got) != len(want) {
			t.Fatalf("point %d: %+v", i, got)
		}
		for j, w := range want {
			g := got[j]
			if g.Name != w.Name || g.Objects != w.Objects || g.Bytes != w.Bytes || (g.Site == nil) != (w.Site == nil) ||
				g.Site != nil && !slices.Equal(g.Site.Frames, w.Site.Frames) {
				t.Errorf("point %d, count %d: %+v, want %+v", i, j, g, w)
			}
		}
	}
}
