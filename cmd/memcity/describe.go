package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memcity/analysis/structure"
	"memcity/city"
	"memcity/city/session"
	"memcity/render/atomic"
)

// worker is a session that opens paths, and takes in descriptions of data structures.
type worker struct {
	*session.Session
	written *written // that the session works with
}

func (w worker) Open(paths []string, wish city.Wish) { w.Session.Open(opener(paths), wish) }

// Describe keeps a description of a data structure as a file of the user's, and works with it from now on. File is empty if
// there is no folder of the user's: it is known until the program ends then.
func (w worker) Describe(name, text string) (file string, err error) {
	next, file, err := w.written.describe(name, text)
	if err == nil {
		w.Session.Describe(next.options())
	}
	return file, err
}

// describe returns w with one more description, in a file of the user's if there is a folder for them.
func (w *written) describe(name, text string) (next *written, file string, err error) {
	parsed, err := structure.Parse(name, strings.NewReader(text))
	if err != nil {
		return nil, "", err
	}
	if w.folder == "" {
		w.structures = append(slices.Clip(w.structures), parsed)
		w.library = structure.Merge(w.structures...)
		return w, "", nil
	}
	if err := os.MkdirAll(w.folder, 0o700); err != nil {
		return nil, "", fmt.Errorf("%s: the folder cannot be made: %w", w.folder, atomic.Cause(err))
	}
	if file, err = freeFile(w.folder, strings.Map(nameRune, name)); err != nil {
		return nil, "", err
	}
	err = atomic.Write(file, atomic.Public, func(out io.Writer) error {
		_, err := io.WriteString(out, text)
		return err
	})
	if err != nil {
		return nil, "", fmt.Errorf("%s: it cannot be written: %w", file, err)
	}
	next, err = readWritten(w.folder, w.named)
	return next, file, err
}

// maxNamesakes bounds the files of one name.
const maxNamesakes = 100

// freeFile returns a file of descriptions that there is not yet.
func freeFile(folder, name string) (path string, err error) {
	for i := range maxNamesakes {
		path = filepath.Join(folder, name+structureFile)
		if i > 0 {
			path = filepath.Join(folder, fmt.Sprintf("%s-%d%s", name, i+1, structureFile))
		}
		if _, err := os.Lstat(path); os.IsNotExist(err) {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: there are too many files of this name", path)
}

// nameRune makes of the name of a type that of a file.
func nameRune(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '_', r == '-':
		return r
	}
	return '-'
}
