package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memcity/analysis/structure"
	"memcity/render/atomic"
)

// Describe returns w with one more description. It writes the description to a new file if the user has a folder for them.
func (w *Definitions) Describe(name, text string) (next *Definitions, file string, err error) {
	parsed, err := structure.Parse(name, strings.NewReader(text))
	if err != nil {
		return nil, "", err
	}
	if w.Folder == "" {
		w.structures = append(slices.Clip(w.structures), parsed)
		w.Library = structure.Merge(w.structures...)
		return w, "", nil
	}
	if err := os.MkdirAll(w.Folder, 0o700); err != nil {
		return nil, "", fmt.Errorf("%s: the folder cannot be created: %w", w.Folder, atomic.Cause(err))
	}
	if file, err = freeFile(w.Folder, strings.Map(nameRune, name)); err != nil {
		return nil, "", err
	}
	err = atomic.Write(file, atomic.Public, func(out io.Writer) error {
		_, err := io.WriteString(out, text)
		return err
	})
	if err != nil {
		return nil, "", fmt.Errorf("%s: it cannot be written: %w", file, err)
	}
	if next, err = ReadDefinitions(w.Folder, w.named); err == nil {
		next.Memory = w.Memory
	}
	return next, file, err
}

// maxNamesakes is the maximum number of files with the same base name.
const maxNamesakes = 100

// freeFile returns the path of a description file that does not exist yet.
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
	return "", fmt.Errorf("%s: too many files have this name", path)
}

// nameRune maps a letter of a type name to one that is valid in a file name.
func nameRune(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9', r == '.', r == '_', r == '-':
		return r
	}
	return '-'
}
