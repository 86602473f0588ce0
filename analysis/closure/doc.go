// Package closure computes which objects keep which others alive: the objects that GC roots keep alive ([Reachable]), the sizes that groups
// of objects reach and retain ([Graph.Sizes]), the joint owners of a group ([Roots.Owners]), and the paths from GC roots to an object
// ([Roots]). Package dominators below it treats single objects.
//
// [Groups] is plain data. Nested groups, overlapping groups, single objects and GC roots are therefore all handled alike.
//
// The terms follow "Utilizing Object Reference Graphs and Garbage Collection Roots to Detect Memory Leaks in Offline Memory Monitoring"
// (ManLang 2018, DOI 10.1145/3237009.3237023). That paper uses closures of groups, rather than of single objects, to reveal shared
// ownership. It removes one group at a time and traverses the rest of the heap. Here 64 groups share one sweep over the references, see
// [Graph.Sizes].
package closure
