// Package memcity reads and writes the Memory City trace, the format of recordings: heap states, dictionaries of types
// and allocation sites, garbage collections and what happened between them. It knows chunks, tables and their limits, and
// no meaning. docs/format.md describes the format for others, and has what is here in short.
//
//	file     magic (8) · major u2 · minor u2 · CRC-32C u4 · chunk, chunk, … · trailer
//	chunk    sync word (8) · kind u2 · flags u1 · n u1, the count of numbers at the head · bytes of the head u2 ·
//	         columns u2 · rows u4 · raw u4 · stored u4 · CRC-32C of the payload u4 · CRC-32C of the header and head u4 ·
//	         head: n varints · payload: stored bytes
//	payload  for each column: varint raw length, varint stored length or 0 if it is not compressed · the columns, each as it
//	         is or as one zstd frame
//	trailer  word (8) · offset of the index u8 · CRC-32C u4
//
// All is little-endian. The kinds of chunks, with what is at their heads and in their columns, are the table [Specs], which
// reader, writer, text form and tests share; the codings of columns are in [Coding], that of numbers in numbers.go.
// Columns are compressed one by one, since what is alike is together then, and one at a time needs memory.
//
// The header has a checksum of its own, so that [Scan] needs no payload to go from chunk to chunk, and the head is in it, so
// that the states of a file are known by then. Where no header checks out Scan looks for the next sync word. [ReadTable]
// checks the payload. The index repeats the headers; it is taken if it leads from the first chunk to itself without a gap.
//
// In memory numbers are uint64, whatever column: decoding writes them once, in blocks that stay in the cache.
//
// Nothing in a file is trusted: the limits are [MaxRows], [MaxValues] and [MaxRaw], no coding has more values than bytes, and
// decompression stops at the length that was reported.
//
// The text form has a line of JSON for each chunk, see [WriteText] and [ParseText].
package memcity
