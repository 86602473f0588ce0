// Package table is the pure half of the heap view: the groups of a GC point as a table, with columns and filters.
package table
