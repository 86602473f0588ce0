package inspect

import (
	"memcity/city/seq"
)

// State is the state of the group view.
type State struct {
	By seq.Seq[string] // chain for closures and owners; empty for types

	Order Order  // of the listed objects
	Find  string // text or address that the listed objects contain; empty for all objects

	// Objects contains the objects of the user's walk, and At is the index of the current one. They belong to one GC point. Read-only.
	Objects []uint32
	At      int
}

// Object returns the current object; ok is false if there is none.
func (i State) Object() (object uint32, ok bool) {
	if i.At < 0 || i.At >= len(i.Objects) {
		return 0, false
	}
	return i.Objects[i.At], true
}
