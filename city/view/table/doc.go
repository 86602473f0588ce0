// Package table defines the heap view without its drawing: the groups of a GC point as a table, with columns and filters.
package table
