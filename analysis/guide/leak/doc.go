// Package leak finds growth that lasts, who holds what grows, and where it may be cut.
//
// Objects of heap dumps have no identity, so growth is not looked for in objects but in places: [Holders] puts each object
// into a place, which is the way of fields from a GC root to it, and a place is the same at every GC point. What piles up is a
// place with more and more objects below a place whose objects stay as many as they were: the container. [Judge] reports growth
// that lasts from a start, a cache that fills up, a sawtooth, and chance.
//
// Everything here is pure: the same heap states give the same results.
package leak
