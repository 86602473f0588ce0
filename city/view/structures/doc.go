// Package structures is the pure half of the structures view: data structures as a whole, and how they grew. The analysis is
// package structure.
package structures
