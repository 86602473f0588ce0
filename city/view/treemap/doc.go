// Package treemap defines the tree view without its drawing: a memory tree as a sunburst or an icicle plot, pruned to the visible groups.
package treemap
