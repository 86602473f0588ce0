package atomic

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A Part is a file or folder under construction, next to the path that it will replace. It is locked until it is finished or its program
// ends. The lock distinguishes parts of running programs from parts of killed ones.
type Part struct {
	Path string // path to write to
	to   string
	held *os.File
	done bool // committed or abandoned
}

// maxParts is the maximum number of parts of other programs.
const maxParts = 100

// age is the minimum age of an abandoned part, relative to a new one. It matters on file systems whose locks other computers cannot see: a
// part still being written is younger.
const age = time.Minute

// step is called before each change to the file system. Only tests set it.
var step = func() {}

func partOf(path string, number int) string { return fmt.Sprintf("%s.memcity-part-%d", path, number) }

// BeginFile creates an empty part that will replace path. A file at path must be a regular file.
func BeginFile(path string, mode fs.FileMode) (*Part, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, errors.New("is not a regular file")
	}
	return begin(path, func(part string) (*os.File, error) { return os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode) })
}

// BeginFolder creates an empty part that will replace the folder at path. It first restores a folder that a killed program had moved away.
func BeginFolder(path string) (*Part, error) {
	path = filepath.Clean(path)
	return begin(path, func(part string) (*os.File, error) {
		if err := os.Mkdir(part, 0o777); err != nil {
			return nil, err
		}
		f, err := os.Open(part)
		if err != nil {
			os.Remove(part)
		}
		return f, err
	})
}

func begin(path string, create func(part string) (*os.File, error)) (*Part, error) {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	var err error
	for number := 1; number <= maxParts; number++ {
		part := partOf(path, number)
		step()
		var f *os.File
		if f, err = create(part); errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		hold(f)
		if !is(f, part) { // another program took it for an abandoned part before it was locked
			f.Close()
			continue
		}
		p := &Part{Path: part, to: path, held: f}
		p.clean()
		return p, nil
	}
	return nil, err
}

// is reports whether name is a path of the open file f.
func is(f *os.File, name string) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Lstat(name)
	return err == nil && os.SameFile(info, now)
}

// clean removes abandoned parts of the same file or folder.
func (p *Part) clean() {
	mine, err := p.held.Stat()
	if err != nil {
		return
	}
	for number := 1; number <= maxParts; number++ {
		path := partOf(p.to, number)
		info, err := os.Lstat(path)
		if err != nil || path == p.Path || info.Mode().Type() != mine.Mode().Type() || !sameOwner(info, mine) ||
			mine.ModTime().Sub(info.ModTime()) < age || !abandoned(path) {
			continue
		}
		step()
		os.RemoveAll(path)
	}
	for number := 1; number <= maxParts; number++ { // parts whose programs were killed between the two renames
		p.restore(partOf(p.to, number) + old)
	}
}

// old is the suffix of a folder being replaced.
const old = "-old"

// restore moves a folder back to its path, or removes it if that path exists again.
func (p *Part) restore(path string) {
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() || !abandoned(path) {
		return
	}
	if _, err := os.Lstat(p.to); errors.Is(err, fs.ErrNotExist) {
		step()
		os.Rename(path, p.to)
		return
	}
	step()
	os.RemoveAll(path)
}

// Commit moves a part into place. The content of a file is then on disk; the files in a folder must be synced by their writers. An old file
// exists until the new one replaces it. An old folder is moved away first and removed last.
func (p *Part) Commit() error {
	err := p.commit()
	if err != nil {
		p.Abandon()
		return err
	}
	p.done = true
	if parent, err := os.Open(filepath.Dir(p.to)); err == nil { // sync the new name, where the system supports it
		step()
		parent.Sync()
		parent.Close()
	}
	return nil
}

func (p *Part) commit() error {
	info, err := p.held.Stat()
	if err != nil {
		return err
	}
	if !info.IsDir() {
		step()
		if err := p.held.Sync(); err != nil {
			return err
		}
		step()
		return moveAndClose(p.held, p.Path, p.to)
	}
	before, err := os.Open(p.to)
	if errors.Is(err, fs.ErrNotExist) {
		step()
		return moveAndClose(p.held, p.Path, p.to)
	}
	if err != nil {
		return err
	}
	hold(before) // prevent other programs from moving it back
	defer before.Close()
	away := p.Path + old
	step()
	if err := os.Rename(p.to, away); err != nil {
		return err
	}
	step()
	if err := moveAndClose(p.held, p.Path, p.to); err != nil {
		return errors.Join(err, os.Rename(away, p.to))
	}
	step()
	return os.RemoveAll(away)
}

// Abandon removes a part that was not committed. After Commit it does nothing.
func (p *Part) Abandon() {
	if !p.done {
		p.done = true
		p.held.Close()
		os.RemoveAll(p.Path)
	}
}
