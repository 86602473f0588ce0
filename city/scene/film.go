package scene

import (
	"memcity/city/trees"
)

// Between interpolates between two poses, t from 0 to 1: distances by ratio, yaw along the shorter turn.
func Between(from, to Camera, t float64) Camera { return from.Toward(to, t) }

// Of returns the size of a building's group in the given unit.
func (b *Building) Of(m trees.Unit) int64 {
	return trees.Amount{Objects: b.Objects, Bytes: b.Bytes}.Of(m)
}

// First returns the size of a building's group at the start of the window.
func (b *Building) First(m trees.Unit) int64 {
	return trees.Amount{Objects: b.FirstObjects, Bytes: b.FirstBytes}.Of(m)
}
