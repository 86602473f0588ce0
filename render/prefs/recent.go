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

// MaxRecent is how many recordings are listed as opened last.
const MaxRecent = 12

// maxRecentPaths is how many files a listed recording may have.
const maxRecentPaths = 256

// Recent is a recording that was opened before.
type Recent struct {
	Paths   []string // absolute
	Name    string   // for the list
	Missing bool     // one of the paths was not there when [Store.CheckRecent] last looked

	more object // as found in the file
}

// recentChange is a step from one list to another. Steps are kept until they are written, and are then taken on the list
// in the file, which another window may have changed.
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

func forgotten(paths []string) recentChange {
	return func(list []Recent) []Recent {
		if i := indexOf(list, paths); i >= 0 {
			return slices.Delete(slices.Clone(list), i, i+1)
		}
		return list
	}
}

func indexOf(list []Recent, paths []string) int {
	return slices.IndexFunc(list, func(r Recent) bool { return slices.Equal(r.Paths, paths) })
}

// listable returns the paths as a list of recordings keeps them; ok is false for bundled recordings, standard input,
// addresses, which may hold a secret, and paths that JSON cannot hold.
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

// shortName returns a name for the list.
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

// Recent returns the recordings that were opened last, newest first. It does not access the file system.
func (s *Store) Recent() []Recent {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.recent)
}

// Touch puts the recording that the paths make at the head of the list. Without a name it goes by that of its first
// file. Bundled recordings and standard input are not listed.
func (s *Store) Touch(name string, paths ...string) {
	if absolute, ok := listable(paths); ok {
		s.changeRecent(touched(Recent{Paths: absolute, Name: shortName(name, absolute)}))
	}
}

// Forget takes a recording off the list.
func (s *Store) Forget(paths ...string) { s.changeRecent(forgotten(slices.Clone(paths))) }

// ForgetAll empties the list.
func (s *Store) ForgetAll() { s.changeRecent(func([]Recent) []Recent { return nil }) }

func (s *Store) changeRecent(change recentChange) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.recent = change(s.recent)
	s.recentChanges = append(s.recentChanges, change)
	s.windowMark.change()
}

// CheckRecent looks which listed recordings are still there and reports whether that has changed. It may wait for the
// file system, so it is best called on the side.
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
