package city

import (
	"memcity/analysis/window"
)

// What the views of change ask for, and what they are answered. Asks count GC points of the recording, from 0.

// AskOverview asks for the heap over time.
type AskOverview struct {
	Points int // of the plan, so that a recording that grows is looked at anew
	Limits Limits
}

// Overview is the heap over time with what is suspicious in it.
type Overview struct {
	Ask AskOverview
	*Evolution
	Found []window.Window // at most one of each kind, in the order of the kinds
}

// same reports whether two parts of an ask are both missing or equal.
func same[T comparable](a, o *T) bool {
	if a == nil || o == nil {
		return a == o
	}
	return *a == *o
}
