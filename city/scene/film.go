package scene

import (
	"memcity/city/trees"
)

// Between mixes two poses, t from 0 to 1 of the way; distances are mixed by ratio, turns go the short way.
func Between(from, to Camera, t float64) Camera { return from.Toward(to, t) }

// Of returns how large the group of a building is in a metric.
func (b *Building) Of(m trees.Metric) int64 {
	return trees.Amount{Objects: b.Objects, Bytes: b.Bytes}.Of(m)
}

// First returns how large it was at the start of the window.
func (b *Building) First(m trees.Metric) int64 {
	return trees.Amount{Objects: b.FirstObjects, Bytes: b.FirstBytes}.Of(m)
}
