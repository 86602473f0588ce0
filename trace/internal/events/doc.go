// Package events joins what GC logs and flight recordings tell of a run of a program with each other and with the heap
// states of other inputs: their clocks, the numbers of GCs, and sampled allocations.
package events
