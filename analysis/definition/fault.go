package definition

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"memcity/analysis/group"
)

// Fault is one thing that is wrong with a definition file.
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

// Faults are all faults of one file, in the order of their places. It matches [errors.As] for a *Fault.
type Faults []*Fault

func (f Faults) Error() string {
	lines := make([]string, len(f))
	for i, fault := range f {
		lines[i] = fault.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the single faults to the errors package.
func (f Faults) Unwrap() []error {
	all := make([]error, len(f))
	for i, fault := range f {
		all[i] = fault
	}
	return all
}

// faultsOf returns the faults that an error of [Load] consists of; an error of another kind becomes one of the file.
func faultsOf(file string, err error) Faults {
	var faults Faults
	if errors.As(err, &faults) {
		return faults
	}
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return Faults{{File: file, Text: err.Error()}}
}

// hint suggests the nearest of the known names, or lists them if none is near.
func hint(name string, known []string) string {
	if best := nearest(name, known); best != "" {
		return fmt.Sprintf("did you mean %s?", best)
	}
	return "expected one of " + strings.Join(known, ", ")
}

// nearest returns the known name with the fewest letters to change, at most a third of its length, or "".
func nearest(name string, known []string) string {
	best, least := "", 1<<30
	for _, k := range known {
		if len(name) > 2*len(k) {
			continue
		}
		d := group.Distance(strings.ToLower(name), strings.ToLower(k))
		if d < least && d <= max(1, len(k)/3) {
			best, least = k, d
		}
	}
	return best
}
