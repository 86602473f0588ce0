// Package nettrace reads event traces of .NET, which the runtime writes through its diagnostics socket: files .nettrace of version 4, as
// .NET Core 3.1 and later write them.
//
// A file starts with "Nettrace" and the text "!FastSerialization.1", 4 bytes of length before it. Objects follow, all numbers are
// little-endian:
//
//	tag 5, tag 5, tag 1, version, smallest version of readers, length and name, tag 6   the type of the object
//	fields or block                                                                    the object
//	tag 6                                                                              its end
//
// Tag 1 instead of an object is the end of the file. The object Trace contains the clocks, the size of pointers and the process. All other objects
// are blocks: a length, padding to a multiple of 4 bytes in the file, and the bytes. [Reader] returns the events in the blocks named EventBlock.
// The blocks named MetadataBlock contain the provider and number of each kind of event. Other blocks are skipped.
//
// The functions in heap.go decode the events of the provider [Runtime] that describe a heap.
package nettrace
