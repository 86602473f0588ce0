// Package tracetest builds heaps and recordings for tests, in code and without files:
//
//   - [NewHeap] builds a [trace.Heap] object by object, with values, sites and spaces if wanted, for tests of analyses.
//   - [RandomHeap] makes a heap of any size from a seed, with cycles, shared and unreachable objects.
//   - [NewDump] builds the bytes of an HPROF heap dump, for tests of readers.
//
// Builders panic on a caller's mistake, such as a field that the type does not have.
package tracetest
