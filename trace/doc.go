// Package trace defines the data model of a recording. A [Recording] is a series of GC points, each with a time, heap totals, and a
// loadable heap state ([Heap]), counts by type or a ready-made memory tree ([Tree]).
//
// Everything in this package is a fact from the input: immutable once built, and safe for concurrent reads. Data missing from the source is
// absent, never estimated; [Recording.Knows] lists the available kinds of data.
//
// The package is independent of input formats. Each format is a package below it, named after the format: hprof, native, memtree, jfr,
// gclog, histogram, and antsocket for servers. The packages below wire read and write bytes and their layout, without meaning. Package open
// detects the format from the content and is the usual entry point. Shared code is below internal: input reads files, javaname translates
// names, events joins logs of a run with its heap states.
//
// Files: recording (series, warnings, errors), heap and site (columns of a heap state), value and values (fields and contents on demand),
// tree (memory trees and pointer maps), life (GCs, allocations, deaths), file (inputs).
package trace
