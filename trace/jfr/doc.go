// Package jfr reads flight recordings: they report GCs, samples of allocations and, on request, counts of large types. The
// events are those of trace/wire/jfr.
//
// jfr puts chunks in order and makes the recording, events takes the events of a chunk, names numbers types, sites and
// threads.
package jfr
