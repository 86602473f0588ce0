// Package open opens recordings of any format. [Paths] and [Files] detect the format of a file from its content.
//
// A new format is a package next to this one with a function that recognizes the first bytes and a function that opens files. It also needs
// a row in the table kinds in open. list finds files and reads streams, archive unpacks, join adds logs of a run to its heap states, and
// anttracks rejects files that only memcity inspect reads.
package open
