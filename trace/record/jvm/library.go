package jvm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrTaken reports that another program has locked the folder.
var ErrTaken = errors.New("another memcity is using its folder")

// maxFolder is the longest path of a folder with a Unix socket named "socket", in bytes.
const maxFolder = 107 - len("/socket")

// A Library is a native library for a VM.
type Library struct {
	// Holder, together with the VM's PID, is the name of the folder that contains the library. Only one program can hold a folder of that
	// name at a time.
	Holder  string
	Name    string // file name
	Content []byte
}

// NewLibraryFolder creates a folder with a library that the VM can load. It tries the VM's folder for temporary files first. If that is
// full, read-only or mounted noexec, it tries shared memory, the user's run-time folder and the VM's current folder. The path is always the
// same, so that a VM loads the same library only once. The error is [ErrTaken] if the folder is locked. Otherwise it explains for each
// folder why it is unsuitable.
func NewLibraryFolder(pid int, library Library) (Folder, error) {
	t, err := find(pid)
	if err != nil {
		return Folder{}, err
	}
	f, err := firstFolder(t.root, t.folders(), library, func(at string) (string, *os.File, error) {
		path, lock, err := t.hold(at, fmt.Sprintf("%s-%d", library.Holder, t.inside))
		if err == nil {
			if err = t.give(path); err != nil {
				err = errors.Join(fmt.Errorf("it cannot be given to the VM's user: %w", reason(err)), release(path, lock))
			}
		}
		return path, lock, err
	})
	if err != nil {
		return Folder{}, about(pid, err)
	}
	return f, t.give(filepath.Join(f.Path, library.Name))
}

// NewOwnFolder creates a folder with a library for a VM that this program starts.
func NewOwnFolder(library Library) (Folder, error) {
	candidates := ownFolders()
	candidates = slices.DeleteFunc(candidates, func(path string) bool { return strings.ContainsAny(path, "= \"'") }) // not allowed in an option
	return firstFolder("", candidates, library, func(at string) (string, *os.File, error) {
		path, err := os.MkdirTemp(at, "memcity-")
		return path, nil, err
	})
}

// ownFolders returns the folders of this program that may contain a library.
func ownFolders() []string {
	candidates := []string{os.TempDir()}
	candidates = append(candidates, sharedFolders(os.Getenv)...)
	if cache, err := os.UserCacheDir(); err == nil {
		candidates = append(candidates, cache)
	}
	if work, err := os.Getwd(); err == nil {
		candidates = append(candidates, work)
	}
	return candidates
}

// firstFolder creates a folder with a library in the first suitable candidate. Candidates are paths in the file system with the given root.
func firstFolder(root string, candidates []string, library Library, create func(at string) (string, *os.File, error)) (Folder, error) {
	var problems []string
	var seen []string
	for _, inside := range candidates {
		if inside == "" || !filepath.IsAbs(inside) || slices.Contains(seen, inside) {
			continue
		}
		seen = append(seen, inside)
		f, err := folderAt(root, filepath.Clean(inside), library, create)
		switch {
		case err == nil:
			return f, nil
		case errors.Is(err, ErrTaken):
			return Folder{}, err
		}
		problems = append(problems, fmt.Sprintf("%s: %v", inside, err))
	}
	return Folder{}, fmt.Errorf("no folder is suitable for loading the agent: %s", strings.Join(problems, "; "))
}

func folderAt(root, inside string, library Library, create func(at string) (string, *os.File, error)) (Folder, error) {
	at := filepath.Join("/", root, inside)
	if root == "" {
		at = inside
	}
	if why := unloadable(at); why != "" {
		return Folder{}, errors.New(why)
	}
	path, lock, err := create(at)
	if err != nil {
		return Folder{}, reason(err)
	}
	f := Folder{Path: path, Inside: filepath.Join(inside, filepath.Base(path)), lock: lock}
	if len(f.Path) > maxFolder {
		err = errors.New("its path is too long")
	} else {
		err = reason(os.WriteFile(filepath.Join(path, library.Name), library.Content, 0o755))
	}
	if err != nil {
		return Folder{}, errors.Join(err, f.Remove())
	}
	return f, nil
}

// reason removes the path and the system call from an error.
func reason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// release deletes a folder and releases its lock.
func release(path string, lock *os.File) error {
	err := os.RemoveAll(path)
	if lock != nil {
		err = errors.Join(err, lock.Close())
	}
	return err
}
