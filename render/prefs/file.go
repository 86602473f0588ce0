package prefs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"memcity/render/atomic"
	"memcity/words"
)

const (
	windowFile       = "window.json"
	recordingsFolder = "recordings"
	lockFile         = ".lock"

	maxFile       = 4_000_000 // in bytes
	maxRecordings = 200
	maxBroken     = 9
)

// folder is the folder with the files.
type folder string

func (d folder) path(name string) string { return filepath.Join(string(d), name) }

var (
	errTooLong = errors.New("longer than " + words.Size(maxFile))
	errNoFile  = errors.New("not a regular file")
)

// read returns the content of a file.
func read(path string) ([]byte, error) {
	info, err := os.Stat(path) // before opening, which would block on a named pipe
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNoFile
	case info.Size() > maxFile:
		return nil, errTooLong
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(data) > maxFile {
		err = errTooLong
	}
	return data, err
}

// loaded is the result of loading a file.
type loaded struct {
	object  object // content migrated to this version; nil if there is none
	problem string // message for the user
	kept    bool   // the file must not be written
	broken  bool
}

// load reads a file. It changes nothing on disk.
func (d folder) load(name string) loaded {
	data, err := read(d.path(name))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return loaded{}
	case errors.Is(err, errTooLong):
		return loaded{broken: true, problem: name + ": " + err.Error()}
	case err != nil:
		return loaded{kept: true, problem: fmt.Sprintf("%s: cannot be read: %s; changes are not saved", name, atomic.Cause(err))}
	}
	o, err := parseObject(data)
	if err != nil {
		return loaded{broken: true, problem: name + ": " + err.Error()}
	}
	newer, err := migrate(o, migrations[:])
	switch {
	case err != nil:
		return loaded{broken: true, problem: name + ": " + err.Error()}
	case newer:
		return loaded{object: o, kept: true, problem: name + ": written by a newer version of this program; changes are not saved"}
	}
	return loaded{object: o}
}

// putAway loads a file and renames it if it is broken. The folder must be locked.
func (d folder) putAway(name string) loaded {
	l := d.load(name)
	if !l.broken {
		return l
	}
	for i := 1; i <= maxBroken; i++ {
		to := fmt.Sprintf("%s.broken-%d", name, i)
		if _, err := os.Lstat(d.path(to)); !errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err := os.Rename(d.path(name), d.path(to)); err != nil {
			return loaded{kept: true, problem: fmt.Sprintf("%s; it cannot be renamed: %s; changes are not saved", l.problem, atomic.Cause(err))}
		}
		return loaded{problem: l.problem + "; it was renamed to " + to}
	}
	return loaded{kept: true, problem: l.problem + "; there are already enough broken copies, so the file stays and changes are not saved"}
}

// save replaces a file with the object, following symbolic links. The folder must be locked.
func (d folder) save(name string, o object) error {
	data, err := json.MarshalIndent(o, "", "  ")
	if err != nil {
		return err
	}
	if len(data) >= maxFile {
		return errTooLong
	}
	return atomic.Write(d.path(name), atomic.Private, func(w io.Writer) error {
		_, err := w.Write(append(data, '\n'))
		return err
	})
}

var (
	recordingName = regexp.MustCompile(`^[0-9a-f]{32}\.json$`)
	leftoverName  = regexp.MustCompile(`^(window|[0-9a-f]{32})\.json\.(tmp|part)-[0-9]+$`)
)

// tidy removes temporary files of writers that did not finish. It also removes the oldest recordings beyond the limit, except those in keep.
// The folder must be locked.
func (d folder) tidy(keep []string) {
	removeLeftovers(string(d))
	entries := removeLeftovers(d.path(recordingsFolder))
	type old struct {
		name string
		time time.Time
	}
	var all []old
	for _, e := range entries {
		if info, err := e.Info(); err == nil && recordingName.MatchString(e.Name()) {
			all = append(all, old{filepath.Join(recordingsFolder, e.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(all, func(a, b old) int {
		if c := a.time.Compare(b.time); c != 0 {
			return c
		}
		return strings.Compare(a.name, b.name)
	})
	extra := len(all) - maxRecordings
	for _, o := range all {
		if extra > 0 && !slices.Contains(keep, o.name) {
			os.Remove(d.path(o.name))
			extra--
		}
	}
}

// removeLeftovers removes temporary files from the folder and returns the other files.
func removeLeftovers(dir string) []fs.DirEntry {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		left := leftoverName.MatchString(e.Name())
		if left {
			os.Remove(filepath.Join(dir, e.Name()))
		}
		return left
	})
}

const (
	lockStep  = 10 * time.Millisecond
	lockTries = 1000 // then something is wrong
	lockStale = 200  // tries before the same lock counts as abandoned; writing is much faster
)

// lock creates the folder and locks it against other windows until unlock is called.
func (d folder) lock() (unlock func(), err error) {
	if err := os.MkdirAll(d.path(recordingsFolder), 0o700); err != nil {
		return nil, err
	}
	path := d.path(lockFile)
	var holder fs.FileInfo
	held := 0
	for range lockTries {
		f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err == nil {
			return release(f)
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, err
		}
		now, err := os.Lstat(path)
		switch {
		case err != nil:
			held = 0
		case holder != nil && os.SameFile(holder, now) && holder.ModTime().Equal(now.ModTime()):
			held++
		default:
			holder, held = now, 0
		}
		if held >= lockStale {
			os.Remove(path)
		}
		time.Sleep(lockStep)
	}
	return nil, errors.New("another window has locked it")
}

// release closes a new lock file and returns a function that removes it. That function does nothing if another window has replaced the lock.
func release(f *os.File) (unlock func(), err error) {
	mine, err := f.Stat()
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		return nil, err
	}
	return func() {
		if now, err := os.Lstat(f.Name()); err == nil && os.SameFile(mine, now) {
			os.Remove(f.Name())
		}
	}, nil
}
