package citytest

import (
	"memcity/city/trees"
	"memcity/trace"
)

// BaseOf is the tree of a GC point as that of another recording, with a dictionary of its own.
func BaseOf(p trees.PointTree, shares bool) trees.BaseTree {
	names := trace.NewNames()
	names.ID("an earlier name") // so that numbers differ
	return trees.BaseTree{Name: "base", Points: 1, Tree: trees.Translated(p.Tree, names), Shares: shares}
}
