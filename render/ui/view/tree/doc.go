// Package tree draws the tree view: the memory tree as a sunburst or an icicle plot.
package tree
