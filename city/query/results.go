package query

import (
	"slices"
)

// Results are what is known of a [Request] so far. They are values that compare with ==: those that were not changed are equal.
type Results struct {
	Request Request // what they are about

	// known has at most one result of each kind. It is nil or a list that is never written to.
	known *[]known

	Busy     bool
	Progress Progress
	Err      error // why something requested has no result; nil when it was cancelled
}

type known struct {
	query  Query
	result any
	whole  bool
}

// Progress reports how far the work is, done out of total in any unit.
type Progress struct {
	Done, Total int64
	What        string
}

func (r *Results) find(k *kind) *known {
	if r.known != nil {
		for i := range *r.known {
			if n := &(*r.known)[i]; n.query.kind == k {
				return n
			}
		}
	}
	return nil
}

// without returns a list of its own of what is known of other kinds.
func (r *Results) without(k *kind) []known {
	if r.known == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(*r.known), func(n known) bool { return n.query.kind == k })
}

// Put returns r with a result of any kind; it must be of the type that the query's kind has.
func (r Results) Put(q Query, result any, whole bool) Results {
	list := append(r.without(q.kind), known{q, result, whole})
	r.known = &list
	return r
}

// Failed returns r with the reason why something requested has no result. Errors of any type can be compared in it.
func (r Results) Failed(err error) Results {
	r.Err = &failure{err}
	return r
}

// failure makes errors comparable that are not.
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

// Known returns the result of a kind, which query it belongs to, and whether it is complete; nil if there is none.
func (r *Results) Known(kind Any) (q Query, result any, whole bool) {
	if n := r.find(kind.kind); n != nil {
		return n.query, n.result, n.whole
	}
	return Query{}, nil, false
}

// Result returns what is known; the zero R, which is nil for pointers, if nothing is.
func (k Kind[Q, R]) Result(r *Results) (result R) {
	if n := r.find(k.kind); n != nil {
		result = n.result.(R)
	}
	return result
}

// For returns what is known of one query; the zero R if nothing is, or if the result is of another.
func (k Kind[Q, R]) For(r *Results, q Q) (result R) {
	if of, _ := k.QueryOf(r); of == q {
		result = k.Result(r)
	}
	return result
}

// QueryOf returns the query that the result belongs to; ok is false if there is no result.
func (k Kind[Q, R]) QueryOf(r *Results) (q Q, ok bool) {
	if n := r.find(k.kind); n != nil {
		q, ok = n.query.value.(Q)
	}
	return q, ok
}

// Whole reports whether the result is there and complete.
func (k Kind[Q, R]) Whole(r *Results) bool {
	n := r.find(k.kind)
	return n != nil && n.whole
}

// With returns r with a query that is wanted, and its complete result.
func (k Kind[Q, R]) With(r Results, q Q, result R) Results {
	r.Request = r.Request.With(k.Of(q))
	return r.Put(k.Of(q), result, true)
}
