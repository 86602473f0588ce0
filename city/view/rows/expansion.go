package rows

import "maps"

// Expansion contains, by key, whether groups are expanded. It is immutable; copies compare equal with ==, at a cost independent of the
// number of groups. The zero Expansion has no entries.
type Expansion struct{ keys *map[string]bool }

// With returns o after groups were expanded or collapsed. The cost is linear in the entries so far.
func (o Expansion) With(keys []string, open bool) Expansion {
	next := map[string]bool{}
	if o.keys != nil {
		next = make(map[string]bool, len(*o.keys)+len(keys))
		maps.Copy(next, *o.keys)
	}
	for _, key := range keys {
		next[key] = open
	}
	return Expansion{&next}
}

// Has reports whether the group with the given key was expanded; known is false if it was neither expanded nor collapsed.
func (o Expansion) Has(key []byte) (open, known bool) {
	if o.keys == nil {
		return false, false
	}
	open, known = (*o.keys)[string(key)]
	return open, known
}
