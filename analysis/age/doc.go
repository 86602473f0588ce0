// Package age says how long the objects of a heap state have lived.
//
// Where a recording knows births ([trace.Heap.BirthOf]), an age is the number of GCs that an object has survived. Recorders that
// sample see few allocations: all that is known of the other objects is the GC points between which they were born. Such an
// object counts as the youngest that it can be, and its age as doubtful where it may be of an older class. Elsewhere
// objects are followed from GC point to GC point, as package identity recognises them, and an age is the number of GC points
// that an object has survived since the one at which it was seen first: one that is seen for the first time has survived none.
//
// Nobody knows how old the objects of the first GC point were then. They, and those whose birth is not known, are a class of
// their own, [Before], which is as old as the recording at the least.
package age
