// Package overview defines the overview without its drawing: the heap over time with its GCs and suspicious windows.
package overview
