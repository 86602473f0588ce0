package table

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// LeftOut is a recording whose tables cannot be read, or a file that does not belong to a single recording.
type LeftOut struct {
	Name   string   // ID of the recording, or path of the file
	File   string   // first invalid file, such as gc_points/0123.parquet
	Reason string   // reason why that file is invalid
	Files  []string // files to leave out from all tables
}

const parquetEnding = ".parquet"

// listing contains, by table and entry, the reason why the entry is invalid; empty if it is valid.
type listing map[string]map[string]string

// list lists the given tables of a folder. Missing tables are empty.
func list(path string, tables []string) (listing, error) {
	all := listing{}
	for _, table := range tables {
		all[table] = map[string]string{}
		entries, err := os.ReadDir(filepath.Join(path, table))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, e := range entries {
			if filepath.Ext(e.Name()) == parquetEnding {
				all[table][e.Name()] = fault(filepath.Join(path, table, e.Name()))
			}
		}
	}
	return all, nil
}

// fault returns why a path is not a file; empty if it is one.
func fault(path string) string {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "is a broken link"
	case err != nil:
		return "cannot be read"
	case info.IsDir():
		return "is a folder; expected a file"
	case !info.Mode().IsRegular():
		return "is not a file"
	}
	return ""
}

// recordingOf returns the ID of the recording that a file belongs to; empty if its name is not an ID.
func recordingOf(file string) string {
	if name := strings.TrimSuffix(file, parquetEnding); validID.MatchString(name) {
		return name
	}
	return ""
}

// Unusable returns the entries of the given tables of a folder to skip: entries that are not files, and recordings for which a table has no
// file. A table that has files with other names may contain the rows there. Unusable does not open files.
func Unusable(path string, tables []string) ([]LeftOut, error) {
	all, err := list(path, tables)
	if err != nil {
		return nil, err
	}
	wrong := map[string]string{} // reasons by file
	for table, entries := range all {
		others := slices.ContainsFunc(slices.Collect(maps.Keys(entries)), func(file string) bool { return recordingOf(file) == "" })
		for file, fault := range entries {
			if fault != "" {
				wrong[table+"/"+file] = fault
			}
		}
		for file := range all[recordings] {
			if _, ok := entries[file]; !ok && !others && len(entries) > 0 && recordingOf(file) != "" {
				wrong[table+"/"+file] = "is missing"
			}
		}
	}
	return all.leaveOut(wrong), nil
}

// Damaged returns the entries of the given tables of a folder to skip because the given files cannot be read.
func Damaged(path string, tables, files []string) ([]LeftOut, error) {
	all, err := list(path, tables)
	if err != nil {
		return nil, err
	}
	wrong := map[string]string{}
	for _, file := range files {
		wrong[file] = "is damaged"
	}
	return all.leaveOut(wrong), nil
}

// leaveOut returns the entries to skip because of the given files and reasons, sorted by file.
func (l listing) leaveOut(wrong map[string]string) (out []LeftOut) {
	seen := map[string]bool{}
	for _, file := range slices.Sorted(maps.Keys(wrong)) {
		_, name, _ := strings.Cut(file, "/")
		found := LeftOut{Name: recordingOf(name), File: file, Reason: wrong[file], Files: []string{file}}
		if found.Name == "" {
			found.Name = file
		} else {
			if seen[name] {
				continue
			}
			seen[name] = true
			found.Files = nil
			for _, table := range slices.Sorted(maps.Keys(l)) {
				if _, ok := l[table][name]; ok {
					found.Files = append(found.Files, table+"/"+name)
				}
			}
		}
		out = append(out, found)
	}
	return out
}
