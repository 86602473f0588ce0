// Package open opens recordings of any format: [Paths] and [Files] find from the content what a file is.
//
// A new format is a package next to this one, with a function that knows its first bytes and one that opens files, and a row
// of the table kinds in open. list finds files and reads streams, archive unpacks, join adds logs of a run to its heap
// states, anttracks refuses what only memcity inspect reads.
package open
