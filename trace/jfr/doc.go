// Package jfr reads flight recordings: GCs, sampled allocations, sampled objects that were alive and, if the recording has them, counts of
// large types. Package trace/wire/jfr reads the events.
//
// jfr orders the chunks and builds the recording, events processes the events of a chunk, and names numbers types, sites and threads. samples
// collects the objects that were alive, with the references on their paths to GC roots. alive skips possible garbage, and heap builds heap
// states.
package jfr
