// Package realistic writes heap dumps that are like those of real programs, of any size, from a seed: parsed sources, tables, a
// search index and sessions, made of the classes of the JDK that such programs use and of several hundred to 1,500 classes of their
// own, of which six in ten have one to four objects.
//
//	stats, err := realistic.Write(file, realistic.Options{Objects: 18_000_000})
//
// A dump streams: what is kept in memory is one cluster of some thousand objects, and 8 bytes for each cluster and each term of the
// index. The same options give the same bytes.
//
// Its model is a dump of a program that parsed sources, loaded tables and indexed them: 17.8 million objects with 27.6 million
// references in 760 MB. About half of the objects are in trees that nothing refers into, some have references to their parents, a list
// is a thousand or more nodes deep, and about three in a hundred are reachable from no GC root.
package realistic
