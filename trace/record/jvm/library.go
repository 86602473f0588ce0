package jvm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ErrTaken is returned for a folder that another program holds.
var ErrTaken = errors.New("another memcity holds its folder")

// maxFolder is how long the path of a folder with a Unix socket named "socket" may be, in bytes.
const maxFolder = 107 - len("/socket")

// A Library is a native library for a VM.
type Library struct {
	// Holder names the folder that has it, together with the VM's PID; one folder of a name is held at a time.
	Holder  string
	Name    string // of the file
	Content []byte
}

// NewLibraryFolder makes a folder that has a library which the VM can load: in its folder for temporary files, or where that is full,
// read-only or mounted noexec in its shared memory, its user's run-time folder, or its current folder. The path is always the same, so that a
// VM loads the same library once; [ErrTaken] if the folder is held. The error says for each why it cannot be there.
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

// NewOwnFolder makes a folder that has a library for a VM which this program starts.
func NewOwnFolder(library Library) (Folder, error) {
	candidates := ownFolders()
	candidates = slices.DeleteFunc(candidates, func(path string) bool { return strings.ContainsAny(path, "= \"'") }) // an option cannot hold these
	return firstFolder("", candidates, library, func(at string) (string, *os.File, error) {
		path, err := os.MkdirTemp(at, "memcity-")
		return path, nil, err
	})
}

// ownFolders lists the folders of this program in which a library may be.
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

// firstFolder makes a folder with a library in the first of the candidates where that is possible. These are paths in the file system
// that root leads to.
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
	return Folder{}, fmt.Errorf("there is no folder from which the agent can be loaded: %s", strings.Join(problems, "; "))
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

// reason leaves the path and the system call out of an error.
func reason(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// release removes a folder and what holds it.
func release(path string, lock *os.File) error {
	err := os.RemoveAll(path)
	if lock != nil {
		err = errors.Join(err, lock.Close())
	}
	return err
}
