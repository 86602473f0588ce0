package jvm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// A Folder is a folder that only this user and a VM can access.
type Folder struct {
	Path   string // as seen by this process
	Inside string // as seen by the VM

	lock *os.File // keeps the folder locked; nil if it is not locked
}

// NewFolder creates a folder for exchanging files with the VM, in the folder at, or in the VM's folder for temporary files if at is empty.
// at must be empty for a VM in a container, which does not see this file system.
func NewFolder(pid int, at string) (Folder, error) {
	t, err := find(pid)
	if err != nil {
		return Folder{}, err
	}
	if at != "" && t.root != "" {
		return Folder{}, fmt.Errorf("%s: process %d cannot see it, because it has its own file system, as in a container", at, pid)
	}
	if at == "" {
		at = t.folder()
	}
	if at, err = filepath.Abs(at); err != nil {
		return Folder{}, err
	}
	path, err := os.MkdirTemp(at, "memcity-")
	if err != nil {
		return Folder{}, fmt.Errorf("%s: cannot create a folder in it: %w", at, plain(err))
	}
	if err := t.give(path); err != nil {
		os.Remove(path)
		return Folder{}, fmt.Errorf("%s: cannot change its owner to the user of process %d: %w", path, pid, plain(err))
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

// Remove deletes the folder with its content.
func (f Folder) Remove() error { return release(f.Path, f.lock) }
