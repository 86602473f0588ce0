package collections

import (
	"cmp"
	"math"

	"memcity/analysis/staleness"
	"memcity/city/query"
	"memcity/trace"
	"memcity/trace/usage"
)

// State is the state of the collections view.
type State struct {
	Page      Page
	Threshold Threshold
	Limited   bool // true to list only collections with at most MaxSize elements
	MaxSize   int64
	Order     Order
	Text      string // text in the names of the listed collections; empty for any
	Top       int    // maximum number of listed collections; 0 for DefaultTop
	Opened    int    // number of the collection with open details, or AllOpened; 0 for the list
	Gets      int    // number of GETs up to which elements are counted separately, from 1; 0 for the default
}

// Page selects the content of the list.
type Page uint8

// Pages of the collections view.
const (
	Stale    Page = iota // collections with their elements
	Patterns             // collections that are empty, small or of fixed size
)

// Order selects the order of collections, largest first.
type Order = staleness.Order

// Orders.
const (
	ByRank       = staleness.ByRank // size × staleness
	ByConfidence = staleness.ByConfidence
	BySize       = staleness.BySize
	ByStaleness  = staleness.ByStaleness
)

// Threshold is the staleness that divides elements.
type Threshold struct {
	Moved bool
	At    float64 // from 0 to 1; used if Moved
}

// Defaults.
const (
	DefaultThreshold = 0.5
	DefaultTop       = 10
	DefaultGets      = staleness.DefaultMostGets
)

// AllOpened represents all collections together.
const AllOpened = -1

// Value returns the staleness above which elements are counted separately.
func (t Threshold) Value() float64 {
	if t.Moved {
		return t.At
	}
	return DefaultThreshold
}

// TopOr returns the maximum number of listed collections.
func (s State) TopOr() int { return cmp.Or(s.Top, DefaultTop) }

// GetsOr returns the number of GETs up to which elements are counted separately.
func (s State) GetsOr() int { return cmp.Or(s.Gets, DefaultGets) }

// Span is a time range of a recording.
type Span struct{ From, To trace.Millis }

// Whole is the whole recording.
var Whole = Span{0, math.MaxInt64}

// Kind links queries for collections to their reports, and DetailsKind queries for a single collection.
var (
	Kind        = query.NewKind[Query, *Report]("collections")
	DetailsKind = query.NewKind[DetailsQuery, *DetailsReport]("collection")
)

// Query requests the first matching collections of those alive in a time range.
type Query struct {
	Span      Span
	Threshold float64 // elements with a higher staleness are counted separately
	Text      string  // text in the label, ignoring case; empty for any
	Limited   bool    // true for only collections with at most MaxSize elements
	MaxSize   int64
	Order     Order
	Top       int // maximum number; 0 for all
}

// DetailsQuery requests the details of a collection in a time range.
type DetailsQuery struct {
	Span       Span
	Collection int // number, 1-based, or AllOpened
	Gets       int // number of GETs up to which elements are counted separately
}

// Query returns the query for the list.
func (s State) Query(of Span) Query {
	q := Query{Span: of, Threshold: s.Threshold.Value(), Text: s.Text, Limited: s.Limited, Order: s.Order, Top: s.TopOr()}
	if q.Limited {
		q.MaxSize = s.MaxSize
	}
	return q
}

// ID returns the analysis's ID of the requested collection.
func (q *DetailsQuery) ID() usage.CollectionID {
	if q.Collection == AllOpened {
		return staleness.AllCollections
	}
	return usage.CollectionID(q.Collection - 1)
}
