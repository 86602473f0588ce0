// Package leak finds lasting growth, the holders of what grows, and the references to clear.
//
// Objects in heap dumps have no identity, so the package follows places instead of objects. [Holders] assigns each object to a place: the
// path of fields from a GC root to the object. A place is the same at every GC point. A pile is a place that gains objects below a place
// whose object count stays the same, the container. [Judge] distinguishes lasting growth from startup, a filling cache, a sawtooth and
// chance.
//
// The results depend only on the heap states.
package leak
