package prefs

import (
	"errors"
	"maps"
	"slices"

	"memcity/render/atomic"
)

// job is a file to write.
type job struct {
	file string
	mine object
	mark *mark // mark of the value; guarded by the store's mu
	at   int   // value of mark.changed when mine was taken

	// base is the content of the file when last read or written. If it is nil, known is called.
	base object
	// empty is the meaning of a missing file.
	empty object
	// known returns the parts of a file that this program understands, in the form it would write.
	known func(disk object) object
	// finish sets the values in out that depend on the current file.
	finish func(disk, out object)
	// done is called after the file was written, with the store's mu held.
	done func()
}

// jobs returns the files to write, sorted by name, and marks them as tried.
func (s *Store) jobs() []job {
	s.mu.Lock()
	defer s.mu.Unlock()
	var all []job
	if s.dir == "" {
		return nil
	}
	if s.windowMark.changed != s.windowMark.saved {
		all = append(all, s.windowJob())
	}
	for _, id := range slices.Sorted(maps.Keys(s.recordings)) {
		if r := s.recordings[id]; r.mark.changed != r.mark.saved {
			all = append(all, recordingJob(id, r))
		}
	}
	for _, j := range all {
		j.mark.tried = j.at
	}
	return all
}

func (s *Store) windowJob() job {
	mine, changes := encodeWindow(s.window), slices.Clone(s.recentChanges)
	return job{
		file: windowFile, mine: mine, mark: &s.windowMark, at: s.windowMark.changed, base: s.windowBase,
		empty: encodeWindow(newWindow().normal()),
		finish: func(disk, out object) {
			list := decodeRecent(newReader(disk))
			for _, change := range changes {
				list = change(list)
			}
			out.set("recent", encodeRecent(list))
		},
		done: func() {
			s.windowBase = mine
			s.recentChanges = slices.Clone(s.recentChanges[len(changes):])
		},
	}
}

func recordingJob(id ID, r *recording) job {
	mine := encodeView(r.view)
	return job{
		file: id.file(), mine: mine, mark: &r.mark, at: r.mark.changed, base: r.base,
		known: func(disk object) object {
			if !isOf(disk, id) {
				return disk
			}
			r := newReader(disk)
			return changed(encodeView(decodeView(r)), nil, r.wrong())
		},
		finish: func(_, out object) { out.set("id", id) },
		done:   func() { r.base = mine },
	}
}

// merged returns the object to write, given the current content of the file; nil if there is none.
func (j job) merged(disk object) object {
	base := j.base
	switch {
	case disk == nil:
		base = j.empty
	case base == nil:
		base = j.known(disk)
	}
	out := changed(disk, base, j.mine)
	out.set("version", version)
	j.finish(disk, out)
	return out
}

// do writes a file; ok is false if that failed.
func (s *Store) do(j job) (problem string, ok bool) {
	l := s.dir.putAway(j.file)
	if l.kept {
		return l.problem, false
	}
	err := s.dir.save(j.file, j.merged(l.object))
	if errors.Is(err, errTooLong) { // drop values added by others
		err = s.dir.save(j.file, j.merged(nil))
	}
	if err != nil {
		return j.file + ": cannot be written: " + atomic.Cause(err).Error(), false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	j.mark.saved = j.at
	j.done()
	return l.problem, true
}
