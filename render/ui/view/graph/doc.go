// Package graph draws the graph view: the paths from GC roots to the selected objects as a graph that is explored step by step.
package graph
