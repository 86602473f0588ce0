// Package goheap reads the records of heap dumps of Go, as written by runtime/debug.WriteHeapDump since Go 1.7.
//
// A dump starts with the line "go1.7 heap dump". Records follow until one of kind [End]. A record is its kind and its items, which depend on
// the kind. Numbers are unsigned varints, booleans are 0 or 1, and texts and contents have their length in bytes before them. A list of
// fields ends with 0, and each field is 1 and the offset of a pointer in bytes. An error about a damaged file contains the offset in the dump, after
// decompression. Packages that use the records give them a meaning.
package goheap
