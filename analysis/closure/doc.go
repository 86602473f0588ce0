// Package closure says which objects are alive because of which others: what GC roots keep alive ([Reachable]), what
// single objects do ([FindTree]), what any groups of objects reach and retain ([Graph.Sizes]), who owns a group
// together ([Roots.Owners]), and from which GC roots paths lead to an object ([Roots]).
//
// Groups come as plain data ([Groups]), so that nested and overlapping groups, single objects and GC roots are all the
// same here.
//
// The words are those of "Utilizing Object Reference Graphs and Garbage Collection Roots to Detect Memory Leaks in Offline
// Memory Monitoring" (ManLang 2018, DOI 10.1145/3237009.3237023), in which closures of groups, not only of single objects,
// are what shows shared ownership. The paper takes a group out and traverses what is left, once per group; here 64 groups
// share a sweep over the references, see [Graph.Sizes].
package closure
