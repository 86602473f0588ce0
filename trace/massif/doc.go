// Package massif reads profiles of Valgrind's Massif as points with counts by allocation site: a point for each detailed snapshot. They contain
// bytes by call stack, but no numbers of objects.
package massif
