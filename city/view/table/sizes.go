package table

import (
	"memcity/city/query"
	"memcity/city/trees"
)

// SizesKind links queries for deep and retained sizes with what is known of them. They come a batch of groups at a time.
var SizesKind = query.NewKind[SizesQuery, *trees.Sizes]("sizes")

// SizesQuery requests the deep and retained sizes of all groups.
type SizesQuery struct{ Heap trees.HeapState }
