// Package events joins what GC logs and flight recordings say about a run of a program with each other and with the heap
// states of other inputs: their clocks, the numbers of GCs, and sampled allocations.
package events
