package prefs

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A reader takes values out of an object and notes the paths of those that it did not accept.
type reader struct {
	from object
	path []string // of from in the file
	bad  *[][]string
}

func newReader(o object) reader { return reader{from: o, bad: new([][]string)} }

// inner returns a reader of the object that is the value of a name; ok is false if there is none.
func (r reader) inner(name string) (in reader, ok bool) {
	raw, has := r.from[name]
	if !has {
		return reader{}, false
	}
	o := asObject(raw)
	if o == nil {
		r.reject(name)
		return reader{}, false
	}
	return reader{o, append(slices.Clip(r.path), name), r.bad}, true
}

func (r reader) reject(name string) {
	*r.bad = append(*r.bad, append(slices.Clip(r.path), name))
}

// take sets to if the object has a value of its type under the name that passes the check.
func take[T any](r reader, name string, to *T, check func(T) bool) {
	raw, has := r.from[name]
	if !has {
		return
	}
	var v *T
	if err := json.Unmarshal(raw, &v); err != nil || v == nil || !check(*v) {
		r.reject(name)
		return
	}
	*to = *v
}

// listedBad is how many names a warning lists.
const listedBad = 5

// complaint says in one line what was not accepted; it is empty if all was.
func (r reader) complaint() string {
	bad := *r.bad
	if len(bad) == 0 {
		return ""
	}
	var names []string
	for _, path := range bad[:min(len(bad), listedBad)] {
		name := strings.Join(path, ".")
		if len(name) > maxName {
			name = name[:maxName] + "…"
		}
		names = append(names, fmt.Sprintf("%q", name))
	}
	text := strings.Join(names, ", ")
	if more := len(bad) - len(names); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text + ": not understood, so the default is used"
}

// wrong returns an object with nothing but the values that were not accepted. As the base of [changed] it makes them
// disappear from the file.
func (r reader) wrong() object {
	out := object{}
	for _, path := range *r.bad {
		out = withPath(out, r.from, path)
	}
	return out
}

func withPath(out, from object, path []string) object {
	out = maps.Clone(out)
	if out == nil {
		out = object{}
	}
	name := path[0]
	if len(path) == 1 {
		out[name] = from[name]
		return out
	}
	out.set(name, withPath(out.in(name), from.in(name), path[1:]))
	return out
}

func anyValue[T any](T) bool { return true }

// between returns a check for numbers from lo to hi.
func between[T int | int64 | float64](lo, hi T) func(T) bool {
	return func(v T) bool { return v >= lo && v <= hi }
}

// sortedNames returns the names of a map in order, at most limit of them.
func sortedNames[V any](m map[string]V, limit int) []string {
	names := slices.Sorted(maps.Keys(m))
	return names[:min(len(names), limit)]
}
