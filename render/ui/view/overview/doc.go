// Package overview draws the overview view: the heap over time with GCs, pauses and suspicious windows. The user chooses the time window
// here.
package overview
