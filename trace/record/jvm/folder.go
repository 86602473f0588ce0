package jvm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// A Folder is an empty folder that only this user and a VM can look into.
type Folder struct {
	Path   string // as seen from here
	Inside string // as the VM sees it

	lock *os.File // holds the folder; nil if nothing does
}

// NewFolder makes a folder for what is exchanged with the VM: in its folder for temporary files, or in the folder at unless
// that is empty. A VM in a container sees none of ours.
func NewFolder(pid int, at string) (Folder, error) {
	t, err := find(pid)
	if err != nil {
		return Folder{}, err
	}
	if at != "" && t.root != "" {
		return Folder{}, fmt.Errorf("%s: process %d has a file system of its own, as in a container, and does not see it", at, pid)
	}
	if at == "" {
		at = t.folder()
	}
	if at, err = filepath.Abs(at); err != nil {
		return Folder{}, err
	}
	path, err := os.MkdirTemp(at, "memcity-")
	if err != nil {
		return Folder{}, fmt.Errorf("%s: no folder can be made in it: %w", at, plain(err))
	}
	if err := t.give(path); err != nil {
		os.Remove(path)
		return Folder{}, fmt.Errorf("%s: cannot be given to the user of process %d: %w", path, pid, plain(err))
	}
	f := Folder{Path: path, Inside: path}
	if t.root != "" {
		inside, err := filepath.Rel(t.root, path)
		if err != nil {
			return Folder{}, errors.Join(err, os.Remove(path))
		}
		f.Inside = "/" + inside
	}
	return f, nil
}

// Remove deletes the folder with all that is in it.
func (f Folder) Remove() error { return release(f.Path, f.lock) }
