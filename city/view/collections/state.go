package collections

import (
	"cmp"
	"math"

	"memcity/analysis/staleness"
	"memcity/city/query"
	"memcity/trace"
	"memcity/trace/usage"
)

// State is what the collections view shows.
type State struct {
	Page      Page
	Threshold Threshold
	Limited   bool // lists only collections of up to Most elements
	Most      int64
	Order     Order
	Text      string // what is in the names of the collections listed; empty for any
	Top       int    // how many are listed; 0 for DefaultTop
	Opened    int    // the number of the collection that is shown with its lines, or AllOpened; 0 for none: the list
	Gets      int    // up to how many GETs elements are counted by them, from 1; 0 for the usual number
}

// Page says what the list is of.
type Page uint8

// Pages of the collections view.
const (
	Stale    Page = iota // collections with their elements
	Patterns             // collections that are empty, small or of fixed size
)

// Order is what collections are listed by, the largest first.
type Order = staleness.Order

// Orders.
const (
	ByRank       = staleness.ByRank // size × staleness
	ByConfidence = staleness.ByConfidence
	BySize       = staleness.BySize
	ByStaleness  = staleness.ByStaleness
)

// Threshold is a staleness that splits elements, if it is not the usual one.
type Threshold struct {
	Moved bool
	At    float64 // from 0 to 1
}

// Usual values.
const (
	DefaultThreshold = 0.5
	DefaultTop       = 10
	DefaultGets      = staleness.DefaultMostGets
)

// AllOpened stands for all collections together.
const AllOpened = -1

// Value returns the staleness above which elements are split from the others.
func (t Threshold) Value() float64 {
	if t.Moved {
		return t.At
	}
	return DefaultThreshold
}

// TopOr returns how many collections are listed.
func (s State) TopOr() int { return cmp.Or(s.Top, DefaultTop) }

// GetsOr returns up to how many GETs elements are counted by their number.
func (s State) GetsOr() int { return cmp.Or(s.Gets, DefaultGets) }

// Span is a stretch of the time of a recording.
type Span struct{ From, To trace.Millis }

// Whole is all of a recording.
var Whole = Span{0, math.MaxInt64}

// Kind links queries for collections with reports on them, DetailsKind those for what there is of one.
var (
	Kind        = query.NewKind[Query, *Report]("collections")
	DetailsKind = query.NewKind[DetailsQuery, *DetailsReport]("collection")
)

// Query requests the first collections of those that were alive in a stretch of time and match.
type Query struct {
	Span      Span
	Threshold float64 // elements of a staleness above it are split from the others
	Text      string  // in the label, whatever the case of letters; empty for any
	Limited   bool    // only those of up to Most elements
	Most      int64
	Order     Order
	Top       int // how many; 0 for all
}

// DetailsQuery requests what there is of a collection in a stretch of time.
type DetailsQuery struct {
	Span       Span
	Collection int // its number, from 1, or AllOpened
	Gets       int // up to how many GETs elements are counted by them
}

// Query returns what the list requests.
func (s State) Query(of Span) Query {
	q := Query{Span: of, Threshold: s.Threshold.Value(), Text: s.Text, Limited: s.Limited, Order: s.Order, Top: s.TopOr()}
	if q.Limited {
		q.Most = s.Most
	}
	return q
}

// ID returns the collection that is meant, as the analysis names it.
func (q *DetailsQuery) ID() usage.CollectionID {
	if q.Collection == AllOpened {
		return staleness.AllCollections
	}
	return usage.CollectionID(q.Collection - 1)
}
