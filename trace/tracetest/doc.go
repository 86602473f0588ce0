// Package tracetest builds heaps and recordings for tests in code, without files:
//
//   - [NewHeap] builds a [trace.Heap] object by object, optionally with values, sites and spaces, for tests of analyses.
//   - [RandomHeap] builds a heap of any size from a seed, with cycles, and with shared and unreachable objects.
//   - [NewDump] builds the bytes of an HPROF heap dump, for tests of readers.
//
// Builders panic on errors of the caller, such as a field that the type does not have.
package tracetest
