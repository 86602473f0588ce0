// Package table stores the tables of a fleet as Parquet files that any engine can read.
//
// A fleet is a folder with a folder for each table. Each recording has a file in each table, named by a hash of its content:
//
//	DIR/recordings/ID.parquet   written last; recordings without a row here are incomplete
//	DIR/gc_points/ID.parquet    and so on
//
// File names depend only on the recording, not on who writes it or how often. The manual describes the columns (assets/help/fleet.md). A
// test compares it with the rows here.
package table
