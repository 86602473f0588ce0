package query

import (
	"slices"
)

// Results contains the results of a [Request] so far. Results are values that compare with ==; unchanged Results are equal.
type Results struct {
	Request Request // the queries of the results

	// known has at most one result of each kind. It is nil or a read-only list.
	known *[]knownResult

	Busy     bool
	Progress Progress
	Err      error // why a query has no result; nil if it was canceled
}

type knownResult struct {
	query  Query
	result any
	whole  bool
}

// Progress is the progress of work: Done of Total, in any unit.
type Progress struct {
	Done, Total int64
	What        string
}

func (r *Results) find(k *kind) *knownResult {
	if r.known != nil {
		for i := range *r.known {
			if n := &(*r.known)[i]; n.query.kind == k {
				return n
			}
		}
	}
	return nil
}

// without returns a copy of the results, except results of kind k.
func (r *Results) without(k *kind) []knownResult {
	if r.known == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(*r.known), func(n knownResult) bool { return n.query.kind == k })
}

// Put returns r with a result of any kind, which must have the result type of the query's kind.
func (r Results) Put(q Query, result any, whole bool) Results {
	list := append(r.without(q.kind), knownResult{q, result, whole})
	r.known = &list
	return r
}

// Failed returns r with the reason that a query has no result. It makes errors of any type comparable.
func (r Results) Failed(err error) Results {
	r.Err = &failure{err}
	return r
}

// failure makes an error comparable.
type failure struct{ error }

func (f *failure) Unwrap() error { return f.error }

// Drop returns r without the result of a kind.
func (r Results) Drop(kind Any) Results {
	if r.find(kind.kind) != nil {
		list := r.without(kind.kind)
		r.known = &list
	}
	return r
}

// Known returns the result of a kind, its query, and whether it is complete; nil if there is none.
func (r *Results) Known(kind Any) (q Query, result any, whole bool) {
	if n := r.find(kind.kind); n != nil {
		return n.query, n.result, n.whole
	}
	return Query{}, nil, false
}

// Result returns the result; the zero R, which is nil for pointers, if there is none.
func (k Kind[Q, R]) Result(r *Results) (result R) {
	if n := r.find(k.kind); n != nil {
		result = n.result.(R)
	}
	return result
}

// For returns the result of one query; the zero R if there is none, or if the result is for another query.
func (k Kind[Q, R]) For(r *Results, q Q) (result R) {
	if of, _ := k.QueryOf(r); of == q {
		result = k.Result(r)
	}
	return result
}

// QueryOf returns the query of the result; ok is false if there is no result.
func (k Kind[Q, R]) QueryOf(r *Results) (q Q, ok bool) {
	if n := r.find(k.kind); n != nil {
		q, ok = n.query.value.(Q)
	}
	return q, ok
}

// Whole reports whether the result exists and is complete.
func (k Kind[Q, R]) Whole(r *Results) bool {
	n := r.find(k.kind)
	return n != nil && n.whole
}

// With returns r with a query and its complete result.
func (k Kind[Q, R]) With(r Results, q Q, result R) Results {
	r.Request = r.Request.With(k.Of(q))
	return r.Put(k.Of(q), result, true)
}
