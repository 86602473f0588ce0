// Package graphs is the pure half of the graph view: the steps by which a user explores the heap graph of some objects, and the
// picture that they lead to. The analysis is package graph.
package graphs
