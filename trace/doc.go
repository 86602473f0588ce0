// Package trace holds what was recorded: a [Recording] is a series of GC points, each with a time, heap totals, and
// either a heap state that can be loaded ([Heap]) or a ready-made memory tree ([Tree]).
//
// Everything in this package is a fact: immutable once built, and free to be read from several goroutines. What a
// source does not know is absent, never invented; [Recording.Knows] says what there is.
//
// Bytes and their layout belong to the packages below trace/wire; this package gives them meaning. [Open] finds the
// format from the content.
package trace
