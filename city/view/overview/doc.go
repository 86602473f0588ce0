// Package overview is the pure half of the overview: the heap over time with its GCs and its suspicious windows.
package overview
