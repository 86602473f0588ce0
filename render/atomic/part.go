package atomic

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A Part is a file or folder that is being made next to the one whose place it takes in the end. It is locked for as long as it is
// made, however that ends, so that parts of programs that were killed can be distinguished from those of others that go on.
type Part struct {
	Path string // where to write
	to   string
	held *os.File
	done bool // it is in its place, or gone
}

// maxParts is how many parts of others are passed by.
const maxParts = 100

// age is how much older the part of a program that was killed must be than a new one. It matters on file systems whose locks other computers
// do not see: a part that is being written has changed since.
const age = time.Minute

// step is called before each change of the file system, by tests only.
var step = func() {}

func partOf(path string, number int) string { return fmt.Sprintf("%s.memcity-part-%d", path, number) }

// BeginFile makes an empty file to take the place of path, which must be a plain file if it is there.
func BeginFile(path string, mode fs.FileMode) (*Part, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, errors.New("is not a regular file")
	}
	return begin(path, func(part string) (*os.File, error) { return os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode) })
}

// BeginFolder makes an empty folder to take the place of path. What a program that was killed has moved out of its place comes back first.
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
		if !is(f, part) { // taken for the part of a program that was killed, before it was locked
			f.Close()
			continue
		}
		p := &Part{Path: part, to: path, held: f}
		p.clean()
		return p, nil
	}
	return nil, err
}

// is reports whether a file that is open has a name.
func is(f *os.File, name string) bool {
	info, err := f.Stat()
	if err != nil {
		return false
	}
	now, err := os.Lstat(name)
	return err == nil && os.SameFile(info, now)
}

// clean removes the parts of programs that were killed while they wrote the same file or folder.
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
	for number := 1; number <= maxParts; number++ { // of those that were killed between the two moves
		p.restore(partOf(p.to, number) + old)
	}
}

// old ends the name of a folder that gives way.
const old = "-old"

// restore moves a folder back to where it was, or removes it if there is another one.
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

// Commit puts a part in its place. The content of a file lasts from then on; that of a folder has to be written as files that last. The
// old file is there until the new one is; an old folder is moved out of its place first, and removed last.
func (p *Part) Commit() error {
	err := p.commit()
	if err != nil {
		p.Abandon()
		return err
	}
	p.done = true
	if parent, err := os.Open(filepath.Dir(p.to)); err == nil { // so that the new name lasts, where that can be requested
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
	hold(before) // so that nobody else moves it back
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

// Abandon removes a part that does not take its place. After Commit it does nothing.
func (p *Part) Abandon() {
	if !p.done {
		p.done = true
		p.held.Close()
		os.RemoveAll(p.Path)
	}
}
