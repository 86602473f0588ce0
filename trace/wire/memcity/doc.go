// Package memcity reads and writes the Memory City trace, the format of recordings: heap states, dictionaries of types and allocation
// sites, garbage collections and events between them. It handles chunks, tables and their limits, without interpreting them. docs/format.md
// describes the format for other implementers; this is a summary.
//
//	file     magic (8) · major u2 · minor u2 · CRC-32C u4 · chunk, chunk, … · trailer
//	chunk    sync word (8) · kind u2 · flags u1 · n u1, the count of numbers at the head · bytes of the head u2 ·
//	         columns u2 · rows u4 · raw u4 · stored u4 · CRC-32C of the payload u4 · CRC-32C of the header and head u4 ·
//	         head: n varints · payload: stored bytes
//	payload  for each column: varint raw length, varint stored length or 0 if it is not compressed · the columns, each as it
//	         is or as one zstd frame
//	trailer  word (8) · offset of the index u8 · CRC-32C u4
//
// All numbers are little-endian. The table [Specs], shared by reader, writer, text form and tests, lists the kinds of chunks with their
// heads and columns. The codings of columns are in [Coding], the coding of numbers in numbers.go. Columns are compressed one by one:
// similar values are then adjacent, and only one column at a time takes memory.
//
// The header has its own checksum, so [Scan] can go from chunk to chunk without reading payloads. It includes the head, so Scan also finds
// the heap states of a file. After a damaged header, Scan searches for the next sync word. [ReadTable] checks the payload. The index
// repeats the headers. It is used only if its chunks extend without a gap from the first chunk to the index itself.
//
// In memory, numbers are uint64 in every column. Decoding writes them once, in blocks that stay in the cache.
//
// Nothing in a file is trusted. The limits are [MaxRows], [MaxValues] and [MaxRaw]. No coding has more values than bytes, and decompression
// stops at the stated length.
//
// The text form has one line of JSON per chunk; see [WriteText].
package memcity
