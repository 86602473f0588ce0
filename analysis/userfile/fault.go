// Package userfile reads files that users write, such as rules. It collects all errors with their positions, so that all are reported at
// once, and an error in one file does not prevent the use of other files. It also matches names with patterns.
package userfile

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

// Faults is a list of faults ordered by position. [errors.As] matches it with a *Fault.
type Faults []*Fault

func (l Faults) Error() string {
	lines := make([]string, len(l))
	for i, f := range l {
		lines[i] = f.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap returns the individual faults for package errors.
func (l Faults) Unwrap() []error {
	all := make([]error, len(l))
	for i, f := range l {
		all[i] = f
	}
	return all
}

// FaultsOf returns the faults in an error. Another error becomes a fault of the file; nil becomes an empty list.
func FaultsOf(file string, err error) Faults {
	var faults Faults
	var path *fs.PathError
	switch {
	case err == nil || errors.As(err, &faults):
		return faults
	case errors.As(err, &path):
		err = path.Err
	}
	return Faults{{File: file, Text: err.Error()}}
}

// LoadAll loads the files of a folder whose names match a pattern as for [fs.Glob], in order of names. It includes non-nil results of load
// even if there are faults.
func LoadAll[F any](folder fs.FS, pattern string, load func(name string, r io.Reader) (*F, error)) ([]*F, Faults) {
	names, err := fs.Glob(folder, pattern)
	if err != nil {
		return nil, Faults{{File: pattern, Text: err.Error()}}
	}
	var files []*F
	var faults Faults
	for _, name := range names {
		f, err := open(folder, name, load)
		if f != nil {
			files = append(files, f)
		}
		faults = append(faults, FaultsOf(name, err)...)
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
