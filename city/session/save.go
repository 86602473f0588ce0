package session

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"memcity/city/query"
	"memcity/city/trees"
	"memcity/trace"
	"memcity/trace/memtree"
	"memcity/trace/native"
)

// Folders of pointer maps next to memory trees, where the trees of a folder are read with them.
const (
	PointsToFolder    = "points-to-maps"
	PointedFromFolder = "pointed-from-maps"
)

// TreeWriter writes memory trees as files of the default format, one for each GC point, that open as one recording.
type TreeWriter struct {
	// File makes a file, whole or not at all. Names are relative and may have a folder.
	File func(name string, write func(io.Writer) error) error

	Count int // trees written
	last  trace.Millis
}

// Point writes a tree with its pointer maps. These are found by the time, so successive points get different times: at
// least a millisecond apart.
func (w *TreeWriter) Point(p trees.PointTree) error {
	at := p.Time
	if w.Count > 0 {
		at = max(at, w.last+1)
	}
	w.Count++
	w.last = at
	name := fmt.Sprintf("%06d.json", w.Count)
	err := w.File(name, func(out io.Writer) error { return memtree.Write(out, at, p.Tree) })
	if p.Pointers == nil || err != nil {
		return err
	}
	return errors.Join(
		w.File(filepath.Join(PointsToFolder, name), func(out io.Writer) error {
			return memtree.WritePointerMap(out, at, p.Tree, &p.Pointers.PointsTo)
		}),
		w.File(filepath.Join(PointedFromFolder, name), func(out io.Writer) error {
			return memtree.WritePointerMap(out, at, p.Tree, &p.Pointers.PointedFrom)
		}))
}

// Save writes what is open to path, with all that has come by now, as of a recording that comes from no file: a native
// trace of the GC points that are kept or, of a recording that comes grouped, a new folder of memory trees. File makes a
// file, whole or not at all, and the folders above it. It may be called while the recording grows, from any goroutine; it
// reads every heap state that it writes, and reports how far it is unless report is nil.
func (s *Session) Save(ctx context.Context, path string, file func(path string, write func(io.Writer) error) error,
	report func(query.Progress)) error {
	if report == nil {
		report = func(query.Progress) {}
	}
	s.mu.Lock()
	opened := s.opened
	s.mu.Unlock()
	if opened == nil {
		return errors.New("nothing is open")
	}
	r := opened.keptPoints()
	if native.Copyable(r) != "" {
		return saveTrees(ctx, r, path, file, report)
	}
	return file(path, func(out io.Writer) error {
		w, err := native.NewWriter(stopped{ctx, out}, native.CopyInfo(r))
		if err != nil {
			return err
		}
		if _, err := w.Copy(ctx, r, func(done, total int64,
			what string) {
			report(query.Progress{Done: done, Total: total, What: what})
		}); err != nil {
			return err
		}
		return w.Close()
	})
}

// stopped is a writer that ends with its context.
type stopped struct {
	ctx context.Context
	io.Writer
}

func (s stopped) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Writer.Write(p)
}

// keptPoints returns the recording with those GC points that are kept.
func (o *Recording) keptPoints() *trace.Recording {
	o.mu.Lock()
	defer o.mu.Unlock()
	r := *o.newest
	r.Points, r.More = nil, nil
	for i, p := range o.newest.Points {
		if !o.gone[i] {
			r.Points = append(r.Points, p)
		}
	}
	return &r
}

// saveTrees writes the trees of a recording that comes grouped to a new folder, which is there whole or not at all.
func saveTrees(ctx context.Context, r *trace.Recording, path string, file func(string, func(io.Writer) error) error,
	report func(query.Progress)) error {
	if _, err := os.Lstat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: already exists; this recording comes grouped and is saved as a new folder of memory trees", path)
	}
	part := path + ".part"
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	defer os.RemoveAll(part)
	w := TreeWriter{File: func(name string, write func(io.Writer) error) error { return file(filepath.Join(part, name), write) }}
	for i, p := range r.Points {
		if err := ctx.Err(); err != nil {
			return err
		}
		report(query.Progress{Done: int64(i), Total: int64(len(r.Points)), What: "writing " + p.Source})
		if p.Tree == nil {
			continue
		}
		if err := w.Point(trees.PointTree{Time: p.Time, Tree: p.Tree, Pointers: p.Pointers}); err != nil {
			return err
		}
	}
	return os.Rename(part, path)
}
