package inspect

import (
	"memcity/city/query"
	"memcity/city/seq"
	"memcity/city/trees"
)

// Order selects which objects of a group are listed, and their order. Of equal ones, the first in the heap state comes first.
type Order uint8

// Orders of objects.
const (
	Spread     Order = iota // some objects, evenly spaced
	ByRetained              // largest retained size first
	ByShallow               // largest shallow size first
	ByAddress               // lowest address first
)

var orderNames = []string{"spread", "retained", "shallow", "address"}

// String returns the name of the order in options.
func (o Order) String() string { return orderNames[o] }

// ParseOrder returns the order with the given name.
func ParseOrder(name string) (Order, error) { return trees.ParseName[Order]("order", orderNames, name) }

// ListKind links queries for objects of groups to their lists.
var ListKind = query.NewKind[ListQuery, *Listing]("object list")

// ListQuery requests the first objects of the given groups.
type ListQuery struct {
	Heap  trees.HeapState
	Keys  seq.Seq[string] // of the groups
	Order Order           // not Spread, unless Find is set
	Find  string          // text or address that the objects contain; empty for all objects
}

// Listing contains the first objects in some order.
type Listing struct {
	Objects []ObjectLine
	All     int // number of objects that match
}
