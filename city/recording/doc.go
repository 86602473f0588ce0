// Package recording keeps a recording with the data derived from it, so that each GC point is read, grouped and measured once. It returns
// series, memory trees, heap states, heap graphs, sizes, ages and data structures. The packages below city/resolve answer queries with them.
//
// A recording may grow while it is open. [Recording.Now] returns all additions so far. GC points keep their numbers when others are dropped,
// so results cached by number stay valid.
package recording
