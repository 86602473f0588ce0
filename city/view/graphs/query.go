package graphs

import (
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
)

// Kind links queries for heap graphs with their pictures.
var Kind = query.NewKind[Query, *Picture]("graph")

// Query requests a heap graph of one heap state.
type Query struct {
	Heap trees.HeapState
	Walk
}

// Walk is a heap graph whatever the heap state: of the objects that are in any of some groups, and of some single ones,
// after some steps.
type Walk struct {
	Objects Objects
	Steps   seq.Seq[Step]
}

// Objects are the objects that a heap graph is of.
type Objects struct {
	Keys   seq.Seq[string] // groups
	Single seq.Seq[uint32]
}
