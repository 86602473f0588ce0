// Package lines reads and writes objects as JSON lines, the open format for programs of any runtime. The manual describes it, and package
// trace/wire/lines reads and writes single lines.
//
// points and series find the GC points of files. load fills a [trace.Heap] by two passes over a point with package
// trace/internal/assemble; roots and places add what belongs to no single object. faults collects what is wrong with a file, by kind and first
// line. write is the writer.
package lines
