package prefs

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"memcity/city/exchange"
)

// MaxRecent is the maximum number of recent recordings.
const MaxRecent = 12

// maxRecentPaths is the maximum number of paths of a recent recording.
const maxRecentPaths = 256

// Recent is a recording that was opened before.
type Recent struct {
	Paths   []string // absolute
	Name    string   // name in the list
	Missing bool     // a path did not exist at the last [Store.CheckRecent]

	more object // content of the file
}

// recentChange changes the list of recent recordings. Changes are stored until the next write. They are then repeated on the list in the
// file, which another window may have changed.
type recentChange func([]Recent) []Recent

func touched(r Recent) recentChange {
	return func(list []Recent) []Recent {
		if i := indexOf(list, r.Paths); i >= 0 {
			r.more = list[i].more
			list = slices.Delete(slices.Clone(list), i, i+1)
		}
		list = slices.Insert(slices.Clone(list), 0, r)
		return list[:min(len(list), MaxRecent)]
	}
}

func indexOf(list []Recent, paths []string) int {
	return slices.IndexFunc(list, func(r Recent) bool { return slices.Equal(r.Paths, paths) })
}

// listable returns the absolute paths of a recording for the recent list. ok is false for bundled recordings, standard input, and paths
// that JSON cannot represent. It is also false for addresses, because they may contain a secret.
func listable(paths []string) (absolute []string, ok bool) {
	if len(paths) == 0 || len(paths) > maxRecentPaths {
		return nil, false
	}
	for _, path := range paths {
		if path == "" || path == "-" || strings.HasPrefix(path, demoPrefix) || exchange.IsAddress(path) {
			return nil, false
		}
		path, err := filepath.Abs(path)
		if err != nil || !soundPath(path) {
			return nil, false
		}
		absolute = append(absolute, path)
	}
	return absolute, true
}

// shortName returns the name of a recording in the list.
func shortName(name string, paths []string) string {
	if name == "" || len(name) > maxName || !utf8.ValidString(name) {
		name = filepath.Base(paths[0])
	}
	if len(name) > maxName {
		name = strings.ToValidUTF8(name[:maxName], "")
	}
	return name
}

func decodeRecent(r reader) []Recent {
	raw, has := r.from["recent"]
	if !has {
		return nil
	}
	var entries []json.RawMessage
	if err := json.Unmarshal(raw, &entries); err != nil || entries == nil {
		r.reject("recent")
		return nil
	}
	var list []Recent
	for _, raw := range entries[:min(len(entries), MaxRecent)] {
		in := newReader(asObject(raw))
		e := Recent{more: in.from}
		take(in, "paths", &e.Paths, func(paths []string) bool {
			absolute, ok := listable(paths)
			return ok && slices.Equal(absolute, paths)
		})
		take(in, "name", &e.Name, anyValue)
		if e.Paths != nil && indexOf(list, e.Paths) < 0 {
			e.Name = shortName(e.Name, e.Paths)
			list = append(list, e)
		}
	}
	if len(list) < len(entries) {
		r.reject("recent")
	}
	return list
}

func encodeRecent(list []Recent) []object {
	out := []object{}
	for _, r := range list {
		o := maps.Clone(r.more)
		if o == nil {
			o = object{}
		}
		o.set("paths", r.Paths)
		o.set("name", r.Name)
		out = append(out, o)
	}
	return out
}

// Recent returns the recent recordings, newest first. It does not access the file system.
func (s *Store) Recent() []Recent {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.recent)
}

// Touch moves the recording with the given paths to the head of the list. If name is empty, it uses the name of the first file. It ignores
// bundled recordings and standard input.
func (s *Store) Touch(name string, paths ...string) {
	if absolute, ok := listable(paths); ok {
		s.changeRecent(touched(Recent{Paths: absolute, Name: shortName(name, absolute)}))
	}
}

func (s *Store) changeRecent(change recentChange) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.recent = change(s.recent)
	s.recentChanges = append(s.recentChanges, change)
	s.windowMark.change()
}

// CheckRecent checks which recent recordings still exist, and reports whether that has changed. It may wait for the file system, so call it
// in the background.
func (s *Store) CheckRecent() (changed bool) {
	list := s.Recent()
	for i := range list {
		list[i].Missing = slices.ContainsFunc(list[i].Paths, func(path string) bool {
			_, err := os.Stat(path)
			return err != nil
		})
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.recent {
		if j := indexOf(list, s.recent[i].Paths); j >= 0 && s.recent[i].Missing != list[j].Missing {
			s.recent = slices.Clone(s.recent)
			s.recent[i].Missing = list[j].Missing
			changed = true
		}
	}
	return changed
}
