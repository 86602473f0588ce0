// Package fault says what is wrong in files that users write, with its place, so that one look at a file finds all of it, and
// reads such files: what is wrong in one keeps nothing else from being used.
package fault

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// Fault is one thing that is wrong in a file.
type Fault struct {
	File         string
	Line, Column int // from 1, in characters; 0 if the fault is the file's as a whole
	Text         string
}

func (f *Fault) Error() string {
	if f.Line == 0 {
		return fmt.Sprintf("%s: %s", f.File, f.Text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Text)
}

// List is faults in the order of their places. It matches [errors.As] for a *Fault.
type List []*Fault

func (l List) Error() string {
	lines := make([]string, len(l))
	for i, f := range l {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the single faults to the errors package.
func (l List) Unwrap() []error {
	all := make([]error, len(l))
	for i, f := range l {
		all[i] = f
	}
	return all
}

// Of returns the faults that an error consists of; an error of another kind becomes one of the file, nil none.
func Of(file string, err error) List {
	var faults List
	var path *fs.PathError
	switch {
	case err == nil || errors.As(err, &faults):
		return faults
	case errors.As(err, &path):
		err = path.Err
	}
	return List{{File: file, Text: err.Error()}}
}

// LoadAll reads the files of a folder whose names match a pattern as for [fs.Glob], in the order of their names. What load makes
// of a file is returned even if there are faults in it, unless it is nil.
func LoadAll[F any](folder fs.FS, pattern string, load func(name string, r io.Reader) (*F, error)) ([]*F, List) {
	names, err := fs.Glob(folder, pattern)
	if err != nil {
		return nil, List{{File: pattern, Text: err.Error()}}
	}
	var files []*F
	var faults List
	for _, name := range names {
		f, err := open(folder, name, load)
		if f != nil {
			files = append(files, f)
		}
		faults = append(faults, Of(name, err)...)
	}
	return files, faults
}

func open[F any](folder fs.FS, name string, load func(name string, r io.Reader) (*F, error)) (*F, error) {
	r, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return load(name, r)
}
