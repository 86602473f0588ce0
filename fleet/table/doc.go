// Package table has the tables of a fleet: what is kept of each recording, as Parquet files that any engine reads.
//
// A fleet is a folder with a folder for each table, in which each recording has a file of its own, named by its content:
//
//	DIR/recordings/ID.parquet   written last: what has no row here is not complete
//	DIR/gc_points/ID.parquet    and so on
//
// The same recording has the same file names whoever writes it and however often. The columns are described in the manual
// (assets/help/fleet.md), which a test compares with the rows here.
package table
