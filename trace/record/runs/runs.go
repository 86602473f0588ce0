// Package runs manages the folders of running recordings and windows. A folder contains the socket for agents, and a socket for requests
// from other processes. The package finds the running recordings of this user, and cleans up after killed ones.
//
// A folder is in the folder for temporary files. Its name is "memcity-" and a random text, and only its user can access it. The file "lock"
// is locked until the process ends for any reason; on systems without file locks, the PID is used instead. The file "owner" describes the
// recording, the files that it writes, and further folders that it created.
package runs

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// Prefix is the name prefix of all folders of recordings.
const Prefix = "memcity-"

const (
	lockName    = "lock"
	ownerName   = "owner"
	controlName = "control"
	// maxOwner is the largest size of an owner file in bytes.
	maxOwner = 1 << 20
)

// Owner describes a recording or a window.
type Owner struct {
	PID      int      // of the recording process
	Began    int64    // in ms since 1970
	Programs []int    // PIDs of recorded programs
	Files    []string // absolute paths of written files
	Folders  []string // further folders that it created
	Window   bool     `json:",omitempty"` // whether it is a window, which records nothing in this folder
}

// Run is the folder of a running recording. It is safe for concurrent use.
type Run struct {
	path string
	lock *os.File

	mu      sync.Mutex
	owner   Owner
	control *Control
}

// New creates a folder in the folder for temporary files. began is the start of the recording in ms since 1970.
func New(began int64) (*Run, error) {
	path, err := os.MkdirTemp("", Prefix)
	if err != nil {
		return nil, err
	}
	r := &Run{path: path, owner: Owner{PID: os.Getpid(), Began: began}}
	if r.lock, err = os.OpenFile(filepath.Join(path, lockName), os.O_CREATE|os.O_RDWR, 0o600); err == nil {
		hold(r.lock)
		err = r.Add(Owner{})
	}
	if err != nil {
		return nil, errors.Join(err, r.Close())
	}
	return r, nil
}

// Path returns the path of the folder.
func (r *Run) Path() string { return r.path }

// Add adds programs, files and folders to the owner file.
func (r *Run) Add(more Owner) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	absolute := func(paths []string) []string {
		paths = slices.Clone(paths)
		for i, path := range paths {
			if whole, err := filepath.Abs(path); err == nil {
				paths[i] = whole
			}
		}
		return paths
	}
	r.owner.Window = r.owner.Window || more.Window
	r.owner.Programs = append(r.owner.Programs, more.Programs...)
	r.owner.Files = append(r.owner.Files, absolute(more.Files)...)
	r.owner.Folders = append(r.owner.Folders, absolute(more.Folders)...)
	data, err := json.Marshal(r.owner)
	if err != nil {
		return err
	}
	path := filepath.Join(r.path, ownerName)
	if err := os.WriteFile(path+".new", data, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}

// Close ends the run and deletes its folder.
func (r *Run) Close() error {
	r.mu.Lock()
	control := r.control
	r.mu.Unlock()
	if control != nil {
		control.close()
	}
	if r.lock != nil {
		r.lock.Close()
	}
	return os.RemoveAll(r.path)
}

// Found is the folder of a recording.
type Found struct {
	Owner
	Path  string
	Alive bool // the recording is running
}

// List returns the recordings of this user that have a folder on this machine, including killed ones.
func List() []Found {
	var all []Found
	for _, folder := range folders() {
		paths, _ := filepath.Glob(filepath.Join(folder, Prefix+"*", ownerName)) // the pattern is well formed
		for _, path := range paths {
			if f, ok := find(filepath.Dir(path)); ok {
				all = append(all, f)
			}
		}
	}
	return all
}

// folders returns the folders that may contain runs, since the recorder and the searching process may have different environments.
func folders() []string {
	list := []string{os.TempDir()}
	if info, err := os.Stat("/tmp"); err == nil {
		if own, err := os.Stat(list[0]); err != nil || !os.SameFile(info, own) {
			list = append(list, "/tmp")
		}
	}
	return list
}

func find(path string) (Found, bool) {
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() || !ours(info) {
		return Found{}, false
	}
	owner, err := os.Lstat(filepath.Join(path, ownerName))
	if err != nil || !owner.Mode().IsRegular() || owner.Size() > maxOwner || !ours(owner) {
		return Found{}, false
	}
	f := Found{Path: path}
	data, err := os.ReadFile(filepath.Join(path, ownerName))
	if err != nil || json.Unmarshal(data, &f.Owner) != nil || f.PID <= 0 {
		return Found{}, false
	}
	f.Alive = isHeld(filepath.Join(path, lockName), f.PID)
	return f, true
}

// Clean deletes the folders of killed recordings, including further folders that they created, and returns the recordings. It keeps the
// files that they wrote.
func Clean() []Found { return clean(func(*Found) bool { return true }) }

// CleanWindows deletes the folders of killed windows. It leaves folders of recordings to [Clean], whose caller reports them.
func CleanWindows() { clean(func(f *Found) bool { return f.Window }) }

func clean(which func(*Found) bool) []Found {
	var cleaned []Found
	for _, f := range List() {
		if f.Alive || f.PID == os.Getpid() || !which(&f) {
			continue
		}
		for _, folder := range f.Folders {
			info, err := os.Lstat(folder)
			if err == nil && info.IsDir() && isPrefixed(folder) && !isTaken(folder) {
				os.RemoveAll(folder)
			}
		}
		if err := os.RemoveAll(f.Path); err == nil || errors.Is(err, fs.ErrNotExist) {
			cleaned = append(cleaned, f)
		}
	}
	return cleaned
}

func isPrefixed(folder string) bool {
	name := filepath.Base(folder)
	return len(name) > len(Prefix) && strings.HasPrefix(name, Prefix)
}
