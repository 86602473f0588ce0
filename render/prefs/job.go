package prefs

import (
	"errors"
	"maps"
	"slices"

	"memcity/render/atomic"
)

// job is one file to write.
type job struct {
	file string
	mine object
	mark *mark // of the value; guarded by the store's mu
	at   int   // what mark.changed was when mine was taken

	// base is what the file held when last read or written. nil requests known.
	base object
	// empty is what a missing file means.
	empty object
	// known returns what this program reads in a file, as it would write it.
	known func(disk object) object
	// finish puts in what depends on the file as it is now.
	finish func(disk, out object)
	// done is called with the store's mu held after the file was written.
	done func()
}

// jobs returns the files to write, in order of their names, and marks them as tried.
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

// merged returns the file to write, given the one that is there; nil if there is none.
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

// do writes a file; ok is false if it was not.
func (s *Store) do(j job) (problem string, ok bool) {
	l := s.dir.putAway(j.file)
	if l.kept {
		return l.problem, false
	}
	err := s.dir.save(j.file, j.merged(l.object))
	if errors.Is(err, errTooLong) { // without what others have put in
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
