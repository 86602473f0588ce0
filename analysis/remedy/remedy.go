package remedy

import (
	"cmp"
	"slices"
	"strings"

	"memcity/analysis/userfile"
)

// Facts contains the known facts of a finding. Names of types include their superclasses.
type Facts struct {
	Rule      string     // rule of the finding
	Runtime   string     // runtime of the program, see [trace.Runtime]; empty for the JVM
	Fields    [][]string // path from the GC root; each field by class, as in "java.util.Timer.queue", and by superclass
	Threads   []string   // names of the threads that hold it
	Container []string   // types of the collection that holds it
	Entry     []string   // types of the accumulating objects
	Key       []string   // types of their keys in a map
	Loader    []string   // types of class loaders that accumulate with them
}

// Entry is a container known to leak.
type Entry struct {
	ID                  string
	Cause, Remedy, Link string
	General             bool // true to use it only if no other entry matches

	File string // file that contains it
	Line int    // 1-based line in the file

	match   []map[string][]string // alternatives, each with patterns by kind
	example Facts
	has     bool // true if it has an example
}

// kinds contains the kinds of patterns.
var kinds = []string{"rule", "runtime", "field", "thread", "container", "entry", "key", "loader"}

// names returns the names that patterns of a kind are matched with. Fields are matched by [Entry.place] instead, because they have a place
// on the path.
func (f *Facts) names(kind string) []string {
	switch kind {
	case "rule":
		return []string{f.Rule}
	case "runtime":
		return []string{cmp.Or(f.Runtime, "jvm")}
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

// fits reports whether any pattern matches any name.
func fits(patterns, names []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return userfile.Match(p, n) })
	})
}

// noPlace is the place of an entry that does not match, anyPlace that of one without a field.
const (
	noPlace  = -2
	anyPlace = -1
)

// place returns the index of the last field on the path that matches the entry, provided that all other patterns match.
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

// File contains the entries of a file.
type File struct {
	Name    string
	Entries []*Entry
}

// Library contains the entries of several files.
type Library struct {
	levels   [][]*Entry      // earlier levels take precedence
	packages map[string]bool // packages of the fields in bundled entries, see packageOf
}

// Merge combines the bundled files, which form one level, and the user's files. The user's entries take precedence, entries of the last
// file first.
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

// packageOf returns the first three parts of a name, such as com.github.benmanes. They identify a library.
func packageOf(name string) string {
	parts := strings.SplitN(name, ".", 4)
	return strings.Join(parts[:min(len(parts), 3)], ".")
}

// Knows reports whether bundled entries name a field in the package of a type. Such a type belongs to a library and not to the program.
func (l *Library) Knows(name string) bool { return l != nil && l.packages[packageOf(name)] }

// Find returns the entry that matches best; nil for none. Within a level, it is the entry that names the field closest to the accumulating
// objects, then one that names no field. Ties go to the first. General entries come last, from any file. A nil library has no entries. The
// cost is one comparison per pattern and name.
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
