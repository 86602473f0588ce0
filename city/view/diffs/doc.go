// Package diffs defines the diff view without its drawing: the objects born, died and survived between two GC points. Package diff contains
// the analysis.
package diffs
