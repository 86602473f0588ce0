package memtree_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"memcity/trace"
	"memcity/trace/memtree"
	"memcity/trace/open"
	"memcity/trace/tracetest"
)

// TestTimesOfFolderWriter checks that written points get increasing times, at least 1 ms apart, so that pointer maps find their trees.
func TestTimesOfFolderWriter(t *testing.T) {
	rec := mustOpen(t, sample)
	p := rec.Points[0]
	for _, test := range []struct {
		times []trace.Millis
		want  []trace.Millis
	}{
		{[]trace.Millis{0}, []trace.Millis{0}},
		{[]trace.Millis{5, 6, 8}, []trace.Millis{5, 6, 8}},
		{[]trace.Millis{5, 5, 5, 7, 9}, []trace.Millis{5, 6, 7, 8, 9}},
		{[]trace.Millis{5, 3, 6, 8}, []trace.Millis{5, 6, 7, 8}},
	} {
		var files []trace.File
		w := memtree.FolderWriter{File: func(name string, write func(io.Writer) error) error {
			var b bytes.Buffer
			err := write(&b)
			files = append(files, trace.MemoryFile(name, b.Bytes()))
			return err
		}}
		for _, at := range test.times {
			if err := w.Point(at, p.Tree, p.Pointers); err != nil {
				t.Fatal(err)
			}
		}
		if w.Count != len(test.times) || len(files) != 3*len(test.times) {
			t.Errorf("%v: %d trees in %d files", test.times, w.Count, len(files))
		}
		again, err := open.Files(t.Context(), "again", files, nil)
		if err != nil || len(again.Warnings) > 0 {
			t.Fatal(err, again)
		}
		var got []trace.Millis
		for i, q := range again.Points {
			got = append(got, q.Time)
			if q.Source != fmt.Sprintf("%06d.json", i+1) {
				t.Errorf("%v: point %d is from %s", test.times, i, q.Source)
			}
			for direction, maps := range map[string][2]*trace.PointerMap{"->": {&q.Pointers.PointsTo, &p.Pointers.PointsTo},
				"<-": {&q.Pointers.PointedFrom, &p.Pointers.PointedFrom}} {
				if a, b := tracetest.MapText(q.Tree, direction, maps[0]), tracetest.MapText(p.Tree, direction, maps[1]); a != b || a == "" {
					t.Errorf("%v: point %d has the pointers\n%swant\n%s", test.times, i, a, b)
				}
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%v are written as %v, want %v", test.times, got, test.want)
		}
	}
}

// TestSaveReplacesParts checks that Save removes the files of an interrupted call and leaves only the folder. It keeps an existing file
// or folder.
func TestSaveReplacesParts(t *testing.T) {
	rec := mustOpen(t, sample)
	file := func(name string, write func(io.Writer) error) error {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		f, err := os.Create(name)
		if err != nil {
			return err
		}
		defer f.Close()
		return write(f)
	}
	folder := t.TempDir()
	path := filepath.Join(folder, "saved")
	if err := file(filepath.Join(path+".part", "000009.json"), func(io.Writer) error { return nil }); err != nil {
		t.Fatal(err)
	}
	var progress []int64
	if err := memtree.Save(t.Context(), rec, path, file, func(done, total int64, what string) {
		if progress = append(progress, done); total != 3 || !strings.HasPrefix(what, "writing ") {
			t.Errorf("progress %d of %d: %s", done, total, what)
		}
	}); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(progress, []int64{0, 1, 2}) {
		t.Errorf("progress %v", progress)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 1 {
		t.Errorf("the folder contains %v, %v", left, err)
	}
	if got, want := tracetest.TreeText(mustOpen(t, path)), tracetest.TreeText(rec); got != want {
		t.Errorf("saved\n%swant\n%s", got, want)
	}
	if err := memtree.Save(t.Context(), rec, path, file, nil); err == nil || !strings.Contains(err.Error(), path+": already exists") {
		t.Errorf("saved twice: %v", err)
	}
}
