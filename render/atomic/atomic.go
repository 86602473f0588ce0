// Package atomic replaces files and folders atomically: readers see either the old content or the new one. If the program is killed, it
// leaves a [Part] behind, which the next write of the same file removes.
package atomic

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Modes of new files. Private files are readable only by the user, as they name parts of a heap. Public files are also written by hand; the
// user's umask applies.
const (
	Private fs.FileMode = 0o600
	Public  fs.FileMode = 0o666
)

// Write creates a file with the output of write. It replaces an existing file completely or not at all, and follows symbolic links. It
// writes directly to anything but a regular file, such as a device. File system errors do not contain the path.
func Write(path string, mode fs.FileMode, write func(io.Writer) error) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return Cause(writeInto(path, write))
	}
	return Cause(replace(path, mode, write))
}

// Cause returns a file system error without its path and operation. It returns other errors unchanged.
func Cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

func writeInto(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(buffered(f, write), f.Close())
}

// stepping calls step before each write, for tests.
type stepping struct{ io.Writer }

func (s stepping) Write(b []byte) (int, error) {
	step()
	return s.Writer.Write(b)
}

func buffered(f *os.File, write func(io.Writer) error) error {
	b := bufio.NewWriterSize(stepping{f}, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	return b.Flush()
}

// replace writes a part next to the file and then moves it into place.
func replace(path string, mode fs.FileMode, write func(io.Writer) error) error {
	p, err := BeginFile(path, mode)
	if err != nil {
		return err
	}
	defer p.Abandon() // also if write panics
	if err := buffered(p.held, write); err != nil {
		return err
	}
	return p.Commit()
}
