// Package age computes how long the objects of a heap state have lived.
//
// If births are recorded ([trace.Heap.BirthOf]), the age of an object is the number of GCs that it has survived. Sampling recorders observe
// few allocations. For other objects, only the GC points before and after the birth are available. They get their minimum age, which is
// doubtful if they may belong to an older class. Without recorded births, package identity follows objects from one GC point to the next.
// The age of an object is then the number of GC points that it has survived since it was first found, starting at 0.
//
// The ages of objects at the first GC point are unknown. These objects, and objects with unknown births, form a separate class, [Before].
// They are at least as old as the recording.
package age
