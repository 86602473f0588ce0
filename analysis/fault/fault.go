// Package fault collects errors in user-written files, each with its position, so that all are reported at once. It also loads such files:
// an error in one does not prevent the use of the others.
package fault

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
)

// Fault is an error in a file.
type Fault struct {
	File         string
	Line, Column int // 1-based, in characters; 0 if the fault concerns the whole file
	Text         string
}

func (f *Fault) Error() string {
	if f.Line == 0 {
		return fmt.Sprintf("%s: %s", f.File, f.Text)
	}
	return fmt.Sprintf("%s:%d:%d: %s", f.File, f.Line, f.Column, f.Text)
}

// List is a list of faults ordered by position. [errors.As] matches it with a *Fault.
type List []*Fault

func (l List) Error() string {
	lines := make([]string, len(l))
	for i, f := range l {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the individual faults for package errors.
func (l List) Unwrap() []error {
	all := make([]error, len(l))
	for i, f := range l {
		all[i] = f
	}
	return all
}

// Of returns the faults in an error. Another error becomes a fault of the file; nil becomes an empty list.
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

// LoadAll loads the files of a folder whose names match a pattern as for [fs.Glob], in order of names. It includes non-nil results of load
// even if there are faults.
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
