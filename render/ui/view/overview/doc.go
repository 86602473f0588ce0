// Package overview draws the overview view: the heap over time with GCs, pauses and suspicious windows; the window of time is chosen here.
package overview
