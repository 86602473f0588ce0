// Package graph draws the graph view: the paths from GC roots to the selected objects, as a graph to explore step by step.
package graph
