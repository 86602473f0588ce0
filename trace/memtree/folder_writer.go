package memtree

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"memcity/trace"
)

// FolderWriter writes memory trees as files in the default format, one for each GC point. Together they open as one recording.
type FolderWriter struct {
	// File creates a file atomically. Names are relative and may contain a folder.
	File func(name string, write func(io.Writer) error) error

	Count int // number of trees written
	last  trace.Millis
}

// Point writes a tree with its pointer maps; nil for none. Maps are matched by time, so successive points get times at least a millisecond
// apart.
func (w *FolderWriter) Point(at trace.Millis, tree *trace.Tree, pointers *trace.Pointers) error {
	if w.Count > 0 {
		at = max(at, w.last+1)
	}
	w.Count++
	w.last = at
	name := fmt.Sprintf("%06d.json", w.Count)
	err := w.File(name, func(out io.Writer) error { return Write(out, at, tree) })
	if pointers == nil || err != nil {
		return err
	}
	return errors.Join(
		w.File(filepath.Join(PointsToFolder, name), func(out io.Writer) error {
			return WritePointerMap(out, at, tree, &pointers.PointsTo)
		}),
		w.File(filepath.Join(PointedFromFolder, name), func(out io.Writer) error {
			return WritePointerMap(out, at, tree, &pointers.PointedFrom)
		}))
}

// Save writes the trees of a grouped recording to a new folder, which is created atomically. file creates a file and its parent folders.
func Save(ctx context.Context, r *trace.Recording, path string, file func(string, func(io.Writer) error) error, progress trace.Progress) error {
	if _, err := os.Lstat(path); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: already exists; this recording can only be saved as a new folder of memory trees", path)
	}
	part := path + ".part"
	if err := os.RemoveAll(part); err != nil {
		return err
	}
	defer os.RemoveAll(part)
	w := FolderWriter{File: func(name string, write func(io.Writer) error) error { return file(filepath.Join(part, name), write) }}
	for i, p := range r.Points {
		if err := ctx.Err(); err != nil {
			return err
		}
		progress.Report(int64(i), int64(len(r.Points)), "writing "+p.Source)
		if p.Tree == nil {
			continue
		}
		if err := w.Point(p.Time, p.Tree, p.Pointers); err != nil {
			return err
		}
	}
	return os.Rename(part, path)
}
