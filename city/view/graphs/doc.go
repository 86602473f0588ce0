// Package graphs defines the graph view without its drawing: the user's steps in the heap graph of some objects, and the resulting picture.
// Package graph contains the analysis.
package graphs
