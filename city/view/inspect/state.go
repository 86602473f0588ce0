package inspect

import (
	"memcity/city/seq"
)

// State is what the group view shows of the selected groups.
type State struct {
	By seq.Seq[string] // chain that closures and owners are grouped by; empty for types

	// Objects are the objects that were walked over by hand, At is the one shown. They belong to one GC point. Never
	// written to.
	Objects []uint32
	At      int
}

// Object returns the object shown; ok is false if none is.
func (i State) Object() (object uint32, ok bool) {
	if i.At < 0 || i.At >= len(i.Objects) {
		return 0, false
	}
	return i.Objects[i.At], true
}
