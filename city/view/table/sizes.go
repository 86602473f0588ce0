package table

import (
	"memcity/city/query"
	"memcity/city/trees"
)

// SizesKind links queries for deep and retained sizes to their results, which arrive in batches of groups.
var SizesKind = query.NewKind[SizesQuery, *trees.Sizes]("sizes")

// SizesQuery requests the deep and retained sizes of all groups.
type SizesQuery struct{ Heap trees.HeapState }
