// Package query defines queries about a recording and their results, for any kind of query.
//
// A query is a comparable value of a type that its view defines, together with the type of its result. A [Kind] links the two. A [Request]
// contains the window's current queries, at most one of each kind. [Results] contains the results so far, which a kind reads with its own
// types. A query contains everything that its result depends on, so equal queries have equal results, and == suffices for comparison.
//
// This package does not know the views. Views import it, and the session has one row for each kind.
package query
