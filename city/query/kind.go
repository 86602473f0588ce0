package query

import (
	"cmp"
	"fmt"
	"slices"
	"sync/atomic"

	"memcity/city/seq"
)

// Kind links a type of queries with the type of their results. Create one per pair, as a variable of the package that defines the types.
// Results are immutable; the zero R is no result.
type Kind[Q comparable, R any] struct{ *kind }

// A kind is the untyped part of a Kind. It is compared by its address.
type kind struct {
	name  string
	order int64 // creation order
}

var made atomic.Int64

// NewKind returns a new kind. The name is for messages.
func NewKind[Q comparable, R any](name string) Kind[Q, R] {
	return Kind[Q, R]{&kind{name, made.Add(1)}}
}

// Any is a kind without its types, to distinguish kinds.
type Any struct{ kind *kind }

// Any returns k without its types.
func (k Kind[Q, R]) Any() Any { return Any{k.kind} }

func (a Any) String() string { return a.kind.name }

// Query is a query of any kind. Queries are equal with == if they have the same kind and value. The zero Query requests nothing.
type Query struct {
	kind  *kind
	value any
}

// Of returns a typed query as a Query.
func (k Kind[Q, R]) Of(q Q) Query { return Query{k.kind, q} }

// String returns the kind and value of a query, for messages.
func (q Query) String() string {
	if q.kind == nil {
		return "nothing"
	}
	return fmt.Sprintf("%s %+v", q.kind.name, q.value)
}

// Request contains at most one query of each kind. Requests are equal with == if their queries are. The zero Request is empty.
type Request struct{ list seq.Seq[Query] }

// NewRequest returns a request for queries. It ignores zero queries; among several of one kind the last counts.
func NewRequest(queries ...Query) Request {
	list := make([]Query, 0, len(queries))
	for _, q := range queries {
		at := slices.IndexFunc(list, func(o Query) bool { return o.kind == q.kind })
		switch {
		case q.kind == nil:
		case at >= 0:
			list[at] = q
		default:
			list = append(list, q)
		}
	}
	slices.SortFunc(list, func(a, b Query) int { return cmp.Compare(a.kind.order, b.kind.order) })
	return Request{seq.Of(list...)}
}

func (r Request) String() string { return r.list.String() }

// With returns r with one more query, which replaces one of the same kind.
func (r Request) With(q Query) Request { return NewRequest(append(r.list.Slice(), q)...) }

// Of returns the query of a kind; the zero Query if there is none.
func (r Request) Of(kind Any) Query {
	for _, q := range r.list.All() {
		if q.kind == kind.kind {
			return q
		}
	}
	return Query{}
}

// Wants reports whether a request contains a query.
func (r Request) Wants(q Query) bool { return r.list.Has(q) }

// In returns the query of this kind in a request; ok is false if there is none.
func (k Kind[Q, R]) In(r Request) (q Q, ok bool) {
	q, ok = r.Of(k.Any()).value.(Q)
	return q, ok
}

// Wanted reports whether a request has a query of this kind.
func (k Kind[Q, R]) Wanted(r Request) bool { return r.Of(k.Any()) != Query{} }

// Is returns the value of a query; ok is false if it is not of this kind.
func (k Kind[Q, R]) Is(q Query) (value Q, ok bool) {
	if q.kind == k.kind {
		value, ok = q.value.(Q)
	}
	return value, ok
}

// Value returns the value of a query; ok is false if it is not of type Q.
func Value[Q comparable](q Query) (value Q, ok bool) {
	value, ok = q.value.(Q)
	return value, ok
}
