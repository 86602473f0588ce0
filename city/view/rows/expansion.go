package rows

import "maps"

// Opened says of groups, by key, whether their children are listed. It is never written to; values are equal with == if one
// is a copy of the other, whatever the number of groups. Of the zero Opened nothing was opened or closed.
type Opened struct{ keys *map[string]bool }

// OpenedOf returns what the values of a map say. It keeps the map, which must not be written to any more.
func OpenedOf(keys map[string]bool) Opened { return Opened{&keys} }

// With returns o after groups were opened or closed. Cost is linear in the groups opened and closed so far.
func (o Opened) With(keys []string, open bool) Opened {
	next := map[string]bool{}
	if o.keys != nil {
		next = make(map[string]bool, len(*o.keys)+len(keys))
		maps.Copy(next, *o.keys)
	}
	for _, key := range keys {
		next[key] = open
	}
	return Opened{&next}
}

// Has reports whether the group with a key was opened; known is false if it was neither opened nor closed.
func (o Opened) Has(key []byte) (open, known bool) {
	if o.keys == nil {
		return false, false
	}
	open, known = (*o.keys)[string(key)]
	return open, known
}
