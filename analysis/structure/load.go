package structure

import (
	"errors"
	"io/fs"
	"slices"
)

// LoadAll reads the files of descriptions in a folder whose names match a pattern, in the order of their names. What is right
// in a file is returned in any case.
func LoadAll(folder fs.FS, pattern string) ([]*File, Faults) {
	names, err := fs.Glob(folder, pattern)
	if err != nil {
		return nil, Faults{{File: pattern, Text: err.Error()}}
	}
	slices.Sort(names)
	var files []*File
	var faults Faults
	for _, name := range names {
		f, err := loadFile(folder, name)
		if f != nil {
			files = append(files, f)
		}
		faults = append(faults, FaultsOf(name, err)...)
	}
	return files, faults
}

func loadFile(folder fs.FS, name string) (*File, error) {
	r, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return Parse(name, r)
}

// FaultsOf returns the faults that an error of [Parse] consists of; an error of another kind becomes one of the file, nil none.
func FaultsOf(name string, err error) Faults {
	var faults Faults
	var path *fs.PathError
	switch {
	case err == nil || errors.As(err, &faults):
		return faults
	case errors.As(err, &path):
		err = path.Err
	}
	return Faults{{File: name, Text: err.Error()}}
}
