package record

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"memcity/trace/record/ring"
	"memcity/trace/record/runs"
)

// anew is the suffix of a file while it is being rewritten.
const anew = ".new"

// tidy removes old points from the file according to the options. more means that a point was written, not just GCs. A failure does not end
// the recording, unless it breaks the output.
func (t *track) tidy(more bool) error {
	limits := &t.r.o.Ring
	if t.out.moved || t.out.err != nil || limits.IsZero() || !more && (limits.Bytes <= 0 || t.out.size <= limits.Bytes) {
		return nil
	}
	err := t.shrink()
	if err != nil && t.out.err == nil {
		t.r.note(fmt.Sprintf("%s: old GC points cannot be removed: %s", t.out.path, plain(err)))
		return nil
	}
	return err
}

// shrink rewrites the file without the points that the policy drops.
func (t *track) shrink() error {
	states := t.out.States()
	points := make([]ring.Point, len(states))
	for i, s := range states {
		points[i] = ring.Point{Time: s.Time, Stored: s.Stored, Full: s.Full}
	}
	drop := t.r.o.Ring.Drop(points, t.out.size)
	if drop == nil {
		return nil
	}
	dropped := map[uint64]bool{}
	for i, s := range states {
		if drop[i] {
			dropped[s.Number] = true
		}
	}
	if err := t.out.compact(func(state uint64) bool { return dropped[state] }); err != nil {
		return err
	}
	t.update(func(f *FileStatus) { f.Removed += len(dropped) })
	return nil
}

// compact rewrites the file. It replaces the content atomically or leaves it unchanged.
func (o *output) compact(drop func(state uint64) bool) error {
	if err := o.done(nil); err != nil {
		return err
	}
	path := o.path + anew
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	file, err := newFile(path)
	if err != nil {
		return err
	}
	size, commit, err := o.Compact(o.file, file, drop)
	if err == nil {
		err = os.Rename(path, o.path)
	}
	if err != nil {
		file.Close()
		return errors.Join(err, os.Remove(path))
	}
	o.file.Close()
	o.take(file, o.path, o.since)
	o.size, o.good = size, size
	commit()
	return nil
}

// rotate ends the file before a point and begins another one if that is due and the file has a point.
func (t *track) rotate() error {
	o, now := t.out, t.r.o.Now()
	due := t.r.o.RotateAfter > 0 && now.Sub(o.since) >= t.r.o.RotateAfter || t.r.o.RotateBytes > 0 && o.size >= t.r.o.RotateBytes
	if !due || o.err != nil || len(o.States()) == 0 {
		return nil
	}
	stem := strings.TrimSuffix(o.first, Extension)
	path := fmt.Sprintf("%s.part%d%s", stem, o.parts+1, o.first[len(stem):])
	if t.r.o.Overwrite {
		os.Remove(path) // not truncated: another recording may be writing to it
	}
	file, err := newFile(path)
	if err != nil {
		t.r.note(fmt.Sprintf("%s: cannot be started (%s), so the recording continues in %s", path, plain(err), o.path))
		o.since = now // try again later
		return nil
	}
	before := o.file
	err = o.Restart(&switching{o, func() { o.take(file, path, now) }}, o.info)
	before.Close()
	if err != nil {
		return o.explain(err)
	}
	o.parts++
	t.r.made(runs.Owner{Files: []string{path}})
	t.update(func(f *FileStatus) {
		f.Path, f.Parts = path, append(f.Parts, path)
	})
	return o.done(nil)
}

// switching is an output that starts writing to another file at its first byte.
type switching struct {
	*output
	begin func()
}

func (s *switching) Write(p []byte) (int, error) {
	if s.begin != nil {
		s.begin()
		s.begin = nil
	}
	return s.output.Write(p)
}
