// Package history reports what changed between the GC points of a recording: heap sizes, series of groups, differences, deaths of objects,
// the use of collections, and the turnover of data structures.
package history
