// Package jfr reads flight recordings: GCs, sampled allocations and, if the recording has them, counts of large types. Package
// trace/wire/jfr reads the events.
//
// jfr orders the chunks and builds the recording, events processes the events of a chunk, and names numbers types, sites and threads.
package jfr
