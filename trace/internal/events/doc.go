// Package events combines GC logs and flight recordings of the same run, and adds them to the heap states of other inputs. It aligns their
// clocks and GC numbers, and adds sampled allocations.
package events
