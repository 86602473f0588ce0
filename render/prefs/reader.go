package prefs

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A reader reads values from an object and collects the paths of rejected ones.
type reader struct {
	from object
	path []string // path of from in the file
	bad  *[][]string
}

func newReader(o object) reader { return reader{from: o, bad: new([][]string)} }

// inner returns a reader of the nested object with the given name; ok is false if there is none.
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

// take sets *to if the object has a value with the given name and type that passes the check.
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

// listedBad is the maximum number of names in a warning.
const listedBad = 5

// complaint lists the rejected values in one line; "" if there are none.
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
	return text + ": not understood, using the default"
}

// wrong returns an object with only the rejected values. As the base of [changed], it removes these from the file.
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

// between returns a check for numbers in the range lo to hi, inclusive.
func between[T int | int64 | float64](lo, hi T) func(T) bool {
	return func(v T) bool { return v >= lo && v <= hi }
}

// sortedNames returns the keys of a map in order, at most limit of them.
func sortedNames[V any](m map[string]V, limit int) []string {
	names := slices.Sorted(maps.Keys(m))
	return names[:min(len(names), limit)]
}
