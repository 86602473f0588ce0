// Package runs has the folders in which recordings, and windows, keep what they need while they go on: the socket of their agents, and one at which
// they take requests from other processes. It finds the recordings of this user that go on, and cleans up after those that were
// killed.
//
// A folder is "memcity-" and a random text in the folder for temporary files, open to its user alone. The file "lock" in it is locked
// for as long as the process lives, however it ends; where files cannot be locked, its process number is what counts. The file
// "owner" says what the recording is, which files it writes, and which further folders it made.
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

// Prefix is how the names of all folders begin that recordings make.
const Prefix = "memcity-"

const (
	lockName    = "lock"
	ownerName   = "owner"
	controlName = "control"
	// maxOwner is the largest file about an owner in bytes.
	maxOwner = 1 << 20
)

// Owner describes a recording, or a window.
type Owner struct {
	PID      int      // of the process that records
	Began    int64    // ms since 1970
	Programs []int    // PIDs of what is recorded
	Files    []string // that it writes, with their folders
	Folders  []string // that it made elsewhere
	Window   bool     `json:",omitempty"` // it is a window, which records nothing by this folder
}

// Run is the folder of a recording that goes on. Its methods may be called from several goroutines.
type Run struct {
	path string
	lock *os.File

	mu      sync.Mutex
	owner   Owner
	control *Control
}

// New makes a folder in the one for temporary files. The time is when the recording began, in ms since 1970.
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

// Path is the folder.
func (r *Run) Path() string { return r.path }

// Add writes down what the recording makes: programs, files and folders.
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
	Alive bool // it goes on
}

// List returns the recordings of this user that have a folder here, or left one.
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

// folders are where runs may be: a recorder and those who look for it need not have the same environment.
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

// Clean deletes the folders of recordings that were killed, with those that they made elsewhere, and returns what they were. Files
// that they wrote stay.
func Clean() []Found { return clean(func(*Found) bool { return true }) }

// CleanWindows deletes the folders of windows that were killed. Those of recordings are left to what reports them.
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
