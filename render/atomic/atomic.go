// Package atomic writes files so that a reader finds the old content or the new one, whatever happens meanwhile. What a program that
// was killed leaves, a [Part], goes when the same file is written again.
package atomic

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Private is the mode of files that only the user can read, as all that holds names of a heap has; Public that of files that the user
// writes by hand as well, before the user's mask.
const (
	Private fs.FileMode = 0o600
	Public  fs.FileMode = 0o666
)

// Write makes a file of what write writes. A file that is there is replaced as a whole or stays as it is; a link is
// followed. What is no plain file, such as a device, is written to. Errors of the file system come without their path.
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

// Cause is an error of the file system without the path and the operation.
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

// stepping counts writes as steps.
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

// replace writes next to the file and then takes its place.
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
