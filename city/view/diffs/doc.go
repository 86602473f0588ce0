// Package diffs is the pure half of the diff view: what was born, died and survived between two GC points. The analysis is
// package diff.
package diffs
