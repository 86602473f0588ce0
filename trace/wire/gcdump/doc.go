// Package gcdump reads heap snapshots of .NET in the format of PerfView and dotnet-gcdump: files .gcdump.
//
// A file is the text "!FastSerialization.1", 4 bytes of length before it, and an object of the class GCHeapDump. An object starts with the tag 4 or 5,
// and an object for its class. That one starts with a tag and the null tag 1, and contains a version, the smallest version of readers, and
// a name. Fields follow without names, and the tag 6. All numbers are little-endian. A text is its length in UTF-16 units, -1 for null, and
// 1 to 3 bytes per unit as in UTF-8.
//
// The first field of GCHeapDump is the graph, an object of the class Graphs.MemoryGraph:
//
//	total size (8 bytes), index of the root (4)
//	number of types (4), and for each: name, size in bytes (4), module
//	number of nodes (4), and for each: offset of its description in the blob (4)
//	size of the blob (4), and the blob
//	number of nodes (4), and for each: address of the object (8)
//
// Numbers in the blob are signed and have 7 bits per byte, high bits first. A description of a node consists of: twice the index of its type, plus 1 if its
// size differs from that of the type; the size in that case; the number of references; and for each the index of the other node, minus
// that of this node. A node with the offset 0 has no description. GC roots are nodes without an address, below the root.
//
// The fields after the graph are flags, sizes of the heap, a log, the time, and the names of the computer and the process.
package gcdump
