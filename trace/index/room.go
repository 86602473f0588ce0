package index

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memcity/trace/scratch"
)

// spare is the disk space to leave free, in bytes.
const spare = 1 << 30

// abandoned is the age at which an incomplete file counts as left behind by a killed process.
const abandoned = time.Hour

// inUse is the time since its last use in which a part is not removed in favor of another. If many large inputs are opened in turn, the
// first ones stay stored; otherwise none would be left when they are reopened.
const inUse = time.Hour

// makeRoom makes room for a part of the given size in bytes. It removes parts of missing or changed inputs, then the least recently used
// ones. It returns an error if that is not enough.
func (f *Folder) makeRoom(bytes int64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if err := os.MkdirAll(f.path, 0o700); err != nil {
		return err
	}
	if free, err := scratch.Free(f.path); err == nil && free-bytes < spare {
		return fmt.Errorf("the disk does not have %d bytes free", bytes)
	}
	if bytes > f.limit {
		return fmt.Errorf("%d bytes exceed the limit for all indexes", bytes)
	}
	kept, err := f.sweep()
	if err != nil {
		return err
	}
	slices.SortFunc(kept, func(a, b file) int { return a.used.Compare(b.used) })
	total, old := bytes, bytes
	for _, k := range kept {
		total += k.bytes
		if f.now().Sub(k.used) > inUse {
			old += k.bytes
		}
	}
	if total-(old-bytes) > f.limit {
		return errors.New("the space for indexes is full, and all indexes are in use")
	}
	for _, k := range kept {
		if total <= f.limit {
			break
		}
		if err := os.Remove(k.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		total -= k.bytes
	}
	return nil
}

// file is a part on disk.
type file struct {
	path   string
	bytes  int64
	used   time.Time
	source source
	stale  bool // the input is missing or changed, or another build wrote the part
}

// sweep removes stale parts and returns the rest.
func (f *Folder) sweep() (kept []file, err error) {
	all, err := f.list()
	if err != nil {
		return nil, err
	}
	for _, k := range all {
		if !k.stale {
			kept = append(kept, k)
		} else if err := os.Remove(k.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			kept = append(kept, k)
		}
	}
	return kept, nil
}

// list returns all parts in the folder, including incomplete ones.
func (f *Folder) list() (all []file, err error) {
	entries, err := os.ReadDir(f.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		k := file{path: filepath.Join(f.path, e.Name()), bytes: info.Size(), used: info.ModTime()}
		switch {
		case strings.HasSuffix(e.Name(), unwritten):
			if k.stale = f.now().Sub(k.used) > abandoned; !k.stale {
				continue
			}
		case strings.HasSuffix(e.Name(), extension):
			k.source, k.stale = f.look(k.path)
		default:
			continue // not one of our files
		}
		all = append(all, k)
	}
	return all, nil
}

// look reads the source of a part and whether the part is stale.
func (f *Folder) look(path string) (s source, stale bool) {
	r, err := os.Open(path)
	if err != nil {
		return s, true
	}
	defer r.Close()
	t, err := tableOf(r)
	if err != nil {
		return s, true
	}
	return t.Source, t.Program != f.program || !t.Source.there()
}

// Kept describes the index of an input in the folder.
type Kept struct {
	Path  string    // path of the input
	Bytes int64     // size of the index
	Used  time.Time // last use
	Stale bool      // the input is missing or changed, or another build wrote the index; it is removed when another part is stored
}

// List returns the stored indexes, most recently used first.
func (f *Folder) List() ([]Kept, error) {
	all, err := f.list()
	if err != nil {
		return nil, err
	}
	of := map[Kept]*Kept{}
	var kept []*Kept
	for _, k := range all {
		key := Kept{Path: k.source.Path, Stale: k.stale}
		if of[key] == nil {
			of[key] = &Kept{Path: key.Path, Stale: key.Stale}
			kept = append(kept, of[key])
		}
		sum := of[key]
		sum.Bytes += k.bytes
		if k.used.After(sum.Used) {
			sum.Used = k.used
		}
	}
	list := make([]Kept, len(kept))
	for i, k := range kept {
		list[i] = *k
	}
	slices.SortFunc(list, func(a, b Kept) int { return cmp.Or(b.Used.Compare(a.Used), cmp.Compare(a.Path, b.Path)) })
	return list, nil
}

// Clear removes all indexes and returns their size in bytes.
func (f *Folder) Clear() (bytes int64, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	all, err := f.list()
	for _, k := range all {
		if removing := os.Remove(k.path); removing != nil && !errors.Is(removing, fs.ErrNotExist) {
			err = errors.Join(err, removing)
			continue
		}
		bytes += k.bytes
	}
	return bytes, err
}
