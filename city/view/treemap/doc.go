// Package treemap is the pure half of the tree view: a memory tree as a sunburst or an icicle plot, pruned to what can be seen.
package treemap
