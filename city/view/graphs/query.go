package graphs

import (
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
)

// Kind links queries for heap graphs to their pictures.
var Kind = query.NewKind[Query, *Picture]("graph")

// Query requests a heap graph of one heap state.
type Query struct {
	Heap trees.HeapState
	Walk
}

// Walk selects a heap graph independently of the heap state: by groups or single objects, and the steps taken.
type Walk struct {
	Objects Objects
	Steps   seq.Seq[Step]
}

// Objects selects the objects of a heap graph.
type Objects struct {
	Keys   seq.Seq[string] // groups
	Single seq.Seq[uint32]
}
