// Package lines reads and writes objects as JSON lines, the open format for programs of any runtime. The manual describes it, and package
// trace/wire/lines reads and writes single lines.
//
// points and series find the GC points of files. load fills a [trace.Heap] by two passes over a point with package
// trace/internal/assemble. modules, roots and places add modules, GC roots, threads and allocation sites. faults collects the faults of a file, by
// kind and first line. check reports them, and write writes files.
package lines
