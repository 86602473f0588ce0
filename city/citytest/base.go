package citytest

import (
	"memcity/city/trees"
	"memcity/trace"
)

// BaseOf returns the tree of a GC point as that of another recording, with its own dictionary.
func BaseOf(p trees.PointTree, shares bool) trees.BaselineTree {
	names := trace.NewNames()
	names.ID("an earlier name") // so that IDs differ
	return trees.BaselineTree{Name: "base", Points: 1, Tree: trees.Translated(p.Tree, names), Shares: shares}
}
