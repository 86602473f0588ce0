// Package churns is the pure half of the churn view: what died in a window, how old it was, and where it was allocated. The
// analysis is package churn.
package churns
