// Package trace holds what was recorded: a [Recording] is a series of GC points, each with a time, heap totals, and
// either a heap state that can be loaded ([Heap]), counts per type or a ready-made memory tree ([Tree]).
//
// Everything in this package is a fact: immutable once built, and free to be read from several goroutines. What a
// source does not know is absent, never invented; [Recording.Knows] says what there is.
//
// It knows no format. Each format is a package below, named after it: hprof, native, memtree, jfr, gclog, histogram, and
// antsocket for servers; the packages below wire know bytes and their layout, without meaning. Package open finds the
// format from the content and is what others use. What formats share is below internal: input reads files, javaname
// translates names, events joins logs of a run with its heap states.
//
// Files: recording (series, warnings, errors), heap, site (columns of a heap state), value and values (fields and contents
// on demand), tree (memory trees and pointer maps), life (GCs, allocations, deaths), file (inputs).
package trace
