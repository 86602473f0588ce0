package remedy

import (
	"slices"
	"strings"

	"memcity/analysis/glob"
)

// Facts are what is known of a finding. Names of types come with those of their superclasses.
type Facts struct {
	Rule      string     // of the finding
	Fields    [][]string // from the GC root to what piles up: each by class, as in "java.util.Timer.queue", and by superclass
	Threads   []string   // names of the threads that hold it
	Container []string   // types of the collection that holds it
	Entry     []string   // types of what piles up
	Key       []string   // types of its keys in a map
	Loader    []string   // types of class loaders that pile up with it
}

// Entry is a known container.
type Entry struct {
	ID                  string
	Cause, Remedy, Link string
	General             bool // shown only where no other entry fits

	File string // that it is from
	Line int    // in it, from 1

	match   []map[string][]string // patterns by what they are compared with, for each way to match
	example Facts
	has     bool // an example
}

// kinds are what patterns are compared with.
var kinds = []string{"rule", "field", "thread", "container", "entry", "key", "loader"}

// names lists what patterns of a kind are compared with; those of fields have a place on the path and are compared by [Entry.place].
func (f *Facts) names(kind string) []string {
	switch kind {
	case "rule":
		return []string{f.Rule}
	case "thread":
		return f.Threads
	case "container":
		return f.Container
	case "entry":
		return f.Entry
	case "key":
		return f.Key
	}
	return f.Loader
}

// fits reports whether a pattern fits one of some names.
func fits(patterns, names []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return glob.Match(p, n) })
	})
}

// noPlace is the place of an entry that does not fit, anyPlace that of one that names no field.
const (
	noPlace  = -2
	anyPlace = -1
)

// place returns the number of the last field on the path that fits the entry, if all else fits as well.
func (e *Entry) place(f *Facts) int {
	best := noPlace
	for _, match := range e.match {
		best = max(best, placeOf(match, f))
	}
	return best
}

func placeOf(match map[string][]string, f *Facts) int {
	for kind, patterns := range match {
		if kind != "field" && !fits(patterns, f.names(kind)) {
			return noPlace
		}
	}
	patterns, ok := match["field"]
	if !ok {
		return anyPlace
	}
	for i := len(f.Fields) - 1; i >= 0; i-- {
		if fits(patterns, f.Fields[i]) {
			return i
		}
	}
	return noPlace
}

// File is what a file holds.
type File struct {
	Name    string
	Entries []*Entry
}

// Library is the entries of some files.
type Library struct {
	levels   [][]*Entry      // those of an earlier level come first
	packages map[string]bool // of the fields that bundled entries name, see packageOf
}

// Merge makes a library of the files of the program, which count as one, and of those of the user: their entries come first, those of
// the last file before others.
func Merge(bundled, own []*File) *Library {
	l := &Library{packages: map[string]bool{}}
	for _, f := range slices.Backward(own) {
		l.levels = append(l.levels, f.Entries)
	}
	var all []*Entry
	for _, f := range bundled {
		all = append(all, f.Entries...)
	}
	l.levels = append(l.levels, all)
	for _, e := range all {
		for _, match := range e.match {
			for _, field := range match["field"] {
				if name := packageOf(field); !e.General && !strings.Contains(name, "*") {
					l.packages[name] = true
				}
			}
		}
	}
	return l
}

// packageOf returns the first three parts of a name, which distinguish libraries: com.github.benmanes.
func packageOf(name string) string {
	parts := strings.SplitN(name, ".", 4)
	return strings.Join(parts[:min(len(parts), 3)], ".")
}

// Knows reports whether a type is of a package of which bundled entries name fields: it is a library's and no program's own.
func (l *Library) Knows(name string) bool { return l != nil && l.packages[packageOf(name)] }

// Find returns the entry that fits best; nil for none. Of the files of one level it is the one that names the field closest to what
// piles up, of several such the first; then those that name no field. General entries come last, of whatever file. A nil library has
// none. The cost is one comparison for each pattern and name.
func (l *Library) Find(f *Facts) *Entry {
	if l == nil {
		return nil
	}
	for _, general := range []bool{false, true} {
		for _, entries := range l.levels {
			if e := best(entries, general, f); e != nil {
				return e
			}
		}
	}
	return nil
}

func best(entries []*Entry, general bool, f *Facts) (found *Entry) {
	at := noPlace
	for _, e := range entries {
		if e.General != general {
			continue
		}
		if place := e.place(f); place > at {
			found, at = e, place
		}
	}
	return found
}
