// Package query is how queries about a recording are made and resolved, whatever they are about.
//
// A query is one comparable value of a type that its view defines together with the type of its result; a [Kind]
// links the two. What the window wants to know at a time is a [Request]: at most one query of each kind. What is known of it so
// far is [Results], which a kind reads with its own types. A query holds all that its result depends on, so equal queries have
// equal results, and == is the whole comparison.
//
// This package knows no view: views import it, and the session has one row for each kind.
package query
