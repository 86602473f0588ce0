// Package query is how questions about a recording are put and answered, whatever they are about.
//
// A question is one comparable value, a query, of a type that its view defines together with the type of its result; a [Kind]
// links the two. What the window wants to know at a time is a [Request]: at most one query of each kind. What is known of it so
// far is [Results], which a kind reads with its own types. A query holds all that its result depends on, so equal queries have
// equal results, and == is the whole comparison.
//
// This package knows no view: views import it, and the session has one row for each kind.
package query
