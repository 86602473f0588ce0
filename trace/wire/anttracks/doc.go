// Package anttracks reads the files written by the AntTracks VM: symbols, traces and class definitions. It reads headers, symbols, buffers
// and events and counts them. It does not replay the heap.
//
// The older layout, without a version number, was compared with traces of the VM (HotSpot 25.71). Version 5 is experimental: it follows a
// description, since no file of a VM that writes it was available. Where the description is ambiguous, a comment next to the code explains
// the choice.
//
// All numbers are little-endian. The three files of a run have the same header:
//
//	u4 0x00C0FFEE · u4 n · n × u4, random, the same in all files of a run · u4 kind: 0 symbols, 1 trace, 2 classes
//
//	symbols   [u4 version, 5] · u4 flags · u4 heap word size · name of the trace file, NUL · records
//	          Old VMs (JDK 8u71) write no version. If the second number is 8, a heap word size, there is no version.
//	          records end with the file or with a 0 byte; each begins with a tag byte; see symbols.go
//	trace     u4 number of the file · buffers
//	classes   u4 flags · name of the trace file, NUL · records: u1 14 · u4 type · u4 n · n bytes
//
//	buffer    u8 thread · u4 bits 0-28 length in bytes, 29-30 sync level, 31 compressed · the events
//	          each compressed buffer is unpacked separately; see lzw.go
//	event     u4 words: bits 31-26 kind, 25-24 space, 23-0 payload; the rest depends on the kind; see spec.go
//
// Limits. A buffer has at most [MaxBuffer] bytes, packed and unpacked; longer ones are counted but not read. Texts have at most 65 kB.
// Threads and GCs beyond a limit are only counted. Buffers have no sync mark: after a damaged length, the rest of the file is lost. Damage
// within a buffer loses only the rest of that buffer.
package anttracks
